package app

import (
	"strconv"

	aiall "boardstudio/ai/all"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/words"
)

// Name returns the name of a player of the document.
func (s *Session) Name(p rules.Player) string { return words.Player(aiall.Engines, s.doc, p) }

// Outcome returns a sentence about the result of a finished game, or "".
func (s *Session) Outcome(pos rules.Position) string {
	return words.Outcome(s.Rules(), pos.Result(), s.Name)
}

// MoveName returns the name of a node in the move list, such as "k10", "pass" or "set-up".
func (s *Session) MoveName(n *model.Node) string { return words.Move(s.Rules(), n) }

// Mover returns the player who made the move of n, or NoPlayer for the root or a set-up.
func (s *Session) Mover(n *model.Node) rules.Player {
	if n.Parent() == nil || n.Setup() != "" {
		return rules.NoPlayer
	}
	pos, err := s.doc.Tree.Position(n.Parent())
	if err != nil {
		return rules.NoPlayer
	}
	return pos.Turn()
}

// Plays reports whether n and all its ancestors are legal.
func (s *Session) Plays(n *model.Node) bool { _, err := s.doc.Tree.Position(n); return err == nil }

func itoa(n int) string { return strconv.Itoa(n) }

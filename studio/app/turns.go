package app

import (
	"context"
	"slices"

	"boardstudio/ai"
	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/jobs"
	"boardstudio/studio/seats"
)

// hint is a move that was suggested at a node.
type hint struct {
	node *model.Node
	move rules.Move
}

// Hint suggests a move to the person.
func (s *Session) Hint() {
	start, moves, err := s.doc.Tree.Start(s.node)
	if pos, _ := s.Position(); err != nil || !s.persons(pos) {
		s.fail(err)
		return
	}
	h, ok := hint{node: s.node}, false
	q := ai.Request{Rules: s.Rules(), Start: start, Moves: moves, Seed: 1}
	s.Jobs.Do(jobs.Task{
		Kind: jobs.Look, Title: locale.T("Looking for a hint"),
		First: func(ctx context.Context, _ codec.Progress) (err error) {
			h.move, ok, err = seats.Hint(ctx, q)
			return err
		},
		Then: s.unlessFailed(func() {
			if ok && s.node == h.node && s.Setup() == nil { // the person has not gone on
				s.hint = h
				s.Say(Note, locale.T("Hint: %s", s.Rules().FormatMove(h.move)))
				s.changed(TopicHere)
			}
		}),
	})
}

// HintCells returns where the move starts and ends that was suggested at the current node, nil without one.
func (s *Session) HintCells() (cells []rules.Cell) {
	if s.hint.node != s.node {
		return nil
	}
	for _, c := range []rules.Cell{s.hint.move.From, s.landing(s.node, s.hint.move)} {
		if c != rules.NoCell && !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	}
	return cells
}

// persons reports whether a person is to move.
func (s *Session) persons(pos rules.Position) bool {
	return pos.Turn() != rules.NoPlayer && s.doc.Players[pos.Turn()].Kind == Human
}

// before returns the nearest node above the current one where a person had a choice, nil for none.
func (s *Session) before() *model.Node {
	if !slices.ContainsFunc(s.doc.Players, func(p model.Player) bool { return p.Kind == Human }) {
		return nil // without looking through the whole line, each time that the commands are shown
	}
	for n := s.node.Parent(); n != nil; n = n.Parent() {
		if pos, err := s.doc.Tree.Position(n); err == nil && s.persons(pos) && !rules.MustPass(pos) {
			return n
		}
	}
	return nil
}

// TakeBack goes back to where a person was to move last. What was played since goes with it if it is the last that
// was done, and stays a variation otherwise. A game goes on from there, with the time that the players had.
func (s *Session) TakeBack() {
	to, tree := s.before(), s.doc.Tree
	if to == nil || s.fixed() {
		return
	}
	on := s.begun && (s.Running() || s.node == s.head)
	moves := []msg.Key{labelMove, labelComputer, labelResign, labelTimeout}
	if last := tree.StepNode(tree.At() - 1); last != nil && slices.Contains(moves, tree.UndoLabel()) && slices.Contains(tree.Line(s.node), last) {
		s.Undo()
	} else {
		s.interrupt()
		s.goTo(to)
	}
	if on {
		s.Continue()
	}
}

// SwitchSides gives each seat to the player of the next one.
func (s *Session) SwitchSides() {
	ps := s.doc.Players
	s.setPlayers("Switch Sides", append(slices.Clone(ps[1:]), ps[0]))
}

// Review goes to the start of the game, which is only looked at from now on.
func (s *Session) Review() {
	s.pauseGame()
	s.begun, s.head = false, nil
	s.Home()
	s.changed(TopicMode)
}

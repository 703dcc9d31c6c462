package ctl

import (
	"strings"

	"boardstudio/draw/term"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// SeatLetter returns the letter of a seat, or "" for NoPlayer.
func SeatLetter(p rules.Player) string {
	if p == rules.NoPlayer {
		return ""
	}
	return string(p.Letter())
}

// Table is a game and its players.
type Table struct {
	Rules   rules.Rules
	Players []model.Player // may have fewer elements than there are seats
}

// Name returns a player's name, or a description of its pieces if it has none.
func (g *Table) Name(p rules.Player) string {
	if int(p) < len(g.Players) && g.Players[p].Name != "" {
		return term.Clean(g.Players[p].Name)
	}
	return words.Seat(g.Rules, p)
}

// Status returns whose turn it is, or how the game ended.
func (g *Table) Status(p rules.Position) string { return plain(words.Status(g.Rules, p, g.Name)) }

// Outcome returns a description of a game's result.
func (g *Table) Outcome(res rules.Result) string { return plain(words.Outcome(g.Rules, res, g.Name)) }

// plain replaces dashes with hyphens, which every terminal can show.
func plain(text string) string { return strings.ReplaceAll(text, "–", "-") }

// score returns the players' scores, or "" in games without scores.
func (g *Table) score(p rules.Position) string {
	s, ok := p.(rules.Scorer)
	if !ok || g.Rules.Board().Score == nil {
		return ""
	}
	var counts []int
	for i := range g.Rules.Players() {
		counts = append(counts, s.Score(rules.Player(i)))
	}
	return locale.T(g.Rules.Board().Score.Title) + " " + plain(words.Counts(counts))
}

// SpecJSON is the JSON form of a game.
type SpecJSON struct {
	Name   string       `json:"name"`
	Params rules.Params `json:"params"`
}

// Notations returns the notation of each move. The result is never nil.
func Notations(r rules.Rules, moves []rules.Move) []string {
	words := []string{}
	for _, m := range moves {
		words = append(words, r.FormatMove(m))
	}
	return words
}

// Line returns the notation of moves, separated by spaces.
func Line(r rules.Rules, moves []rules.Move) string { return strings.Join(Notations(r, moves), " ") }

package ctl

import (
	"strings"

	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/words"
)

// SeatLetter returns the letter of a seat, "" for nobody.
func SeatLetter(p rules.Player) string {
	if p == rules.NoPlayer {
		return ""
	}
	return string(p.Letter())
}

// Table is a game and who plays it.
type Table struct {
	Rules   rules.Rules
	Players []model.Player // may be shorter than the seats
}

// Name returns what a player is called: its name, or what its pieces look like.
func (g *Table) Name(p rules.Player) string {
	if int(p) < len(g.Players) && g.Players[p].Name != "" {
		return term.Clean(g.Players[p].Name)
	}
	return words.Seat(g.Rules, p)
}

// Status returns whose turn it is, or how the game ended.
func (g *Table) Status(p rules.Position) string { return plain(words.Status(g.Rules, p, g.Name)) }

// Outcome returns how a game ended.
func (g *Table) Outcome(res rules.Result) string { return plain(words.Outcome(g.Rules, res, g.Name)) }

// plain returns text with dashes that every terminal has.
func plain(text string) string { return strings.ReplaceAll(text, "–", "-") }

// score returns what the players have, "" in games without a count.
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

// SpecJSON is a game in JSON.
type SpecJSON struct {
	Name   string       `json:"name"`
	Params rules.Params `json:"params"`
}

// Notations returns moves in notation, never nil.
func Notations(r rules.Rules, moves []rules.Move) []string {
	words := []string{}
	for _, m := range moves {
		words = append(words, r.FormatMove(m))
	}
	return words
}

// Line returns moves in notation, in one line.
func Line(r rules.Rules, moves []rules.Move) string { return strings.Join(Notations(r, moves), " ") }

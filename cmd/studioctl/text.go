package main

import (
	"strings"

	"boardstudio/io/term"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/words"
)

// table is a game and who plays it.
type table struct {
	rules   rules.Rules
	players []model.Player // may be shorter than the seats
}

// name returns what a player is called: its name, or what its pieces look like.
func (g *table) name(p rules.Player) string {
	if int(p) < len(g.players) && g.players[p].Name != "" {
		return term.Clean(g.players[p].Name)
	}
	return words.Seat(g.rules, p)
}

// status returns whose turn it is, or how the game ended.
func (g *table) status(p rules.Position) string { return plain(words.Status(g.rules, p, g.name)) }

// outcome returns how a game ended.
func (g *table) outcome(res rules.Result) string { return plain(words.Outcome(g.rules, res, g.name)) }

// plain returns text with dashes that every terminal has.
func plain(text string) string { return strings.ReplaceAll(text, "–", "-") }

// score returns what the players have, "" in games without a count.
func (g *table) score(p rules.Position) string {
	s, ok := p.(rules.Scorer)
	if !ok || g.rules.Board().Score == nil {
		return ""
	}
	var counts []int
	for i := range g.rules.Players() {
		counts = append(counts, s.Score(rules.Player(i)))
	}
	return locale.T(g.rules.Board().Score.Title) + " " + plain(words.Counts(counts))
}

// notations returns moves in notation, never nil.
func notations(r rules.Rules, moves []rules.Move) []string {
	words := []string{}
	for _, m := range moves {
		words = append(words, r.FormatMove(m))
	}
	return words
}

// line returns moves in notation, in one line.
func line(r rules.Rules, moves []rules.Move) string { return strings.Join(notations(r, moves), " ") }

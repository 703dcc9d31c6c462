// Package linetest contains games and positions for tests of engines for alignment games.
package linetest

import (
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/line"
)

// Build returns the rules of a preset with the given changes.
func Build(t testing.TB, preset string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := line.Game.Build(preset, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Variants are games with all kinds of boards and rules.
var Variants = []struct {
	Preset string
	Over   rules.Params
}{
	{"tictactoe", nil},
	{"tictactoe", rules.Params{"misere": "on"}},
	{"tictactoe", rules.Params{"rows": "2", "cols": "2", "k": "2"}},
	{"tictactoe", rules.Params{"players": "3", "rows": "5", "cols": "6"}},
	{"morpion", rules.Params{"players": "26", "k": "3"}},
	{"morpion", rules.Params{"players": "4", "misere": "on", "k": "4", "rows": "7"}},
	{"gomoku", nil},
	{"gomoku", rules.Params{"rows": "8", "cols": "8", "k": "4"}},
	{"gomoku-standard", rules.Params{"rows": "8", "cols": "8", "k": "4"}},
	{"gomoku", rules.Params{"rows": "7", "cols": "7", "topology": "torus", "k": "4"}},
	{"gomoku", rules.Params{"rows": "6", "cols": "8", "topology": "mobius"}},
	{"gomoku", rules.Params{"rows": "6", "cols": "8", "topology": "sphere"}},
	{"gomoku", rules.Params{"rows": "3", "cols": "4", "topology": "torus", "k": "3", "captures": "3"}},
	{"gomoku-standard", rules.Params{"rows": "8", "cols": "8", "k": "3"}},
	{"gomoku-standard", rules.Params{"rows": "6", "cols": "6", "k": "3", "topology": "cylinder"}},
	{"gomoku-standard", rules.Params{"rows": "8", "cols": "8", "k": "3", "captures": "5"}},
	{"gomoku-captures", rules.Params{"rows": "9", "cols": "9"}},
	{"pente", rules.Params{"rows": "9", "cols": "9"}},
	{"pente", rules.Params{"rows": "9", "cols": "9", "players": "3"}},
	{"ninuki", rules.Params{"rows": "9", "cols": "9", "k": "4"}},
	{"renju", rules.Params{"rows": "9", "cols": "9"}},
	{"connect4", nil},
	{"connect4", rules.Params{"topology": "cylinder"}},
	{"connect4", rules.Params{"topology": "mobius", "players": "3"}},
	{"connect4", rules.Params{"adjacent": "on"}},
	{"connect4", rules.Params{"overline": "ignored", "k": "3"}},
	{"connect4", rules.Params{"misere": "on", "k": "3"}},
	{"connect4", rules.Params{"rows": "10", "cols": "4", "k": "3"}},
}

// SetUp returns a position with stones on the given cells and the given captured pairs, or no pairs
// if held is nil.
func SetUp(t testing.TB, r rules.Rules, turn rules.Player, held []int, cells ...string) rules.Position {
	t.Helper()
	s := rules.SetupOf(r, r.Start())
	s.Turn = turn
	if held != nil {
		s.Held = held
	}
	for p, list := range cells {
		for label := range strings.FieldsSeq(list) {
			c := r.Board().Find(label)
			if c == rules.NoCell {
				t.Fatalf("no cell %s", label)
			}
			s.Cells[c] = rules.Piece(rules.Player(p))
		}
	}
	p, err := r.SetUp(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Wins reports whether the player to move has a winning move.
func Wins(p rules.Position) bool {
	for m := range p.Moves() {
		if q, _ := p.Play(m); q.Result().Winners.Has(p.Turn()) {
			return true
		}
	}
	return false
}

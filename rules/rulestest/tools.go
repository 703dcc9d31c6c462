package rulestest

import (
	"testing"

	"boardstudio/rules"
)

// Build returns the rules of a preset ("" for none) with the overrides over it.
func Build(t testing.TB, g *rules.Game, preset string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := g.Build(preset, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Parse returns the position that text stands for.
func Parse(t testing.TB, r rules.Rules, text string) rules.Position {
	t.Helper()
	p, err := r.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return p
}

// Play returns the position after the moves, which are given in their notation.
func Play(t testing.TB, r rules.Rules, p rules.Position, moves ...string) rules.Position {
	t.Helper()
	for i, m := range Moves(t, r, moves...) {
		var err error
		if p, err = p.Play(m); err != nil {
			t.Fatalf("move %d, %s: %v", i+1, moves[i], err)
		}
	}
	return p
}

// Moves returns the moves that texts stand for, whether they are legal or not.
func Moves(t testing.TB, r rules.Rules, texts ...string) (list []rules.Move) {
	t.Helper()
	for _, text := range texts {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

// Legal returns the notations of the legal moves of p.
func Legal(r rules.Rules, p rules.Position) []string {
	var list []string
	for m := range p.Moves() {
		list = append(list, r.FormatMove(m))
	}
	return list
}

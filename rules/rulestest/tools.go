package rulestest

import (
	"testing"

	"boardstudio/rules"
)

// Build returns the rules of preset, which may be "", with the parameters of over replacing its
// own.
func Build(t testing.TB, g *rules.Game, preset string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := g.Build(preset, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Parse returns the position described by text.
func Parse(t testing.TB, r rules.Rules, text string) rules.Position {
	t.Helper()
	p, err := r.Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return p
}

// Play returns the position after the given moves.
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

// Moves parses the given moves, which need not be legal.
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

// Legal returns the notation of each legal move of p.
func Legal(r rules.Rules, p rules.Position) []string {
	var list []string
	for m := range p.Moves() {
		list = append(list, r.FormatMove(m))
	}
	return list
}

package level

import (
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

func build(t *testing.T, game string) rules.Rules {
	t.Helper()
	r, err := games.Games.Build(game, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestString checks that levels with different play have different texts.
func TestString(t *testing.T) {
	for want, l := range map[string]Level{
		"alphabeta depth=2 nodes=600 overlooks=0.3": Search(2, 600, 0.3),
		"alphabeta nodes=100 time=4s":               Full(100),
		"threats nodes=500 threes=2":                {Engine: "threats", Params: rules.Params{"threes": "2", "nodes": "500"}},
		"x nodes=1 time=1.5s":                       {Engine: "x", Limit: ai.Limit{Nodes: 1, Time: 1500 * time.Millisecond}},
	} {
		if got := l.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestOf checks that the first table with the game is used, and otherwise the default levels.
func TestOf(t *testing.T) {
	r := build(t, "hex")
	mine := [Count]Level{Search(9, 9, 0)}
	no := func(rules.Rules) *[Count]Level { return nil }
	yes := func(rules.Rules) *[Count]Level { return &mine }
	if got := Of(r, no, yes)[0].String(); got != mine[0].String() {
		t.Errorf("%s", got)
	}
	if got := Of(r, no); got[0].String() != usual[0].String() {
		t.Errorf("%v", got)
	}
}

// TestSee measures the share of overlooked moves: far from the last move, next to it, and winning.
// It also checks that another search overlooks other moves.
func TestSee(t *testing.T) {
	r := build(t, "gomoku")
	q := ai.Request{Rules: r, Start: r.Start()}
	for _, text := range []string{"h8", "a1", "i8", "a3", "j8", "a5", "k8", "h9"} {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		q.Moves = append(q.Moves, m)
	}
	p, err := q.Position()
	if err != nil {
		t.Fatal(err)
	}
	var moves []rules.Move
	for m := range p.Moves() {
		moves = append(moves, m)
	}
	missed := func(cell string) float64 {
		m, err := r.ParseMove(cell)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for q.Seed = range uint64(2000) {
			e, err := newFilter(q, 0.6, moves)
			if err != nil {
				t.Fatal(err)
			}
			if first := e.visible(m); first != e.visible(m) {
				t.Fatal("a move is seen and then not")
			} else if !first {
				n++
			}
		}
		return float64(n) / 2000
	}
	for cell, want := range map[string]float64{"o15": 0.6, "h10": 0.36, "g8": 0.09, "l8": 0.09} { // h9 is last; g8, l8 win
		if got := missed(cell); got < want-0.04 || got > want+0.04 {
			t.Errorf("%s is overlooked by %.2f, want %.2f", cell, got, want)
		}
	}
	e, err := newFilter(q, 0.99, moves)
	if err != nil {
		t.Fatal(err)
	}
	if !e.visible(rules.Pass) || !e.visible(rules.Swap) {
		t.Error("a move without a cell is overlooked")
	}
}

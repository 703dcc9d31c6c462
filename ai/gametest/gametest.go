// Package gametest provides rules, a small game tree and an engine for tests.
package gametest

import (
	"testing"

	"boardstudio/ai"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// Build returns the rules of a preset with some parameters changed.
func Build(t testing.TB, preset string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := all.Games.Build(preset, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Tree returns a document of tic-tac-toe with the main line b2 a1 c3 and variations, and the index
// of c3, which has a comment and an evaluation.
func Tree(t testing.TB) (d *model.Document, c3 int) {
	t.Helper()
	r := Build(t, "tictactoe", nil)
	move := func(s string) rules.Move {
		m, err := r.ParseMove(s)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	d = model.NewDocument(r)
	d.Players[0].Name, d.Info["date"] = "Ada", "1843"
	b2 := d.Tree.Add(d.Tree.Root(), move("b2"))
	a1 := d.Tree.Add(b2, move("a1"))
	n := d.Tree.Add(a1, move("c3"))
	d.Tree.Add(a1, move("c1"))
	d.Tree.Add(b2, move("a2"))
	d.Tree.Annotate(n, model.Annotation{Comment: "Well played.", Evals: []model.Eval{{Engine: "alphabeta", Score: -0.25, Depth: 4, PV: []rules.Move{move("c1")}}}})
	return d, 3
}

// First is an engine of scripts: it returns the first legal move, with the score 0.5.
func First(_ string, p rules.Position, nodes uint64) (ai.Info, error) {
	for m := range p.Moves() {
		return ai.Info{Best: ai.Line{Moves: []rules.Move{m}, Score: ai.Score{Value: 0.5}}, Depth: 1, Nodes: nodes}, nil
	}
	return ai.Info{}, nil
}

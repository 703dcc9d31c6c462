package analysis

import (
	"context"
	"testing"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/model"
	"boardstudio/rules/all"
)

// TestMissingEvaluations checks an engine that does not evaluate some positions: no evaluations are written
// there, and the adjacent moves have no losses.
func TestMissingEvaluations(t *testing.T) {
	r, err := all.Games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	at := d.Tree.Root()
	for range 4 {
		pos, err := d.Tree.Position(at)
		if err != nil {
			t.Fatal(err)
		}
		for m := range pos.Moves() {
			at = d.Tree.Add(at, m)
			break
		}
	}
	p, err := NewPlan(aiall.Engines, d, at, Game, "alphabeta", ai.Limit{Nodes: 2000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	results, err := Run(context.Background(), aiall.Engines, r, p.Jobs, Options{})
	if err != nil {
		t.Fatal(err)
	}
	results[2] = Result{}
	for _, j := range p.evaluatedMoves(results) {
		if j.Ply == 2 || j.Ply == 3 {
			t.Errorf("move %d is judged", j.Ply)
		}
	}
	if err := d.Tree.Do(Label, p.Edits(results, Marking{}, nil)...); err != nil {
		t.Fatal(err)
	}
	for i, n := range d.Tree.Line(at) {
		if got := len(n.Evals()); got != 1 && i != 2 || i == 2 && got != 0 {
			t.Errorf("%d evaluations at node %d", got, i)
		}
	}
}

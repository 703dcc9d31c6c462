package analysis_test

import (
	"context"
	"testing"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/analysis"
	"boardstudio/rules"
)

// TestCautiousScale checks that without a scale fitted for the game, few moves of a sound game are
// marked as mistakes. alphabeta played this drawn game with 3000 positions per move.
func TestCautiousScale(t *testing.T) {
	const moves = "a5 e2 a2 d2 a4 a3 b3 c4 b2 b4 c2 d1 d4 c3 e1 b1 e5 c5 b5 d5 c1 a1 d3 e4 e3"
	over := rules.Params{"rows": "5", "cols": "5", "k": "4"}
	for _, engine := range []string{"mcts", "alphabeta", "minimax", "mcts:playouts=20"} {
		t.Run(engine, func(t *testing.T) {
			d, end := document(t, build(t, "morpion", over), moves)
			p, err := analysis.NewPlan(aiall.Engines, d, end, analysis.Game, engine, ai.Limit{Nodes: 1000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			results, err := analysis.Run(context.Background(), aiall.Engines, d.Tree.Rules(), p.Jobs, analysis.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Tree.Do(analysis.Label, p.Edits(results, analysis.Marking{Threshold: 2}, nil)...); err != nil {
				t.Fatal(err)
			}
			r := analysis.ReportOn(aiall.Engines, d, end, analysis.Marking{})
			if bad := r.Mistakes(analysis.Marking{}, rules.NoPlayer); len(r.Moves) < 20 || len(bad) > 2 {
				t.Errorf("%d mistakes in %d moves", len(bad), len(r.Moves))
			}
		})
	}
}

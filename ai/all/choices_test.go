package all_test

import (
	"slices"
	"testing"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/player"
	"boardstudio/rules/all"
)

// TestAnalysisEngines checks that each game has an engine for evaluations. No such engine may overlook
// moves.
func TestAnalysisEngines(t *testing.T) {
	for _, g := range all.Games {
		for _, p := range g.Presets {
			r, err := g.Build(p.Name, nil)
			if err != nil {
				t.Fatal(err)
			}
			list := aiall.Engines.AnalysisEngines(r)
			if len(list) == 0 {
				t.Errorf("nothing judges %s", p.Name)
			}
			// The default engine for analysis must be in the list. For two players it must be the
			// engine of the highest level.
			if a := aiall.Engines.AnalysisEngine(r); !slices.ContainsFunc(list, func(c player.Choice) bool { return c.Spec == a }) || r.Players() == 2 && a != aiall.Engines.Best(r) {
				t.Errorf("%s is analysed by %s, the best is %s", p.Name, a, aiall.Engines.Best(r))
			}
			for _, x := range list {
				if _, _, err := aiall.Engines.Parse(x.Spec); err != nil || x.Kind.Name == "computer" {
					t.Errorf("%s: %s: %v", p.Name, x.Spec, err)
				}
				e, err := aiall.Engines.New(x.Spec, r)
				if err != nil {
					t.Fatal(err)
				}
				i, err := e.Think(t.Context(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 500}, Seed: 1}, nil)
				if err != nil || !i.Evaluated() {
					t.Errorf("%s: %s does not judge the start: %+v, %v", p.Name, x.Spec, i, err)
				}
				ai.Close(e)
			}
		}
	}
}

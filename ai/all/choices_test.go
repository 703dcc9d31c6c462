package all_test

import (
	"slices"
	"testing"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/rules/all"
)

// Each game has an engine that judges its positions, and none of them overlooks moves.
func TestJudges(t *testing.T) {
	for _, g := range all.Games {
		for _, p := range g.Presets {
			r, err := g.Build(p.Name, nil)
			if err != nil {
				t.Fatal(err)
			}
			list := aiall.Judges(r)
			if len(list) == 0 {
				t.Errorf("nothing judges %s", p.Name)
			}
			// What is analysed by default is judged by a search, by the engine that the computer has at its best where that is one.
			if a := aiall.Analyst(r); !slices.ContainsFunc(list, func(c aiall.Choice) bool { return c.Spec == a }) || r.Players() == 2 && a != aiall.Best(r) {
				t.Errorf("%s is analysed by %s, the best is %s", p.Name, a, aiall.Best(r))
			}
			for _, x := range list {
				if _, _, err := aiall.Parse(x.Spec); err != nil || x.Kind.Name == "computer" {
					t.Errorf("%s: %s: %v", p.Name, x.Spec, err)
				}
				e, err := aiall.New(x.Spec, r)
				if err != nil {
					t.Fatal(err)
				}
				i, err := e.Think(t.Context(), ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Nodes: 500}, Seed: 1}, nil)
				if err != nil || !i.Judged() {
					t.Errorf("%s: %s does not judge the start: %+v, %v", p.Name, x.Spec, i, err)
				}
				ai.Close(e)
			}
		}
	}
}

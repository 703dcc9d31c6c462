package all

import (
	"reflect"
	"slices"
	"testing"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// TestParamsFor checks that parameters change the evaluation in a game if and only if they apply to
// it.
func TestParamsFor(t *testing.T) {
	applied, left := map[string]int{}, map[string]int{}
	for _, g := range all.Games {
		for _, p := range g.Presets {
			r := build(t, p.Name, nil)
			for _, k := range Engines.For(r) {
				list := k.ParamsFor(r)
				for _, d := range k.Params {
					applies := slices.ContainsFunc(list, func(x rules.Param) bool { return x.Name == d.Name })
					if applies != (k.Applies == nil || k.Applies(d.Name, r)) {
						t.Errorf("%s in %s: %s is listed: %v", k.Name, p.Name, d.Name, applies)
					}
					if k.Applies == nil || d.Kind != rules.Choice {
						continue
					}
					if differ := choicesDiffer(t, k, r, d); differ != applies {
						t.Errorf("%s in %s: the choices of %s differ: %v, and it is listed: %v", k.Name, p.Name, d.Name, differ, applies)
					}
					if applies {
						applied[k.Name]++
					} else {
						left[k.Name]++
					}
				}
			}
		}
	}
	for _, name := range []string{"minimax", "negamax", "plain-alphabeta"} {
		if applied[name] == 0 || left[name] == 0 {
			t.Errorf("%s: a parameter applies to %d presets, and does not to %d", name, applied[name], left[name])
		}
	}
}

// choicesDiffer reports whether the options of a parameter lead to different scores in a few
// positions.
func choicesDiffer(t *testing.T, k *ai.Kind, r rules.Rules, d rules.Param) bool {
	t.Helper()
	engines := make([]ai.Engine, len(d.Options))
	for i, o := range d.Options {
		full, err := rules.Resolve(k.Params, rules.Params{"depth": "1", d.Name: o.Name})
		if err != nil {
			t.Fatal(err)
		}
		if engines[i], err = k.New(r, full); err != nil {
			t.Fatal(err)
		}
		defer ai.Close(engines[i])
	}
	q := ai.Request{Rules: r, Start: r.Start(), Lines: 500}
	for range 4 {
		p, err := q.Position()
		if err != nil {
			t.Fatal(err)
		}
		var first []ai.Line
		for i, e := range engines {
			info, err := e.Think(t.Context(), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = info.Lines
			} else if !reflect.DeepEqual(first, info.Lines) {
				return true
			}
		}
		for m := range p.Moves() {
			q.Moves = append(slices.Clone(q.Moves), m)
			break
		}
	}
	return false
}

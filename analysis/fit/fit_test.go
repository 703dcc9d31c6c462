package fit

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"go.uber.org/goleak"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/ai/match"
	"boardstudio/analysis"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func build(t *testing.T, preset string) rules.Rules {
	t.Helper()
	g, name, ok := all.Games.Find(preset)
	if !ok {
		t.Fatal(preset)
	}
	r, err := g.Build(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestScale checks that a fit recovers the scale used to generate results.
func TestScale(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, unit := range []float64{0.5, 200, 1e6} {
		var samples []sample
		for range 20_000 {
			x := sample{score: ai.Score{Value: unit * rnd.NormFloat64() * 1.5}, turn: rules.Player(rnd.IntN(2)), ended: []float64{0, 0}}
			if rnd.Float64() < analysis.NewScale(2, unit).Shares(x.score, x.turn)[x.turn] {
				x.ended[x.turn] = 1
			} else {
				x.ended[1-x.turn] = 1
			}
			samples = append(samples, x)
		}
		if got, loss := scale(2, samples); math.Abs(got/unit-1) > 0.06 || loss > math.Ln2 {
			t.Errorf("unit %v: found %v with a loss of %v", unit, got, loss)
		}
	}
}

// TestFit checks that the fitted scale of a search is close to its scale in the table, which is
// based on more games. It also checks engines that evaluate nothing or fail.
func TestFit(t *testing.T) {
	r, ctx := build(t, "othello6"), context.Background()
	games, err := Play(ctx, aiall.Engines, r, 12)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	f, ok, err := Fit(ctx, aiall.Engines, r, "alphabeta", games, ai.Limit{Nodes: 500}, func(n int) { told++ })
	if want := analysis.ScaleOf(aiall.Engines, r, "alphabeta").Unit; err != nil || !ok || f.Unit < want/3 || f.Unit > 3*want || f.Positions < 50 || told != 12 {
		t.Errorf("%+v, %v, %v; the table has %v; told %d times", f, ok, err, want, told)
	}
	if f, ok, err := Fit(ctx, aiall.Engines, r, "random", games, ai.Limit{Nodes: 500}, nil); ok || err != nil {
		t.Errorf("at random: %+v, %v, %v", f, ok, err)
	}
	if _, ok, err := Fit(ctx, aiall.Engines, r, "nobody", games, ai.Limit{Nodes: 500}, nil); ok || err == nil {
		t.Errorf("an engine that is not there: %v, %v", ok, err)
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Play(stopped, aiall.Engines, r, 12); err == nil {
		t.Error("games that were stopped are no error")
	}
	if _, ok, err := Fit(stopped, aiall.Engines, r, "alphabeta", []match.Record{games[0]}, ai.Limit{Nodes: 500}, nil); ok || err == nil {
		t.Errorf("stopped: %v, %v", ok, err)
	}
}

package fit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// parts are eight numbers with two parts each.
var parts = &Parts{Of: [][]uint16{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {0, 0}, {3, 3}}, Most: 4}

// truth is the true evaluation in the tests: nearly the sum of parts, with a bonus for many cells
// with number 7.
func truth(x *Sample) (v float64) {
	for i, sign := range [2]float64{1, -0.8} {
		sum := 0.0
		for _, a := range x.Cells[i] {
			n := float64(a.Number)
			v += sign * float64(a.Cells) * (0.1*n - 0.3 + 0.2*math.Mod(n, 2))
			if a.Number == 7 {
				sum += float64(a.Cells)
			}
		}
		v += max(sum-3, 0)
	}
	return v + float64(x.Whole[0])*0.7
}

func samples(n int) (all []Sample) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		x := Sample{Whole: []uint16{uint16(rnd.IntN(2)), 2, 2}, Held: i%10 == 0}
		for p := range x.Cells {
			for k := range parts.Of {
				if m := rnd.IntN(7); m > 0 {
					x.Cells[p] = append(x.Cells[p], Amount{uint16(k), uint8(m)})
				}
			}
		}
		x.Target = float32(1 / (1 + math.Exp(-truth(&x))))
		all = append(all, x)
	}
	return all
}

// TestFit checks that the evaluation learned approximates the truth on the samples held out,
// including its nonlinear part, and that learning is reproducible.
func TestFit(t *testing.T) {
	all := samples(6000)
	least, n := 0.0, 0
	for i := range all {
		if x := &all[i]; x.Held {
			least += Cross(float64(x.Target), truth(x))
			n++
		}
	}
	least /= float64(n)
	zero := [2]func(int) float64{func(int) float64 { return 0 }, func(int) float64 { return 0 }}
	var nets []*Net
	for range 2 {
		l := NewLearner(parts, 3, zero, zero[0], 5)
		before := l.Loss(all)
		l.Fit(all, 80, 0.1)
		after := l.Loss(all)
		t.Logf("loss %.4f, then %.4f; of the truth %.4f", before, after, least)
		if after-least > (before-least)/20 {
			t.Errorf("the loss is %.4f, from %.4f; that of the truth is %.4f", after, before, least)
		}
		nets = append(nets, l.Net())
	}
	if !slices.Equal(nets[0].Cells[0], nets[1].Cells[0]) || nets[0].Weight != nets[1].Weight {
		t.Error("the same seed learns something else")
	}
}

// TestFitOrder checks that the ordering learned is the one by which moves were chosen.
func TestFitOrder(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	worth := func(m [2]uint16) float64 { return float64(m[0]) + 0.5*float64(7-m[1]) }
	var all []Choice
	for i := range 4000 {
		x := Choice{Held: i%10 == 0}
		for range 6 {
			x.Moves = append(x.Moves, [2]uint16{uint16(rnd.IntN(8)), uint16(rnd.IntN(8))})
		}
		for k, m := range x.Moves {
			if worth(m) > worth(x.Moves[x.Taken]) {
				x.Taken = k
			}
		}
		all = append(all, x)
	}
	first, _ := FitOrder(parts, all, 30, 0.1, 6).Rank(all)
	if first < 0.9 {
		t.Errorf("%.1f %% of the moves are first", 100*first)
	}
}

package fit

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Order contains the move ordering, by feature number for the side to move and for the opponent.
// The sum of both is the log-odds of a move.
type Order [2][]float64

// Rank measures how well an order predicts the choices held out: the share of choices that it ranks
// first, and the mean cross entropy.
func (o *Order) Rank(choices []Choice) (first, loss float64) {
	n := 0
	var p []float64
	for i := range choices {
		x := &choices[i]
		if !x.Held {
			continue
		}
		n++
		p = o.shares(x, p)
		loss -= math.Log(max(p[x.Taken], 1e-9))
		if slices.Max(p) == p[x.Taken] {
			first++
		}
	}
	return first / float64(max(n, 1)), loss / float64(max(n, 1))
}

// shares returns the probability of each move, using p as buffer.
func (o *Order) shares(x *Choice, p []float64) []float64 {
	p = p[:0]
	most := math.Inf(-1)
	for _, m := range x.Moves {
		v := o[0][m[0]] + o[1][m[1]]
		p, most = append(p, v), max(most, v)
	}
	sum := 0.0
	for i, v := range p {
		p[i] = math.Exp(v - most)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// FitOrder fits an order to the choices with the given number of passes.
func FitOrder(p *Parts, choices []Choice, passes int, rate float64, seed uint64) *Order {
	b := [2]*blend{newBlend(p, 1, decay), newBlend(p, 1, decay)}
	o := &Order{make([]float64, len(p.Of)), make([]float64, len(p.Of))}
	update := func() {
		for i := range b {
			for n, v := range b[i].sum {
				o[i][n] = float64(v)
			}
		}
	}
	update()
	var q []float64
	descend(len(choices), passes, rate, rand.New(rand.NewPCG(seed, 42)), func(i int) bool { return choices[i].Held },
		func(i int, of float32) {
			x := &choices[i]
			q = o.shares(x, q)
			for k, m := range x.Moves {
				g := q[k]
				if k == x.Taken {
					g--
				}
				for j := range b {
					b[j].grad[m[j]] += float32(g) / of
				}
			}
		},
		func(r float32) {
			b[0].step(r)
			b[1].step(r)
			update()
		})
	return o
}

// Package fit fits an evaluation, which is based on sums over cells, to the results of games, and a
// move ordering to the moves chosen.
package fit

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Lanes is the number of sums in the evaluation. The first sum has the weight 1. Of each other sum,
// only a positive value counts, with its own weight.
const Lanes = 4

// Lane is a vector with an element for each sum.
type Lane [Lanes]float32

// Amount is the number of cells that have a given feature number.
type Amount struct {
	Number uint16
	Cells  uint8
}

// Sample is a position: the feature numbers of its cells for the side to move and for the opponent,
// the features of the whole position, and the expected result for the side to move.
type Sample struct {
	Cells  [2][]Amount
	Whole  []uint16
	Target float32
	Held   bool // used for validation, not for training
}

// Choice is a position with several moves, given by the feature numbers of their cells, and the
// index of the chosen one.
type Choice struct {
	Moves [][2]uint16
	Taken int
	Held  bool
}

// Parts lists the parts of each feature number. Numbers share the values of common parts, so rare
// numbers can be estimated too.
type Parts struct {
	Of   [][]uint16 // by number
	Most int        // parts are less than Most
}

// Net is the evaluation, in natural logarithms of the odds of winning.
type Net struct {
	Cells  [2][]Lane // by number
	Whole  []Lane
	Weight Lane // weights of all lanes except the first
}

// blend is a table of values by number. Each is the sum of an individual value and the values of
// its parts.
type blend struct {
	parts     *Parts
	width     int
	sum       []float32 // by number
	grad      []float32
	own, part adam
	ownDecay  float32
}

func newBlend(p *Parts, width int, decay float32) *blend {
	b := &blend{parts: p, width: width, ownDecay: decay}
	b.sum, b.grad = make([]float32, len(p.Of)*width), make([]float32, len(p.Of)*width)
	b.own, b.part = newAdam(len(p.Of)*width), newAdam(p.Most*width)
	return b
}

// add sets each sum to its own weights plus the weights of its parts.
func (b *blend) add() {
	copy(b.sum, b.own.w)
	for n, parts := range b.parts.Of {
		to := b.sum[n*b.width:][:b.width]
		for _, p := range parts {
			for k, v := range b.part.w[int(p)*b.width:][:b.width] {
				to[k] += v
			}
		}
	}
}

// step makes a gradient descent step.
func (b *blend) step(rate float32) {
	copy(b.own.g, b.grad)
	for n, parts := range b.parts.Of {
		from := b.grad[n*b.width:][:b.width]
		for _, p := range parts {
			to := b.part.g[int(p)*b.width:][:b.width]
			for k, v := range from {
				to[k] += v
			}
		}
	}
	clear(b.grad)
	b.own.step(rate, b.ownDecay)
	b.part.step(rate, 0)
	b.add()
}

// adam are weights with the running means of their gradient and its square (Kingma and Ba 2015;
// decoupled weight decay: Loshchilov and Hutter 2019).
type adam struct {
	w, g, mean, square []float32
	steps              int
}

func newAdam(n int) adam {
	return adam{w: make([]float32, n), g: make([]float32, n), mean: make([]float32, n), square: make([]float32, n)}
}

func (a *adam) step(rate, decay float32) {
	a.steps++
	m := 1 / float32(1-math.Pow(0.9, float64(a.steps)))
	s := 1 / float32(1-math.Pow(0.999, float64(a.steps)))
	for i, g := range a.g {
		if g == 0 && a.square[i] == 0 {
			continue
		}
		a.mean[i] += 0.1 * (g - a.mean[i])
		a.square[i] += 0.001 * (g*g - a.square[i])
		a.w[i] -= rate * (m*a.mean[i]/(float32(math.Sqrt(float64(s*a.square[i])))+1e-6) + decay*a.w[i])
	}
	clear(a.g)
}

// Number of examples in a batch, ratio of the final to the initial learning rate, and weight decay.
const (
	batch     = 512
	finalRate = 0.02
	decay     = 0.002
)

// descend makes the given number of passes over n examples, each in a different random order and
// without the examples held out. The function learn adds the gradient of example i in a batch of
// the given size, and step makes a step for the batch.
func descend(n, passes int, rate float64, rnd *rand.Rand, held func(i int) bool, learn func(i int, of float32), step func(rate float32)) {
	order := slices.DeleteFunc(rnd.Perm(n), held)
	all, done := passes*(len(order)/batch+1), 0
	for range passes {
		rnd.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for some := range slices.Chunk(order, batch) {
			for _, i := range some {
				learn(i, float32(len(some)))
			}
			step(float32(rate * math.Pow(finalRate, float64(done)/float64(all))))
			done++
		}
	}
}

// Learner fits the weights of a position evaluation to samples, with Adam.
type Learner struct {
	cells  [2]*blend
	whole  adam
	weight adam
	rnd    *rand.Rand
}

// NewLearner returns a learner with initial values for the first lane: those of parts, for the side
// to move and for the opponent, and those of features of the whole position.
func NewLearner(p *Parts, whole int, first [2]func(part int) float64, firstWhole func(k int) float64, seed uint64) *Learner {
	l := &Learner{whole: newAdam(whole * Lanes), weight: newAdam(Lanes), rnd: rand.New(rand.NewPCG(seed, 41))}
	for k := range whole {
		l.whole.w[k*Lanes] = float32(firstWhole(k))
	}
	for i := range l.cells {
		l.cells[i] = newBlend(p, Lanes, decay)
		for n := range p.Most {
			w := l.cells[i].part.w[n*Lanes:][:Lanes]
			w[0] = float32(first[i](n))
			for k := 1; k < Lanes; k++ {
				w[k] = w[0]*0.3*float32(l.rnd.NormFloat64()) + 0.02*float32(l.rnd.NormFloat64())
			}
		}
		l.cells[i].add()
	}
	return l
}

// value returns the evaluation of x and its sums.
func (l *Learner) value(x *Sample) (v float32, h Lane) {
	for i, c := range l.cells {
		for _, a := range x.Cells[i] {
			n := float32(a.Cells)
			w := (*Lane)(c.sum[int(a.Number)*Lanes:])
			for k := range h {
				h[k] += n * w[k]
			}
		}
	}
	for _, n := range x.Whole {
		w := (*Lane)(l.whole.w[int(n)*Lanes:])
		for k := range h {
			h[k] += w[k]
		}
	}
	v = h[0]
	for k := 1; k < Lanes; k++ {
		if h[k] > 0 {
			v += h[k] * l.weight.w[k]
		}
	}
	return v, h
}

// Loss returns the mean cross entropy over the samples held out.
func (l *Learner) Loss(samples []Sample) float64 {
	sum, n := 0.0, 0
	for i := range samples {
		if x := &samples[i]; x.Held {
			v, _ := l.value(x)
			sum += Cross(float64(x.Target), float64(v))
			n++
		}
	}
	return sum / float64(max(n, 1))
}

// Cross returns the cross entropy between an expected result and an estimate of the log-odds.
func Cross(share, odds float64) float64 {
	return math.Log1p(math.Exp(-math.Abs(odds))) + max(odds, 0) - share*odds
}

// Fit makes the given number of passes over the samples.
func (l *Learner) Fit(samples []Sample, passes int, rate float64) {
	descend(len(samples), passes, rate, l.rnd, func(i int) bool { return samples[i].Held },
		func(i int, of float32) { l.learn(&samples[i], 1/of) },
		func(r float32) {
			for _, c := range l.cells {
				c.step(r)
			}
			l.whole.step(r, decay)
			l.weight.step(r, decay)
		})
}

// learn adds the gradient of a sample.
func (l *Learner) learn(x *Sample, part float32) {
	v, h := l.value(x)
	g := part * (1/(1+float32(math.Exp(-float64(v)))) - x.Target)
	var d Lane
	d[0] = g
	for k := 1; k < Lanes; k++ {
		if h[k] > 0 {
			l.weight.g[k] += g * h[k]
			d[k] = g * l.weight.w[k]
		}
	}
	for i, c := range l.cells {
		for _, a := range x.Cells[i] {
			n := float32(a.Cells)
			w := (*Lane)(c.grad[int(a.Number)*Lanes:])
			for k := range d {
				w[k] += n * d[k]
			}
		}
	}
	for _, n := range x.Whole {
		w := (*Lane)(l.whole.g[int(n)*Lanes:])
		for k := range d {
			w[k] += d[k]
		}
	}
}

// Net returns the learned evaluation.
func (l *Learner) Net() *Net {
	n := &Net{Weight: Lane(l.weight.w)}
	lanesOf := func(w []float32) (all []Lane) {
		for ; len(w) > 0; w = w[Lanes:] {
			all = append(all, Lane(w))
		}
		return all
	}
	for i, c := range l.cells {
		n.Cells[i] = lanesOf(c.sum)
	}
	n.Whole = lanesOf(l.whole.w)
	return n
}

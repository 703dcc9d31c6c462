// Package fit fits an evaluation of sums over cells to what became of positions, and the order of moves to those that were chosen.
package fit

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Lanes is how many sums the evaluation has. The first counts as it is; of each other what is above 0, by a weight.
const Lanes = 4

// Lane is a number for each sum.
type Lane [Lanes]float32

// Amount says that so many cells have a number.
type Amount struct {
	Number uint16
	Cells  uint8
}

// Sample is a position: the numbers of its cells for the side to move and for the other, what holds for it as a whole, and the share of the
// win of the side to move.
type Sample struct {
	Cells  [2][]Amount
	Whole  []uint16
	Target float32
	Held   bool // it is not learnt from, but measured with
}

// Choice is a position in which one of several moves was taken, by the numbers of their cells.
type Choice struct {
	Moves [][2]uint16
	Taken int
	Held  bool
}

// Parts says of what a number is made: what they have in common numbers with the same parts share, so that rare ones are known too.
type Parts struct {
	Of   [][]uint16 // by number
	Most int        // parts are below
}

// Net is the evaluation, in natural logarithms of the odds to win.
type Net struct {
	Cells  [2][]Lane // by number
	Whole  []Lane
	Weight Lane // of the lanes, after the first
}

// blend are values by number, each the sum of its own and of those of its parts.
type blend struct {
	parts     *Parts
	width     int
	sum       []float32 // by number
	grad      []float32
	own, part adam
	ownHold   float32
}

func newBlend(p *Parts, width int, hold float32) *blend {
	b := &blend{parts: p, width: width, ownHold: hold}
	b.sum, b.grad = make([]float32, len(p.Of)*width), make([]float32, len(p.Of)*width)
	b.own, b.part = newAdam(len(p.Of)*width), newAdam(p.Most*width)
	return b
}

// add finds the sums anew.
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

// step goes down the gradient of the sums.
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
	b.own.step(rate, b.ownHold)
	b.part.step(rate, 0)
	b.add()
}

// adam are weights with the means of their gradient and its square (Kingma and Ba 2015; weights decay apart from it as in Loshchilov and Hutter 2019).
type adam struct {
	w, g, mean, square []float32
	steps              int
}

func newAdam(n int) adam {
	return adam{w: make([]float32, n), g: make([]float32, n), mean: make([]float32, n), square: make([]float32, n)}
}

func (a *adam) step(rate, hold float32) {
	a.steps++
	m := 1 / float32(1-math.Pow(0.9, float64(a.steps)))
	s := 1 / float32(1-math.Pow(0.999, float64(a.steps)))
	for i, g := range a.g {
		if g == 0 && a.square[i] == 0 {
			continue
		}
		a.mean[i] += 0.1 * (g - a.mean[i])
		a.square[i] += 0.001 * (g*g - a.square[i])
		a.w[i] -= rate * (m*a.mean[i]/(float32(math.Sqrt(float64(s*a.square[i])))+1e-6) + hold*a.w[i])
	}
	clear(a.g)
}

// How values are fitted: how many examples lie between two steps, what is left of the rate of learning at the end, and how fast weights decay.
const (
	batch   = 512
	lowered = 0.02
	hold    = 0.002
)

// descend goes through n examples so many times, each time in another order and without those held out: learn adds the gradient of example i in a batch
// of so many, and step goes down the gradient of the batch.
func descend(n, passes int, rate float64, rnd *rand.Rand, held func(i int) bool, learn func(i int, of float32), step func(rate float32)) {
	order := slices.DeleteFunc(rnd.Perm(n), held)
	all, done := passes*(len(order)/batch+1), 0
	for range passes {
		rnd.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for some := range slices.Chunk(order, batch) {
			for _, i := range some {
				learn(i, float32(len(some)))
			}
			step(float32(rate * math.Pow(lowered, float64(done)/float64(all))))
			done++
		}
	}
}

// Learner fits one evaluation.
type Learner struct {
	cells  [2]*blend
	whole  adam
	weight adam
	rnd    *rand.Rand
}

// NewLearner returns a learner that begins with values for the first lane: of parts for the side to move and for the other, and of the whole.
func NewLearner(p *Parts, whole int, first [2]func(part int) float64, firstWhole func(k int) float64, seed uint64) *Learner {
	l := &Learner{whole: newAdam(whole * Lanes), weight: newAdam(Lanes), rnd: rand.New(rand.NewPCG(seed, 41))}
	for k := range whole {
		l.whole.w[k*Lanes] = float32(firstWhole(k))
	}
	for i := range l.cells {
		l.cells[i] = newBlend(p, Lanes, hold)
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

// Loss returns the mean cross entropy over the samples that are held out.
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

// Cross returns the cross entropy of a share of the win and an estimate of the logarithm of the odds.
func Cross(share, odds float64) float64 {
	return math.Log1p(math.Exp(-math.Abs(odds))) + max(odds, 0) - share*odds
}

// Fit learns from the samples, all of them so many times, and returns the net.
func (l *Learner) Fit(samples []Sample, passes int, rate float64) {
	descend(len(samples), passes, rate, l.rnd, func(i int) bool { return samples[i].Held },
		func(i int, of float32) { l.learn(&samples[i], 1/of) },
		func(r float32) {
			for _, c := range l.cells {
				c.step(r)
			}
			l.whole.step(r, hold)
			l.weight.step(r, hold)
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

// Net returns what was learnt.
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

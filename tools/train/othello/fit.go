package othello

import (
	"math"
	"sync"

	"boardstudio/ai/othello/pattern"
)

// steps is the number of iterations of the fit. A small number prevents overfitting of rare
// patterns.
const steps = 24

// quarters is the number of partial sums. It does not depend on the machine, because floating-point
// sums depend on their order.
const quarters = 4

// fit returns the weights of a phase with the least squared errors on the samples, starting from
// start. It uses conjugate gradients on the normal equations, with each weight scaled by its number
// of occurrences (Hestenes and Stiefel, 1952). ridge is the weight of the start value, in
// occurrences.
func fit(samples []*sample, start []float32, ridge float32) []float32 {
	n := pattern.Size()
	w := make([]float32, n)
	copy(w, start)
	if len(samples) == 0 {
		return w
	}
	const each = 47 // weights of a position: the groups, and one for the number of empty cells
	rows := make([]uint32, each*len(samples))
	seen, r, z, d, q := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
	// sum adds up the results of do on the samples of each part.
	var sums [quarters][2][]float32
	for i := range sums {
		sums[i] = [2][]float32{make([]float32, n), make([]float32, n)}
	}
	sum := func(do func(i int, row []uint32, a, b []float32), a, b []float32) {
		var wait sync.WaitGroup
		for part := range sums {
			wait.Go(func() {
				clear(sums[part][0])
				clear(sums[part][1])
				for i := part * len(samples) / quarters; i < (part+1)*len(samples)/quarters; i++ {
					do(i, rows[i*each:(i+1)*each:(i+1)*each], sums[part][0], sums[part][1])
				}
			})
		}
		wait.Wait()
		for part := range sums {
			for k := range a {
				a[k] += sums[part][0][k]
			}
			for k := range b {
				b[k] += sums[part][1][k]
			}
		}
	}
	// The residual of the normal equations, and the number of occurrences of each weight.
	sum(func(i int, row []uint32, r, seen []float32) {
		pattern.Numbers(row[:0], samples[i].board)
		e := samples[i].score
		for _, k := range row {
			e -= w[k]
		}
		for _, k := range row {
			r[k] += e
			seen[k]++
		}
	}, r, seen)
	var rz float64
	for k := range r {
		z[k] = r[k] / (seen[k] + ridge)
		d[k] = z[k]
		rz += float64(r[k]) * float64(z[k])
	}
	for range steps {
		for k := range q {
			q[k] = ridge * d[k]
		}
		sum(func(_ int, row []uint32, q, _ []float32) {
			var sum float32
			for _, k := range row {
				sum += d[k]
			}
			for _, k := range row {
				q[k] += sum
			}
		}, q, nil)
		var dq float64
		for k := range q {
			dq += float64(d[k]) * float64(q[k])
		}
		if dq <= 0 {
			break
		}
		a := float32(rz / dq)
		next := 0.0
		for k := range w {
			w[k] += a * d[k]
			r[k] -= a * q[k]
			z[k] = r[k] / (seen[k] + ridge)
			next += float64(r[k]) * float64(z[k])
		}
		b := float32(next / rz)
		rz = next
		for k := range d {
			d[k] = z[k] + b*d[k]
		}
	}
	return w
}

// round converts weights to the unit of the evaluation.
func round(w []float32) []int16 {
	by := make([]int16, len(w))
	for i, v := range w {
		by[i] = int16(max(-32000, min(32000, math.Round(float64(v)*pattern.Unit))))
	}
	return by
}

// near reports whether a sample can be used to fit a phase. Samples close to the phase, in adjacent
// phases, are included.
func near(s *sample, phase int) bool {
	const margin = 2 // discs
	discs := 64 - s.empty()
	first := 4 + 3*phase
	return discs >= first-margin && discs < first+3+margin || phase == pattern.Phases-1 && discs >= first
}

// floats converts rounded weights back to discs.
func floats(by []int16) []float32 {
	w := make([]float32, len(by))
	for i, v := range by {
		w[i] = float32(v) / pattern.Unit
	}
	return w
}

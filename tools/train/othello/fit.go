package othello

import (
	"math"
	"math/bits"

	"boardstudio/ai/othello/pattern"
)

// ridge is what it costs to move a weight: as if it were seen so often in a position that says it should stay.
const ridge = 6

// fit returns the weights of a phase, not far from those to start with, that estimate the scores of samples with the smallest squares of errors: by conjugate gradients on the normal
// equations, each weight scaled by how often it is seen (Hestenes and Stiefel, 1952). Steps bounds it, which also keeps rare contents from being believed too much.
func fit(samples []sample, start []float32, steps int) []float32 {
	n := pattern.Size()
	w := make([]float32, n)
	copy(w, start)
	if len(samples) == 0 {
		return w
	}
	const each = 47 // weights of a position: those of the groups and the one of all
	rows := make([]uint32, 0, each*len(samples))
	rest := make([]float32, len(samples)) // what is not explained yet
	seen := make([]float32, n)
	for i, s := range samples {
		rows = append(pattern.Numbers(rows, s.board), uint32(n-1))
		rest[i] = float32(s.score)
		for _, k := range rows[i*each:] {
			rest[i] -= w[k]
			seen[k]++
		}
	}
	// The residual of the normal equations.
	r, z, d, step := make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, len(samples))
	for i := range samples {
		for _, k := range rows[i*each : (i+1)*each] {
			r[k] += rest[i]
		}
	}
	var rz float64
	for k := range r {
		z[k] = r[k] / (seen[k] + ridge)
		d[k] = z[k]
		rz += float64(r[k]) * float64(z[k])
	}
	q := make([]float32, n)
	for range steps {
		for k := range q {
			q[k] = ridge * d[k]
		}
		for i := range samples {
			row := rows[i*each : (i+1)*each]
			var sum float32
			for _, k := range row {
				sum += d[k]
			}
			step[i] = sum
			for _, k := range row {
				q[k] += sum
			}
		}
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

// round returns weights in the unit of the evaluation.
func round(w []float32) []int16 {
	by := make([]int16, len(w))
	for i, v := range w {
		by[i] = int16(max(-32000, min(32000, math.Round(float64(v)*pattern.Unit))))
	}
	return by
}

// near reports whether a sample helps to learn a phase: those of the phases beside it, close to it, do as well.
func near(s sample, phase, margin int) bool {
	discs := bits.OnesCount64(s.board.Own | s.board.Other)
	first := 4 + 3*phase
	return discs >= first-margin && discs < first+3+margin || phase == pattern.Phases-1 && discs >= first
}

// floats returns rounded weights as fit takes them.
func floats(by []int16) []float32 {
	w := make([]float32, len(by))
	for i, v := range by {
		w[i] = float32(v) / pattern.Unit
	}
	return w
}

// smooth mixes the weights of each phase with those of the two phases before and after it, but for the last ones, in which positions are labelled exactly. What is
// seen seldom is learnt from more games so: at 100,000 positions a move it raised the points against alphabeta from 8 of 20 to 13.5.
func smooth(phases [][]int16) (mixed [][]int16) {
	const exact = 17 // the first phase that stays as it is
	for phase, by := range phases {
		if phase == 0 || phase >= exact {
			mixed = append(mixed, by)
			continue
		}
		all := make([]int16, len(by))
		for i := range all {
			sum, share := 0, 0
			for d := -2; d <= 2; d++ {
				if at := phase + d; at > 0 && at < len(phases) {
					n := 3 - max(d, -d)
					sum += n * int(phases[at][i])
					share += n
				}
			}
			all[i] = int16(math.Round(float64(sum) / float64(share)))
		}
		mixed = append(mixed, all)
	}
	return mixed
}

package othello

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"boardstudio/ai/othello/bitboard"
	"boardstudio/ai/othello/deep"
	"boardstudio/ai/othello/pattern"
)

// Parameters of the measurement.
const (
	comparedGames = 150
	comparedDepth = 9  // depth of the deepest search
	comparedEnd   = 14 // positions with at most this number of empty cells are also solved
)

// bin is a class of comparisons: the number of empty cells and the two depths.
type bin struct{ empty, depth, less int }

// compare measures the deviation of shallow searches from the deep searches that they replace. It
// returns a linear fit of the deviation.
func compare(seed uint64, weights *pattern.Weights, scale float64) pattern.Deviation {
	const width = 4 // numbers of empty cells that share a bin
	squares, counts := map[bin]float64{}, map[bin]float64{}
	s := deep.NewSearcher(16, weights)
	for i := range int(comparedGames * scale) {
		rng := rand.New(rand.NewPCG(seed+1<<40, uint64(i)))
		b := bitboard.Start
		for ply := 0; ; ply++ {
			moves := b.Moves()
			empty := bits.OnesCount64(b.Empty())
			if moves == 0 || empty < 6 {
				break
			}
			if ply >= 8 && rng.IntN(6) == 0 {
				s.Forget()
				values := map[int]int{}
				for d := 0; d <= min(comparedDepth, empty-1); d++ {
					values[d], _ = s.Search(b, d)
				}
				if empty <= comparedEnd {
					values[empty], _ = s.Solve(b)
				}
				for d, v := range values {
					for _, less := range []int{deep.Shallow(d), 0} {
						if u, ok := values[less]; ok && less < d && d >= 3 {
							k := bin{empty / width * width, d, less}
							squares[k] += float64((v - u) * (v - u))
							counts[k]++
						}
					}
				}
			}
			c := pick(moves, rng)
			if ply >= 8 {
				_, c = s.Search(b, 2)
			}
			b = b.Play(c)
		}
	}
	// Fit the root mean squares by least squares, weighted by the number of comparisons.
	var m [4][5]float64
	for empty := 0; empty < 64; empty += width {
		for depth := range 64 {
			for less := range 64 {
				k := bin{empty, depth, less}
				n := counts[k]
				if n == 0 {
					continue
				}
				x := [5]float64{1, float64(empty + width/2), float64(depth), float64(less), math.Sqrt(squares[k] / n)}
				for i := range m {
					for j := range x {
						m[i][j] += n * x[i] * x[j]
					}
				}
			}
		}
	}
	d := solve(m)
	fmt.Println("deviation between two depths: constant, by empty cell, ply of the deep and of the shallow search")
	fmt.Printf("%.3f\n", d)
	for _, k := range []bin{{12, 8, 4}, {20, 8, 4}, {32, 8, 4}, {44, 8, 4}, {32, 4, 2}, {32, 9, 5}, {32, 8, 0}, {12, 12, 6}, {12, 13, 7}} {
		if n := counts[k]; n > 0 {
			fmt.Printf("%d empty, depth %d for %d: %.2f measured %.0f times, %.2f fitted\n",
				k.empty, k.less, k.depth, math.Sqrt(squares[k]/n), n, d.Between(k.empty+width/2, k.depth, k.less))
		}
	}
	return d
}

// solve solves a system of four linear equations by elimination.
func solve(m [4][5]float64) (d pattern.Deviation) {
	for i := range m {
		p := i
		for j := i; j < len(m); j++ {
			if math.Abs(m[j][i]) > math.Abs(m[p][i]) {
				p = j
			}
		}
		m[i], m[p] = m[p], m[i]
		if m[i][i] == 0 {
			continue
		}
		for j := range m {
			if j == i {
				continue
			}
			f := m[j][i] / m[i][i]
			for k := range m[j] {
				m[j][k] -= f * m[i][k]
			}
		}
	}
	for i := range d {
		if m[i][i] != 0 {
			d[i] = m[i][4] / m[i][i]
		}
	}
	return d
}

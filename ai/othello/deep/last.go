package deep

import (
	"math/bits"

	"boardstudio/ai/othello/bitboard"
)

// The last cells are searched by specialized functions for each number of empty cells, with a
// window of one disc. They return a value that is on the same side of alpha as the exact value.
// They use a move order that is common in Othello programs since Gunnar Andersson's endgame.c
// (1997): cells in regions with an odd number of empty cells first.

// quarter returns the bit of the board quarter that contains a cell.
func quarter(c int) uint { return 1 << (c>>5<<1 | c>>2&1) }

// oddQuarters contains the cells of each set of quarters.
var oddQuarters = func() (by [16]uint64) {
	for set := range by {
		for c := range 64 {
			if uint(set)&quarter(c) != 0 {
				by[set] |= 1 << c
			}
		}
	}
	return by
}()

// parity returns the set of quarters with an odd number of empty cells.
func parity(empty uint64) (set uint) {
	for i, m := range [4]uint64{0x0f0f0f0f, 0xf0f0f0f0, 0x0f0f0f0f << 32, 0xf0f0f0f0 << 32} {
		set |= uint(bits.OnesCount64(empty&m)&1) << i
	}
	return set
}

// neighbours contains the cells next to each cell.
var neighbours = func() (by [64]uint64) {
	for c := range by {
		for to := range 64 {
			if dr, dc := to/8-c/8, to%8-c%8; to != c && dr*dr <= 1 && dc*dc <= 1 {
				by[c] |= 1 << to
			}
		}
	}
	return by
}()

// last1 returns the final score if c is the only empty cell.
func (w *worker) last1(own uint64, c int) int {
	w.nodes++
	n := bits.OnesCount64(own)
	if t := bitboard.LastTurned(own, c); t != 0 {
		return 2*(n+t+1) - maxScore
	}
	if t := bitboard.LastTurned(^own&^(1<<(c&63)), c); t != 0 {
		w.nodes++
		return 2*(n-t) - maxScore
	}
	if d := 2*n - 63; d > 0 {
		return d + 1
	} else {
		return d - 1
	}
}

// last2 solves positions with two empty cells.
func (w *worker) last2(own, other uint64, alpha, c1, c2 int) int {
	w.nodes++
	best := -maxScore - 1
	if other&neighbours[c1&63] != 0 {
		if t := bitboard.Turned(own, other, c1); t != 0 {
			if best = -w.last1(other&^t, c2); best > alpha {
				return best
			}
		}
	}
	if other&neighbours[c2&63] != 0 {
		if t := bitboard.Turned(own, other, c2); t != 0 {
			best = max(best, -w.last1(other&^t, c1))
		}
	}
	if best >= -maxScore {
		return best
	}
	// The side to move must pass.
	w.nodes++
	best = maxScore + 1
	if t := bitboard.Turned(other, own, c1); t != 0 {
		if best = w.last1(own&^t, c2); best <= alpha {
			return best
		}
	}
	if t := bitboard.Turned(other, own, c2); t != 0 {
		best = min(best, w.last1(own&^t, c1))
	}
	if best <= maxScore {
		return best
	}
	return bitboard.Board{Own: own, Other: other}.Final()
}

// last3 solves positions with three empty cells.
func (w *worker) last3(own, other uint64, alpha, c1, c2, c3 int) int {
	best := -maxScore - 1
	for sign := 1; ; sign = -1 {
		w.nodes++
		if other&neighbours[c1&63] != 0 {
			if t := bitboard.Turned(own, other, c1); t != 0 {
				if best = -w.last2(other&^t, own|t|1<<c1, -alpha-1, c2, c3); best > alpha {
					return sign * best
				}
			}
		}
		if other&neighbours[c2&63] != 0 {
			if t := bitboard.Turned(own, other, c2); t != 0 {
				if best = max(best, -w.last2(other&^t, own|t|1<<c2, -alpha-1, c1, c3)); best > alpha {
					return sign * best
				}
			}
		}
		if other&neighbours[c3&63] != 0 {
			if t := bitboard.Turned(own, other, c3); t != 0 {
				best = max(best, -w.last2(other&^t, own|t|1<<c3, -alpha-1, c1, c2))
			}
		}
		if best >= -maxScore {
			return sign * best
		}
		own, other, alpha = other, own, -alpha-1
		if sign < 0 {
			return bitboard.Board{Own: own, Other: other}.Final()
		}
	}
}

// last4 solves positions with four empty cells, which are tried in the given order.
func (w *worker) last4(own, other uint64, alpha, c1, c2, c3, c4 int) int {
	best := -maxScore - 1
	for sign := 1; ; sign = -1 {
		w.nodes++
		if other&neighbours[c1&63] != 0 {
			if t := bitboard.Turned(own, other, c1); t != 0 {
				if best = -w.last3(other&^t, own|t|1<<c1, -alpha-1, c2, c3, c4); best > alpha {
					return sign * best
				}
			}
		}
		if other&neighbours[c2&63] != 0 {
			if t := bitboard.Turned(own, other, c2); t != 0 {
				if best = max(best, -w.last3(other&^t, own|t|1<<c2, -alpha-1, c1, c3, c4)); best > alpha {
					return sign * best
				}
			}
		}
		if other&neighbours[c3&63] != 0 {
			if t := bitboard.Turned(own, other, c3); t != 0 {
				if best = max(best, -w.last3(other&^t, own|t|1<<c3, -alpha-1, c1, c2, c4)); best > alpha {
					return sign * best
				}
			}
		}
		if other&neighbours[c4&63] != 0 {
			if t := bitboard.Turned(own, other, c4); t != 0 {
				best = max(best, -w.last3(other&^t, own|t|1<<c4, -alpha-1, c1, c2, c3))
			}
		}
		if best >= -maxScore {
			return sign * best
		}
		own, other, alpha = other, own, -alpha-1
		if sign < 0 {
			return bitboard.Board{Own: own, Other: other}.Final()
		}
	}
}

// solveFour sorts four empty cells, with cells in odd quarters first, and solves the position.
func (w *worker) solveFour(b bitboard.Board, alpha int, set uint) int {
	empty := b.Empty()
	var c [4]int
	i := 0
	for m := empty & oddQuarters[set&15]; m != 0; m &= m - 1 {
		c[i&3] = bits.TrailingZeros64(m)
		i++
	}
	if i < 4 {
		for m := empty &^ oddQuarters[set&15]; m != 0; m &= m - 1 {
			c[i&3] = bits.TrailingZeros64(m)
			i++
		}
	}
	return w.last4(b.Own, b.Other, alpha, c[0], c[1], c[2], c[3])
}

// solveFew solves positions with five to maxSmall empty cells. It sorts moves only by parity.
func (w *worker) solveFew(b bitboard.Board, alpha, n int, set uint) int {
	w.nodes++
	moves := b.Moves()
	if moves == 0 {
		p := b.Pass()
		if p.Moves() == 0 {
			return b.Final()
		}
		return -w.solveFew(p, -alpha-1, n, set)
	}
	if n >= minFewStable {
		if v := maxScore - 2*bits.OnesCount64(bitboard.Stable(b.Other, b.Own)); alpha >= 64-4*n && v <= alpha {
			return v
		}
	}
	best := -maxScore - 1
	first := moves & oddQuarters[set&15]
	for _, part := range [2]uint64{first, moves &^ first} {
		for m := part; m != 0; m &= m - 1 {
			c := bits.TrailingZeros64(m)
			next := b.After(c, b.Turned(c))
			var v int
			if n == 5 {
				v = -w.solveFour(next, -alpha-1, set^quarter(c))
			} else {
				v = -w.solveFew(next, -alpha-1, n-1, set^quarter(c))
			}
			if v > best {
				if best = v; v > alpha {
					return v
				}
			}
		}
	}
	return best
}

// solveSmall solves positions with at most maxSmall empty cells.
func (w *worker) solveSmall(b bitboard.Board, alpha, n int, set uint) int {
	if n > 4 {
		return w.solveFew(b, alpha, n, set)
	}
	if n == 4 {
		return w.solveFour(b, alpha, set)
	}
	var c [3]int
	for i, m := 0, b.Empty(); m != 0; i, m = i+1, m&(m-1) {
		c[i] = bits.TrailingZeros64(m)
	}
	switch n {
	case 3:
		return w.last3(b.Own, b.Other, alpha, c[0], c[1], c[2])
	case 2:
		return w.last2(b.Own, b.Other, alpha, c[0], c[1])
	case 1:
		return w.last1(b.Own, c[0])
	}
	w.nodes++
	return b.Final()
}

package deep

import (
	"math/bits"

	"boardstudio/ai/othello/bitboard"
)

// Parameters of the endgame search, as numbers of empty cells.
const (
	maxSmall     = 7 // up to here without table, and with moves sorted only by parity
	minFewStable = 6 // from here on, stable discs limit the score
	minETC       = 9 // from here on, the table is queried for the positions after each move
)

// move is a possible move. Moves with higher keys are tried first.
type move struct {
	board bitboard.Board // after the move
	key   int32
	cell  uint8
}

// stableFrom returns the minimum alpha at which counting stable discs of the opponent is worthwhile
// with n empty cells. With a lower alpha the opponent would rarely have enough of them.
func stableFrom(n int) int {
	if n < 10 {
		return 2*n - 8
	}
	return 2*n - 6
}

// end searches a position with n empty cells for a value above alpha, without any pruning of
// doubtful moves. Moves that leave few replies come first (fastest first), then moves in odd
// quarters. The returned value is on the same side of alpha as the exact value.
func (w *worker) end(b bitboard.Board, alpha, n int, set uint) int {
	if n <= maxSmall {
		return w.solveSmall(b, alpha, n, set)
	}
	w.nodes++
	if w.poll() {
		return alpha
	}
	if alpha >= stableFrom(n) {
		if v := maxScore - 2*bits.OnesCount64(bitboard.Stable(b.Other, b.Own)); v <= alpha {
			return v
		}
	}
	moves := b.Moves()
	if moves == 0 {
		p := b.Pass()
		if p.Moves() == 0 {
			return b.Final()
		}
		return -w.end(p, -alpha-1, n, set)
	}
	k, _ := w.table.find(b)
	if int(k.depth) == n && k.level == full {
		if int(k.lower) > alpha {
			return int(k.lower)
		}
		if int(k.upper) <= alpha {
			return int(k.upper)
		}
	}
	before := w.nodes
	var list [32]move
	count := 0
	for m := moves; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m)
		t := b.Turned(c)
		if t == b.Other {
			return maxScore
		}
		x := &list[count&31]
		count++
		x.board, x.cell = b.After(c, t), uint8(c)
		if n >= minETC {
			w.table.prefetch(x.board)
		}
	}
	for i := range count {
		x := &list[i&31]
		switch x.cell {
		case k.best:
			x.key = 1 << 20
		case k.next:
			x.key = 1 << 19
		default:
			x.key = fastestFirstKey(x.board, int(x.cell), set)
		}
		if n >= minETC {
			if y, ok := w.table.find(x.board); ok && int(y.depth) == n-1 && y.level == full {
				if v := -int(y.upper); v > alpha {
					return v
				}
				if v := -int(y.lower); v <= alpha && x.cell != k.best {
					x.key -= 1 << 10 // the move is known to fail
				}
			}
		}
	}
	best, by := -maxScore-1, bitboard.None
	for i := range count {
		top := i
		for j := i + 1; j < count; j++ {
			if list[j&31].key > list[top&31].key {
				top = j
			}
		}
		x := list[top&31]
		list[top&31] = list[i&31]
		v := -w.end(x.board, -alpha-1, n-1, set^quarter(int(x.cell)))
		if v > best {
			best, by = v, int(x.cell)
			if v > alpha {
				break
			}
		}
	}
	if w.stopped {
		return alpha
	}
	w.table.store(b, n, full, alpha, alpha+1, best, by, w.nodes-before)
	return best
}

// fastestFirstKey returns a sort key for a move. It prefers moves with few replies, where corners
// count twice, moves that make discs on edges stable, and moves in odd quarters.
func fastestFirstKey(after bitboard.Board, c int, set uint) int32 {
	replies := after.Moves()
	key := -int32(bits.OnesCount64(replies)+bits.OnesCount64(replies&bitboard.Corners)) << 5
	key += int32(bitboard.CornerStable(after.Other)) << 3
	if set&quarter(c) != 0 {
		key += 4
	}
	return key
}

package deep

import (
	"math/bits"

	"boardstudio/ai/othello/bitboard"
)

// How the end is played by the number of empty cells.
const (
	mostFew   = 7 // up to here without table and ordering but parity
	fewStable = 6 // from here discs that nobody can turn bound the score
	leastETC  = 9 // from here the table is asked about what follows each move
)

// move is a move that is to be tried, the one with the highest key first.
type move struct {
	board bitboard.Board // after it
	key   int32
	cell  uint8
}

// stableFrom[n] is the alpha from which it pays with n empty cells to count what nobody can turn: the other side must have a lot.
func stableFrom(n int) int {
	if n < 10 {
		return 2*n - 8
	}
	return 2*n - 6
}

// end finds out whether a position of n empty cells is worth more than alpha for the side to move, with nothing left out: the moves that leave
// the fewest replies come first (fastest first), then those in odd quarters. The value is on the same side of alpha as the true one.
func (w *worker) end(b bitboard.Board, alpha, n int, set uint) int {
	if n <= mostFew {
		return w.small(b, alpha, n, set)
	}
	w.nodes++
	if w.poll() {
		return alpha
	}
	if alpha >= stableFrom(n) {
		if v := worst - 2*bits.OnesCount64(bitboard.Stable(b.Other, b.Own)); v <= alpha {
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
			return worst
		}
		x := &list[count&31]
		count++
		x.board, x.cell = b.After(c, t), uint8(c)
		if n >= leastETC {
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
			x.key = hurry(x.board, int(x.cell), set)
		}
		if n >= leastETC {
			if y, ok := w.table.find(x.board); ok && int(y.depth) == n-1 && y.level == full {
				if v := -int(y.upper); v > alpha {
					return v
				}
				if v := -int(y.lower); v <= alpha && x.cell != k.best {
					x.key -= 1 << 10 // it is no good
				}
			}
		}
	}
	best, by := -worst-1, bitboard.None
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
	w.table.keep(b, n, full, alpha, alpha+1, best, by, w.nodes-before)
	return best
}

// hurry rates a move by what follows: few replies, of which corners count twice, a disc that stays, an odd quarter.
func hurry(after bitboard.Board, c int, set uint) int32 {
	replies := after.Moves()
	key := -int32(bits.OnesCount64(replies)+bits.OnesCount64(replies&bitboard.Corners)) << 5
	key += int32(bitboard.CornerStable(after.Other)) << 3
	if set&quarter(c) != 0 {
		key += 4
	}
	return key
}

package deep

import (
	"math/bits"

	"boardstudio/ai/othello/bitboard"
	"boardstudio/ai/othello/pattern"
)

// Searcher evaluates positions for tools/train, which learns the weights and measures the
// deviations between shallow and deep searches.
type Searcher struct{ w *worker }

// NewSearcher returns a searcher with a table of the given size in megabytes. Without weights it
// can only solve positions.
func NewSearcher(mb int, weights *pattern.Weights) *Searcher {
	return &Searcher{&worker{table: newTable(mb), weights: weights, level: full}}
}

// Forget empties the table, so that later results do not depend on earlier searches.
func (s *Searcher) Forget() { s.w.table.empty(nil) }

// Nodes returns the number of visited positions.
func (s *Searcher) Nodes() uint64 { return s.w.nodes }

// Value returns the evaluation of a position in 1/pattern.Unit discs.
func (s *Searcher) Value(b bitboard.Board) int {
	var x node
	x.set(b, pattern.Black)
	return s.w.value(&x)
}

// Search returns the value of a position in discs, from a search to the given depth, and the best
// move. The move is bitboard.None if the side to move has no move.
func (s *Searcher) Search(b bitboard.Board, depth int) (value, best int) {
	var x, y node
	x.set(b, pattern.Black)
	if depth <= 0 {
		return discs(s.w.value(&x)), bitboard.None
	}
	moves := b.Moves()
	if moves == 0 {
		if b.Pass().Moves() == 0 {
			return b.Final(), bitboard.None
		}
		value, _ = s.Search(b.Pass(), depth)
		return -value, bitboard.None
	}
	type choice struct{ cell, key int }
	var list []choice
	for m := moves; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m)
		y.play(&x, c, b.Turned(c))
		list = append(list, choice{c, s.w.value(&y) + 64*bits.OnesCount64(y.board.Moves())})
	}
	value, best = -maxScore-1, bitboard.None
	for len(list) > 0 {
		top := 0
		for i := range list {
			if list[i].key < list[top].key {
				top = i
			}
		}
		c := list[top].cell
		list[top] = list[len(list)-1]
		list = list[:len(list)-1]
		y.play(&x, c, b.Turned(c))
		v := 0
		if best == bitboard.None {
			v = -s.w.window(&y, 0, depth-1, -maxScore, maxScore)
		} else if v = -s.w.window(&y, 0, depth-1, -value-1, -value); v > value {
			v = -s.w.window(&y, 0, depth-1, -maxScore, -value)
		}
		if v > value {
			value, best = v, c
		}
	}
	return value, best
}

// Solve returns the final score of a position and the best move.
func (s *Searcher) Solve(b bitboard.Board) (score, best int) {
	n := bits.OnesCount64(b.Empty())
	if s.w.weights != nil && n > plainEnd {
		for d := 2; d < n-4; d += 2 {
			s.Search(b, d)
		}
		return s.Search(b, n)
	}
	moves := b.Moves()
	if moves == 0 {
		if b.Pass().Moves() == 0 {
			return b.Final(), bitboard.None
		}
		score, _ = s.Solve(b.Pass())
		return -score, bitboard.None
	}
	score, best = -maxScore, bits.TrailingZeros64(moves)
	var x node
	for done := uint64(0); done != moves; {
		// Moves that leave few replies are searched first.
		c, key := 0, int32(-1<<30)
		for m := moves &^ done; m != 0; m &= m - 1 {
			at := bits.TrailingZeros64(m)
			if k := fastestFirstKey(b.Play(at), at, 0); k > key {
				c, key = at, k
			}
		}
		x.board = b.Play(c)
		x.empty = n - 1
		set := parity(x.board.Empty())
		if done == 0 || -s.w.end(x.board, -score-1, n-1, set) > score {
			if v := -s.w.narrow(&x, -maxScore, -score); v > score || done == 0 {
				score, best = v, c
			}
		}
		done |= 1 << c
	}
	return score, best
}

package deep

import (
	"math/bits"

	"boardstudio/ai/othello/bitboard"
	"boardstudio/ai/othello/pattern"
)

// node is a position in the search.
type node struct {
	board    bitboard.Board
	contents pattern.Contents
	side     int
	empty    int
	estimate int // the value, if known is true
	known    bool
}

func (x *node) set(b bitboard.Board, side int) {
	x.board, x.side, x.empty = b, side, bits.OnesCount64(b.Empty())
	x.contents = pattern.Of(b, side)
}

// play sets x to the position after a move in from.
func (x *node) play(from *node, c int, turned uint64) {
	x.board = from.board.After(c, turned)
	x.contents.Play(&from.contents, from.side, c, turned)
	x.side, x.empty, x.known = 1-from.side, from.empty-1, false
}

// pass sets x to the position after a pass in from.
func (x *node) pass(from *node) {
	x.board, x.contents, x.side, x.empty = from.board.Pass(), from.contents, 1-from.side, from.empty
	x.known = false
}

// value returns the evaluation of the position in 1/pattern.Unit discs.
func (w *worker) value(x *node) int {
	if !x.known {
		x.estimate, x.known = w.weights.Value(&x.contents, x.side, x.empty), true
	}
	return x.estimate
}

// maxEstimate is the maximum of estimates in discs. Higher values are reserved for exact results.
const maxEstimate = 62

// discs rounds an estimate to discs.
func discs(v int) int {
	return min(max((v+pattern.Unit/2+maxEstimate*pattern.Unit)/pattern.Unit-maxEstimate, -maxEstimate), maxEstimate)
}

// option is a move in the midgame search, with the position after it.
type option struct {
	node     node
	key      int32
	cell     int
	deferred bool // postponed because another thread is searching it
}

// Maximum number of moves in a position, and of plies in a line.
const (
	maxMoves = 33
	maxPlies = 128 // 60 moves and 60 passes
)

// frame contains the data of the search for one ply.
type frame struct {
	options [maxMoves]option
	passed  node
}

// leaf is a search of one ply. It returns the best evaluation after a move.
func (w *worker) leaf(x *node, alpha, beta int) int {
	w.nodes++
	moves := x.board.Moves()
	if moves == 0 {
		var y node
		y.pass(x)
		if y.board.Moves() == 0 {
			return x.board.Final()
		}
		w.nodes++
		return -w.leaf(&y, -beta, -alpha)
	}
	best := -maxScore - 1
	var y node
	for m := moves; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m)
		t := x.board.Turned(c)
		if t == x.board.Other {
			return maxScore
		}
		y.play(x, c, t)
		w.nodes++
		var v int
		if y.empty == 0 {
			v = -y.board.Final()
		} else {
			v = -discs(w.value(&y))
		}
		if v > best {
			if best = v; v >= beta {
				break
			}
		}
	}
	return best
}

// window searches a position to the given depth. The value is exact within the window, and
// otherwise a bound. Depth counts only moves, not passes. A depth that reaches the number of empty
// cells solves the position with the current level of selectivity.
func (w *worker) window(x *node, ply, depth, alpha, beta int) int {
	if depth >= x.empty {
		depth = x.empty
		if beta-alpha == 1 && x.empty <= plain(w.level) {
			return w.end(x.board, alpha, x.empty, parity(x.board.Empty()))
		}
		if x.empty <= maxSmall {
			return w.narrow(x, alpha, beta)
		}
	}
	if depth <= 0 {
		w.nodes++
		return discs(w.value(x))
	}
	if depth <= maxNearDepth && x.known && beta-alpha == 1 && w.level < full {
		m := int(nearFactor * deviations[w.level] * w.weights.Deviation.Between(x.empty, depth, 0) * pattern.Unit)
		if x.estimate >= beta*pattern.Unit+m {
			return beta
		}
		if x.estimate <= alpha*pattern.Unit-m {
			return alpha
		}
	}
	if depth == 1 {
		return w.leaf(x, alpha, beta)
	}
	w.nodes++
	if w.poll() {
		return alpha
	}
	solving := depth == x.empty
	if alpha >= stableFrom(x.empty) {
		if v := maxScore - 2*bits.OnesCount64(bitboard.Stable(x.board.Other, x.board.Own)); v <= alpha {
			return v
		}
	}
	f := &w.frames[ply]
	moves := x.board.Moves()
	if moves == 0 {
		y := &f.passed
		y.pass(x)
		if y.board.Moves() == 0 {
			return x.board.Final()
		}
		return -w.window(y, ply+1, depth, -beta, -alpha)
	}
	level := w.level
	k, found := w.table.find(x.board)
	if found && int(k.depth) >= depth && (int(k.depth) == depth || int(k.depth) == x.empty) && int(k.level) >= level {
		lower, upper := int(k.lower), int(k.upper)
		switch {
		case lower >= beta || lower == upper:
			return lower
		case upper <= alpha:
			return upper
		}
		if int(k.depth) == depth {
			alpha, beta = max(alpha, lower), min(beta, upper)
		}
	}
	narrow := beta-alpha == 1
	if narrow && level < full && depth >= minCutDepth {
		if v, ok := w.cut(x, ply, depth, alpha); ok {
			return v
		}
	}
	before := w.nodes
	count := 0
	etc := narrow && depth >= minETC
	set := parity(x.board.Empty())
	orderDepth := 0
	if depth >= orderByOnePly {
		orderDepth = 1
	}
	if depth >= orderByTwoPlies {
		orderDepth = 2
	}
	for m := moves; m != 0; m &= m - 1 {
		c := bits.TrailingZeros64(m)
		t := x.board.Turned(c)
		if t == x.board.Other {
			return maxScore
		}
		o := &f.options[count]
		count++
		o.cell, o.deferred = c, false
		o.node.play(x, c, t)
		if depth > 2 {
			w.table.prefetch(o.node.board)
		}
	}
	for i := range count {
		o := &f.options[i]
		if etc {
			if y, ok := w.table.find(o.node.board); ok && int(y.level) >= level && (int(y.depth) == depth-1 || int(y.depth) == o.node.empty && int(y.depth) >= depth-1) {
				if v := -int(y.upper); v > alpha {
					return v
				}
			}
		}
		if count == 1 {
			break
		}
		switch uint8(o.cell) {
		case k.best:
			o.key = 1 << 20
		case k.next:
			o.key = 1 << 19
		default:
			o.key = w.orderingKey(&o.node, ply, orderDepth, o.cell, set, solving)
		}
	}
	best, by, low := -maxScore-1, bitboard.None, alpha
	sharing := w.table.shared && depth >= minSharedDepth
	for i := 0; i < count; i++ {
		top := i
		for j := i + 1; j < count; j++ {
			if f.options[j].key > f.options[top].key {
				top = j
			}
		}
		if top != i {
			f.options[top], f.options[i] = f.options[i], f.options[top]
		}
		o := &f.options[i]
		if sharing {
			if i > 0 && !o.deferred && w.table.claimed(o.node.board) {
				o.deferred, o.key = true, o.key-(1<<24)
				i--
				continue
			}
			w.table.claim(o.node.board, 1)
		}
		var v int
		if i == 0 || narrow {
			v = -w.window(&o.node, ply+1, depth-1, -beta, -low)
		} else {
			v = -w.window(&o.node, ply+1, depth-1, -low-1, -low)
			if v > low && v < beta && !w.stopped {
				v = -w.window(&o.node, ply+1, depth-1, -beta, -low)
			}
		}
		if sharing {
			w.table.claim(o.node.board, -1)
		}
		if w.stopped {
			return alpha
		}
		if v > best {
			best, by = v, o.cell
			if v > low {
				if low = v; v >= beta {
					break
				}
			}
		}
	}
	w.table.store(x.board, depth, level, alpha, beta, best, by, w.nodes-before)
	return best
}

// orderingKey returns a sort key for a move. It depends on an evaluation or a short search of the
// position after the move, and on the number of replies.
func (w *worker) orderingKey(y *node, ply, orderDepth, c int, set uint, solving bool) int32 {
	replies := y.board.Moves()
	var v int
	if orderDepth == 0 {
		v = -w.value(y)
	} else {
		level := w.level
		w.level = 0
		v = -w.window(y, ply+1, orderDepth, -maxScore, maxScore) * pattern.Unit
		w.level = level
	}
	key := int32(v)
	weight := int32(pattern.Unit / 2)
	if solving {
		weight = pattern.Unit * 2
	}
	key -= weight * int32(bits.OnesCount64(replies)+bits.OnesCount64(replies&bitboard.Corners))
	if solving {
		key += int32(bitboard.CornerStable(y.board.Other)) * (pattern.Unit / 2)
		if set&quarter(c) != 0 {
			key += pattern.Unit / 4
		}
	}
	return key
}

// narrow solves a position with few empty cells by repeatedly halving the window.
func (w *worker) narrow(x *node, alpha, beta int) int {
	set := parity(x.board.Empty())
	for alpha < beta {
		at := alpha + (beta-alpha)/2
		if v := w.end(x.board, at, x.empty, set); v > at {
			alpha = min(max(v, at+1), 64)
			if v >= beta {
				return v
			}
		} else {
			beta = max(min(v, at), -64)
			if v <= alpha {
				return v
			}
		}
	}
	return alpha
}

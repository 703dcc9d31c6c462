package deep

import (
	"slices"

	"boardstudio/ai/othello/bitboard"
	"boardstudio/ai/othello/pattern"
)

// choice is a move at the root with its current results.
type choice struct {
	cell   int
	turned uint64
	value  int // in discs
	before int // value in the previous iteration
	key    int // sort key for the initial order
	depth  int
	level  int
	exact  bool // value is not only a bound
	line   []int
}

// proved reports whether the value is certainly the final score.
func (c *choice) proved(empty int) bool { return c.exact && c.level == full && c.depth >= empty }

// root searches the moves of a position.
type root struct {
	w       *worker
	at      node
	choices []choice
	depth   int // depth of the last complete iteration
	notify  func(r *root)
}

// stage is an iteration with a depth and a level of selectivity.
type stage struct{ depth, level int }

// stages returns the iterations for a position with the given number of empty cells, up to the
// given depth. The first iterations increase the depth with strong selectivity. If the depth
// reaches the end of the game, the next iteration solves it selectively, to sort the moves. The
// last iteration solves it exactly.
func stages(empty, depth int) (list []stage) {
	mid := min(depth, empty)
	if depth >= empty {
		mid = empty - 10
		if empty < plainEnd {
			mid = 0
		}
	}
	for d := 1; d <= mid; d++ {
		list = append(list, stage{d, 0})
	}
	if depth >= empty {
		if empty >= plainEnd {
			list = append(list, stage{empty, 0})
		}
		list = append(list, stage{empty, full})
	}
	return list
}

// set starts with a position. cells contains the legal moves, and equal moves keep their order.
func (r *root) set(b bitboard.Board, side int, cells []int) {
	r.at.set(b, side)
	r.choices = r.choices[:0]
	var y node
	for _, c := range cells {
		x := choice{cell: c, turned: b.Turned(c), value: -maxScore - 1}
		y.play(&r.at, c, x.turned)
		x.key = -int(r.w.orderingKey(&y, 0, 0, c, parity(b.Empty()), true))
		x.before = -x.key / pattern.Unit
		r.choices = append(r.choices, x)
	}
	slices.SortStableFunc(r.choices, func(a, b choice) int { return a.key - b.key })
	r.depth = 0
}

// run runs all iterations, unless the worker is stopped. At the end, the first lines moves have
// exact values, and the other moves have bounds.
func (r *root) run(depth, lines int) {
	for _, s := range stages(r.at.empty, depth) {
		r.w.level = s.level
		for i := range r.choices {
			r.choices[i].before = r.choices[i].value
		}
		for rank := range lines {
			if r.best(rank, s); r.w.stopped {
				return
			}
		}
		r.depth = s.depth
		if r.notify != nil {
			r.notify(r)
		}
	}
}

// best finds the best of the moves from index rank on, and moves it to that index.
func (r *root) best(rank int, s stage) {
	w := r.w
	alpha, beta := -maxScore, maxScore
	if guess := r.choices[rank].before; guess >= -maxScore && s.depth > 4 {
		// The window has even bounds in exact iterations, because final scores are even.
		width := 2
		if s.depth < r.at.empty {
			width = 3
		}
		alpha, beta = max(guess-width, -maxScore), min(guess+width, maxScore)
	}
	// A selective search can find a value below the window, and then a value above the next, lower
	// window. After that, the window only grows.
	below, above := false, false
	for {
		v := r.searchWindow(rank, s, alpha, beta)
		switch {
		case w.stopped:
			return
		case v <= alpha && alpha > -maxScore:
			if below = true; !above {
				beta = alpha + 1
			}
			alpha = max(v-6, -maxScore)
		case v >= beta && beta < maxScore:
			if above = true; !below {
				alpha = beta - 1
			}
			beta = min(v+6, maxScore)
		default:
			r.choices[rank].exact = true
			r.findLine(&r.choices[rank])
			return
		}
	}
}

// searchWindow searches the moves from index rank on with a window, and moves the best one to that
// index.
func (r *root) searchWindow(rank int, s stage, alpha, beta int) int {
	w := r.w
	best, low := -maxScore-1, alpha
	for i := rank; i < len(r.choices); i++ {
		c := &r.choices[i]
		var y node
		y.play(&r.at, c.cell, c.turned)
		var v int
		if i == rank {
			v = -w.window(&y, 0, s.depth-1, -beta, -low)
		} else if v = -w.window(&y, 0, s.depth-1, -low-1, -low); v > low && v < beta && !w.stopped {
			v = -w.window(&y, 0, s.depth-1, -beta, -low)
		}
		if w.stopped {
			return best
		}
		c.value, c.depth, c.level, c.exact = v, s.depth, s.level, false
		if v > best {
			best = v
			if i > rank && v > low {
				x := *c
				copy(r.choices[rank+1:i+1], r.choices[rank:i])
				r.choices[rank] = x
			}
			if v > low {
				if low = v; v >= beta {
					break
				}
			}
		}
	}
	return best
}

// findLine finds the line of a move by following the best moves in the table.
func (r *root) findLine(c *choice) {
	c.line = append(c.line[:0], c.cell)
	var x node
	x.play(&r.at, c.cell, c.turned)
	for len(c.line) < c.depth {
		moves := x.board.Moves()
		if moves == 0 {
			if x.board.Pass().Moves() == 0 {
				return
			}
			x.board = x.board.Pass()
			c.line = append(c.line, bitboard.None)
			continue
		}
		best := bitboard.None
		if moves&(moves-1) == 0 {
			for best = 0; moves>>best&1 == 0; best++ {
			}
		} else if k, ok := r.w.table.find(x.board); ok {
			best = int(k.best)
		}
		if best == bitboard.None || moves>>(best&63)&1 == 0 {
			return
		}
		c.line = append(c.line, best)
		x.board = x.board.Play(best)
	}
}

package deep

import (
	"slices"

	"boardstudio/ai/othello/bitboard"
	"boardstudio/ai/othello/pattern"
)

// choice is a move at the root and what is known of it.
type choice struct {
	cell   int
	turned uint64
	value  int // in discs
	before int // its value of the iteration before
	key    int // by which equals are tried
	depth  int
	level  int
	exact  bool // value is no mere bound
	line   []int
}

// proved reports whether the value is the final score for certain.
func (c *choice) proved(empty int) bool { return c.exact && c.level == full && c.depth >= empty }

// root searches the moves of a position.
type root struct {
	w       *worker
	at      node
	choices []choice
	depth   int // of the last iteration that ended
	told    func(r *root)
}

// stage is an iteration: to a depth, at a level.
type stage struct{ depth, level int }

// stages are the iterations for a position with so many empty cells, up to a depth: deeper and deeper with a good deal left out, then the end of the
// game once so, for an order of moves, and with nothing left out.
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

// set begins with a position. order tells in which order to take equal moves.
func (r *root) set(b bitboard.Board, side int, cells []int) {
	r.at.set(b, side)
	r.choices = r.choices[:0]
	var y node
	for _, c := range cells {
		x := choice{cell: c, turned: b.Turned(c), value: -worst - 1}
		y.play(&r.at, c, x.turned)
		x.key = -int(r.w.promise(&y, 0, 0, c, parity(b.Empty()), true))
		x.before = -x.key / pattern.Unit
		r.choices = append(r.choices, x)
	}
	slices.SortStableFunc(r.choices, func(a, b choice) int { return a.key - b.key })
	r.depth = 0
}

// run iterates until the stages are done or the worker is stopped. The best lines of the moves have exact values then, the others bounds.
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
		if r.told != nil {
			r.told(r)
		}
	}
}

// best finds the best of the moves from a rank on and puts it there.
func (r *root) best(rank int, s stage) {
	w := r.w
	alpha, beta := -worst, worst
	if guess := r.choices[rank].before; guess >= -worst && s.depth > 4 {
		// An even window: with all cells counted scores are even.
		width := 2
		if s.depth < r.at.empty {
			width = 3
		}
		alpha, beta = max(guess-width, -worst), min(guess+width, worst)
	}
	// A search that leaves things out can find that the value is below the window, and then, in the one below, that it is above. From then on the window only grows.
	below, above := false, false
	for {
		v := r.within(rank, s, alpha, beta)
		switch {
		case w.stopped:
			return
		case v <= alpha && alpha > -worst:
			if below = true; !above {
				beta = alpha + 1
			}
			alpha = max(v-6, -worst)
		case v >= beta && beta < worst:
			if above = true; !below {
				alpha = beta - 1
			}
			beta = min(v+6, worst)
		default:
			r.choices[rank].exact = true
			r.follow(&r.choices[rank])
			return
		}
	}
}

// within searches the moves from a rank on with a window, and puts the best there.
func (r *root) within(rank int, s stage, alpha, beta int) int {
	w := r.w
	best, low := -worst-1, alpha
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

// follow finds the line of a move: the best moves that the table knows.
func (r *root) follow(c *choice) {
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

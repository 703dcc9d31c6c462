package line

import (
	"iter"

	"boardstudio/rules"
)

// updateResult determines whether the game is over and whether the side to move must pass. The last
// move placed a piece on c and captured the given number of pairs; c is NoCell if the position was
// set up. It modifies the cells temporarily.
//
// The result depends only on the cells, the pairs and the turn, so a position that was set up has
// the same result as one reached by play. Players are considered in the order of their last moves,
// the latest first. Enough pairs take precedence over rows. If rows can be broken, a row of the
// side to move has survived the reply and takes precedence over any other row.
func (p *position) updateResult(c rules.Cell, taken int) {
	r := p.r
	last := r.before(p.side)
	hadRow := p.pending // the side to move already had a row before the last move
	p.pending, p.passing = false, false
	if w := p.captureWinner(); w != rules.NoPlayer {
		p.finish(rules.Of(w), rules.Captures, nil)
		return
	}
	if r.opt.Breakable && p.winsByRow(p.side, c, taken, hadRow) {
		p.decide(p.side)
		return
	}
	for s := last; ; {
		if p.winsByRow(s, c, taken, false) {
			if s == last && r.opt.Breakable && p.canBreak() {
				p.pending = true
				return
			}
			p.decide(s)
			return
		}
		if s = r.before(s); s == last {
			break
		}
	}
	switch {
	case p.empties == 0:
		p.finish(0, rules.Full, nil)
	case !p.canMove(p.side, c):
		for s := r.after(p.side); s != p.side; s = r.after(s) {
			if p.canMove(s, c) {
				p.passing = true
				return
			}
		}
		p.finish(0, rules.Blocked, nil)
	}
}

// captureWinner returns the seat that has captured enough pairs, or NoPlayer.
func (p *position) captureWinner() rules.Player {
	if p.r.opt.Captures == 0 {
		return rules.NoPlayer
	}
	last := p.r.before(p.side)
	for s := last; ; {
		if p.pairs(s) >= p.r.opt.Captures {
			return s
		}
		if s = p.r.before(s); s == last {
			return rules.NoPlayer
		}
	}
}

// winsByRow reports whether s has a winning row. After a move to c only the mover can have a new
// one, with two exceptions: s already had a row (stood), or captures have shortened a row of s that
// was too long.
func (p *position) winsByRow(s rules.Player, c rules.Cell, taken int, stood bool) bool {
	exact := p.r.opt.Exact.Has(s)
	switch {
	case c == rules.NoCell || stood || taken > 0 && exact:
		return p.r.hasRow(p.cells, s)
	case p.cells[c] == stone(s):
		return p.r.row(p.cells, c, p.r.opt.K, exact)
	}
	return false
}

// decide ends the game because of the row of s.
func (p *position) decide(s rules.Player) {
	cells := p.r.rowCells(p.cells, s)
	if p.r.opt.Misere {
		p.finish(p.r.others(s), rules.Misere, cells)
		return
	}
	p.finish(rules.Of(s), rules.Row, cells)
}

// canMove reports whether s could place a piece if it were its turn. The search starts at c,
// because there is usually a legal cell nearby.
func (p *position) canMove(s rules.Player, c rules.Cell) bool {
	r := p.r
	if r.free {
		return p.empties > 0
	}
	for range p.placements(s, c) {
		return true
	}
	return false
}

// placements iterates over the cells where s may place a piece, starting at c and wrapping around.
func (p *position) placements(s rules.Player, c rules.Cell) iter.Seq[rules.Cell] {
	return func(yield func(rules.Cell) bool) {
		r := p.r
		n := rules.Cell(len(r.board.Cells))
		from, bare := max(c, 0), p.bare()
		for i := range n {
			at := (from + i) % n
			if p.cells[at] != empty || r.opt.Drop && r.bottom(p.cells, at%rules.Cell(r.opt.Cols)) != at {
				continue
			}
			if r.fault(p.cells, at, s, bare) == none && !yield(at) {
				return
			}
		}
	}
}

// canBreak reports whether the side to move has a legal reply that captures enough pairs to win or
// breaks all rows of the opponent.
func (p *position) canBreak() bool {
	r := p.r
	if r.opt.Captures == 0 {
		return false
	}
	rival := r.before(p.side)
	for c := range p.placements(p.side, 0) {
		ch := r.change(p.cells, c, p.side)
		broken := ch.pairs > 0 && (p.pairs(p.side)+ch.pairs >= r.opt.Captures || !r.hasRow(p.cells, rival))
		ch.undo(p.cells)
		if broken {
			return true
		}
	}
	return false
}

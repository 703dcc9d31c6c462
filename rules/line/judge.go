package line

import (
	"iter"

	"boardstudio/rules"
)

// judge finds out whether the game is over and what the side to move can do.
// The last move placed a piece on c and took that many pairs; c is NoCell
// when the position was set up. The cells are changed while it looks and then
// are as before.
//
// Everything follows from the cells, the pairs and the turn, so that a
// position read from text or laid out by hand is judged as one that was
// played: the one who moved last comes first, then those before. Enough pairs
// come before rows. Where rows can be broken, a row of the side to move has
// outlived the reply, and comes before any other.
func (p *position) judge(c rules.Cell, taken int) {
	r := p.r
	last := r.before(p.side)
	answered := p.pending // a row of the side to move stood before the last move
	p.pending, p.passing = false, false
	if w := p.collector(); w != rules.NoPlayer {
		p.finish(rules.Of(w), rules.Captures, nil)
		return
	}
	if r.opt.Breakable && p.lined(p.side, c, taken, answered) {
		p.decide(p.side)
		return
	}
	for s := last; ; {
		if p.lined(s, c, taken, false) {
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

// collector returns the seat that has enough pairs, NoPlayer when none has.
func (p *position) collector() rules.Player {
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

// lined reports whether a winning row of s stands. After a move to c only the
// mover has made one, unless a row of s stood before, or captures have cut a
// row of s that was too long.
func (p *position) lined(s rules.Player, c rules.Cell, taken int, stood bool) bool {
	exact := p.r.opt.Exact.Has(s)
	switch {
	case c == rules.NoCell || stood || taken > 0 && exact:
		return p.r.hasRow(p.cells, s)
	case p.cells[c] == stone(s):
		return p.r.row(p.cells, c, p.r.opt.K, exact)
	}
	return false
}

// decide ends the game for the row of s.
func (p *position) decide(s rules.Player) {
	cells := p.r.rowCells(p.cells, s)
	if p.r.opt.Misere {
		p.finish(p.r.others(s), rules.Misere, cells)
		return
	}
	p.finish(rules.Of(s), rules.Row, cells)
}

// canMove reports whether s could place a piece if it were its turn. The
// search begins at c, beside which there is most often a legal cell.
func (p *position) canMove(s rules.Player, c rules.Cell) bool {
	r := p.r
	if r.free {
		return p.empties > 0
	}
	for range p.open(s, c) {
		return true
	}
	return false
}

// open iterates over the cells where s may place a piece, from c on round the board.
func (p *position) open(s rules.Player, c rules.Cell) iter.Seq[rules.Cell] {
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

// canBreak reports whether the side to move has a legal reply that captures
// enough pairs to win, or breaks all rows of the opponent by a capture.
func (p *position) canBreak() bool {
	r := p.r
	if r.opt.Captures == 0 {
		return false
	}
	rival := r.before(p.side)
	for c := range p.open(p.side, 0) {
		ch := r.change(p.cells, c, p.side)
		broken := ch.pairs > 0 && (p.pairs(p.side)+ch.pairs >= r.opt.Captures || !r.hasRow(p.cells, rival))
		ch.undo(p.cells)
		if broken {
			return true
		}
	}
	return false
}

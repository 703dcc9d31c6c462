package line

import (
	"bytes"
	"iter"

	"boardstudio/rules"
)

// position implements rules.Position.
type position struct {
	r       *Rules
	cells   []uint8 // cells of the board, followed by the pairs of each seat if there are captures
	hash    uint64
	end     *rules.Result // nil until the game is over
	empties int16
	side    rules.Player // player to move, or whose turn it would be
	pending bool         // the opponent has a row, which this reply may break
	passing bool         // side has no legal placement, but another seat has
	lostBy  rules.Reason // reason why side lost by giving up, or ""
}

// holding is a position of a game with captures. It contains a single pointer, so converting it to
// an interface does not allocate.
type holding struct{ *position }

// Held returns the number of pairs captured by p.
func (h holding) Held(p rules.Player) int { return h.pairs(p) }

// Score returns the number of pairs captured by p.
func (h holding) Score(p rules.Player) int { return h.pairs(p) }

// public returns p as a value for callers of the package.
func (p *position) public() rules.Position {
	if p.r.opt.Captures > 0 {
		return holding{p}
	}
	return p
}

// pairs returns the number of pairs captured by s.
func (p *position) pairs(s rules.Player) int {
	if p.r.opt.Captures == 0 {
		return 0
	}
	return int(p.cells[len(p.r.board.Cells)+int(s)])
}

// hold sets the number of pairs captured by s.
func (p *position) hold(s rules.Player, n int) {
	p.hash ^= pairKey(s, p.pairs(s)) ^ pairKey(s, n)
	p.cells[len(p.r.board.Cells)+int(s)] = uint8(n)
}

// The hash of a position is the exclusive or of a key for each stone, the pairs of each seat, the
// turn, and a resignation or loss on time. The keys never change.
func stoneKey(c rules.Cell, s uint8) uint64 { return rules.Mix(1<<32 | uint64(c)<<8 | uint64(s)) }
func turnKey(p rules.Player) uint64         { return rules.Mix(2<<32 | uint64(p)) }

func lossKey(why rules.Reason) uint64 {
	if why == rules.OutOfTime {
		return rules.Mix(3<<32 | 1)
	}
	return rules.Mix(3 << 32)
}

// pairKey returns the key for n pairs of p. It is 0 if n is 0, so the pairs of a game without
// captures do not need a key.
func pairKey(p rules.Player, n int) uint64 {
	if n == 0 {
		return 0
	}
	return rules.Mix(4<<32 | uint64(n)<<8 | uint64(p))
}

// Turn returns the seat to move.
func (p *position) Turn() rules.Player {
	if p.end != nil {
		return rules.NoPlayer
	}
	return p.side
}

func (p *position) At(c rules.Cell) rules.Content {
	if s := p.cells[:len(p.r.board.Cells)][c]; s != empty {
		return rules.Piece(rules.Player(s) - 1)
	}
	return rules.Empty
}

// Result returns the result of the game.
func (p *position) Result() rules.Result {
	if p.end == nil {
		return rules.Result{}
	}
	return *p.end
}

// Hash covers the pieces, the pairs, the side to move and how the game was given up.
func (p *position) Hash() uint64 { return p.hash }

// bare reports whether the board is empty.
func (p *position) bare() bool { return int(p.empties) == len(p.r.board.Cells) }

// Moves yields the legal placements, row by row, or by column if pieces fall. It yields Pass if
// that is the only move.
func (p *position) Moves() iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) {
		r := p.r
		switch {
		case p.end != nil:
			return
		case p.passing:
			yield(rules.Pass)
			return
		}
		cells, bare := p.cells, p.bare()
		if r.shaped.Has(p.side) {
			cells = bytes.Clone(cells) // fault places stones on them
		}
		n := len(r.board.Cells)
		if r.opt.Drop {
			n = r.opt.Cols
		}
		for m := range rules.Cell(n) {
			c := r.lands(cells, m)
			if c != rules.NoCell && r.fault(cells, c, p.side, bare) == none && !yield(rules.Place(m)) {
				return
			}
		}
	}
}

// Forbidden returns the empty cells on which a stone of the side to move would be a foul.
func (p *position) Forbidden() (fouls []rules.Cell) {
	r := p.r
	bare := p.bare()
	if p.end != nil || p.passing || bare || r.opt.Drop || !r.shaped.Has(p.side) {
		return nil
	}
	cells := bytes.Clone(p.cells) // fault places stones on them
	for c := range rules.Cell(len(r.board.Cells)) {
		if cells[c] != empty {
			continue
		}
		if f := r.fault(cells, c, p.side, bare); f != none && f != isolated {
			fouls = append(fouls, c)
		}
	}
	return fouls
}

// lands returns the cell reached by the piece of a placement on m, which is the top of a column if
// pieces fall. It returns NoCell if the cell or column is full.
func (r *Rules) lands(cells []uint8, m rules.Cell) rules.Cell {
	switch {
	case r.opt.Drop:
		return r.bottom(cells, m)
	case cells[m] == empty:
		return m
	}
	return rules.NoCell
}

// Play returns the position after m. It makes two allocations if the game continues, unless the
// rules require a search for legal replies.
func (p *position) Play(m rules.Move) (rules.Position, error) {
	r := p.r
	switch {
	case p.end != nil:
		return nil, rules.Illegal(m, "the game is over")
	case m.GivesUp() != "":
		return p.giveUp(m.GivesUp()).public(), nil
	case m == rules.Pass:
		if !p.passing {
			return nil, rules.Illegal(m, "a player who has a legal move cannot pass")
		}
		q := *p
		q.cells = bytes.Clone(p.cells)
		q.setTurn(r.after(p.side))
		q.updateResult(rules.NoCell, 0)
		return q.public(), nil
	case !r.board.Has(m.To) || m != rules.Place(m.To) || r.board.Named(m.To) != m.To:
		return nil, rules.Illegal(m, "this is not a move of the game")
	}
	c := r.lands(p.cells, m.To)
	if c == rules.NoCell {
		if r.opt.Drop {
			return nil, rules.Illegal(m, "column %s is full", r.FormatMove(m))
		}
		return nil, rules.Illegal(m, "there is a piece on %s already", r.FormatMove(m))
	}
	q := &position{r: r, cells: bytes.Clone(p.cells), hash: p.hash, empties: p.empties, side: p.side, pending: p.pending}
	if f := r.fault(q.cells, c, p.side, p.bare()); f != none {
		return nil, f.illegal(m, r, c)
	}
	taken := q.put(c)
	q.setTurn(r.after(p.side))
	q.updateResult(c, taken)
	return q.public(), nil
}

// put places a piece of the side to move on the empty cell c, makes its captures, and returns the
// number of pairs captured.
func (p *position) put(c rules.Cell) int {
	ch := p.r.change(p.cells, c, p.side)
	p.hash ^= stoneKey(c, stone(p.side))
	p.empties--
	if ch.pairs == 0 {
		return 0
	}
	for i, x := range ch.cell[:ch.removed] {
		p.hash ^= stoneKey(x, stone(ch.owner[i]))
	}
	p.empties += int16(ch.removed)
	p.hold(p.side, p.pairs(p.side)+ch.pairs)
	return ch.pairs
}

// setTurn sets the side to move to s.
func (p *position) setTurn(s rules.Player) {
	p.hash ^= turnKey(p.side) ^ turnKey(s)
	p.side = s
}

// giveUp returns the position after the side to move has lost by resignation or on time.
func (p *position) giveUp(why rules.Reason) *position {
	q := *p
	q.lostBy = why
	q.hash ^= lossKey(why)
	q.finish(p.r.others(p.side), why, nil)
	return &q
}

// finish sets the result of the game, with the captured pairs of each player if the game has
// captures.
func (p *position) finish(winners rules.Players, why rules.Reason, cells []rules.Cell) {
	p.end = &rules.Result{Over: true, Winners: winners, Reason: why, Cells: cells}
	if p.r.opt.Captures > 0 {
		for s := range p.r.opt.Players {
			p.end.Final = append(p.end.Final, p.pairs(rules.Player(s)))
		}
	}
}

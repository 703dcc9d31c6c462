package line

import (
	"slices"

	"boardstudio/msg"
	"boardstudio/rules"
)

// Warn says why no play reaches p, as far as it can tell: too many pieces of
// a player, pieces that hang in the air, rows that no last move explains.
func (r *Rules) Warn(q rules.Position) error {
	if h, ok := q.(holding); ok {
		q = h.position
	}
	p, ok := q.(*position)
	if !ok {
		return nil
	}
	for _, check := range []func(*position) error{
		(*position).warnPairs, (*position).warnCounts, (*position).warnPlaces, (*position).warnRows,
	} {
		if err := check(p); err != nil {
			return err
		}
	}
	return nil
}

// warnPairs: the game ends when a player has enough pairs.
func (p *position) warnPairs() error {
	o := &p.r.opt
	if o.Captures == 0 {
		return nil
	}
	last := p.r.before(p.side)
	for i := range o.Players {
		s := rules.Player(i)
		switch n := p.pairs(s); {
		case n >= o.Captures && s != last:
			return msg.Errorf("player %c has won by captures, but did not move last", s.Letter())
		case n >= o.Captures+len(ways):
			return msg.Errorf("player %c has captured more pairs than the game lasts for", s.Letter())
		}
	}
	return nil
}

// warnCounts: the players take turns, whoever began.
func (p *position) warnCounts() error {
	r := p.r
	o := &r.opt
	var n [rules.MaxPlayers]int
	stones, lost := 0, 0 // on the board, and captured
	for _, s := range p.cells[:len(r.board.Cells)] {
		if s != empty {
			n[s-1]++
			stones++
		}
	}
	for i := range o.Players {
		lost += 2 * p.pairs(rules.Player(i))
	}
	if p.mayHavePassed(stones+lost) || o.Captures > 0 && r.tangled() {
		return nil
	}
	// The number of placements and the turn tell who began, and that tells how
	// many placements each player made.
	all := stones + lost
	began := ((int(p.side)-all)%o.Players + o.Players) % o.Players
	if o.Renju && began != int(first) {
		return msg.Errorf("player A begins, so it cannot be the turn of player %c after %d pieces", p.side.Letter(), all)
	}
	var gone [rules.MaxPlayers]int // what each player has placed and is not there
	for i := range o.Players {
		placed := all / o.Players
		if (i-began+o.Players)%o.Players < all%o.Players {
			placed++
		}
		if gone[i] = placed - n[i]; gone[i] < 0 {
			return msg.Errorf("player %c has %d pieces on the board, turns allow %d", rules.Player(i).Letter(), n[i], placed)
		}
	}
	for i := range o.Players {
		if gone[i]%2 != 0 || gone[i] > lost-2*p.pairs(rules.Player(i)) {
			return msg.Errorf("the captures do not explain that player %c has only %d pieces on the board", rules.Player(i).Letter(), n[i])
		}
	}
	return nil
}

// tangled reports whether two pairs that one piece captures can share a cell,
// so that the number of pairs does not tell how many pieces are lost.
func (r *Rules) tangled() bool {
	for c := range r.board.Cells {
		var seen cellSet
		for d := range ways {
			l := rules.Link{Cell: rules.Cell(c), Dir: uint8(d)}
			for range 2 {
				if l = r.next(l); l.Cell == rules.NoCell {
					break
				}
				if !seen.add(l.Cell) {
					return true
				}
			}
		}
	}
	return false
}

// mayHavePassed reports whether a forced pass can have upset the order of
// turns in the course of so many placements.
func (p *position) mayHavePassed(placed int) bool {
	r := p.r
	for s := range r.shaped.All() {
		if r.opt.Captures > 0 || r.opt.Adjacent {
			// Which cells were open to the player at which time is not known, but
			// nobody is shut out of a board that was never half full.
			if 2*placed >= len(r.board.Cells) {
				return true
			}
			continue
		}
		if p.surrounded(s) {
			return true
		}
	}
	return false
}

// surrounded reports whether each empty cell has three stones of s on its
// lines, near enough for a shape: otherwise it is legal, and always was.
func (p *position) surrounded(s rules.Player) bool {
	r := p.r
	for c := range r.board.Cells {
		if p.cells[c] != empty {
			continue
		}
		near := 0
		for d := range ways {
			l := r.links[c*8+d]
			for i := 0; i < middle && l.Cell != rules.NoCell; i++ {
				if p.cells[l.Cell] == stone(s) {
					near++
				}
				l = r.next(l)
			}
		}
		if near < 3 {
			return false
		}
	}
	return true
}

// warnPlaces: pieces lie on others where they fall, hang together where they
// must touch, and leave the centre only by capture.
func (p *position) warnPlaces() error {
	r := p.r
	o := &r.opt
	switch {
	case o.Captures > 0 || p.bare():
	case o.CentreFirst && p.cells[r.centre] == empty:
		return msg.Errorf("the first piece goes to the centre, but %s is empty", r.board.Cells[r.centre].Label)
	case o.Adjacent && p.groups() > 1:
		return msg.Errorf("some pieces do not touch the others")
	}
	if !o.Drop {
		return nil
	}
	for c := range len(r.board.Cells) - o.Cols {
		if p.cells[c] != empty && p.cells[c+o.Cols] == empty {
			return msg.Errorf("the piece on %s hangs in the air", r.board.Cells[c].Label)
		}
	}
	return nil
}

// groups counts the groups of pieces that touch.
func (p *position) groups() int {
	r := p.r
	var seen cellSet
	n := 0
	for c := range r.board.Cells {
		if p.cells[c] == empty || !seen.add(rules.Cell(c)) {
			continue
		}
		n++
		for todo := []rules.Cell{rules.Cell(c)}; len(todo) > 0; {
			at := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			for _, l := range r.links[int(at)*8 : int(at)*8+8] {
				if l.Cell != rules.NoCell && p.cells[l.Cell] != empty && seen.add(l.Cell) {
					todo = append(todo, l.Cell)
				}
			}
		}
	}
	return n
}

// warnRows: a game ends with the row of one player, who made it with one piece.
func (p *position) warnRows() error {
	r := p.r
	o := &r.opt
	if o.Captures > 0 && o.Exact != 0 {
		return nil // a capture can leave a row that nobody made
	}
	var owners rules.Players
	for i := range o.Players {
		if r.hasRow(p.cells, rules.Player(i)) {
			owners |= rules.Of(rules.Player(i))
		}
	}
	last := r.before(p.side)
	if owners.Len() > 1 && !o.Breakable {
		return msg.Errorf("more than one player has a row")
	}
	for s := range owners.All() {
		if s != last && !o.Breakable {
			return msg.Errorf("player %c has a row, but did not move last", s.Letter())
		}
		if !p.oneMove(s) {
			return msg.Errorf("player %c has rows that no single move makes", s.Letter())
		}
	}
	return nil
}

// oneMove reports whether all winning rows of s have a piece in common.
func (p *position) oneMove(s rules.Player) bool {
	in, rows := p.r.tally(p.cells, s)
	return slices.Max(in) == rows
}

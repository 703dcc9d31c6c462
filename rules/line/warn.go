package line

import (
	"slices"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Warn returns an error that explains why play cannot reach p, as far as it can detect: too many
// pieces of a player, unsupported pieces, or rows that the last move cannot have made.
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

// warnPairs checks the captured pairs: the game ends when a player has enough.
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
			return msg.Errorf("player %c has captured more pairs than possible in this number of moves", s.Letter())
		}
	}
	return nil
}

// warnCounts checks that the numbers of pieces are consistent with taking turns, whichever player
// began.
func (p *position) warnCounts() error {
	r := p.r
	o := &r.opt
	var n [rules.MaxPlayers]int
	stones, captured := 0, 0 // pieces on the board, and captured
	for _, s := range p.cells[:len(r.board.Cells)] {
		if s != empty {
			n[s-1]++
			stones++
		}
	}
	for i := range o.Players {
		captured += 2 * p.pairs(rules.Player(i))
	}
	if p.mayHavePassed(stones+captured) || o.Captures > 0 && r.pairsMayOverlap() {
		return nil
	}
	// The number of placements and the turn determine who began, and therefore the number of
	// placements of each player.
	all := stones + captured
	began := ((int(p.side)-all)%o.Players + o.Players) % o.Players
	if o.Renju && began != int(first) {
		return msg.Errorf("player A begins, so it cannot be the turn of player %c after %d pieces", p.side.Letter(), all)
	}
	var missing [rules.MaxPlayers]int // pieces placed by each player that are not on the board
	for i := range o.Players {
		placed := all / o.Players
		if (i-began+o.Players)%o.Players < all%o.Players {
			placed++
		}
		if missing[i] = placed - n[i]; missing[i] < 0 {
			return msg.Errorf("player %c has %d pieces on the board, but the turns allow %d", rules.Player(i).Letter(), n[i], placed)
		}
	}
	for i := range o.Players {
		if missing[i]%2 != 0 || missing[i] > captured-2*p.pairs(rules.Player(i)) {
			return msg.Errorf("captures do not explain why player %c has only %d pieces on the board", rules.Player(i).Letter(), n[i])
		}
	}
	return nil
}

// pairsMayOverlap reports whether two pairs captured by one piece can share a cell. The number of
// pairs then does not determine the number of pieces lost.
func (r *Rules) pairsMayOverlap() bool {
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

// mayHavePassed reports whether a forced pass can have changed the order of turns within the given
// number of placements.
func (p *position) mayHavePassed(placed int) bool {
	r := p.r
	for s := range r.shaped.All() {
		if r.opt.Captures > 0 || r.opt.Adjacent {
			// It is not known which cells were legal at which time. But a player always has a legal
			// cell on a board that was never half full.
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

// surrounded reports whether each empty cell has three stones of s on its lines, near enough for a
// shape. A cell without them is legal, and always was.
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

// warnPlaces checks that falling pieces are supported, that pieces touch if they must, and that the
// centre is not empty unless captures are possible.
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
			return msg.Errorf("the piece on %s floats", r.board.Cells[c].Label)
		}
	}
	return nil
}

// groups counts the connected groups of pieces.
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

// warnRows checks that only one player has rows and that a single move can have made them.
func (p *position) warnRows() error {
	r := p.r
	o := &r.opt
	if o.Captures > 0 && o.Exact != 0 {
		return nil // a capture can leave a row that no move made
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
			return msg.Errorf("player %c has rows that cannot be completed by a single move", s.Letter())
		}
	}
	return nil
}

// oneMove reports whether all winning rows of s have a piece in common.
func (p *position) oneMove(s rules.Player) bool {
	in, rows := p.r.tally(p.cells, s)
	return slices.Max(in) == rows
}

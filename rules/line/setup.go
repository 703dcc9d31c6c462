package line

import (
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// SetUp returns the position described by s. If s.Turn is NoPlayer, the game must be over. The turn
// is then derived from the number of pieces, if the game is over for that seat, or else it is any
// other such seat. SetUp returns an error if s is not a position of the game.
func (r *Rules) SetUp(s rules.Setup) (rules.Position, error) {
	if s.Turn != rules.NoPlayer {
		p, err := r.setUp(s)
		if err != nil {
			return nil, err
		}
		return p.public(), nil
	}
	next := 0
	for _, x := range s.Cells {
		if x != rules.Empty {
			next++
		}
	}
	for _, n := range s.Held {
		next += 2 * (n & maxPairs)
	}
	for i := range r.opt.Players {
		s.Turn = rules.Player((next + i) % r.opt.Players)
		p, err := r.setUp(s)
		switch {
		case err != nil:
			return nil, err
		case p.end != nil:
			return p.public(), nil
		}
	}
	return nil, msg.Errorf("no player is to move, but the game is not over")
}

// setUp is SetUp for a setup with a player to move.
func (r *Rules) setUp(s rules.Setup) (*position, error) {
	n := len(r.board.Cells)
	switch {
	case len(s.Cells) != n:
		return nil, msg.Errorf("there are %d cells instead of %d", len(s.Cells), n)
	case s.Turn < 0 || int(s.Turn) >= r.opt.Players:
		return nil, msg.Errorf("it must be the turn of one of the %d players", r.opt.Players)
	}
	p := &position{r: r, cells: make([]uint8, len(r.zero.cells)), side: s.Turn, hash: turnKey(s.Turn), empties: int16(n)}
	for c, x := range s.Cells {
		label := r.board.Cells[c].Label
		switch {
		case x == rules.Empty:
			continue
		case x.Owner < 0 || int(x.Owner) >= r.opt.Players:
			return nil, msg.Errorf("the piece on %s belongs to none of the %d players", label, r.opt.Players)
		case x != rules.Piece(x.Owner):
			return nil, msg.Errorf("there can be at most one piece on %s", label)
		}
		p.cells[c] = stone(x.Owner)
		p.hash ^= stoneKey(rules.Cell(c), p.cells[c])
		p.empties--
	}
	if s.Held != nil && len(s.Held) != r.opt.Players {
		return nil, msg.Errorf("there are captured pairs for %d players instead of %d", len(s.Held), r.opt.Players)
	}
	for i, n := range s.Held {
		switch {
		case n < 0:
			return nil, msg.Errorf("player %c has a negative number of captured pairs", rules.Player(i).Letter())
		case n > 0 && r.opt.Captures == 0:
			return nil, msg.Errorf("this game has no captures")
		case n > maxPairs:
			return nil, msg.Errorf("player %c has captured more than %d pairs", rules.Player(i).Letter(), maxPairs)
		case n > 0:
			p.hold(rules.Player(i), n)
		}
	}
	p.updateResult(rules.NoCell, 0)
	return p, nil
}

package othello

import (
	"bytes"
	"iter"
	"slices"

	"boardstudio/rules"
)

// status describes what the side to move can do.
type status uint8

const (
	moving  status = iota
	placing        // place one of the first four discs of an open start
	passing        // pass: only the other side can move
	over           // neither side can move
	resigned
	timedOut
)

// position implements rules.Position.
type position struct {
	game  *game
	cells []byte
	hash  uint64
	side  rules.Player // side to move, or whose turn it would be
	status
}

// position returns the position with the given cells, which it retains.
func (g *game) position(cells []byte, side rules.Player) *position {
	p := &position{game: g, cells: cells, side: side}
	if side == white {
		p.hash = g.turn
	}
	for c, x := range cells {
		switch x {
		case disc0:
			p.hash ^= g.keys[0][c]
		case disc1:
			p.hash ^= g.keys[1][c]
		}
	}
	p.updateStatus()
	return p
}

// updateStatus determines what the side to move can do.
func (p *position) updateStatus() {
	switch {
	case p.game.open && p.centreOpen():
		p.status = placing
	case p.canMove(p.side):
		p.status = moving
	case p.canMove(1 - p.side):
		p.status = passing
	default:
		p.status = over
	}
}

// centreOpen reports whether a centre cell is empty.
func (p *position) centreOpen() bool {
	for _, c := range p.game.centre {
		if p.cells[c] == empty {
			return true
		}
	}
	return false
}

// canMove reports whether s could move if it were its turn.
func (p *position) canMove(s rules.Player) bool {
	for c, x := range p.cells {
		if x == empty && p.turns(c, s) {
			return true
		}
	}
	return false
}

// turns reports whether a disc of s on c would flip any disc.
func (p *position) turns(c int, s rules.Player) bool {
	for _, ray := range p.game.rays[c] {
		if p.bracketed(ray, s) > 0 {
			return true
		}
	}
	return false
}

// bracketed returns the number of discs at the start of the ray that a disc of s placed before it
// would flip.
func (p *position) bracketed(ray []uint8, s rules.Player) int {
	mine, other := discs[s], discs[1-s]
	for n, c := range ray {
		switch p.cells[c] {
		case other:
		case mine:
			return n
		default:
			return 0
		}
	}
	return 0
}

// legal reports whether the side to move may place a disc on c.
func (p *position) legal(c int) bool {
	switch {
	case p.cells[c] != empty:
		return false
	case p.status == placing:
		return slices.Contains(p.game.centre[:], uint8(c))
	}
	return p.status == moving && p.turns(c, p.side)
}

// Turn returns the side to move.
func (p *position) Turn() rules.Player {
	if p.status >= over {
		return rules.NoPlayer
	}
	return p.side
}

// Moves yields the placements in row order, or the pass.
func (p *position) Moves() iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) {
		if p.status == passing {
			yield(rules.Pass)
			return
		}
		for c := range p.cells {
			if p.legal(c) && !yield(rules.Place(rules.Cell(c))) {
				return
			}
		}
	}
}

// Play returns the position after m.
func (p *position) Play(m rules.Move) (rules.Position, error) {
	g := p.game
	if p.status >= over {
		return nil, rules.Illegal(m, "the game is over")
	}
	q := *p
	switch {
	case m == rules.Resign:
		q.status = resigned
		return &q, nil
	case m == rules.Timeout:
		q.status = timedOut
		return &q, nil
	case m == rules.Pass && p.status == passing:
		q.side = 1 - p.side
		q.hash ^= g.turn
		q.status = moving
		return &q, nil
	case m == rules.Pass:
		return nil, rules.Illegal(m, "a player who has a legal move cannot pass")
	case !g.board.Has(m.To) || m != rules.Place(m.To):
		return nil, rules.Illegal(m, "this is not a move of the game")
	case p.cells[m.To] != empty:
		return nil, rules.Illegal(m, "there is a disc on %s already", g.board.Cells[m.To].Label)
	case p.status == passing:
		return nil, rules.Illegal(m, "the player has no move and must pass")
	case p.status == placing:
		if !p.legal(int(m.To)) {
			return nil, rules.Illegal(m, "the first four discs go to the centre")
		}
		q.cells = bytes.Clone(p.cells)
	default:
		q.cells = bytes.Clone(p.cells)
		if !q.turnOver(int(m.To)) {
			return nil, rules.Illegal(m, "a disc on %s would not turn over any disc", g.board.Cells[m.To].Label)
		}
	}
	q.cells[m.To] = discs[p.side]
	q.hash ^= g.keys[p.side][m.To] ^ g.turn
	q.side = 1 - p.side
	q.updateStatus()
	return &q, nil
}

// turnOver flips the discs bracketed by a disc of the side to move on c, and reports whether there
// were any.
func (p *position) turnOver(c int) bool {
	mine, turned := discs[p.side], false
	for _, ray := range p.game.rays[c] {
		for _, x := range ray[:p.bracketed(ray, p.side)] {
			p.cells[x] = mine
			p.hash ^= p.game.flip[x]
			turned = true
		}
	}
	return turned
}

func (p *position) At(c rules.Cell) rules.Content {
	switch p.cells[c] {
	case disc0:
		return rules.Piece(black)
	case disc1:
		return rules.Piece(white)
	}
	return rules.Empty
}

// Score returns the number of discs of s.
func (p *position) Score(s rules.Player) int {
	return bytes.Count(p.cells, discs[s:s+1])
}

// Result returns the result, with the disc count if the game is over. Empty cells count for the
// winner, whatever the goal, or are shared in a tie.
func (p *position) Result() rules.Result {
	switch p.status {
	case resigned:
		return rules.Result{Over: true, Winners: rules.Of(1 - p.side), Reason: rules.Resigned}
	case timedOut:
		return rules.Result{Over: true, Winners: rules.Of(1 - p.side), Reason: rules.OutOfTime}
	case over:
	default:
		return rules.Result{}
	}
	r := rules.Result{Over: true, Reason: rules.Count, Final: []int{p.Score(black), p.Score(white)}}
	left := len(p.cells) - r.Final[0] - r.Final[1]
	if r.Final[0] == r.Final[1] {
		r.Final[0] += left / 2
		r.Final[1] += left / 2
		return r
	}
	winner := black
	if (r.Final[white] > r.Final[black]) != p.game.fewest {
		winner = white
	}
	r.Winners = rules.Of(winner)
	r.Final[winner] += left
	return r
}

// Hash covers the discs and the side to move.
func (p *position) Hash() uint64 { return p.hash }

// String returns the cells in row order and the side to move, as in "…-OX--XO-… X".
func (p *position) String() string {
	return string(append(append(make([]byte, 0, len(p.cells)+2), p.cells...), ' ', discs[p.side]))
}

package hex

import (
	"iter"
	"slices"

	"boardstudio/rules"
)

// position implements rules.Position.
type position struct {
	game         *game
	cells        []rules.Player // owner of the stone on each cell
	hash         uint64
	stones       int
	side         rules.Player // side to move, or whose turn it would be
	swappedSides bool         // the players have just changed seats, so a swap is illegal
	winner       rules.Player // player whose sides are connected, or NoPlayer
	lostBy       rules.Reason // reason why the side to move lost by giving up, or ""
}

// turnKey is the hash key of Blue's turn.
const turnKey = 0x5bf03635f0a31e05

// swappedSidesKey is the hash key of swappedSides.
const swappedSidesKey = 0x2b7e151628aed2a6

// key returns the hash key of a stone of p on c.
func key(c rules.Cell, p rules.Player) uint64 { return rules.Mix(uint64(c+1)<<1 | uint64(p)) }

// position returns the position with the given cells, which it retains.
func (g *game) position(cells []rules.Player, side rules.Player) *position {
	p := &position{game: g, cells: cells, side: side, winner: rules.NoPlayer}
	if side == blue {
		p.hash = turnKey
	}
	for c, owner := range cells {
		if owner == rules.NoPlayer {
			continue
		}
		p.hash ^= key(rules.Cell(c), owner)
		p.stones++
		if p.winner == rules.NoPlayer && g.goals[owner][c]&1 != 0 && p.connects(rules.Cell(c)) {
			p.winner = owner
		}
	}
	return p
}

// flood returns the chain of the stones on from, which must have the same owner, nearest cells
// first. For each cell it also returns the index of its predecessor, or -1.
func (p *position) flood(from ...rules.Cell) (chain []rules.Cell, back []int) {
	var seen [maxSide * maxSide]bool
	for _, c := range from {
		seen[c] = true
	}
	chain, back = from, slices.Repeat([]int{-1}, len(from))
	for i := 0; i < len(chain); i++ {
		for _, links := range p.game.board.Step {
			if c := links[chain[i]].Cell; c != rules.NoCell && !seen[c] && p.cells[c] == p.cells[from[0]] {
				seen[c] = true
				chain, back = append(chain, c), append(back, i)
			}
		}
	}
	return chain, back
}

// connects reports whether the chain of the stone on c connects the sides of its owner.
func (p *position) connects(c rules.Cell) bool {
	var sides uint8
	chain, _ := p.flood(c)
	for _, x := range chain {
		sides |= p.game.goals[p.cells[c]][x]
	}
	return sides == both
}

// bridge returns a shortest chain between the winner's sides.
func (p *position) bridge() []rules.Cell {
	var first []rules.Cell
	goals := p.game.goals[p.winner]
	for c, owner := range p.cells {
		if owner == p.winner && goals[c]&1 != 0 {
			first = append(first, rules.Cell(c))
		}
	}
	chain, back := p.flood(first...)
	var cells []rules.Cell
	for i := slices.IndexFunc(chain, func(c rules.Cell) bool { return goals[c]&2 != 0 }); i >= 0; i = back[i] {
		cells = append(cells, chain[i])
	}
	return cells
}

// over reports whether the game is over.
func (p *position) over() bool { return p.lostBy != "" || p.winner != rules.NoPlayer }

// canSwap reports whether the player to move may take over the only stone.
func (p *position) canSwap() bool {
	return p.game.swap && !p.swappedSides && p.stones == 1 && p.side == blue && slices.Contains(p.cells, red)
}

// Turn returns the side to move.
func (p *position) Turn() rules.Player {
	if p.over() {
		return rules.NoPlayer
	}
	return p.side
}

// Moves yields the empty cells in row order, then the swap.
func (p *position) Moves() iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) {
		if p.over() {
			return
		}
		for c, owner := range p.cells {
			if owner == rules.NoPlayer && !yield(rules.Place(rules.Cell(c))) {
				return
			}
		}
		if p.canSwap() {
			yield(rules.Swap)
		}
	}
}

// Play returns the position after m.
func (p *position) Play(m rules.Move) (rules.Position, error) {
	switch {
	case p.over():
		return nil, rules.Illegal(m, "the game is over")
	case m.GivesUp() != "":
		q := *p
		q.lostBy = m.GivesUp()
		return &q, nil
	case (m == rules.Swap || m == rules.SwapSides) && !p.canSwap():
		return nil, rules.Illegal(m, "only the answer to the first stone can be a swap")
	case m == rules.Swap:
		return p.mirrored(), nil
	case m == rules.SwapSides:
		q := *p
		q.swappedSides = true
		q.hash ^= swappedSidesKey
		return &q, nil
	case !p.game.board.Has(m.To) || m != rules.Place(m.To):
		return nil, rules.Illegal(m, "this is not a move of the game")
	case p.cells[m.To] != rules.NoPlayer:
		return nil, rules.Illegal(m, "there is a stone on %s already", p.game.board.Cells[m.To].Label)
	}
	q := *p
	q.cells = slices.Clone(p.cells)
	q.cells[m.To] = p.side
	q.hash ^= key(m.To, p.side) ^ turnKey
	q.stones++
	q.side = 1 - p.side
	if q.swappedSides {
		q.swappedSides = false
		q.hash ^= swappedSidesKey
	}
	if q.connects(m.To) {
		q.winner = p.side
	}
	return &q, nil
}

// mirrored returns the position after a swap. The stone is mirrored at the long diagonal, so that it
// has the same relation to Blue's sides as it had to Red's.
func (p *position) mirrored() *position {
	cells := slices.Repeat([]rules.Player{rules.NoPlayer}, len(p.cells))
	c, n := slices.Index(p.cells, red), p.game.size
	cells[c%n*n+c/n] = blue
	return p.game.position(cells, red)
}

// At returns the stone on c.
func (p *position) At(c rules.Cell) rules.Content {
	if p.cells[c] == rules.NoPlayer {
		return rules.Empty
	}
	return rules.Piece(p.cells[c])
}

// Result returns the winner and the cells of its connection. A full board always has exactly one
// winner.
func (p *position) Result() rules.Result {
	switch {
	case p.winner != rules.NoPlayer:
		return rules.Result{Over: true, Winners: rules.Of(p.winner), Reason: connected, Cells: p.bridge()}
	case p.lostBy != "":
		return rules.Result{Over: true, Winners: rules.Of(1 - p.side), Reason: p.lostBy}
	}
	return rules.Result{}
}

// Hash covers the stones, the side to move, and whether the players have just changed seats.
func (p *position) Hash() uint64 { return p.hash }

// String returns the rows from the top, as in "A.B/.A./...", followed by the side to move, or the
// side that would be next in a finished game.
func (p *position) String() string {
	b := make([]byte, 0, len(p.cells)+p.game.size+1)
	for c, owner := range p.cells {
		if c > 0 && c%p.game.size == 0 {
			b = append(b, '/')
		}
		b = append(b, owner.Letter())
	}
	return string(append(b, ' ', p.side.Letter()))
}

package line

import "boardstudio/rules"

// open reports whether the player to move could place a symbol on the empty cell c.
func (b *Board) open(c rules.Cell) bool {
	if b.opt.Drop {
		below := c + rules.Cell(b.opt.Cols)
		return int(below) >= b.cells || b.owner[below] != rules.NoPlayer
	}
	return true
}

// completes appends the cells where p would complete a row now, once each.
func (b *Board) completes(cells []rules.Cell, p rules.Player) []rules.Cell {
next:
	for _, t := range b.lists[2*int(p)].tuples {
		c := rules.Cell(b.gaps[t])
		if !b.open(c) || !b.counts(t, p) {
			continue
		}
		for _, x := range cells {
			if x == c {
				continue next
			}
		}
		cells = append(cells, c)
	}
	return cells
}

// Forced appends the move that completes a row; or, when the opponent is about
// to complete one, the moves that may prevent it: the cell it needs, and captures.
func (b *Board) Forced(moves []rules.Move) []rules.Move {
	if !b.forcing {
		return moves
	}
	var buf [16]rules.Cell
	if own := b.completes(buf[:0], b.turn); len(own) > 0 {
		return append(moves, rules.Place(b.column(own[0])))
	}
	threats := b.completes(buf[:0], 1-b.turn)
	if b.opt.Captures > 0 {
		moves = b.capturing(moves, len(threats) > 0)
	}
next:
	for _, c := range threats {
		m := rules.Place(b.column(c))
		for _, x := range moves {
			if x == m {
				continue next
			}
		}
		moves = append(moves, m)
	}
	return moves
}

// capturing appends the captures: one that wins alone, or all when they are asked for.
func (b *Board) capturing(moves []rules.Move, all bool) []rules.Move {
	left := b.opt.Captures - b.held[b.turn]
	if !all && left > 8 {
		return moves
	}
	for _, c := range b.close {
		switch n := b.takes(c); {
		case n >= left:
			return append(moves[:0], rules.Place(c))
		case n > 0 && all:
			moves = append(moves, rules.Place(c))
		}
	}
	return moves
}

// few is the number of empty cells up to which all are candidates.
const few = 36

// Moves appends candidates: the empty cells near symbols, or all of them where
// they are few, or the columns.
func (b *Board) Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool) {
	switch {
	case b.opt.Drop:
		for col := range rules.Cell(b.opt.Cols) {
			if c := b.bottom(col); c != rules.NoCell {
				moves, worth = append(moves, rules.Place(col)), append(worth, b.rate(c))
			}
		}
		return moves, worth, b.plain
	case b.stones == 0 || b.cells-b.stones <= few:
		for c, o := range b.owner {
			if c := rules.Cell(c); o == rules.NoPlayer && (b.stones > 0 || b.allowed(c)) {
				moves, worth = append(moves, rules.Place(c)), append(worth, b.rate(c))
			}
		}
		return moves, worth, b.plain
	}
	for _, c := range b.close {
		moves, worth = append(moves, rules.Place(c)), append(worth, b.rate(c))
	}
	return moves, worth, false
}

// rate is what a cell seems to be worth to the player to move.
func (b *Board) rate(c rules.Cell) int32 {
	w := b.common[c] + b.worth[b.turn][c]/2
	for p := range b.worth {
		w += b.worth[p][c]
	}
	if b.opt.Misere {
		return -w
	}
	if b.opt.Captures > 0 {
		if n := b.takes(c); n > 0 {
			w += 100 * int32(n*(n+b.held[b.turn]))
		}
	}
	return w
}

// Rest appends all other moves. Where the rules decide they list them, a pass included.
func (b *Board) Rest(moves []rules.Move) []rules.Move {
	known := make(map[rules.Move]bool, len(moves))
	for _, m := range moves {
		known[m] = true
	}
	if !b.plain {
		for m := range b.asked[len(b.asked)-1].Moves() {
			if !known[m] {
				moves = append(moves, m)
			}
		}
		return moves
	}
	for c, o := range b.owner {
		if m := rules.Place(rules.Cell(c)); o == rules.NoPlayer && !b.opt.Drop && !known[m] {
			moves = append(moves, m)
		}
	}
	return moves
}

// Wide is how many candidates are searched before the others.
func (b *Board) Wide() int { return b.wide }

// Tactics appends the moves that threaten to complete a row with the next.
func (b *Board) Tactics(moves []rules.Move) []rules.Move {
	if !b.forcing || b.opt.K < 4 || b.opt.Drop {
		return moves
	}
next:
	for _, t := range b.lists[2*int(b.turn)+1].tuples {
		if !b.counts(t, b.turn) {
			continue
		}
	cells:
		for _, c := range b.tuple(t) {
			if b.owner[c] != rules.NoPlayer {
				continue
			}
			m := rules.Place(c)
			for _, x := range moves {
				if x == m {
					continue cells
				}
			}
			if moves = append(moves, m); len(moves) >= 16 {
				break next
			}
		}
	}
	return moves
}

// Eval estimates how much better the tuples of p are than those of the others.
func (b *Board) Eval(p rules.Player) int {
	own, other := b.strength(p), int32(0)
	for i := range b.value {
		if i := rules.Player(i); i != p {
			s := b.strength(i)
			if b.opt.Players == 2 {
				other = s
				break
			}
			other = max(other, s)
		}
	}
	if b.opt.Misere {
		return int(other - own)
	}
	return int(own - other)
}

// strength is what the tuples and pairs of p are worth, more so when it is p's turn.
func (b *Board) strength(p rules.Player) int32 {
	v := b.value[p]
	if p == b.turn {
		v += v / 2
	}
	if n := b.held[p]; n > 0 {
		v += b.pair[n]
	}
	return v
}

package board

import (
	"slices"

	"boardstudio/rules"
)

// Open reports whether a symbol can be placed on the empty cell c now.
func (b *Board) Open(c rules.Cell) bool {
	if b.Options.Drop {
		below := c + rules.Cell(b.Options.Cols)
		return int(below) >= b.Cells || b.owner[below] != rules.NoPlayer
	}
	return true
}

// Completing appends the cells, without repetition, where p could complete a row now.
func (b *Board) Completing(cells []rules.Cell, p rules.Player) []rules.Cell {
next:
	for _, t := range b.lists[2*int(p)].tuples {
		c := rules.Cell(b.gaps[t])
		if !b.Open(c) || !b.Counts(t, p) {
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

// Winning appends the cells where p could win if it were to move, by completing a row or by
// capturing enough pairs.
func (b *Board) Winning(cells []rules.Cell, p rules.Player) []rules.Cell {
	cells = b.Completing(cells, p)
	left := b.Options.Captures - b.held[p]
	if b.Options.Captures == 0 || left > 8 {
		return cells
	}
	var buf [8][2]rules.Cell
	for _, c := range b.close {
		if !b.roomFor(c, left) {
			continue
		}
		if n := len(b.pairs(buf[:0], c, p)); n >= left && !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	}
	return cells
}

// CapturingCells appends the cells where p captures.
func (b *Board) CapturingCells(cells []rules.Cell, p rules.Player) []rules.Cell {
	if b.Options.Captures == 0 {
		return cells
	}
	var buf [8][2]rules.Cell
	for _, c := range b.close {
		if b.roomFor(c, 1) && len(b.pairs(buf[:0], c, p)) > 0 {
			cells = append(cells, c)
		}
	}
	return cells
}

// Fours appends the cells where p makes a row that lacks one symbol.
func (b *Board) Fours(cells []rules.Cell, p rules.Player) []rules.Cell {
	for _, t := range b.lists[2*int(p)+1].tuples {
		if b.Counts(t, p) {
			x, y := b.Gaps(t)
			cells = append(cells, x, y)
		}
	}
	return cells
}

// doubles appends the cells where a symbol of p would threaten to complete rows on two different
// cells, which a single reply cannot prevent.
func (b *Board) doubles(cells []rules.Cell, p rules.Player) []rules.Cell {
	list := b.lists[2*int(p)+1].tuples
	if len(list) < 2 {
		return cells
	}
	b.round++
	for _, t := range list {
		if !b.Counts(t, p) {
			continue
		}
		x, y := b.Gaps(t)
		for range 2 {
			switch m := &b.marks[x]; {
			case m.round != b.round:
				*m = mark{round: b.round, gap: y}
			case m.gap != y && !m.twice:
				m.twice = true
				cells = append(cells, x)
			}
			x, y = y, x
		}
	}
	return cells
}

// Gaps returns the empty cells of a tuple that has exactly two.
func (b *Board) Gaps(t int32) (x, y rules.Cell) {
	for _, c := range b.Tuple(t) {
		if b.owner[c] == rules.NoPlayer {
			return c, rules.Cell(b.gaps[t]) - c
		}
	}
	return rules.NoCell, rules.NoCell
}

// Forced appends the move that completes a row, if there is one. If the opponent threatens to
// complete a row, it appends the moves that may prevent it: the blocking cell and captures.
// Otherwise it appends the move that threatens to complete two rows, if there is one.
func (b *Board) Forced(moves []rules.Move) []rules.Move {
	if !b.forcing {
		return moves
	}
	var buf [32]rules.Cell
	if own := b.Completing(buf[:0], b.turn); len(own) > 0 {
		return append(moves, rules.Place(b.Column(own[0])))
	}
	threats := b.Completing(buf[:0], 1-b.turn)
	if b.Options.Captures > 0 {
		moves = b.capturing(moves, len(threats) > 0)
	}
	if len(threats) == 0 && b.sure.Has(b.turn) {
		if won := b.doubles(buf[:0], b.turn); len(won) > 0 {
			return append(moves, rules.Place(won[0]))
		}
	}
	for _, c := range threats {
		moves = append(moves, rules.Place(b.Column(c)))
	}
	return Unique(moves)
}

// capturing appends captures: a single one if it wins, or all of them if all is set.
func (b *Board) capturing(moves []rules.Move, all bool) []rules.Move {
	left := b.Options.Captures - b.held[b.turn]
	if !all && left > 8 {
		return moves
	}
	least := left
	if all {
		least = 1
	}
	for _, c := range b.close {
		if !b.roomFor(c, min(least, left)) {
			continue
		}
		switch n := b.takes(c); {
		case n >= left:
			return append(moves[:0], rules.Place(c))
		case n > 0 && all:
			moves = append(moves, rules.Place(c))
		}
	}
	return moves
}

// AllCandidates is the maximum number of empty cells for which all are candidates.
const AllCandidates = 36

// Moves appends the candidate moves with their estimates: the empty cells near symbols, or all of
// them if there are few, or the columns. The result reports whether the other moves can be ignored.
func (b *Board) Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool) {
	switch {
	case b.Options.Drop:
		for col := range rules.Cell(b.Options.Cols) {
			if c := b.Bottom(col); c != rules.NoCell {
				moves, worth = append(moves, rules.Place(col)), append(worth, b.Rate(c))
			}
		}
		return moves, worth, b.plain
	case b.Cells-b.stones <= AllCandidates:
		for c, o := range b.owner {
			if o == rules.NoPlayer {
				c := rules.Cell(c)
				moves, worth = append(moves, rules.Place(c)), append(worth, b.Rate(c))
			}
		}
		return moves, worth, b.plain
	case b.stones == 0:
		return append(moves, rules.Place(b.Centre)), append(worth, 0), false
	}
	if b.forcing && b.Options.Players == 2 {
		if moves = b.defence(moves); len(moves) > 0 {
			for _, m := range moves {
				worth = append(worth, b.Rate(m.To))
			}
			return moves, worth, b.sure.Has(1 - b.turn)
		}
	}
	for _, c := range b.close {
		moves, worth = append(moves, rules.Place(c)), append(worth, b.Rate(c))
	}
	return moves, worth, false
}

// defence appends the moves that may help if the opponent could threaten two rows with its next
// move: the cells of the tuples that it needs, moves that make own fours, and captures. Otherwise
// it appends no moves.
func (b *Board) defence(moves []rules.Move) []rules.Move {
	var buf [64]rules.Cell
	if len(b.doubles(buf[:0], 1-b.turn)) == 0 {
		return moves
	}
	for _, p := range [2]rules.Player{1 - b.turn, b.turn} {
		for _, t := range b.lists[2*int(p)+1].tuples {
			if !b.Counts(t, p) {
				continue
			}
			x, y := b.Gaps(t)
			if p != b.turn && !b.marks[x].twice && !b.marks[y].twice {
				continue
			}
			moves = append(moves, rules.Place(x), rules.Place(y))
		}
	}
	if b.Options.Captures > 0 {
		moves = b.capturing(moves, true)
	}
	return Unique(moves)
}

// Unique removes repeated elements from list. It returns the first of each, in the same order.
func Unique[T comparable](list []T) []T {
	n := 0
	for _, x := range list {
		if !slices.Contains(list[:n], x) {
			list[n] = x
			n++
		}
	}
	return list[:n]
}

// Rate returns the estimate of a cell for the player to move.
func (b *Board) Rate(c rules.Cell) int32 {
	w := b.common[c] + b.worth[b.turn][c]/2
	for p := range b.worth {
		w += b.worth[p][c]
	}
	if b.Options.Misere {
		return -w
	}
	if b.Options.Captures > 0 {
		if n := b.takes(c); n > 0 {
			w += 100 * int32(n*(n+b.held[b.turn]))
		}
	}
	return w
}

// Rest appends all other moves. If the rules are not plain, these may include a pass.
func (b *Board) Rest(moves []rules.Move) []rules.Move {
	known := make(map[rules.Move]bool, len(moves))
	for _, m := range moves {
		known[m] = true
	}
	if !b.plain {
		for m := range b.positions[len(b.positions)-1].Moves() {
			if !known[m] {
				moves = append(moves, m)
			}
		}
		return moves
	}
	for c, o := range b.owner {
		if m := rules.Place(rules.Cell(c)); o == rules.NoPlayer && !b.Options.Drop && !known[m] {
			moves = append(moves, m)
		}
	}
	return moves
}

// Width returns the number of candidates that are searched before the other moves.
func (b *Board) Width() int { return b.wide }

// Soonest returns the minimum number of plies until the side to move can win, and until it can
// lose. They are derived from the number of symbols that the best tuples lack.
func (b *Board) Soonest() (win, loss int) {
	if !b.forcing || b.Options.Captures > 0 {
		return 1, 1
	}
	return 2*b.lacks(b.turn) - 1, 2 * b.lacks(1-b.turn)
}

// lacks returns the number of symbols that p needs to complete a row, or 3 if it needs more.
func (b *Board) lacks(p rules.Player) int {
	for i := range 2 {
		if len(b.lists[2*int(p)+i].tuples) > 0 {
			return i + 1
		}
	}
	return min(b.Options.K, 3)
}

// Eval returns the strength of p minus the strength of its strongest opponent.
func (b *Board) Eval(p rules.Player) int {
	own, other := b.strength(p), int32(0)
	for i := range b.value {
		if i := rules.Player(i); i != p {
			s := b.strength(i)
			if b.Options.Players == 2 {
				other = s
				break
			}
			other = max(other, s)
		}
	}
	if b.Options.Misere {
		return int(other - own)
	}
	return int(own - other)
}

// strength returns the score of the tuples and pairs of p, with a bonus if p is to move.
func (b *Board) strength(p rules.Player) int32 {
	v := b.value[p]
	if p == b.turn {
		v += v * b.tempo / 8
	}
	if n := b.held[p]; n > 0 {
		v += b.pair[n]
	}
	return v
}

package line

import "boardstudio/rules"

// answerable reports whether what p threatens to complete in two cells is what it takes to win, since the opponent may play in each
// single one and no stone of it makes rows of p: true but for rules with captures, and for white in renju, where black may not play everywhere.
func (b *Board) answerable(p rules.Player) bool {
	o := &b.opt
	return b.forcing && o.Captures == 0 && !o.Adjacent && !o.Drop && o.K > 3 && (b.plain || o.Renju && p == 0)
}

// Quickest returns the least number of plies in which the side to move can win and can lose: Soonest, and what it takes besides to
// threaten to complete two rows, or to capture enough.
func (b *Board) Quickest() (win, loss int) {
	win, loss = b.Soonest()
	var buf [64]rules.Cell
	switch {
	case !b.forcing:
	case b.opt.Captures > 0:
		if len(b.winning(buf[:0], b.turn)) == 0 {
			win = 3
		}
		loss = 2
	default:
		if win == 3 && b.answerable(b.turn) && len(b.doubles(buf[:0], b.turn)) == 0 {
			win = 5
		}
		if loss == 4 && b.answerable(1-b.turn) && len(b.doubles(buf[:0], 1-b.turn)) == 0 {
			loss = 6
		}
	}
	return win, loss
}

// Tries appends the moves with which a win within so many plies can begin: those that complete a row, that make a row
// which lacks one or, where it takes two of these, one which lacks two; and captures.
func (b *Board) Tries(moves []rules.Move, plies int) ([]rules.Move, bool) {
	if !b.forcing || b.opt.Drop {
		return moves, false
	}
	me := b.turn
	var buf [64]rules.Cell
	cells := buf[:0]
	switch {
	case plies < 3:
		cells = b.winning(cells, me)
	case plies < 5 && b.answerable(me):
		cells = b.doubles(b.completes(cells, me), me)
	case plies < 5 && (b.opt.Captures == 0 || b.remote() && b.distant(me)):
		cells = distinct(b.capturers(b.fours(b.winning(cells, me), me), me))
	case plies < 7 && b.answerable(me):
		cells = distinct(b.lacking(b.doubles(b.completes(cells, me), me), me, 3))
	default:
		return moves, false
	}
	for _, c := range cells {
		moves = append(moves, rules.Place(c))
	}
	return moves, true
}

// lacking appends the empty cells of tuples in which p lacks so many.
func (b *Board) lacking(cells []rules.Cell, p rules.Player, n int) []rules.Cell {
	need := b.opt.K - n
	for t, total := range b.total {
		if t := int32(t); int(total) == need && b.who[t] == int8(p) && b.counts(t, p) {
			for _, c := range b.tuple(t) {
				if b.owner[c] == rules.NoPlayer {
					cells = append(cells, c)
				}
			}
		}
	}
	return cells
}

// remote reports whether, after any move, the opponent can place a symbol with none around it: one that gives nothing to capture.
func (b *Board) remote() bool { return b.cells-b.stones-len(b.close) >= 2 }

// distant reports whether p cannot capture as many pairs as it needs at once when it has placed one symbol more, which can be the far end of
// one pair.
func (b *Board) distant(p rules.Player) bool {
	left := b.opt.Captures - b.held[p]
	if left > 8 {
		return true
	}
	if left < 2 {
		return false
	}
	var buf [8][2]rules.Cell
	for _, c := range b.close {
		if b.roomFor(c, left-1) && len(b.pairs(buf[:0], c, p))+1 >= left {
			return false
		}
	}
	return true
}

// Idle returns an empty cell that no symbol can be in a row with, or else the last that is empty.
func (b *Board) Idle() (rules.Move, bool) {
	last := rules.NoCell
	if b.opt.Drop || !b.forcing {
		return rules.Move{}, false
	}
next:
	for c, o := range b.owner {
		if o != rules.NoPlayer {
			continue
		}
		last = rules.Cell(c)
		if b.around[c] > 0 {
			continue
		}
		for p := range b.worth {
			if b.worth[p][c] != 0 {
				continue next
			}
		}
		return rules.Place(last), true
	}
	return rules.Place(last), last != rules.NoCell
}

package board

import "boardstudio/rules"

// needsDoubleThreat reports whether p has to threaten two rows in different cells to force a win,
// because the opponent can block any single one without helping p. This does not hold with
// captures, or for White in renju, because Black may not play on every cell.
func (b *Board) needsDoubleThreat(p rules.Player) bool {
	o := &b.Options
	return b.forcing && o.Captures == 0 && !o.Adjacent && !o.Drop && o.K > 3 && (b.plain || o.Renju && p == 0)
}

// Quickest returns the minimum number of plies until the side to move can win, and until it can
// lose. It refines Soonest by the need for double threats or captures.
func (b *Board) Quickest() (win, loss int) {
	win, loss = b.Soonest()
	var buf [64]rules.Cell
	switch {
	case !b.forcing:
	case b.Options.Captures > 0:
		if len(b.Winning(buf[:0], b.turn)) == 0 {
			win = 3
		}
		loss = 2
	default:
		if win == 3 && b.needsDoubleThreat(b.turn) && len(b.doubles(buf[:0], b.turn)) == 0 {
			win = 5
		}
		if loss == 4 && b.needsDoubleThreat(1-b.turn) && len(b.doubles(buf[:0], 1-b.turn)) == 0 {
			loss = 6
		}
	}
	return win, loss
}

// Tries appends the moves that can start a win within the given number of plies: moves that
// complete a row or make a four, moves that make a three if two fours are needed, and captures. It
// returns false if it cannot restrict the moves.
func (b *Board) Tries(moves []rules.Move, plies int) ([]rules.Move, bool) {
	if !b.forcing || b.Options.Drop {
		return moves, false
	}
	me := b.turn
	var buf [64]rules.Cell
	cells := buf[:0]
	switch {
	case plies < 3:
		cells = b.Winning(cells, me)
	case plies < 5 && b.needsDoubleThreat(me):
		cells = b.doubles(b.Completing(cells, me), me)
	case plies < 5 && (b.Options.Captures == 0 || b.remote() && b.distant(me)):
		cells = Unique(b.CapturingCells(b.Fours(b.Winning(cells, me), me), me))
	case plies < 7 && b.needsDoubleThreat(me):
		cells = Unique(b.lacking(b.doubles(b.Completing(cells, me), me), me, 3))
	default:
		return moves, false
	}
	for _, c := range cells {
		moves = append(moves, rules.Place(c))
	}
	return moves, true
}

// lacking appends the empty cells of tuples in which p lacks exactly n symbols.
func (b *Board) lacking(cells []rules.Cell, p rules.Player, n int) []rules.Cell {
	need := b.Options.K - n
	for t, total := range b.total {
		if t := int32(t); int(total) == need && b.who[t] == int8(p) && b.Counts(t, p) {
			for _, c := range b.Tuple(t) {
				if b.owner[c] == rules.NoPlayer {
					cells = append(cells, c)
				}
			}
		}
	}
	return cells
}

// remote reports whether after any move the opponent can still place a symbol without neighbours,
// which cannot be captured.
func (b *Board) remote() bool { return b.Cells-b.stones-len(b.close) >= 2 }

// distant reports whether one more symbol of p is not enough to let it capture all the pairs that
// it needs at once. The symbol may be the far end of one pair.
func (b *Board) distant(p rules.Player) bool {
	left := b.Options.Captures - b.held[p]
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

// Idle returns an empty cell that cannot be part of a row, or otherwise the last empty cell. The
// result is false if the board has no suitable cell.
func (b *Board) Idle() (rules.Move, bool) {
	last := rules.NoCell
	if b.Options.Drop || !b.forcing {
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

package line

import "boardstudio/rules"

// pairs is a list of captured pairs, at most one for each direction.
type pairs struct {
	n    int
	pair [len(ways)][2]rules.Cell
}

// captured returns the pairs captured by the stone on c, all determined from the same position. On
// a narrow board without edges two pairs may share a stone; both count.
func (r *Rules) captured(cells []uint8, c rules.Cell) (ps pairs) {
	mine := cells[c]
	for d := range uint8(len(ways)) {
		a := r.links[int(c)*8+int(d)]
		if a.Cell == rules.NoCell || cells[a.Cell] == empty || cells[a.Cell] == mine {
			continue
		}
		b := r.next(a)
		if b.Cell == rules.NoCell || cells[b.Cell] != cells[a.Cell] {
			continue
		}
		// A line that returns to c, around the board or reversed, does not enclose a pair.
		if end := r.next(b).Cell; end == rules.NoCell || cells[end] != mine || end == c {
			continue
		}
		ps.add(a.Cell, b.Cell)
	}
	return ps
}

// add appends a pair unless the list contains it. On a narrow board without edges two directions
// can lead to the same pair.
func (ps *pairs) add(a, b rules.Cell) {
	pair := [2]rules.Cell{min(a, b), max(a, b)}
	for _, x := range ps.pair[:ps.n] {
		if x == pair {
			return
		}
	}
	ps.pair[ps.n] = pair
	ps.n++
}

// change records the effect of a move on the cells.
type change struct {
	at      rules.Cell
	pairs   int
	removed int                         // number of stones captured
	cell    [2 * len(ways)]rules.Cell   // cells of the captured stones
	owner   [2 * len(ways)]rules.Player // and their owners
}

// change places a stone of p on the empty cell c and removes the stones that it captures. It
// modifies cells; undo restores them.
func (r *Rules) change(cells []uint8, c rules.Cell, p rules.Player) (ch change) {
	cells[c] = stone(p)
	ch.at = c
	if r.opt.Captures == 0 {
		return ch
	}
	ps := r.captured(cells, c)
	ch.pairs = ps.n
	for _, pair := range ps.pair[:ps.n] {
		for _, x := range pair {
			if cells[x] == empty { // already removed with another pair that shares it
				continue
			}
			ch.cell[ch.removed], ch.owner[ch.removed] = x, rules.Player(cells[x])-1
			ch.removed++
			cells[x] = empty
		}
	}
	return ch
}

// undo reverts the change.
func (ch *change) undo(cells []uint8) {
	for i, x := range ch.cell[:ch.removed] {
		cells[x] = stone(ch.owner[i])
	}
	cells[ch.at] = empty
}

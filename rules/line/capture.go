package line

import "boardstudio/rules"

// pairs is a list of captured pairs, one for each direction at most.
type pairs struct {
	n    int
	pair [len(ways)][2]rules.Cell
}

// captured returns the pairs that the stone on c closes, all seen at once:
// where a narrow board without edges makes two pairs share a stone, both count.
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
		// A line that comes back to c, round the board or turned about, flanks nothing.
		if end := r.next(b).Cell; end == rules.NoCell || cells[end] != mine || end == c {
			continue
		}
		ps.add(a.Cell, b.Cell)
	}
	return ps
}

// add appends a pair that is not in the list: on a narrow board without edges
// two directions can lead to the same one.
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

// change is what a move did to the cells.
type change struct {
	at    rules.Cell
	pairs int
	lost  int                         // stones taken off
	cell  [2 * len(ways)]rules.Cell   // where they lay
	owner [2 * len(ways)]rules.Player // and whose they were
}

// change puts a stone of p on the empty cell c and takes what it captures off
// the board, in place. Undo takes both back.
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
			if cells[x] == empty { // of another pair too, where lines cross early
				continue
			}
			ch.cell[ch.lost], ch.owner[ch.lost] = x, rules.Player(cells[x])-1
			ch.lost++
			cells[x] = empty
		}
	}
	return ch
}

// undo takes the change back.
func (ch *change) undo(cells []uint8) {
	for i, x := range ch.cell[:ch.lost] {
		cells[x] = stone(ch.owner[i])
	}
	cells[ch.at] = empty
}

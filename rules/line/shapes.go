package line

import (
	"slices"

	"boardstudio/rules"
)

// rowCompletions returns the empty cells on which a piece of s would complete a winning row if it
// were its turn. If now is set, it omits the cells that cannot be reached now because pieces fall.
func (r *Rules) rowCompletions(cells []uint8, s rules.Player, now bool) (ends []rules.Cell) {
	for c := range rules.Cell(len(r.board.Cells)) {
		if cells[c] == empty && (!now || r.reachable(cells, c)) && r.completes(cells, c, s) {
			ends = append(ends, c)
		}
	}
	return ends
}

// reachable reports whether a piece can be placed on the empty cell c now.
func (r *Rules) reachable(cells []uint8, c rules.Cell) bool {
	return !r.opt.Drop || r.bottom(cells, c%rules.Cell(r.opt.Cols)) == c
}

// completes reports whether s may place a piece on the empty cell c and thereby completes a winning
// row.
func (r *Rules) completes(cells []uint8, c rules.Cell, s rules.Player) bool {
	cells[c] = stone(s)
	ok := r.row(cells, c, r.opt.K, r.opt.Exact.Has(s))
	cells[c] = empty
	return ok && r.permits(cells, c, s)
}

// permits reports whether the rules allow s to place a piece on the empty cell c.
func (r *Rules) permits(cells []uint8, c rules.Cell, s rules.Player) bool {
	return r.free || r.fault(cells, c, s, !slices.ContainsFunc(cells[:len(r.board.Cells)], func(x uint8) bool { return x != empty })) == none
}

// openLine is a line of k-1 adjacent pieces with an empty cell at each end.
type openLine struct {
	cells []rules.Cell // starting with the piece placed last
	ends  [2]rules.Cell
}

// straight returns the openLine that a piece of s on the empty cell c would make along direction d.
// Its cells are nil if the piece does not make one.
func (r *Rules) straight(cells []uint8, c rules.Cell, d uint8, s rules.Player) (line openLine) {
	var ends [2]rules.Cell
	need := r.opt.K - 1
	ahead, behind := r.run(cells, c, d, stone(s), need), r.run(cells, c, d^4, stone(s), need)
	if 1+ahead+behind != need {
		return line
	}
	for i, n := range [2]int{ahead, behind} {
		l := r.links[int(c)*8+int(d^uint8(4*i))]
		for range n {
			l = r.next(l)
		}
		if l.Cell == rules.NoCell || cells[l.Cell] != empty || l.Cell == c {
			return line
		}
		ends[i] = l.Cell
	}
	if ends[0] == ends[1] {
		return line
	}
	along := []rules.Cell{c}
	for i, n := range [2]int{ahead, behind} {
		l := r.links[int(c)*8+int(d^uint8(4*i))]
		for range n {
			if slices.Contains(along, l.Cell) { // the line overlaps itself
				return line
			}
			along = append(along, l.Cell)
			l = r.next(l)
		}
	}
	return openLine{along, ends}
}

// opens returns the open rows of k-1 pieces that s makes by placing a piece on the empty cell c.
// Its next move could complete them at either end.
func (r *Rules) opens(cells []uint8, c rules.Cell, s rules.Player) (lines []openLine) {
	allowed := false
	for d := range uint8(4) {
		line := r.straight(cells, c, d, s)
		if line.cells == nil || !allowed && !r.permits(cells, c, s) {
			continue
		}
		allowed = true
		ch := r.change(cells, c, s)
		if r.completes(cells, line.ends[0], s) && r.completes(cells, line.ends[1], s) {
			lines = append(lines, line)
		}
		ch.undo(cells)
	}
	return lines
}

// openThree is k-2 pieces of a line that one more piece makes an open row of k-1.
type openThree struct {
	stones []rules.Cell // in ascending order
	gaps   []rules.Cell // cells for that piece
}

// openThrees returns the open threes of s, or only the open threes that contain the cell with,
// unless it is NoCell. Lines that lack a single piece are not threes. It returns nil if k is less
// than 4 or pieces fall.
func (r *Rules) openThrees(cells []uint8, s rules.Player, with rules.Cell) (threes []openThree) {
	if r.opt.K < 4 || r.opt.Drop {
		return nil
	}
	try := func(c rules.Cell) {
		for _, line := range r.opens(cells, c, s) {
			if slices.ContainsFunc(append(line.ends[:], c), func(c rules.Cell) bool { return r.completes(cells, c, s) }) {
				continue // a four, not a three
			}
			stones := slices.Sorted(slices.Values(line.cells[1:]))
			if with != rules.NoCell && !slices.Contains(stones, with) {
				continue
			}
			i := slices.IndexFunc(threes, func(t openThree) bool { return slices.Equal(t.stones, stones) })
			if i < 0 {
				i = len(threes)
				threes = append(threes, openThree{stones: stones})
			}
			if !slices.Contains(threes[i].gaps, c) {
				threes[i].gaps = append(threes[i].gaps, c)
			}
		}
	}
	if with == rules.NoCell {
		for c := range rules.Cell(len(r.board.Cells)) {
			if cells[c] == empty {
				try(c)
			}
		}
	} else {
		var tried []rules.Cell
		for d := range uint8(len(ways)) {
			l := r.links[int(with)*8+int(d)]
			for i := 0; i < r.opt.K-2 && l.Cell != rules.NoCell; i++ {
				if cells[l.Cell] == empty {
					if !slices.Contains(tried, l.Cell) {
						tried = append(tried, l.Cell)
						try(l.Cell)
					}
					break // a line of k-1 that includes with does not extend past the first empty cell
				}
				if cells[l.Cell] != stone(s) {
					break
				}
				l = r.next(l)
			}
		}
	}
	return threes
}

// capturable returns the pairs that s could capture with its next move if it were its turn, and the
// cells where it would play.
func (r *Rules) capturable(cells []uint8, s rules.Player) (taken [][2]rules.Cell, by []rules.Cell) {
	if r.opt.Captures == 0 {
		return nil, nil
	}
	for c := range rules.Cell(len(r.board.Cells)) {
		if cells[c] != empty {
			continue
		}
		cells[c] = stone(s)
		ps := r.captured(cells, c)
		cells[c] = empty
		if ps.n == 0 || !r.permits(cells, c, s) {
			continue
		}
		by = append(by, c)
		for _, pair := range ps.pair[:ps.n] {
			if !slices.Contains(taken, pair) {
				taken = append(taken, pair)
			}
		}
	}
	return taken, by
}

// captureWins returns the cells on which s would win by captures if it were its turn.
func (p *position) captureWins(cells []uint8, s rules.Player) (at []rules.Cell) {
	r := p.r
	if r.opt.Captures == 0 {
		return nil
	}
	_, by := r.capturable(cells, s)
	for _, c := range by {
		ch := r.change(cells, c, s)
		if p.pairs(s)+ch.pairs >= r.opt.Captures {
			at = append(at, c)
		}
		ch.undo(cells)
	}
	return at
}

package line

import "boardstudio/rules"

// run counts the stones of kind s that follow cell c in direction d, up to limit. On a closed line
// it continues past c.
func (r *Rules) run(cells []uint8, c rules.Cell, d uint8, s uint8, limit int) int {
	n := 0
	for l := r.links[int(c)*8+int(d)]; n < limit && l.Cell != rules.NoCell && cells[l.Cell] == s; l = r.next(l) {
		n++
	}
	return n
}

// row reports whether cell c is in a row of at least k stones of the same kind. If exact is set,
// the row must have exactly k stones.
func (r *Rules) row(cells []uint8, c rules.Cell, k int, exact bool) bool {
	s := cells[c]
	for d := range uint8(4) {
		// One more step than a row needs detects a longer row.
		ahead := r.run(cells, c, d, s, k)
		behind := r.run(cells, c, d+4, s, k)
		switch n := ahead + 1 + behind; {
		case n < k:
		case !r.plane:
			if r.rowWithin(cells, c, d, behind, ahead, k, exact) {
				return true
			}
		case n == k || !exact:
			return true
		}
	}
	return false
}

// rowWithin is like row for a single line through c, with the given numbers of equal stones behind
// and ahead of c. On boards without edges these may overlap, but the cells of a row must be
// distinct.
func (r *Rules) rowWithin(cells []uint8, c rules.Cell, d uint8, behind, ahead, k int, exact bool) bool {
	from := rules.Link{Cell: c, Dir: d + 4}
	for range behind {
		from = r.next(from)
	}
	from.Dir ^= 4
	// A window of k cells, [from, to], moves along the line. If a window without c is a row,
	// another row contains c.
	var seen [maxCells]int16 // index of each cell on the path, counted from 1
	to, repeats := from, 0
	for i := 1; i <= behind+1+ahead; i++ {
		repeats = max(repeats, int(seen[to.Cell])) // cells after this index are distinct
		seen[to.Cell] = int16(i)
		after := r.next(to)
		if i > k {
			from = r.next(from)
		}
		if i >= k && repeats <= i-k {
			longer := func(l rules.Link) bool {
				return l.Cell != rules.NoCell && cells[l.Cell] == cells[c] && int(seen[l.Cell]) <= i-k
			}
			if !exact || !longer(after) && !longer(r.next(rules.Link{Cell: from.Cell, Dir: from.Dir ^ 4})) {
				return true
			}
		}
		to = after
	}
	return false
}

// hasRow reports whether p has a winning row.
func (r *Rules) hasRow(cells []uint8, p rules.Player) bool {
	s, exact := stone(p), r.opt.Exact.Has(p)
	for c := range r.board.Cells {
		if cells[c] == s && r.row(cells, rules.Cell(c), r.opt.K, exact) {
			return true
		}
	}
	return false
}

// tally returns the number of winning rows of p that contain each cell, and the number of rows. It
// counts each row once from each end.
func (r *Rules) tally(cells []uint8, p rules.Player) (in []int, rows int) {
	in = make([]int, len(r.board.Cells))
	for c := range r.board.Cells {
		if cells[c] != stone(p) {
			continue
		}
		for d := range uint8(len(ways)) {
			start := rules.Link{Cell: rules.Cell(c), Dir: d}
			if !r.rowFrom(cells, start) {
				continue
			}
			rows++
			for range r.opt.K {
				in[start.Cell]++
				start = r.next(start)
			}
		}
	}
	return in, rows
}

// rowFrom reports whether the k cells from start form a winning row.
func (r *Rules) rowFrom(cells []uint8, start rules.Link) bool {
	s := cells[start.Cell]
	l := start
	for range r.opt.K { // usually fails here
		if l.Cell == rules.NoCell || cells[l.Cell] != s {
			return false
		}
		l = r.next(l)
	}
	var seen cellSet
	l = start
	for range r.opt.K {
		if !seen.add(l.Cell) {
			return false
		}
		l = r.next(l)
	}
	longer := func(l rules.Link) bool { return l.Cell != rules.NoCell && cells[l.Cell] == s && !seen.has(l.Cell) }
	return !r.opt.Exact.Has(rules.Player(s)-1) ||
		!longer(l) && !longer(r.next(rules.Link{Cell: start.Cell, Dir: start.Dir ^ 4}))
}

// rowCells returns the cells of all winning rows of p, in ascending order.
func (r *Rules) rowCells(cells []uint8, p rules.Player) []rules.Cell {
	var rows cellSet
	n := 0
	for c := range r.board.Cells {
		if cells[c] != stone(p) {
			continue
		}
		for d := range uint8(len(ways)) {
			l := rules.Link{Cell: rules.Cell(c), Dir: d}
			if !r.rowFrom(cells, l) {
				continue
			}
			for range r.opt.K {
				if rows.add(l.Cell) {
					n++
				}
				l = r.next(l)
			}
		}
	}
	if n == 0 {
		return nil
	}
	all := make([]rules.Cell, 0, n)
	for c := range rules.Cell(len(r.board.Cells)) {
		if rows.has(c) {
			all = append(all, c)
		}
	}
	return all
}

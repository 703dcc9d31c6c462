package line

import "boardstudio/rules"

// run counts the stones like s that follow cell c in direction d, at most
// limit. On a closed line it goes round.
func (r *Rules) run(cells []uint8, c rules.Cell, d uint8, s uint8, limit int) int {
	n := 0
	for l := r.links[int(c)*8+int(d)]; n < limit && l.Cell != rules.NoCell && cells[l.Cell] == s; l = r.next(l) {
		n++
	}
	return n
}

// row reports whether cell c is in a row of k stones like its own; of exactly
// k, when exact is set, so that no longer row holds them.
func (r *Rules) row(cells []uint8, c rules.Cell, k int, exact bool) bool {
	s := cells[c]
	for d := range uint8(4) {
		// One step more than a row needs tells a longer row.
		ahead := r.run(cells, c, d, s, k)
		behind := r.run(cells, c, d+4, s, k)
		n := ahead + 1 + behind
		if n < k {
			continue
		}
		if r.plane {
			if n == k || !exact {
				return true
			}
			continue
		}
		start := rules.Link{Cell: c, Dir: d + 4}
		for i := 0; i < behind; i++ {
			start = r.next(start)
		}
		start.Dir ^= 4
		for i := 0; i+k <= n; i++ {
			if r.rowFrom(cells, start, k, exact) {
				return true
			}
			start = r.next(start)
		}
	}
	return false
}

// rowFrom reports whether the k cells from start on are a row as for row.
func (r *Rules) rowFrom(cells []uint8, start rules.Link, k int, exact bool) bool {
	s := cells[start.Cell]
	var seen cellSet
	l := start
	for i := 0; i < k; i++ {
		if l.Cell == rules.NoCell || cells[l.Cell] != s || !seen.add(l.Cell) {
			return false
		}
		l = r.next(l)
	}
	if !exact {
		return true
	}
	longer := func(l rules.Link) bool { return l.Cell != rules.NoCell && cells[l.Cell] == s && !seen.has(l.Cell) }
	return !longer(l) && !longer(r.next(rules.Link{Cell: start.Cell, Dir: start.Dir ^ 4}))
}

// hasRow reports whether a winning row of p stands.
func (r *Rules) hasRow(cells []uint8, p rules.Player) bool {
	s, exact := stone(p), r.opt.Exact.Has(p)
	for c := range r.board.Cells {
		if cells[c] == s && r.row(cells, rules.Cell(c), r.opt.K, exact) {
			return true
		}
	}
	return false
}

// rowCells returns the cells of all winning rows of p, in order.
func (r *Rules) rowCells(cells []uint8, p rules.Player) []rules.Cell {
	s, exact, k := stone(p), r.opt.Exact.Has(p), r.opt.K
	var in cellSet
	n := 0
	for c := range r.board.Cells {
		for d := range uint8(len(ways)) {
			start := rules.Link{Cell: rules.Cell(c), Dir: d}
			if cells[c] != s || !r.rowFrom(cells, start, k, exact) {
				continue
			}
			for range k {
				if in.add(start.Cell) {
					n++
				}
				start = r.next(start)
			}
		}
	}
	all := make([]rules.Cell, 0, n)
	for c := range r.board.Cells {
		if in.has(rules.Cell(c)) {
			all = append(all, rules.Cell(c))
		}
	}
	return all
}

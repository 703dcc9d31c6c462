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

// rowWithin is row for one line through c, where that many stones like it lie
// behind and ahead. On boards without edges these can be the same ones, and a
// row is made of different cells.
func (r *Rules) rowWithin(cells []uint8, c rules.Cell, d uint8, behind, ahead, k int, exact bool) bool {
	from := rules.Link{Cell: c, Dir: d + 4}
	for range behind {
		from = r.next(from)
	}
	from.Dir ^= 4
	// A window of k cells, from–to, moves along the line. Where one without c is
	// a row, c is in another.
	var seen [maxCells]int16 // the number of each cell on the way, counted from 1
	to, repeats := from, 0
	for i := 1; i <= behind+1+ahead; i++ {
		repeats = max(repeats, int(seen[to.Cell])) // what comes later holds no cell twice
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

// tally counts for each cell in how many winning rows of p it is, and these
// rows; a row counts once from each end.
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

// rowFrom reports whether the k cells from start on are a winning row.
func (r *Rules) rowFrom(cells []uint8, start rules.Link) bool {
	s := cells[start.Cell]
	l := start
	for range r.opt.K { // most often this is all
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

// rowCells returns the cells of all winning rows of p, in order.
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

package connect4

// shape contains the data that depends on the board size and the row length. A set of cells is a
// word: column by column from the bottom, with a bit above each column that is always clear, so
// that rows do not extend from one column to the next.
type shape struct {
	*grid
	floor     uint64   // lowest cell of each column
	area      uint64   // all cells
	nearShift int      // number of position bits that are not part of the index in the small table
	tops      uint64   // every other row, including the top one
	order     []uint64 // columns, central ones first
	column    [64]uint64
	lines     [64]int32 // number of rows through each cell
	cellsFrom [64]int32 // number of cells from the one below each cell to the top of the column
}

// newShape returns the shape of a board that fits into one word: cols*(rows+1) is at most 64 and
// cols at most maxCols.
func newShape(g *grid) *shape {
	s := &shape{grid: g}
	rows, cols, k := g.rows, g.cols, g.k
	for c := range cols {
		s.floor |= 1 << (c * (rows + 1))
	}
	s.nearShift = max(cols*(rows+1)-nearBits, 0)
	s.area = s.floor * (1<<rows - 1)
	for r := rows - 1; r >= 0; r -= 2 {
		s.tops |= s.floor << r
	}
	for _, c := range g.columns {
		s.order = append(s.order, s.col(c))
	}
	for c := range cols {
		for r := range rows {
			at := c*(rows+1) + r
			s.column[at], s.cellsFrom[at] = s.col(c), int32(rows-r+1)
			s.lines[at] = int32(through(c, r, k, s.within))
		}
	}
	return s
}

// through returns the number of rows of k cells on the board that contain a cell.
func through(c, r, k int, within func(c, r int) bool) (n int) {
	for _, d := range [4][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		for first := range k {
			last := k - 1 - first
			if within(c-first*d[0], r-first*d[1]) && within(c+last*d[0], r+last*d[1]) {
				n++
			}
		}
	}
	return n
}

// col returns the cells of a column.
func (s *shape) col(c int) uint64 { return (1<<s.rows - 1) << (c * (s.rows + 1)) }

func (s *shape) within(c, r int) bool {
	return r >= 0 && r < s.rows && (s.ring || c >= 0 && c < s.cols)
}

// moved returns the set shifted up by the given number of bits. If round is set, it rotates the
// set.
func (s *shape) moved(x uint64, by int, round bool) uint64 {
	switch n := s.cols * (s.rows + 1); {
	case round:
		by = (by%n + n) % n
		return (x<<by | x>>(n-by)) & (1<<n - 1)
	case by < 0:
		return x >> -by
	}
	return x << by
}

// completing returns the cells that form k in a row together with other cells of the set.
func (s *shape) completing(x uint64) uint64 {
	var r uint64
	for i, d := range [4]int{1, s.rows + 1, s.rows, s.rows + 2} {
		round := s.ring && i > 0
		if i == 1 && s.cols < s.k {
			continue // a row must not overlap itself
		}
		// after[j] are the cells that follow j consecutive cells of the set.
		var after [64]uint64
		after[0] = ^uint64(0)
		for j := 1; j < s.k; j++ {
			after[j] = after[j-1] & s.moved(x, -j*d, round)
		}
		before := ^uint64(0)
		for j := range s.k {
			r |= before & after[s.k-1-j]
			before &= s.moved(x, (j+1)*d, round)
		}
	}
	return r
}

// mirror returns the set with left and right exchanged.
func (s *shape) mirror(x uint64) uint64 {
	h := s.rows + 1
	var r uint64
	for range s.cols {
		r = r<<h | x&(1<<h-1)
		x >>= h
	}
	return r
}

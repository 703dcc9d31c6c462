package connect4

// shape is what follows from the size of a board and the length of rows. A board is a set of bits: column by column from the bottom, with a bit
// left empty above each column, so that no row runs from one to the next.
type shape struct {
	*grid
	floor     uint64   // the lowest cell of each column
	area      uint64   // all cells
	nearShift int      // how many bits of a position do not say its place in the near table
	tops      uint64   // every other row, the top row among them
	order     []uint64 // the columns, those in the middle first
	column    [64]uint64
	lines     [64]int32 // how many rows go through a cell
	gone      [64]int32 // how many cells lie at and above the one below
}

// newShape returns the shape of a board of one word: cols*(rows+1) is up to 64, and cols up to mostCols.
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
			s.column[at], s.gone[at] = s.col(c), int32(rows-r+1)
			s.lines[at] = int32(through(c, r, k, s.within))
		}
	}
	return s
}

// through returns how many rows of k cells within the board go through a cell.
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

// moved returns the set moved up by so many bits, on a ring round it.
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

// completing returns the cells that make k in a row together with others of the set.
func (s *shape) completing(x uint64) uint64 {
	var r uint64
	for i, d := range [4]int{1, s.rows + 1, s.rows, s.rows + 2} {
		round := s.ring && i > 0
		if i == 1 && s.cols < s.k {
			continue // a row does not meet itself
		}
		// after[j] are the cells that the j cells behind them, all of the set, follow.
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

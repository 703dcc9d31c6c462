package connect4

import "math/bits"

// The side that moves last on a full board can follow: it replies in the column of the opponent's
// move. If the other side is to move, the follower gets the top cell of each column and every
// second one below it. In columns with an odd number of empty cells the lowest cell remains. The
// number of these columns is even, and the follower can pair their lowest cells to get one of each
// pair. So the other side, the leader, gets at most the remaining cells and one cell of each pair.
// If these cells do not form a row together with its pieces, it does not win (claim-even with
// base-inverse: Allis, A Knowledge-based Approach of Connect-Four, 1988). The follower can ignore
// threats of the leader, because the leader has none.
//
// A threat to a cell that cannot be played yet changes the follower, because neither side wants to
// play below it. Without the cell below and all cells above it, the board has fewer cells. The side
// to move when only those are left has to play there and loses. The side with the threat follows on
// that smaller board if its number of cells has the right parity. It wins at the latest when the
// smaller board is full, if the opponent cannot make a row there (zugzwang control by odd and even
// threats, ibid.).

// bound returns a value that the following rules prove, if it decides a search for more than alpha:
// a lower bound greater than alpha, or an upper bound that is not.
func (s *solver[H]) bound(me, opp, own, their, can uint64, left, alpha int) (int, bool) {
	empty := s.area &^ (me | opp)
	odd := can & s.tops // lowest cells of columns with an odd number of empty cells
	even := empty & s.tops &^ odd
	rest := empty &^ even
	if left&1 == 0 {
		// The mover leads.
		if alpha >= -1 && (!s.has(me|rest) || s.baseInverse(me|rest&^odd, odd)) {
			if alpha >= 0 {
				return 0, true
			}
			if s.has(opp | even) {
				return -1, true
			}
		}
		if alpha < 0 && !s.has(opp|empty) {
			return 0, true
		}
	} else {
		// The mover follows after playing the lowest cell of a column with an odd number of empty
		// cells.
		if alpha < 1 && (!s.has(opp|rest) || s.baseInverse(opp|rest&^odd, odd)) {
			if alpha < 0 {
				return 0, true
			}
			if s.has(me | even) {
				return 1, true
			}
		}
		if alpha >= 0 && !s.has(me|empty) {
			return 0, true
		}
	}
	// A threat that cannot be played now is worth at most half the height.
	if f := own &^ can; f != 0 && alpha < s.rows/2 {
		if v := s.zugzwang(f, opp, empty, can, left&1 != 0); v > alpha {
			return v, true
		}
	}
	if f := their &^ can; f != 0 && alpha >= -(s.rows/2) {
		if v := s.zugzwang(f, me, empty, can, left&1 == 0); v > 0 && -v <= alpha {
			return -v, true
		}
	}
	return 0, false
}

// cannotWin reports whether the simplest rules (claim-even, or no open row) prevent a side from
// winning: the mover if alpha is at least 0, and the other side otherwise. The value is then 0 as
// far as alpha is concerned.
func (s *solver[H]) cannotWin(me, opp, can uint64, left, alpha int) bool {
	rest := s.area &^ (me | opp)
	if (left&1 == 0) == (alpha >= 0) {
		rest = rest&^s.tops | can&s.tops // that side leads
	}
	if alpha >= 0 {
		return !s.has(me | rest)
	}
	return !s.has(opp | rest)
}

// baseInverse reports whether the leading side cannot make a row with its certain cells (sure) and
// some of the lowest cells of columns with an odd number of empty cells. If the number of these
// cells is odd, the follower first takes one. It pairs the remaining cells, and the leader gets one
// of each pair (base-inverse: Allis 1988). With more than five such cells it returns false, because
// the computation does not pay off.
func (s *solver[H]) baseInverse(sure, lowest uint64) bool {
	n := bits.OnesCount64(lowest)
	if n > 5 || s.has(sure) {
		return false
	}
	if n == 1 {
		return true
	}
	var cells, conflicts [5]uint64 // conflicts[i] are the cells that must be paired with cells[i] or taken first
	mustFirst := uint64(0)         // cells that must be taken first
	for i, x := 0, lowest; x != 0; i, x = i+1, x&(x-1) {
		cells[i] = x & -x
		if s.has(sure | cells[i]) {
			mustFirst |= cells[i]
		}
	}
	if n&1 == 0 && mustFirst != 0 || mustFirst&(mustFirst-1) != 0 {
		return false
	}
	if n < 4 {
		return true
	}
	for i, x := range cells[:n] {
		for j, y := range cells[:i] {
			if s.has(sure | x | y) {
				conflicts[i] |= y
				conflicts[j] |= x
			}
		}
	}
	if n == 4 {
		return paired(&conflicts, -1, 0)
	}
	for i, x := range cells {
		if mustFirst&^x == 0 && paired(&conflicts, i, x) {
			return true
		}
	}
	return false
}

// paired reports whether each cell must be paired with at most one other. The cell first, at the
// given index, is taken first and ignored.
func paired(conflicts *[5]uint64, index int, first uint64) bool {
	for i, w := range conflicts {
		if w &^= first; i != index && w&(w-1) != 0 {
			return false
		}
	}
	return true
}

// zugzwang returns the minimum value of the given threats for a side that follows or leads. None of
// the threats can be played now. The opponent has the pieces other. The result is negative if
// zugzwang cannot prove a win.
func (s *solver[H]) zugzwang(threats, other, empty, can uint64, follows bool) int {
	best := -1 << boundBits
	if follows {
		threats &= s.tops
	} else {
		threats &^= s.tops
	}
	for threats != 0 {
		at := bits.TrailingZeros64(threats) & 63
		col := s.column[at]
		below := (threats&-threats - 1) & col & empty // the highest of these is the cell below the threat
		threats &^= col
		set := empty&^s.tops&^col | can&s.tops | can&col
		lowest := can & s.tops &^ col
		if follows {
			set |= below &^ s.tops
			lowest |= can & col & s.tops
		} else {
			set |= below & s.tops
			lowest |= can & col &^ s.tops
		}
		if !s.has(other|set) || s.baseInverse(other|set&^lowest, lowest) {
			best = max(best, int(s.cellsFrom[at])/2)
		}
	}
	return best
}

package connect4

import "math/bits"

// Who moves last on a full board, if nobody wins before, can follow: reply in the column where the other played. From a position in which it
// is the other to move it gets, of each column, the top cell and every second one below it. In a column with an odd number of empty
// cells the lowest is left out; there is an even number of such columns, and of two of them it gets one lowest cell when the other
// takes the other's. So the other side, which leads, can get no more than the remaining cells and, of two of these lowest ones, one: where
// they hold no row together with its pieces, it does not win (claim-even with base-inverse: Allis, A Knowledge-based Approach of Connect-Four,
// 1988). That needs no answer to a threat of the leader, which has none.
//
// A threat to a cell that nobody can play yet changes who follows: nobody wants to play below it. Without that cell below and all above it
// the board has fewer cells, and whose turn it is when only they are left must play there, and lose. Who has the threat follows on that
// smaller board if the number of its cells is right, and wins at its end at the latest if the other cannot get a row on it (zugzwang
// control by odd and even threats, ibid.).

// bound returns a value of the position that the rules of following prove, if it decides a search for more than alpha: a lower bound that is
// greater or an upper bound that is not.
func (s *solver[H]) bound(me, opp, own, their, can uint64, left, alpha int) (int, bool) {
	empty := s.area &^ (me | opp)
	odd := can & s.tops // the lowest cells of columns with an odd number of empty ones
	even := empty & s.tops &^ odd
	rest := empty &^ even
	if left&1 == 0 {
		// The mover leads.
		if alpha >= -1 && (!s.has(me|rest) || s.inverse(me|rest&^odd, odd)) {
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
		// The mover follows once it has played the lowest cell of a column with an odd number of empty ones.
		if alpha < 1 && (!s.has(opp|rest) || s.inverse(opp|rest&^odd, odd)) {
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
	// A threat that cannot be played yet is worth half the height at most.
	if f := own &^ can; f != 0 && alpha < s.rows/2 {
		if v := s.squeeze(f, opp, empty, can, left&1 != 0); v > alpha {
			return v, true
		}
	}
	if f := their &^ can; f != 0 && alpha >= -(s.rows/2) {
		if v := s.squeeze(f, me, empty, can, left&1 == 0); v > 0 && -v <= alpha {
			return -v, true
		}
	}
	return 0, false
}

// held reports whether the plainest rule, claim-even or no room for a row, keeps the side from winning that alpha asks about: the mover for alpha
// from 0 on, the other below. The value is then decided to be 0 as far as alpha asks.
func (s *solver[H]) held(me, opp, can uint64, left, alpha int) bool {
	rest := s.area &^ (me | opp)
	if (left&1 == 0) == (alpha >= 0) {
		rest = rest&^s.tops | can&s.tops // that side leads
	}
	if alpha >= 0 {
		return !s.has(me | rest)
	}
	return !s.has(opp | rest)
}

// inverse reports whether the side that leads gets no row, with the cells that it has or is sure to get and some of the lowest of columns with an
// odd number of empty cells. Of these the other side takes one first if their number is odd; the others it pairs, and the leader gets one of
// each pair (base-inverse: Allis 1988). With more than five such columns it says no, which is not worth counting.
func (s *solver[H]) inverse(sure, lowest uint64) bool {
	n := bits.OnesCount64(lowest)
	if n > 5 || s.has(sure) {
		return false
	}
	if n == 1 {
		return true
	}
	var cells, with [5]uint64 // with are the cells that must be paired with each, or taken first
	bad := uint64(0)          // the cells that must be taken first
	for i, x := 0, lowest; x != 0; i, x = i+1, x&(x-1) {
		cells[i] = x & -x
		if s.has(sure | cells[i]) {
			bad |= cells[i]
		}
	}
	if n&1 == 0 && bad != 0 || bad&(bad-1) != 0 {
		return false
	}
	if n < 4 {
		return true
	}
	for i, x := range cells[:n] {
		for j, y := range cells[:i] {
			if s.has(sure | x | y) {
				with[i] |= y
				with[j] |= x
			}
		}
	}
	if n == 4 {
		return paired(&with, -1, 0)
	}
	for i, x := range cells {
		if bad&^x == 0 && paired(&with, i, x) {
			return true
		}
	}
	return false
}

// paired reports whether no cell must be paired with two others, but for the one, at an index, that is taken first.
func paired(with *[5]uint64, index int, first uint64) bool {
	for i, w := range with {
		if w &^= first; i != index && w&(w-1) != 0 {
			return false
		}
	}
	return true
}

// squeeze returns the least value for a side that follows, or leads, of having the threats, none of which can be played yet,
// against the other with its pieces; or a negative number when it proves nothing.
func (s *solver[H]) squeeze(threats, other, empty, can uint64, follows bool) int {
	best := -1 << boundBits
	if follows {
		threats &= s.tops
	} else {
		threats &^= s.tops
	}
	for threats != 0 {
		at := bits.TrailingZeros64(threats) & 63
		col := s.column[at]
		below := (threats&-threats - 1) & col & empty // the cell below the threat is the highest of them
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
		if !s.has(other|set) || s.inverse(other|set&^lowest, lowest) {
			best = max(best, int(s.gone[at])/2)
		}
	}
	return best
}

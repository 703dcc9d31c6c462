package connect4

// bounds are a lower and an upper bound of a position's value.
type bounds struct{ lo, hi int }

// deepLeft is the number of empty cells from which most values are near 0, so the search starts
// there.
const deepLeft = 24

// slowSteps keeps the first steps from 0 as small as possible, because the search of one value
// helps with the next.
const slowSteps = 16

// fullBounds returns the bounds that hold for every position with left empty cells.
func fullBounds(left int) bounds { return bounds{-(left / 2), (left + 1) / 2} }

// next returns the alpha for the next search, after the given number of steps.
func (b bounds) next(left, steps int) int {
	if left < deepLeft {
		// Wins are often near, and windows far from 0 are cheap.
		mid := b.lo + (b.hi-b.lo)/2
		if mid <= 0 {
			return max(min(mid, b.lo/2), b.lo)
		}
		return min(max(mid, b.hi/2), b.hi-1)
	}
	if b.lo <= 0 && b.hi > 0 {
		return 0
	}
	step := 1 << steps / slowSteps
	if b.hi <= 0 {
		return max(b.hi-1-step, b.lo)
	}
	return min(b.lo+step, b.hi-1)
}

// narrow narrows b to the value of a position by repeated searches.
func (b *bounds) narrow(left int, now *state, window func(alpha int) int) {
	for steps := 0; b.lo < b.hi; steps++ {
		alpha := b.next(left, steps)
		v := window(alpha)
		if now.out {
			return
		}
		if v > alpha {
			b.lo = v
		} else {
			b.hi = v
		}
	}
}

// narrow narrows b to the value of a position that is not over.
func (s *solver[H]) narrow(p narrowPos, b *bounds) {
	b.narrow(s.left(p), &s.now, func(alpha int) int { return s.window(p, alpha) })
}

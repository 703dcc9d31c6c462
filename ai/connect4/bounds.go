package connect4

// bounds is between what values a position's lies.
type bounds struct{ lo, hi int }

// deepLeft is from how many empty cells on the values of most positions are near 0, so that looking for them begins there.
const deepLeft = 24

// slowSteps makes the first steps from 0 as small as they can be: what is found out for one value serves the next.
const slowSteps = 16

// everything returns the bounds that hold for every position with so many empty cells.
func everything(left int) bounds { return bounds{-(left / 2), (left + 1) / 2} }

// next returns the alpha to search next with, after steps searches.
func (b bounds) next(left, steps int) int {
	if left < deepLeft {
		// Wins are often near, and windows far from 0 cost little.
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

// narrow narrows b down to the value of a position by searches with one alpha after the other.
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

// narrow narrows b down to the value of a position that is not over.
func (s *solver[H]) narrow(p place, b *bounds) {
	b.narrow(s.left(p), &s.now, func(alpha int) int { return s.window(p, alpha) })
}

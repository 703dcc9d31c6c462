package connect4

import "math/bits"

// set is a set of up to 128 bits.
type set struct{ lo, hi uint64 }

func bit(i int) set { return set{1, 0}.up(i) }

func (a set) or(b set) set    { return set{a.lo | b.lo, a.hi | b.hi} }
func (a set) and(b set) set   { return set{a.lo & b.lo, a.hi & b.hi} }
func (a set) minus(b set) set { return set{a.lo &^ b.lo, a.hi &^ b.hi} }
func (a set) empty() bool     { return a.lo|a.hi == 0 }
func (a set) count() int      { return bits.OnesCount64(a.lo) + bits.OnesCount64(a.hi) }

// left returns the set shifted up by n bits, where n is from 1 to 63. Similarly, right shifts it
// down.
func (a set) left(n int) set {
	return set{a.lo << (n & 63), a.hi<<(n&63) | a.lo>>((64-n)&63)}
}

func (a set) right(n int) set {
	return set{a.lo>>(n&63) | a.hi<<((64-n)&63), a.hi >> (n & 63)}
}

// up returns the set shifted up by n bits, which may be negative. Bits shifted out are lost.
func (a set) up(n int) set {
	switch {
	case n < 0:
		if n = -n; n < 64 {
			return set{a.lo>>n | a.hi<<(64-n), a.hi >> n}
		}
		return set{a.hi >> (n - 64), 0}
	case n < 64:
		return set{a.lo << n, a.hi<<n | a.lo>>(64-n)}
	}
	return set{0, a.lo << (n - 64)}
}

// first returns the lowest bit of a set, which must not be empty.
func (a set) first() int {
	if a.lo != 0 {
		return bits.TrailingZeros64(a.lo)
	}
	return 64 + bits.TrailingZeros64(a.hi)
}

// sum adds the sets as numbers.
func (a set) sum(b set) set {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return set{lo, hi}
}

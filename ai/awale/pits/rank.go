package pits

import "math/bits"

// The combinatorial number system (Lehmer, 1964): with s(i) the seeds in the pits up to i, the numbers s(i)+i rise
// strictly, so the sum of the binomials of s(i)+i over i+1 numbers all positions of so many pits, and all with fewer seeds
// in the pits before the last come first.

// choose[i][s] is the binomial of s+i over i+1.
var choose = func() (t [2 * MaxHalf][MaxSeeds + 2]uint64) {
	for i := range t {
		for s := 1; s <= MaxSeeds+1; s++ {
			t[i][s] = t[i][s-1]
			if i > 0 {
				t[i][s] += t[i-1][s]
			} else {
				t[i][s]++
			}
		}
	}
	return t
}()

// Count returns how many positions there are with so many seeds.
func (g *Rules) Count(seeds int) uint64 { return g.Below(seeds+1) - g.Below(seeds) }

// Below returns how many positions there are with fewer seeds.
func (g *Rules) Below(seeds int) uint64 { return choose[2*g.Half-1][seeds] }

// Rank returns the number of p among all positions with as many seeds.
func (g *Rules) Rank(p Position) uint64 {
	if g.Half != MaxHalf {
		return g.rank(p)
	}
	s := p.Own * ones // the sums up to each pit
	n := choose[0][s&0x7f] + choose[1][s>>8&0x7f] + choose[2][s>>16&0x7f] +
		choose[3][s>>24&0x7f] + choose[4][s>>32&0x7f] + choose[5][s>>40&0x7f]
	s = p.Opp*ones + s>>40&0xff*ones
	return n + choose[6][s&0x7f] + choose[7][s>>8&0x7f] + choose[8][s>>16&0x7f] +
		choose[9][s>>24&0x7f] + choose[10][s>>32&0x7f]
}

// rank is Rank for any number of pits.
func (g *Rules) rank(p Position) uint64 {
	n, s := uint64(0), uint64(0)
	for i := range 2*g.Half - 1 {
		if i < g.Half {
			s += p.Own >> (8 * i) & 0x7f
		} else {
			s += p.Opp >> (8 * (i - g.Half)) & 0x7f
		}
		n += choose[i][s]
	}
	return n
}

// At returns the position with so many seeds that has the number n.
func (g *Rules) At(seeds int, n uint64) Position {
	var p Position
	above := uint64(seeds)
	for i := 2*g.Half - 2; i >= 0; i-- {
		s := above
		for choose[i][s] > n {
			s--
		}
		n -= choose[i][s]
		g.put(&p, i+1, above-s)
		above = s
	}
	g.put(&p, 0, above)
	return p
}

// put puts seeds into an empty pit, counted through both sides.
func (g *Rules) put(p *Position, i int, seeds uint64) {
	if i < g.Half {
		p.Own += seeds << (8 * i)
	} else {
		p.Opp += seeds << (8 * (i - g.Half))
	}
}

// Next returns the position after p in the order of Rank; the last is followed by the first.
func (g *Rules) Next(p Position) Position {
	// One seed of the first pit that holds any, the lowest pit left aside, goes to the pit before; so does all in the lowest.
	low := p.Own & 0xff
	if w := p.Own &^ 0xff; w != 0 {
		at := uint(bits.TrailingZeros64(w)) &^ 7
		return Position{p.Own - low - 1<<at + (low+1)<<(at-8), p.Opp}
	}
	at := uint(bits.TrailingZeros64(p.Opp)) &^ 7
	switch {
	case p.Opp == 0:
		return Position{0, low << (8 * (g.Half - 1))}
	case at == 0:
		return Position{(low + 1) << (8 * (g.Half - 1)), p.Opp - 1}
	}
	return Position{0, p.Opp - 1<<at + (low+1)<<(at-8)}
}

package pits

import "math/bits"

// Positions are numbered by the combinatorial number system (Lehmer, 1964). If s(i) is the number
// of seeds in the pits up to i, the numbers s(i)+i are strictly increasing. The sum of the binomial
// coefficients of s(i)+i over i+1 numbers all positions with the same number of seeds. Positions
// with fewer seeds in the pits before the last one come first.

// binomials[i][s] is the binomial coefficient of s+i over i+1.
var binomials = func() (t [2 * MaxHalf][MaxSeeds + 2]uint64) {
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

// Count returns the number of positions with the given number of seeds.
func (g *Rules) Count(seeds int) uint64 { return g.Below(seeds+1) - g.Below(seeds) }

// Below returns the number of positions with fewer than the given number of seeds.
func (g *Rules) Below(seeds int) uint64 { return binomials[2*g.Half-1][seeds] }

// Rank returns the number of p among all positions with the same number of seeds.
func (g *Rules) Rank(p Position) uint64 {
	if g.Half != MaxHalf {
		return g.rank(p)
	}
	s := p.Own * ones // the sums up to each pit
	n := binomials[0][s&0x7f] + binomials[1][s>>8&0x7f] + binomials[2][s>>16&0x7f] +
		binomials[3][s>>24&0x7f] + binomials[4][s>>32&0x7f] + binomials[5][s>>40&0x7f]
	s = p.Opp*ones + s>>40&0xff*ones
	return n + binomials[6][s&0x7f] + binomials[7][s>>8&0x7f] + binomials[8][s>>16&0x7f] +
		binomials[9][s>>24&0x7f] + binomials[10][s>>32&0x7f]
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
		n += binomials[i][s]
	}
	return n
}

// At returns the position with the given number of seeds that has the number n.
func (g *Rules) At(seeds int, n uint64) Position {
	var p Position
	above := uint64(seeds)
	for i := 2*g.Half - 2; i >= 0; i-- {
		s := above
		for binomials[i][s] > n {
			s--
		}
		n -= binomials[i][s]
		g.put(&p, i+1, above-s)
		above = s
	}
	g.put(&p, 0, above)
	return p
}

// put puts seeds into an empty pit. Pits are counted through both sides.
func (g *Rules) put(p *Position, i int, seeds uint64) {
	if i < g.Half {
		p.Own += seeds << (8 * i)
	} else {
		p.Opp += seeds << (8 * (i - g.Half))
	}
}

// Next returns the position after p in the order of Rank. After the last position it returns the
// first.
func (g *Rules) Next(p Position) Position {
	// One seed of the first non-empty pit other than the lowest moves to the pit before it. All
	// seeds of the lowest pit move there too.
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

package pits

import "math/bits"

// Over reports whether the game ends at p by repetition or because of too many plies without
// capture. past contains the positions since the last capture, oldest first and without p. passed
// reports whether a player passed since then. rest is the difference in seeds that the player to
// move gains from the board in this case. If the player to move has no seeds or cannot feed the
// opponent, the game has already ended for that reason.
func (g *Rules) Over(past []Position, passed bool, p Position) (over bool, rest int) {
	from := g.Round()
	if passed {
		from = 2
	}
	for i := len(past) - from; i >= 0; i -= 2 {
		if past[i] == p {
			return true, g.Repeated(p)
		}
	}
	return g.Limit > 0 && len(past) >= g.Limit, 0
}

// Perft returns the number of move sequences of exactly the given number of plies from a position
// without history. lead is the lead of the player to move in the stores. Every move is played
// separately, and a game with a decided result is not continued.
func (g *Rules) Perft(p Position, lead, plies int) uint64 {
	if plies == 0 {
		return 1
	}
	return g.count(p, lead, make([]Position, 0, plies), false, plies)
}

func (g *Rules) count(p Position, lead int, past []Position, passed bool, plies int) (n uint64) {
	moved := false
	for w := g.Pits(p); w != 0; w &= w - 1 {
		q, gain, captured, illegal := g.Sow(p, bits.TrailingZeros64(w)>>3)
		if illegal {
			continue
		}
		moved = true
		switch {
		case plies == 1:
			n++
		case captured:
			if !Decided(q, lead+gain) {
				n += g.count(q, -lead-gain, past[len(past):], false, plies-1)
			}
		default:
			n += g.countAfter(p, q, lead, past, passed, plies-1)
		}
	}
	if !moved && g.Stuck(p) == Passing {
		if plies == 1 {
			return 1
		}
		return g.countAfter(p, p.Pass(), lead, past, true, plies-1)
	}
	return n
}

// countAfter returns the number of sequences from q, which follows p without a capture.
func (g *Rules) countAfter(p, q Position, lead int, past []Position, passed bool, plies int) uint64 {
	past = append(past, p)
	if over, _ := g.Over(past, passed, q); over {
		return 0
	}
	return g.count(q, -lead, past, passed, plies)
}

// Decided reports whether a player has more than half of all seeds in its store. lead is the
// difference of the stores. In this case the remaining seeds cannot change the winner.
func Decided(p Position, lead int) bool {
	n := p.Seeds()
	return lead > n || -lead > n
}

package pits

import "math/bits"

// Over reports whether the game ends at p because it came back, or because nothing was taken for too long. past are the positions since the last
// capture, without p, the oldest first, and passed says that somebody passed on the way. It returns by how many of the seeds on the board the player to move
// comes out ahead then. Where that player has no seeds, or cannot feed the other, the game has ended for that reason before.
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

// Perft counts the sequences of exactly so many plies from a position without a past, in which the player to move has lead seeds more than the
// other in the store. Each move is played; a game whose result is known has no continuation.
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
			n += g.after(p, q, lead, past, passed, plies-1)
		}
	}
	if !moved && g.Stuck(p) == Passing {
		if plies == 1 {
			return 1
		}
		return g.after(p, p.Pass(), lead, past, true, plies-1)
	}
	return n
}

// after counts from q, which follows p without a capture.
func (g *Rules) after(p, q Position, lead int, past []Position, passed bool, plies int) uint64 {
	past = append(past, p)
	if over, _ := g.Over(past, passed, q); over {
		return 0
	}
	return g.count(q, -lead, past, passed, plies)
}

// Decided reports whether somebody who leads by so many seeds has more than half of all in the store: the rest cannot change who wins.
func Decided(p Position, lead int) bool {
	n := p.Seeds()
	return lead > n || -lead > n
}

// Package pits is awale in two words: what engines and endgame tables search on.
// A position has no sides, only a player to move and the other one; what is in the
// stores is for the caller to count.
package pits

import (
	"math/bits"

	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/awale"
)

// The bounds of what fits.
const (
	MaxHalf  = 6   // pits of a side
	MaxSeeds = 127 // on the board
)

// ones has a 1 in the byte of each pit.
const ones = 0x0101_0101_0101

// Position is the seeds in the pits, a byte each, the first pit lowest: those of the player to move, and those of the
// other, each from its owner's left. Sowing runs through Own, then through Opp, and round again.
type Position struct{ Own, Opp uint64 }

// Seeds returns how many there are on the board.
func (p Position) Seeds() int { return sum(p.Own) + sum(p.Opp) }

// Lead returns how many more seeds lie on the side of the player to move.
func (p Position) Lead() int { return sum(p.Own) - sum(p.Opp) }

// Pass returns the position seen by the other player.
func (p Position) Pass() Position { return Position{p.Opp, p.Own} }

// sum adds up the bytes of a side.
func sum(w uint64) int { return int(w * (ones << 16) >> 56) }

// The parameters that decide how a game goes on with the seeds on the board.
var names = []string{"pits", "grandSlam", "mustFeed", "repetition", "quietLimit"}

// Rules are the rules of awale as tables.
type Rules struct {
	Half    int    // pits of a side
	Limit   int    // plies without capture that end the game, and nobody takes the rest; 0 for never
	Name    string // tells the rules apart as far as they matter here
	slam    awale.Slam
	feed    bool
	ownSide bool // after a repetition each takes its own side
	sow     [MaxHalf][MaxSeeds + 1]sowing
	// fed has, for each pit, the least number of seeds that reach the opponent, less one, taken from 128: added to a
	// side it sets the top bit of the pits that feed.
	fed uint64
}

// sowing is what sowing a pit with so many seeds adds to the sides.
type sowing struct {
	own, opp uint64 // with own, the pit is emptied
	// end is how many bits of Opp lie up to the pit of the last seed, 0 where it falls on the mover's side.
	end uint
}

// New returns the tables for rules of awale, or an *msg.Error that says what fits.
func New(r rules.Rules) (*Rules, error) {
	if err := Fits(r); err != nil {
		return nil, err
	}
	p := r.Spec().Params
	g := &Rules{
		Half: p.Int("pits"), Limit: p.Int("quietLimit"), Name: name(p),
		slam: awale.SlamOf(p), feed: p.On("mustFeed"), ownSide: p["repetition"] == "ownSide",
	}
	for i := range g.Half {
		g.fed |= uint64(128-(g.Half-i)) << (8 * i)
		for n := 1; n <= MaxSeeds; n++ {
			s := &g.sow[i][n]
			s.own = -uint64(n) << (8 * i)
			at := i
			for range n {
				if at = (at + 1) % (2 * g.Half); at == i {
					at++ // the origin is skipped
				}
				if at < g.Half {
					s.own += 1 << (8 * at)
				} else {
					s.opp += 1 << (8 * (at - g.Half))
				}
			}
			if at >= g.Half {
				s.end = uint(8 * (at - g.Half + 1))
			}
		}
	}
	return g, nil
}

// Fits returns nil for rules of awale that New takes.
func Fits(r rules.Rules) error {
	if r.Spec().Game != awale.Game.Name {
		return msg.Errorf("it plays awale only")
	}
	if n := r.Spec().Params.Int("pits"); n > MaxHalf {
		return msg.Errorf("it plays awale with up to %d pits on a side, not %d", MaxHalf, n)
	}
	return nil
}

// name joins the values of the parameters.
func name(p rules.Params) string {
	s := ""
	for i, n := range names {
		if i > 0 {
			s += "-"
		}
		s += p[n]
	}
	return s
}

// Status says what the player to move can do.
type Status uint8

// What the player to move can do.
const (
	Moving  Status = iota // some move is legal
	Passing               // it has seeds but no legal move
	Starved               // it has no seed: the other takes the rest
	Unfed                 // it cannot feed the other, and takes the rest
)

// Sow plays pit i, which holds seeds, without asking whether that is legal. It returns the position as the other player
// sees it, how many seeds more than the other the mover gets, whether anything was captured, and whether the rules do not allow the move because
// it takes everything.
func (g *Rules) Sow(p Position, i int) (q Position, gain int, captured, illegal bool) {
	s := &g.sow[i][p.Own>>(8*uint(i))&0x7f]
	own, opp := p.Own+s.own, p.Opp+s.opp
	// Of the pits up to the last seed, those that hold neither two nor three are not 0 in rest.
	mask := uint64(1)<<s.end - 1
	rest := (opp&(0xfe*ones) ^ 2*ones) & mask
	low := uint(bits.Len64(rest)+7) &^ 7
	take := mask &^ (uint64(1)<<low - 1)
	if take == 0 {
		return Position{opp, own}, 0, false, false
	}
	if opp&^take == 0 {
		switch g.slam {
		case awale.Forbidden:
			return Position{}, 0, true, true
		case awale.NoCapture:
			return Position{opp, own}, 0, false, false
		case awale.LeaveLast:
			if take &^= 0xff << low; take == 0 {
				return Position{opp, own}, 0, false, false
			}
		case awale.OpponentKeeps:
			return Position{}, sum(opp) - sum(own), true, false
		}
	}
	return Position{opp &^ take, own}, sum(opp & take), true, false
}

// Pits returns the pits that the player to move may sow, as far as that can be seen without sowing: a bit at the bottom of the byte
// of each. Among them may be moves that Sow calls illegal.
func (g *Rules) Pits(p Position) uint64 {
	if p.Opp == 0 && g.feed {
		return (p.Own + g.fed) >> 7 & ones
	}
	return (p.Own + 0x7f*ones) >> 7 & ones
}

// Stuck says why no move is legal.
func (g *Rules) Stuck(p Position) Status {
	switch {
	case p.Own == 0:
		return Starved
	case g.feed && p.Opp == 0:
		return Unfed
	}
	return Passing
}

// Before calls f with each position from which a move without a capture, or a pass, leads to p.
func (g *Rules) Before(p Position, f func(Position)) {
	const top = 0x80 * ones
	for i := range g.Half {
		if p.Opp>>(8*i)&0xff != 0 {
			continue // the pit that was sown is empty
		}
		for n := uint64(1); n <= MaxSeeds; n++ {
			s := &g.sow[i][n]
			if ((p.Opp|top)-(s.own+n<<(8*i)))&((p.Own|top)-s.opp)&top != top {
				break // a pit that got a seed has none
			}
			q := Position{p.Opp - s.own, p.Own - s.opp}
			if g.Pits(q)>>(8*i)&1 == 0 {
				continue
			}
			if s.end > 0 && p.Own>>(s.end-8)&0xfe == 2 {
				if _, _, captured, illegal := g.Sow(q, i); captured || illegal {
					continue
				}
			}
			f(q)
		}
	}
	if q := p.Pass(); g.slam == awale.Forbidden && g.passes(q) {
		f(q)
	}
}

// passes reports whether the player to move has seeds but no legal move.
func (g *Rules) passes(p Position) bool {
	for w := g.Pits(p); w != 0; w &= w - 1 {
		if _, _, _, illegal := g.Sow(p, bits.TrailingZeros64(w)>>3); !illegal {
			return false
		}
	}
	return g.Stuck(p) == Passing
}

// Rest returns by how many of the seeds on the board the player to move comes out ahead when the game ends for that reason.
func (p Position) Rest(s Status) int {
	switch s {
	case Starved:
		return -p.Seeds()
	case Unfed:
		return p.Seeds()
	}
	return 0
}

// Repeated returns the same for a game that ends because the position came back.
func (g *Rules) Repeated(p Position) int {
	if g.ownSide {
		return p.Lead()
	}
	return 0 // nobody takes the rest, or both take as much
}

// Round is the least number of plies after which a position can come back without a capture, unless both sides only pass.
// Without a capture seeds only go round: whatever pit is sown, the next gets a seed and must be sown in
// its turn before all is as it was, and so on round the board.
func (g *Rules) Round() int { return 2 * g.Half }

// Of returns the position of p, in which somebody is to move, as that player sees it. It must have at most MaxSeeds seeds on the board.
func (g *Rules) Of(p rules.Position) (q Position) {
	for c := range 2 * g.Half {
		g.put(&q, (c+int(p.Turn())*g.Half)%(2*g.Half), uint64(p.At(rules.Cell(c)).Count))
	}
	return q
}

// Prey returns the most seeds that one move of the player to move would take, whether it is legal or not.
func (g *Rules) Prey(p Position) int {
	most := 0
	for i := uint(0); i < uint(g.Half); i++ {
		s := &g.sow[i][p.Own>>(8*i)&0x7f]
		if s.end == 0 {
			continue
		}
		opp := p.Opp + s.opp
		mask := uint64(1)<<s.end - 1
		low := uint(bits.Len64((opp&(0xfe*ones)^2*ones)&mask)+7) &^ 7
		if low != s.end {
			most = max(most, sum(opp&mask>>low<<low))
		}
	}
	return most
}

// Package pits represents awale positions in two words, for engines and endgame tables. A position
// does not know sides, only the player to move and the opponent. The stores are not part of it; the
// caller must track them.
package pits

import (
	"math/bits"

	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/text/msg"
)

// Limits of the representation.
const (
	MaxHalf  = 6   // pits per side
	MaxSeeds = 127 // on the board
)

// ones has a 1 in the byte of each pit.
const ones = 0x0101_0101_0101

// Position contains the seeds in the pits, one byte each, with the first pit in the lowest byte.
// Own are the pits of the player to move, and Opp those of the opponent, each from its owner's
// left. Sowing proceeds through Own, then Opp, then Own again.
type Position struct{ Own, Opp uint64 }

// Seeds returns the number of seeds on the board.
func (p Position) Seeds() int { return sum(p.Own) + sum(p.Opp) }

// Lead returns the number of seeds on the side of the player to move, minus the number on the other
// side.
func (p Position) Lead() int { return sum(p.Own) - sum(p.Opp) }

// Pass returns the position from the view of the other player.
func (p Position) Pass() Position { return Position{p.Opp, p.Own} }

// sum returns the sum of a side's bytes.
func sum(w uint64) int { return int(w * (ones << 16) >> 56) }

// nameParams are the parameters that influence how the game continues with the seeds on the board.
var nameParams = []string{"pits", "grandSlam", "mustFeed", "repetition", "quietLimit"}

// Rules contains the rules of awale as tables.
type Rules struct {
	Half int // pits per side
	// Limit is the number of plies without capture that end the game, or 0 for no limit. In this
	// case neither player gets the remaining seeds.
	Limit   int
	Name    string // identifies the rules, as far as they matter here
	slam    awale.Slam
	feed    bool
	ownSide bool // after a repetition, each player takes the seeds on its own side
	sow     [MaxHalf][MaxSeeds + 1]sowing
	// fed contains, for each pit, 128 minus the minimum number of seeds that reach the opponent's
	// side. Adding it to a side sets the top bit of the pits that feed the opponent.
	fed uint64
}

// sowing contains the changes to both sides when a pit with a certain number of seeds is sown.
type sowing struct {
	own, opp uint64 // own also empties the pit
	// end is the number of bits of Opp up to and including the pit of the last seed, or 0 if the
	// last seed falls on the mover's side.
	end uint
}

// New returns the tables for rules of awale. It returns an *msg.Error if the rules are not
// suitable.
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

// Fits returns nil if New accepts the rules, and otherwise an error.
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
	for i, n := range nameParams {
		if i > 0 {
			s += "-"
		}
		s += p[n]
	}
	return s
}

// Status describes what the player to move can do.
type Status uint8

// Values of Status.
const (
	Moving  Status = iota // at least one move is legal
	Passing               // the player has seeds but no legal move
	Starved               // the player has no seeds, and the opponent takes the rest
	Unfed                 // the player cannot feed the opponent, and takes the rest
)

// Sow plays pit i, which must contain seeds, without checking that the move is legal. It returns
// the position from the view of the other player and the difference in seeds that the mover gains.
// It also reports whether anything was captured, and whether the move is illegal because it
// captures all seeds.
func (g *Rules) Sow(p Position, i int) (q Position, gain int, captured, illegal bool) {
	s := &g.sow[i][p.Own>>(8*uint(i))&0x7f]
	own, opp := p.Own+s.own, p.Opp+s.opp
	// In rest, pits up to the last seed are 0 if they contain two or three seeds.
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

// Pits returns the pits that the player to move may sow, as the lowest bit of each byte. It does
// not sow them, so the result may include moves that Sow reports as illegal.
func (g *Rules) Pits(p Position) uint64 {
	if p.Opp == 0 && g.feed {
		return (p.Own + g.fed) >> 7 & ones
	}
	return (p.Own + 0x7f*ones) >> 7 & ones
}

// Stuck returns the reason why the player to move has no legal move.
func (g *Rules) Stuck(p Position) Status {
	switch {
	case p.Own == 0:
		return Starved
	case g.feed && p.Opp == 0:
		return Unfed
	}
	return Passing
}

// Before calls f with each position that leads to p by a move without capture or by a pass.
func (g *Rules) Before(p Position, f func(Position)) {
	const top = 0x80 * ones
	for i := range g.Half {
		if p.Opp>>(8*i)&0xff != 0 {
			continue // the sown pit is empty after the move
		}
		for n := uint64(1); n <= MaxSeeds; n++ {
			s := &g.sow[i][n]
			if ((p.Opp|top)-(s.own+n<<(8*i)))&((p.Own|top)-s.opp)&top != top {
				break // a pit that received a seed is empty
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
	if q := p.Pass(); g.slam == awale.Forbidden && g.mustPass(q) {
		f(q)
	}
}

// mustPass reports whether the player to move has seeds but no legal move.
func (g *Rules) mustPass(p Position) bool {
	for w := g.Pits(p); w != 0; w &= w - 1 {
		if _, _, _, illegal := g.Sow(p, bits.TrailingZeros64(w)>>3); !illegal {
			return false
		}
	}
	return g.Stuck(p) == Passing
}

// Rest returns the difference in seeds that the player to move gains if the game ends for the given
// reason.
func (p Position) Rest(s Status) int {
	switch s {
	case Starved:
		return -p.Seeds()
	case Unfed:
		return p.Seeds()
	}
	return 0
}

// Repeated returns the difference in seeds that the player to move gains if the game ends by
// repetition.
func (g *Rules) Repeated(p Position) int {
	if g.ownSide {
		return p.Lead()
	}
	return 0 // the remaining seeds are discarded or split equally
}

// Round returns the minimum number of plies after which a position can occur again without a
// capture, unless both players only pass. Without captures seeds only move round the board. After a
// pit is sown, the next pit has one seed more and must itself be sown before the position can
// return, and so on round the board.
func (g *Rules) Round() int { return 2 * g.Half }

// Of returns p from the view of the player to move. The game must not be over, and p must have at
// most MaxSeeds seeds on the board.
func (g *Rules) Of(p rules.Position) (q Position) {
	for c := range 2 * g.Half {
		g.put(&q, (c+int(p.Turn())*g.Half)%(2*g.Half), uint64(p.At(rules.Cell(c)).Count))
	}
	return q
}

// LargestCapture returns the maximum number of seeds that one move of the player to move would capture, legal
// or not.
func (g *Rules) LargestCapture(p Position) int {
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

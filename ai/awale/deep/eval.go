package deep

import (
	"math/bits"

	"boardstudio/ai/awale/pits"
)

// weights value what one player has more of than the other, in hundredths of a seed.
type weights struct {
	side     int // a seed in the pits of the side
	choice   int // a pit that holds seeds
	exposed  int // a pit that holds one or two
	prey     int // a seed that one move would take
	hoard    int // a pit with seeds for a whole round
	initiate int // the move
}

// The weights for games in which an opponent without seeds must be fed, and for those in which one can starve it. They were fitted to the results of games that
// an engine played against itself from random beginnings.
var (
	fedWeights     = weights{side: -6, choice: 140, exposed: -53, prey: 38, hoard: 155}
	starvedWeights = weights{side: 11, choice: 233, exposed: -23, prey: 52, hoard: 246, initiate: -42}
)

// Every byte of a side.
const (
	ones = 0x0101_0101_0101
	tops = 0x80 * ones
)

// estimate returns about how many hundredths of a seed more than the other the player to move will get of those on the board.
func (s *searcher) estimate(p pits.Position) int {
	w := s.weights
	own, opp := p.Own, p.Opp
	// Adding 128-n sets the top bit of pits with at least n seeds.
	filled := bits.OnesCount64((own+127*ones)&tops) - bits.OnesCount64((opp+127*ones)&tops)
	three := bits.OnesCount64((own+125*ones)&tops) - bits.OnesCount64((opp+125*ones)&tops)
	round := bits.OnesCount64((own+s.round)&tops) - bits.OnesCount64((opp+s.round)&tops)
	return w.initiate + w.side*p.Lead() + w.choice*filled + w.exposed*(filled-three) + w.hoard*round +
		w.prey*(s.rules.Prey(p)-s.rules.Prey(p.Pass()))
}

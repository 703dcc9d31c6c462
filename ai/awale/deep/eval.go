package deep

import (
	"math/bits"

	"boardstudio/ai/awale/pits"
)

// weights contains the weights of the differences between the two players, in hundredths of a seed.
type weights struct {
	side      int // a seed in the pits of the side
	choice    int // a pit with seeds
	exposed   int // a pit with one or two seeds
	prey      int // a seed that one move would capture
	fullRound int // a pit with seeds for a full round
	tempo     int // the right to move
}

// fedWeights are for games with the duty to feed an opponent without seeds, and starvedWeights for
// the other games. They were fitted to the results of games between engines, which started with
// random moves.
var (
	fedWeights     = weights{side: -6, choice: 140, exposed: -53, prey: 38, fullRound: 155}
	starvedWeights = weights{side: 11, choice: 233, exposed: -23, prey: 52, fullRound: 246, tempo: -42}
)

// Constants for every byte of a side.
const (
	ones = 0x0101_0101_0101
	tops = 0x80 * ones
)

// estimate returns an estimate, in hundredths of a seed, of the number of seeds on the board that
// the player to move will get, minus the number that the opponent will get.
func (s *searcher) estimate(p pits.Position) int {
	w := s.weights
	own, opp := p.Own, p.Opp
	// Adding 128-n sets the top bit of pits with at least n seeds.
	filled := bits.OnesCount64((own+127*ones)&tops) - bits.OnesCount64((opp+127*ones)&tops)
	three := bits.OnesCount64((own+125*ones)&tops) - bits.OnesCount64((opp+125*ones)&tops)
	round := bits.OnesCount64((own+s.round)&tops) - bits.OnesCount64((opp+s.round)&tops)
	return w.tempo + w.side*p.Lead() + w.choice*filled + w.exposed*(filled-three) + w.fullRound*round +
		w.prey*(s.rules.LargestCapture(p)-s.rules.LargestCapture(p.Pass()))
}

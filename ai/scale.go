package ai

import (
	"math"

	"boardstudio/rules"
)

// Scale turns scores of an engine into shares of the win.
type Scale struct {
	Players int
	Unit    float64 // how much of the unit of the scores makes what the logistic function takes for one
}

// leastShare is what an engine takes for nothing.
const leastShare = 1e-6

// Shares returns which part of the win each seat may expect, from 0 to 1 and together 1, by a score for the player to move.
// Of those that the engine itself gives, that of this player is made larger or smaller by the scale, so that of two moves the one with the larger
// share keeps it, and so is what the others have of the rest. A proved
// result of more than two players is one for that player: what he does not win, the others share.
func (s Scale) Shares(score Score, turn rules.Player) []float64 {
	shares := make([]float64, s.Players)
	// Without anything known everybody may expect as much.
	even := math.Log(float64(s.Players - 1))
	given := !score.Proved && len(score.Shares) == s.Players
	own, most, sum := 0.0, leastShare, 0.0
	for i := range shares {
		if given && i != int(turn) {
			most = max(most, score.Shares[i])
		}
	}
	for i := range shares {
		if shares[i] = 1; given {
			shares[i] = math.Pow(max(score.Shares[i], leastShare)/most, 1/s.Unit)
		}
		if i != int(turn) {
			sum += shares[i]
		}
	}
	switch {
	case given:
		v := min(max(score.Shares[turn], leastShare), 1-leastShare)
		own = logistic((math.Log(v/(1-v))+even)/s.Unit - even)
	case score.Proved && score.Value > 0:
		own = 1
	case score.Proved && score.Value < 0:
	case score.Proved:
		own = 1 / float64(s.Players)
	default:
		own = logistic(score.Value/s.Unit - even)
	}
	for i := range shares {
		shares[i] *= (1 - own) / sum
	}
	shares[turn] = own
	return shares
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

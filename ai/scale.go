package ai

import (
	"math"

	"boardstudio/rules"
)

// Scale converts scores of an engine to shares of the win.
type Scale struct {
	Players int
	Unit    float64 // the score difference that counts as 1 in the logistic function
}

// leastShare is the smallest share considered.
const leastShare = 1e-6

// Shares returns each seat's expected share of the win, from 0 to 1, with the sum 1. score is from
// the point of view of the player turn.
//
// If the engine provides shares itself, the share of turn is scaled, and the other players divide
// the remainder in scaled proportions. The order of two moves by their shares does not change. With
// more than two players, a proved result is the result of turn; the others share the remainder
// equally.
func (s Scale) Shares(score Score, turn rules.Player) []float64 {
	shares := make([]float64, s.Players)
	// With no information, all seats have equal shares.
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

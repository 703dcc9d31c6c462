package ai

import (
	"math"
	"slices"

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
// Those that the engine itself gives are made larger or smaller by the scale. A proved
// result of more than two players is one for that player: what he does not win, the others share.
func (s Scale) Shares(score Score, turn rules.Player) []float64 {
	shares := make([]float64, s.Players)
	if !score.Proved && len(score.Shares) == s.Players {
		most, sum := slices.Max(score.Shares), 0.0
		for i, v := range score.Shares {
			shares[i] = math.Exp((math.Log(max(v, leastShare)) - math.Log(max(most, leastShare))) / s.Unit)
			sum += shares[i]
		}
		for i := range shares {
			shares[i] /= sum
		}
		return shares
	}
	own := 0.0
	switch {
	case score.Proved && score.Value > 0:
		own = 1
	case score.Proved && score.Value < 0:
	case score.Proved:
		own = 1 / float64(s.Players)
	default:
		// Without anything known everybody may expect as much.
		own = logistic(score.Value/s.Unit - math.Log(float64(s.Players-1)))
	}
	for i := range shares {
		shares[i] = (1 - own) / float64(s.Players-1)
	}
	shares[turn] = own
	return shares
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

package othello

import (
	"context"
	"math/rand/v2"

	"boardstudio/ai"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/othello"
)

// First is the player of the first legal move, in the order of the board.
var First = ai.Kind{
	Name: "othello-first", Title: "First legal move", Plays: plays,
	New: func(rules.Rules, rules.Params) (ai.Engine, error) { return chooser(first), nil },
}

// Greedy is the player of the move that turns most discs; among several it draws one.
var Greedy = ai.Kind{
	Name: "othello-greedy", Title: "Most discs turned", Plays: plays,
	New: func(rules.Rules, rules.Params) (ai.Engine, error) { return chooser(greedy), nil },
}

func plays(r rules.Rules) bool { return r.Spec().Game == othello.Game.Name }

// chooser is an engine that looks one move ahead.
type chooser func(p rules.Position, rnd *rand.Rand) (rules.Move, ai.Score)

// Think chooses at once.
func (c chooser) Think(_ context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	if p.Turn() == rules.NoPlayer {
		return ai.Info{}, msg.Errorf("the game is over")
	}
	m, score := c(p, rand.New(rand.NewPCG(q.Seed, 0)))
	return ai.Info{Best: ai.Line{Moves: []rules.Move{m}, Score: score}, Depth: 1}, nil
}

func first(p rules.Position, _ *rand.Rand) (rules.Move, ai.Score) {
	for m := range p.Moves() {
		return m, ai.Score{}
	}
	return rules.Pass, ai.Score{}
}

func greedy(p rules.Position, rnd *rand.Rand) (rules.Move, ai.Score) {
	var best []rules.Move
	most := -1
	for m := range p.Moves() {
		n := turns(p, m)
		if n > most {
			best, most = best[:0], n
		}
		if n == most {
			best = append(best, m)
		}
	}
	return best[rnd.IntN(len(best))], ai.Score{Value: float64(most)}
}

// turns returns how many discs the legal move m turns.
func turns(p rules.Position, m rules.Move) int {
	q, err := p.Play(m)
	if err != nil || m == rules.Pass {
		return 0
	}
	s := p.Turn()
	return q.(rules.Scorer).Score(s) - p.(rules.Scorer).Score(s) - 1
}

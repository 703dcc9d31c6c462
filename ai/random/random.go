// Package random implements an engine that plays random moves in any game.
package random

import (
	"context"
	"math/rand/v2"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Kind is the engine type that plays a random legal move.
var Kind = ai.Kind{
	Name: "random", Title: "Plays at random", About: "Plays a random legal move.",
	Plays: ai.Any,
	New:   func(rules.Rules, rules.Params) (ai.Engine, error) { return engine{}, nil },
}

type engine struct{}

// Think returns a random legal move, with uniform probability. It depends only on the seed of the
// request. It returns an error if the game is over.
func (engine) Think(_ context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	m, ok := Move(p, rand.New(rand.NewPCG(q.Seed, 0)))
	if !ok {
		return ai.Info{}, msg.Errorf("the game is over")
	}
	return ai.Info{Best: ai.Line{Moves: []rules.Move{m}}}, nil
}

// Move returns a random legal move, with uniform probability. ok is false if no move is legal.
func Move(p rules.Position, rng *rand.Rand) (choice rules.Move, ok bool) {
	n := 0
	for m := range p.Moves() {
		if n++; rng.IntN(n) == 0 {
			choice = m
		}
	}
	return choice, n > 0
}

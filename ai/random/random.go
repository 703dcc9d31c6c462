// Package random plays any game by chance.
package random

import (
	"context"
	"math/rand/v2"

	"boardstudio/ai"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Kind is the player who draws among the legal moves.
var Kind = ai.Kind{
	Name: "random", Title: "Plays at random", About: "Draws one of the legal moves, each as likely as any other.",
	Plays: ai.Any,
	New:   func(rules.Rules, rules.Params) (ai.Engine, error) { return engine{}, nil },
}

type engine struct{}

// Think draws a legal move, each as likely as any other; the seed of the request decides.
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

// Move draws a legal move, each as likely as any other. It returns false without one.
func Move(p rules.Position, rng *rand.Rand) (choice rules.Move, ok bool) {
	n := 0
	for m := range p.Moves() {
		if n++; rng.IntN(n) == 0 {
			choice = m
		}
	}
	return choice, n > 0
}

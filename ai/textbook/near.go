package textbook

import (
	"context"

	"boardstudio/ai"
	"boardstudio/rules"
)

// First is the engine type that plays the first legal move.
var First = ai.Kind{
	Name: "first", Title: "First legal move", Plays: ai.Any,
	About: "Plays the first legal move in the order of the board.",
	New:   func(rules.Rules, rules.Params) (ai.Engine, error) { return first{}, nil },
}

type first struct{}

// Think returns the first legal move. It returns an error if the game is over.
func (first) Think(_ context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	p, err := q.Position()
	if err != nil {
		return ai.Info{}, err
	}
	for m := range p.Moves() {
		return ai.Info{Best: ai.Line{Moves: []rules.Move{m}}}, nil
	}
	return ai.Info{}, errOver()
}

// Greedy is the engine type that plays the move with the largest immediate gain.
var Greedy = ai.Kind{
	Name: "greedy", Title: "Greedy", Plays: ai.Any,
	About: "Plays the move with the largest immediate gain: a win, otherwise discs, pairs or seeds. Draws lots if several are equal.",
	New:   func(rules.Rules, rules.Params) (ai.Engine, error) { return greedy{}, nil },
}

type greedy struct{}

// Think returns the first move of Advise.
func (g greedy) Think(ctx context.Context, q ai.Request, _ func(ai.Info)) (ai.Info, error) {
	lines, err := g.Advise(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	i := ai.Info{Best: lines[0], Depth: 1, Nodes: uint64(len(lines))}
	if q.Lines > 1 {
		i.Lines = lines[:min(q.Lines, len(lines))]
	}
	return i, nil
}

// Advise returns all legal moves with their gain, best first. Moves with equal gain are in random
// order, which depends only on the seed. It returns an error if the game is over.
func (greedy) Advise(_ context.Context, q ai.Request) ([]ai.Line, error) {
	p, err := q.Position()
	if err != nil {
		return nil, err
	}
	var lines []ai.Line
	for _, m := range shuffled(p, q.Seed) {
		next, err := p.Play(m)
		if err != nil {
			return nil, err
		}
		lines = append(lines, ai.Line{Moves: []rules.Move{m}, Score: gain(q.Rules, p, next)})
	}
	if len(lines) == 0 {
		return nil, errOver()
	}
	sortLines(lines)
	return lines, nil
}

// gain returns the immediate gain for the player to move at before: a win, or an increase of the
// game's count.
func gain(of rules.Rules, before, after rules.Position) ai.Score {
	me, plies := before.Turn(), 1
	if of.Board().Counted() {
		plies = 0 // the players first play for the margin
	}
	if r := after.Result(); r.Winners != 0 && !(r.Winners.Has(me) && r.Winners.Len() > 1) {
		if r.Winners.Has(me) {
			return ai.Score{Proved: true, Value: 1, Plies: plies}
		}
		return ai.Score{Proved: true, Value: -1, Plies: plies}
	}
	n := 0
	switch b := before.(type) {
	case rules.Scorer:
		n = after.(rules.Scorer).Score(me) - b.Score(me)
	case rules.Holder:
		n = after.(rules.Holder).Held(me) - b.Held(me)
	case rules.Estimator:
		n = after.(rules.Estimator).Estimate(me) - b.Estimate(me)
	}
	return ai.Score{Value: float64(n)}
}

var (
	_ ai.Engine  = first{}
	_ ai.Engine  = greedy{}
	_ ai.Adviser = greedy{}
)

package deep

import (
	"context"

	"boardstudio/ai"
	"boardstudio/ai/awale/endgame"
	"boardstudio/ai/awale/pits"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/awale"
)

// works are looking so many plies ahead from the start of a game, counting from there, both without endgame tables, and building such tables, on all
// processors.
var works = []ai.Work{
	{Name: "start-16", Game: tournament, Nodes: 787_125, Do: start(16)},
	{Name: "start-16-classroom", Game: rules.Spec{Game: awale.Game.Name}, Nodes: 837_588, Do: start(16)},
	{Name: "seeds-9", Game: tournament, Nodes: 293_930, Do: build(9)},
	{Name: "perft-10", Game: tournament, Nodes: 22_615_204, Do: perft(10)},
	{Name: "start-20", Game: tournament, Nodes: 7_533_245, Do: start(20)},
	{Name: "seeds-12", Game: tournament, Nodes: 2_704_156, Do: build(12)},
}

// tournament are the rules called abapa.
var tournament = rules.Spec{Game: "awale-abapa"}

// perft counts to each depth, up to so many plies.
func perft(plies int) func(context.Context, rules.Rules) (uint64, error) {
	return func(ctx context.Context, r rules.Rules) (n uint64, err error) {
		g, err := pits.New(r)
		if err != nil {
			return 0, err
		}
		for d := 1; d <= plies && ctx.Err() == nil; d++ {
			n += g.Perft(g.Of(r.Start()), 0, d)
		}
		return n, ctx.Err()
	}
}

// start looks so many plies ahead.
func start(plies int) func(context.Context, rules.Rules) (uint64, error) {
	return func(ctx context.Context, r rules.Rules) (uint64, error) {
		e, err := newEngine(r, 64<<20/entrySize, 0)
		if err != nil {
			return 0, err
		}
		info, err := e.Think(ctx, ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Depth: plies}}, nil)
		if err == nil {
			err = ctx.Err()
		}
		return info.Nodes, err
	}
}

// build works out the endgame tables with so many seeds, and checks how many positions have a value that no repetition can change.
func build(seeds int) func(context.Context, rules.Rules) (uint64, error) {
	return func(ctx context.Context, r rules.Rules) (uint64, error) {
		g, err := pits.New(r)
		if err != nil {
			return 0, err
		}
		t, err := endgame.Build(ctx, g, seeds, nil, nil)
		if err != nil {
			return 0, err
		}
		if open := t.Open(); open != opens[seeds] {
			return 0, msg.Errorf("%d positions of %d seeds have no value of their own, not %d", open, seeds, opens[seeds])
		}
		return g.Below(seeds + 1), nil
	}
}

// opens is how many positions are worth something else after some repetitions, by the most seeds on the board.
var opens = map[int]int{9: 94_461, 12: 1_795_909}

package deep

import (
	"context"

	"boardstudio/ai"
	"boardstudio/ai/awale/endgame"
	"boardstudio/ai/awale/pits"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/text/msg"
)

// works are the benchmarks of the engine: searches of the start position and counts of its
// continuations, both without endgame tables, and the construction of endgame tables on all
// processors.
var works = []ai.Work{
	{Name: "start-16", Game: abapaRules, Nodes: 787_125, Do: start(16)},
	{Name: "start-16-classroom", Game: rules.Spec{Game: awale.Game.Name}, Nodes: 837_588, Do: start(16)},
	{Name: "seeds-9", Game: abapaRules, Nodes: 293_930, Do: build(9)},
	{Name: "perft-10", Game: abapaRules, Nodes: 22_615_204, Do: perft(10)},
	{Name: "start-20", Game: abapaRules, Nodes: 7_533_245, Do: start(20)},
	{Name: "seeds-12", Game: abapaRules, Nodes: 2_704_156, Do: build(12)},
}

// abapaRules are the tournament rules called abapa.
var abapaRules = rules.Spec{Game: "awale-abapa"}

// perft counts the sequences of moves for every depth up to the given number of plies.
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

// start searches the start position to the given depth.
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

// build builds the endgame tables with the given number of seeds. It also checks the number of
// positions whose bounds differ.
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
		if open := t.Open(); open != openCounts[seeds] {
			return 0, msg.Errorf("open positions: %d with %d seeds, not %d", open, seeds, openCounts[seeds])
		}
		return g.Below(seeds + 1), nil
	}
}

// openCounts contains the number of positions whose bounds differ, by the maximum number of seeds
// on the board.
var openCounts = map[int]int{9: 94_461, 12: 1_795_909}

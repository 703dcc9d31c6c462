package all

import (
	"context"

	"boardstudio/ai"
	"boardstudio/ai/search"
	"boardstudio/rules"
)

// works are the benchmarks of the search that plays every game: searches to a fixed depth from the
// start of a game.
var works = []ai.Work{
	work("othello", 11, 52_403),
	work("awale", 16, 919_706),
	work("connect4", 14, 513_047),
	work("gomoku", 10, 450_119),
}

func work(game string, depth int, nodes uint64) ai.Work {
	return ai.Work{Name: game, Game: rules.Spec{Game: game}, Nodes: nodes, Do: func(ctx context.Context, r rules.Rules) (uint64, error) {
		info, err := search.New(r, families...).Think(ctx, ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Depth: depth}}, nil)
		if err == nil {
			err = ctx.Err()
		}
		return info.Nodes, err
	}}
}

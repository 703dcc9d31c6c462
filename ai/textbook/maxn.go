package textbook

import (
	"context"

	"boardstudio/ai"
	"boardstudio/ai/search"
	"boardstudio/rules"
)

// MaxN returns the engine type for three or more players that assumes each player to play for
// itself.
//
// Luckhardt and Irani: An Algorithmic Solution of N-Person Games, AAAI 1986.
func MaxN(families ...search.Family) *ai.Kind {
	return &ai.Kind{
		Name: "maxn", Title: "Max^n", Plays: ai.Several,
		About:  "Searches some moves ahead, and assumes that each player plays for itself.",
		Params: []rules.Param{depthParam},
		New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
			return &maxn{p.Int("depth"), search.Boards(r, families...)}, nil
		},
	}
}

type maxn struct {
	depth  int
	boards search.Maker
}

// Think searches to the engine's depth or the request's, whichever is smaller.
func (e *maxn) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	if q.Limit.Depth == 0 || q.Limit.Depth > e.depth {
		q.Limit.Depth = e.depth
	}
	return search.Exact(e.boards).Think(ctx, q, report)
}

// WrapBoards returns an engine that searches the boards of e wrapped by wrap.
func (e *maxn) WrapBoards(wrap func(search.Maker) search.Maker) ai.Engine {
	return &maxn{e.depth, wrap(e.boards)}
}

var _ ai.Engine = (*maxn)(nil)

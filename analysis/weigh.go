package analysis

import (
	"context"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// LossRequest is a request for the loss of the last of some moves.
type LossRequest struct {
	Engines *player.Catalog
	Rules   rules.Rules
	Start   rules.Position
	Moves   []rules.Move
	Engine  string       // engine specification
	Nodes   uint64       // node limit of the engine, 0 for no limit except maxThinkTime
	Player  rules.Player // player who made the move
	Before  float64      // the player's winning chances before the move
}

// maxThinkTime is the maximum thinking time, because a user waits for the result.
const maxThinkTime = 3 * time.Second

// MoveLoss is the loss of a move and the expected continuation.
type MoveLoss struct {
	Loss float64
	Line []rules.Move
}

// Do evaluates the position after the moves. It returns an error if a move is illegal, if the
// engine fails or returns no move, and ctx.Err() if ctx ends.
func (w *LossRequest) Do(ctx context.Context) (MoveLoss, error) {
	at := w.Start
	for _, m := range w.Moves {
		var err error
		if at, err = at.Play(m); err != nil {
			return MoveLoss{}, err
		}
	}
	if r := at.Result(); r.Over {
		return w.weight(Final(r, w.Rules.Players()), nil), nil
	}
	e, err := w.Engines.New(w.Engine, w.Rules)
	if err != nil {
		return MoveLoss{}, err
	}
	defer ai.Close(e)
	i, err := e.Think(ctx, ai.Request{Rules: w.Rules, Start: w.Start, Moves: w.Moves, Limit: ai.Limit{Nodes: w.Nodes, Time: maxThinkTime}, Seed: 1}, nil)
	switch {
	case ctx.Err() != nil:
		return MoveLoss{}, ctx.Err()
	case err != nil:
		return MoveLoss{}, err
	}
	if _, ok := i.Move(); !ok {
		return MoveLoss{}, msg.Errorf("the engine returned no move")
	}
	return w.weight(ScaleOf(w.Engines, w.Rules, w.Engine).Shares(i.Best.Score, at.Turn()), slices.Clone(i.Best.Moves)), nil
}

func (w *LossRequest) weight(shares []float64, line []rules.Move) MoveLoss {
	return MoveLoss{max(w.Before-shares[w.Player], 0), line}
}

// StoredShares returns the winning chances of all seats at a node, according to the result of the
// game or the engine's stored evaluation. It returns nil if both are missing.
func StoredShares(engines *player.Catalog, r rules.Rules, at rules.Position, n *model.Node, engine, version string) []float64 {
	if res := at.Result(); res.Over {
		return Final(res, r.Players())
	}
	v, ok := Stored(n, engine, version)
	if !ok || at.Turn() == rules.NoPlayer {
		return nil
	}
	return ScaleOf(engines, r, engine).Shares(Score(v), at.Turn())
}

package analysis

import (
	"context"
	"slices"
	"time"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Weighing asks what the last of some moves gives away.
type Weighing struct {
	Rules  rules.Rules
	Start  rules.Position
	Moves  []rules.Move
	Engine string       // its specification
	Nodes  uint64       // how long it thinks, 0 for no limit but weighTime
	Player rules.Player // who made the move
	Before float64      // his share before it
}

// weighTime is how long the person waits for what an engine says of a move, at most.
const weighTime = 3 * time.Second

// Weight is what a move gives away, and how the game may go on.
type Weight struct {
	Loss float64
	Line []rules.Move
}

// Do has the engine think about the position after the moves.
func (w *Weighing) Do(ctx context.Context) (Weight, error) {
	at := w.Start
	for _, m := range w.Moves {
		var err error
		if at, err = at.Play(m); err != nil {
			return Weight{}, err
		}
	}
	if r := at.Result(); r.Over {
		return w.weight(Final(r, w.Rules.Players()), nil), nil
	}
	e, err := aiall.New(w.Engine, w.Rules)
	if err != nil {
		return Weight{}, err
	}
	defer ai.Close(e)
	i, err := e.Think(ctx, ai.Request{Rules: w.Rules, Start: w.Start, Moves: w.Moves, Limit: ai.Limit{Nodes: w.Nodes, Time: weighTime}, Seed: 1}, nil)
	switch {
	case ctx.Err() != nil:
		return Weight{}, ctx.Err()
	case err != nil:
		return Weight{}, err
	}
	if _, ok := i.Move(); !ok {
		return Weight{}, msg.Errorf("the engine gives no move")
	}
	return w.weight(ScaleOf(w.Rules, w.Engine).Shares(i.Best.Score, at.Turn()), slices.Clone(i.Best.Moves)), nil
}

func (w *Weighing) weight(shares []float64, line []rules.Move) Weight {
	return Weight{max(w.Before-shares[w.Player], 0), line}
}

// StoredShares returns the shares of all seats at the position of a node by the evaluation of an engine that it keeps, or by the result of
// the game; nil where neither is known.
func StoredShares(r rules.Rules, at rules.Position, n *model.Node, engine, version string) []float64 {
	if res := at.Result(); res.Over {
		return Final(res, r.Players())
	}
	v, ok := Stored(n, engine, version)
	if !ok || at.Turn() == rules.NoPlayer {
		return nil
	}
	return ScaleOf(r, engine).Shares(Score(v), at.Turn())
}

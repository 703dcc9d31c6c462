package match_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/rules"
)

// finisher is an engine that is notified of results.
type finisher struct {
	thinker
	finish func(ctx context.Context, q ai.Request, r rules.Result) error
}

func (f finisher) Finish(ctx context.Context, q ai.Request, r rules.Result) (ai.Info, error) {
	return ai.Info{}, f.finish(ctx, q, r)
}

// TestFinishErrors checks that an error of Finish is reported and does not change the result.
func TestFinishErrors(t *testing.T) {
	r := build(t, "tictactoe", nil)
	limits := []ai.Limit{{Time: time.Minute, Depth: 7}, {Time: time.Hour}}
	notified := 0
	bad := finisher{first, func(ctx context.Context, q ai.Request, got rules.Result) error {
		end, ok := ctx.Deadline()
		p, err := q.Position()
		if left := time.Until(end); err != nil || !p.Result().Over || got.Reason != p.Result().Reason || !got.Over || q.Limit != limits[0] || !ok || left <= 50*time.Second || left > 61*time.Second {
			t.Errorf("%v, %v, %+v, deadline %v", err, got, q.Limit, end)
		}
		if notified++; notified == 2 {
			return nil
		}
		return errors.New("what a pity")
	}}
	good := finisher{first, func(context.Context, ai.Request, rules.Result) error { return nil }}
	for game := range 3 {
		rec, err := match.Play(t.Context(), match.Config{Rules: r, Engines: []ai.Engine{bad, good}, Limits: limits})
		if err != nil || !rec.Result.Over || rec.Failure != nil || rec.Culprit != rules.NoPlayer || notified != game+1 {
			t.Errorf("game %d: %+v, %v", game, rec, err)
		}
		if game == 1 && rec.FinishErrors != nil || game != 1 && (len(rec.FinishErrors) != 1 || rec.FinishErrors[0].Error() != "player A, after the game: what a pity") {
			t.Errorf("game %d: %v", game, rec.FinishErrors)
		}
	}
}

// TestFinishStopped checks that Finish is stopped soon after its limit, and the next engine is
// still notified. A cancelled Finish is not an error.
func TestFinishStopped(t *testing.T) {
	r := build(t, "tictactoe", nil)
	wait := finisher{first, func(ctx context.Context, _ ai.Request, _ rules.Result) error {
		<-ctx.Done()
		return ctx.Err()
	}}
	notified := false
	good := finisher{first, func(context.Context, ai.Request, rules.Result) error { notified = true; return nil }}
	limits := []ai.Limit{{Time: 50 * time.Millisecond}}
	rec, err := match.Play(t.Context(), match.Config{Rules: r, Engines: []ai.Engine{wait, good}, Limits: limits})
	if err != nil || !notified || len(rec.FinishErrors) != 1 || !errors.Is(rec.FinishErrors[0], context.DeadlineExceeded) {
		t.Errorf("%v, %v, %v", err, rec.FinishErrors, notified)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stop := finisher{first, func(ctx context.Context, _ ai.Request, _ rules.Result) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}}
	rec, err = match.Play(ctx, match.Config{Rules: r, Engines: []ai.Engine{first, stop}})
	if err != nil || !rec.Result.Over || rec.FinishErrors != nil {
		t.Errorf("%v, %+v", err, rec)
	}
}

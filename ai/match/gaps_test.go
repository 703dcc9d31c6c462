package match_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/clock"
	"boardstudio/rules"
)

// TestWrongClocks checks that Clocks must be empty or have one clock or one per player.
func TestWrongClocks(t *testing.T) {
	r := build(t, "morpion", rules.Params{"players": "3"})
	for n, want := range map[int]bool{0: true, 1: true, 2: false, 3: true, 4: false} {
		_, err := match.Play(t.Context(), match.Config{Rules: r, Engines: []ai.Engine{first, first, first}, Clocks: make([]clock.TimeControl, n)})
		if (err == nil) != want {
			t.Errorf("%d clocks for 3 players: %v", n, err)
		}
	}
}

// TestClockBudget checks that the limit of an engine is a part of the time left on its clock, but
// not more than its own limit.
func TestClockBudget(t *testing.T) {
	r := build(t, "tictactoe", nil)
	control := clock.TimeControl{Kind: clock.PerMove, Time: time.Hour}
	budget := control.Budget(control.Left(0, 0))
	for _, x := range []struct{ limit, want time.Duration }{{0, budget}, {budget / 2, budget / 2}, {2 * budget, budget}} {
		t.Run(fmt.Sprint("limit ", x.limit), func(t *testing.T) {
			var got []time.Duration
			noting := thinker(func(ctx context.Context, q ai.Request) (ai.Info, error) {
				got = append(got, q.Limit.Time)
				return first(ctx, q)
			})
			rec, err := match.Play(t.Context(), match.Config{
				Rules: r, Engines: []ai.Engine{noting, first}, Clocks: []clock.TimeControl{control}, Limits: []ai.Limit{{Time: x.limit}},
			})
			if err != nil || rec.Failure != nil || len(got) == 0 {
				t.Fatal(err, rec.Failure)
			}
			for _, d := range got {
				if d != x.want {
					t.Errorf("the engine gets %v instead of %v", d, x.want)
				}
			}
		})
	}
}

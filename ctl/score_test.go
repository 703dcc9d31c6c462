package ctl

import (
	"testing"

	"boardstudio/ai"
)

func TestScoreText(t *testing.T) {
	for _, x := range []struct {
		score ai.Score
		want  string
	}{
		{ai.Score{Value: 1.25}, "+1.25"},
		{ai.Score{Value: -0.5}, "-0.50"},
		{ai.Score{Proved: true, Value: 1, Plies: 7}, "win in 7"},
		{ai.Score{Proved: true, Value: -1, Plies: 4}, "loss in 4"},
		{ai.Score{Proved: true, Value: 1, Plies: 7, AtMost: true}, "win in at most 7"},
		{ai.Score{Proved: true, Value: -1, Plies: 4, AtMost: true}, "loss in at most 4"},
		{ai.Score{Proved: true, Value: 1, Plies: 7, Margin: 12}, "win by 12"},
		{ai.Score{Proved: true, Value: -1, Plies: 7, Margin: -12}, "loss by 12"},
		{ai.Score{Proved: true, Value: 1}, "win"},
		{ai.Score{Proved: true, Value: -1}, "loss"},
		{ai.Score{Proved: true, Plies: 9}, "draw"},
		{ai.Score{Value: 0.25, Shares: []float64{0.5, 0.3, 0.2}}, "A 50%, B 30%, C 20%"},
	} {
		t.Run(x.want, func(t *testing.T) {
			if got := ScoreText(x.score); got != x.want {
				t.Errorf("%+v: %q, want %q", x.score, got, x.want)
			}
		})
	}
}

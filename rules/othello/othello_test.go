package othello_test

import (
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/othello"
	"boardstudio/rules/rulestest"
)

// variants are the presets and parameters off the beaten track.
var variants = []struct {
	preset string
	over   rules.Params
}{
	{"othello", nil},
	{"othello6", nil},
	{"othello10", nil},
	{"anti-othello", nil},
	{"othello", rules.Params{"size": "4"}},
	{"othello", rules.Params{"size": "16"}},
	{"othello", rules.Params{"start": "reversed"}},
	{"othello", rules.Params{"start": "open"}},
	{"anti-othello", rules.Params{"start": "open", "size": "4"}},
	{"", rules.Params{"size": "12", "goal": "fewest", "start": "open"}},
}

func TestLaws(t *testing.T) {
	rulestest.Game(t, &othello.Game)
	for _, v := range variants {
		t.Run(v.preset, func(t *testing.T) { rulestest.Run(t, &othello.Game, v.preset, v.over) })
	}
}

func BenchmarkOthello(b *testing.B) { rulestest.Bench(b, &othello.Game, "othello", nil) }

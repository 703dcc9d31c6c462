package hex_test

import (
	"strings"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/hex"
	"boardstudio/rules/rulestest"
)

var variants = []rules.Params{
	{"size": "3"}, {"size": "5"}, nil, {"size": "19"}, {"size": "3", "swap": "off"}, {"size": "6", "swap": "off"},
}

// TestShared checks, with the race detector, that goroutines can share positions.
func TestShared(t *testing.T) {
	for _, over := range variants {
		t.Run(over["size"]+over["swap"], func(t *testing.T) { rulestest.Shared(t, &hex.Game, "hex", over) })
	}
}

func TestLaws(t *testing.T) {
	race.Skip(t)
	rulestest.Game(t, &hex.Game)
	if hex.Game.Name != "hex" || hex.Game.Presets[0].Name != "hex" {
		t.Error("the names that files have must never change")
	}
	for _, over := range variants {
		t.Run(over["size"]+over["swap"], func(t *testing.T) { rulestest.Run(t, &hex.Game, "hex", over) })
	}
}

// TestPerft checks the numbers of move sequences. Until a connection is possible, there are
// n·(n-1)·… without a swap on n cells. The swap adds one reply to the first stone.
func TestPerft(t *testing.T) {
	for _, x := range []struct {
		over rules.Params
		want []uint64
	}{
		{rules.Params{"size": "3", "swap": "off"}, []uint64{9, 72, 504, 3024, 15120}},
		{rules.Params{"size": "3"}, []uint64{9, 81}},
		{nil, []uint64{121, 121 * 121, 121*120*119 + 121*120}},
	} {
		r := rulestest.Build(t, &hex.Game, "hex", x.over)
		for i, want := range x.want {
			if got := rules.Perft(r.Start(), i+1); got != want {
				t.Errorf("%v, depth %d: %d, want %d", x.over, i+1, got, want)
			}
		}
	}
}

// FuzzParse checks that a text is either rejected or can be written and parsed again.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"A../.B./... A", "a.. .b. ... b", "AAA...... B", "RB.------ A", strings.Repeat(".", 9) + " B"} {
		f.Add(s)
	}
	r := rulestest.Build(f, &hex.Game, "hex", rules.Params{"size": "3"})
	f.Fuzz(func(t *testing.T, text string) {
		rulestest.Text(t, r, text)
		rulestest.Move(t, r, text)
	})
}

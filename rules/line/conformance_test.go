package line

import (
	"slices"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/rules/rulestest"
)

// unusual lists unusual sets of parameters, as "name=value" words.
var unusual = []string{
	"rows=4 cols=4 topology=torus players=3",
	"rows=5 cols=4 k=3 topology=mobius misere=on",
	"rows=4 cols=6 k=4 topology=sphere overline=ignored",
	"rows=1 cols=6 k=3 topology=sphere players=4",
	"rows=6 cols=7 k=4 topology=mobius drop=on players=3",
	"rows=5 cols=5 k=4 topology=cylinder drop=on overline=ignored adjacent=on",
	"rows=7 cols=7 k=5 captures=2 breakable=on doubleThree=forbidden adjacent=on",
	"rows=8 cols=9 k=5 captures=3 breakable=on doubleThree=unlessCapturing topology=torus centreFirst=on",
	"rows=9 cols=8 k=5 captures=6 doubleThree=shared",
	"rows=7 cols=8 k=4 captures=1 players=5 topology=cylinder",
	"rows=6 cols=6 k=4 captures=4 breakable=on misere=on overline=ignored",
	"rows=9 cols=9 k=5 foul=renju captures=3 topology=sphere cols=10",
	"rows=9 cols=8 k=5 foul=renju doubleThree=forbidden adjacent=on",
	"rows=6 cols=6 k=6 foul=none doubleThree=forbidden",
	"rows=5 cols=6 k=6 doubleThree=forbidden drop=on",
	"rows=3 cols=4 k=12 topology=torus",
	"rows=12 cols=1 k=4 topology=mobius captures=2",
	"rows=1 cols=9 k=3 players=26",
	"rows=13 cols=2 k=5 topology=torus captures=3 players=3 overline=ignored",
	"rows=1 cols=2 k=2",
	"rows=18 cols=20 k=9 players=26 captures=100",
}

func TestDescriptor(t *testing.T) { rulestest.Game(t, &Game) }

func TestConformance(t *testing.T) {
	race.Skip(t)
	for _, p := range Game.Presets {
		t.Run(p.Name, func(t *testing.T) { rulestest.Run(t, &Game, p.Name, nil) })
	}
	for _, o := range unusual {
		t.Run(o, func(t *testing.T) { rulestest.Run(t, &Game, "", overrides(o)) })
	}
}

// TestShared checks, with the race detector, that goroutines can share positions.
func TestShared(t *testing.T) {
	for _, p := range Game.Presets {
		t.Run(p.Name, func(t *testing.T) { rulestest.Shared(t, &Game, p.Name, nil) })
	}
	for _, o := range unusual {
		t.Run(o, func(t *testing.T) { rulestest.Shared(t, &Game, "", overrides(o)) })
	}
}

func BenchmarkPresets(b *testing.B) {
	for _, p := range Game.Presets {
		b.Run(p.Name, func(b *testing.B) { rulestest.Bench(b, &Game, p.Name, nil) })
	}
}

// TestIdle checks which parameters have no effect in some games.
func TestIdle(t *testing.T) {
	for _, x := range []struct {
		preset string
		over   rules.Params
		want   []string
	}{
		{"tictactoe", nil, []string{"overline", "breakable", "foul", "view"}},
		{"tictactoe", rules.Params{"topology": "torus"}, []string{"breakable", "foul", "view"}},
		{"connect4", nil, []string{"captures", "breakable", "centreFirst", "foul", "view"}},
		{"morpion", rules.Params{"players": "3"}, []string{"breakable", "doubleThree", "foul", "view"}},
		{"gomoku", nil, []string{"breakable"}},
		{"pente", nil, nil},
	} {
		if got := rulestest.Idle(t, &Game, x.preset, x.over); !slices.Equal(got, x.want) {
			t.Errorf("%s %v: %v, want %v", x.preset, x.over, got, x.want)
		}
	}
}

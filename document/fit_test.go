package document

import (
	"context"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

func spec(t *testing.T, preset string) rules.Spec {
	t.Helper()
	r, err := games.Games.Build(preset, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.Spec()
}

func fitsOf(text string, open rules.Spec) []Fit {
	return library.Fits(context.Background(), "", []byte(text), codec.Options{Spec: &open})
}

func TestFitsOf(t *testing.T) {
	for _, x := range []struct {
		text, open, best string
		better           bool
	}{
		{"1. f5 d6 2. c3 d3 3. c4 f4", "tictactoe", "othello", true},
		{"1. f5 d6 2. c3 d3 3. c4 f4", "othello", "othello", false},
		{"1. b2 a1 2. c3", "tictactoe", "tictactoe", false},
		{"1. C d 2. A f", "othello", "awale", true},
		{"(;GM[2];B[f5];W[d6])", "tictactoe", "othello", false},
		{"(;GM[2];B[f5];W[d6])", "othello", "othello", false},
		{"[Variant \"othello\"]\n\n1. f5 d6", "hex", "othello", false},
		{"[Variant \"othello\"]\n\n1. f5 d6", "renju", "othello", false},
	} {
		t.Run(x.text+" in "+x.open, func(t *testing.T) {
			list := fitsOf(x.text, spec(t, x.open))
			if len(list) == 0 {
				t.Errorf("%s: no game", x.text)
				return
			}
			want := spec(t, x.best).Game
			fits := false
			for _, g := range list {
				fits = fits || g.Spec.Game == want && g.Legal == g.Moves && g.Legal == list[0].Legal
			}
			if named := strings.ContainsAny(x.text, "([") && len(list) != 1; Better(list) != x.better || !fits || named {
				t.Errorf("%s in %s: better is %v, the first game %s with %d of %d", x.text, x.open, Better(list), list[0].Spec.Game, list[0].Legal, list[0].Moves)
			}
		})
	}
	if got := fitsOf(strings.Repeat("1. f5 ", longestFit), spec(t, "othello")); got != nil {
		t.Error("a text of any length is read")
	}
	if got := fitsOf("Dear all, see you on Monday", spec(t, "othello")); Better(got) {
		t.Errorf("a letter is a game of %s", got[0].Spec.Game)
	}
}

package words_test

import (
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// TestTenths checks the format of small shares in each language.
func TestTenths(t *testing.T) {
	if got := words.Tenths(0.0345); got != "3.5\u00a0%" && got != "3.4\u00a0%" {
		t.Error(got)
	}
	if _, err := locale.Use("fr"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = locale.Use("en") })
	if got := words.Tenths(0.004); got != "0,4\u00a0%" {
		t.Error(got)
	}
}

// TestGame checks the titles of games that are not presets.
func TestGame(t *testing.T) {
	for _, x := range []struct {
		name   string
		params rules.Params
		want   string
	}{
		{"renju", nil, "Renju"},
		{"connect4", rules.Params{"cols": "8"}, "Connect four 6×8"},
		{"othello", rules.Params{"size": "12"}, "Othello 12×12"},
		{"othello", rules.Params{"size": "12", "start": "reversed"}, "Othello 12×12, colours swapped"},
		{"tictactoe", rules.Params{"misere": "on"}, "Tic-tac-toe, making the row loses"},
		{"tictactoe", rules.Params{"rows": "10", "cols": "10", "k": "4", "players": "3"}, "Tic-tac-toe 10×10, 4 in a row, 3 players"},
		{"morpion", nil, "Tic-tac-toe 10×10, 5 in a row"},
		{"morpion", rules.Params{"players": "3"}, "Tic-tac-toe 10×10, 5 in a row, 3 players"},
		{"gomoku", rules.Params{"rows": "19", "cols": "19"}, "Gomoku 19×19"},
		{"gomoku", rules.Params{"topology": "torus"}, "Gomoku, on a torus"},
		{"pente", rules.Params{"captures": "1"}, "Pente, 1 captured pair wins"},
		{"hex", rules.Params{"swap": "off"}, "Hex, without the swap rule"},
		{"awale", rules.Params{"pits": "5", "seeds": "3"}, "Awale, classroom rules, 5 pits a side, 3 seeds a pit"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r, err := all.Games.Build(x.name, x.params)
			if err != nil {
				t.Fatal(err)
			}
			if got := words.Game(r); got != x.want {
				t.Errorf("%s %v: %q, want %q", x.name, x.params, got, x.want)
			}
		})
	}
}

func TestOutcome(t *testing.T) {
	name := words.Namer(func(p rules.Player) string { return "P" + string(p.Letter()) })
	for _, x := range []struct {
		name string
		game string
		res  rules.Result
		want string
	}{
		{"not over", "tictactoe", rules.Result{}, ""},
		{"draw", "tictactoe", rules.Result{Over: true, Reason: rules.Full}, "Draw – the board is full"},
		{"captures", "pente", rules.Result{Over: true, Winners: rules.Of(1), Reason: rules.Captures, Final: []int{0, 5}}, "PB wins – enough pairs are captured"},
		{"count", "othello", rules.Result{Over: true, Winners: rules.Of(1), Reason: rules.Count, Final: []int{20, 44}}, "PB wins 20–44"},
		{"two winners", "tictactoe", rules.Result{Over: true, Winners: rules.Of(0, 2), Reason: rules.Resigned}, "PA, PC win – resignation"},
	} {
		t.Run(x.name, func(t *testing.T) {
			r, err := all.Games.Build(x.game, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := words.Outcome(r, x.res, name); got != x.want {
				t.Errorf("%s: %q, want %q", x.game, got, x.want)
			}
		})
	}
}

func TestBetter(t *testing.T) {
	for _, c := range []struct {
		game, preset string
		p            rules.Player
		degree       int
		want         string
	}{
		{"othello", "othello", 1, 2, "W++"},
		{"line", "tictactoe", 0, 3, "C+++"},
		{"awale", "awale", 1, 1, "N+"},
	} {
		t.Run(c.game, func(t *testing.T) {
			g, _, _ := all.Games.Find(c.game)
			r, err := g.Build(c.preset, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := words.Better(r, c.p, c.degree); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
	g, _, _ := all.Games.Find("line")
	r, err := g.Build("morpion", rules.Params{"players": "3"})
	if err != nil {
		t.Fatal(err)
	}
	if got := words.Better(r, 2, 1); got != "C+" {
		t.Errorf("of three players: %q", got)
	}
}

// TestMoveNumber checks that the moves of all players count.
func TestMoveNumber(t *testing.T) {
	for ply, want := range map[int]string{1: "1. ", 2: "2. ", 23: "23. "} {
		if got := words.MoveNumber(ply); got != want {
			t.Errorf("%d: %q, want %q", ply, got, want)
		}
	}
}

package term_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"boardstudio/draw/term"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
	"boardstudio/rules/rulestest"
)

var update = flag.Bool("update", false, "write the golden files anew")

// example is a position to draw: a game, and its moves or a position.
type example struct {
	name   string
	game   *rules.Game
	preset string
	params rules.Params
	moves  string
	from   string
	seats  []term.Seat
	term   term.Terminal
	rules  rules.Rules // used instead of game, preset and params if set
}

var (
	plain  = term.Terminal{}
	utf    = term.Terminal{UTF8: true}
	colour = term.Terminal{UTF8: true, Color: true}
)

var examples = []example{
	{name: "tictactoe-won", game: &line.Game, preset: "tictactoe", moves: "b2 a1 c3 b1 a3 c1", term: utf},
	{name: "tictactoe-plain", game: &line.Game, preset: "tictactoe", moves: "b2 a1 c3 b1 a3 c1", term: plain},
	{name: "tictactoe-colour", game: &line.Game, preset: "tictactoe", moves: "b2 a1", term: colour},
	{
		name: "tictactoe-symbols", game: &line.Game, preset: "tictactoe", moves: "b2 a1 c3", term: utf,
		seats: []term.Seat{{Symbol: "Qu"}, {Symbol: "disc", Color: "#20a0ff"}},
	},
	{
		name: "tictactoe-wide-symbol", game: &line.Game, preset: "tictactoe", moves: "b2 a1", term: utf,
		seats: []term.Seat{{Symbol: "碁"}, {Symbol: "é"}},
	},
	{
		name: "tictactoe-same-symbol", game: &line.Game, preset: "tictactoe", moves: "b2 a1", term: utf,
		seats: []term.Seat{{Symbol: "O"}},
	},
	{
		name: "tictactoe-plain-symbol", game: &line.Game, preset: "tictactoe", moves: "b2 a1", term: plain,
		seats: []term.Seat{{Symbol: "é"}, {Symbol: "disc"}},
	},
	{name: "connect4", game: &line.Game, preset: "connect4", moves: "d d c e c c", term: utf},
	{name: "connect4-won", game: &line.Game, preset: "connect4", moves: "a b a b a b a", term: utf},
	{name: "connect4-colour", game: &line.Game, preset: "connect4", moves: "d d c", term: colour},
	{name: "connect4-cylinder", game: &line.Game, preset: "connect4", params: rules.Params{"topology": "cylinder"}, moves: "d d", term: utf},
	{name: "gomoku", game: &line.Game, preset: "gomoku", moves: "h8 i9 g8 i8 f8", term: utf},
	{name: "gomoku-won", game: &line.Game, preset: "gomoku", moves: "h8 i9 g8 i10 f8 i7 e8 i6 d8", term: utf},
	{name: "gomoku-won-colour", game: &line.Game, preset: "gomoku", moves: "h8 i9 g8 i10 f8 i7 e8 i6 d8", term: colour},
	{name: "gomoku-plain", game: &line.Game, preset: "gomoku", moves: "h8 i9 g8", term: plain},
	{name: "gomoku-colour", game: &line.Game, preset: "gomoku", params: rules.Params{"rows": "13", "cols": "13"}, moves: "c3 b2", term: colour},
	{name: "three-players", game: &line.Game, preset: "gomoku", params: rules.Params{"rows": "12", "cols": "12", "players": "3"}, moves: "a1 b1 c1 d1", term: utf},
	{name: "seats-with-letters", game: &line.Game, preset: "morpion", params: rules.Params{"rows": "3", "cols": "26", "k": "3", "players": "26"}, moves: "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 o1 p1 q1 r1 s1 t1 u1 v1 w1 x1 y1 z1", term: utf},
	{name: "torus", game: &line.Game, preset: "morpion", params: rules.Params{"rows": "4", "cols": "4", "k": "3", "topology": "torus"}, moves: "a1 b2", term: utf},
	{name: "torus-plain", game: &line.Game, preset: "morpion", params: rules.Params{"rows": "4", "cols": "4", "k": "3", "topology": "torus"}, moves: "a1 b2", term: plain},
	{name: "sphere-crossings", game: &line.Game, preset: "gomoku", params: rules.Params{"rows": "13", "cols": "14", "topology": "sphere"}, moves: "a1 n13", term: utf},
	{name: "infinite-empty", game: &line.Game, preset: "infinite", term: utf},
	{name: "infinite", game: &line.Game, preset: "infinite", moves: "ae31 ab30 ac33", term: utf},
	{name: "infinite-corner", game: &line.Game, preset: "infinite", moves: "ae31 bi61", term: utf},
	{name: "wide", game: &line.Game, preset: "gomoku", params: rules.Params{"rows": "13", "cols": "64"}, moves: "a1 bl13 aa2", term: utf},
	{name: "wide-narrow", game: &line.Game, preset: "gomoku", params: rules.Params{"rows": "13", "cols": "64"}, moves: "a1 bl13 aa2", term: term.Terminal{UTF8: true, Width: 80}},
	{name: "boxes-narrow", game: &othello.Game, preset: "othello", moves: "f5", term: term.Terminal{UTF8: true, Width: 30}},
	{name: "othello", game: &othello.Game, preset: "othello", moves: "f5 d6 c3", term: utf},
	{name: "othello-plain", game: &othello.Game, preset: "othello6", moves: "b3", term: plain},
	{name: "othello-colour", game: &othello.Game, preset: "othello6", moves: "b3", term: colour},
	{name: "othello16", game: &othello.Game, params: rules.Params{"size": "16"}, term: utf},
	{name: "awale", game: &awale.Game, preset: "awale", moves: "C", term: utf},
	{name: "awale-plain", game: &awale.Game, preset: "awale", moves: "C", term: plain},
	{name: "awale-colour", game: &awale.Game, params: rules.Params{"pits": "2"}, moves: "A", term: colour},
	{name: "hexagons", rules: rulestest.Hexagons(11), moves: "f6 g5 e7 h4 d8 e8 c9 i3", term: term.Terminal{UTF8: true, Width: 80}},
	{name: "hexagons-plain", rules: rulestest.Hexagons(11), moves: "f6 g5 e7 a1", term: term.Terminal{Width: 80}},
	{name: "hexagons-colour", rules: rulestest.Hexagons(4), moves: "b2 c2 d4", term: colour},
	{name: "hexagons-many", rules: rulestest.Hexagons(19), moves: "s19 a1", term: term.Terminal{UTF8: true, Width: 80}},
	{name: "hexagons-narrow", rules: rulestest.Hexagons(19), moves: "s19 a1", term: term.Terminal{UTF8: true, Width: 50}},
	{name: "awale-many", game: &awale.Game, preset: "awale-abapa", from: "0-0-0-120-0-3-7-0-0-0-11-1 100-98 N", term: utf},
}

// build returns the drawing of an example.
func build(t *testing.T, x example) *term.Drawing {
	t.Helper()
	r, err := x.rules, error(nil)
	if r == nil {
		r, err = x.game.Build(x.preset, x.params)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := r.Start()
	if x.from != "" {
		if p, err = r.Parse(x.from); err != nil {
			t.Fatal(err)
		}
	}
	d := term.New(r, p, x.term)
	for _, word := range strings.Fields(x.moves) {
		m, err := r.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		d.Last = rules.Landing(r.Board(), p, q, m)
		p = q
	}
	d.Position, d.Win, d.Seats = p, p.Result().Cells, x.seats
	return d
}

// TestGolden compares drawings with reviewed files. The files contain ^ instead of the escape
// character.
func TestGolden(t *testing.T) {
	for _, x := range examples {
		t.Run(x.name, func(t *testing.T) {
			got := strings.ReplaceAll(build(t, x).String(), "\x1b", "^")
			file := filepath.Join("testdata", x.name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%swant\n%s", got, want)
			}
		})
	}
}

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestForms checks properties of every drawing: colours change only escape sequences, ASCII
// terminals get only ASCII, and no line is wider than the terminal.
func TestForms(t *testing.T) {
	for _, x := range examples {
		t.Run(x.name, func(t *testing.T) {
			for _, width := range []int{0, 70, 80, 132} {
				for _, tt := range []term.Terminal{{}, {UTF8: true}, {Color: true}, {UTF8: true, Color: true}} {
					tt.Width = width
					x.term = tt
					d := build(t, x)
					got := d.String()
					if !utf8.ValidString(got) || !strings.HasSuffix(got, "\n") {
						t.Fatalf("not lines of text: %q", got)
					}
					for l := range strings.Lines(got) {
						l = strings.TrimSuffix(l, "\n")
						bare := escape.ReplaceAllString(l, "")
						if strings.Contains(bare, "\x1b") || !tt.Color && bare != l {
							t.Errorf("%s %+v: wrong escape sequences in %q", x.name, tt, l)
						}
						if !tt.Color && strings.TrimRight(l, " ") != l {
							t.Errorf("%s %+v: spaces at the end of %q", x.name, tt, l)
						}
						if tt.Color && bare != l && !strings.HasSuffix(strings.TrimRight(l, " "), "\x1b[0m") {
							t.Errorf("%s %+v: colours are left on after %q", x.name, tt, l)
						}
						if n := utf8.RuneCountInString(bare); width > 0 && n > width {
							t.Errorf("%s %+v: a line is %d columns wide", x.name, tt, n)
						}
						for _, r := range bare {
							if !tt.UTF8 && r >= utf8.RuneSelf {
								t.Errorf("%s %+v: %q is not ASCII", x.name, tt, r)
							}
						}
					}
				}
			}
		})
	}
}

// TestSymbols checks that players have different symbols unless colours distinguish them.
func TestSymbols(t *testing.T) {
	for players := 2; players <= rules.MaxPlayers; players++ {
		for _, preset := range []string{"morpion", "gomoku", "connect4"} {
			r, err := line.Game.Build(preset, rules.Params{"players": string(rune('0'+players/10)) + string(rune('0'+players%10))})
			if err != nil {
				t.Fatal(err)
			}
			for _, tt := range []term.Terminal{plain, utf, colour} {
				d := term.New(r, nil, tt)
				d.Seats = []term.Seat{{}, {Symbol: "C"}} // the default symbol of the third player
				seen := map[string]rules.Player{}
				for p := range rules.Player(players) {
					s := d.Symbol(p)
					if q, twice := seen[s]; twice || s == "" {
						t.Errorf("%s with %d players, %+v: seats %d and %d are both %q", preset, players, tt, q, p, s)
					}
					seen[s] = p
				}
			}
		}
	}
}

func TestSymbolOfNoPlayer(t *testing.T) {
	r, err := line.Game.Build("gomoku", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := term.New(r, nil, utf)
	for _, p := range []rules.Player{rules.NoPlayer, 2, 25} {
		if s := d.Symbol(p); s != "" {
			t.Errorf("seat %d has the symbol %q", p, s)
		}
	}
}

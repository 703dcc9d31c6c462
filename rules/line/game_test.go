package line

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"boardstudio/rules"
)

func TestPresets(t *testing.T) {
	for name, want := range map[string]string{
		"tictactoe":       "",
		"morpion":         "rows=10 cols=10 k=5",
		"gomoku":          "rows=15 cols=15 k=5",
		"gomoku-standard": "rows=15 cols=15 k=5 overline=ignored",
		"gomoku-captures": "rows=19 cols=19 k=5 captures=5 adjacent=on",
		"ninuki":          "rows=19 cols=19 k=5 captures=5 adjacent=on breakable=on doubleThree=shared",
		"pente":           "rows=19 cols=19 k=5 captures=5 centreFirst=on",
		"renju":           "rows=15 cols=15 k=5 foul=renju centreFirst=on",
		"connect4":        "rows=6 cols=7 k=4 drop=on",
		"infinite":        "rows=61 cols=61 k=5 centreFirst=on view=used",
	} {
		t.Run(name, func(t *testing.T) {
			full := overrides("rows=3 cols=3 k=3 players=2 drop=off topology=plane overline=wins captures=0 breakable=off doubleThree=allowed adjacent=off centreFirst=off foul=none misere=off view=whole")
			maps.Copy(full, overrides(want))
			if got := mustBuild(t, name).Spec(); got.Game != "line" || !got.Params.Equal(full) {
				t.Errorf("%v, want %v", got, full)
			}
		})
	}
	if len(Game.Presets) != 10 {
		t.Errorf("%d presets", len(Game.Presets))
	}
}

func TestCombinations(t *testing.T) {
	for _, c := range []struct{ rules, want string }{
		{"rows=3 cols=3 k=4", "no line of this board is long enough: a row needs 4 cells, the longest line has 3"},
		{"rows=3 cols=5 k=5", ""},
		{"rows=1 cols=1 k=2", "no line of this board is long enough: a row needs 2 cells, the longest line has 1"},
		{"rows=3 cols=4 k=12 topology=torus", ""},
		{"rows=3 cols=4 k=13 topology=torus", "no line of this board is long enough: a row needs 13 cells, the longest line has 12"},
		{"rows=3 cols=4 k=8 topology=mobius", ""},
		{"rows=3 cols=4 k=9 topology=mobius", "no line of this board is long enough: a row needs 9 cells, the longest line has 8"},
		{"rows=5 cols=4 k=6 topology=cylinder", "no line of this board is long enough: a row needs 6 cells, the longest line has 5"},
		{"rows=4 cols=4 k=8 topology=sphere", ""},
		{"rows=4 cols=5 k=3 topology=sphere", "a sphere needs an even number of columns, not 5"},
		{"drop=on topology=cylinder", ""},
		{"drop=on topology=mobius", ""},
		{"drop=on topology=torus", "pieces cannot fall on the topology torus: gravity needs a plane, a cylinder or a Möbius strip"},
		{"cols=4 drop=on topology=sphere", "pieces cannot fall on the topology sphere: gravity needs a plane, a cylinder or a Möbius strip"},
		{"drop=on captures=5", "captures are not possible with falling pieces"},
		{"drop=on centreFirst=on", "with falling pieces, the first piece cannot be required in the centre"},
		{"players=3 breakable=on", "parameter breakable needs exactly two players, not 3"},
		{"players=3 doubleThree=forbidden", "parameter doubleThree needs exactly two players, not 3"},
		{"players=4 doubleThree=shared", "parameter doubleThree needs exactly two players, not 4"},
		{"players=26 doubleThree=unlessCapturing", "parameter doubleThree needs exactly two players, not 26"},
		{"rows=9 cols=9 k=5 players=3 foul=renju", "parameter foul needs exactly two players, not 3"},
		{"rows=9 cols=9 k=6 foul=renju", "the renju fouls are about rows of five, so k must be 5, not 6"},
		{"rows=0", `parameter rows: "0" is not a whole number from 1 to 64`},
		{"cols=65", `parameter cols: "65" is not a whole number from 1 to 64`},
		{"k=1", `parameter k: "1" is not a whole number from 2 to 4096`},
		{"players=27", `parameter players: "27" is not a whole number from 2 to 26`},
		{"topology=klein", `parameter topology: "klein" is not one of plane, cylinder, torus, mobius, sphere`},
		{"colour=red", `unknown parameter "colour"`},
	} {
		_, err := Game.Build("", overrides(c.rules))
		if got := map[bool]func() string{true: func() string { return "" }, false: func() string { return err.Error() }}[err == nil](); got != c.want {
			t.Errorf("%s: %q, want %q", c.rules, got, c.want)
		}
	}
}

func TestBoard(t *testing.T) {
	for _, c := range []struct {
		rules  string
		style  rules.Style
		pieces rules.Pieces
		stars  string
		wraps  string
		grows  bool
		hold   *rules.Unit
	}{
		{"tictactoe", rules.Squares, rules.Marks, "", "", false, nil},
		{"morpion", rules.Squares, rules.Marks, "", "", false, nil},
		{"morpion players=3", rules.Squares, rules.Marks, "", "", false, nil},
		{"morpion k=4", rules.Squares, rules.Marks, "", "", false, nil},
		{"gomoku", rules.Crossings, rules.Stones, "d4 l4 h8 d12 l12", "", false, nil},
		{"pente", rules.Crossings, rules.Stones, "d4 j4 p4 d10 j10 p10 d16 j16 p16", "", false, &pairUnit},
		{"connect4", rules.Squares, rules.Tokens, "", "", false, nil},
		{"gomoku drop=on", rules.Squares, rules.Tokens, "", "", false, nil},
		{"infinite", rules.Crossings, rules.Stones, "", "", true, nil},
		{"tictactoe topology=mobius", rules.Squares, rules.Marks, "", "mobius", false, nil},
	} {
		t.Run(c.rules, func(t *testing.T) {
			r := mustBuild(t, c.rules)
			b := r.Board()
			if b.Style != c.style || b.Pieces != c.pieces || labels(r, b.Stars) != c.stars || b.Wraps != c.wraps || b.Grows != c.grows || b.Hold != c.hold || b.Score != c.hold || b.Home != nil {
				t.Errorf("style %d, pieces %d, stars %s, wraps %s, grows %v, units %v %v", b.Style, b.Pieces, labels(r, b.Stars), b.Wraps, b.Grows, b.Hold, b.Score)
			}
			_, holds := r.Start().(rules.Holder)
			_, scores := r.Start().(rules.Scorer)
			if want := c.hold != nil; holds != want || scores != want {
				t.Errorf("Holder %v, Scorer %v, want %v", holds, scores, want)
			}
		})
	}
	b := mustBuild(t, "connect4").Board()
	if got := b.Named(b.Find("d6")); got != b.Find("d1") || !b.Drops() {
		t.Errorf("d6 is named by cell %d", got)
	}
	b = mustBuild(t, "infinite").Board()
	if got := b.Cells[60*61+60]; got.Label != "bi61" || got.Row != 60 || got.Centre != (rules.Point{X: 60.5, Y: 60.5}) {
		t.Errorf("the last cell is %+v", got)
	}
}

// TestTuples compares the rows with the rows found by slow on its infinite plane.
func TestTuples(t *testing.T) {
	counts := map[string]int{
		"tictactoe": 8, "connect4": 69, "gomoku": 572, "tictactoe topology=torus": 12, "tictactoe topology=cylinder": 12,
		"rows=2 cols=2 k=2 topology=torus": 6, "rows=1 cols=6 k=3 topology=sphere": 8, "rows=3 cols=4 k=12 topology=torus": 1,
	}
	for _, words := range append(slices.Collect(maps.Keys(counts)), unusual[:len(unusual)-1]...) {
		r := mustBuild(t, words)
		s := newSlow(r.Options())
		want := map[string]bool{}
		for c := range s.cells {
			for d := range ways {
				if cs := s.line(c, d, 0, s.o.K-1); cs != nil {
					var cells []rules.Cell
					for _, x := range cs {
						cells = append(cells, rules.Cell(x))
					}
					want[identity(cells)] = true
				}
			}
		}
		got, ok := Tuples(r)
		for _, tuple := range got {
			if len(tuple) != r.Options().K || !want[identity(tuple)] {
				t.Errorf("%s: %s is no row, or comes twice", words, labels(r, tuple))
			}
			delete(want, identity(tuple))
		}
		if !ok || len(want) > 0 || counts[words] != 0 && len(got) != counts[words] {
			t.Errorf("%s: %d rows, %d of them missing, want %d", words, len(got), len(want), counts[words])
		}
	}
	if _, ok := Tuples(struct{ rules.Rules }{}); ok {
		t.Error("Tuples takes rules of another family")
	}
}

// TestMoveErrors checks the reasons given for illegal moves.
func TestMoveErrors(t *testing.T) {
	for _, c := range []struct{ rules, moves, move, want string }{
		{"tictactoe", "b2", "b2", "there is a piece on b2 already"},
		{"tictactoe", "", "pass", "a player who has a legal move cannot pass"},
		{"tictactoe", "a1 a2 b1 b2 c1", "c3", "the game is over"},
		{"tictactoe", "resign", "resign", "the game is over"},
		{"connect4", "a a a a a a", "a", "column a is full"},
		{"pente", "", "a1", "the first piece goes to the centre, j10"},
		{"gomoku-captures", "j10", "a1", "a piece on a1 would touch no other"},
		{"ninuki", "j10 k11 k10 l12 i10 l11 i11 m13", "i12", "a piece on i12 would make a free three that shares a piece with another"},
		{"gomoku doubleThree=forbidden", "i8 a1 j8 c1 h9 e1 h10 g1", "h8", "a piece on h8 would make two free threes"},
		{"renju", "h8 a1 i8 c1 g9 e1 g10 g1", "g8", "a foul: double three on g8"},
		{"renju", "h8 a1 i8 c1 j8 e1 g9 g1 g10 i1 g11 k1", "g8", "a foul: double four on g8"},
		{"renju", "h8 a1 i8 c1 j8 e1 f8 g1 e8 i1", "g8", "a foul: overline on g8"},
	} {
		t.Run(c.want, func(t *testing.T) {
			r := mustBuild(t, c.rules)
			_, err := try(t, r, play(t, r, r.Start(), c.moves), c.move)
			if err == nil || err.Error() != c.want {
				t.Errorf("%s: %s and then %s: %v, want %q", c.rules, strings.TrimSpace(c.moves), c.move, err, c.want)
			}
		})
	}
}

// TestBreakableWithoutCaptures checks that rows win at once if captures are disabled.
func TestBreakableWithoutCaptures(t *testing.T) {
	r := mustBuild(t, "rows=5 cols=5 k=3 breakable=on captures=0")
	p := play(t, r, r.Start(), "a1 a5 b1 b5 c1")
	if res := p.Result(); !res.Over || res.Reason != rules.Row || !res.Winners.Has(0) || res.Winners.Len() != 1 {
		t.Errorf("after three in a row: %+v", res)
	}
	if p.Turn() != rules.NoPlayer {
		t.Errorf("seat %d is to move", p.Turn())
	}
}

package line

import (
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/rulestest"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ name, rules, text, want string }{
		{"as written", "tictactoe", "A.B/.A./... B", "A.B/.A./... B"},
		{"X and O", "tictactoe", "X.O/.X./... O", "A.B/.A./... B"},
		{"small letters", "tictactoe", "a.b/.x./..o b", "A.B/.A./..B B"},
		{"X is a player among many", "rows=1 cols=3 players=26", "XO. Z", "XO. Z"},
		{"white space", "tictactoe", "  A.B /\n.A.\t/ . . .   B\r\n", "A.B/.A./... B"},
		{"a finished game", "tictactoe", "AAA/BB./... B", "AAA/BB./... B"},
		{"pairs", "rows=1 cols=5 k=5 captures=5", "A.B.. B 0-3", "A.B.. B 0-3"},
		{"pairs left out", "rows=1 cols=5 k=5 captures=5", "A.B.. B", "A.B.. B 0-0"},
		{"pairs of three", "rows=1 cols=5 k=5 captures=50 players=3", "A.C.. C 10-0-2", "A.C.. C 10-0-2"},
		{"resigned", "tictactoe", "A.B/.A./... B resigned", "A.B/.A./... B resigned"},
		{"resigned with pairs", "rows=1 cols=5 k=5 captures=5", "A.B.. B resigned", "A.B.. B 0-0 resigned"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := mustBuild(t, c.rules)
			if got := mustParse(t, r, c.text).String(); got != c.want {
				t.Errorf("Parse(%q) = %q, want %q", c.text, got, c.want)
			}
		})
	}
}

func TestTextOfResignation(t *testing.T) {
	r := mustBuild(t, "tictactoe")
	before := play(t, r, r.Start(), "b2 a1")
	after := play(t, r, before, "resign")
	back := mustParse(t, r, after.String())
	if d := rulestest.Difference(after, back); d != "" || outcome(back) != "B resigned" || before.Hash() == after.Hash() {
		t.Errorf("%s reads back as %s, %s: differs in %s", after, back, outcome(back), d)
	}
}

// TestHash checks that different positions have different hashes.
func TestHash(t *testing.T) {
	r := mustBuild(t, "rows=1 cols=5 k=5 captures=5")
	seen := map[uint64]string{}
	for _, text := range []string{
		"A.B.. A 0-0", "A.B.. B 0-0", "A.B.. A 1-0", "A.B.. A 0-1", "A.B.. A 1-1", "A.B.. A 2-0", "B.A.. A 0-0", "AB... A 0-0",
		"A.B.. A 0-0 resigned", "A.B.. B 0-0 resigned", "A.B.. A 1-0 resigned", "..... A 0-0", "..... B 0-0",
	} {
		h := mustParse(t, r, text).Hash()
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have one hash", text, other)
		}
		seen[h] = text
	}
}

func TestTextRefused(t *testing.T) {
	for _, c := range []struct{ name, rules, text, want string }{
		{"nothing", "tictactoe", "", "row 1 has 0 cells instead of 3"},
		{"a short row", "tictactoe", "AB/.../... A", "row 1 has 2 cells instead of 3"},
		{"a short last row", "tictactoe", ".../.../..", "row 3 has 2 cells instead of 3"},
		{"a long row", "tictactoe", "..../.../... A", "row 1 has more than 3 cells"},
		{"a long last row", "tictactoe", ".../.../.... A", `expected a space and the side to move after the last cell, found "."`},
		{"too few rows", "tictactoe", ".../...", "there are 2 rows instead of 3"},
		{"too many rows", "tictactoe", ".../.../.../... A", `expected a space and the side to move after the last cell, found "/..."`},
		{"a player too many", "tictactoe", "..C/.../... A", `"C" is not a piece: a dot is an empty cell, A to B are the players`},
		{"another alphabet", "tictactoe", "..é/.../... A", `"é" is not a piece: a dot is an empty cell, A to B are the players`},
		{"a broken character", "tictactoe", "..\xff/.../... A", `"\xff" is not a piece: a dot is an empty cell, A to B are the players`},
		{"no side", "tictactoe", ".../.../... ", "the side to move is missing after the cells"},
		{"nobody's side", "tictactoe", ".../.../... .", `the side to move must be a letter from A to B, not "."`},
		{"a long side", "tictactoe", ".../.../... AB", `the side to move must be a letter from A to B, not "AB"`},
		{"a side that does not play", "tictactoe", ".../.../... C", `the side to move must be a letter from A to B, not "C"`},
		{"more after it", "tictactoe", ".../.../... A 0-0", `unexpected "0-0" after the end of the position`},
		{"pairs that are no numbers", "rows=1 cols=5 k=5 captures=5", "..... A x-0", `the captured pairs must be numbers with dashes between them, not "x-0"`},
		{"too few pairs", "rows=1 cols=5 k=5 captures=5", "..... A 1", "there are captured pairs for 1 players instead of 2"},
		{"too many pairs", "rows=1 cols=5 k=5 captures=5", "..... A 1-1-1", "there are captured pairs for 3 players instead of 2"},
		{"more than anybody can take", "rows=1 cols=5 k=5 captures=5", "..... A 0-256", "player B has captured more than 255 pairs"},
		{"resigned after the end", "tictactoe", "AAA/BB./... B resigned", "the game is over: resigning is not possible"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := mustBuild(t, c.rules).Parse(c.text)
			if err == nil || err.Error() != c.want {
				t.Errorf("Parse(%q) = %v, %v; want %q", c.text, p, err, c.want)
			}
		})
	}
}

func TestMoveText(t *testing.T) {
	for _, c := range []struct{ rules, text, want string }{
		{"gomoku", "h8", "h8"},
		{"gomoku", " H8\n", "h8"},
		{"gomoku", "o15", "o15"},
		{"gomoku", "pass", "pass"},
		{"gomoku", "Resign", "resign"},
		{"infinite", "ba61", "ba61"},
		{"connect4", "d", "d"},
		{"connect4", "G", "g"},
		{"connect4", "d6", "d"},
		{"gomoku", "p1", ""},
		{"gomoku", "a16", ""},
		{"gomoku", "a0", ""},
		{"gomoku", "a01", ""},
		{"gomoku", "a", ""},
		{"gomoku", "7", ""},
		{"gomoku", "", ""},
		{"gomoku", "a1b", ""},
		{"gomoku", "aaaaaaaaaaaaaaaaaaaaaaaa1", ""},
		{"gomoku", "a99999999999999999999", ""},
		{"connect4", "h", ""},
		{"connect4", "d7", ""},
		{"connect4", "d0", ""},
	} {
		r := mustBuild(t, c.rules)
		m, err := r.ParseMove(c.text)
		if (err == nil) != (c.want != "") || err == nil && r.FormatMove(m) != c.want {
			t.Errorf("%s: ParseMove(%q) = %v, %v; want %q", c.rules, c.text, m, err, c.want)
		}
	}
	r := mustBuild(t, "connect4")
	for _, m := range []rules.Move{{}, rules.Take(3), rules.Place(42), {From: rules.NoCell, To: 1, Aux: 1}} {
		if got := r.FormatMove(m); got != "?" {
			t.Errorf("FormatMove(%v) = %q", m, got)
		}
	}
}

// fuzzed lists the rules used by the fuzz targets.
var fuzzed = []string{"tictactoe", "connect4", "rows=3 cols=4 k=3 captures=2 players=3 topology=torus", "rows=2 cols=30 k=26 players=26", "rows=6 cols=6 k=5 foul=renju doubleThree=forbidden captures=3 breakable=on"}

func FuzzParse(f *testing.F) {
	rs := make([]*Rules, len(fuzzed))
	for i, words := range fuzzed {
		rs[i] = mustBuild(f, words)
		f.Add(uint8(i), rs[i].Start().String())
	}
	for _, text := range []string{
		"A.B/.A./... B", "XXX/OO./... O", "...B.../AAA.BBB/......./......./......./....... A", "A.B./..../C..A B 1-0-0",
		"AAAAA./....../....../....../....../...... B 0-2 resigned", ".B...../......\xff", " A . B/.A./...\tB ", "..A.../......\n/....../....../....../...... B 0-255",
	} {
		for i := range rs {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		r := rs[int(i)%len(rs)]
		p := rulestest.Text(t, r, text)
		if p == nil {
			return
		}
		if d := rulestest.Difference(p, mustParse(t, r, " "+strings.ToLower(p.String())+" ")); d != "" {
			t.Errorf("%s in small letters has another %s", p, d)
		}
		_ = r.Warn(p)
	})
}

func FuzzParseMove(f *testing.F) {
	rs := make([]*Rules, len(fuzzed))
	for i, words := range fuzzed {
		rs[i] = mustBuild(f, words)
		for _, text := range []string{"a1", "c3", "ab2", "g", "pass", "RESIGN", "zzz999", " b2 ", "a\xff", "?"} {
			f.Add(uint8(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, text string) { rulestest.Move(t, rs[int(i)%len(rs)], text) })
}

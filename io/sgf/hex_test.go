package sgf

import (
	"strings"
	"testing"
)

// TestHexMoves checks swaps, passes and game ends, as in the standard and as written by different
// programs. The games were made for this project.
func TestHexMoves(t *testing.T) {
	for _, tt := range []struct{ text, moves, end string }{
		{"(;GM[11]SZ[5];B[a3];W[swap-sides];W[c3];B[d4])", "a3 swap-sides c3 d4", "...../...../A.B../...A./..... B"},
		{"(;GM[11]SZ[5];B[a3];W[SWAP-PIECES];B[c3];W[d4])", "a3 swap c3 d4", "..B../...../..A../...B./..... A"},
		{"(;GM[11]SZ[5];B[a2];W[swap-pieces];W[c3];B[b1];W[c2])", "a2 swap-sides c3 b1 c2", ".A.../A.B../..B../...../..... A"}, // HexGui up to 0.9
		{"(;GM[11]SZ[5];B[a2];W[swap-pieces]C[x];MN[3]W[c3])", "a2 swap-sides c3", "...../A..../..B../...../..... A"},          // a node in between
		{"(;GM[11]SZ[5]AP[HexGui:0.9.GIT];B[a2];W[swap-pieces])", "a2 swap-sides", "...../A..../...../...../..... B"},          // by the program
		{"(;GM[11]SZ[5]AP[HexGui:0.10];B[a2];W[swap-pieces])", "a2 swap", ".B.../...../...../...../..... A"},                   //
		{"(;GM[11]SZ[5];B[a2];W[swap-pieces];B[b1])", "a2 swap-sides setup b1", ".A.../A..../...../...../..... B"},             // pieces would clash
		{"(;GM[11]SZ[5];W[ab];B[swap];W[cc];B[resign])", "a2 swap c3 resign", ".B.../...../..A../...../..... B"},               // LittleGolem
		{"(;EV[hex.in.1]SZ[5]PB[Bo]PW[Ada]RE[W];W[ab];B[bb])", "a2 b2", "...../AB.../...../...../..... A"},                     // without GM
		{"(;GM[11]SZ[5];B[a2];W[forfeit])", "a2 timeout", "...../A..../...../...../..... B"},
		{"(;GM[11]SZ[5];B[a2];W[Resign])", "a2 resign", "...../A..../...../...../..... B"},
		{"(;GM[11]SZ[5];B[a2];XM[resign])", "a2 resign", "...../A..../...../...../..... B"}, // as Studio wrote it
		{"(;GM[11]SZ[5];B[a2];W[pass];B[b2])", "a2 setup b2", "...../AA.../...../...../..... B"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			d := parse(t, tt.text)
			if len(d.Warnings) > 0 {
				t.Error(d.Warnings)
			}
			var moves []string
			last := d.Tree.Root()
			for n := range d.Tree.Main() {
				last = n
				if m, ok := n.Move(); ok {
					moves = append(moves, d.Tree.Rules().FormatMove(m))
				} else if n.Setup() != "" {
					moves = append(moves, "setup")
				}
			}
			if got := strings.Join(moves, " "); got != tt.moves {
				t.Errorf("the moves are %s, want %s", got, tt.moves)
			}
			p, err := d.Tree.Position(last)
			if err != nil || p.String() != tt.end {
				t.Errorf("ends at %v, %v, want %s", p, err, tt.end)
			}
			again := write(t, d)
			if strings.Contains(again, ownMove) {
				t.Errorf("%s is written with a private property:\n%s", tt.text, again)
			}
			back := parse(t, again)
			if p2, err := back.Tree.Position(back.Tree.Root()); err != nil || p2 == nil || mainLine(back) != mainLine(d) || len(back.Warnings) > 0 {
				t.Errorf("%s is written as\n%s: %v", tt.text, again, back.Warnings)
			}
		})
	}
	d := parse(t, "(;EV[hex.in.1]SZ[5]PB[Bo]PW[Ada]RE[W];W[ab];B[bb])")
	if d.Players[0].Name != "Ada" || d.Players[1].Name != "Bo" || d.Info["result"] != "1-0" {
		t.Errorf("the players are %v, the result is %q", d.Players, d.Info["result"])
	}
}

// TestSizes checks that the board has the size given in the file, and that unsupported sizes are
// refused.
func TestSizes(t *testing.T) {
	for text, want := range map[string]string{
		"(;GM[11]SZ[11:9];B[a3])":  "1: the board has 11 columns and 9 rows, but Hex is played on square boards only",
		"(;GM[2]SZ[8:10];B[d3])":   "1: the board has 8 columns and 10 rows, but Othello is played on square boards only",
		"(;GM[11]SZ[21];B[k11])":   "1: parameter size: \"21\" is not a whole number from 3 to 19",
		"(;GM[4]SZ[x];B[aa])":      `1: the board size "x" cannot be read`,
		"(;GM[4]SZ[0];B[aa])":      `1: the board size "0" cannot be read`,
		"(;GM[4]SZ[-3:15];B[aa])":  `1: the board size "-3:15" cannot be read`,
		"(;GM[4]SZ[15:];B[aa])":    `1: the board size "15:" cannot be read`,
		"(;GM[11]SZ[11:11];B[a3])": "",
		"(;GM[4]SZ[11:9];B[aa])":   "",
		"(;GM[4]SZ[ 15 ];B[aa])":   "",
		"(;GM[2]SZ[7];B[aa])":      "1: the board size must be even, not 7",
		"(;GM[4]SZ[100];B[aa])":    "1: ",
	} {
		d, err := Decode(t.Context(), []byte(text), opts())
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", text, err)
		case want == "" && text[6] == '4' && strings.Contains(text, ":9") && (len(d.Tree.Rules().Board().Columns) != 11 || len(d.Tree.Rules().Board().Rows) != 9):
			t.Errorf("%s: another board", text)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

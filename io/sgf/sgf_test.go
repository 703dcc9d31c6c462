package sgf

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/othello"
)

func opts() codec.Options { return codectest.Options("a.sgf") }

// parse reads the first game of a text.
func parse(t testing.TB, text string) *model.Document {
	t.Helper()
	d, err := Decode(context.Background(), []byte(text), opts())
	if err != nil {
		t.Fatalf("%v in\n%.300s", err, text)
	}
	if err := d.Tree.Check(); err != nil {
		t.Fatal(err)
	}
	return d
}

// write returns a document in the format.
func write(t testing.TB, d *model.Document) string {
	t.Helper()
	return string(codectest.Encode(t, &Format, d))
}

// same fails unless a document survives writing and reading, with the same bytes when written
// again.
func same(t testing.TB, d *model.Document) {
	t.Helper()
	if codectest.Same(t, &Format, d); t.Failed() {
		t.FailNow()
	}
}

// mainLine returns the moves of the main line. Set-ups are written as [position], unreadable moves
// as "text".
func mainLine(d *model.Document) string {
	var words []string
	for n := range d.Tree.Main() {
		m, ok := n.Move()
		switch {
		case ok:
			words = append(words, d.Tree.Rules().FormatMove(m))
		case n.Raw() != "":
			words = append(words, `"`+n.Raw()+`"`)
		case n.Parent() != nil:
			words = append(words, "["+n.Setup()+"]")
		case n.Setup() != "":
			words = append(words, "start["+n.Setup()+"]")
		}
	}
	return strings.Join(words, " ")
}

func warnings(d *model.Document) string {
	var texts []string
	for _, w := range d.Warnings {
		texts = append(texts, w.Error())
	}
	return strings.Join(texts, "\n")
}

// TestSpellings checks files as other programs write them.
func TestSpellings(t *testing.T) {
	for _, tt := range []struct{ name, text, game, moves, warn string }{
		{
			"Othello by labels, with the start and passes as Edax has them",
			"(;FF[4]GM[2]AP[edax:4.4]\nPC[Edax]DT[2026-01-02]\nPB[a]PW[b]\nSZ[8]AB[e4][d5]AW[d4][e5]PL[B]\nRE[B+2]\nB[f5];W[d6];\nB[c3];W[PA];)\n",
			"othello", "f5 d6 c3 pass", "a.sgf:7: move 4 (pass): a player who has a legal move cannot pass",
		},
		{"Othello by points", "(;GM[2];B[fe];W[df])", "othello", "f5 d6", ""},
		{"gomoku", "(;GM[4];B[hh];W[ig])", "line", "h8 i7", ""},
		{"no semicolons", "(;GM[4]FF[4]SZ[15]RE[0]B[hh]W[ig]B[gj])", "line", "h8 i7 g10", ""},
		{"not one semicolon", "(GM[4] SZ[15] B[hh] W[ig])", "line", "h8 i7", ""},
		{"White begins", "(;GM[4]SZ[5];W[aa];B[bb])", "line", "start[...../...../...../...../..... B] a1 b2", ""},
		{"a player moves twice", "(;GM[4]SZ[5];B[aa];B[bb];W[cc])", "line", "a1 [A..../...../...../...../..... A] b2 c3", ""},
		{"White passes", "(;GM[4]SZ[5];B[aa];W[];B[bb])", "line", "a1 [A..../...../...../...../..... A] b2", ""},
		{
			"a set-up", "(;GM[4]SZ[5]AB[aa][bb]AW[cc];W[dd];AE[aa]PL[W];W[ee])", "line",
			"start[A..../.A.../..B../...../..... B] d4 [...../.A.../..B../...B./..... B] e5", "",
		},
		{"a set-up of rectangles, without a turn", "(;GM[4]SZ[5]AB[aa:ba]AW[ae:be])", "line", "start[AA.../...../...../...../BB... A]", ""},
		{"a set-up without a turn, Black has one more", "(;GM[4]SZ[5]AB[aa:ca]AW[ae:be])", "line", "start[AAA../...../...../...../BB... B]", ""},
		{"nodes that say something", "(;GM[4]SZ[3];C[here];B[aa];;C[there];)", "line", "a1", ""},
		{"old names", "(;GaMe[4]SiZe[5];Black[aa]Comment[x];White[bb])", "line", "a1 b2", ""},
		{"small letters and white space", "( ; GM [ 4 ] SZ [ 5 : 6 ]\n;\nB\n[aa]\n\n; W [bb] )", "line", "a1 b2", ""},
		{"the numbers of Gomocup", "(;FF[4]GM[4]GN[3]EV[a x b]RU[1]SZ[20]RE[B+1]TE[Black win by five connection]\n;B[aa]C[opening move];W[tt])", "line", "a1 t20", ""},
		{"a board of another form", "(;GM[4]SZ[7:5];B[ge])", "line", "g5", ""},
		{"large boards", "(;GM[4]SZ[52];B[ZZ];W[aA])", "line", "az52 a27", ""},
		{"Hex", "(;FF[4]GM[11]SZ[11];B[f6];W[swap-pieces];B[a3];W[resign])", "hex", "f6 swap a3 resign", ""},
		{"of our own", "(;FF[4]XG[awale]XP[a:1];XM[c];XM[D])", "", "", `a.sgf:1: unknown parameter "a"`},
		{"another game of ours", "(;FF[4]XG[awale];XM[C];XM[d])", "awale", "C d", ""},
		{"moves that are none", "(;GM[4]SZ[5];B[hh];W[x\\]y])", "line", `"hh" "x]y"`, "a.sgf:1: move 1 (hh): the move could not be read"},
		{"junk before", "From: somebody\n\nHello (it is me) [really]\n\n(;GM[4]SZ[5];B[aa])\nBye", "line", "a1", "a.sgf:1: \"From: somebody\\n\\nHello (it is me) [really]\" belongs to no game: it was left out\na.sgf: further texts that belong to no game: 1"},
		{"the end is missing", "(;GM[4]SZ[5]\n;B[aa](;W[bb]", "line", "a1 b2", "a.sgf:2: the game does not end with a )"},
		{"a value does not end", "(;GM[4]SZ[5]\n;B[aa];W[bb]C[un", "line", "a1 b2", "a.sgf:2: the game does not end with a )\na.sgf:2: a value begins with [ and does not end: it was left out"},
		{
			"what belongs to nothing", "(;GM[4]SZ[5];B[aa]%?\n;W[bb] x[] C)", "line", "a1 b2",
			"a.sgf:1: expected a property or a node, found \"%\"\na.sgf: further characters that belong to no property: 2",
		},
		{"two games of which the first does not end", "(;GM[4]SZ[5];B[aa]\n(;GM[4];B[bb])", "line", "a1", "a.sgf: the file contains 2 games: only the first was read\na.sgf:2: the game does not end with a )"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if !sniff([]byte(tt.text)) {
				t.Error("not recognised")
			}
			d, err := Decode(context.Background(), []byte(tt.text), opts())
			if err != nil {
				if err.Error() != tt.warn || tt.moves != "" {
					t.Fatal(err)
				}
				return
			}
			if d.Tree.Rules().Spec().Game != tt.game || mainLine(d) != tt.moves {
				t.Errorf("%s: %s, want %s", d.Tree.Rules().Spec().Game, mainLine(d), tt.moves)
			}
			if w := warnings(d); w != tt.warn && tt.warn != "?" {
				t.Errorf("warnings: %s, want %s", w, tt.warn)
			}
			same(t, d)
		})
	}
}

// TestPassesLeftOut checks that missing passes are added.
func TestPassesLeftOut(t *testing.T) {
	r, _ := othello.Game.Build("", nil)
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 1))
		text, all := "(;GM[2]", []string{}
		passes := 0
		for pos := r.Start(); pos.Turn() != rules.NoPlayer; {
			moves := slices.Collect(pos.Moves())
			m := moves[rng.IntN(len(moves))]
			if m == rules.Pass {
				passes++
			} else {
				text += ";" + string("BW"[pos.Turn()]) + "[" + r.FormatMove(m) + "]"
			}
			all = append(all, r.FormatMove(m))
			pos, _ = pos.Play(m)
		}
		d := parse(t, text+")")
		if got := mainLine(d); got != strings.Join(all, " ") || len(d.Warnings) > 0 {
			t.Fatalf("%s\n%s, want\n%s", warnings(d), got, strings.Join(all, " "))
		}
		same(t, d)
	}
}

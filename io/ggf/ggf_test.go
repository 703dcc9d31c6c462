package ggf

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
)

const (
	board8 = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
	sample = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Ada]PW[Bo]RB[2196.37]RW[2200.35]TI[05:00//02:00]TY[8]RE[+2.000]BO[" + board8 + "]" +
		"B[d3//0.01]W[c5/2.39/20.5]B[f6/-1]W[f5];)\n"
)

func read(t testing.TB, text string) *model.Document {
	t.Helper()
	return codectest.Decode(t, &Format, []byte(text), codectest.Options("a.ggf"))
}

func TestSample(t *testing.T) {
	d := read(t, sample)
	if len(d.Warnings) > 0 || codectest.Line(d) != "d3 c5 f6 f5" || d.Players[0].Name != "Ada" || d.Players[1].Name != "Bo" {
		t.Errorf("%v, %v, %s", d.Warnings, d.Players, codectest.Line(d))
	}
	for key, want := range map[string]string{
		"place": "GGS/os", "date": "2003.12.15_12:33:18.MST", "result": "+2.000", "time": "05:00//02:00",
		"rating of Black": "2196.37", "rating of White": "2200.35", "match type": "", "clock": "",
	} {
		if d.Info[key] != want {
			t.Errorf("%s is %q, want %q", key, d.Info[key], want)
		}
	}
	nodes := slices.Collect(d.Tree.Main())
	if nodes[1].Used() != 10*time.Millisecond || len(nodes[1].Evals()) != 0 || nodes[2].Used() != 20500*time.Millisecond {
		t.Errorf("times %v, %v", nodes[1].Used(), nodes[2].Used())
	}
	// Black is to move, but White made the evaluation.
	if e := nodes[2].Evals(); len(e) != 1 || e[0].Score != -2.39 || e[0].Engine != "Bo" {
		t.Errorf("evaluations %+v", e)
	}
	if got := string(codectest.Encode(t, &Format, d)); got != sample {
		t.Errorf("written:\n%s\nwant\n%s", got, sample)
	}
	codectest.Same(t, &Format, d)
}

// TestReturns checks that every element of a game is preserved, possibly in another spelling.
func TestReturns(t *testing.T) {
	for _, tt := range []struct{ name, text, line, want string }{
		{"least", "(;GM[othello])", "", "1 (;GM[Othello]TY[8]BO[" + board8 + "];)\n"},
		{"white space", " \n\t2 (;\nGM [ Othello ]\n\n B [ D3 / 0.5 / 1:02.50 ] ;)", "d3", "1 (;GM[Othello]TY[8]BO[" + board8 + "]B[d3/0.5/62.5];)\n"},
		{"anti", "(;GM[Othello]TY[8a])", "", "1 (;GM[Othello]TY[8a]BO[" + board8 + "];)\n"},
		{"synchro", "2 (;GM[Othello]TY[s8r20])(;GM[Othello])", "", "1 (;GM[Othello]TY[s8r20]BO[" + board8 + "];)\n"},
		{"without board", "(;GM[Othello]TY[6]B[C2])", "c2", "1 (;GM[Othello]TY[6]BO[6 ------ ------ --O*-- --*O-- ------ ------ *]B[c2];)\n"},
		{"ten", "(;GM[Othello]BO[10 ---------- ---------- ---------- ---------- ----O*---- ----*O---- ---------- ---------- ---------- ---------- *]B[e4])", "e4", ""},
		{"reversed", "(;GM[Othello]BO[4 -----*O--O*----- *]B[b1])", "b1", "1 (;GM[Othello]TY[4]BO[4 ---- -*O- -O*- ---- *]B[b1];)\n"},
		{"white begins", "(;GM[Othello]BO[4 -----O*--*O----- O]W[c1])", "c1", "1 (;GM[Othello]TY[4]BO[4 ---- -O*- -*O- ---- O]W[c1];)\n"},
		{"a pass left out", "(;GM[Othello]BO[4 *OO- ---- ---- ---- O]B[d1];)", "d1", "1 (;GM[Othello]TY[4]BO[4 *OO- ---- ---- ---- O]W[PA]B[d1];)\n"},
		{"comments", "(;GM[Othello]C[one]B[d3]C[two]C[three \\] \\\\ \\a];)", "d3", "1 (;GM[Othello]TY[8]BO[" + board8 + "]C[one]B[d3]C[two\nthree \\] \\\\ \\\\a];)\n"},
		{"unknown", "(;GM[Othello]KB[d3/3.5]KW[c4/2/1.2]ZZ[a]ZZ[b]B[d3]Q1[x]W[c5];)", "d3 c5", "1 (;GM[Othello]TY[8]BO[" + board8 + "]KB[d3/3.5]KW[c4/2/1.2]ZZ[a]ZZ[b]B[d3]Q1[x]W[c5];)\n"},
		{"twice", "(;GM[Othello]PB[]PB[a]PB[b]TI[?]TI[15:00]TI[3]RE[33-31]B[d3];)", "d3", "1 (;GM[Othello]PB[a]TI[15:00]TY[8]RE[+2.000]BO[" + board8 + "]PB[b]TI[3]B[d3];)\n"},
		{"twice the same", "(;GM[Othello]TY[8r]\nTY[8r]B[d3];)", "d3", "1 (;GM[Othello]TY[8r]BO[" + board8 + "]B[d3];)\n"},
		{"times", "(;GM[Othello]TI[05:00/00:10]KM[+3.5]B[d3];)", "d3", "1 (;GM[Othello]TI[05:00/00:10]TY[8]KM[+3.5]BO[" + board8 + "]B[d3];)\n"},
		{"flags", "(;GM[Othello]RE[+64.00:r]B[d3];)", "d3", "1 (;GM[Othello]TY[8]RE[+64.00:r]BO[" + board8 + "]B[d3];)\n"},
		{"details", "(;GM[Othello]B[d3/nan/x]W[c5//0]B[f6/+.5/.25];)", "d3 c5 f6", "1 (;GM[Othello]TY[8]BO[" + board8 + "]B[d3/nan/x]W[c5]B[f6/0.5/0.25];)\n"},
		{"wrong player", "(;GM[Othello]B[d3]B[c5]W[e3];)", "d3 'B:c5' e3", "1 (;GM[Othello]TY[8]BO[" + board8 + "]B[d3]W[B:c5]B[e3];)\n"},
		{"wrong moves", "(;GM[Othello]B[d3]W[no move]B[a1]W[];)", "d3 'no_move' a1 '?'", "1 (;GM[Othello]TY[8]BO[" + board8 + "]B[d3]W[no_move]B[a1]W[?];)\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := read(t, tt.text)
			if got := strings.TrimPrefix(codectest.Line(d), "pass "); got != tt.line {
				t.Errorf("%s, want %s", got, tt.line)
			}
			if got := string(codectest.Encode(t, &Format, d)); tt.want != "" && got != tt.want {
				t.Errorf("%s is written as\n%s\nwant\n%s", tt.name, got, tt.want)
			}
			codectest.Same(t, &Format, d)
		})
	}
	if p := read(t, "(;GM[Othello]TY[8a])").Tree.Rules().Spec().Params; p["goal"] != "fewest" {
		t.Errorf("the goal is not the fewest discs: %v", p)
	}
	if p := read(t, "(;GM[Othello]BO[4 -----*O--O*----- *])").Tree.Rules().Spec().Params; p["start"] != "reversed" {
		t.Errorf("the start is not reversed: %v", p)
	}
	if d := read(t, "(;GM[Othello]BO[4 *OO- ---- ---- ---- O]B[d1];)"); len(d.Warnings) > 0 || codectest.Line(d) != "pass d1" {
		t.Errorf("%s %v", codectest.Line(d), d.Warnings)
	}
}

func TestWarnings(t *testing.T) {
	for _, x := range []struct{ name, text, want string }{
		{"occupied cell", "(;GM[Othello]\nB[d3]\nW[d3];)", "a.ggf:3: move 2 (d3): there is a disc on d3 already\n"},
		{"unreadable move", "(;GM[Othello]\nB[d3]\nB[c5];)", "a.ggf:3: move 2 (B:c5): the move could not be read\n"},
		{"neither evaluation nor time", "(;GM[Othello]B[d3/x];)", "a.ggf:1: \"x\" is not an evaluation and a time: it is kept\n"},
		{"text before the game", "hello (;GM[Othello]B[d3];)", "a.ggf:1: the text between the games was left out\n"},
		{"text between the games", "(;GM[Othello]B[d3];)\n1 ?;GM[Othello]B[d3];)", "a.ggf:2: the text between the games was left out\n"},
		{"two games", "(;GM[Othello]B[d3];)(;GM[Othello];)", "a.ggf: the file contains 2 games: only the first was read\n"},
		{"Latin-1", "(;GM[Othello]PC[\xe9]B[d3];)", "a.ggf: the text is not UTF-8: it was read as Latin-1, which is a guess\n"},
		{"long name", "(;GM[Othello]PB[" + strings.Repeat("x", 5000) + "];)", "a.ggf:1: the tag PB is kept: the name or the kind of a player is longer than 4096 bytes\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := read(t, x.text)
			if got := codectest.Warnings(d); got != x.want {
				t.Errorf("%.60q: %s, want %s", x.text, got, x.want)
			}
			codectest.Same(t, &Format, d)
		})
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "a.ggf: there is no game in the file",
		"hello":                               "a.ggf: there is no game in the file",
		"(;\nGM[Amazons];)":                   "a.ggf:2: unknown game \"Amazons\"",
		"(;PB[x];)":                           "a.ggf: unknown game \"\"",
		"(;GM[Othello]\nB[d3":                 "a.ggf:2: a value begins with [ and does not end",
		"(;GM[Othello]\nB[d3]\n":              "a.ggf:3: a game begins with (; and does not end",
		"(;GM[Othello]B[d3]\n(;GM[Othello];)": "a.ggf:2: a game begins with (; and does not end",
		"(;GM[Othello][x];)":                  "a.ggf:1: there is a value without a name before it",
		"(;GM[Othello]B d3;)":                 "a.ggf:1: expected a property such as B[f5], found \"d3;)\"",
		"(;GM[Othello]BO[88 xx *];)":          "a.ggf:1: the board is the octagonal one of 88 cells: only square boards can be read",
		"(;GM[Othello]BO[8];)":                "a.ggf:1: the board \"8\" must be its size, the cells and the side to move",
		"(;GM[Othello]BO[x y z];)":            "a.ggf:1: the board \"x y z\" must be its size, the cells and the side to move",
		"(;GM[Othello]\nBO[4 ---- *];)":       "a.ggf:2: start position: there are 4 cells instead of 16",
		"(;GM[Othello]BO[5 ---- *];)":         "a.ggf:1: the board size must be even, not 5",
		"(;GM[Othello]BO[255 ---- *];)":       "a.ggf:1: parameter size: \"255\" is not a whole number from 4 to 16",
		"(;GM[Othello]TY[12345];)":            "a.ggf:1: parameter size: \"123\" is not a whole number from 4 to 16",
	} {
		_, err := Decode(context.Background(), []byte(text), codectest.Options("a.ggf"))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q: %v, want %s", text, err, want)
		}
	}
}

func TestGames(t *testing.T) {
	text := "1 " + sample[2:] + "2 (;GM[Othello]TY[s8r20]PB[a]PW[b]DT[x]B[d3]W[c3];) (;GM[Othello]TY[s8r20]PB[b]PW[a]DT[x]B[c4];)\n" +
		"(;GM[Othello]PB[broken]\n1 (;GM[Othello]PB[end]B[d3];)"
	o := codectest.Options("a.ggf")
	g, err := Games(context.Background(), []byte(text), o)
	if err != nil || len(g.Heads) != 5 {
		t.Fatalf("%+v, %v", g, err)
	}
	for i, want := range []codec.Head{
		{Players: []string{"Ada", "Bo"}, Date: "2003.12.15_12:33:18.MST", Result: "+2.000", Game: "othello", Plies: 4, Line: 1},
		{Players: []string{"a", "b"}, Date: "x", Game: "othello", Plies: 2, Line: 2},
		{Players: []string{"b", "a"}, Date: "x", Game: "othello", Plies: 1, Line: 2},
		{Players: []string{"broken", ""}, Game: "othello", Line: 3},
		{Players: []string{"end", ""}, Game: "othello", Plies: 1, Line: 4},
	} {
		got := g.Heads[i]
		if !slices.Equal(got.Players, want.Players) {
			t.Errorf("game %d: players %q", i, got.Players)
		}
		if got.Date != want.Date || got.Result != want.Result || got.Plies != want.Plies || got.Line != want.Line || got.Game != want.Game {
			t.Errorf("game %d: %+v", i, got)
		}
	}
	if _, err := g.Decode(context.Background(), 3); err == nil || err.Error() != "a.ggf:4: a game begins with (; and does not end" {
		t.Errorf("a broken game: %v", err)
	}
	var b bytes.Buffer
	err = Join(context.Background(), &b, func(yield func(*model.Document, error) bool) {
		for i := range 3 {
			if d, err := g.Decode(context.Background(), i); !yield(d, err) {
				return
			}
		}
	}, nil)
	if err != nil || strings.Count(b.String(), "\n") != 2 || !strings.Contains(b.String(), "\n2 (;GM[Othello]DT[x]PB[a]PW[b]TY[s8r20]") {
		t.Errorf("joined: %v\n%s", err, b.String())
	}
	if n := codectest.All(t, &Format, b.Bytes(), o, nil); n != 3 {
		t.Errorf("%d games", n)
	}
}

// TestEncodeOtherFormats checks that documents from other formats are written as completely as possible.
func TestEncodeOtherFormats(t *testing.T) {
	r, err := codectest.Options("").Games.FromSpec(*codectest.Spec(t, "othello"))
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	d.Info["result"], d.Info["clock"], d.Info["title"], d.Info["match type"] = "20-44", "5m+3s", "lost", "8a"
	m, _ := r.ParseMove("f5")
	n := d.Tree.Add(d.Tree.Root(), m)
	d.Tree.Annotate(n, model.Annotation{Evals: []model.Eval{{Engine: "x", Score: 1, Proved: true}, {Engine: "y", Score: -1.25}}})
	d.Tree.AddRaw(n, "d6 / x")
	d.Tree.Add(d.Tree.Root(), m) // variation
	if got := string(codectest.Encode(t, &Format, d)); got != "1 (;GM[Othello]TI[05:00/00:03]TY[8]RE[-24.000]BO["+board8+"]B[f5/1.25]W[d6___x];)\n" {
		t.Error(got)
	}
	d.Tree.AddSetup(n.First(), "")
	if err := Encode(context.Background(), &bytes.Buffer{}, d, nil); err == nil {
		t.Error("a position that is set up after the beginning is written")
	}
	pente, _ := codectest.Options("").Games.FromSpec(*codectest.Spec(t, "pente"))
	if err := Encode(context.Background(), &bytes.Buffer{}, model.NewDocument(pente), nil); err == nil || Format.Writes(pente) == nil {
		t.Error("a game of pente is written")
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		sample: true, "\ufeff(;GM[Othello]": true, "(;\nGM[ othello": true, "(;GM[2]": false, "(;FF[4]GM[1]": false, "": false, "Hello (;GM[Othello]": false,
	} {
		if Format.Sniff([]byte(text)) != want {
			t.Errorf("%.30q: %v", text, !want)
		}
	}
}

// TestPublished checks published files, if available.
func TestPublished(t *testing.T) {
	files, err := filepath.Glob(codectest.Folder(t, "othello") + "/*.ggf")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		n := codectest.All(t, &Format, data, codectest.Options(filepath.Base(name)), func(d *model.Document) {
			if len(d.Warnings) > 0 {
				t.Errorf("%s: %s", name, codectest.Warnings(d))
			}
		})
		t.Logf("%s: %d games", name, n)
	}
}

func TestCut(t *testing.T) {
	codectest.Cut(t, &Format, []byte(sample+"2 (;GM[Othello]C[a\\]]B[d3]ZZ[1];) (;GM[Othello]TY[8a]W[d3];)\n"), codectest.Options("a.ggf"))
}

func FuzzDecode(f *testing.F) {
	var seeds [][]byte
	for _, s := range []string{
		sample, "(;GM[othello])", "(;GM[Othello]TY[6]B[C2])", "(;GM[Othello]BO[4 -----*O--O*----- *]B[b1])", "(;GM[Othello]BO[4 *OO- ---- ---- ---- O]B[d1];)",
		"(;GM[Othello]C[one]B[d3]C[two]C[three \\] \\\\ \\a];)", "(;GM[Othello]KB[d3/3.5]KW[c4/2/1.2]ZZ[a]ZZ[b]B[d3]Q1[x]W[c5];)",
		"(;GM[Othello]PB[]PB[a]PB[b]TI[?]TI[15:00]TI[3]RE[33-31]B[d3];)", "(;GM[Othello]TI[05:00/00:10]KM[+3.5]B[d3];)", "(;GM[Othello]B[d3/nan/x]W[c5//0]B[f6/+.5/.25];)",
		"(;GM[Othello]B[d3]B[c5]W[e3];)", "(;GM[Othello]B[d3]W[no move]B[a1]W[];)", "2 (;GM[Othello]TY[s8r20]PB[a]PW[b];)(;GM[Othello]TY[s8r20]PB[b]PW[a];)",
	} {
		seeds = append(seeds, []byte(s))
	}
	codectest.Fuzz(f, &Format, codectest.Options("a.ggf"), seeds...)
}

func TestHeavy(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	const begin = "(;GM[Othello]"
	var list []codectest.Repeated
	for _, text := range []string{"B[d3]W[c5]", "B[pa]", "B[]", "B[x]", "B[d3/1/1]", "ZZ[]", "C[x]", "C[", "C[\\]", "(;", ";)", "[", "]", "\n", "\x00", "\xff", "A", "PB[x]", begin + ";)", begin + "\n"} {
		list = append(list, codectest.Repeated{Text: text}, codectest.Repeated{Before: begin, Text: text, After: ";)"}, codectest.Repeated{Before: begin + "B[d3]", Text: text, After: ";)"})
	}
	codectest.Heavy(t, &Format, codectest.Options("a.ggf"), list...)
}

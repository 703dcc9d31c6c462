package board

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
	"boardstudio/rules"
)

const (
	start8 = "---------------------------OX------XO---------------------------"
	four   = ".......\n.......\n.......\n...o...\n...x...\n..xox..\n"
)

func read(t testing.TB, text string, spec *rules.Spec) *model.Document {
	t.Helper()
	o := codectest.Options("a.board")
	o.Spec = spec
	return codectest.Decode(t, &Format, []byte(text), o)
}

// rows breaks a text into lines of the given size.
func rows(text string, size int) string {
	var b strings.Builder
	for i := 0; i < len(text); i += size {
		b.WriteString(text[i:i+size] + "\n")
	}
	return b.String()
}

func TestSpellings(t *testing.T) {
	position := strings.Replace(start8, "OX", "OO", 1) + " X"
	for _, tt := range []struct{ name, text, want string }{
		{"a line", position, position},
		{"small letters and dots", strings.ToLower(strings.ReplaceAll(position, "-", ".")), position},
		{"stars", strings.ReplaceAll(position, "X", "*"), position},
		{"discs", strings.NewReplacer("X", "●", "O", "○", "-", "_").Replace(position), position},
		{"letters of colours", strings.NewReplacer("X", "B", "O", "W").Replace(position), position},
		{"rows", rows(position[:64], 8) + "X", position},
		{"rows and the side behind the last", strings.TrimSpace(rows(position[:64], 8)) + " O", position[:64] + " O"},
		{"spaces", strings.Join(strings.Split(position[:64], ""), " ") + " O", position[:64] + " O"},
		{"rows with spaces", strings.Join(strings.Split(rows(position[:64], 8), ""), " ") + "O\r\n", position[:64] + " O"},
		{"the side in front", "B " + strings.ToLower(position[:64]), position[:64] + " X"},
		{"the side on the next line", position[:64] + "\nO\n", position[:64] + " O"},
		{"4×4", "-----OX--XO----- X", "-----OX--XO----- X"},
		{"4×4 in rows", "----\n-OX-\n-XO-\n----\nO", "-----OX--XO----- O"},
		{"16×16", strings.Repeat("-", 255) + "X X", strings.Repeat("-", 255) + "X X"},
		{"16×16 in rows", rows(strings.Repeat("-", 255)+"X", 16) + "X", strings.Repeat("-", 255) + "X X"},
		{"connect four", four, strings.NewReplacer("\n", "", ".", "-", "x", "X", "o", "O").Replace(four) + " O"},
		{"connect four from the bottom", "..xox..\n...x...\n...o...\n.......\n.......\n.......\n", strings.NewReplacer("\n", "", ".", "-", "x", "X", "o", "O").Replace(four) + " O"},
		{"connect four on a line", strings.ReplaceAll(four, "\n", "") + " o", strings.NewReplacer("\n", "", ".", "-", "x", "X", "o", "O").Replace(four) + " O"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := read(t, tt.text, nil)
			if got := strings.TrimSpace(string(codectest.Encode(t, &Format, d))); got != tt.want {
				t.Errorf("%s\nwant %s", got, tt.want)
			}
			codectest.Same(t, &Format, d)
		})
	}
	if d := read(t, start8+" X", nil); d.Tree.Root().Setup() != "" || d.Tree.Len() != 1 {
		t.Error("the start of the game is a set-up position")
	}
	if d := read(t, "xo-\n-x-\n---", codectest.Spec(t, "tictactoe")); d.Tree.Root().Setup() != "AB./.A./... B" {
		t.Errorf("tic-tac-toe: %s", d.Tree.Root().Setup())
	}
}

// forbidden is a renju position with a cell that is forbidden by a double three.
var forbidden = strings.Repeat(".", 110) + "XX3" + strings.Repeat(".", 12) + "O" + strings.Repeat(".", 99)

// TestForbidden checks that a large board requires a game in the options, and that digits become
// labels on empty cells.
func TestForbidden(t *testing.T) {
	if _, err := Decode(context.Background(), []byte("B "+forbidden), codectest.Options("a")); !codec.IsUnnamed(err) {
		t.Errorf("a board of 225 cells: %v", err)
	}
	for _, text := range []string{"W " + forbidden, forbidden + " W", rows(forbidden, 15) + "W"} {
		d := read(t, text+"\n", codectest.Spec(t, "renju"))
		r := d.Tree.Rules()
		p, err := d.Tree.Position(d.Tree.Root())
		if err != nil || p.Turn() != 1 || p.At(110) != rules.Piece(0) || p.At(112) != rules.Empty || p.At(125) != rules.Piece(1) {
			t.Errorf("%q: %v", text, d.Tree.Root().Setup())
		}
		if marks := d.Tree.Root().Marks(); len(marks) != 1 || r.Board().Cells[marks[0].Cell].Label != "h8" || marks[0].Text != "3" || marks[0].Kind != model.MarkLabel {
			t.Errorf("%q: %v", text, marks)
		}
		codectest.Same(t, &Format, d)
	}
	if n := codectest.All(t, &Format, []byte("B "+forbidden+"\nW "+forbidden+"\n"), codec.Options{Games: codectest.Options("").Games, Spec: codectest.Spec(t, "renju")}, nil); n != 2 {
		t.Errorf("%d positions", n)
	}
}

func TestSideThatIsMissing(t *testing.T) {
	const taken = "a.board:1: the side to move is missing: it was inferred from the number of pieces\n"
	for _, x := range []struct{ name, text, want string }{
		{"start position", start8, ""},
		{"unequal numbers of discs", "-XX--OX--XO-----", taken},
		{"Connect Four", four, ""},
		{"one disc", strings.Repeat("-", 41) + "o", taken},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := codectest.Warnings(read(t, x.text, nil)); got != x.want {
				t.Errorf("%s: %s", x.text, got)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":             "a.board: there is no position in the file",
		"% a comment":  "a.board: there is no position in the file",
		"\nhello":      "a.board:2: this is not a position: \"hello\"",
		"----\n----\n": "a.board:1: the position has 8 cells: no board has this size",
		start8 + " -":  "a.board:1: the side to move is given as an empty cell",
		start8 + "-":   "a.board:1: the position has 65 cells: no board has this size",
		"x......\n" + strings.Repeat("-", 7) + "\n" + strings.Repeat(strings.Repeat("-", 7)+"\n", 3) + "-x-----": "a.board:1: some pieces float",
		strings.Repeat("-", 5000): "a.board:1: the position has",
	} {
		_, err := Decode(context.Background(), []byte(text), codectest.Options("a.board"))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

func TestOBF(t *testing.T) {
	const text = "% two lines\n% of a comment\n--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; h1:12.5; H7:-6; A2; bm x; G8:1;\n" +
		start8 + " X; D3:+0; a1:-2; % from a game\n\nhello\n"
	o := codectest.Options("a.obf")
	d := codectest.Decode(t, &OBF, []byte(text), o)
	if got := codectest.Warnings(d); got != "a.obf: the file contains 3 games: only the first was read\n" {
		t.Error(got)
	}
	if d.Tree.Root().Comment() != "two lines\nof a comment" || d.Tree.Len() != 5 {
		t.Errorf("%q, %d nodes", d.Tree.Root().Comment(), d.Tree.Len())
	}
	n := d.Tree.Root().First()
	if m, _ := n.Move(); d.Tree.Rules().FormatMove(m) != "g8" || n.Evals()[0].Score != -18 || n.Evals()[0].Engine != evalEngine {
		t.Errorf("the first move is %v, worth %+v", n, n.Evals())
	}
	codectest.Same(t, &OBF, d)
	const want = "% two lines\n% of a comment\n--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12.5; H7:-6; A2; bm x; G8:1;\n"
	if got := string(codectest.Encode(t, &OBF, d)); got != want {
		t.Errorf("written:\n%s", got)
	}
	g, err := Games(context.Background(), []byte(text), o)
	if err != nil || len(g.Heads) != 3 || g.Heads[0].Line != 1 || g.Heads[1].Line != 4 || g.Heads[1].Game != "othello" {
		t.Fatalf("%+v, %v", g, err)
	}
	d, err = g.Decode(context.Background(), 1)
	if err != nil || codectest.Warnings(d) != "a.obf:4: move 1 (a1): a disc on a1 would not turn over any disc\n" || d.Tree.Root().Comment() != "from a game" {
		t.Errorf("%v, %s", err, codectest.Warnings(d))
	}
	codectest.Same(t, &OBF, d)
	if _, err = g.Decode(context.Background(), 2); err == nil || err.Error() != `a.obf:6: this is not a position: "hello"` {
		t.Error(err)
	}
}

// TestPublished checks published endgames with all moves and their values.
func TestPublished(t *testing.T) {
	files, err := filepath.Glob("../../rules/othello/testdata/*.obf")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	positions, moves := 0, 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !OBF.Sniff(data) || Format.Sniff(data) {
			t.Errorf("%s is not recognised", name)
		}
		var b bytes.Buffer
		positions += codectest.All(t, &OBF, data, codectest.Options(filepath.Base(name)), func(d *model.Document) {
			if len(d.Warnings) > 0 {
				t.Errorf("%s: %s", name, codectest.Warnings(d))
			}
			moves += d.Tree.Len() - 1
			b.Write(codectest.Encode(t, &OBF, d))
		})
		if strings.ReplaceAll(b.String(), " ", "") != strings.ReplaceAll(string(data), " ", "") {
			t.Errorf("%s is written otherwise:\n%s", name, b.String())
		}
	}
	if positions != 59 {
		t.Errorf("%d positions with %d moves", positions, moves)
	}
}

func TestHolds(t *testing.T) {
	for preset, want := range map[string]bool{"othello": true, "othello10": true, "connect4": true, "tictactoe": false, "gomoku": false, "pente": false, "awale": false, "hex": false} {
		t.Run(preset, func(t *testing.T) {
			r, err := codectest.Options("").Games.FromSpec(*codectest.Spec(t, preset))
			if err != nil {
				t.Fatal(err)
			}
			if got := Format.Writes(r); (got == nil) != want {
				t.Error(got)
			}
			d := model.NewDocument(r)
			if err := Encode(context.Background(), &bytes.Buffer{}, d, nil); (err == nil) != want {
				t.Error(err)
			}
			if want {
				codectest.Same(t, &Format, d)
			}
			if err := EncodeOBF(context.Background(), &bytes.Buffer{}, d, nil); (err == nil) != strings.HasPrefix(preset, "othello") {
				t.Error(err)
			}
		})
	}
}

func TestSniff(t *testing.T) {
	for _, tt := range []struct {
		text       string
		board, obf bool
	}{
		{start8 + " X", true, false},
		{start8 + " X;", false, true},
		{start8, true, false},
		{"% x\n" + start8 + " X; D3:+1;", false, true},
		{four, true, false},
		{strings.Repeat("-", 64), false, false},
		{strings.Repeat("-", 64) + "\nX marks it", false, false},
		{"hello", false, false},
		{"B " + forbidden, true, false},
		{"B " + strings.Repeat(".", 225), false, false},
		{strings.Repeat("3", 42) + " 4", false, false},
		{"", false, false},
		{"box\nwow", false, false},
		{strings.Repeat(start8+" X; D3:+1;\n", 1000), false, true},
		{strings.Repeat("x", 70000), false, false},
	} {
		if Format.Sniff([]byte(tt.text)) != tt.board || OBF.Sniff([]byte(tt.text)) != tt.obf {
			t.Errorf("%.80q: %v, %v", tt.text, Format.Sniff([]byte(tt.text)), OBF.Sniff([]byte(tt.text)))
		}
	}
}

func TestCut(t *testing.T) {
	text := []byte("% x\n" + start8 + " X; D3:+1; zz; % é\n" + rows(start8, 8) + "●")
	codectest.Cut(t, &Format, text, codectest.Options("a"))
	codectest.Cut(t, &OBF, text, codectest.Options("a"))
}

func TestHeavy(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	var list []codectest.Repeated
	for _, text := range []string{"-", "- ", "X", "\n", "%", "% \n", ";", "a", "\x00", "\xff", start8 + " X; D3:+1;\n", start8 + "\n", "----\n"} {
		list = append(list, codectest.Repeated{Text: text}, codectest.Repeated{Before: start8 + " X;", Text: text}, codectest.Repeated{Before: start8 + " X;", Text: text + ";"})
	}
	codectest.Heavy(t, &OBF, codectest.Options("a"), list...)
}

func seeds() (list [][]byte) {
	for _, s := range []string{
		start8 + " X", start8 + " X; D3:+0; a1:-2; % from a game", "% a\n% b\n" + start8 + " O;;; bm x;", rows(start8, 8) + "X", four, "..xox..\n...x...\n",
		start8, start8 + " O", strings.ToLower(start8) + " x", rows(start8, 8), rows(start8, 8) + "\n\n" + rows(start8, 8) + "O", "\ufeff" + start8 + " X\r\n", start8 + " X;", start8 + " X; D3:+1; D3:-1;", start8 + " X; d3:1.5; zz:2; :3;",
		start8 + " X; D3:+65;", start8 + "X", "X " + start8, "B " + forbidden, "346" + start8[3:] + " X", start8 + " 3", start8[:63] + " X", start8 + "- X", strings.ReplaceAll(start8, "-", ".") + " *", strings.ReplaceAll(start8, "-", "_") + " w", strings.ReplaceAll(start8, "X", "é"), "%", "% only a comment\n",
		strings.Repeat("X", 64) + " O; pass:+64;", strings.Repeat("-", 64) + " X", strings.Repeat("-", 100) + " X", strings.Repeat("-", 16) + "\n" + strings.Repeat("-", 36), "xo\nox\n",
		strings.Repeat("-", 255) + "X X", "-----OX--XO----- X", start8 + " X; pass:+1; --:2; d3; D3:1", "hello", "X\n", start8 + "\n\n" + start8, strings.ReplaceAll(start8, "X", "●") + " ○",
	} {
		list = append(list, []byte(s))
	}
	return list
}

func FuzzBoard(f *testing.F) {
	// Only the position must be preserved: moves and long comments may be lost.
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(context.Background(), data, codectest.Options("a"))
		if err != nil {
			return
		}
		first := codectest.Encode(t, &Format, d)
		again := codectest.Encode(t, &Format, codectest.Decode(t, &Format, first, codec.Options{Games: codectest.Options("").Games}))
		if !bytes.Equal(first, again) {
			t.Errorf("%q became %q", first, again)
		}
	})
}

func FuzzOBF(f *testing.F) {
	o := codectest.Options("a")
	o.Spec = codectest.Spec(f, "othello")
	codectest.Fuzz(f, &OBF, o, seeds()...)
}

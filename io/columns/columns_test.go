package columns

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

func read(t testing.TB, text string, spec *rules.Spec) *model.Document {
	t.Helper()
	o := codectest.Options("a.txt")
	o.Spec = spec
	return codectest.Decode(t, &Format, []byte(text), o)
}

// TestSpellings checks each way to write a game, its moves, and its canonical form.
func TestSpellings(t *testing.T) {
	four := codectest.Spec(t, "connect4")
	for _, tt := range []struct{ text, line, want string }{
		{"44444", "d d d d d", "44444\n"},
		{" 4 4 4,4\t4 \r\n", "d d d d d", "44444\n"},
		{"1727", "a g b g", "1727\n"},
		{"0616", "a g b g", "1727\n"},
		{"4", "d", "4\n"},
		{"4 4", "d d", "44\n"},
		{"4 -2", "d", "4 -2\n"},
		{"44 2", "d d", "44 2\n"},
		{"44 +2", "d d", "44 2\n"},
		{"44 0", "d d", "44 0\n"},
		{"4 4 4 -2", "d d d", "444 -2\n"},
		{"44 99", "d d", "44 99\n"},
		{"4489", "d d '8' '9'", "4489\n"},
		{"0468", "a e g '#8'", "157 #8\n"},
		{"44x 4444", "'44x' d d d d", "44x 4444\n"},
		{"44 resign", "d d resign", "44 resign\n"},
		{"444 oops 5 -1", "d d d 'oops' e", "444 oops 5 -1\n"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			d := read(t, tt.text, four)
			if got := codectest.Line(d); got != tt.line {
				t.Errorf("%s, want %s", got, tt.line)
			}
			if got := string(codectest.Encode(t, &Format, d)); got != tt.want {
				t.Errorf("%q is written as %q", tt.text, got)
			}
			codectest.Same(t, &Format, d)
		})
	}
	wide := &rules.Spec{Game: "line", Params: rules.Params{"rows": "5", "cols": "9", "k": "4", "drop": "on"}}
	if d := read(t, "1959", wide); len(d.Warnings) > 0 || codectest.Line(d) != "a i e i" {
		t.Errorf("%s, %v", codectest.Line(d), d.Warnings)
	}
}

// TestUnnamed checks that a file without a game is read as connect four if its first game is legal
// there.
func TestUnnamed(t *testing.T) {
	othello := codectest.Spec(t, "othello")
	for _, tt := range []struct {
		text string
		spec *rules.Spec
		ok   bool
	}{{"44444", nil, true}, {"4444444", nil, false}, {"44448", nil, false}, {"44x", nil, false}, {"44444", othello, false}} {
		o := codectest.Options("a.txt")
		o.Spec = tt.spec
		_, err := Decode(context.Background(), []byte(tt.text), o)
		if (err == nil) != tt.ok || err != nil && !codec.IsUnnamed(err) {
			t.Errorf("%q: %v", tt.text, err)
		}
	}
}

func TestWarnings(t *testing.T) {
	four := codectest.Spec(t, "connect4")
	for _, x := range []struct{ name, text, want string }{
		{"full column", "4444444", "a.txt:1: move 7 (d): column d is full\n"},
		{"impossible value", "\n44 22", "a.txt:2: after 2 moves the value cannot be 22: it is kept\n"},
		{"three games", "44\n44\n\n4", "a.txt: the file contains 3 games: only the first was read\n"},
		{"Latin-1", "44\xe9 4444", "a.txt: the text is not UTF-8: it was read as Latin-1, which is a guess\na.txt:1: move 1 (44é): the move could not be read\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := codectest.Warnings(read(t, x.text, four)); got != x.want {
				t.Errorf("%q: %s, want %s", x.text, got, x.want)
			}
		})
	}
	for text, want := range map[string]string{
		"":                       "a.txt: there is no game in the file",
		"\n \n":                  "a.txt: there is no game in the file",
		"see you on Monday":      "a.txt:1: this is not a game record: out of 4 words, 4 are not moves",
		"44\nhello, see you, 44": "",
	} {
		o := codectest.Options("a.txt")
		o.Spec = four
		if _, err := Decode(context.Background(), []byte(text), o); want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// solve returns the result for the player to move (1 won, 0 drawn, -1 lost) and the number of moves
// to the end with perfect play.
func solve(p rules.Position, known map[uint64][2]int) (result, plies int) {
	if r := p.Result(); r.Over {
		if r.Draw() {
			return 0, 0
		}
		return -1, 0
	}
	if x, ok := known[p.Hash()]; ok {
		return x[0], x[1]
	}
	best := [2]int{-2, 0}
	for m := range p.Moves() {
		next, err := p.Play(m)
		if err != nil {
			panic(err)
		}
		r, n := solve(next, known)
		r, n = -r, n+1
		if r > best[0] || r == best[0] && (r > 0 && n < best[1] || r < 0 && n > best[1]) {
			best = [2]int{r, n}
		}
	}
	known[p.Hash()] = best
	return best[0], best[1]
}

// TestValues checks that the result and number of moves derived from a value agree with a search.
func TestValues(t *testing.T) {
	data, err := os.ReadFile("testdata/Test_L3_R1")
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	codectest.All(t, &Format, data, codectest.Options("Test_L3_R1"), func(d *model.Document) {
		var last *model.Node
		for last = range d.Tree.Main() {
		}
		if d.Tree.Len() < 29 { // earlier positions take too long
			return
		}
		p, err := d.Tree.Position(last)
		if err != nil {
			t.Fatal(err)
		}
		checked++
		result, plies := solve(p, map[uint64][2]int{})
		if v := last.Evals(); len(v) != 1 || int(v[0].Score) != result || result != 0 && v[0].Plies != plies {
			t.Errorf("%s: %+v, searched %d in %d", codectest.Line(d), v, result, plies)
		}
	})
	if checked < 50 {
		t.Errorf("only %d values were checked", checked)
	}
}

// TestPublished checks that files of a solver are written unchanged.
func TestPublished(t *testing.T) {
	files, err := filepath.Glob("testdata/Test_*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	if dir := os.Getenv("STUDIO_DATA"); dir != "" {
		more, err := filepath.Glob(dir + "/connect4/*")
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !Format.Sniff(data) {
			t.Errorf("%s is not recognised", name)
		}
		var b bytes.Buffer
		n := codectest.All(t, &Format, data, codectest.Options(filepath.Base(name)), func(d *model.Document) {
			if len(d.Warnings) > 0 {
				t.Errorf("%s: %s", name, codectest.Warnings(d))
			}
			b.Write(codectest.Encode(t, &Format, d))
		})
		if strings.TrimSpace(b.String()) != strings.TrimSpace(string(data)) {
			t.Errorf("%s is written otherwise", name)
		}
		t.Logf("%s: %d games", name, n)
	}
}

func TestGames(t *testing.T) {
	text := "\n0616\n\n44 1\n12 x 3\n"
	g, err := Games(context.Background(), []byte(text), codectest.Options("a.txt"))
	if err != nil || len(g.Heads) != 3 || g.Heads[1].Line != 4 || g.Heads[0].Plies != 4 || g.Heads[2].Game != "line" {
		t.Fatalf("%+v, %v", g, err)
	}
	// The 0 elsewhere in the file determines that columns are counted from 0.
	d, err := g.Decode(context.Background(), 1)
	if err != nil || codectest.Line(d) != "e e" {
		t.Errorf("%s, %v", codectest.Line(d), err)
	}
	d, err = g.Decode(context.Background(), 2)
	if err != nil || codectest.Warnings(d) != "a.txt:5: move 3 (x): the move could not be read\n" {
		t.Errorf("%s, %v", codectest.Warnings(d), err)
	}
}

func TestRefused(t *testing.T) {
	for preset, want := range map[string]bool{"connect4": true, "othello": false, "gomoku": false, "awale": false} {
		t.Run(preset, func(t *testing.T) {
			r, err := codectest.Options("").Games.FromSpec(*codectest.Spec(t, preset))
			if err != nil {
				t.Fatal(err)
			}
			if got := Format.Writes(r); (got == nil) != want {
				t.Error(got)
			}
			if err := Encode(context.Background(), &bytes.Buffer{}, model.NewDocument(r), nil); err == nil {
				t.Errorf("%s: a game without moves is written", preset)
			}
		})
	}
	d := read(t, "44", nil)
	if err := d.Tree.SetStart("......./......./......./......./......./A...... B"); err != nil {
		t.Fatal(err)
	}
	if err := Encode(context.Background(), &bytes.Buffer{}, d, nil); err == nil {
		t.Error("a start position is written")
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		"44444": true, "4": true, "\ufeff444 -1\n": true, "44 4\n55 5\n5": true, "4 4 4": true, "4,4": true,
		"": false, "\n": false, "44x": false, "44\nhello\n": false, "44 5 5": false, "hello": false, strings.Repeat("5664", 15): false, "1. 44": false, "12.5": false,
	} {
		if Format.Sniff([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestCut(t *testing.T) {
	codectest.Cut(t, &Format, []byte("44 1\n0616 x +12\né\n"), codectest.Options("a"))
}

func TestHeavy(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	var list []codectest.Repeated
	for _, text := range []string{"4", "4 ", "44 1\n", "x", "x ", "\n", "0", "8", " ", "\x00", "\xff", "44", "-1 "} {
		list = append(list, codectest.Repeated{Text: text}, codectest.Repeated{Before: "44\n", Text: text}, codectest.Repeated{Before: strings.Repeat("4 ", 1<<20), Text: text})
	}
	codectest.Heavy(t, &Format, codectest.Options("a"), list...)
}

func FuzzDecode(f *testing.F) {
	o := codectest.Options("a")
	o.Spec = codectest.Spec(f, "connect4")
	var seeds [][]byte
	for _, s := range []string{"44444", " 4 4 4,4\t4 \r\n", "0616", "4 -2", "44 2", "44 +2", "44 99", "4489", "44x 4444", "44 resign", "444 oops 5 -1", "44\n44\n", "4444444", "1 x 2 3", "44 -"} {
		seeds = append(seeds, []byte(s))
	}
	codectest.Fuzz(f, &Format, o, seeds...)
}

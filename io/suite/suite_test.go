package suite

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/internal/effort"
	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
)

const start = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"

func read(t testing.TB, text string) *model.Document {
	t.Helper()
	return codectest.Decode(t, &Format, []byte(text), codectest.Options("a.suite"))
}

func TestLines(t *testing.T) {
	for _, tt := range []struct {
		name                     string
		text, setup, moves, warn string
	}{
		{"start position", start, "", "", ""},
		{"moves", start + " FfBeBc", "", "F f B e B c", ""},
		{"spaces", "\n  " + start + " F f BeBc \r\n", "", "F f B e B c", ""},
		{"other position", "0-0-6-6-5-4-3-0-0-0-0-0-10-14-S C", "0-0-6-6-5-4-3-0-0-0-0-0 10-14 S", "C", ""},
		{"illegal move", start + " FfFF", "", "F f F F", "a.suite:1: move 3 (F): pit F is empty\n"},
		{"two games", start + " Ff\n" + start, "", "F f", "a.suite: the file contains 2 games: only the first was read\n"},
		{"unreadable move", start + " F zz f", "", "F 'zz' f", "a.suite:1: move 2 (zz): the move could not be read\n"},
		{"Latin-1", start + " F\xe9 f B", "", "'Fé' f B", "a.suite: the text is not UTF-8: it was read as Latin-1, which is a guess\na.suite:1: move 1 (Fé): the move could not be read\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := read(t, tt.text)
			if got := codectest.Line(d); got != tt.moves || d.Tree.Root().Setup() != tt.setup || codectest.Warnings(d) != tt.warn {
				t.Errorf("%q: %s from %q, %s", tt.text, got, d.Tree.Root().Setup(), codectest.Warnings(d))
			}
			if d.Tree.Rules().Spec().Params["grandSlam"] != "noCapture" {
				t.Error("the rules are not those of tournaments")
			}
			codectest.Same(t, &Format, d)
		})
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                   "a.suite: there is no position in the file",
		"\nhello":            "a.suite:2: start position: ",
		"4-4-4-4-0-0-S":      "a.suite:1: start position: there are 4 pits instead of 12",
		start[:29] + "X":     "a.suite:1: start position: ",
		start + " see you z": "a.suite:1: this is not a game record: out of 3 words, 3 are not moves",
	} {
		if _, err := Decode(context.Background(), []byte(text), codectest.Options("a.suite")); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestListed checks the results listed for moves.
func TestListed(t *testing.T) {
	const line = "0-0-6-6-5-4-3-0-0-0-0-0-10-14-S 2:0-0-0-7-6-5-4-1-1-0-0-0-10-14 3:0-0-6-0-6-5-4-1-1-1-0-0-10-14"
	if d := read(t, line); len(d.Warnings) > 0 || d.Tree.Len() != 3 {
		t.Errorf("%d nodes, %v", d.Tree.Len(), d.Warnings)
	}
	d := read(t, strings.Replace(line, "1-1-1-0-0", "1-1-2-0-0", 1)+" 0:0-0 2:0 77:0")
	want := "a.suite:1: move D leads to 0-0-6-0-6-5-4-1-1-2-0-0-10-14 in the file, but to 0-0-6-0-6-5-4-1-1-1-0-0-10-14 by the rules\n" +
		"a.suite:1: move 1 (A): pit A is empty\na.suite:1: move 1 (2:0): the move could not be read\n"
	if got := codectest.Warnings(d); got != want {
		t.Error(got)
	}
	codectest.Same(t, &Format, d)
}

// TestPublished checks that all published positions can be read, and that listed moves give the
// listed results.
func TestPublished(t *testing.T) {
	count := 0
	for _, name := range []string{"abapa-moves-1000.txt", "abapa-endgames-2000.txt"} {
		data, err := os.ReadFile(filepath.Join("../../rules/awale/testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if !sniff(data) {
			t.Errorf("%s is not recognised", name)
		}
		evals, moves := 0, 0
		n := codectest.All(t, &Format, data, codectest.Options(name), func(d *model.Document) {
			if len(d.Warnings) > 0 {
				t.Errorf("%s: %s", name, codectest.Warnings(d))
			}
			evals += len(d.Tree.Root().Evals())
			moves += d.Tree.Len() - 1
		})
		if strings.Contains(name, "moves") != (evals == 0) || strings.Contains(name, "moves") != (moves > 0) {
			t.Errorf("%s: %d evaluations, %d moves", name, evals, moves)
		}
		count += n
	}
	if count != 3000 {
		t.Errorf("%d positions", count)
	}
	d := read(t, "1-0-0-0-0-0-0-0-0-0-0-3 3")
	if v := d.Tree.Root().Evals(); len(v) != 1 || v[0].Score != 2 || v[0].Engine != evalEngine {
		t.Errorf("3 of 4 seeds are an evaluation %+v", v)
	}
}

// TestAalina checks the program's test file, if available.
func TestAalina(t *testing.T) {
	files, err := filepath.Glob(codectest.Folder(t, "oware") + "/*.suite")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		bad := 0
		n := codectest.All(t, &Format, data, codectest.Options(filepath.Base(name)), func(d *model.Document) {
			if len(d.Warnings) > 0 {
				if bad++; bad < 5 {
					t.Log(codectest.Warnings(d))
				}
			}
		})
		t.Logf("%s: %d games, %d with warnings", name, n, bad)
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		start: true, start + " Ff": true, "\ufeff0-0-0-0-0-0-0-0-0-0-0-1 0": true, start + "\r\n" + start: true,
		"": false, "4-4": false, "hello": false, start + "x": false, "2020-05-01": false, "1-2-3-4-5-6-7-8-9-10-11-12-13 (see below)": false,
	} {
		if sniff([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

func TestCut(t *testing.T) {
	codectest.Cut(t, &Format, []byte(start+" FfBe zé\n0-0-0-0-0-0-0-0-0-0-0-1 1\n"), codectest.Options("a"))
}

func TestHeavy(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	var list []codectest.Repeated
	for _, text := range []string{"F", "F ", "Ff", start + "\n", "0:0 ", "0-", "1 ", "z", "z ", "\n", "\x00", "\xff"} {
		list = append(list, codectest.Repeated{Text: text}, codectest.Repeated{Before: start + " ", Text: text}, codectest.Repeated{Before: start + strings.Repeat(" F", effort.Amount(1<<20, 1<<17)), Text: text})
	}
	codectest.Heavy(t, &Format, codectest.Options("a"), list...)
}

func FuzzDecode(f *testing.F) {
	var seeds [][]byte
	for _, s := range []string{
		start, start + " FfBeBc", start + " FfFF", "0-0-6-6-5-4-3-0-0-0-0-0-10-14-S 2:0-0-0-7-6-5-4-1-1-0-0-0-10-14 3:0", "0-0-0-0-0-0-0-0-0-0-0-1 1", start + " F zz f", start + "\n" + start,
		"9999-0-0-0-0-0-0-0-0-0-0-0-0-0-N a", start + " resign", start + " pass", "4-4-4",
	} {
		seeds = append(seeds, []byte(s))
	}
	codectest.Fuzz(f, &Format, codec.Options{Games: codectest.Options("").Games}, seeds...)
}

package psq

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
	games "boardstudio/rules/all"
)

// Handmade samples in the variants written by Piskvork 5 and 8, GomocupJudge and Gomotur.
const (
	tournament = "Piskvorky 20x20, 7:7, 0\n10,10,456\n11,12,4500\n10,13,60\npbrain-one.exe\ntwo.ZIP\n0\n"
	judged     = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n10,10,12\none\ntwo\n-1\n1,Renju 2\n"
	saved      = "Piskvorky 20x20, 0:11, 1\n1,1,0\n20,20,7\n15\n"
	oldest     = "Piskvorky 12x10, 0:0, 0\r\n3,4,5\r\n"
	gomotur    = "one.exe\nhomo-2\n0,0,30\n19,19,2\n5,5,0\n-1\n"
)

func read(t testing.TB, text string) *model.Document {
	t.Helper()
	return codectest.Decode(t, &Format, []byte(text), codectest.Options("a.psq"))
}

func line(d *model.Document) string {
	var words []string
	for n := range d.Tree.Main() {
		if m, ok := n.Move(); ok {
			words = append(words, d.Tree.Rules().FormatMove(m))
		} else if n.Parent() != nil {
			words = append(words, "'"+n.Raw()+"'")
		}
	}
	return strings.Join(words, " ")
}

func preset(t testing.TB, d *model.Document) string {
	t.Helper()
	for _, g := range games.Games {
		if g.Name == d.Tree.Rules().Spec().Game {
			params := d.Tree.Rules().Spec().Params
			params["rows"], params["cols"] = "15", "15"
			p, _ := g.PresetOf(params)
			return p.Name
		}
	}
	return ""
}

func TestSamples(t *testing.T) {
	for _, tt := range []struct {
		name                                                 string
		text, preset, line, black, white, result, event, out string
		used                                                 time.Duration
		warn                                                 int
	}{
		{"tournament", tournament, "gomoku", "j10 k12 j13", "pbrain-one.exe", "two.ZIP", "", "", tournament, 456 * time.Millisecond, 0},
		{"judged", judged, "renju", "h8 i9 j10", "one", "two", "1-0", "Renju 2", judged, 0, 0},
		{"saved", saved, "gomoku", "a1 t20", "", "", "", "", "Piskvorky 20x20, 0:11, 1\n1,1,0\n20,20,7\nhomo-1\nhomo-2\n15\n", 0, 0},
		{"oldest", oldest, "gomoku", "c4", "", "", "", "", "Piskvorky 12x10, 0:0, 0\n3,4,5\nhomo-1\nhomo-2\n-1\n", 5 * time.Millisecond, 0},
		{"gomotur", gomotur, "gomoku", "a1 t20 f6", "one.exe", "", "", "", "Piskvorky 20x20, 0:0, 0\n1,1,30\n20,20,2\n6,6,0\none.exe\nhomo-2\n-1\n", 30 * time.Millisecond, 0},
		{"Black is the second player", "Piskvorky 20x20, 0:0, 1\n1,1,0\nx\ny\n", "gomoku", "a1", "y", "x", "", "", "Piskvorky 20x20, 0:0, 1\n1,1,0\nx\ny\n-1\n", 0, 0},
		{"byte order mark and spaces", "\ufeffPiskvorky  20x20 , 0:0 , 0\n 1 , 1 \n\n2,2,5\n", "gomoku", "a1 b2", "", "", "", "", "", 0, 0},
		{"Renju as a name", "Piskvorky 15x15, 0:0, 0\n3,3,0\na\nb\n-1\n2,Renju\n", "", "c3", "a", "b", "0-1", "Renju", "Piskvorky 15x15, 0:0, 0\n3,3,0\na\nb\n-1\n2,Renju\n", 0, 0},
		{"Standard as a name", "Piskvorky 15x15, 0:0, 0\n3,3,0\na\nb\n-1\n0,Standard 20\n", "gomoku-standard", "c3", "a", "b", "1/2-1/2", "Standard 20", "", 0, 0},
		{"rule 1", "Piskvorky 15x15, 0:0, 0\n3,3,0\na\nb\n-1\n0,Cup\nINFO rule 1\n", "gomoku-standard", "c3", "a", "b", "1/2-1/2", "Cup", "Piskvorky 15x15, 0:0, 0\n3,3,0\na\nb\n-1\n0,Cup\nINFO rule 1\n", 0, 0},
		{"rule 0 and other lines", "Piskvorky 15x15, 0:0, 0\n3,3,0\na\nb\n-1\n0,Renju\nINFO rule 0\nsomething\nelse\n", "gomoku", "c3", "a", "b", "1/2-1/2", "Renju", "Piskvorky 15x15, 0:0, 0\n3,3,0\na\nb\n-1\n0,Renju\nINFO rule 0\nsomething\nelse\n", 0, 0},
		{"Caro", "Piskvorky 15x15, 0:0, 0\n3,3,0\na\nb\n-1\n0,Caro\n", "gomoku", "c3", "a", "b", "1/2-1/2", "Caro", "", 0, 1},
		{"doubtful stones", "Piskvorky 15x15, 0:0, 0\n3,3,0\n3,3,0\n99,-4,1\nonly\n", "gomoku", "c3 c3 '99,-4'", "only", "", "", "", "Piskvorky 15x15, 0:0, 0\n3,3,0\n3,3,0\n99,-4,1\nonly\nhomo-2\n-1\n", 0, 1},
		{"Latin-1", "Piskvorky 15x15, 0:0, 0\n3,3,0\nAl\xe9\nb\n", "gomoku", "c3", "Alé", "b", "", "", "", 0, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := read(t, tt.text)
			if !Format.Sniff([]byte(tt.text)) {
				t.Errorf("%q is not recognised", tt.text)
			}
			if preset(t, d) != tt.preset || line(d) != tt.line || d.Players[0].Name != tt.black || d.Players[1].Name != tt.white ||
				d.Info[model.InfoResult] != tt.result || d.Info[model.InfoEvent] != tt.event || d.Tree.Root().First().Used() != tt.used || len(d.Warnings) != tt.warn {
				t.Errorf("%q: %s, %s, %+v, %v, %v", tt.text, preset(t, d), line(d), d.Players, d.Info, d.Warnings)
			}
			if got := string(codectest.Encode(t, &Format, d)); tt.out != "" && got != tt.out {
				t.Errorf("%q is written\n%s", tt.text, got)
			}
			codectest.Same(t, &Format, d)
		})
	}
}

// TestLines checks that warnings contain the line number.
func TestLines(t *testing.T) {
	d := read(t, "Piskvorky 15x15, 0:0, 0\n3,3,0\n\n3,3,0\n")
	if len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0].Error(), "a.psq:4: move 2 (c3): ") {
		t.Error(d.Warnings)
	}
}

// TestDamagedStone checks that a damaged stone becomes an unreadable move, and that the stones after it
// are read.
func TestDamagedStone(t *testing.T) {
	for line, want := range map[string]string{
		"6,x,0":                   "a.psq:3: move 2 (6,x,0): ",
		"6,6,1000000000000000000": "a.psq:3: move 2 (6,6,1000000000000000000): ",
		"6;6;0":                   "a.psq:3: move 2 (6;6;0): ",
		"6,6,":                    "a.psq:3: move 2 (6,6,): ",
	} {
		t.Run(line, func(t *testing.T) {
			for _, more := range []string{"7,7,5\n", ""} {
				d := read(t, "Piskvorky 15x15, 0:0, 0\n3,3,0\n"+line+"\n"+more+"Ada\nBo\n-1\n1,2020\n")
				if more == "" && line[1] == ';' || more == "" && line == "6,x,0" {
					continue // the line may be a name
				}
				nodes := 3
				if more != "" {
					nodes++
				}
				if len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0].Error(), want) || d.Tree.Len() != nodes || d.Players[0].Name != "Ada" || d.Info[model.InfoResult] != "1-0" {
					t.Errorf("%q before %q: %d nodes, %v, %+v", line, more, d.Tree.Len(), d.Warnings, d.Players)
				}
			}
		})
	}
}

// TestStonesBehind checks that stones after the end of the game are reported as damage. A line break in
// a stone ends the game.
func TestStonesBehind(t *testing.T) {
	for _, x := range []struct{ name, text, want string }{
		{"broken before a comma", "3,3,0\n8\n,8,0\n9,7,0\n9,9,0\nAda\nBo\n-1\n", "a.psq:5: lines of stones after the end of the game were skipped: 2"},
		{"broken after a comma", "3,3,0\n8,\n8,0\n9,7,0\n9,9,0\nAda\n", "a.psq:5: lines of stones after the end of the game were skipped: 2"},
		{"stone after the names", "3,3,0\nAda\nBo\n5,5,5\n-1\n", "a.psq:5: lines of stones after the end of the game were skipped: 1"},
		{"no stones", "3,3,0\nAda\nBo\n-1\n1,2020\nINFO rule 4\nx\n", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := read(t, "Piskvorky 15x15, 0:0, 0\n"+x.text)
			if got := codectest.Warnings(d); strings.TrimSpace(got) != x.want || (got != "") != slices.ContainsFunc(d.Warnings, codec.IsDamaged) {
				t.Errorf("%q: %q, want %q", x.text, got, x.want)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "a.psq:1: the first line is not like “Piskvorky 20x20, 11:11, 0”",
		"Piskvorky 20x20\n1,1,1\n":      "a.psq:1: the first line is not like “Piskvorky 20x20, 11:11, 0”",
		"Piskvorky 20x20, 1:1, 2\n":     "a.psq:1: the first line is not like “Piskvorky 20x20, 11:11, 0”",
		"Piskvorky 0x20, 1:1, 0\n":      `a.psq:1: parameter cols: "0" is not a whole number from 1 to 64`,
		"Piskvorky 3x3, 1:1, 0\n":       "a.psq:1: no line of this board is long enough: a row needs 5 cells, the longest line has 3",
		"one\n1,1,1\n2,2,2\n3,3,3\n4\n": "",
	} {
		_, err := Decode(context.Background(), []byte(text), codectest.Options("a.psq"))
		if want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, want := range map[string]bool{
		tournament: true, gomotur: true, "": false, "1,2,3\n4,5,6\n7,8,9\n": false, "a,b\n1,2\n3,4,5\n": false, "h8 i9\n\n1,2,3\n": false,
		"[Event \"x\"]\n[Site \"y\"]\n1,2,3\n": false, "Piskvorky": false, "a\nb\nc\n": false, "(;GM[4]\nb\n1,2,3\n": false, "<a>\n</a>\n1,2,3\n": false,
	} {
		if Format.Sniff([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}

// TestHolds checks which games can be written.
func TestHolds(t *testing.T) {
	for _, g := range games.Games {
		for _, p := range g.Presets {
			r, err := g.Build(p.Name, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := slices.Contains([]string{"morpion", "gomoku", "gomoku-standard", "renju"}, p.Name)
			if err := Format.Writes(r); (err == nil) != want {
				t.Errorf("%s: %v", p.Name, err)
			}
			if want {
				d := model.NewDocument(r)
				m, _ := r.ParseMove("h8")
				if p.Name == "morpion" { // on a board of 10×10
					m, _ = r.ParseMove("a1")
				}
				d.Tree.Add(d.Tree.Root(), m)
				d.Info["event"], d.Info["result"] = "Renju or standard", "0-1"
				codectest.Same(t, &Format, d)
			}
		}
	}
	d := read(t, tournament)
	if err := d.Tree.SetStart(strings.Repeat(strings.Repeat(".", 20)+"/", 19) + strings.Repeat(".", 20) + " B"); err != nil {
		t.Fatal(err)
	}
	if err := Encode(context.Background(), &strings.Builder{}, d, nil); err == nil {
		t.Error("a set-up was written")
	}
}

func TestRealFile(t *testing.T) {
	data, err := os.ReadFile(codectest.Folder(t, "gomoku") + "/game.psq")
	if err != nil {
		t.Fatal(err)
	}
	d := codectest.Decode(t, &Format, data, codectest.Options("game.psq"))
	if len(d.Warnings) > 0 || d.Tree.Len() != 17 || string(codectest.Encode(t, &Format, d)) != string(data) {
		t.Errorf("%d nodes, %v:\n%s", d.Tree.Len(), d.Warnings, codectest.Encode(t, &Format, d))
	}
	codectest.Same(t, &Format, d)
}

var seeds = [][]byte{
	[]byte(tournament), []byte(judged), []byte(saved), []byte(oldest), []byte(gomotur),
	[]byte("Piskvorky 15x15, 0:0, 0\n3,3,0\n3,3,0\n99,-4,1\nonly\n"), []byte("Piskvorky 15x15, -1:3, 0\n8,8,0\na\nb\n3\n0,Renju\nINFO rule 5\nINFO rule 4\nmore\n"),
	[]byte("Piskvorky 64x64, 0:0, 1\n64,64\n1\n2\n3\n"), []byte("Piskvorky 5x5, 0:0, 0\n1,1,999999999999\nhomo-2\nhomo-1\n-1\n2,\n"),
	[]byte("Piskvorky 15x15, 0:0, 0\nx\n\n y  z \n4\n1, a  b \n7\n"), []byte("a\nb\n0,0,0\n20,20,1\nc\nd\n"),
}

func FuzzDecode(f *testing.F) { codectest.Fuzz(f, &Format, codectest.Options("a.psq"), seeds...) }

func TestCut(t *testing.T) {
	for _, s := range seeds {
		codectest.Cut(t, &Format, s, codectest.Options("a.psq"))
	}
}

func TestHeavy(t *testing.T) {
	if testing.Short() {
		t.Skip("heavy")
	}
	head := "Piskvorky 20x20, 0:0, 0\n"
	codectest.Heavy(t, &Format, codectest.Options("a.psq"),
		codectest.Repeated{Text: "\n"}, codectest.Repeated{Text: "a"}, codectest.Repeated{Before: head, Text: "\n"}, codectest.Repeated{Before: head, Text: "1,1,1\n"},
		codectest.Repeated{Before: head, Text: "99,99,1\n"}, codectest.Repeated{Before: head, Text: "1,1\n"}, codectest.Repeated{Before: head, Text: "a"},
		codectest.Repeated{Before: head, Text: "a\n"}, codectest.Repeated{Before: head, Text: "1"}, codectest.Repeated{Before: head + "a\nb\n", Text: "-1\n"},
		codectest.Repeated{Before: head + "a\nb\n-1\n1,", Text: "x"}, codectest.Repeated{Before: "a\nb\n", Text: "1,1,1\n"})
}

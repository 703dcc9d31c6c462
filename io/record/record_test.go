package record

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/io/codectest"
	"boardstudio/model"
	"boardstudio/rules"
	games "boardstudio/rules/all"
)

// known is a game of 1992 in which Black passes before the last two moves.
const known = "f5d6c3d3c4f4c5b3c2e3d2c6b4b5f2e2a3d1c1a4a5f3g4f1e7d7d8e6f6b6e1b1c7a6a7b2f7g3g5h4h5g2h1g1a1a2b7c8b8a8h3h6g6e8h7h2h8g8g7f8"

func read(t testing.TB, text string, spec *rules.Spec) (*model.Document, error) {
	t.Helper()
	d, err := Decode(context.Background(), []byte(text), codec.Options{Games: games.Games, Spec: spec, File: "a.txt"})
	if err == nil {
		if err := d.Tree.Check(); err != nil {
			t.Errorf("tree of %.60q: %v", text, err)
		}
	} else if d != nil {
		t.Errorf("%.60q gives a document and the error %v", text, err)
	}
	return d, err
}

func must(t testing.TB, text string, spec *rules.Spec) *model.Document {
	t.Helper()
	d, err := read(t, text, spec)
	if err != nil {
		t.Fatalf("%.60q: %v", text, err)
	}
	return d
}

// mainLine returns the words of the main line. A set-up is "@", and unreadable moves are quoted.
func mainLine(d *model.Document) string {
	var words []string
	for n := range d.Tree.Main() {
		m, ok := n.Move()
		switch {
		case n == d.Tree.Root():
		case ok:
			words = append(words, d.Tree.Rules().FormatMove(m))
		case n.Raw() != "":
			words = append(words, "'"+n.Raw()+"'")
		default:
			words = append(words, "@")
		}
	}
	return strings.Join(words, " ")
}

// last returns the last node of the main line.
func last(d *model.Document) *model.Node {
	var n *model.Node
	for n = range d.Tree.Main() {
	}
	return n
}

func noWarnings(t *testing.T, d *model.Document) {
	t.Helper()
	if len(d.Warnings) > 0 {
		t.Errorf("warnings: %v", d.Warnings)
	}
}

func TestKnownTranscript(t *testing.T) {
	spaced := strings.TrimSpace(strings.Join(strings.SplitAfterN(known, "", -1), ""))
	var lines []string
	for i := 0; i < len(spaced); i += 2 {
		lines = append(lines, spaced[i:i+2])
	}
	for _, tt := range []struct{ name, text string }{
		{"run together", known},
		{"in capitals, broken into lines", strings.ToUpper(known[:40] + "\n" + known[40:80] + "\r\n" + known[80:])},
		{"spaces", strings.Join(lines, " ")},
		{"one move a line", strings.Join(lines, "\n")},
		{"passes written", known[:112] + "pass" + known[112:114] + " PA " + known[114:]},
		{"one pass written", known[:112] + "--" + known[112:]},
		{"numbers and result", "1. " + strings.Join(lines[:2], " ") + " 2." + strings.Join(lines[2:], " ") + " 20-44"},
		{"comment", "{Penloup - Juhem}\n" + known + "\n"},
		{"commas", strings.Join(lines, ",")},
		{"commas and spaces", strings.Join(lines, ", ")},
		{"bars", strings.Join(lines, "|")},
		{"signs of the players and the score", "+" + joinTurns(lines, "-", "+") + ": -24 17\n"},
		{"numbers one by one", numbered(lines, "%d. ")},
		{"numbers without dots", numbered(lines, "%d ")},
		{"numbers with colons", numbered(lines, "%d:")},
		{"numbers with brackets", numbered(lines, "%d) ")},
		{"digits", digitsOf(lines, "")},
		{"digits in pairs", digitsOf(lines, " ")},
		{"numbers and digits", strings.ReplaceAll(numbered(lines[:4], "%d. "), "f5", "56") + digitsOf(lines[4:], " ")},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := must(t, tt.text, nil)
			noWarnings(t, d)
			if s := d.Tree.Rules().Spec(); s.Game != "othello" || s.Params["size"] != "8" {
				t.Fatalf("recognised as %v", s)
			}
			if n := d.Tree.Len() - 1; n != 62 {
				t.Errorf("%d moves, want 60 and two passes", n)
			}
			pos, err := d.Tree.Position(last(d))
			if err != nil {
				t.Fatal(err)
			}
			if f := pos.Result().Final; !pos.Result().Over || len(f) != 2 || f[0] != 20 || f[1] != 44 {
				t.Errorf("result %+v, want 20 to 44", pos.Result())
			}
			line := strings.Fields(mainLine(d))
			if line[56] != "pass" || line[58] != "pass" {
				t.Errorf("the passes are not before moves 57 and 58: %v", line[50:])
			}
		})
	}
}

// joinTurns joins moves with two separators in turn.
func joinTurns(moves []string, a, b string) string {
	text := ""
	for i, m := range moves {
		if text += m; i < len(moves)-1 {
			text += []string{a, b}[i%2]
		}
	}
	return text
}

// numbered returns moves with a number before each.
func numbered(moves []string, format string) string {
	text := ""
	for i, m := range moves {
		text += fmt.Sprintf(format, i+1) + m + " "
	}
	return text
}

// TestColumns checks that columns of connect four may be numbers, with or without spaces.
func TestColumns(t *testing.T) {
	for _, text := range []string{"44435", "1. 4 4 2. 4 3 3. 5", "4 4 4 3 5", "d d d c e", "dddce"} {
		t.Run(text, func(t *testing.T) {
			d := must(t, "[Variant \"connect4\"]\n"+text, nil)
			if noWarnings(t, d); mainLine(d) != "d d d c e" {
				t.Errorf("%s is %s", text, mainLine(d))
			}
		})
	}
	if d := must(t, "[Variant \"connect4\"]\n448", nil); mainLine(d) != "'448'" {
		t.Errorf("a column that is not there: %s", mainLine(d))
	}
}

// digitsOf returns moves as pairs of digits.
func digitsOf(moves []string, between string) string {
	text := ""
	for _, m := range moves {
		text += string(m[1]) + string('1'+m[0]-'a') + between
	}
	return text
}

// TestLines checks files with one game on each line, finished or not, and files with one game on
// several lines.
func TestLines(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		games      []int // numbers of moves
	}{
		{"unfinished games", "f5d6c3\nF5F6E6\n\nd3c3\n", []int{3, 3, 2}},
		{"digits", "5664\n56664533\n", []int{2, 4}},
		{"finished games", known + "\n" + known + "\n", []int{62, 62}},
		{"mixed", known + "\nf5d6\n" + known, []int{62, 2, 62}},
		{"broken into lines", known[:40] + "\n" + known[40:], []int{62}},
		{"an illegal move", "f5d6c3a1\nf5f6", []int{4, 2}},
		{"one move a line, one of them illegal", "f5\nd6\nf5\nc3", []int{4}},
		{"scores", "f5d6c3 -4\nf5f6e6 +12\nd3c3", []int{3, 3, 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			spec := specOf(t, "othello")
			g, err := Games(context.Background(), []byte(tt.text), codec.Options{Games: games.Games, Spec: spec, File: "a.txt"})
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for i := range g.Heads {
				d, err := g.Decode(context.Background(), i)
				if err != nil {
					t.Fatal(err)
				}
				if got = append(got, d.Tree.Len()-1); g.Heads[i].Plies != d.Tree.Len()-1 {
					t.Errorf("game %d is listed with %d moves", i, g.Heads[i].Plies)
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(tt.games) {
				t.Errorf("games of %v moves, want %v", got, tt.games)
			}
			d := must(t, tt.text, spec)
			if d.Tree.Len()-1 != tt.games[0] {
				t.Errorf("the first game has %d moves", d.Tree.Len()-1)
			}
		})
	}
	// files that do not name their game
	if d := must(t, "5664\n5666\n", nil); d.Tree.Len() != 3 {
		t.Errorf("%d moves", d.Tree.Len()-1)
	}
	if _, err := read(t, "4444", nil); err == nil {
		t.Error("any digits are a game")
	}
}

func TestPenteOrg(t *testing.T) {
	data, err := os.ReadFile("testdata/pente/44-25972.txt")
	if err != nil {
		t.Fatal(err)
	}
	d := must(t, string(data), nil)
	noWarnings(t, d)
	spec := d.Tree.Rules().Spec()
	if spec.Game != "line" || spec.Params["captures"] != "5" || spec.Params["centreFirst"] != "on" || spec.Params["rows"] != "19" {
		t.Errorf("rules %v", spec)
	}
	// K10 is the centre. J10 is left of it, since the site skips I. K6 is four below.
	if got := mainLine(d); !strings.HasPrefix(got, "j10 j11 j14 k9 l10 i10 k12 ") {
		t.Errorf("moves %s", got)
	}
	if p := d.Players; p[0].Name != "aleph_1" || p[1].Name != "zoeyk" || p[0].Kind != model.Human {
		t.Errorf("players %+v", p)
	}
	for key, want := range map[string]string{
		model.InfoEvent: "Turn-based Game", model.InfoPlace: "Pente.org", model.InfoResult: "0-1",
		model.InfoRound: "", "TimeControl": "7", "Player 1 Rating": "2381", "Game": "", "Rated": "Y",
	} {
		if d.Info[key] != want {
			t.Errorf("%s is %q, want %q", key, d.Info[key], want)
		}
	}
	if date := d.Info[model.InfoDate]; date != "2010-07-21" { // month first
		t.Errorf("date %q", date)
	}
}

// TestAllPenteGames checks that all 141 games are legal. Games decided on the board must have the
// winner given by the tag.
func TestAllPenteGames(t *testing.T) {
	zips, err := filepath.Glob("../../rules/line/testdata/pente/*.zip")
	if err != nil || len(zips) != 6 {
		t.Fatal("the games of the package line are missing", err)
	}
	played, decided := 0, 0
	for _, name := range zips {
		z, err := zip.OpenReader(name)
		if err != nil {
			t.Fatal(err)
		}
		defer z.Close()
		for _, f := range z.File {
			if f.FileInfo().IsDir() {
				continue
			}
			in, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(in)
			if err != nil {
				t.Fatal(err)
			}
			d := must(t, string(data), nil)
			if len(d.Warnings) > 0 {
				t.Errorf("%s: %v", f.Name, d.Warnings)
			}
			played++
			pos, err := d.Tree.Position(last(d))
			if err != nil {
				t.Errorf("%s: %v", f.Name, err)
				continue
			}
			if r := pos.Result(); r.Over {
				decided++
				if want := map[string]rules.Player{"1-0": 0, "0-1": 1}[d.Info[model.InfoResult]]; r.Winners.Only() != want {
					t.Errorf("%s: won by %v, the tag says %s", f.Name, r.Winners.Only(), d.Info[model.InfoResult])
				}
			}
		}
	}
	if played != 141 || decided < 50 {
		t.Errorf("%d games played, %d decided on the board", played, decided)
	}
}

func TestReading(t *testing.T) {
	line15 := &rules.Spec{Game: "line", Params: rules.Params{"rows": "15", "cols": "15", "k": "5"}}
	awale := &rules.Spec{Game: "awale", Params: rules.Params{}}
	for _, tt := range []struct {
		name, text string
		spec       *rules.Spec
		want       string // the main line
		warns      string // part of the warnings, or ""
	}{
		{"the game from the options", "h8 i9", line15, "h8 i9", ""},
		{"numbers", "1. h8 i9 2. j8 2... k9", line15, "h8 i9 j8 k9", ""},
		{"numbers without dots", "1 h8 i9 2 j8", line15, "h8 i9 j8", ""},
		{"numbers without dots around variations", "1 h8 i9 ( 1 i8 2 i7 ) 2 j8 (2 k8) j9 3 j10", line15, "h8 i9 j8 j9 j10", ""},
		{"a wrong number without a dot is no number", "1 h8 i9 3 j8", line15, "h8 i9 '3' j8", "move 3 (3)"},
		{"number and move together", "1.h8 i9 2.j8", line15, "h8 i9 j8", ""},
		{"numbers and moves run together", "1.h8i9j10", line15, "h8 i9 j10", ""},
		{"pits", "C d F a", awale, "C d F a", ""},
		{"pits run together", "CdFa", awale, "C d F a", ""},
		{"preset by tag", "[Variant \"connect4\"]\n[Param.cols \"9\"]\n", nil, "", ""},
		{"tag with other case and spaces", "[variant \"Gomoku Standard\"]\nh8", nil, "h8", ""},
		{"tags beat options", "[Variant \"othello6\"]\ne4", line15, "e4", ""},
		{"game tag in our own notation", "[Game \"othello\"]\nf5d6", nil, "f5 d6", ""},
		{"unreadable word", "h8 hello i9", line15, "h8 'hello' i9", "a.txt:1: move 2 (hello)"},
		{"unreadable piece of a run", "h8z99i9", line15, "h8 'z99' i9", "a.txt:1: move 2 (z99)"},
		{"illegal move", "h8 i9\nh8 j10", line15, "h8 i9 h8 j10", "a.txt:2: move 3 (h8)"},
		{"illegal where nobody passes", "f5 a1", &rules.Spec{Game: "othello", Params: rules.Params{}}, "f5 a1", "a.txt:1: move 2 (a1)"},
		{"brace that closes nothing", "h8 } i9", line15, "h8 '}' i9", "move 2 (})"},
		{"tag that is none", "[Event Club]\nh8", line15, "h8", "a.txt:1: the tag [Event Club] cannot be read"},
		{"result ends the game", "h8 i9 1-0", line15, "h8 i9", ""},
		{"resignation", "h8 i9 resign", line15, "h8 i9 resign", ""},
		{"comment to the end of the line", "h8 ; better (i9) {no\ni9", line15, "h8 i9", ""},
		{"variations are no moves of the main line", "h8 (i9 (j10) k11) i7 (a1)", line15, "h8 i7", ""},
		{"variation that does not end", "h8 (i9", line15, "h8", "begins with ( and does not end"},
		{"byte order mark", "\ufeffh8", line15, "h8", ""},
		{"Latin-1", "[Event \"Caf\xe9\"]\nh8", line15, "h8", "read as Latin-1"},
		{"nothing but tags", "[Variant \"line\"]\n", nil, "", ""},
		{"start position", "[Variant \"line\"]\n[Start \"A.B/.A./... B\"]\nc3", nil, "c3", ""},
		{"two games by tags", "[Variant \"line\"]\nb2 a1\n\n[Event \"two\"]\n[Variant \"line\"]\nc3\n[Event \"three\"]\n", nil, "b2 a1", "the file contains 3 games: only the first was read"},
		{"two games by results", "[Variant \"line\"]\nb2 a1 1-0\nc3 0-1\na1 *", nil, "b2 a1", "contains 3 games"},
		{"comment after the result", "[Variant \"line\"]\nb2 a1 1-0 {resigned}\n", nil, "b2 a1", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := must(t, tt.text, tt.spec)
			if got := mainLine(d); got != tt.want {
				t.Errorf("main line %s, want %s", got, tt.want)
			}
			if got := codectest.Warnings(d); !strings.Contains(got, tt.warns) || (got != "") != (tt.warns != "") {
				t.Errorf("warnings %q, want %q", got, tt.warns)
			}
		})
	}
}

func TestSniff(t *testing.T) {
	for text, want := range map[string]bool{
		"[Event \"x\"]": true, "\ufeff\n [Player 1 Name \"x\"]": true, "f5d6": true, "1. K10 L9": true, "1.h8": true, "a1": true,
		"": false, "(;GM[1]": false, "(;GM[Othello]": false, "<save>": false, "[1,2]": false, "hello": false, "12 13": false, "Piskvorky 15x15": false, "f5550": false,
	} {
		if sniff([]byte(text)) != want {
			t.Errorf("%q: taken for a record %v", text, !want)
		}
	}
}

func TestVariationsAndComments(t *testing.T) {
	spec := &rules.Spec{Game: "line", Params: rules.Params{"rows": "15", "cols": "15", "k": "5"}}
	d := must(t, "{start} h8! {good} {very} ({why not} i9 {or} (j10!?) k11 $4) i7 ?", spec)
	root := d.Tree.Root()
	h8 := root.First()
	i9 := h8.Next()
	j10 := i9.Next()
	for _, tt := range []struct {
		n       *model.Node
		comment string
		glyph   model.Glyph
	}{
		{root, "start", ""},
		{h8, "good\nvery", "!"},
		{i9, "why not\nor", ""},
		{j10, "", "!?"},
		{i9.First(), "", "??"},
	} {
		var g model.Glyph
		if gs := tt.n.Glyphs(); len(gs) == 1 {
			g = gs[0]
		}
		if tt.n.Comment() != tt.comment || g != tt.glyph {
			t.Errorf("comment %q and glyph %q, want %q and %q", tt.n.Comment(), g, tt.comment, tt.glyph)
		}
	}
	if got := mainLine(d); got != "h8 i7 '?'" { // an isolated sign is not an annotation symbol
		t.Errorf("main line %s", got)
	}
}

// TestSeveralTranscripts checks that several transcripts in one file, each starting on a new line,
// are read as several games.
func TestSeveralTranscripts(t *testing.T) {
	d := must(t, known+"\n"+known[:80]+"\n"+known[80:]+"\n"+known+"\n", nil)
	if got := codectest.Warnings(d); d.Tree.Len() != 63 || !strings.Contains(got, "contains 3 games") {
		t.Errorf("%d nodes, %s", d.Tree.Len(), got)
	}
	// Moves that cannot start a game belong to the finished game.
	d = must(t, "[Variant \"othello\"]\n"+known+"\na1", nil)
	if got := codectest.Warnings(d); d.Tree.Len() != 64 || !strings.Contains(got, "a.txt:3: move 63 (a1)") {
		t.Errorf("%d nodes, %s", d.Tree.Len(), got)
	}
}

func TestRefused(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no game named", "1. e4 e5 2. Nf3", "does not name its game"},
		{"coordinates that are no Othello", "h8 i9", "does not name its game"},
		{"no moves and no game", "", "does not name its game"},
		{"unknown game", "\n[Game \"Chess\"]\ne4", "a.txt:2: unknown game \"Chess\""},
		{"wrong parameter", "[Variant \"line\"]\n[Param.rows \"99\"]", "a.txt:1: parameter rows: \"99\" is not a whole number from 1 to 64"},
		{"unknown parameter", "[Variant \"line\"]\n[Param.gold \"99\"]", "unknown parameter \"gold\""},
		{"open comment", "[Variant \"line\"]\na1\n{never\nends", "a.txt:3: a comment begins with { and does not end"},
		{"variation to nothing", "[Variant \"line\"]\n(a1)", "a.txt:2: a variation comes before the move that it replaces"},
		{"empty variation", "[Variant \"line\"]\na1 ()", "a.txt:2: a variation has no move"},
		{"closing nothing", "[Variant \"line\"]\na1 )", "a.txt:2: there is a ) without a ("},
		{"bad start", "[Variant \"line\"]\n[Start \"xyz\"]\n", "a.txt:2: start position: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := read(t, tt.text, nil)
			var e *codec.Error
			if err == nil || !errors.As(err, &e) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Decode(ctx, []byte("[Variant \"line\"]\na1"), codec.Options{Games: games.Games}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Decode(context.Background(), make([]byte, codec.MaxFile+1), codec.Options{}); err == nil {
		t.Error("a file that is too large was read")
	}
}

func TestEncode(t *testing.T) {
	r, err := games.Games.Build("gomoku", rules.Params{"rows": "15", "cols": "15"})
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	tree := d.Tree
	n := tree.Root()
	tree.Annotate(n, model.Annotation{Comment: "two\nlines"})
	for _, w := range strings.Fields("h8 i9 j8 k8 i8 g8") {
		m, err := r.ParseMove(w)
		if err != nil {
			t.Fatal(err)
		}
		n = tree.Add(n, m)
	}
	tree.Annotate(n, model.Annotation{Comment: "a } brace", Glyphs: []model.Glyph{"?!"}})
	tree.AddRaw(n, "not a (move)")
	d.Players = []model.Player{{Name: `Ada "A" \ Lovelace`, Kind: model.Human, Score: 2}, {Kind: "alphabeta", Level: 3, Symbol: "nought", Color: "#ff0000"}}
	d.Info = map[string]string{model.InfoEvent: "Club", model.InfoResult: "1-0", "Weather": "fine\nand dry", "Variant": "lost", "bad[key": "lost"}
	var b bytes.Buffer
	if err := Encode(context.Background(), &b, d, nil); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "gomoku.rec")
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || b.String() != string(want) {
		t.Fatalf("%v: the file says\n%s\nwritten was\n%s", err, want, b.String())
	}
	back := must(t, b.String(), nil)
	if got := mainLine(back); got != "h8 i9 j8 k8 i8 g8 'not_a__move_'" {
		t.Errorf("main line %s", got)
	}
	if back.Players[0] != d.Players[0] || back.Players[1] != d.Players[1] {
		t.Errorf("players %+v", back.Players)
	}
	if c := back.Tree.Root().Comment(); c != "two\nlines" {
		t.Errorf("comment %q", c)
	}
	if i := back.Info; i[model.InfoEvent] != "Club" || i["Weather"] != "fine and dry" || len(i) != 3 {
		t.Errorf("info %v", i)
	}
	tree.AddSetup(last(d), r.Start().String())
	if err := Encode(context.Background(), io.Discard, d, nil); err == nil {
		t.Error("a position in the middle was written")
	}
}

// FuzzDecode checks that a record that was read is the same after writing and reading again.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		known, known + "\n" + known, "[Variant \"line\"]\n1. a1! b2 {x} (c3 (b1) a3) 2. c1 1-0", "[Variant \"awale\"]\nCdFa",
		"[Game \"Pente\"]\n[Site \"Pente.org\"]\n1. K10 L9 2. K14 K11 0-1", "[Variant \"connect4\"]\nd d pass z $3 * x",
		"[Start \"A.B/.A./... B\"]\n[Variant \"line\"]\nc3 c3", "\ufeffh8 ; c\n{", "(", ")", "[", "[a \"\\\"\"]", "1 2 3", "\xff",
		"[Game \"hex\"]\na1 swap", "h8h7g10\nh8h9", "a1 (b2 (c3)) {x\ny} d4!? $14 1/2-1/2",
	} {
		f.Add(s, false)
		f.Add(s, true)
	}
	f.Fuzz(func(t *testing.T, text string, named bool) {
		var spec *rules.Spec
		if named {
			spec = &rules.Spec{Game: "line", Params: rules.Params{"rows": "15", "cols": "15", "k": "5"}}
		}
		d, err := read(t, text, spec)
		if err != nil {
			return
		}
		var b, again bytes.Buffer
		if err := Encode(context.Background(), &b, d, nil); err != nil {
			t.Fatalf("read but not written: %v", err)
		}
		back, err := read(t, b.String(), nil)
		if err != nil {
			t.Fatalf("written but not read: %v\n%s", err, b.String())
		}
		if back.Tree.Len() != d.Tree.Len() {
			t.Fatalf("of %d nodes %d are left:\n%s", d.Tree.Len(), back.Tree.Len(), b.String())
		}
		if err := Encode(context.Background(), &again, back, nil); err != nil || again.String() != b.String() {
			t.Fatalf("%v: written first\n%s\nthen\n%s", err, b.String(), again.String())
		}
	})
}

// TestVariations checks that variations are written in their places, with correct move numbers.
func TestVariations(t *testing.T) {
	const head = "[Variant \"line\"]\n[Param.cols \"15\"]\n[Param.k \"5\"]\n[Param.rows \"15\"]\n"
	for _, tt := range []struct{ name, text, want string }{
		{"variation", "a1 (b1) b2", "1. a1 (1. b1) 1... b2\n"},
		{"nested variations", "a1 b2 (c3 d4 (d5) (d6 e7) d8) (c4) c1 d1 (d2)", "1. a1 b2 (1... c3 2. d4 (2. d5) (2. d6 e7) 2... d8) (1... c4) 2. c1 d1 (2... d2)\n"},
		{"comments and glyphs", "{before} a1! {at} b2 ({in} c3?! {after}) c1 $14", "{before} 1. a1! {at} b2 (1... c3?! {in\nafter}) 2. c1 $14\n"},
		{"unreadable moves", "a1 (zz (yy)) b1 1-0", "1. a1 (1. zz) (1. yy) 1... b1 1-0\n"},
		{"deep variations", strings.Repeat("a1 (b1 ", 30) + strings.Repeat(")", 30), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := must(t, head+tt.text, nil)
			var b bytes.Buffer
			if err := Encode(context.Background(), &b, d, nil); err != nil {
				t.Fatal(err)
			}
			if _, moves, _ := strings.Cut(b.String(), "\n\n"); tt.want != "" && moves != tt.want {
				t.Errorf("%s is written as\n%s", tt.text, moves)
			}
			if err := model.Equal(d, must(t, b.String(), nil)); err != nil {
				t.Errorf("%s: %v\n%s", tt.text, err, b.String())
			}
		})
	}
	// A branch that begins with a set-up is omitted. A main line with one is refused.
	d := must(t, head+"a1 (b1) b2", nil)
	d.Tree.AddSetup(d.Tree.Root().First(), "")
	d.Tree.AddSetup(d.Tree.Root().Last(), "")
	var b bytes.Buffer
	if err := Encode(context.Background(), &b, d, nil); err != nil || !strings.HasSuffix(b.String(), "\n1. a1 (1. b1) 1... b2\n") {
		t.Errorf("%v\n%s", err, b.String())
	}
	d.Tree.AddSetup(d.Tree.Root().First().First(), "")
	if err := Encode(context.Background(), &b, d, nil); err == nil {
		t.Error("a main line with a set-up position is written")
	}
}

// TestSplitKeepsAll checks that a coordinate that starts like a pass is read as a coordinate.
// Splitting keeps all characters.
func TestSplitKeepsAll(t *testing.T) {
	r, err := games.Games.Build("gomoku", nil)
	if err != nil {
		t.Fatal(err)
	}
	n := newNotation(r)
	for text, want := range map[string]string{
		"pa4": "pa4", "pa4pa": "pa4 pa", "a1pass": "a1 pass", "h8pac3": "h8 pa c3", "ps1--b2": "ps1 -- b2",
	} {
		if got := string(bytes.Join(n.split([]byte(text)), []byte(" "))); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestPositionGlyphs checks the numeric glyphs for positions, as chess programs use them, for two
// players. Those for the third player are lost.
func TestPositionGlyphs(t *testing.T) {
	text := "[Variant \"line\"]\n[Param.players \"3\"]\n\n1. a1! $14 b1 $19 c1 $10 2. d1 $13\n"
	d, err := read(t, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for n := range d.Tree.Main() {
		for _, g := range n.Glyphs() {
			got = append(got, string(g))
		}
	}
	if s := strings.Join(got, " "); s != "! A+ B+++ = ~" {
		t.Errorf("read %s", s)
	}
	d.Tree.Annotate(d.Tree.Root().First().First(), model.Annotation{Glyphs: []model.Glyph{model.Better(2, 1), model.GlyphBad}})
	var b bytes.Buffer
	if err := Encode(context.Background(), &b, d, nil); err != nil {
		t.Fatal(err)
	}
	if want := "1. a1! $14 b1? c1 $10 2. d1 $13\n"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("written\n%s", b.String())
	}
}

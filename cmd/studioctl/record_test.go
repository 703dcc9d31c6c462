package main

import (
	"bytes"
	"context"
	"image/gif"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/io/all"
	"boardstudio/io/codec"
	"boardstudio/model"
	games "boardstudio/rules/all"
)

// sample writes a record with all that a record can hold, and returns its file.
func sample(t *testing.T) string {
	t.Helper()
	r, err := games.Build("tictactoe", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	d.Players[0] = model.Player{Name: "Ann", Kind: model.Human, Symbol: "Q", Color: "#20a0ff"}
	d.Players[1] = model.Player{Kind: "lua:\x1b[31mevil.lua"}
	d.Info[model.InfoEvent], d.Info[model.InfoDate] = "Café Cup \x1b[2J", "2026-01-02"
	n := d.Tree.Root()
	d.Tree.Annotate(n, model.Annotation{Comment: "The start.\nSecond line."})
	for _, text := range []string{"b2", "a1", "c3", "a3"} {
		m, err := r.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		n = d.Tree.Add(n, m)
	}
	c1, err := r.ParseMove("c1")
	if err != nil {
		t.Fatal(err)
	}
	d.Tree.Annotate(n, model.Annotation{
		Comment: "blocks? \x1b]0;x\x07", Glyphs: []model.Glyph{model.GlyphInteresting, model.Better(1, 2)},
		Name: "A \x1b[1mtrap\nfor two", Bookmark: true, Color: "#20a0ff", Number: 9, Lines: []model.Line{{From: 0, To: 4, Arrow: true}},
		Evals:  []model.Eval{{Engine: "alphabeta", Score: -0.5, Depth: 3}},
		Advice: model.Advice{By: "rules3", Move: c1},
	})
	file := filepath.Join(t.TempDir(), "sample.studio")
	if err := all.Save(file, all.Formats[0], d); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestShow(t *testing.T) {
	file := sample(t)
	r := run(t, "", "show", file)
	r.want(t, exitYes, `Tic-tac-toe - Café Cup .*2026-01-02
A Q Ann
B O Nought \(lua:.*\)

    a   b   c
  ┌───┬───┬───┐
1 │ O │   │   │
  ├───┼───┼───┤
2 │   │ Q │   │
  ├───┼───┼───┤
3 │\(O\)│   │ Q │
  └───┴───┴───┘

Move 4: a3!\? N\+\+ \(Nought\)
Name: A .*trap.*for two
Bookmark
Counts as move 9
rules3 advised c1
alphabeta says: -0.50
  blocks\? .*
Ann to move
`, ``)
	if strings.Contains(r.out, "\x1b") {
		t.Errorf("an escape sequence from the file reaches the terminal: %q", r.out)
	}
	run(t, "", "show", file, "--ply", "0").want(t, exitYes, `.*\n\n  The start.\n  Second line.\nAnn to move\n`, ``)
	for _, ply := range []string{"2", "-3"} {
		run(t, "", "show", file, "--ply", ply).want(t, exitYes, `.*Move 2: a1 .*`, ``)
	}
	for _, ply := range []string{"5", "-6"} {
		run(t, "", "show", file, "--ply", ply).want(t, exitError, ``, `studioctl: the main line has moves 0 to 4\n`)
	}
	run(t, "", "show", file+".nope").want(t, exitError, ``, `studioctl: sample.studio.nope: .+\n`)
}

// TestShowStdin checks that a record can come from a pipe, and be one that
// does not name its game.
func TestShowStdin(t *testing.T) {
	data, err := os.ReadFile(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	run(t, string(data), "show", "-").want(t, exitYes, `.*Ann to move\n`, ``)
	run(t, "1. b2 a1 2. c3", "show", "-", "--game", "tictactoe").want(t, exitYes, `.*Move 3: c3 \(Cross\)\nNought to move\n`, ``)
	run(t, "d d e", "show", "-", "--game", "connect4").want(t, exitYes, `.*Move 3: e \(Red\)\nYellow to move\n`, ``)
	r := run(t, "1. b2 {a\x1b[31m\u202ecomment} a1", "show", "-", "--game", "tictactoe", "--ply", "1")
	r.want(t, exitYes, `.*Move 1: b2 .*a.*comment.*`, `.*`)
	if strings.ContainsAny(r.out+r.err, "\x1b\u202e") {
		t.Errorf("an escape sequence of the record reaches the terminal: %q", r.out)
	}
	run(t, "\x00\x01", "show", "-").want(t, exitError, ``, `studioctl: standard input: .+\n`)
	run(t, "1. b2 a1", "show", "-", "--param", "rows=3").want(t, exitError, ``, `studioctl: option --game is missing\n`)
}

func TestReplay(t *testing.T) {
	file := sample(t)
	r := run(t, "", "replay", file)
	r.want(t, exitYes, `Tic-tac-toe .*The start.*Move 1: b2 .*Move 2: a1 .*Move 3: c3 .*Move 4: a3.*Ann to move\n`, ``)
	if n := strings.Count(r.out, "┌"); n != 5 {
		t.Errorf("%d boards, want 5", n)
	}
	began := time.Now()
	run(t, "", "replay", file, "--delay", "20ms")
	if d := time.Since(began); d < 80*time.Millisecond {
		t.Errorf("four delays of 20 ms took %v", d)
	}
	interrupted(t, "replay", file, "--delay", "1h").want(t, exitInterrupted, `Tic-tac-toe.*`, `studioctl: stopped\n`)
	run(t, "", "replay", file, "--delay", "-1s").want(t, exitError, ``, `studioctl: option --delay: a time cannot be negative\n`)
}

// bad writes a record in which a move does not play.
func bad(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "bad.studio")
	text := strings.Replace(string(data), "c3", "a1", 1)
	if text == string(data) {
		t.Fatal("the sample has no c3")
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestBadRecord checks that the part that plays is shown, and what is wrong told.
func TestBadRecord(t *testing.T) {
	file := bad(t)
	warning := `studioctl: warning: bad.studio:\d+: move 3 \(a1\): there is a piece on a1 already\n.*`
	run(t, "", "show", file).want(t, exitYes, `.*Move 2: a1 .*Ann to move\n`, warning)
	run(t, "", "show", file, "--ply", "3").want(t, exitError, `.*`, warning+`studioctl: move 3 \(a1\): .*\n`)
	run(t, "", "replay", file).want(t, exitError, `.*Move 2: a1 .*`, warning+`studioctl: move 3 \(a1\): .*\n`)
	run(t, "", "think", file).want(t, exitError, ``, warning+`studioctl: .*\n`)
	out := filepath.Join(t.TempDir(), "out.studio")
	run(t, "", "convert", file, out).want(t, exitNo, ``, warning)
	run(t, "", "check", out).want(t, exitNo, `.*/out.studio:\d+: warning: move 3 .*\n`, ``)
}

// TestCheck checks exit codes and messages with several files.
func TestCheck(t *testing.T) {
	good, bad := sample(t), bad(t)
	broken := filepath.Join(t.TempDir(), "broken.studio")
	if err := os.WriteFile(broken, []byte("<studio version=\"2.0\">\n<game name=\"line\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		files []string
		code  int
		out   string
	}{
		{[]string{good}, exitYes, `.*sample.studio: no problems \(xml, Tic-tac-toe, 4 moves\)\n`},
		{[]string{good, bad}, exitNo, `.*sample.studio: no problems .*bad.studio:\d+: warning: move 3 \(a1\): .*`},
		{[]string{bad, broken, good}, exitError, `.*bad.studio:\d+: warning: .*broken.studio:\d+: error: .*sample.studio: no problems .*`},
		{[]string{broken, bad}, exitError, `.*broken.studio:\d+: error: .*bad.studio:\d+: warning: .*`},
		{[]string{broken}, exitError, `.*broken.studio:\d+: error: [^\n]+\n`},
		{[]string{good + "x"}, exitError, `[^\n]+: error: cannot be opened: .*\n`},
	} {
		run(t, "", append([]string{"check"}, x.files...)...).want(t, x.code, x.out, ``)
		var j []checkJSON
		r := run(t, "", append([]string{"check", "--json"}, x.files...)...)
		r.parse(t, &j)
		if r.code != x.code || len(j) != len(x.files) {
			t.Errorf("%v: exit code %d, want %d; %d reports", x.files, r.code, x.code, len(j))
		}
		for i, c := range j {
			name := filepath.Base(x.files[i])
			if c.File != x.files[i] || (name == "bad.studio") != (len(c.Warnings) > 0) || (c.Error == nil) != (c.Nodes > 0) || (c.Game == nil) != (c.Error != nil) {
				t.Errorf("%+v", c)
			}
			if len(c.Warnings) > 0 && c.Warnings[0].Line == 0 {
				t.Errorf("the warning has no line: %+v", c.Warnings[0])
			}
		}
	}
}

// TestConvert checks that everything is kept where it can be, and told where not.
func TestConvert(t *testing.T) {
	file, dir := sample(t), t.TempDir()
	copied := filepath.Join(dir, "copy.studio")
	run(t, "", "convert", file, copied).want(t, exitYes, ``, ``)
	equal(t, file, copied)
	moves := filepath.Join(dir, "moves.txt")
	run(t, "", "convert", file, moves).want(t, exitYes, ``, `studioctl: the format record does not keep everything: .+\n`)
	run(t, "", "show", moves).want(t, exitYes, `.*Move 4: a3.*`, ``)
	r := run(t, "", "convert", file, "-", "--to", "xml")
	data, err := os.ReadFile(file)
	if err != nil || r.out != string(data) {
		t.Errorf("the output differs from the file (%v):\n%s", err, r.out)
	}
	run(t, r.out, "convert", "-", filepath.Join(dir, "again.studio")).want(t, exitYes, ``, ``)
	equal(t, file, filepath.Join(dir, "again.studio"))
	for _, x := range []struct{ out, to, err string }{
		{"-", "", `option --to is missing`},
		{"x.zip", "", `no format that can be written has the extension ".zip", it is not one of .*\.studio.*`},
		{"x", "xmk", `there is no format "xmk" to write; did you mean xml.*\?`},
		{"x", "zip", `there is no format "zip" to write`},
		{filepath.Join(dir, "nodir", "x.studio"), "", `.+`},
	} {
		args := []string{"convert", file, x.out}
		if x.to != "" {
			args = append(args, "--to", x.to)
		}
		run(t, "", args...).want(t, exitError, ``, `studioctl: `+x.err+`\n`)
	}
}

// TestCheckMany checks the games of files of several, and of folders.
func TestCheckMany(t *testing.T) {
	dir := gamesFolder(t)
	run(t, "", "check", filepath.Join(dir, "two.txt")).want(t, exitYes, `.*two.txt: no problems \(2 games, 4 moves\)\n`, ``)
	run(t, "", "check", dir).want(t, exitError, `(?s).*note.txt: error: .*one.txt:2: warning: .*zz9.*two.txt: no problems \(2 games, 4 moves\)\n`, ``)
	var j []checkJSON
	run(t, "", "check", "--json", dir).parse(t, &j)
	if len(j) != 3 || j[0].Error == nil || j[1].Games != 1 || len(j[1].Warnings) != 1 || j[2].Games != 2 || j[2].Nodes != 6 {
		t.Errorf("%+v", j)
	}
}

// equal fails unless two files hold the same document.
func equal(t *testing.T, a, b string) {
	t.Helper()
	var docs []*model.Document
	for _, f := range []string{a, b} {
		d, _, err := all.Open(context.Background(), f, codec.Options{})
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, d)
	}
	if err := model.Equal(docs[0], docs[1]); err != nil {
		t.Error(err)
	}
}

// TestSave checks that the record of a game that was played is the game.
func TestSave(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.studio")
	var j movesJSON
	run(t, "", "moves", "--game", "awale", "--json").parse(t, &j)
	from := j.Moves[0].Position
	r := run(t, "a\nB\nundo\nC\nquit\n", "play", "--game", "awale", "--seat", "A=random", "--seat", "B=human", "--from", from, "--save", file)
	if r.code != exitYes {
		t.Fatal(r.err)
	}
	d, _, err := all.Open(context.Background(), file, codec.Options{})
	if err != nil || len(d.Warnings) > 0 {
		t.Fatal(err, d.Warnings)
	}
	start, _, err := d.Tree.Start(d.Tree.Root())
	if err != nil || start.String() != from || d.Players[0].Kind != "random" || d.Players[1].Kind != model.Human {
		t.Errorf("%v, %s, %+v", err, start, d.Players)
	}
	run(t, "", "check", file).want(t, exitYes, `.*no problems.*`, ``)
}

func TestGrid(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "g.pdf")
	run(t, "", "grid", "--game", "gomoku", "--out", file, "--paper", "a5", "--per-page", "2", "--pages", "3", "--title", "Été", "--landscape").want(t, exitYes, ``, ``)
	data, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(data), "%PDF-") || strings.Count(string(data), "/Type /Page\n") != 3 {
		t.Errorf("%v, %d bytes, %d pages", err, len(data), strings.Count(string(data), "/Type /Page\n"))
	}
	r := run(t, "", "grid", "--game", "gomoku", "--out", "-", "--paper", "A5", "--per-page", "2", "--pages", "3", "--title", "Été", "--landscape")
	if r.out != string(data) {
		t.Error("the standard output gets another file")
	}
	for _, x := range []struct{ args, err string }{
		{"", `option --out is missing`},
		{"--out x.pdf --paper A0", `unknown paper "A0"; did you mean A4 or A5\?`},
		{"--out x.pdf --landscape --portrait", `options --landscape and --portrait do not go together`},
		{"--out x.pdf --per-page 0x", `option --per-page: "0x" is not a value of type int`},
		{"--out x.pdf --per-page 1000", `.+`},
		{"--out " + dir + "/no/x.pdf", `.+`},
	} {
		run(t, "", append([]string{"grid", "--game", "gomoku"}, strings.Fields(x.args)...)...).want(t, exitError, ``, `studioctl: `+x.err+`\n`)
	}
}

func TestBench(t *testing.T) {
	r := run(t, "", "bench", "--time", "1ms", "--depth", "5", "--nodes", "500")
	r.want(t, exitYes, `gomoku 15x15, a move +\d+ ns, .*connect four, perft 5, 1 processor .* 16807 sequences\n.*record of 500 nodes, to show .*record of 500 nodes, to save again .*record of 500 nodes, undo, with that +\d+\.\d\d ms, the slowest .*record of 500 nodes, to find a position .* s of processors, [1-9].* places?\n`, ``)
	run(t, "", "bench", "alphabeta", "othello").want(t, exitYes, `othello  52403 positions, \d+\.\d{3} s, \d+\.\d\d million a second\n`, ``)
	run(t, "", "bench", "random").want(t, exitError, ``, `studioctl: nothing is measured of the engine "random", but of these: .*alphabeta.*\n`)
	run(t, "", "bench", "alphabeta", "chess").want(t, exitError, ``, `studioctl: the engine alphabeta has no work "chess", but these: othello, awale, connect4, gomoku\n`)
	run(t, "", "bench", "--depth", "0").want(t, exitError, ``, `studioctl: a limit cannot be less than 1\n`)
}

// TestThinkFile checks that the history of a record is given to the engine.
func TestThinkFile(t *testing.T) {
	file := sample(t)
	var j thinkJSON
	r := run(t, "", "think", file, "--depth", "5", "--json")
	r.parse(t, &j)
	if r.code != exitYes || j.Turn != "A" || j.Game.Name != "line" || j.Move != "a2" {
		t.Errorf("%+v", j) // a2 keeps Nought from a row
	}
	run(t, "", "think", file, "--from", "x").want(t, exitError, ``, `studioctl: option --from and a file do not go together\n`)
}

func TestPicture(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]string{"a.svg": "<svg ", "b.pdf": "%PDF-", "c.png": "\x89PNG", "e.gif": "GIF89a"} {
		file := filepath.Join(dir, name)
		run(t, "", "picture", "../../samples/penloup-juhem.studio", "--ply", "10", "--out", file, "--rotate", "1", "--mirror", "--scale", "2").want(t, exitYes, ``, ``)
		if data, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(data), want) {
			t.Errorf("%s begins with %.8q: %v", name, data, err)
		}
	}
	plain := filepath.Join(dir, "d.svg")
	run(t, "", "picture", "../../samples/penloup-juhem.studio", "--ply", "10", "--out", plain).want(t, exitYes, ``, ``)
	a, _ := os.ReadFile(plain)
	if b, _ := os.ReadFile(filepath.Join(dir, "a.svg")); bytes.Equal(a, b) {
		t.Error("the turned board looks like the other one")
	}
	for _, x := range []struct{ args, err string }{
		{"--out x.jpg", `x\.jpg is no picture: its name must end in \.png, \.svg, \.pdf or \.gif`},
		{"", `option --out is missing`},
		{"--out x.png --scale 50", `the scale of this picture is 50, it must be from 0\.04 to 17`},
		{"--out x.gif --scale NaN", `the scale of this picture is NaN, it must be from 0\.04 to 17`},
		{"--out x.gif --scale 17", `63 pictures of 8160 × 8160 pixels are more than .*`},
		{"--out x.gif --from 9 --ply 8", `move 9 comes after move 8`},
		{"--out x.gif --delay 1ms", `a picture of a film stands from 20ms to 10m0s`},
		{"--out x.png --from 9", `option --from is for pictures that end in \.gif`},
		{"--out x.png --colors pink", `unknown colours "pink".*`},
	} {
		run(t, "", append([]string{"picture", "../../samples/penloup-juhem.studio"}, strings.Fields(x.args)...)...).want(t, exitError, ``, `studioctl: `+x.err+`\n`)
	}
	film := filepath.Join(dir, "f.gif")
	run(t, "", "picture", "../../samples/awale.studio", "--out", film, "--from", "2", "--ply", "5", "--delay", "250ms", "--scale", "0.5").want(t, exitYes, ``, ``)
	data, err := os.ReadFile(film)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := gif.DecodeAll(bytes.NewReader(data)); err != nil || !slices.Equal(g.Delay, []int{25, 25, 25, 75}) || g.Config.Width != 240 {
		t.Errorf("the film has %v: %v", g, err)
	}
	run(t, "", "picture", "../../samples/awale.studio", "--out", filepath.Join(dir, "x.png"), "--mirror").want(t, exitError, ``, `studioctl: the board of this game cannot lie so\n`)
}

func TestWeb(t *testing.T) {
	dir := t.TempDir()
	pages := map[string]string{}
	for name, args := range map[string]string{"a.html": "", "b.html": "", "c.html": "--lang fr", "d.html": "--rotate 2", "e.html": "--coordinates=false"} {
		file := filepath.Join(dir, name)
		run(t, "", append([]string{"web", "../../samples/penloup-juhem.studio", "--out", file}, strings.Fields(args)...)...).want(t, exitYes, ``, ``)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = string(data)
	}
	if pages["a.html"] != pages["b.html"] {
		t.Error("the page is another one the second time")
	}
	for _, name := range []string{"c.html", "d.html", "e.html"} {
		if pages[name] == pages["a.html"] {
			t.Errorf("%s is the page without options", name)
		}
	}
	if !strings.Contains(pages["c.html"], `<html lang="fr">`) || !strings.Contains(pages["c.html"], "Début") {
		t.Error("the page is not in French")
	}
	if r := run(t, "", "web", "../../samples/penloup-juhem.studio", "--out", "-"); r.out != pages["a.html"] {
		t.Error("the standard output is another page")
	}
	run(t, "", "web", "../../samples/awale.studio").want(t, exitError, ``, `studioctl: option --out is missing\n`)
	run(t, "", "web", "../../samples/awale.studio", "--out", filepath.Join(dir, "x.html"), "--mirror").want(t, exitError, ``, `studioctl: the board of this game cannot lie so\n`)
}

// A damaged file is read in part where that is asked for, and a person is told of the option where it is not.
func TestSalvage(t *testing.T) {
	t.Chdir(t.TempDir())
	text := `<studio xmlns="urn:boardstudio:document:2" version="2.0"><game name="line"/><tree>b2 a1` + "\n" + `<comment>x</commenT> c3 <var>c1`
	if err := os.WriteFile("a.studio", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	offer := `studioctl: a\.studio is damaged; option --salvage reads what can be read\n`
	run(t, "", "check", "a.studio").want(t, 2, `a\.studio:2: error: <comment> is ended by </commenT>\n`, offer)
	run(t, "", "show", "a.studio").want(t, 2, ``, `studioctl: a\.studio:2: <comment> is ended by </commenT>\n`)
	damages := `a\.studio:2: %sdamaged: <comment> is ended by </commenT>: 20 bytes were left out\n` +
		`a\.studio:2: %sdamaged: the file ends inside the element <var>: what follows was left out, 2 bytes with 0 elements\n`
	run(t, "", "check", "--salvage", "a.studio").want(t, 1, strings.ReplaceAll(damages, "%s", "warning: "), ``)
	run(t, "", "convert", "a.studio", "b.studio").want(t, 2, ``, `(?s).*`)
	run(t, "", "convert", "--salvage", "a.studio", "b.studio").want(t, 1, ``, strings.ReplaceAll(strings.ReplaceAll(damages, `a\.`, `studioctl: warning: a\.`), "%s", ""))
	run(t, "", "check", "b.studio").want(t, 0, `b\.studio: no problems \(xml, .*, 3 moves\)\n`, ``)
	if again, err := os.ReadFile("a.studio"); err != nil || string(again) != text {
		t.Error("the damaged file was changed")
	}
	run(t, "", "convert", "--salvage", "a.studio", "b.studio", "out").want(t, 1, `(?s).*`, `(?s).*damaged: .*`)
	if err := os.WriteFile("c.studio", []byte("<studio"), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, "", "check", "--salvage", "c.studio").want(t, 2, `c\.studio:1: error: .*\n`, ``)
}

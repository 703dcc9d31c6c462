package records

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

	"boardstudio"
	"boardstudio/ctl"
	"boardstudio/ctl/ctltest"
	"boardstudio/internal/race"
	"boardstudio/io/codec"
	"boardstudio/model"
)

func TestShow(t *testing.T) {
	file := ctltest.Sample(t)
	r := program.Run(t, "", "show", file)
	r.Want(t, ctl.ExitYes, `Tic-tac-toe - Café Cup .*2026-01-02
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
	if strings.Contains(r.Out, "\x1b") {
		t.Errorf("an escape sequence from the file reaches the terminal: %q", r.Out)
	}
	program.Run(t, "", "show", file, "--ply", "0").Want(t, ctl.ExitYes, `.*\n\n  The start.\n  Second line.\nAnn to move\n`, ``)
	for _, ply := range []string{"2", "-3"} {
		program.Run(t, "", "show", file, "--ply", ply).Want(t, ctl.ExitYes, `.*Move 2: a1 .*`, ``)
	}
	for _, ply := range []string{"5", "-6"} {
		program.Run(t, "", "show", file, "--ply", ply).Want(t, ctl.ExitError, ``, `studioctl: the main line has moves 0 to 4\n`)
	}
	program.Run(t, "", "show", file+".nope").Want(t, ctl.ExitError, ``, `studioctl: sample.studio.nope: .+\n`)
}

// TestShowStdin checks that a record can be read from a pipe, even if it does not name its game.
func TestShowStdin(t *testing.T) {
	data, err := os.ReadFile(ctltest.Sample(t))
	if err != nil {
		t.Fatal(err)
	}
	program.Run(t, string(data), "show", "-").Want(t, ctl.ExitYes, `.*Ann to move\n`, ``)
	program.Run(t, "1. b2 a1 2. c3", "show", "-", "--game", "tictactoe").Want(t, ctl.ExitYes, `.*Move 3: c3 \(Cross\)\nNought to move\n`, ``)
	program.Run(t, "d d e", "show", "-", "--game", "connect4").Want(t, ctl.ExitYes, `.*Move 3: e \(Red\)\nYellow to move\n`, ``)
	r := program.Run(t, "1. b2 {a\x1b[31m\u202ecomment} a1", "show", "-", "--game", "tictactoe", "--ply", "1")
	r.Want(t, ctl.ExitYes, `.*Move 1: b2 .*a.*comment.*`, `.*`)
	if strings.ContainsAny(r.Out+r.Err, "\x1b\u202e") {
		t.Errorf("an escape sequence of the record reaches the terminal: %q", r.Out)
	}
	program.Run(t, "\x00\x01", "show", "-").Want(t, ctl.ExitError, ``, `studioctl: standard input: .+\n`)
	program.Run(t, "1. b2 a1", "show", "-", "--param", "rows=3").Want(t, ctl.ExitError, ``, `studioctl: option --game is missing\n`)
}

func TestReplay(t *testing.T) {
	file := ctltest.Sample(t)
	r := program.Run(t, "", "replay", file)
	r.Want(t, ctl.ExitYes, `Tic-tac-toe .*The start.*Move 1: b2 .*Move 2: a1 .*Move 3: c3 .*Move 4: a3.*Ann to move\n`, ``)
	if n := strings.Count(r.Out, "┌"); n != 5 {
		t.Errorf("%d boards, want 5", n)
	}
	began := time.Now()
	program.Run(t, "", "replay", file, "--delay", "20ms")
	if d := time.Since(began); d < 80*time.Millisecond {
		t.Errorf("four delays of 20 ms took %v", d)
	}
	program.Interrupted(t, "replay", file, "--delay", "1h").Want(t, ctl.ExitInterrupted, `Tic-tac-toe.*`, `studioctl: stopped\n`)
	program.Run(t, "", "replay", file, "--delay", "-1s").Want(t, ctl.ExitError, ``, `studioctl: option --delay: a time cannot be negative\n`)
}

// illegal returns the path of a record with an illegal move.
func illegal(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(ctltest.Sample(t))
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

// TestIllegalMoveInRecord checks that the moves before an illegal one are shown, and that the illegal move is
// reported.
func TestIllegalMoveInRecord(t *testing.T) {
	file := illegal(t)
	warning := `studioctl: warning: bad.studio:\d+: move 3 \(a1\): there is a piece on a1 already\n.*`
	program.Run(t, "", "show", file).Want(t, ctl.ExitYes, `.*Move 2: a1 .*Ann to move\n`, warning)
	program.Run(t, "", "show", file, "--ply", "3").Want(t, ctl.ExitError, `.*`, warning+`studioctl: move 3 \(a1\): .*\n`)
	program.Run(t, "", "replay", file).Want(t, ctl.ExitError, `.*Move 2: a1 .*`, warning+`studioctl: move 3 \(a1\): .*\n`)
	program.Run(t, "", "think", file).Want(t, ctl.ExitError, ``, warning+`studioctl: .*\n`)
	out := filepath.Join(t.TempDir(), "out.studio")
	program.Run(t, "", "convert", file, out).Want(t, ctl.ExitNo, ``, warning)
	program.Run(t, "", "check", out).Want(t, ctl.ExitNo, `.*/out.studio:\d+: warning: move 3 .*\n`, ``)
}

// TestCheck checks exit codes and messages with several files.
func TestCheck(t *testing.T) {
	good, bad := ctltest.Sample(t), illegal(t)
	broken := filepath.Join(t.TempDir(), "broken.studio")
	if err := os.WriteFile(broken, []byte("<studio version=\"2.0\">\n<game name=\"line\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name  string
		files []string
		code  int
		out   string
	}{
		{"good", []string{good}, ctl.ExitYes, `.*sample.studio: no problems \(xml, Tic-tac-toe, 4 moves\)\n`},
		{"good and bad", []string{good, bad}, ctl.ExitNo, `.*sample.studio: no problems .*bad.studio:\d+: warning: move 3 \(a1\): .*`},
		{"bad, broken and good", []string{bad, broken, good}, ctl.ExitError, `.*bad.studio:\d+: warning: .*broken.studio:\d+: error: .*sample.studio: no problems .*`},
		{"broken and bad", []string{broken, bad}, ctl.ExitError, `.*broken.studio:\d+: error: .*bad.studio:\d+: warning: .*`},
		{"broken", []string{broken}, ctl.ExitError, `.*broken.studio:\d+: error: [^\n]+\n`},
		{"missing", []string{good + "x"}, ctl.ExitError, `[^\n]+: error: cannot be opened: .*\n`},
	} {
		t.Run(x.name, func(t *testing.T) {
			program.Run(t, "", append([]string{"check"}, x.files...)...).Want(t, x.code, x.out, ``)
			var j []checkJSON
			r := program.Run(t, "", append([]string{"check", "--json"}, x.files...)...)
			r.Parse(t, &j)
			if r.Code != x.code || len(j) != len(x.files) {
				t.Errorf("%v: exit code %d, want %d; %d reports", x.files, r.Code, x.code, len(j))
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
		})
	}
}

// TestConvert checks that a conversion is lossless if the format allows it, and reports losses
// otherwise.
func TestConvert(t *testing.T) {
	file, dir := ctltest.Sample(t), t.TempDir()
	copied := filepath.Join(dir, "copy.studio")
	program.Run(t, "", "convert", file, copied).Want(t, ctl.ExitYes, ``, ``)
	equal(t, file, copied)
	moves := filepath.Join(dir, "moves.txt")
	program.Run(t, "", "convert", file, moves).Want(t, ctl.ExitYes, ``, `studioctl: the format record cannot store everything: .+\n`)
	program.Run(t, "", "show", moves).Want(t, ctl.ExitYes, `.*Move 4: a3.*`, ``)
	r := program.Run(t, "", "convert", file, "-", "--to", "xml")
	data, err := os.ReadFile(file)
	if err != nil || r.Out != string(data) {
		t.Errorf("the output differs from the file (%v):\n%s", err, r.Out)
	}
	program.Run(t, r.Out, "convert", "-", filepath.Join(dir, "again.studio")).Want(t, ctl.ExitYes, ``, ``)
	equal(t, file, filepath.Join(dir, "again.studio"))
	for _, x := range []struct{ name, out, to, err string }{
		{"no --to", "-", "", `option --to is missing`},
		{"archive", "x.zip", "", `cannot write files with the extension ".zip"; supported extensions: .*\.studio.*`},
		{"no extension", "x", "", `x has no extension that names a format: add one, such as \.studio`},
		{"unknown format", "x", "xmk", `cannot write the format "xmk"; did you mean xml.*\?`},
		{"format of archives", "x", "zip", `cannot write the format "zip"`},
		{"missing folder", filepath.Join(dir, "nodir", "x.studio"), "", `.+`},
	} {
		t.Run(x.name, func(t *testing.T) {
			args := []string{"convert", file, x.out}
			if x.to != "" {
				args = append(args, "--to", x.to)
			}
			program.Run(t, "", args...).Want(t, ctl.ExitError, ``, `studioctl: `+x.err+`\n`)
		})
	}
}

// TestCheckMany checks files with several games, and folders.
func TestCheckMany(t *testing.T) {
	dir := gamesFolder(t)
	program.Run(t, "", "check", filepath.Join(dir, "two.txt")).Want(t, ctl.ExitYes, `.*two.txt: no problems \(2 games, 4 moves\)\n`, ``)
	program.Run(t, "", "check", dir).Want(t, ctl.ExitError, `(?s).*note.txt: error: .*one.txt:2: warning: .*zz9.*two.txt: no problems \(2 games, 4 moves\)\n`, ``)
	var j []checkJSON
	program.Run(t, "", "check", "--json", dir).Parse(t, &j)
	if len(j) != 3 || j[0].Error == nil || j[1].Games != 1 || len(j[1].Warnings) != 1 || j[2].Games != 2 || j[2].Nodes != 6 {
		t.Errorf("%+v", j)
	}
}

// equal fails unless two files contain the same document.
func equal(t *testing.T, a, b string) {
	t.Helper()
	var docs []*model.Document
	for _, f := range []string{a, b} {
		d, _, err := boardstudio.Documents.Open(context.Background(), f, codec.Options{})
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, d)
	}
	if err := model.Equal(docs[0], docs[1]); err != nil {
		t.Error(err)
	}
}

func TestGrid(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "g.pdf")
	program.Run(t, "", "grid", "--game", "gomoku", "--out", file, "--paper", "a5", "--per-page", "2", "--pages", "3", "--title", "Été", "--landscape").Want(t, ctl.ExitYes, ``, ``)
	data, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(data), "%PDF-") || strings.Count(string(data), "/Type /Page\n") != 3 {
		t.Errorf("%v, %d bytes, %d pages", err, len(data), strings.Count(string(data), "/Type /Page\n"))
	}
	r := program.Run(t, "", "grid", "--game", "gomoku", "--out", "-", "--paper", "A5", "--per-page", "2", "--pages", "3", "--title", "Été", "--landscape")
	if r.Out != string(data) {
		t.Error("the standard output gets another file")
	}
	for _, x := range []struct{ name, args, err string }{
		{"no --out", "", `option --out is missing`},
		{"unknown paper", "--out x.pdf --paper A0", `unknown paper "A0"; did you mean A4 or A5\?`},
		{"landscape and portrait", "--out x.pdf --landscape --portrait", `options --landscape and --portrait cannot be used together`},
		{"no number", "--out x.pdf --per-page 0x", `option --per-page: "0x" is not a value of type int`},
		{"too many boards", "--out x.pdf --per-page 1000", `.+`},
		{"missing folder", "--out " + dir + "/no/x.pdf", `.+`},
	} {
		t.Run(x.name, func(t *testing.T) {
			program.Run(t, "", append([]string{"grid", "--game", "gomoku"}, strings.Fields(x.args)...)...).Want(t, ctl.ExitError, ``, `studioctl: `+x.err+`\n`)
		})
	}
}

func TestPicture(t *testing.T) {
	race.Skip(t)
	dir := t.TempDir()
	for name, want := range map[string]string{"a.svg": "<svg ", "b.pdf": "%PDF-", "c.png": "\x89PNG", "e.gif": "GIF89a"} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(dir, name)
			program.Run(t, "", "picture", "../../samples/penloup-juhem.studio", "--ply", "10", "--out", file, "--rotate", "1", "--mirror", "--scale", "2").Want(t, ctl.ExitYes, ``, ``)
			if data, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(data), want) {
				t.Errorf("%s begins with %.8q: %v", name, data, err)
			}
		})
	}
	plain := filepath.Join(dir, "d.svg")
	program.Run(t, "", "picture", "../../samples/penloup-juhem.studio", "--ply", "10", "--out", plain).Want(t, ctl.ExitYes, ``, ``)
	a, _ := os.ReadFile(plain)
	if b, _ := os.ReadFile(filepath.Join(dir, "a.svg")); bytes.Equal(a, b) {
		t.Error("the turned board looks like the other one")
	}
	for _, x := range []struct{ args, err string }{
		{"--out x.jpg", `x\.jpg is not a picture file: the name must end in \.png, \.svg, \.pdf or \.gif`},
		{"", `option --out is missing`},
		{"--out x.png --scale 50", `the scale of this picture must be from 0\.04 to 17, not 50`},
		{"--out x.gif --scale NaN", `the scale of this picture must be from 0\.04 to 17, not NaN`},
		{"--out x.gif --scale 17", `63 pictures of 8160 × 8160 pixels are too large .*`},
		{"--out x.gif --from 9 --ply 8", `move 9 comes after move 8`},
		{"--out x.gif --delay 1ms", `a picture of an animation can be shown for 20ms to 10m0s`},
		{"--out x.png --from 9", `option --from is only for pictures that end in \.gif`},
		{"--out x.png --colors pink", `unknown colours "pink".*`},
	} {
		t.Run("picture "+x.args, func(t *testing.T) {
			program.Run(t, "", append([]string{"picture", "../../samples/penloup-juhem.studio"}, strings.Fields(x.args)...)...).Want(t, ctl.ExitError, ``, `studioctl: `+x.err+`\n`)
		})
	}
	film := filepath.Join(dir, "f.gif")
	program.Run(t, "", "picture", "../../samples/awale.studio", "--out", film, "--from", "2", "--ply", "5", "--delay", "250ms", "--scale", "0.5").Want(t, ctl.ExitYes, ``, ``)
	data, err := os.ReadFile(film)
	if err != nil {
		t.Fatal(err)
	}
	if g, err := gif.DecodeAll(bytes.NewReader(data)); err != nil || !slices.Equal(g.Delay, []int{25, 25, 25, 75}) || g.Config.Width != 240 {
		t.Errorf("the film has %v: %v", g, err)
	}
	program.Run(t, "", "picture", "../../samples/awale.studio", "--out", filepath.Join(dir, "x.png"), "--mirror").Want(t, ctl.ExitError, ``, `studioctl: the board of this game cannot be turned this way\n`)
}

func TestWeb(t *testing.T) {
	dir := t.TempDir()
	pages := map[string]string{}
	for name, args := range map[string]string{"a.html": "", "b.html": "", "c.html": "--lang fr", "d.html": "--rotate 2", "e.html": "--coordinates=false"} {
		file := filepath.Join(dir, name)
		program.Run(t, "", append([]string{"web", "../../samples/penloup-juhem.studio", "--out", file}, strings.Fields(args)...)...).Want(t, ctl.ExitYes, ``, ``)
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
	if r := program.Run(t, "", "web", "../../samples/penloup-juhem.studio", "--out", "-"); r.Out != pages["a.html"] {
		t.Error("the standard output is another page")
	}
	program.Run(t, "", "web", "../../samples/awale.studio").Want(t, ctl.ExitError, ``, `studioctl: option --out is missing\n`)
	program.Run(t, "", "web", "../../samples/awale.studio", "--out", filepath.Join(dir, "x.html"), "--mirror").Want(t, ctl.ExitError, ``, `studioctl: the board of this game cannot be turned this way\n`)
}

// TestSalvage checks that a damaged file is read in part if the user asks for it. Otherwise the
// message mentions the option.
func TestSalvage(t *testing.T) {
	t.Chdir(t.TempDir())
	text := `<studio xmlns="urn:boardstudio:document:2" version="2.0"><game name="line"/><tree>b2 a1` + "\n" + `<comment>x</commenT> c3 <var>c1`
	if err := os.WriteFile("a.studio", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	offer := `studioctl: a\.studio is damaged: use --salvage to read the undamaged parts\n`
	program.Run(t, "", "check", "a.studio").Want(t, 2, `a\.studio:2: error: <comment> is closed by </commenT>\n`, offer)
	program.Run(t, "", "show", "a.studio").Want(t, 2, ``, `studioctl: a\.studio:2: <comment> is closed by </commenT>\n`)
	damages := `a\.studio:2: %sdamaged: <comment> is closed by </commenT>: 20 bytes were left out\n` +
		`a\.studio:2: %sdamaged: the file ends inside the element <var>: the rest was left out: 2 bytes with 0 elements\n`
	program.Run(t, "", "check", "--salvage", "a.studio").Want(t, 1, strings.ReplaceAll(damages, "%s", "warning: "), ``)
	program.Run(t, "", "convert", "a.studio", "b.studio").Want(t, 2, ``, `(?s).*`)
	program.Run(t, "", "convert", "--salvage", "a.studio", "b.studio").Want(t, 1, ``, strings.ReplaceAll(strings.ReplaceAll(damages, `a\.`, `studioctl: warning: a\.`), "%s", ""))
	program.Run(t, "", "check", "b.studio").Want(t, 0, `b\.studio: no problems \(xml, .*, 3 moves\)\n`, ``)
	if again, err := os.ReadFile("a.studio"); err != nil || string(again) != text {
		t.Error("the damaged file was changed")
	}
	program.Run(t, "", "convert", "--salvage", "a.studio", "b.studio", "out").Want(t, 1, `(?s).*`, `(?s).*damaged: .*`)
	if err := os.WriteFile("c.studio", []byte("<studio"), 0o600); err != nil {
		t.Fatal(err)
	}
	program.Run(t, "", "check", "--salvage", "c.studio").Want(t, 2, `c\.studio:1: error: .*\n`, ``)
}

// TestGamesThatFit checks that the error for a record that does not name its game lists the games
// that fit, with the line.
func TestGamesThatFit(t *testing.T) {
	file := filepath.Join(t.TempDir(), "morris.sgf")
	if err := os.WriteFile(file, []byte("(;GM[5]SZ[15];B[hh];W[hi])"), 0o600); err != nil {
		t.Fatal(err)
	}
	const why = `the game is Nine Men’s Morris, which is not supported; name the game with option --game: .*\brenju\b.*\n`
	program.Run(t, "", "show", file).Want(t, ctl.ExitError, ``, `studioctl: morris\.sgf:1: `+why)
	program.Run(t, "", "check", file).Want(t, ctl.ExitError, `.*morris\.sgf:1: error: `+why, ``)
	program.Run(t, "", "check", file, "-g", "renju").Want(t, 0, `.*morris\.sgf: no problems .*\n`, ``)
}

// TestConvertNamesTheFile checks that the error for a game that the format cannot store names the
// file.
func TestConvertNamesTheFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.txt")
	if err := os.WriteFile(file, []byte("1. f5 d6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	const why = `the format is for gomoku and renju on plane boards\n`
	program.Run(t, "", "convert", file, "-g", "othello", filepath.Join(dir, "a.psq")).Want(t, ctl.ExitError, ``, `studioctl: a\.psq cannot be saved: `+why)
	program.Run(t, "", "convert", file, "-g", "othello", "-", "--to", "psq").Want(t, ctl.ExitError, ``, `studioctl: `+why)
}

// The tests of this package use the built program on a virtual display, like a user: with keys, the
// pointer, and widgets found by their accessible names.
package main

import (
	"context"
	"flag"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/internal/uitest"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// shots is the folder for screenshots: go test ./cmd/studio -shots DIR.
var shots = flag.String("shots", "", "folder for pictures of the window")

var binary string

func TestMain(m *testing.M) {
	flag.Parse()
	dir, err := os.MkdirTemp("", "studio-ui-")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "studio")
	code := 1
	if out, err := build(); err != nil {
		os.Stderr.WriteString(out)
	} else {
		code = m.Run()
	}
	os.RemoveAll(dir)
	os.Exit(code)
}

// window is the program on a display, with helpers for the tests.
type window struct {
	*uitest.Session
	t *testing.T
}

func open(t *testing.T, args ...string) *window {
	t.Helper()
	return openIn(t, t.TempDir(), args...)
}

// openIn starts the program with the settings in home. Without arguments, it shows the smallest
// board, because the start page has its own tests.
func openIn(t *testing.T, home string, args ...string) *window {
	t.Helper()
	// A second start shows only the files and games of the test.
	config := filepath.Join(home, ".config", "boardstudio", "settings.json")
	if _, err := os.Stat(config); err != nil {
		if err := os.MkdirAll(filepath.Dir(config), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(config, []byte(`{"restoreTabs": false}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if len(args) == 0 {
		args = []string{"--game", "tictactoe"}
	}
	return start(t, home, args...)
}

// start starts the program as for a user, with the settings in home.
func start(t *testing.T, home string, args ...string) *window {
	t.Helper()
	for i, a := range args { // the program has its own working directory
		if _, err := os.Stat(a); err == nil {
			args[i], _ = filepath.Abs(a)
		}
	}
	still(t, home, true)
	o := uitest.Options{Bin: binary, Args: args, Home: home, Env: []string{"LANG=C.UTF-8"}}
	return &window{o.Start(t), t}
}

// still disables or enables the animations of the desktop, unless the test has already done so.
func still(t *testing.T, home string, on bool) {
	t.Helper()
	file := filepath.Join(home, ".config", "gtk-3.0", "settings.ini")
	if _, err := os.Stat(file); err == nil {
		return
	}
	text := "[Settings]\ngtk-enable-animations=1\n"
	if on {
		text = "[Settings]\ngtk-enable-animations=0\n"
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// part runs a part of a test as a subtest. It continues with the program as the part before left it,
// so the test ends if a part fails.
func (w *window) part(name string, f func()) {
	w.t.Helper()
	test := w.t
	ok := test.Run(name, func(t *testing.T) {
		w.For(t)
		w.t = t
		f()
	})
	if w.t = test; !ok {
		test.FailNow()
	}
}

// shot saves a screenshot for a visual check.
func (w *window) shot(name string) {
	if *shots != "" {
		if err := os.MkdirAll(*shots, 0o755); err != nil {
			w.t.Fatal(err)
		}
		w.Shot(filepath.Join(*shots, name+".png"))
	}
}

// status waits until the status line contains words.
func (w *window) status(words string) {
	w.t.Helper()
	w.Wait("status with "+words, func() bool { return strings.Contains(w.Text("Status"), words) })
}

// shows waits until a file is the document in front.
func (w *window) shows(file string) {
	w.t.Helper()
	w.Find("", filepath.Base(file)+" – Studio")
}

// line returns the text of the move list.
func (w *window) line() string {
	w.t.Helper()
	return w.Find("text", "Moves").Text()
}

// moves waits until the move list contains words.
func (w *window) moves(words string) {
	w.t.Helper()
	w.Wait("move list with "+words, func() bool { return strings.Contains(w.line(), words) })
}

// goTo goes to a ply of the current line.
func (w *window) goTo(ply int) {
	w.t.Helper()
	slider := w.Find("slider", "Move")
	slider.SetValue(float64(ply))
	w.Wait("the ply", func() bool { return int(slider.Value()) == ply })
}

// saveAs saves the document under path with the file dialog.
func (w *window) saveAs(path string) {
	w.t.Helper()
	w.Key("ctrl+shift+s")
	w.Find("file chooser", "Save As")
	w.Key("ctrl+a")
	w.Type(path)
	w.Key("Return")
	w.WaitGone("file chooser", "Save As")
	w.Wait("file", func() bool { _, err := os.Stat(path); return err == nil })
}

// middle returns the position of the board's centre on the screen.
func (w *window) middle() image.Point {
	r := w.Find("drawing area", "Board").Extents()
	return r.Min.Add(r.Max).Div(2)
}

func load(t *testing.T, path string) *model.Document {
	t.Helper()
	d, _, err := boardstudio.Documents.Open(context.Background(), path, codec.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// node returns the node at a ply of the main line.
func node(t *testing.T, d *model.Document, ply int) *model.Node {
	t.Helper()
	n := d.Tree.Root()
	for range ply {
		if n = n.First(); n == nil {
			t.Fatalf("the line ends before ply %d", ply)
		}
	}
	return n
}

// newMove returns the last legal move after a node that has not been played there.
func newMove(t *testing.T, d *model.Document, at *model.Node) (move rules.Move) {
	t.Helper()
	pos, err := d.Tree.Position(at)
	if err != nil {
		t.Fatal(err)
	}
	for m := range pos.Moves() {
		if d.Tree.Find(at, m) == nil {
			move = m
		}
	}
	return move
}

// TestEditRealGames checks that a real game can be replayed, edited, saved and closed. Reopened, it
// must equal the game with these edits.
func TestEditRealGames(t *testing.T) {
	t.Parallel()
	for _, g := range []struct {
		name, file string
		branch     int    // ply of the variation
		end        string // status at the end of the game
		passes     int
	}{
		{"othello", "testdata/penloup-juhem.txt", 20, "20–44", 2},
		{"pente", "testdata/pente-50000000058070.txt", 12, "be_water wins", 0},
		{"awale", "../../samples/awale.studio", 10, "South wins 26–22", 0},
		{"three-players", "../../samples/three-players.studio", 9, "Blaise wins", 0},
		{"legacy", "../../samples/legacy.xml", 5, "to move", 0},
	} {
		t.Run(g.name, func(t *testing.T) {
			want := load(t, g.file)
			at := node(t, want, g.branch)
			move := newMove(t, want, at)
			w := open(t, g.file)
			w.shows(g.file)
			w.Key("End")
			w.status(g.end)
			w.shot(g.name + "-end")
			if n := strings.Count(w.line(), "pass"); n != g.passes {
				t.Errorf("%d passes", n)
			}
			w.replay(want)
			w.status(g.end)
			w.goTo(g.branch)
			w.annotatedVariation(want.Tree.Rules().FormatMove(move))
			w.shot(g.name + "-branch")
			first := filepath.Join(t.TempDir(), "first.studio")
			w.saveAs(first)
			if code := w.Quit(); code != 0 {
				t.Fatalf("exit code %d", code)
			}
			addVariation(t, want, at, move)
			if err := model.Equal(want, load(t, first)); err != nil {
				t.Errorf("saved: %v", err)
			}

			w.Run(first)
			w.shows(first)
			w.Key("End")
			w.status(g.end)
			w.goTo(g.branch)
			second := filepath.Join(t.TempDir(), "second.studio")
			w.saveAs(second)
			if err := model.Equal(want, load(t, second)); err != nil {
				t.Errorf("opened and saved again: %v", err)
			}
			w.Quit()
		})
	}
}

// replay replays the main line of d, which is open, until its end.
func (w *window) replay(d *model.Document) {
	w.t.Helper()
	w.Key("Home")
	w.Find("spin button", "Seconds per move").SetValue(0.1)
	w.Click("Replay or Pause")
	plies := 0
	for range d.Tree.Main() {
		plies++
	}
	w.Wait("end of the replay", func() bool { return int(w.Find("slider", "Move").Value()) == plies-1 })
}

// triedComment is the comment of the variation that TestEditRealGames adds.
const triedComment = "A try: what now?"

// annotatedVariation plays a move as a variation. It adds a comment, a circle and !?.
func (w *window) annotatedVariation(move string) {
	w.t.Helper()
	w.Type(move)
	w.Key("Return")
	w.moves(" " + move + " (") // a fork
	w.Key("F9")
	w.Type(triedComment)
	w.WaitText("Comment", triedComment)
	w.Key("Escape", "alt+1", "Return", "Return", "Escape", "Escape", "ctrl+3")
	w.Wait("sign", func() bool { return strings.Contains(w.line(), "!?") })
}

// addVariation edits d as annotatedVariation does.
func addVariation(t *testing.T, d *model.Document, at *model.Node, move rules.Move) {
	t.Helper()
	pos, err := d.Tree.Position(at)
	if err != nil {
		t.Fatal(err)
	}
	after, err := pos.Play(move)
	if err != nil {
		t.Fatal(err)
	}
	n := model.NewNode(move)
	circle := model.Mark{Cell: rules.Landing(d.Tree.Rules().Board(), pos, after, move), Kind: model.MarkCircle}
	if err := d.Tree.Do("test",
		model.Insert{Parent: at, Index: -1, Node: n},
		model.SetComment{Node: n, Text: triedComment},
		model.SetMarks{Node: n, Marks: []model.Mark{circle}},
		model.SetGlyphs{Node: n, Glyphs: []model.Glyph{"!?"}},
	); err != nil {
		t.Fatal(err)
	}
}

func TestPlayUndoAndClose(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.ClickAt(w.middle())
	w.moves("1. b2")
	w.Type("a1")
	w.Key("Return")
	w.moves("1. b2  a1")
	w.Key("ctrl+z")
	w.status("Nought to move")
	w.Key("ctrl+shift+z")
	w.status("Cross to move")
	w.Find("", "• Untitled – Studio")
	// With the keyboard alone: the cursor starts at the last move.
	w.Key("Return", "Right", "Return")
	w.moves("1. b2  a1  3. b1")
	w.shot("cursor")
	w.Key("Escape", "Left")
	w.status("Cross to move")
	w.Type("zz")
	w.Key("Return")
	w.Wait("complaint", func() bool { return strings.Contains(w.Text("Message"), "zz") })
	w.shot("complaint")

	w.Key("ctrl+q")
	w.Find("", "Unsaved changes")
	w.shot("unsaved")
	w.Key("Escape")
	w.WaitGone("", "Unsaved changes")
	if !w.Running() {
		t.Fatal("Escape closed the program")
	}
	w.Key("ctrl+q")
	w.Find("push button", "Close Without Saving").Do()
	if code := w.Exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestNewGameIsRemembered(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	w := openIn(t, home)
	w.Key("ctrl+n")
	w.Find("", "New Game")
	w.Key("Down", "Down") // gomoku
	w.Find("text", "Name 1").SetText("Ann")
	kind := w.Find("combo box", "Played by 2")
	kind.Select(1) // the first level of the computer
	w.shot("new-game")
	w.Find("push button", "Start Game").Do()
	w.WaitGone("", "New Game")
	w.Find("label", "Gomoku")
	w.Type("h8")
	w.Key("Return")
	w.moves("1. h8")
	w.status("Ann to move")
	w.Key("ctrl+q")
	w.Find("push button", "Close Without Saving").Do()
	w.Exit()

	w = start(t, home) // the start page offers the same game again
	w.Find("list item", "Play Again: Gomoku").Click()
	w.Find("label", "Gomoku")
	w.status("Ann to move")
	w.Quit()
}

// TestTypingWhileComputerMoves checks that the text of a comment goes to its move even if the
// computer moves meanwhile.
func TestTypingWhileComputerMoves(t *testing.T) {
	t.Parallel()
	w := open(t, "../../samples/legacy.xml") // the second player is a computer
	w.shows("legacy.xml")
	w.goTo(4)
	w.Type("f5")
	w.Key("Return", "F9")
	w.Type("thinking about ")
	w.Wait("an answer", func() bool { return strings.Contains(w.Text("Status"), "Ada to move") })
	w.Type("this move")
	w.WaitText("Comment", "thinking about this move")
	w.Key("Escape", "Left")
	w.Wait("the comment at the move", func() bool {
		return strings.Contains(w.line(), "f5 (5. b2") && strings.Contains(w.line(), ")  thinking about this move")
	})
}

func TestBrokenFileReportsLineAndReason(t *testing.T) {
	t.Parallel()
	bad := filepath.Join(t.TempDir(), "bad.studio")
	if err := os.WriteFile(bad, []byte("<?xml version=\"1.0\"?>\n<studio xmlns=\"urn:boardstudio:document:2\" version=\"2.0\">\n<game"), 0o644); err != nil {
		t.Fatal(err)
	}
	w := open(t, bad)
	w.Wait("the reason", func() bool { return strings.HasPrefix(w.Text("Message"), "bad.studio:3") })
	w.shot("bad-file")
	w.Find("list item", "Tic-tac-toe") // the start page is shown
}

func TestSetUp(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.ClickAt(w.middle())
	w.moves("1. b2")
	w.Menu("Tree", "Set Up Position")
	w.Click("Put Nought")
	w.Key("Return", "Up", "Return") // the cursor starts at the last move
	w.shot("set-up")
	w.Wait("count", func() bool { return w.Text("Count") == "Cross 1 · Nought 1" })
	w.Key("ctrl+z")
	w.Wait("count", func() bool { return w.Text("Count") == "Cross 1 · Nought 0" })
	w.Key("ctrl+shift+z")
	w.Click("Add After This Position")
	w.moves("1. b2  set-up")
	w.Key("ctrl+z")
	w.Wait("no set-up", func() bool { return !strings.Contains(w.line(), "set-up") })
}

func TestBlankGrid(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Key("ctrl+p")
	w.Find("", "Print Blank Grid")
	w.Find("spin button", "Grids per page").SetValue(4)
	w.shot("grid")
	w.Click("Save as PDF…")
	w.Find("file chooser", "Save as PDF")
	path := filepath.Join(t.TempDir(), "g.pdf")
	w.Key("ctrl+a")
	w.Type(path)
	w.Key("Return")
	w.WaitGone("file chooser", "Save as PDF")
	w.Wait("PDF file", func() bool {
		data, err := os.ReadFile(path)
		return err == nil && strings.HasPrefix(string(data), "%PDF-")
	})
}

// TestBooklet checks that keys turn the pages of a booklet, and that a score sheet can be selected
// instead and saved.
func TestBooklet(t *testing.T) {
	t.Parallel()
	w := open(t, "../../samples/penloup-juhem.studio")
	w.shows("penloup-juhem.studio")
	w.Key("ctrl+shift+b")
	w.Find("dialog", "Print Booklet or Sheet")
	page := func(want string) {
		t.Helper()
		w.Wait(want, func() bool { return w.Text("Page") == want })
	}
	page("Page 1 of 3")
	w.Key("Page_Down", "Page_Down", "Page_Down")
	page("Page 3 of 3")
	w.Key("Page_Up")
	page("Page 2 of 3")
	w.shot("booklet")
	w.Find("spin button", "Moves between diagrams").SetValue(5)
	w.Wait("more pages", func() bool { return strings.HasPrefix(w.Text("Page"), "Page 2 of ") && w.Text("Page") != "Page 2 of 3" })
	w.Find("combo box", "What").Select(2)
	page("Page 1 of 1")
	w.shot("score sheet")
	w.Click("Save as PDF…")
	w.Find("file chooser", "Save as PDF")
	path := filepath.Join(t.TempDir(), "s.pdf")
	w.Key("ctrl+a")
	w.Type(path)
	w.Key("Return")
	w.WaitGone("dialog", "Print Booklet or Sheet")
	w.Wait("PDF file", func() bool {
		data, err := os.ReadFile(path)
		return err == nil && strings.HasPrefix(string(data), "%PDF-")
	})
	w.Wait("that it is told", func() bool { return strings.Contains(w.Text("Message"), "Saved ") })
	w.Key("ctrl+shift+b")
	w.Find("combo box", "What").Select(3)
	w.Wait("that there is none", func() bool { return w.Text("Problem") == "There is no puzzle to print" })
	w.Key("Escape")
	w.WaitGone("dialog", "Print Booklet or Sheet")
}

func TestHelpAboutKeysAndPoints(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Key("F1")
	w.Wait("help", func() bool { return strings.Contains(w.Text("Help text"), "Alignment games") })
	w.shot("help")
	w.Key("Escape")
	w.WaitGone("", "Help text")
	w.Key("F2")
	w.Find("", "About")
	w.shot("about")
	w.Key("Escape")
	w.Key("ctrl+F1")
	w.Find("", "Keys")
	w.shot("keys")
	w.Key("Escape")
	w.Menu("Game", "Continue Game Here") // moves tried on a board that was only opened give no point
	for _, m := range []string{"b2", "a1", "a2", "b1", "c2"} {
		w.Type(m)
		w.Key("Return")
	}
	w.Wait("the result", func() bool { return w.Text("Score") == "Score – Cross: 1 · Nought: 0" })
	w.shot("won")
	w.Menu("Game", "Score…")
	w.Find("label", "Cross")
	w.Find("label", "Nought")
	w.shot("score")
	w.Click("Reset")
	w.Key("Escape")
	w.Wait("no points", func() bool { return w.Text("Score") == "" })
}

func TestPasteWhatWasCopied(t *testing.T) {
	t.Parallel()
	w := open(t, "testdata/penloup-juhem.txt")
	w.shows("penloup-juhem.txt")
	w.Key("End")
	w.status("20–44")
	w.Key("ctrl+alt+c")
	w.Wait("copy", func() bool { return strings.Contains(w.Text("Message"), "clipboard") })
	w.Key("ctrl+n")
	w.Find("", "New Game")
	w.Find("push button", "Start Game").Do()
	w.WaitGone("", "New Game")
	w.Key("ctrl+shift+v")
	w.Find("dialog", "Which Game Is It?") // the moves do not fit tic-tac-toe
	w.Key("Return")
	w.moves("f8")
	w.Key("End")
	w.status("20–44")
}

func TestFrench(t *testing.T) {
	t.Parallel()
	w := open(t, "--lang", "fr", "--game", "tictactoe")
	w.Find("menu", "Partie")
	w.WaitText("Status", "Au tour de Croix")
	w.shot("french")
	w.Key("ctrl+n")
	w.Find("", "Nouvelle partie")
	w.shot("french-new")
	w.Key("Escape")
	w.WaitGone("", "Nouvelle partie")
	w.Key("F10", "Down", "Return") // the first command of the first menu
	w.Find("", "Nouvelle partie")
	w.Key("Escape")
	w.WaitGone("", "Nouvelle partie")
	w.Key("alt+i", "Return") // four menus start with A; this is Aide
	w.Find("dialog", "Aide")
}

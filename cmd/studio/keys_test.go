package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// chosen waits until the description of the selected row in a list window contains words.
func (w *window) chosen(words string) {
	w.t.Helper()
	w.Wait("chosen row with "+words, func() bool {
		for _, n := range w.FindAll("text", "Search") {
			if strings.Contains(n.Description(), words) {
				return true
			}
		}
		return false
	})
}

// windows returns the open windows and dialogs.
func (w *window) windows() []*uitest.Node {
	return append(w.FindAll("frame", ""), w.FindAll("dialog", "")...)
}

const (
	othello = "testdata/penloup-juhem.txt"
	pente   = "testdata/pente-50000000058070.txt"
)

func TestCommandsAreFoundByLetters(t *testing.T) {
	t.Parallel()
	w := open(t, othello)
	w.shows(othello)
	w.Key("F9", "ctrl+shift+p") // works while a comment is being edited, too
	w.Find("frame", "Commands")
	w.chosen("New Game…, Game, Ctrl+N, 1 / ")
	w.shot("palette")
	w.Type("tteotl")
	w.chosen("To the End of the Line, Go, End, 1 / ")
	w.shot("palette-letters")
	w.Key("Return")
	w.WaitGone("frame", "Commands")
	w.status("20–44")

	w.Key("ctrl+shift+p")
	w.chosen("To the End of the Line") // used last
	w.Type("stop thin")
	w.chosen("Stop Thinking")
	w.Key("Return") // not possible now
	w.Type("xyzzy")
	w.Find("label", "No matching commands")
	w.shot("palette-none")
	w.Key("Escape")
	w.WaitGone("frame", "Commands")

	w.Key("ctrl+shift+p", "Down", "Down", "Page_Down", "Up", "ctrl+Home")
	w.chosen("To the End of the Line")
	w.Key("ctrl+End", "Down") // the commands of scripts are at the end
	w.chosen("List Transpositions, Transpositions, ")
	w.Key("Up", "Up", "Up", "Up", "Up")
	w.chosen("About, Help, F2, ")
	w.Key("Return")
	w.Find("", "About")
	w.Key("Escape")
}

func TestChangeKeys(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	w := openIn(t, home, pente)
	w.shows(pente)
	w.Key("F1")
	w.Find("", "Help text")
	w.Key("Up", "Up", "Up", "Up", "Up", "Up", "Up") // from the rules to the page about files
	w.Wait("the page about files", func() bool { return strings.Contains(w.Text("Help text"), "Ctrl+S saves") })
	w.Find("menu", "Game") // the help stays open, and the main window remains usable
	w.Key("Escape")
	w.WaitGone("", "Help text")

	w.Key("ctrl+question")
	w.chosen("New Game…, Game, Ctrl+N")
	w.shot("keys-all")
	w.Type("save")
	w.chosen("Save, Game, Ctrl+S")
	w.Key("Return")
	answer := func(words string) {
		t.Helper()
		w.Wait("answer with "+words, func() bool { return strings.Contains(w.Text("Answer"), words) })
	}
	answer("Escape keeps")
	w.Key("k")
	answer("letters, digits and signs are used for typing")
	w.Key("shift+Left")
	answer("cursor on the board")
	w.Key("alt+g")
	answer("opens the menu “Game”")
	w.shot("keys-refused")
	w.Key("ctrl+o")
	answer("Ctrl+O is the key of “Open…”")
	w.shot("keys-conflict")
	w.Key("Return")
	w.WaitGone("", "Answer")
	w.chosen("Save, Game, Ctrl+O")
	w.Key("Insert", "shift+F11")
	w.chosen("Save, Game, Ctrl+O  Shift+F11")
	w.shot("keys-changed")
	w.Key("ctrl+a")
	w.Type("open")
	w.chosen("Open…, Game, Ctrl+L") // one of its keys was reassigned
	w.Key("Delete")
	w.chosen("Open…, Game, 1 / ")
	w.Key("Escape")
	w.WaitGone("frame", "Keys")
	if tip := w.Find("push button", "Save").Description(); tip != "Save  (Ctrl+O)" {
		t.Errorf("the tooltip is %q", tip)
	}
	w.Key("F1")
	w.Find("", "Help text")
	w.Key("Up", "Up", "Up", "Up", "Up", "Up", "Up")
	w.Wait("the page with the new key", func() bool { return strings.Contains(w.Text("Help text"), "Ctrl+O saves") })
	w.Key("Escape")
	w.WaitGone("", "Help text")
	w.Quit()

	w.Run("--game", "tictactoe") // the keys were saved
	w.Find("drawing area", "Board")
	w.Key("ctrl+s", "shift+F11")
	w.Find("file chooser", "Save As")
	w.Key("Escape")
	w.WaitGone("file chooser", "Save As")

	w.Key("ctrl+question", "alt+o", "Down") // the keys of Sabaki
	w.chosen("New Game…")
	w.Find("combo box", "Keys of")
	w.shot("keys-sabaki")
	w.Key("Escape")
	w.WaitGone("frame", "Keys")
	w.Type("b2")
	w.Key("Return")
	w.moves("1. b2")
	w.Key("Up")
	w.Wait("one move back", func() bool { return w.Find("slider", "Move").Value() == 0 })
	w.Key("Down")
	w.Wait("one move ahead", func() bool { return w.Find("slider", "Move").Value() == 1 })
}

func TestBrokenKeysAreReportedOnce(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	path := filepath.Join(home, ".config", "boardstudio", "settings.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(`{"keys": {"fly": ["F5"], "save": ["<Primary>nosuchkey"], "open": ["F6"]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	w := openIn(t, home)
	w.Wait("the warning", func() bool {
		m := w.Text("Message")
		return strings.Contains(m, "fly") && strings.Contains(m, "save: <Primary>nosuchkey") && !strings.Contains(m, "open")
	})
	w.shot("keys-broken")
	w.Key("F6")
	w.Find("file chooser", "Open a Game")
	w.Key("Escape")
	w.WaitGone("file chooser", "Open a Game")
}

// TestHistoryList checks that selecting a step in the list goes there, on a real game.
func TestHistoryList(t *testing.T) {
	t.Parallel()
	w := open(t, othello)
	w.shows(othello)
	w.Key("End", "Left", "Left")
	w.Key("F9")
	w.Type("Black is lost")
	w.WaitText("Comment", "Black is lost")
	w.Key("Escape", "ctrl+2", "Home", "Right", "ctrl+Delete")
	w.Wait("an empty tree", func() bool { return strings.TrimSpace(w.line()) == "Start" })
	w.Key("ctrl+shift+h")
	w.chosen("3, Delete Branch, f5, now, 4 / 4")
	w.shot("history")
	w.Key("Up", "Return")
	w.chosen("2, Annotation symbol, g8, now, 3 / 4")
	w.Wait("the sign is back", func() bool { return strings.Contains(w.line(), "Black is lost") })
	w.shot("history-jumped")
	w.Key("ctrl+z") // Studio's keys work in this window
	w.chosen("1, Comment, g8, now, 2 / 4")
	w.Key("ctrl+Home", "Return")
	w.chosen("0, Start of the document, now, 1 / 4")
	w.Wait("the comment is gone", func() bool { return !strings.Contains(w.line(), "Black") })
	w.Type("delete")
	w.chosen("3, Delete Branch, f5, undone, 1 / 1")
	w.Key("Return")
	w.Wait("an empty tree", func() bool { return strings.TrimSpace(w.line()) == "Start" })
	w.Key("Escape")
	w.WaitGone("frame", "History")
}

// TestListWithTheMouse checks that rows can be selected, scrolled and activated with the mouse.
func TestListWithTheMouse(t *testing.T) {
	t.Parallel()
	w := open(t, pente)
	w.shows(pente)
	w.Key("ctrl+shift+p")
	w.focused("text", "Search")
	w.Find("table cell", "Save As…").Click()
	w.chosen("Save As…, Game")
	w.Find("table", "Commands").Scroll(3)
	w.Wait("rows further down", func() bool { return !w.Has("table cell", "New Game…") })
	w.chosen("Save As…") // scrolling does not change the selection
	w.Key("Up")          // scrolls to the selection
	w.Wait("the choice in view", func() bool { return w.Has("table cell", "Save As…") })
	w.Type("toeol")
	w.Find("table cell", "To the End of the Line").DoubleClick()
	w.WaitGone("frame", "Commands")
	w.status("be_water wins")
}

// TestGuess checks that moves of real games can be guessed with the keyboard alone.
func TestGuess(t *testing.T) {
	t.Parallel()
	for _, g := range []struct{ name, file string }{{"othello", othello}, {"pente", pente}} {
		t.Run(g.name, func(t *testing.T) {
			d := load(t, g.file)
			name := func(ply int) string {
				m, _ := node(t, d, ply).Move()
				return d.Tree.Rules().FormatMove(m)
			}
			// wrong returns a legal move at a ply that the file does not contain there.
			wrong := func(ply int) string {
				pos, err := d.Tree.Position(node(t, d, ply))
				if err != nil {
					t.Fatal(err)
				}
				for m := range pos.Moves() {
					if d.Tree.Find(node(t, d, ply), m) == nil {
						return d.Tree.Rules().FormatMove(m)
					}
				}
				t.Fatal("there is no wrong move")
				return ""
			}
			w := open(t, g.file)
			w.shows(g.file)
			asked := func(words string) {
				t.Helper()
				w.Wait("question with "+words, func() bool { return strings.Contains(w.Text("Guess"), words) })
			}
			w.Key("ctrl+g")
			asked("Guess the move of ")
			if strings.TrimSpace(w.line()) != "Start" {
				t.Errorf("the moves are shown: %s", w.line())
			}
			w.Type(name(1))
			w.Key("Return")
			asked(name(1) + " is right, at the first try!")
			w.Type(wrong(1))
			w.Key("Return")
			asked("You have 2 more tries.")
			w.Key("ctrl+shift+g")
			asked("among the marked cells")
			w.shot("guess-" + g.name)
			w.Type(name(2))
			w.Key("Return")
			asked(name(2) + " is right.")
			w.Key("Right", "End") // hidden moves stay hidden
			w.Wait("the refusal", func() bool { return strings.Contains(w.Text("Message"), "Guess the move") })
			w.Key("ctrl+alt+g")
			asked("The move was " + name(3))
			if got := w.Text("Score"); got != "56 %  ·  at the first try: 1  ·  at the second try: 1  ·  shown: 1" { // 1 + 2/3 of 3
				t.Errorf("the score is %q", got)
			}
			w.Key("ctrl+g")
			w.Find("dialog", "Your result")
			for _, row := range []string{"56 %", "Found at once", "Found at the second try", "Shown", "Hints taken"} {
				w.Find("label", "")
				if !w.Has("label", row) && w.Text("Score") != row {
					t.Errorf("the summary has no %s", row)
				}
			}
			w.shot("guess-" + g.name + "-summary")
			w.Key("Return")
			w.WaitGone("dialog", "Your result")
			w.Find("slider", "Move") // the replay bar is shown again
			w.Wait("the whole line", func() bool { return strings.Contains(w.line(), name(4)) })
			if strings.HasPrefix(w.Find("frame", "").Name(), "•") {
				t.Error("the document counts as changed")
			}
		})
	}
}

// TestGuessOneSide checks that the moves of one player can be guessed to the end of the line.
func TestGuessOneSide(t *testing.T) {
	t.Parallel()
	w := open(t, "../../samples/awale.studio")
	w.shows("awale.studio")
	d := load(t, "../../samples/awale.studio")
	w.Key("End")
	plies := 0
	for n := range d.Tree.Main() {
		if n.Parent() != nil {
			plies++
		}
	}
	w.goTo(plies - 4)
	w.Key("ctrl+g")
	w.Find("combo box", "Whose moves").Select(2) // North
	for ply := plies - 4; ply < plies; ply++ {
		pos, err := d.Tree.Position(node(t, d, ply))
		if err != nil {
			t.Fatal(err)
		}
		if pos.Turn() != 1 {
			continue
		}
		m, _ := node(t, d, ply+1).Move()
		w.Type(d.Tree.Rules().FormatMove(m))
		w.Key("Return")
	}
	w.Find("dialog", "Your result") // shown automatically at the end
	w.WaitText("Score", "100 %")
	w.shot("guess-awale-end")
	w.Key("Return")
	w.status("South wins 26–22")
}

// TestLooks takes screenshots of the windows in the dark theme and in French.
func TestLooks(t *testing.T) {
	t.Parallel()
	if *shots == "" {
		t.Skip("only for pictures")
	}
	for _, look := range []struct {
		name string
		args []string
		dark bool
	}{{"dark", []string{pente}, true}, {"french", []string{"--lang", "fr", othello}, false}} {
		w := open(t, look.args...)
		w.shows(look.args[len(look.args)-1])
		if look.dark {
			w.Key("ctrl+d")
		}
		for i, keys := range [][]string{{"ctrl+shift+p"}, {"ctrl+question"}, {"End", "ctrl+1", "F9", "a", "b", "Escape", "Left", "ctrl+2", "ctrl+z", "ctrl+shift+h"}, {"Home", "ctrl+g", "ctrl+shift+g"}} {
			w.Key(keys...)
			w.Wait("the window", func() bool { return len(w.windows()) == 2 || w.Has("combo box", "Whose moves") })
			w.shot(fmt.Sprintf("%s-%d", look.name, i))
			w.Key("Escape")
			w.Wait("the window is gone", func() bool { return len(w.windows()) == 1 })
		}
		w.Kill()
	}
}

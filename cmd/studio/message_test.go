package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// TestErrorMessageDisappears checks that an error message disappears after some time and does not cover
// the turn and the clock.
func TestErrorMessageDisappears(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Key("ctrl+Return") // starts the clock
	w.Type("zz")
	w.Key("Return")
	w.Wait("the complaint", func() bool { return strings.Contains(w.Text("Message"), "zz") })
	message := w.Find("", "Message").Extents()
	for _, name := range []string{"Clock", "Status"} {
		if at := w.Find("", name).Extents(); at.Empty() || at.Overlaps(message) {
			t.Errorf("the message at %v covers “%s” at %v", message, name, at)
		}
	}
	board := w.Find("drawing area", "Board").Extents()
	if board.Overlaps(message) {
		t.Errorf("the message at %v covers the board at %v", message, board)
	}
	w.shot("message")
	w.Wait("the end of the complaint", func() bool {
		for _, n := range w.FindAll("", "Message") {
			if n.Is(uitest.Showing) {
				return false
			}
		}
		return true
	})
	if now := w.Find("drawing area", "Board").Extents(); now != board {
		t.Errorf("the board moved from %v to %v when the message went", board, now)
	}
	w.ClickAt(w.middle())
	w.moves("1. b2")
	w.ClickAt(w.middle())
	w.Wait("the refusal", func() bool { return strings.Contains(w.Text("Message"), "b2") })
	w.Key("ctrl+k") // any other user input
	w.Wait("the end of the refusal", func() bool { return len(showing(w, "Message")) == 0 })
}

// showing returns the visible widgets with a name.
func showing(w *window, name string) (seen []*uitest.Node) {
	for _, n := range w.FindAll("", name) {
		if n.Is(uitest.Showing) {
			seen = append(seen, n)
		}
	}
	return seen
}

// TestUndoBesideAMessage checks that each edit shows a message, whose button undoes it until the
// next edit.
func TestUndoBesideAMessage(t *testing.T) {
	t.Parallel()
	w := open(t)
	for _, m := range []string{"b2", "a1", "c3"} {
		w.Type(m)
		w.Key("Return")
	}
	w.moves("c3")
	w.Key("Left", "Delete")
	w.Wait("the report", func() bool { return w.Text("Message") == "2 moves deleted" })
	w.Key("Left", "Right") // navigation does not hide it
	w.shot("message-undo")
	w.Find("push button", "Undo This Edit").Click()
	w.moves("c3")
	w.Wait("the end of the report", func() bool { return len(showing(w, "Message")) == 0 })
	w.Key("ctrl+b")
	w.Wait("the bookmark", func() bool { return w.Text("Message") == "Bookmarked" })
	w.Key("Home")
	w.Type("a2")
	w.Key("Return")
	w.Wait("that a move ends the report", func() bool { return len(showing(w, "Message")) == 0 })
}

// TestNewGameOpensOnTheRememberedGame checks that the new-game dialog opens with the last game
// selected and does not change it.
func TestNewGameOpensOnTheRememberedGame(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	path := filepath.Join(home, ".config", "boardstudio", "settings.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(`{"newGame": {"game": "line", "preset": "renju", "over": {"line/renju": {"rows": "13", "cols": "13"}}}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	w := openIn(t, home)
	for _, ask := range []func(){
		func() { w.Find("push button", "New Game…").Click() }, // this used to select the first row
		func() { w.Key("ctrl+n") },
	} {
		ask()
		w.Find("dialog", "New Game")
		if v := w.Find("spin button", "Rows").Value(); v != 13 {
			t.Errorf("%v rows", v)
		}
		w.Wait("the game", func() bool { return w.Find("list box", "Games").Chosen().Find("label", "").Name() == "Renju" })
		w.shot("new-game-remembered")
		w.Key("Return")
		w.WaitGone("dialog", "New Game")
		w.Find("label", "Renju 13×13")
	}
	w.Quit()
}

package main

import (
	"os"
	"path/filepath"
	"testing"

	"boardstudio/internal/uitest"
)

// focused waits until the widget has the focus.
func (w *window) focused(role, name string) {
	w.t.Helper()
	w.Wait("focus on "+name, func() bool {
		for _, n := range w.FindAll(role, name) {
			if n.Is(uitest.Focused) {
				return true
			}
		}
		return false
	})
}

// TestStartPage goes through the start page by keyboard and pointer: games, samples, files, what was closed.
func TestStartPage(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	w := start(t, home)
	w.Find("", "Start Page – Studio")
	w.shot("start")
	w.focused("list item", "Tic-tac-toe")
	if text := w.Find("list item", "Hex").Description(); text != "Connect your two sides of the board with a chain of stones. There are no draws." {
		t.Errorf("hex is described as %q", text)
	}
	if w.Has("push button", "Save") && w.Find("push button", "Save").Is(uitest.Sensitive) {
		t.Error("there is something to save")
	}
	w.Key("Right")
	w.focused("list item", "Gomoku")
	w.shot("start-focus")
	w.Key("Return") // New Game with it
	w.WaitText("Game", "Gomoku")
	w.Key("Escape")
	w.WaitGone("", "New Game")
	w.Find("", "Start Page – Studio")
	w.Find("list item", "Gomoku").Click()
	w.WaitText("Game", "Gomoku")
	w.Find("push button", "Start Game").Do()
	w.WaitGone("", "New Game")
	w.status("Black to move")
	w.Type("h8")
	w.Key("Return")
	w.moves("1. h8")

	// Each new tab begins with it; a message shows there, too.
	w.Key("ctrl+t")
	w.Find("", "Start Page – Studio")
	w.tab("Start Page", 1)
	w.tab("• Gomoku", 1)
	w.Find("list item", "Play Again: Gomoku")
	w.card("Penloup – Juhem, 1992") // below the edge of the window
	w.shot("start-below")
	w.Key("Return")
	w.status("Penloup to move") // the key is the document's from now on
	w.Key("End")
	w.status("20–44")
	file := filepath.Join(home, "game.studio")
	w.saveAs(file)

	w.Key("ctrl+t")
	w.Find("", "Start Page – Studio")
	w.Find("list item", "game.studio")
	w.shot("start-recent")
	if err := os.WriteFile(file, []byte("<studio"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Key("ctrl+1", "Delete", "Left") // nothing is there to be changed
	w.Find("list item", "game.studio").Click()
	w.shows(file) // it is open
	w.Key("ctrl+w")
	w.Find("", "Start Page – Studio")
	w.Find("list item", "game.studio").Click()
	w.Wait("complaint", func() bool { return w.Text("Message") != "" })
	w.Find("", "Start Page – Studio")
	w.shot("start-broken")
	if code := w.quitGivenUp(); code != 0 {
		t.Errorf("exit code %d", code)
	}

	// What was closed without saving comes back.
	w.Run()
	w.Find("", "Start Page – Studio")
	w.Find("list item", "Gomoku")
	w.shot("start-continue")
}

// newGame begins the game that the dialog offers.
func (w *window) newGame() {
	w.t.Helper()
	w.Key("ctrl+n")
	w.Find("", "New Game")
	w.Find("push button", "Start Game").Do()
	w.WaitGone("", "New Game")
}

// quitGivenUp quits without saving.
func (w *window) quitGivenUp() int {
	w.t.Helper()
	w.Key("ctrl+q")
	w.Find("push button", "Close Without Saving").Do()
	return w.Exit()
}

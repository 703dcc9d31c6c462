package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"boardstudio/internal/uitest"
)

// hasFocus reports whether a widget with the role and name has the focus.
func (w *window) hasFocus(role, name string) bool {
	return slices.ContainsFunc(w.FindAll(role, name), func(n *uitest.Node) bool { return n.Is(uitest.Focused) })
}

// focused waits until a widget has the focus.
func (w *window) focused(role, name string) {
	w.t.Helper()
	w.Wait("focus on "+name, func() bool { return w.hasFocus(role, name) })
}

// TestStartPage checks the start page by keyboard and pointer: games, samples, files and closed
// documents.
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
	w.Key("Return") // opens the new-game dialog for it
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

	// Each new tab shows the start page, with its own messages.
	w.Key("ctrl+t")
	w.Find("", "Start Page – Studio")
	w.tab("Start Page", 1)
	w.tab("• Gomoku", 1)
	w.Find("list item", "Play Again: Gomoku")
	w.card("Penloup – Juhem, 1992") // below the visible part
	w.shot("start-below")
	w.Key("Return")
	w.status("Penloup to move") // keys are now handled by the document
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
	w.Key("ctrl+1", "Delete", "Left") // no effect, because no document is open
	w.Find("list item", "game.studio").Click()
	w.shows(file) // already open
	w.Key("ctrl+w")
	w.Find("", "Start Page – Studio")
	w.Find("list item", "game.studio").Click()
	w.Wait("complaint", func() bool { return w.Text("Message") != "" })
	w.Find("", "Start Page – Studio")
	w.shot("start-broken")
	if code := w.quitGivenUp(); code != 0 {
		t.Errorf("exit code %d", code)
	}

	// Unsaved documents that were closed are offered again.
	w.Run()
	w.Find("", "Start Page – Studio")
	w.Find("list item", "Gomoku")
	w.shot("start-continue")
}

// newGame starts the game selected in the dialog.
func (w *window) newGame() {
	w.t.Helper()
	w.Key("ctrl+n")
	w.Find("", "New Game")
	w.Find("push button", "Start Game").Do()
	w.WaitGone("", "New Game")
}

// quitGivenUp quits without saving and returns the exit code.
func (w *window) quitGivenUp() int {
	w.t.Helper()
	w.Key("ctrl+q")
	w.Find("push button", "Close Without Saving").Do()
	return w.Exit()
}

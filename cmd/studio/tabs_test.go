package main

import (
	"os"
	"path/filepath"
	"testing"

	"boardstudio/internal/uitest"
)

// tab waits until n visible tabs have a title.
func (w *window) tab(title string, n int) {
	w.t.Helper()
	w.Wait("tab "+title, func() bool {
		have := 0
		for _, x := range w.FindAll("page tab", title) {
			if x.Is(uitest.Showing) {
				have++
			}
		}
		return have == n
	})
}

// TestTabs checks that documents can be opened, edited, closed and reopened in tabs, over three
// starts.
func TestTabs(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	awale := sample(t)
	w := start(t, home, "testdata/penloup-juhem.txt", awale)
	w.shows(awale)
	w.tab("penloup-juhem.txt", 1)
	w.tab("game.studio", 1)
	w.shot("tabs")
	w.Key("ctrl+Tab")
	w.shows("penloup-juhem.txt")
	w.Key("ctrl+shift+Tab")
	w.shows(awale)
	w.Key("F9")
	w.Type("kept")
	w.WaitText("Comment", "kept")
	w.Key("Escape")
	w.Find("", "• game.studio – Studio")

	// A new game opens in a new tab, without a question.
	w.Key("ctrl+n")
	w.Find("", "New Game")
	w.Find("push button", "Start Game").Do()
	w.Find("", "Untitled – Studio")
	w.ClickAt(w.middle())
	w.moves("1. b2")
	w.tab("• Tic-tac-toe", 1)

	// A document closed without saving can be reopened with its changes.
	w.Key("ctrl+w")
	w.Find("", "Unsaved changes")
	w.shot("close-tab")
	w.Find("push button", "Close Without Saving").Do()
	w.tab("• Tic-tac-toe", 0)
	w.Key("ctrl+shift+t")
	w.moves("1. b2")
	w.Key("ctrl+z")
	w.status("Cross to move")
	w.Key("ctrl+w")
	w.Find("push button", "Close Without Saving").Do()
	w.tab("• Tic-tac-toe", 0)

	// Another start opens its file in this instance.
	other := filepath.Join(t.TempDir(), "other.studio")
	data, err := os.ReadFile("../../samples/pente.studio")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, data, 0o644); err != nil {
		t.Fatal(err)
	}
	w.Beside(other)
	w.shows(other)
	w.Key("Right", "Right")
	w.status("to move")

	w.Key("ctrl+q")
	w.Find("", "Unsaved changes")
	w.Find("push button", "Close Without Saving").Do()
	if code := w.Exit(); code != 0 {
		t.Fatalf("exit code %d", code)
	}

	// The next start restores the open files and their current nodes.
	w.Run()
	w.tab("penloup-juhem.txt", 1)
	w.tab("game.studio", 1)
	w.shows(other)
	w.Key("ctrl+shift+t") // with unsaved changes
	w.WaitText("Comment", "kept")
	w.shot("reopened")
	w.Key("ctrl+q")
	w.Find("push button", "Close Without Saving").Do()
	if code := w.Exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestChosenTabIsNotReplaced checks that opening a file reuses an untouched start page. It must
// open a new tab if a game was started or a position was set up in the tab, even if that was
// cancelled.
func TestChosenTabIsNotReplaced(t *testing.T) {
	t.Parallel()
	file := sample(t)
	other := filepath.Join(t.TempDir(), "penloup-juhem.txt")
	data, err := os.ReadFile("testdata/penloup-juhem.txt")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, data, 0o644); err != nil {
		t.Fatal(err)
	}
	w := start(t, t.TempDir())
	w.Find("", "Start Page – Studio")
	w.Key("ctrl+n")
	w.Find("", "New Game")
	w.Key("Return")
	w.Find("", "Untitled – Studio")
	w.status("Cross to move")
	w.Key("ctrl+e")
	w.Find("push button", "Use as Start")
	w.Key("Escape")
	w.status("Cross to move")
	w.Beside(file)
	w.shows(file)
	w.tab("game.studio", 1)
	w.tab("Tic-tac-toe", 1) // the new game is still open
	w.shot("new-game-kept")

	// An unused tab is reused.
	w.Key("ctrl+t")
	w.Find("", "Start Page – Studio")
	w.Beside(other)
	w.shows(other)
	w.tab("Start Page", 0)
	w.tab("Tic-tac-toe", 1)

	// Closing the tab asks about the position being set up.
	w.Key("ctrl+n")
	w.Find("", "New Game")
	w.Key("Return")
	w.tab("Tic-tac-toe", 2)
	w.status("Cross to move")
	w.Key("ctrl+e")
	w.Find("push button", "Use as Start")
	w.ClickAt(w.middle())
	w.Key("ctrl+w")
	w.Find("label", "Your set-up is not part of the game and will be lost.")
	w.shot("leave-set-up")
	w.Key("Return") // the default loses nothing
	w.WaitGone("alert", "Discard Set-Up")
	w.Find("push button", "Use as Start")
	w.Key("ctrl+w")
	w.Find("label", "Your set-up is not part of the game and will be lost.")
	w.Key("Escape")
	w.WaitGone("alert", "Discard Set-Up")
	w.Key("ctrl+w")
	w.Find("label", "Your set-up is not part of the game and will be lost.")
	w.Find("push button", "Discard Set-Up").Do()
	w.tab("Tic-tac-toe", 1) // only the first one
	w.Key("ctrl+q")
	if code := w.Exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

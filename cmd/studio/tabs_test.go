package main

import (
	"os"
	"path/filepath"
	"testing"

	"boardstudio/internal/uitest"
)

// tab waits until so many tabs have a title.
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

// TestTabs opens, edits, closes and reopens documents in tabs, over three starts.
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

	// A new game does not ask: it has a tab of its own.
	w.Key("ctrl+n")
	w.Find("", "New Game")
	w.Find("push button", "Start Game").Do()
	w.Find("", "Untitled – Studio")
	w.ClickAt(w.middle())
	w.moves("1. b2")
	w.tab("• Tic-tac-toe", 1)

	// What is closed without saving comes back as it was.
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

	// Another start shows its file here.
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

	// The next start shows what was open, at the same place.
	w.Run()
	w.tab("penloup-juhem.txt", 1)
	w.tab("game.studio", 1)
	w.shows(other)
	w.Key("ctrl+shift+t") // with what was not saved
	w.WaitText("Comment", "kept")
	w.shot("reopened")
	w.Key("ctrl+q")
	w.Find("push button", "Close Without Saving").Do()
	if code := w.Exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

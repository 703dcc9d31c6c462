package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// playing opens a window with the settings of a new game, and begins it.
func playing(t *testing.T, game string, args ...string) *window {
	t.Helper()
	home := t.TempDir()
	path := filepath.Join(home, ".config", "boardstudio", "settings.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(`{"minThink": 100, "newGame": `+game+`}`), 0o600); err != nil {
		t.Fatal(err)
	}
	w := openIn(t, home, args...)
	w.Key("ctrl+shift+n")
	return w
}

// visible returns the button that can be seen.
func (w *window) visible(name string) *uitest.Node {
	w.t.Helper()
	var found *uitest.Node
	w.Wait("the button "+name, func() bool {
		for _, n := range w.FindAll("push button", name) {
			if n.Is(uitest.Showing) {
				found = n
				return true
			}
		}
		return false
	})
	return found
}

// A game against the computer by the buttons below the board, to its end and on.
func TestPlayingByButtons(t *testing.T) {
	t.Parallel()
	w := playing(t, `{"game": "line", "preset": "tictactoe", "players": [{"Kind": "human"}, {"Kind": "computer", "Level": 5}], "clock": "5m+3s"}`)
	if w.visible("Take Back").Is(uitest.Sensitive) {
		t.Error("there is something to take back before the first move")
	}
	w.Find("drawing area", "Board").Click()
	w.Wait("the answer", func() bool { return len(strings.Fields(w.line())) == 4 }) // Start 1. b2 a3
	w.visible("Hint").Click()
	w.Wait("the hint", func() bool { return strings.HasPrefix(w.Text("Message"), "Hint: ") })
	w.shot("playing-hint")
	w.visible("Take Back").Click()
	w.Wait("the first move taken back", func() bool { return !strings.Contains(w.line(), "b2") })
	w.visible("Pause or Resume").Click()
	w.shot("playing-paused")
	w.visible("Pause or Resume").Click()
	w.visible("Switch Sides").Click()
	w.moves("1. ") // the computer has the first move now

	w.visible("Resign…").Click()
	w.Find("label", "Resign for Nought?")
	w.Key("Escape")
	w.visible("Resign…").Click()
	w.Find("label", "Resign for Nought?")
	w.ClickRole("push button", "Resign")
	w.status("Cross wins – resignation")
	w.shot("playing-resigned")
	if got := w.Text("Score"); got != "Score: Cross 1 · Nought 0" {
		t.Errorf("the score is %q", got)
	}
	w.visible("Review Game").Click()
	w.status("Cross to move")
	w.visible("Forward").Click()
	w.Key("End")
	w.visible("New Game…")
	w.visible("Play Again").Click()
	w.Wait("a new game", func() bool { return strings.TrimSpace(w.line()) != "" && w.Text("Status") == "Cross to move" })
}

// The flag of a player falls in the window, whose clocks run.
func TestTheFlagFallsInTheWindow(t *testing.T) {
	t.Parallel()
	w := playing(t, `{"game": "line", "preset": "tictactoe", "clock": "4s"}`)
	w.visible("Hint")
	w.Find("drawing area", "Board").Click()
	w.moves("b2")
	w.status("Cross wins – out of time")
	w.shot("out-of-time")
	w.Key("ctrl+z")
	w.status("Nought to move")
}

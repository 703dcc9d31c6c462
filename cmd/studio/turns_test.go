package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// playing opens a window with settings for a new game and starts it.
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

// visible waits for a visible button with a name and returns it.
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

// TestPlayingByButtons checks that the buttons below the board can play a game against the
// computer, and then another one.
func TestPlayingByButtons(t *testing.T) {
	t.Parallel()
	w := playing(t, `{"game": "line", "preset": "tictactoe", "first": 0, "players": [{"Kind": "human"}, {"Kind": "computer", "Level": 5}], "clock": "5m+3s"}`)
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
	w.moves("1. ") // the computer moves first now

	w.visible("Resign…").Click()
	w.Find("label", "Resign for Nought?")
	w.Key("Escape")
	w.visible("Resign…").Click()
	w.Find("label", "Resign for Nought?")
	w.ClickRole("push button", "Resign")
	w.status("Computer, expert wins – resignation")
	w.shot("playing-resigned")
	if got := w.Text("Score"); got != "Score – Computer, expert: 1 · Nought: 0" {
		t.Errorf("the score is %q", got)
	}
	w.visible("Review Game").Click()
	w.status("Computer, expert to move")
	w.visible("Forward").Click()
	w.Key("End")
	w.visible("New Game…")
	w.visible("Play Again").Click()
	w.Wait("a new game", func() bool { return strings.TrimSpace(w.line()) != "" && w.Text("Status") == "Cross to move" })
}

// TestComputersAreNumbered checks that two computers of the same kind have different names above
// the board and in the title of the tab.
func TestComputersAreNumbered(t *testing.T) {
	t.Parallel()
	w := playing(t, `{"game": "line", "preset": "tictactoe", "first": 0, "players": [{"Kind": "computer", "Level": 2}, {"Kind": "computer", "Level": 2}]}`)
	for _, name := range []string{"Computer, easy", "Computer, easy 2", "Cross", "Nought"} {
		w.Find("label", name)
	}
	w.Wait("the names in the tab", func() bool {
		return slices.ContainsFunc(w.FindAll("page tab", ""), func(n *uitest.Node) bool { return strings.Contains(n.Name(), "Computer, easy – Computer, easy 2") })
	})
	w.shot("numbered")
}

// TestTimeoutInWindow checks that a player loses on time.
func TestTimeoutInWindow(t *testing.T) {
	t.Parallel()
	w := playing(t, `{"game": "line", "preset": "tictactoe", "first": 0, "clock": "4s"}`)
	w.visible("Hint")
	w.Find("drawing area", "Board").Click()
	w.moves("b2")
	w.status("Cross wins – out of time")
	w.shot("out-of-time")
	w.Key("ctrl+z")
	w.status("Nought to move")
}

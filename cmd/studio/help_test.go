package main

import (
	"strings"
	"testing"
)

// TestHelpOfWhatIsInFront presses F1 in different places: each has its page.
func TestHelpOfWhatIsInFront(t *testing.T) {
	t.Parallel()
	w := start(t, t.TempDir())
	w.Find("", "Start Page – Studio")
	page := func(title string) {
		t.Helper()
		w.Key("F1")
		w.Wait("the page "+title, func() bool {
			x := w.FindAll("text", "Help text")
			return len(x) > 0 && strings.HasPrefix(x[0].Text(), title+"\n")
		})
		w.shot("help-" + strings.ToLower(strings.ReplaceAll(title, " ", "-")))
		w.Key("Escape")
		w.WaitGone("", "Help text")
	}
	page("First steps")
	w.Key("ctrl+n")
	w.WaitText("Game", "Tic-tac-toe")
	page("The games")
	w.WaitText("Game", "Tic-tac-toe")
	w.Find("push button", "Start Game").Do()
	w.WaitGone("", "New Game")
	page("Playing")
	w.Key("ctrl+e")
	w.Find("label", "Count")
	page("Setting up a position")
	w.Key("Escape")
	w.Key("ctrl+f")
	w.Find("frame", "Find")
	page("Find and transpositions")
	w.Key("Escape")
	w.Key("ctrl+comma")
	w.Find("frame", "Preferences")
	page("First steps")
}

package main

import (
	"slices"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// TestAnalyse has a game judged, goes to the mistake in the report, and takes all of it back, by keyboard alone.
func TestAnalyse(t *testing.T) {
	t.Parallel()
	w := open(t, record(t, []string{"a1", "b1", "b2", "c3", "a3", "c1", "a2"}))
	w.shows("puzzles.studio")
	w.Key("ctrl+alt+j")
	w.Wait("the dialog", func() bool { return w.Has("combo box", "For each position") })
	w.Key("Return")
	w.Wait("the report", func() bool { return strings.Contains(w.Text("Summary"), "accuracy 100 %") })
	w.Key("Return") // to the first mistake
	w.Key("Escape")
	w.WaitText("Comment", "Better was b2: the share of the win falls from 50 % to 0 %.")
	w.Key("ctrl+z")
	w.Wait("nothing of it", func() bool {
		return !slices.ContainsFunc(w.FindAll("text", "Comment"), func(n *uitest.Node) bool { return n.Text() != "" })
	})
}

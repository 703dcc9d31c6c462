package main

import (
	"strings"
	"testing"
)

// TestTools checks that a command of an included script can be run from the list of commands and
// undone.
func TestTools(t *testing.T) {
	t.Parallel()
	w := open(t, record(t, []string{"a1", "b1", "a2", "c3"}, []string{"a1", "b2"}))
	w.shows("puzzles.studio")
	w.Key("ctrl+shift+p")
	w.Find("frame", "Commands")
	w.Key("c", "o", "l", "b", "r", "r", "e", "s") // some letters of the title suffice
	w.Wait("the command of the script", func() bool { return w.Has("table cell", "Colour Branches by Result") })
	w.Key("Return")
	w.Wait("why it makes no sense here", func() bool { return strings.Contains(w.Text("Message"), "no line of this tree is played to its end") })
}

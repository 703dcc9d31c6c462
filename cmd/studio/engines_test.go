package main

import (
	"slices"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// TestEngines checks that an engine can be started and pinned, and its line inserted into the tree,
// with the keyboard alone. The evaluations must remain after the engine has stopped.
func TestEngines(t *testing.T) {
	t.Parallel()
	w := open(t, record(t, []string{"a1", "b1", "b2", "c3", "a3", "c1", "a2"}))
	w.shows("puzzles.studio")
	lines := func() string {
		for _, n := range w.FindAll("drawing area", "Lines of the engines") {
			return n.Description()
		}
		return ""
	}
	w.Key("F12")
	w.Wait("the panel", func() bool { return w.Has("drawing area", "Lines of the engines") })
	w.Key("ctrl+alt+b", "ctrl+alt+y", "ctrl+alt+v")
	w.Key("Right", "Right", "space")
	w.Wait("a proof", func() bool { return strings.Contains(lines(), "Cross wins in 5: b2") })
	bar := func() string { return w.Find("drawing area", "Evaluation bar").Description() }
	w.Wait("the bar", func() bool { return strings.Contains(bar(), "100\u00a0%") })
	w.Key("alt+F12", "Down", "Return")
	w.Wait("the variation", func() bool {
		return slices.ContainsFunc(w.FindAll("text", "Moves"), func(n *uitest.Node) bool { return strings.Contains(n.Text(), "(3. ") })
	})
	w.Key("ctrl+z")
	w.Wait("no variation", func() bool {
		return !slices.ContainsFunc(w.FindAll("text", "Moves"), func(n *uitest.Node) bool { return strings.Contains(n.Text(), "(3. ") })
	})
	w.Key("period")
	w.Wait("that it stays", func() bool { return w.Has("label", "Fixed at 2. b1") })
	w.Key("Right")
	w.Wait("the lines of the place", func() bool { return strings.Contains(lines(), "b2") })
	w.Key("period", "Left", "space")
	w.Wait("what is kept", func() bool { return strings.Contains(lines(), "Cross wins in 5: b2") })
}

package main

import (
	"path/filepath"
	"testing"

	"boardstudio/rules"
)

// TestKeyboardAndScreenReader checks that a game can be played, branched, annotated and saved with
// the keyboard alone, and that a screen reader announces each step.
func TestKeyboardAndScreenReader(t *testing.T) {
	t.Parallel()
	w := open(t)
	h := w.Listen()
	w.Key("ctrl+n")
	w.Find("dialog", "New Game")
	w.Key("Escape")
	w.WaitGone("dialog", "New Game")
	w.Key("shift+Right")
	h.Wait("b2, empty")
	w.Key("Up")
	h.Wait("b1, empty")
	w.Key("Down", "Return")
	h.Wait("Cross plays b2")
	w.Key("Right")
	h.Wait("c2, empty")
	w.Key("Left")
	h.Wait("b2, Cross")
	w.Key("Escape")
	w.Type("a1")
	w.Key("Return")
	h.Wait("Nought plays a1")
	if got := w.Find("", "Status").Name(); got != "Cross to move" {
		t.Errorf("the status is called %q", got)
	}
	w.Key("Left")
	h.Wait("Cross plays b2")
	w.Type("c3")
	w.Key("Return") // a variation
	h.Wait("Nought plays c3")
	w.Type("zz")
	w.Key("Return")
	w.Wait("the complaint", func() bool { return len(w.Find("", "Message").Name()) > 5 })
	h.Wait(w.Find("", "Message").Name())
	w.Key("F9")
	w.Type("the far corner")
	w.Key("Escape", "ctrl+2")
	file := filepath.Join(t.TempDir(), "by-ear.studio")
	w.saveAs(file)
	w.Quit()
	d := load(t, file)
	n := node(t, d, 1)
	if n.First() == nil || n.First().Next() == nil {
		t.Fatal("there is no branch")
	}
	n = n.First().Next()
	m, _ := n.Move()
	if m != rules.Place(8) || n.Comment() != "the far corner" || len(n.Glyphs()) != 1 || n.Glyphs()[0] != "!" {
		t.Errorf("%v, %q, %v", m, n.Comment(), n.Glyphs())
	}
}

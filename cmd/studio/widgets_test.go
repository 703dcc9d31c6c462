package main

import (
	"image"
	"testing"

	"boardstudio/internal/uitest"
)

// TestEveryWidgetHasAName checks that every interactive widget has an accessible name.
func TestEveryWidgetHasAName(t *testing.T) {
	t.Parallel()
	operated := map[string]bool{
		"push button": true, "toggle button": true, "check box": true, "combo box": true, "spin button": true,
		"slider": true, "text": true, "menu": true, "menu item": true, "check menu item": true, "list box": true,
		"color chooser": true, "list item": true,
	}
	w := open(t, "../../samples/penloup-juhem.studio")
	w.shows("penloup-juhem.studio")
	look := func(where string) {
		t.Helper()
		seen := 0
		for _, n := range w.FindAll("", "") {
			if !operated[n.Role()] || !n.Is(uitest.Showing) {
				continue
			}
			seen++
			if n.Name() == "" {
				t.Errorf("%s: a %s at %v has no name", where, n.Role(), n.Extents())
			}
		}
		if seen < 8 {
			t.Errorf("%s: only %d widgets were found", where, seen)
		}
	}
	look("window")
	w.Key("ctrl+e")
	w.Find("push button", "Use as Start")
	look("set-up")
	w.Key("Escape") // the position is unchanged
	w.WaitGone("push button", "Use as Start")
	for _, l := range []struct{ key, title string }{
		{"ctrl+comma", "Preferences"}, {"ctrl+shift+p", "Commands"}, {"ctrl+F1", "Keys"}, {"ctrl+shift+h", "History"},
	} {
		w.Key(l.key)
		w.Find("frame", l.title)
		look(l.title)
		w.Key("Escape")
		w.WaitGone("frame", l.title)
	}
	w.Key("ctrl+g")
	w.Find("combo box", "Whose moves")
	look("guess mode")
	w.Key("ctrl+g")
	w.Find("slider", "Move")
	for _, d := range []struct{ key, title string }{
		{"ctrl+n", "New Game"}, {"ctrl+p", "Print Blank Grid"}, {"ctrl+shift+b", "Print Booklet or Sheet"}, {"ctrl+i", "Game information"}, {"ctrl+u", "Players"},
	} {
		w.Key(d.key)
		w.Find("dialog", d.title)
		look(d.title)
		w.Key("Escape")
		w.WaitGone("dialog", d.title)
	}
}

// TestClickInTheTree checks that a click on a node goes to it.
func TestClickInTheTree(t *testing.T) {
	t.Parallel()
	w := open(t, "../../samples/penloup-juhem.studio")
	w.shows("penloup-juhem.studio")
	at := w.Find("drawing area", "Game tree").Extents().Min
	slider := w.Find("slider", "Move")
	w.ClickAt(at.Add(image.Pt(20, 20+3*26))) // three plies down the main line
	w.Wait("ply 3", func() bool { return slider.Value() == 3 })
	w.ClickAt(at.Add(image.Pt(20+30, 20+2*26))) // the variation at ply 2
	w.Wait("the variation", func() bool { return slider.Value() == 2 })
	w.status("Penloup to move")
	w.moves("f6!? (2. d6 3. c3")
}

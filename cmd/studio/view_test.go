package main

import (
	"image"
	"os"
	"path/filepath"
	"testing"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/model"
	"boardstudio/rules"
)

// lying returns where a cell lies on the screen on a board that lies so.
func (w *window) lying(d *model.Document, o rules.Orientation, c rules.Cell) image.Point {
	w.t.Helper()
	r := d.Tree.Rules()
	g := diagram.New(r, r.Start())
	g.Pixel, g.Seen = 1, r.Board().Seen(o)
	box := w.Find("drawing area", "Board").Extents()
	l := g.Layout(draw.Rect{W: float64(box.Dx()), H: float64(box.Dy())}.Inset(10))
	p := l.Centre(c)
	return box.Min.Add(image.Pt(int(p.X), int(p.Y)))
}

// TestBoardLies turns, mirrors and magnifies the board, plays on it by pointer and by keys, and looks whether the
// next start shows it so.
func TestBoardLies(t *testing.T) {
	home := t.TempDir()
	file := filepath.Join(t.TempDir(), "game.studio")
	data, err := os.ReadFile("testdata/penloup-juhem.txt")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	d := load(t, "testdata/penloup-juhem.txt")
	b := d.Tree.Rules().Board()
	w := start(t, home, file)
	w.shows(file)

	// A quarter turn, then left and right exchanged: d3 by the pointer.
	w.Menu("View", "Board", "Rotate")
	w.Key("ctrl+alt+m")
	o := b.Mirrored(b.Rotated(rules.Orientation{}))
	w.shot("board-turned")
	w.ClickAt(w.lying(d, o, b.Find("d3")))
	w.moves("1. d3")
	w.Key("ctrl+z")

	// The cursor goes where the arrows point: from the disc in the middle up and to the right.
	w.ClickAt(w.lying(d, o, b.Find("e6")))
	w.moves("1. e6")
	w.Key("ctrl+z")
	w.Key("shift+Up")
	first := w.Find("drawing area", "Board").Description()[:2]
	w.Key("shift+Right")
	seen := b.Seen(o)
	w.says(b.Cells[seen.Toward(b.Find(first), 1, 0)].Label + ":")
	w.Key("shift+Up")
	w.says(b.Cells[seen.Toward(seen.Toward(b.Find(first), 1, 0), 0, -1)].Label + ":")
	w.Key("Escape")

	// Row 1 at the bottom, too.
	w.Menu("View", "Board", "1 at the Bottom")
	o.Mirror = !o.Mirror
	w.ClickAt(w.lying(d, o, b.Find("c4")))
	w.moves("1. c4")
	w.Key("ctrl+z")

	// Magnified, a click on what is in view hits it; the cursor brings what is not.
	small := w.Find("drawing area", "Board").Extents().Dx()
	w.Key("ctrl+alt+plus", "ctrl+alt+plus")
	w.Wait("the larger board", func() bool { return w.Find("drawing area", "Board").Extents().Dx() == small*3/2 })
	w.shot("board-larger")
	w.ClickAt(w.lying(d, o, b.Find("e6")))
	w.moves("1. e6")
	w.Key("ctrl+z")
	w.Key("shift+Left")
	for range 8 {
		w.Key("shift+Left")
	}
	edge := w.Find("drawing area", "Board").Description()[:2]
	if at := w.lying(d, o, b.Find(edge)); at.X < 0 {
		t.Errorf("the cursor on %s is at %v, beside the window", edge, at)
	}
	w.Key("Escape")
	w.Key("ctrl+q")
	if code := w.Exit(); code != 0 {
		t.Fatalf("exit code %d", code)
	}

	w.Run()
	w.shows(file)
	w.Wait("the larger board", func() bool { return w.Find("drawing area", "Board").Extents().Dx() == small*3/2 })
	w.Key("ctrl+alt+0")
	w.Wait("the whole board", func() bool { return w.Find("drawing area", "Board").Extents().Dx() == small })
	w.ClickAt(w.lying(d, o, b.Find("d3")))
	w.moves("1. d3")
}

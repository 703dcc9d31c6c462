package main

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/internal/uitest"
	"boardstudio/model"
	"boardstudio/rules"
)

// lying returns the position of a cell on the screen, on a board with an orientation.
func (w *window) lying(d *model.Document, o rules.Orientation, c rules.Cell) image.Point {
	w.t.Helper()
	r := d.Tree.Rules()
	g := diagram.New(r, r.Start())
	g.Pixel, g.Seen = 1, r.Board().Oriented(o)
	box := w.Find("drawing area", "Board").Extents()
	l := g.Layout(draw.Rect{W: float64(box.Dx()), H: float64(box.Dy())}.Inset(10))
	p := l.Centre(c)
	return box.Min.Add(image.Pt(int(p.X), int(p.Y)))
}

// TestBoardLies checks that the board can be rotated, mirrored and magnified, and played on with
// pointer and keys. The next start must restore the orientation.
func TestBoardLies(t *testing.T) {
	t.Parallel()
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

	// Rotated by a quarter turn, then mirrored: d3 with the pointer.
	w.Menu("View", "The Board", "Rotate")
	w.Key("ctrl+alt+m")
	o := b.Mirrored(b.Rotated(rules.Orientation{}))
	w.shot("board-turned")
	w.ClickAt(w.lying(d, o, b.Find("d3")))
	w.moves("1. d3")
	w.Key("ctrl+z")

	// The cursor moves in the direction of the arrow keys: from the disc in the middle up and to
	// the right.
	w.ClickAt(w.lying(d, o, b.Find("e6")))
	w.moves("1. e6")
	w.Key("ctrl+z")
	w.Key("shift+Up")
	first := w.Find("drawing area", "Board").Description()[:2]
	w.Key("shift+Right")
	seen := b.Oriented(o)
	w.says(b.Cells[seen.Toward(b.Find(first), 1, 0)].Label)
	w.Key("shift+Up")
	w.says(b.Cells[seen.Toward(seen.Toward(b.Find(first), 1, 0), 0, -1)].Label)
	w.Key("Escape")

	// Row 1 at the bottom, too.
	w.Menu("View", "The Board", "1 at the Bottom")
	o.Mirror = !o.Mirror
	w.ClickAt(w.lying(d, o, b.Find("c4")))
	w.moves("1. c4")
	w.Key("ctrl+z")

	// On a magnified board, clicks hit the visible cells, and the cursor scrolls to other cells.
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

// TestPanes checks that panels can be hidden, moved and resized. The next start must restore them.
func TestPanes(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	w := start(t, home, "../../samples/penloup-juhem.studio")
	w.shows("penloup-juhem.studio")
	showing := func(role, name string) bool {
		for _, n := range w.FindAll(role, name) {
			if n.Is(uitest.Showing) {
				return true
			}
		}
		return false
	}
	w.moves("(2. f6!? 3. e6 f4)")
	w.Key("ctrl+alt+l")
	w.Wait("the main line alone", func() bool { return !strings.Contains(w.line(), "(") })
	w.Menu("View", "Panes", "List of Moves")
	w.Wait("no moves", func() bool { return !showing("text", "Moves") })
	w.Key("shift+F7")
	w.Wait("no comment", func() bool { return !showing("text", "Comment") })
	w.Key("shift+F5")
	w.Wait("no tree", func() bool { return !showing("drawing area", "Game tree") })
	wide := w.Find("drawing area", "Board").Extents().Dx()
	w.Key("F9") // writing a comment shows its panel
	w.Wait("the comment", func() bool { return showing("text", "Comment") })
	w.Key("Escape", "shift+F5", "shift+F6")
	w.Wait("tree and moves", func() bool { return showing("drawing area", "Game tree") && showing("text", "Moves") })
	if now := w.Find("drawing area", "Board").Extents().Dx(); now >= wide {
		t.Errorf("the board is %d wide beside the panes, and %d without them", now, wide)
	}

	// The tree from left to right, in a strip below the board: click ply 4, and the variation below
	// ply 2.
	w.Key("ctrl+alt+t")
	strip := func() image.Rectangle { return w.Find("drawing area", "Game tree").Extents() }
	w.Wait("the strip", func() bool { return strip().Dx() > 900 })
	w.ClickAt(strip().Min.Add(image.Pt(20+4*36, 20)))
	w.Wait("ply 4", func() bool { return int(w.Find("slider", "Move").Value()) == 4 })
	w.ClickAt(strip().Min.Add(image.Pt(20+2*36, 20+40)))
	w.Wait("ply 2", func() bool { return int(w.Find("slider", "Move").Value()) == 2 })
	w.Wait("the variation", func() bool { return strings.Contains(w.treeText(), "f6") })
	w.shot("tree-across")

	// Enlarge it with the handle between the panes.
	at := strip()
	for _, n := range w.FindAll("split pane", "") {
		if at.In(n.Extents()) {
			n.SetValue(n.Value() - 60)
		}
	}
	w.Wait("a higher strip", func() bool { return strip().Dy() > at.Dy()+30 })
	at = strip()
	w.Key("ctrl+q")
	if code := w.Exit(); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	w.Run()
	w.shows("penloup-juhem.studio")
	w.Wait("the strip as it was", func() bool { d := strip().Dy() - at.Dy(); return -4 < d && d < 4 })
	if strings.Contains(w.line(), "(") {
		t.Error("the variations are back in the list of moves")
	}
}

// TestPictures checks that a picture of the board can be copied, and exported in each format.
func TestPictures(t *testing.T) {
	t.Parallel()
	w := open(t, "../../samples/penloup-juhem.studio")
	w.shows("penloup-juhem.studio")
	w.Key("End", "ctrl+alt+r")
	w.Menu("Edit", "Copy Picture")
	w.Wait("the picture in the clipboard", func() bool {
		return strings.Contains(w.Text("Message"), "The picture is in the clipboard")
	})
	for format, head := range map[string]string{"PNG": "\x89PNG", "SVG": "<svg ", "PDF": "%PDF-", "GIF": "GIF89a"} {
		file := filepath.Join(t.TempDir(), "board."+strings.ToLower(format))
		w.Key("ctrl+alt+e")
		w.Find("dialog", "Export Picture")
		w.shot("export-picture")
		w.Find("push button", "Export…").Do()
		w.Find("file chooser", "Export Picture")
		w.Key("ctrl+a")
		w.Type(file)
		w.Key("Return")
		w.WaitGone("file chooser", "Export Picture")
		w.Wait("the file", func() bool {
			data, err := os.ReadFile(file)
			return err == nil && strings.HasPrefix(string(data), head)
		})
	}
}

// TestWebPage checks that the board can be copied as text, and the document exported as a web page.
func TestWebPage(t *testing.T) {
	t.Parallel()
	w := open(t, "../../samples/penloup-juhem.studio")
	w.shows("penloup-juhem.studio")
	w.Menu("Edit", "Copy Board as Text")
	w.Wait("the board in the clipboard", func() bool {
		return strings.Contains(w.Text("Message"), "The board is in the clipboard")
	})
	file := filepath.Join(t.TempDir(), "game")
	w.Key("ctrl+shift+w")
	w.Find("file chooser", "Export Web Page")
	w.Key("ctrl+a")
	w.Type(file)
	w.Key("Return")
	w.WaitGone("file chooser", "Export Web Page")
	w.Wait("the page", func() bool {
		data, err := os.ReadFile(file + ".html")
		return err == nil && strings.HasPrefix(string(data), "<!DOCTYPE html>") && strings.Contains(string(data), "Penloup – Juhem")
	})
	w.Wait("that it is told", func() bool { return strings.Contains(w.Text("Message"), "Saved ") })
}

// TestMotion checks that moves by pointer and keys are accepted without delay while moves are
// animated, and that the final picture equals the one without animation.
func TestMotion(t *testing.T) {
	t.Parallel()
	file := "testdata/penloup-juhem.txt"
	d := load(t, file)
	b := d.Tree.Rules().Board()
	var stills []string
	for _, on := range []bool{true, false} {
		home := t.TempDir()
		still(t, home, !on)
		w := openIn(t, home, file)
		w.shows(file)
		w.ClickAt(w.lying(d, rules.Orientation{}, b.Find("e6")))
		w.moves("1. e6")
		w.Key("Home")
		for range 20 {
			w.Key("Right")
		}
		w.Wait("the end of the line", func() bool { return int(w.Find("slider", "Move").Value()) == 20 })
		w.PointAt(image.Pt(5, 5))
		shown := ""
		w.Wait("a picture that stays", func() bool {
			at := w.Find("drawing area", "Board").Extents()
			img := w.Image()
			var now strings.Builder
			for y := at.Min.Y; y < at.Max.Y; y += 7 {
				for x := at.Min.X; x < at.Max.X; x += 7 {
					r, g, b, _ := img.At(x, y).RGBA()
					fmt.Fprint(&now, r>>8, g>>8, b>>8, " ")
				}
			}
			if now.String() == shown {
				return true
			}
			shown = now.String()
			return false
		})
		stills = append(stills, shown)
		w.Key("ctrl+q")
		w.Find("push button", "Close Without Saving").Do()
		w.Exit()
	}
	if stills[0] != stills[1] {
		t.Error("motion ends with another picture")
	}
}

package main

import (
	"image"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
)

// offered waits for an item of a context menu; those of the menu bar are not on the screen.
func (w *window) offered(title string) (item *uitest.Node) {
	w.t.Helper()
	w.Wait("item "+title, func() bool {
		for _, n := range w.FindAll("menu item", title) {
			if n.Is(uitest.Showing) {
				item = n
				return true
			}
		}
		return false
	})
	return item
}

// choose chooses an item of a context menu.
func (w *window) choose(title string) {
	w.t.Helper()
	w.offered(title).Do()
}

// TestContextMenus uses those of a node, by pointer and by key, of the list of moves, of the players and of a tab.
func TestContextMenus(t *testing.T) {
	w := open(t, "../../samples/penloup-juhem.studio", "../../samples/awale.studio")
	w.shows("awale.studio")
	w.RightClickAt(w.Find("page tab", "awale.studio").Extents().Min.Add(image.Pt(30, 12)))
	w.shot("menu-tab")
	w.choose("Close Tab")
	w.shows("penloup-juhem.studio")

	at := w.Find("drawing area", "Game tree").Extents().Min
	w.moves("(1… f6")
	w.RightClickAt(at.Add(image.Pt(20+38, 20+2*26))) // the variation beside ply 2
	w.offered("Delete Branch")
	w.shot("menu-node")
	w.choose("Delete Branch")
	w.Wait("the end of the variation", func() bool { return !strings.Contains(w.line(), "f6!?") })
	w.Key("ctrl+z")

	w.Key("Home", "shift+F10")
	w.choose("Bookmark")
	w.Find("", "• penloup-juhem.studio – Studio")

	moves := w.Find("text", "Moves").Extents()
	w.RightClickAt(moves.Min.Add(image.Pt(24, 16))) // the start
	w.choose("Bookmark")
	w.Wait("no bookmark", func() bool { return !strings.Contains(w.line(), "☆") && !strings.Contains(w.line(), "★") })

	w.RightClickAt(w.Find("label", "Juhem").Extents().Min.Add(image.Pt(5, 5)))
	w.offered("Players…")
	w.shot("menu-players")
	w.choose("Players…")
	w.Find("dialog", "Players")
	w.Key("Escape")
	w.WaitGone("dialog", "Players")
}

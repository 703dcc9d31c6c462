package main

import (
	"image"
	"strings"
	"testing"

	"boardstudio/internal/uitest"
	"boardstudio/rules"
)

// offered waits for a visible menu item, which is one of a context menu.
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

// choose selects an item of a context menu.
func (w *window) choose(title string) {
	w.t.Helper()
	w.offered(title).Do()
}

// TestContextMenus checks the context menus of a node, by pointer and by key, and those of the move
// list, the players and a tab.
func TestContextMenus(t *testing.T) {
	t.Parallel()
	w := open(t, "../../samples/penloup-juhem.studio", "../../samples/awale.studio")
	w.shows("awale.studio")
	w.RightClickAt(w.Find("page tab", "awale.studio").Extents().Min.Add(image.Pt(30, 12)))
	w.shot("menu-tab")
	w.choose("Close Tab")
	w.shows("penloup-juhem.studio")

	at := w.Find("drawing area", "Game tree").Extents().Min
	w.moves("(2. f6")
	w.RightClickAt(at.Add(image.Pt(20+38, 20+2*26))) // the variation at ply 2
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

// TestBoardMenu checks that pointer and key open the context menu of a cell.
func TestBoardMenu(t *testing.T) {
	t.Parallel()
	file := "../../samples/penloup-juhem.studio"
	w := open(t, file)
	w.shows(file)
	d := load(t, file)
	b := d.Tree.Rules().Board()
	w.RightClickAt(w.at(d, d.Tree.Root(), b.Find("c4")))
	w.offered("Export Picture…")
	w.shot("menu-board")
	for _, n := range w.FindAll("menu item", "Circle") {
		n.Do()
	}
	w.says("c4")
	w.Key("ctrl+z")
	w.RightClickAt(w.at(d, d.Tree.Root(), b.Find("c4")))
	w.choose("Rotate")
	o := b.Rotated(rules.Orientation{})
	w.ClickAt(w.lying(d, o, b.Find("d3")))
	w.moves("1. d3")
	w.Key("shift+Up", "shift+F10")
	w.offered("Mirror")
	w.shot("menu-board-key")
	w.Key("Escape")
}

// TestSetUpIsLeft checks that Escape leaves set-up mode, and asks only if the position was changed.
func TestSetUpIsLeft(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.ClickAt(w.middle())
	w.moves("1. b2")
	w.Key("ctrl+e")
	w.Find("push button", "Replace This Position")
	w.Key("Escape")
	w.WaitGone("push button", "Replace This Position")
	w.Key("ctrl+e")
	w.Find("push button", "Replace This Position")
	w.ClickAt(w.middle())
	w.Wait("the empty cell", func() bool { return w.Text("Count") == "Cross 0 · Nought 0" })
	w.shot("set-up-outcomes")
	w.Key("Escape")
	w.Find("", "Discard Set-Up")
	w.shot("set-up-leave")
	w.Key("Return") // the default loses nothing
	w.WaitGone("", "Discard Set-Up")
	if got := w.Text("Count"); got != "Cross 0 · Nought 0" {
		t.Errorf("after the default answer there is %q", got)
	}
	w.Key("Escape")
	w.Find("", "Discard Set-Up")
	w.Key("Escape")
	w.WaitGone("", "Discard Set-Up")
	w.Find("push button", "Replace This Position")
	w.Key("Escape")
	w.Find("push button", "Discard Set-Up").Do()
	w.WaitGone("push button", "Replace This Position")
	w.status("Nought to move")
	if strings.Contains(w.line(), "set-up") {
		t.Error("the set-up came into the game")
	}
}

// TestPastedGame checks that the window asks for the game of pasted moves that do not fit the open
// game.
func TestPastedGame(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Key("F9") // the comment is used to fill the clipboard
	w.Type("1. f5 d6 2. c3 d3 3. c4 f4")
	w.WaitText("Comment", "1. f5 d6 2. c3 d3 3. c4 f4")
	w.Key("ctrl+a", "ctrl+x", "Escape")
	w.Key("ctrl+shift+v")
	w.Find("dialog", "Which Game Is It?")
	w.shot("paste-which-game")
	for _, n := range w.FindAll("radio button", "Othello · 6 of 6 moves") {
		n.Do()
	}
	w.Find("push button", "Paste").Do()
	w.moves("5. c4")
	w.Key("Home")
	w.status("Black to move")
}

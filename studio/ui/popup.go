package ui

import (
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// line is a separator in a context menu.
const line = command.ID(command.Count)

// Commands of the context menus.
var (
	nodeMenu = []command.ID{
		command.Main, command.Promote, command.Demote, line,
		command.Cut, command.Copy, command.Paste, command.Duplicate, line,
		command.Comment, command.Bookmark, command.Name, line,
		command.Fold, command.Unfold, command.FoldOthers, line,
		command.Delete, command.DeleteOthers, command.DeleteAfter,
	}
	playersMenu = []command.ID{command.Players, command.Scores, line, command.Continue, command.Stop, command.Pass, command.Swap, command.Resign}
	tabMenu     = []command.ID{command.NewTab, command.Save, command.SaveAs, command.Versions, line, command.CloseTab, command.ReopenTab}
)

// boardMenu are the commands of the board's context menu, below the marks of the cell.
var boardMenu = []command.ID{
	command.Comment, command.NumberHere, command.Setup, line,
	command.CopyPosition, command.CopyPicture, command.CopyBoard, command.ExportPicture, line,
	command.Rotate, command.Mirror, command.OneBelow, command.ZoomIn, command.ZoomOut, command.ZoomFit, line,
	command.Coordinates, command.Legal,
}

// cellMarks are the marks offered in the context menu of a cell.
var cellMarks = []struct {
	tool  app.Tool
	title msg.Key
}{
	{app.ToolCircle, "Circle"},
	{app.ToolCross, "Cross Mark"},
	{app.ToolSquare, "Square"},
	{app.ToolTriangle, "Triangle"},
	{app.ToolLetter, "Letter"},
	{app.ToolNumber, "Number"},
	{app.ToolText, "Text…"},
	{app.ToolErase, "Erase"},
}

// onBoard shows the context menu of the board, with marks for the cell c if that exists. It is
// shown at the cell if the keyboard requested it.
func (p *page) onBoard(c rules.Cell, ev *gdk.Event, byKey bool) {
	menu := p.menuOf(boardMenu)
	if p.s.View.Rules().Board().Has(c) && p.s.Editable() {
		head, _ := gtk.MenuItemNewWithLabel(locale.T("Mark %s", p.s.View.Rules().Board().Cells[c].Label))
		sub, _ := gtk.MenuNew()
		for _, m := range cellMarks {
			item, _ := gtk.MenuItemNewWithLabel(locale.T(m.title))
			item.Connect("activate", func() { p.s.MarkWith(m.tool, c) })
			sub.Append(item)
		}
		head.SetSubmenu(sub)
		menu.Prepend(head)
		menu.ShowAll()
	}
	if !byKey {
		menu.PopupAtPointer(ev)
		return
	}
	at, _ := p.board.Cell(c)
	if win, err := p.board.Area.GetWindow(); err == nil {
		menu.PopupAtRect(win, gdk.RectangleNew(int(at.X), int(at.Y), int(at.W), int(at.H)), gdk.GDK_GRAVITY_CENTER, gdk.GDK_GRAVITY_NORTH_WEST, ev)
	}
}

// popup shows a context menu of commands below the centre of a widget, or at the pointer if at is
// nil. The event ev requested the menu.
func (w *window) popup(list []command.ID, at gtk.IWidget, ev *gdk.Event) {
	menu := w.menuOf(list)
	if at == nil {
		menu.PopupAtPointer(ev)
	} else {
		menu.PopupAtWidget(at, gdk.GDK_GRAVITY_CENTER, gdk.GDK_GRAVITY_NORTH_WEST, ev)
	}
}

// menuOf returns a context menu of commands.
func (w *window) menuOf(list []command.ID) *gtk.Menu {
	menu, _ := gtk.MenuNew()
	gtkx.SetName(menu, locale.T("Context menu"))
	now := w.conditions()
	for _, id := range list {
		if id == line {
			item, _ := gtk.SeparatorMenuItemNew()
			menu.Append(item)
			continue
		}
		item, _ := gtk.MenuItemNewWithLabel(locale.T(command.All[id].Title))
		item.SetSensitive(now.Allows(id))
		if keys := w.st.KeysOf(id); len(keys) > 0 {
			val, mods := gtk.AcceleratorParse(keys[0])
			gtkx.SetAccel(item, val, mods)
		}
		item.Connect("activate", func() { w.run(id) })
		menu.Append(item)
	}
	menu.Connect("selection-done", func() { gtkx.Idle(menu.Destroy) })
	menu.ShowAll()
	return menu
}

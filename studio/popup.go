package studio

import (
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
)

// line is a line between the commands of a context menu.
const line = command.ID(command.Count)

// What the context menus have.
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

// boardMenu is what a context menu of the board has below the marks of its cell.
var boardMenu = []command.ID{
	command.Comment, command.NumberHere, command.Setup, line,
	command.CopyPosition, command.CopyPicture, command.CopyBoard, command.ExportPicture, line,
	command.Rotate, command.Mirror, command.OneBelow, command.ZoomIn, command.ZoomOut, command.ZoomFit, line,
	command.Coordinates, command.Legal,
}

// cellMarks are the marks that the menu of a cell offers.
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

// onBoard shows the context menu of a cell of the board, or of none: at the cell where the keyboard asks for it.
func (p *page) onBoard(c rules.Cell, ev *gdk.Event, byKey bool) {
	menu := p.menuOf(boardMenu)
	if p.s.Rules().Board().Has(c) && p.s.Editable() {
		head, _ := gtk.MenuItemNewWithLabel(locale.T("Mark %s", p.s.Rules().Board().Cells[c].Label))
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

// popup shows a context menu of commands: in the middle of a widget, or at the pointer where at is nil. ev
// is the event that asks for it.
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

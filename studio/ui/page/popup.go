package page

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

// Line is a separator in a context menu.
const Line = command.ID(command.Count)

// Commands of the context menus.
var (
	nodeMenu = []command.ID{
		command.Main, command.Promote, command.Demote, Line,
		command.Cut, command.Copy, command.Paste, command.Duplicate, Line,
		command.Comment, command.Bookmark, command.Name, Line,
		command.Fold, command.Unfold, command.FoldOthers, Line,
		command.Delete, command.DeleteOthers, command.DeleteAfter,
	}
	playersMenu = []command.ID{command.Players, command.Scores, Line, command.Continue, command.Stop, command.Pass, command.Swap, command.Resign}
)

// boardMenu are the commands of the board's context menu, below the marks of the cell.
var boardMenu = []command.ID{
	command.Comment, command.NumberHere, command.Setup, Line,
	command.CopyPosition, command.CopyPicture, command.CopyBoard, command.ExportPicture, Line,
	command.Rotate, command.Mirror, command.OneBelow, command.ZoomIn, command.ZoomOut, command.ZoomFit, Line,
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
func (p *Page) onBoard(c rules.Cell, ev *gdk.Event, byKey bool) {
	menu := p.menuOf(boardMenu)
	if p.Session.View.Rules().Board().Has(c) && p.Session.Editable() {
		head, _ := gtk.MenuItemNewWithLabel(locale.T("Mark %s", p.Session.View.Rules().Board().Cells[c].Label))
		sub, _ := gtk.MenuNew()
		for _, m := range cellMarks {
			item, _ := gtk.MenuItemNewWithLabel(locale.T(m.title))
			item.Connect("activate", func() { p.Session.MarkWith(m.tool, c) })
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
	at, _ := p.Board.Cell(c)
	if win, err := p.Board.Area.GetWindow(); err == nil {
		menu.PopupAtRect(win, gdk.RectangleNew(int(at.X), int(at.Y), int(at.W), int(at.H)), gdk.GDK_GRAVITY_CENTER, gdk.GDK_GRAVITY_NORTH_WEST, ev)
	}
}

// Popup shows a context menu of commands below the centre of a widget, or at the pointer if at is
// nil. The event ev requested the menu.
func (p *Page) Popup(list []command.ID, at gtk.IWidget, ev *gdk.Event) {
	menu := p.menuOf(list)
	if at == nil {
		menu.PopupAtPointer(ev)
	} else {
		menu.PopupAtWidget(at, gdk.GDK_GRAVITY_CENTER, gdk.GDK_GRAVITY_NORTH_WEST, ev)
	}
}

// menuOf returns a context menu of commands.
func (p *Page) menuOf(list []command.ID) *gtk.Menu {
	menu, _ := gtk.MenuNew()
	gtkx.SetName(menu, locale.T("Context menu"))
	now := p.Conditions()
	for _, id := range list {
		if id == Line {
			item, _ := gtk.SeparatorMenuItemNew()
			menu.Append(item)
			continue
		}
		item, _ := gtk.MenuItemNewWithLabel(locale.T(command.All[id].Title))
		item.SetSensitive(now.Allows(id))
		if keys := p.Settings.KeysOf(id); len(keys) > 0 {
			val, mods := gtk.AcceleratorParse(keys[0])
			gtkx.SetAccel(item, val, mods)
		}
		item.Connect("activate", func() { p.Run(id) })
		menu.Append(item)
	}
	menu.Connect("selection-done", func() { gtkx.Idle(menu.Destroy) })
	menu.ShowAll()
	return menu
}

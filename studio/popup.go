package studio

import (
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
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

// popup shows a context menu of commands: in the middle of a widget, or at the pointer where at is nil. ev
// is the event that asks for it.
func (w *window) popup(list []command.ID, at gtk.IWidget, ev *gdk.Event) {
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
	if at == nil {
		menu.PopupAtPointer(ev)
	} else {
		menu.PopupAtWidget(at, gdk.GDK_GRAVITY_CENTER, gdk.GDK_GRAVITY_NORTH_WEST, ev)
	}
}

// secondary reports whether an event is a press of the secondary button.
func secondary(ev *gdk.Event) bool {
	e := gdk.EventButtonNewFromEvent(ev)
	return e.Type() == gdk.EVENT_BUTTON_PRESS && e.Button() == gdk.BUTTON_SECONDARY
}

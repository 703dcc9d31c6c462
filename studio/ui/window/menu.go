package window

import (
	"slices"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/studio/app/command"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// entry is the menu item of a command.
type entry struct {
	item *gtk.MenuItem
	// check is the item of a toggle command, otherwise nil.
	check *gtk.CheckMenuItem
}

// buildMenu creates the menu bar from the table of commands. The window handles keys itself instead
// of using accelerators, because a focused text field needs arrows, Home and Delete.
func (w *Window) buildMenu() *gtk.MenuBar {
	bar, _ := gtk.MenuBarNew()
	w.menu = bar
	menus := map[msg.Key]*gtk.Menu{}
	letters := command.Letters(command.Menus)
	for i, title := range command.Menus {
		head, _ := gtk.MenuItemNewWithMnemonic(gtkx.Mnemonic(locale.T(title), letters[i]))
		m, _ := gtk.MenuNew()
		head.SetSubmenu(m)
		bar.Append(head)
		menus[title] = m
	}
	for i, b := range w.Current.Commands {
		id, c, e := command.ID(i), &command.All[i], &w.items[i]
		m := menus[c.Menu]
		if c.Under != "" {
			m = under(menus, c)
		}
		if c.Section && c.Under == "" {
			line, _ := gtk.SeparatorMenuItemNew()
			m.Append(line)
		}
		text := locale.T(c.Title)
		if b.On != nil {
			e.check, _ = gtk.CheckMenuItemNewWithLabel(text)
			e.item = &e.check.MenuItem
			e.check.Connect("toggled", func() {
				if !w.filling {
					w.Run(id)
				}
			})
		} else {
			e.item, _ = gtk.MenuItemNewWithLabel(text)
			e.item.Connect("activate", func() { w.Run(id) })
		}
		if b.Menu != nil {
			*b.Menu, _ = gtk.MenuNew()
			e.item.SetSubmenu(*b.Menu)
		}
		m.Append(e.item)
	}
	w.Keys.Bind()
	return bar
}

// under returns the submenu for c. The first command of a submenu creates it.
func under(menus map[msg.Key]*gtk.Menu, c *command.Command) *gtk.Menu {
	id := c.Menu + "/" + c.Under
	if menus[id] == nil {
		if c.Section {
			line, _ := gtk.SeparatorMenuItemNew()
			menus[c.Menu].Append(line)
		}
		head, _ := gtk.MenuItemNewWithLabel(locale.T(c.Under))
		menus[id], _ = gtk.MenuNew()
		head.SetSubmenu(menus[id])
		menus[c.Menu].Append(head)
	}
	return menus[id]
}

// Run runs a command on the document in front, if its conditions are met.
func (w *Window) Run(id command.ID) {
	if w.runs(id) && w.Current.Conditions().Allows(id) {
		w.Current.Messages().Acted()
		w.Current.Commands[id].Do()
	}
	if !w.Closing {
		w.refreshMenu()
	}
}

// runs reports whether a command runs directly. The others open a menu.
func (w *Window) runs(id command.ID) bool { return w.Current.Commands[id].Do != nil }

// conditions returns the conditions of the tab in front.
func (w *Window) conditions() command.Condition { return w.Current.Conditions() }

// openMenu opens the menu for F10, which GTK does not handle in this window.
func (w *Window) openMenu(e *gdk.EventKey) bool {
	if e.KeyVal() != gdk.KEY_F10 || gtkx.PlainKey(e).Mods != 0 || w.Current.Popover != nil {
		return false
	}
	w.menu.SelectFirst(false)
	return true
}

// refreshMenu updates the menu: enabled commands, toggles, and the labels of undo and redo.
func (w *Window) refreshMenu() {
	w.filling = true
	defer func() { w.filling = false }()
	s := w.Current.Session
	now := w.conditions()
	for i := range w.items {
		e, can := &w.items[i], now.Allows(command.ID(i))
		if e.item.GetSensitive() != can {
			e.item.SetSensitive(can)
		}
		if e.check != nil {
			if on := w.Current.Commands[i].On(); e.check.GetActive() != on {
				e.check.SetActive(on)
			}
		}
	}
	t := s.View.Tree()
	undo, redo := t.UndoLabel(), t.RedoLabel()
	if s.Setup() != nil {
		undo, redo = "", ""
	}
	setLabel(w.items[command.Undo].item, locale.T("Undo"), undo)
	setLabel(w.items[command.Redo].item, locale.T("Redo"), redo)
	for i, id := range []command.ID{command.Overlay1, command.Overlay2, command.Overlay3} {
		setLabel(w.items[id].item, locale.T(command.All[id].Title), w.Current.Overlay(i).Title)
	}
	w.undoButton.SetSensitive(now.Allows(command.Undo))
	w.redoButton.SetSensitive(now.Allows(command.Redo))
	w.SaveButton.SetSensitive(now.Allows(command.Save))
	w.Current.Enable(now)
}

// setLabel sets the label of an undo or redo item.
func setLabel(item *gtk.MenuItem, verb string, what msg.Key) {
	if what != "" {
		verb = locale.T("%s: %s", verb, locale.T(what))
	}
	if item.GetLabel() != verb {
		item.SetLabel(verb)
	}
}

// fill replaces the items of a menu by n choices. If n is 0, the menu shows the text none.
func fill(m *gtk.Menu, n int, none string, choice func(i int) (text, tip string, do func())) {
	gtkx.Empty(&m.Container)
	for i := range n {
		text, tip, do := choice(i)
		item, _ := gtk.MenuItemNewWithLabel(text)
		item.SetTooltipText(tip)
		item.Connect("activate", do)
		m.Append(item)
	}
	if n == 0 {
		item, _ := gtk.MenuItemNewWithLabel(none)
		item.SetSensitive(false)
		m.Append(item)
	}
	m.ShowAll()
}

// fillRecent fills the menus of recent files and closed documents.
func (w *Window) fillRecent() {
	fill(w.recent, len(w.st.Recent), locale.T("No recent files"), func(i int) (text, tip string, do func()) {
		path := w.st.Recent[i]
		return locale.FileName(path), locale.Shown(path), func() { w.OpenFile(path, nil, nil) }
	})
	fill(w.closedMenu, len(w.st.Closed), locale.T("No documents were closed in the last 30 days"), func(i int) (text, tip string, do func()) {
		t := w.st.Closed[i]
		text = t.Title + " · " + docfile.Since(t.Closed)
		if t.Journal != "" {
			text += " · " + locale.T("not saved")
		}
		return text, t.Path, func() {
			if i := slices.IndexFunc(w.st.Closed, func(x settings.Tab) bool { return x.Closed.Equal(t.Closed) }); i >= 0 {
				w.Reopen(w.st.TakeClosed(i), nil)
			}
		}
	})
}

package studio

import (
	"path/filepath"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/studio/app"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
)

// entry is a command in the window: its menu item, and what it does.
type entry struct {
	binding
	item *gtk.MenuItem
	// check is item where the command is a switch.
	check *gtk.CheckMenuItem
}

// buildMenu makes the menu bar and the table of keys from the table of commands. Keys are
// handled by the window itself, not by accelerators, since arrows, Home or
// Delete belong to a text field while one has the focus.
func (w *window) buildMenu() *gtk.MenuBar {
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
	for i, b := range w.bindings() {
		id, c, e := command.ID(i), &command.All[i], &w.commands[i]
		e.binding = b
		m := menus[c.Menu]
		if c.Under != "" {
			m = under(menus, c)
		}
		if c.Section && c.Under == "" {
			line, _ := gtk.SeparatorMenuItemNew()
			m.Append(line)
		}
		text := locale.T(c.Title)
		if b.on != nil {
			e.check, _ = gtk.CheckMenuItemNewWithLabel(text)
			e.item = &e.check.MenuItem
			e.check.Connect("toggled", func() {
				if !w.filling {
					w.run(id)
				}
			})
		} else {
			e.item, _ = gtk.MenuItemNewWithLabel(text)
			e.item.Connect("activate", func() { w.run(id) })
		}
		if b.menu != nil {
			*b.menu, _ = gtk.MenuNew()
			e.item.SetSubmenu(*b.menu)
		}
		m.Append(e.item)
	}
	w.keys.bind()
	return bar
}

// under returns the menu within a menu that c stands in; the first command of it makes it.
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

// run runs a command if it makes sense now.
func (w *window) run(id command.ID) {
	if w.runs(id) && w.conditions().Allows(id) {
		w.commands[id].do()
	}
	w.refreshMenu()
}

// runs reports whether a command does something at once: some open a menu.
func (w *window) runs(id command.ID) bool { return w.commands[id].do != nil }

func (w *window) conditions() command.Condition { return w.s.Conditions() }

// refreshMenu shows which commands make sense, which switches are on, and what
// undo and redo would do.
func (w *window) refreshMenu() {
	w.filling = true
	defer func() { w.filling = false }()
	now := w.conditions()
	for i := range w.commands {
		e, can := &w.commands[i], now.Allows(command.ID(i))
		if e.item.GetSensitive() != can {
			e.item.SetSensitive(can)
		}
		if e.check != nil && e.check.GetActive() != e.on() {
			e.check.SetActive(e.on())
		}
	}
	t := w.s.Tree()
	undo, redo := t.UndoLabel(), t.RedoLabel()
	if w.s.Setup() != nil {
		undo, redo = "", ""
	}
	setLabel(w.commands[command.Undo].item, locale.T("Undo"), undo)
	setLabel(w.commands[command.Redo].item, locale.T("Redo"), redo)
	w.undoButton.SetSensitive(now.Allows(command.Undo))
	w.redoButton.SetSensitive(now.Allows(command.Redo))
	w.saveButton.SetSensitive(w.s.Setup() == nil)
	w.swapButton.SetVisible(now.Allows(command.Swap))
}

func setLabel(item *gtk.MenuItem, verb string, what msg.Key) {
	if what != "" {
		verb += ": " + locale.T(what)
	}
	if item.GetLabel() != verb {
		item.SetLabel(verb)
	}
}

// fillRecent lists the recent files in their menu.
func (w *window) fillRecent() {
	var items []*gtk.MenuItem
	for _, path := range w.st.Recent {
		item, _ := gtk.MenuItemNewWithLabel(filepath.Base(path))
		item.SetTooltipText(path)
		item.Connect("activate", func() { w.unlessUnsaved(func() { w.s.File.Open(path, nil) }) })
		items = append(items, item)
	}
	fillMenu(w.recent, items, locale.T("No files yet"))
}

// fillMenu replaces the items of a menu; none stands there without any.
func fillMenu(m *gtk.Menu, items []*gtk.MenuItem, none string) {
	gtkx.Empty(&m.Container)
	for _, item := range items {
		m.Append(item)
	}
	if len(items) == 0 {
		item, _ := gtk.MenuItemNewWithLabel(none)
		item.SetSensitive(false)
		m.Append(item)
	}
	m.ShowAll()
}

// keyPressed sends a key to its command, to the board, or leaves it to GTK.
func (w *window) keyPressed(e *gdk.EventKey) bool {
	val, k := e.KeyVal(), gtkx.PlainKey(e)
	if w.popover != nil {
		return false
	}
	if w.ahead.Take(e) {
		return true
	}
	typing := w.typing()
	if typing {
		w.notes.settle()
	}
	if w.notes.text.key(k) {
		return true
	}
	if typing {
		if val == gdk.KEY_Escape {
			w.board.area.GrabFocus()
			return true
		}
		if gtkx.ForText(val, k) {
			return false
		}
	}
	if val == gdk.KEY_F10 && k.Mods == 0 { // which GTK does not do by itself here
		w.menu.SelectFirst(false)
		return true
	}
	if !typing && w.board.key(k, val) {
		return true
	}
	return w.runKey(e)
}

// escape leaves the innermost thing: what Session.Escape does, a message, full screen. A
// message goes before a position that is being set up does.
func (w *window) escape() bool {
	switch {
	case w.s.Setup() == nil && w.s.Escape(), w.s.Cursor.Hide():
	case w.bar.shown():
		w.bar.hide()
	case w.s.Escape():
	case w.full:
		w.run(command.Fullscreen)
	default:
		return false
	}
	return true
}

// runKey runs the command that has the key; false when none has.
func (w *window) runKey(e *gdk.EventKey) bool {
	id, ok := w.keys.of(e)
	if ok {
		w.run(id)
	}
	return ok
}

// keysChanged shows changed keys everywhere and keeps them.
func (w *window) keysChanged() {
	w.keys.bind()
	if w.helpShown != nil {
		w.helpShown()
	}
	w.lists.Changed(uint(app.TopicAll))
	w.s.SaveSettings()
}

// tip gives a widget the title and the key of a command as its tooltip.
func (w *window) tip(widget gtk.IWidget, id command.ID) { w.keys.tip(widget, id) }

// typing reports whether a text field has the focus.
func (w *window) typing() bool {
	f, err := w.win.GetFocus()
	if err != nil || f == nil {
		return false
	}
	switch f.ToWidget().TypeFromInstance().Name() {
	case "GtkEntry", "GtkSpinButton", "GtkSearchEntry":
		return true
	case "GtkTextView":
		return f.ToWidget().Native() == w.notes.text.view.Native()
	}
	return false
}

// iconButton returns a flat button with a picture, which is called and tipped
// as the command.
func (w *window) iconButton(icon string, id command.ID) *gtk.Button {
	b, _ := gtk.ButtonNewFromIconName(icon, gtk.ICON_SIZE_BUTTON)
	w.bind(b, id)
	return b
}

// bind makes a button run a command, whose name and tip it has.
func (w *window) bind(b *gtk.Button, id command.ID) {
	w.tip(b, id)
	b.SetFocusOnClick(false)
	gtkx.SetName(b, locale.T(command.All[id].Title))
	b.Connect("clicked", func() { w.run(id) })
}

package studio

import (
	"maps"
	"path/filepath"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
)

// command is an app.Command in the window: its menu item, and what it does.
type command struct {
	*app.Command
	item *gtk.MenuItem
	// check is item where the command is a switch.
	check *gtk.CheckMenuItem
	run   func()
}

// switches are the commands that are on or off.
func (w *window) switches() map[string]func() bool {
	return map[string]func() bool{
		"legal":       func() bool { return w.st.ShowLegal },
		"coordinates": func() bool { return w.st.Coordinates },
		"dark":        func() bool { return w.st.Dark },
		"sounds":      func() bool { return w.st.Sounds },
		"fullscreen":  func() bool { return w.full },
		"bookmark":    func() bool { return w.s.Node().Bookmarked() },
	}
}

// buildMenu makes the menu bar and the table of keys from app.Commands. Keys are
// handled by the window itself, not by accelerators, since arrows, Home or
// Delete belong to a text field while one has the focus.
func (w *window) buildMenu() *gtk.MenuBar {
	bar, _ := gtk.MenuBarNew()
	w.menu = bar
	w.commands = map[string]*command{}
	on := w.switches()
	dialogs := w.dialogs()
	maps.Copy(dialogs, w.branchDialogs())
	menus := map[msg.Key]*gtk.Menu{}
	letters := app.MenuLetters()
	for i, title := range app.Menus {
		head, _ := gtk.MenuItemNewWithMnemonic(gtkx.Mnemonic(locale.T(title), letters[i]))
		m, _ := gtk.MenuNew()
		head.SetSubmenu(m)
		bar.Append(head)
		menus[title] = m
	}
	for i := range app.Commands {
		c := &command{Command: &app.Commands[i]}
		m := menus[c.Menu]
		if c.Under != "" {
			m = under(menus, c.Command)
		}
		if c.Section && c.Under == "" {
			line, _ := gtk.SeparatorMenuItemNew()
			m.Append(line)
		}
		text := locale.T(c.Title)
		if _, ok := on[c.ID]; ok {
			c.check, _ = gtk.CheckMenuItemNewWithLabel(text)
			c.item = &c.check.MenuItem
		} else {
			c.item, _ = gtk.MenuItemNewWithLabel(text)
		}
		c.run = dialogs[c.ID]
		if c.run == nil && c.Do != nil {
			c.run = func() { c.Do(w.s) }
		}
		switch {
		case c.ID == "recent":
			w.recent, _ = gtk.MenuNew()
			c.item.SetSubmenu(w.recent)
		case c.ID == "play-script":
			w.scriptMenu, _ = gtk.MenuNew()
			c.item.SetSubmenu(w.scriptMenu)
		case c.check != nil:
			c.check.Connect("toggled", func() {
				if !w.filling {
					w.do(c)
				}
			})
		default:
			c.item.Connect("activate", func() { w.do(c) })
		}
		m.Append(c.item)
		w.commands[c.ID] = c
	}
	w.bindKeys()
	return bar
}

// under returns the menu within a menu that c stands in; the first command of it makes it.
func under(menus map[msg.Key]*gtk.Menu, c *app.Command) *gtk.Menu {
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

// do runs a command if it makes sense now.
func (w *window) do(c *command) {
	if c.run != nil && (c.Can == nil || c.Can(w.s)) {
		c.run()
	}
	w.refreshMenu()
}

// run runs the command with the id.
func (w *window) run(id string) { w.do(w.commands[id]) }

// refreshMenu shows which commands make sense, which switches are on, and what
// undo and redo would do.
func (w *window) refreshMenu() {
	w.filling = true
	defer func() { w.filling = false }()
	on := w.switches()
	for id, c := range w.commands {
		can := c.Can == nil || c.Can(w.s)
		if c.item.GetSensitive() != can {
			c.item.SetSensitive(can)
		}
		if c.check != nil && c.check.GetActive() != on[id]() {
			c.check.SetActive(on[id]())
		}
	}
	t := w.s.Tree()
	undo, redo := t.UndoLabel(), t.RedoLabel()
	if w.s.Setup() != nil {
		undo, redo = "", ""
	}
	setLabel(w.commands["undo"], locale.T("Undo"), undo)
	setLabel(w.commands["redo"], locale.T("Redo"), redo)
	w.undoButton.SetSensitive(w.commands["undo"].Can(w.s))
	w.redoButton.SetSensitive(w.commands["redo"].Can(w.s))
	w.saveButton.SetSensitive(w.s.Setup() == nil)
}

func setLabel(c *command, verb string, what msg.Key) {
	if what != "" {
		verb += ": " + locale.T(what)
	}
	if c.item.GetLabel() != verb {
		c.item.SetLabel(verb)
	}
}

// fillRecent lists the recent files in their menu.
func (w *window) fillRecent() {
	w.recent.GetChildren().Foreach(func(v any) {
		if x, ok := v.(*gtk.Widget); ok {
			x.Destroy()
		}
	})
	for _, path := range w.st.Recent {
		item, _ := gtk.MenuItemNewWithLabel(filepath.Base(path))
		item.SetTooltipText(path)
		item.Connect("activate", func() { w.unlessUnsaved(func() { w.s.Open(path, nil) }) })
		w.recent.Append(item)
	}
	if len(w.st.Recent) == 0 {
		item, _ := gtk.MenuItemNewWithLabel(locale.T("No files yet"))
		item.SetSensitive(false)
		w.recent.Append(item)
	}
	w.recent.ShowAll()
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
	if !typing && w.boardKey(k, val) {
		return true
	}
	return w.runKey(e)
}

// runKey runs the command that has the key; false when none has.
func (w *window) runKey(e *gdk.EventKey) bool {
	for _, k := range gtkx.KeyForms(e) {
		if c := w.keys[k]; c != nil {
			w.do(c)
			return true
		}
	}
	return false
}

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
func (w *window) iconButton(icon, id string) *gtk.Button {
	b, _ := gtk.ButtonNewFromIconName(icon, gtk.ICON_SIZE_BUTTON)
	c := app.CommandByID(id)
	w.tip(b, c)
	b.SetFocusOnClick(false)
	gtkx.SetName(b, locale.T(c.Title))
	b.Connect("clicked", func() { w.run(id) })
	return b
}

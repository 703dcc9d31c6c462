package studio

import (
	"path/filepath"
	"slices"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/command"
	"boardstudio/studio/docfile"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/settings"
)

// entry is a command in the menu.
type entry struct {
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
	for i, b := range w.cur.commands {
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

// run runs a command on the document that is shown, if it makes sense now.
func (w *window) run(id command.ID) {
	if w.runs(id) && w.conditions().Allows(id) {
		w.cur.messages().Acted()
		w.cur.commands[id].do()
	}
	if !w.closing {
		w.refreshMenu()
	}
}

// runs reports whether a command does something at once: some open a menu.
func (w *window) runs(id command.ID) bool { return w.cur.commands[id].do != nil }

func (w *window) conditions() command.Condition {
	if w.cur.onStart {
		return w.cur.front.conditions()
	}
	return w.cur.s.Conditions() | w.cur.looks.Conditions()
}

// refreshMenu shows which commands make sense, which switches are on, and what
// undo and redo would do.
func (w *window) refreshMenu() {
	w.filling = true
	defer func() { w.filling = false }()
	s := w.cur.s
	now := w.conditions()
	for i := range w.items {
		e, can := &w.items[i], now.Allows(command.ID(i))
		if e.item.GetSensitive() != can {
			e.item.SetSensitive(can)
		}
		if e.check != nil {
			if on := w.cur.commands[i].on(); e.check.GetActive() != on {
				e.check.SetActive(on)
			}
		}
	}
	t := s.Tree()
	undo, redo := t.UndoLabel(), t.RedoLabel()
	if s.Setup() != nil {
		undo, redo = "", ""
	}
	setLabel(w.items[command.Undo].item, locale.T("Undo"), undo)
	setLabel(w.items[command.Redo].item, locale.T("Redo"), redo)
	for i, id := range []command.ID{command.Overlay1, command.Overlay2, command.Overlay3} {
		setLabel(w.items[id].item, locale.T(command.All[id].Title), w.cur.overlay(i).Title)
	}
	w.undoButton.SetSensitive(now.Allows(command.Undo))
	w.redoButton.SetSensitive(now.Allows(command.Redo))
	w.saveButton.SetSensitive(now.Allows(command.Save))
	if !w.cur.onStart {
		w.cur.swapButton.SetVisible(now.Allows(command.Swap))
		w.cur.replay.Enable(now, s.Running())
	}
}

// overlay returns one of the overlays that the game has besides the legal moves, the zero value where it has fewer.
func (p *page) overlay(i int) (o rules.OverlayKind) {
	if all := rules.Overlays(p.s.Rules()); i+1 < len(all) {
		o = all[i+1]
	}
	return o
}

// setLabel says in a menu what a command is about.
func setLabel(item *gtk.MenuItem, verb string, what msg.Key) {
	if what != "" {
		verb = locale.T("%s: %s", verb, locale.T(what))
	}
	if item.GetLabel() != verb {
		item.SetLabel(verb)
	}
}

// fill replaces the items of a menu by n choices; none stands there without any.
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

// fillRecent lists the recent files and what was closed in their menus.
func (w *window) fillRecent() {
	fill(w.recent, len(w.st.Recent), locale.T("No files yet"), func(i int) (text, tip string, do func()) {
		path := w.st.Recent[i]
		return filepath.Base(path), path, func() { w.openFile(path, nil) }
	})
	fill(w.lately, len(w.st.Closed), locale.T("Nothing was closed in the last 30 days"), func(i int) (text, tip string, do func()) {
		t := w.st.Closed[i]
		text = t.Title + " · " + docfile.Since(t.Closed)
		if t.Journal != "" {
			text += " · " + locale.T("not saved")
		}
		return text, t.Path, func() {
			if i := slices.IndexFunc(w.st.Closed, func(x settings.Tab) bool { return x.Closed.Equal(t.Closed) }); i >= 0 {
				w.d.reopen(w, w.st.TakeClosed(i), nil)
			}
		}
	})
}

// keyPressed sends a key to its command, to the board, or leaves it to GTK.
func (p *page) keyPressed(e *gdk.EventKey) bool {
	val, k := e.KeyVal(), gtkx.PlainKey(e)
	if !p.onStart {
		p.board.Still()
	}
	if p.popover != nil {
		return false
	}
	if p.ahead.Take(e) {
		return true
	}
	if p.onStart {
		return p.startKey(e)
	}
	typing := p.typing()
	if typing {
		p.notes.Settle()
	}
	if p.notes.Key(k) {
		return true
	}
	if typing {
		if val == gdk.KEY_Escape {
			p.board.Area.GrabFocus()
			return true
		}
		if gtkx.ForText(val, k) {
			return false
		}
	}
	if val != gdk.KEY_Escape && p.hold(e) {
		return true
	}
	if val == gdk.KEY_Menu || val == gdk.KEY_F10 && k.Mods == gdk.SHIFT_MASK {
		c := p.s.Cursor.Cell()
		if _, seen := p.board.Cell(c); seen && p.board.Area.HasFocus() {
			p.onBoard(c, e.Event, true)
		} else {
			p.popup(nodeMenu, p.tree.Area, e.Event)
		}
		return true
	}
	if val == gdk.KEY_F10 && k.Mods == 0 { // which GTK does not do by itself here
		p.menu.SelectFirst(false)
		return true
	}
	if !typing && (p.engines.key(k) || p.board.Key(k, val)) {
		return true
	}
	return p.runKey(e)
}

// hold keeps a key that comes while the document is being changed in pieces. It returns false when the key can be used at once.
func (p *page) hold(e *gdk.EventKey) bool {
	return !p.onStart && p.s.Later(func() (do, drop func()) { return gtkx.Again(p.win, e) })
}

// escape leaves the innermost thing: what Session.Escape does, a message, full screen. A
// message goes before a position that is being set up does.
func (p *page) escape() bool {
	switch {
	case p.s.Setup() == nil && p.s.Escape(), p.s.Cursor.Hide():
	case p.messages().Shown():
		p.messages().Hide()
	case p.s.Setup() != nil && p.s.Setup().Undoable():
		gtkx.Sure(p.win, locale.T("Leave the set-up? The game stays as it is, and what you laid out is lost."), locale.T("Leave"), func() { p.s.Escape() })
	case p.s.Escape():
	case p.full:
		p.run(command.Fullscreen)
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

// tip gives a widget the title and the key of a command as its tooltip.
func (w *window) tip(widget gtk.IWidget, id command.ID) { w.keys.tip(widget, id) }

// typing reports whether a text field has the focus.
func (p *page) typing() bool {
	f, err := p.win.GetFocus()
	if err != nil || f == nil {
		return false
	}
	switch f.ToWidget().TypeFromInstance().Name() {
	case "GtkEntry", "GtkSpinButton", "GtkSearchEntry":
		return true
	case "GtkTextView":
		return f.ToWidget().Native() == p.notes.View.Native()
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

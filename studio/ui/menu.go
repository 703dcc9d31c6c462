package ui

import (
	"slices"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/rules"
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

// run runs a command on the document in front, if its conditions are met.
func (w *window) run(id command.ID) {
	if w.runs(id) && w.conditions().Allows(id) {
		w.cur.messages().Acted()
		w.cur.commands[id].do()
	}
	if !w.closing {
		w.refreshMenu()
	}
}

// runs reports whether a command runs directly. The others open a menu.
func (w *window) runs(id command.ID) bool { return w.cur.commands[id].do != nil }

func (w *window) conditions() command.Condition {
	if w.cur.onStart {
		return w.cur.front.conditions()
	}
	return w.cur.s.Conditions() | w.cur.looks.Conditions()
}

// refreshMenu updates the menu: enabled commands, toggles, and the labels of undo and redo.
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
	t := s.View.Tree()
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
		w.cur.replay.Enable(now, s.Game.Running())
	}
}

// overlay returns overlay number i of the game, not counting the legal moves. It returns the zero
// value if the game has fewer.
func (p *page) overlay(i int) (o rules.OverlayKind) {
	if all := rules.Overlays(p.s.View.Rules()); i+1 < len(all) {
		o = all[i+1]
	}
	return o
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
func (w *window) fillRecent() {
	fill(w.recent, len(w.st.Recent), locale.T("No recent files"), func(i int) (text, tip string, do func()) {
		path := w.st.Recent[i]
		return locale.FileName(path), locale.Shown(path), func() { w.openFile(path, nil) }
	})
	fill(w.closedMenu, len(w.st.Closed), locale.T("No documents were closed in the last 30 days"), func(i int) (text, tip string, do func()) {
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

// keyPressed passes a key to its command or to the board. Otherwise GTK handles it.
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
	if val == gdk.KEY_F10 && k.Mods == 0 { // GTK does not handle F10 in this window
		p.menu.SelectFirst(false)
		return true
	}
	if !typing && (p.engines.key(k) || p.board.Key(k, val)) {
		return true
	}
	return p.runKey(e)
}

// hold queues a key while the document is being changed step by step. It returns false if the key
// can be handled at once.
func (p *page) hold(e *gdk.EventKey) bool {
	return !p.onStart && p.s.Later(func() (do, drop func()) { return gtkx.Again(p.win, e) })
}

// escape leaves the innermost mode: it calls Session.Escape, hides a message, or leaves full
// screen. In set-up mode, it hides a message first.
func (p *page) escape() bool {
	switch {
	case p.s.Setup() == nil && p.s.Escape(), p.s.Cursor.Hide():
	case p.messages().Shown():
		p.messages().Hide()
	case p.s.Setup() != nil && p.s.Setup().Undoable():
		gtkx.Sure(p.win, locale.T("Discard the set-up? The game is not changed, and your set-up is lost."), locale.T("Discard Set-Up"), func() { p.s.Escape() })
	case p.s.Escape():
	case p.full:
		p.run(command.Fullscreen)
	default:
		return false
	}
	return true
}

// runKey runs the command of a key. It returns false if the key has no command.
func (w *window) runKey(e *gdk.EventKey) bool {
	id, ok := w.keys.of(e)
	if ok {
		w.run(id)
	}
	return ok
}

// tip sets the tooltip of a widget to the title and the key of a command.
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

// iconButton returns a flat button for a command, with an icon.
func (w *window) iconButton(icon string, id command.ID) *gtk.Button {
	b, _ := gtk.ButtonNewFromIconName(icon, gtk.ICON_SIZE_BUTTON)
	w.bind(b, id)
	return b
}

// bind connects a button to a command and sets its name and tooltip.
func (w *window) bind(b *gtk.Button, id command.ID) {
	w.tip(b, id)
	b.SetFocusOnClick(false)
	gtkx.SetName(b, locale.T(command.All[id].Title))
	b.Connect("clicked", func() { w.run(id) })
}

package page

import (
	"github.com/gotk3/gotk3/gdk"

	"boardstudio/studio/app/command"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// KeyPressed passes a key to its command or to the board. Otherwise GTK handles it.
func (p *Page) KeyPressed(e *gdk.EventKey) bool {
	val, k := e.KeyVal(), gtkx.PlainKey(e)
	if !p.OnStart {
		p.Board.Still()
	}
	if p.Popover != nil {
		return false
	}
	if p.ahead.Take(e) {
		return true
	}
	if p.OnStart {
		return p.startKey(e)
	}
	typing := p.typing()
	if typing {
		p.Notes.Settle()
	}
	if p.Notes.Key(k) {
		return true
	}
	if typing {
		if val == gdk.KEY_Escape {
			p.Board.Area.GrabFocus()
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
		c := p.Session.Cursor.Cell()
		if _, seen := p.Board.Cell(c); seen && p.Board.Area.HasFocus() {
			p.onBoard(c, e.Event, true)
		} else {
			p.Popup(nodeMenu, p.tree.Area, e.Event)
		}
		return true
	}
	if val == gdk.KEY_F10 && k.Mods == 0 { // opens the menu of the window
		return false
	}
	if !typing && (p.Engines.Key(k) || p.Board.Key(k, val)) {
		return true
	}
	return p.Keys.RunKey(e)
}

// hold queues a key while the document is being changed step by step. It returns false if the key
// can be handled at once.
func (p *Page) hold(e *gdk.EventKey) bool {
	return !p.OnStart && p.Session.Later(func() (do, drop func()) { return gtkx.Again(p.Win, e) })
}

// escape leaves the innermost mode: it calls Session.Escape, hides a message, or leaves full
// screen. In set-up mode, it hides a message first.
func (p *Page) escape() bool {
	switch {
	case p.Session.Setup() == nil && p.Session.Escape(), p.Session.Cursor.Hide():
	case p.Messages().Shown():
		p.Messages().Hide()
	case p.Session.Setup() != nil && p.Session.Setup().Undoable():
		gtkx.Sure(p.Win, locale.T("Discard the set-up? The game is not changed, and your set-up is lost."), locale.T("Discard Set-Up"), func() { p.Session.Escape() })
	case p.Session.Escape():
	case p.Commands[command.Fullscreen].On():
		p.Run(command.Fullscreen)
	default:
		return false
	}
	return true
}

// typing reports whether a text field has the focus.
func (p *Page) typing() bool {
	f, err := p.Win.GetFocus()
	if err != nil || f == nil {
		return false
	}
	switch f.ToWidget().TypeFromInstance().Name() {
	case "GtkEntry", "GtkSpinButton", "GtkSearchEntry":
		return true
	case "GtkTextView":
		return f.ToWidget().Native() == p.Notes.View.Native()
	}
	return false
}

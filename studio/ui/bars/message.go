// Package bars implements the lines above and below the board: players and clocks, messages,
// background jobs, advice, and controls for replay, play, set-up and guess mode.
package bars

import (
	"time"
	"unicode/utf8"

	"github.com/gotk3/gotk3/gtk"
	"github.com/gotk3/gotk3/pango"

	"boardstudio/studio/app"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// Message is the message line below the board. It keeps its height while it is empty, so the board
// does not move under the pointer. A message about an edit offers to undo it until the next edit.
// Other messages disappear with the next user input. All except warnings time out.
type Message struct {
	Box *gtk.Box

	icon              *gtk.Image
	text              *gtk.Label
	undo, more, close *gtk.Button
	offer             *gtk.Button  // an action related to the message
	offered           func()       // nil if the message has no offer
	popover           *gtk.Popover // full text of a long message
	whole             *gtk.Label
	revision          func() uint64
	stop              func()

	level app.Level // level of the current message, without app.Undoable
	said  string    // "" if the line is empty
	edit  uint64    // revision of the edit in the message, or 0
}

// How long messages stay. Longer texts stay longer.
const (
	messageTime = 8 * time.Second
	editTime    = 20 * time.Second
	readingTime = 60 * time.Millisecond // per character
)

// stays returns how long a message stays, or 0 if it stays until it is closed.
func stays(l app.Level, text string) time.Duration {
	switch l {
	case app.Note | app.Undoable, app.Problem | app.Undoable:
		return editTime
	case app.Note:
		return messageTime
	case app.Problem:
		return max(messageTime, 3*time.Second+time.Duration(utf8.RuneCountInString(text))*readingTime)
	}
	return 0
}

// NewMessage returns an empty message line. The function revision returns the revision of the
// document; undo undoes the last edit.
func NewMessage(revision func() uint64, undo func()) *Message {
	m := &Message{revision: revision}
	m.Box = gtkx.HBox(8)
	gtkx.AddClass(m.Box, "message")
	m.icon, _ = gtk.ImageNew()
	m.text = gtkx.Label("")
	m.text.SetEllipsize(pango.ELLIPSIZE_END)
	gtkx.SetID(m.text, "Message")
	m.undo = flatButton(locale.T("Undo"), undo)
	gtkx.SetName(m.undo, locale.T("Undo This Edit")) // unlike Undo in the header bar, for any change
	m.more = flatButton(locale.T("More"), func() { m.popover.Popup() })
	m.more.SetTooltipText(locale.T("Show the whole message"))
	m.offer = flatButton("", func() {
		if m.offered != nil {
			m.offered()
		}
	})
	m.close, _ = gtk.ButtonNewFromIconName("window-close-symbolic", gtk.ICON_SIZE_MENU)
	m.close.SetRelief(gtk.RELIEF_NONE)
	m.close.SetFocusOnClick(false)
	m.close.Connect("clicked", m.Hide)
	gtkx.SetName(m.close, locale.T("Close Message"))

	m.whole = gtkx.Wrapped("", 60)
	m.whole.SetSelectable(true)
	gtkx.Margins(m.whole, 14, 10)
	m.popover, _ = gtk.PopoverNew(m.more)
	gtkx.EndWith(m.more, m.popover)
	m.popover.SetPosition(gtk.POS_TOP)
	m.popover.Add(m.whole)
	m.whole.Show()

	m.Box.PackStart(m.icon, false, false, 0)
	m.Box.PackStart(m.text, false, true, 0)
	gtkx.Pack(m.Box, m.more, m.undo, m.offer)
	m.Box.PackEnd(m.close, false, false, 0)
	for _, w := range []interface{ SetNoShowAll(bool) }{m.icon, m.text, m.undo, m.offer, m.more, m.close} {
		w.SetNoShowAll(true)
	}
	m.Box.Connect("destroy", m.cancel) // otherwise the timer would keep the whole page in memory
	m.text.Connect("size-allocate", func() {
		if m.more.GetVisible() != m.long() {
			gtkx.Idle(func() { m.more.SetVisible(m.long()) }) // a button shown during allocation gets no space
		}
	})
	return m
}

// long reports whether the message is ellipsized.
func (m *Message) long() bool { return m.said != "" && gtkx.Ellipsized(m.text) }

// flatButton returns a button for a line of text.
func flatButton(title string, do func()) *gtk.Button {
	b := gtkx.Button(title, do)
	gtkx.AddClass(b, "inline")
	b.SetFocusOnClick(false)
	b.SetVAlign(gtk.ALIGN_CENTER)
	return b
}

// Say shows a message. Its level determines how long it stays.
func (m *Message) Say(l app.Level, text string) {
	m.cancel()
	m.said, m.level, m.edit, m.offered = gtkx.Sentence(text), l&^app.Undoable, 0, nil
	if l&app.Undoable != 0 {
		m.edit = m.revision()
	}
	m.icon.SetFromIconName(map[app.Level]string{
		app.Note: "dialog-information-symbolic", app.Warning: "dialog-warning-symbolic", app.Problem: "dialog-error-symbolic",
	}[m.level], gtk.ICON_SIZE_MENU)
	m.text.SetText(m.said)
	m.text.SetTooltipText(m.said)
	m.whole.SetText(m.said)
	m.show(true)
	gtkx.Announce(m.text, m.said)
	if d := stays(l, text); d > 0 {
		m.stop = gtkx.Loop{}.After(d, func() { m.stop = nil; m.Hide() })
	}
}

// Offer adds a button to the current message. The next message removes it.
func (m *Message) Offer(title, about string, do func()) {
	m.offer.SetLabel(title)
	m.offer.SetTooltipText(about)
	m.offered = do
	m.offer.Show()
}

// show shows or hides the widgets of the message.
func (m *Message) show(on bool) {
	gtkx.SetClass(m.Box, "edge-top", on)
	gtkx.SetClass(m.Box, "warning", on && m.level == app.Warning)
	gtkx.SetClass(m.Box, "error", on && m.level == app.Problem)
	m.icon.SetVisible(on)
	m.text.SetVisible(on)
	m.undo.SetVisible(on && m.edit != 0)
	m.offer.SetVisible(on && m.offered != nil)
	m.close.SetVisible(on && m.level != app.Note)
	if !on {
		m.more.SetVisible(false)
	}
}

// Acted is called on user input. It hides the message, except warnings and messages about an edit.
func (m *Message) Acted() {
	if m.edit == 0 && m.level != app.Warning {
		m.Hide()
	}
}

// Edited is called when the document may have changed. An edit that is no longer the last one
// cannot be undone from the message, which is hidden. A warning stays without its undo button.
func (m *Message) Edited() {
	if m.edit == 0 || m.edit == m.revision() {
		return
	}
	if m.level == app.Warning {
		m.edit = 0
		m.show(true)
		return
	}
	m.Hide()
}

func (m *Message) cancel() {
	if m.stop != nil {
		m.stop()
		m.stop = nil
	}
}

// Content returns the message, or "" if the line is empty.
func (m *Message) Content() string { return m.said }

// Shown reports whether a message is shown.
func (m *Message) Shown() bool { return m.said != "" }

// Hide closes the message and its popover, and forgets the text.
func (m *Message) Hide() {
	m.cancel()
	m.popover.Popdown()
	m.said, m.edit = "", 0
	m.text.SetText("")
	m.show(false)
}

// Take shows the message of another line.
func (m *Message) Take(o *Message) {
	if o.Shown() {
		offered := o.offered
		m.Say(o.level, o.said)
		if offered != nil {
			title, _ := o.offer.GetLabel()
			about, _ := o.offer.GetTooltipText()
			m.Offer(title, about, offered)
		}
	}
}

// Package bars has the lines above and below the board: the players with their clocks, what happened, what goes on in the
// background, advice, stepping and playing, setting up and guessing.
package bars

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gotk3/gotk3/gtk"
	"github.com/gotk3/gotk3/pango"

	"boardstudio/locale"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
)

// Message is the line below the board that says what happened. It keeps its room while it is empty, so that the board
// does not move under the pointer. What tells of an edit offers to undo it until another one follows; other messages
// end with the next action. All end by themselves but warnings.
type Message struct {
	Box *gtk.Box

	icon              *gtk.Image
	text              *gtk.Label
	undo, more, close *gtk.Button
	popover           *gtk.Popover // the whole of a long message
	whole             *gtk.Label
	revision          func() uint64
	stop              func()

	level app.Level // of what is shown, without app.Undoable
	said  string    // "" for nothing
	edit  uint64    // the revision that the message tells of, 0 for none
}

// How long a message stays; the more there is to read, the longer.
const (
	messageTime = 8 * time.Second
	editTime    = 20 * time.Second
	readingTime = 60 * time.Millisecond // a character
)

// stays returns how long a message can be read, 0 for until it is closed.
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

// NewMessage returns the line; revision tells the revision of the document, and undo undoes its last edit.
func NewMessage(revision func() uint64, undo func()) *Message {
	m := &Message{revision: revision}
	m.Box = gtkx.HBox(8)
	gtkx.AddClass(m.Box, "message")
	m.icon, _ = gtk.ImageNew()
	m.text = gtkx.Label("")
	m.text.SetEllipsize(pango.ELLIPSIZE_END)
	gtkx.SetID(m.text, "Message")
	m.undo = flatButton(locale.T("Undo"), undo)
	gtkx.SetName(m.undo, locale.T("Undo This Edit")) // the header has one that undoes whatever was last
	m.more = flatButton(locale.T("More"), func() { m.popover.Popup() })
	m.more.SetTooltipText(locale.T("Show the whole message"))
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
	gtkx.Pack(m.Box, m.more, m.undo)
	m.Box.PackEnd(m.close, false, false, 0)
	for _, w := range []interface{ SetNoShowAll(bool) }{m.icon, m.text, m.undo, m.more, m.close} {
		w.SetNoShowAll(true)
	}
	m.Box.Connect("destroy", m.cancel) // else it would keep the whole page until its time is over
	m.text.Connect("size-allocate", func() { m.more.SetVisible(m.said != "" && gtkx.Ellipsized(m.text)) })
	return m
}

// flatButton returns a button in a line of text.
func flatButton(title string, do func()) *gtk.Button {
	b := gtkx.Button(title, do)
	gtkx.AddClass(b, "inline")
	b.SetFocusOnClick(false)
	b.SetVAlign(gtk.ALIGN_CENTER)
	return b
}

// Say shows a text; how long depends on its level.
func (m *Message) Say(l app.Level, text string) {
	m.cancel()
	m.said, m.level, m.edit = sentence(text), l&^app.Undoable, 0
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

// show shows what is said, or nothing.
func (m *Message) show(on bool) {
	gtkx.SetClass(m.Box, "edge-top", on)
	gtkx.SetClass(m.Box, "warning", on && m.level == app.Warning)
	gtkx.SetClass(m.Box, "error", on && m.level == app.Problem)
	m.icon.SetVisible(on)
	m.text.SetVisible(on)
	m.undo.SetVisible(on && m.edit != 0)
	m.close.SetVisible(on && m.level != app.Note)
	if !on {
		m.more.SetVisible(false)
	}
}

// sentence begins a message with a capital letter, as reasons are parts of sentences
// elsewhere. Names of files keep theirs.
func sentence(text string) string {
	first, rest, _ := strings.Cut(text, " ")
	if strings.ContainsAny(first, "./0123456789") || rest == "" {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// Acted is called when the person does something: what was said before is over then, but for warnings,
// and what an edit did.
func (m *Message) Acted() {
	if m.edit == 0 && m.level != app.Warning {
		m.Hide()
	}
}

// Edited is called when the document may have changed: nobody can undo an edit from here that is not
// the last any more.
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

// Content returns what is said, "" for nothing.
func (m *Message) Content() string { return m.said }

// Shown reports whether something is said.
func (m *Message) Shown() bool { return m.said != "" }

// Hide ends what is said.
func (m *Message) Hide() {
	m.cancel()
	m.popover.Popdown()
	m.said, m.edit = "", 0
	m.text.SetText("")
	m.show(false)
}

// Take shows what another line says.
func (m *Message) Take(o *Message) {
	if o.Shown() {
		m.Say(o.level, o.said)
	}
}

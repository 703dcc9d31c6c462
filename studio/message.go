package studio

import (
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/studio/app"
)

// message is the bar above the board that says what happened. Notes go away
// by themselves; warnings and problems stay until they are closed.
type message struct {
	box  *gtk.Revealer
	info *gtk.InfoBar
	text *gtk.Label
	stop func()
}

// noteTime is how long a note stays, in milliseconds.
const noteTime = 8000

func newMessage() *message {
	m := &message{}
	m.box, _ = gtk.RevealerNew()
	m.info, _ = gtk.InfoBarNew()
	m.info.SetShowCloseButton(true)
	m.text = wrapped("", 80)
	m.text.SetSelectable(true)
	m.text.SetCanFocus(false)
	name(m.text, locale.T("Message"))
	area, _ := m.info.GetContentArea()
	area.PackStart(m.text, true, true, 0)
	m.info.Connect("response", func() { m.hide() })
	m.box.Add(m.info)
	return m
}

func (m *message) say(l app.Level, text string) {
	kinds := map[app.Level]gtk.MessageType{
		app.Note: gtk.MESSAGE_INFO, app.Warning: gtk.MESSAGE_WARNING, app.Problem: gtk.MESSAGE_ERROR,
	}
	m.info.SetMessageType(kinds[l])
	m.text.SetText(text)
	m.box.SetRevealChild(true)
	m.cancel()
	if l == app.Note {
		m.stop = loop{}.After(noteTime*1e6, func() { m.stop = nil; m.hide() })
	}
}

func (m *message) cancel() {
	if m.stop != nil {
		m.stop()
		m.stop = nil
	}
}

func (m *message) shown() bool { return m.box.GetRevealChild() }

func (m *message) hide() {
	m.cancel()
	m.box.SetRevealChild(false)
}

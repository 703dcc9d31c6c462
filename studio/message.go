package studio

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/studio/app"
	"boardstudio/studio/gtkx"
)

// message is the bar over the board that says what happened. Notes and problems go away by
// themselves, and when the person goes on; warnings stay until they are closed.
type message struct {
	box  *gtk.Revealer
	info *gtk.InfoBar
	text *gtk.Label
	stop func()
	// level and time of what is shown.
	level app.Level
	at    time.Time
}

// stays returns how long a message can be read, 0 for until it is closed. A problem takes the
// longer, the more there is to read.
func stays(l app.Level, text string) time.Duration {
	switch l {
	case app.Note:
		return 4 * time.Second
	case app.Problem:
		return 6*time.Second + time.Duration(utf8.RuneCountInString(text))*60*time.Millisecond
	}
	return 0
}

func newMessage() *message {
	m := &message{}
	m.box, _ = gtk.RevealerNew()
	m.info, _ = gtk.InfoBarNew()
	m.info.SetShowCloseButton(true)
	m.text = gtkx.Wrapped("", 80)
	m.text.SetSelectable(true)
	m.text.SetCanFocus(false)
	gtkx.SetName(m.text, locale.T("Message"))
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
	m.text.SetText(sentence(text))
	m.level, m.at = l, time.Now()
	m.box.SetRevealChild(true)
	m.cancel()
	if d := stays(l, text); d > 0 {
		m.stop = gtkx.Loop{}.After(d, func() { m.stop = nil; m.hide() })
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

// goneOn is called when the person has gone on: what was said before is over
// then, but for warnings.
func (m *message) goneOn() {
	if m.shown() && m.level != app.Warning && time.Since(m.at) > time.Second {
		m.hide()
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

// take shows what another bar says.
func (m *message) take(o *message) {
	if text, err := o.text.GetText(); err == nil && o.shown() {
		m.say(o.level, text)
	}
}

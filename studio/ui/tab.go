package ui

import (
	"cmp"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	aiall "boardstudio/ai/all"
	"boardstudio/model"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// tabLabel is the label of a tab.
type tabLabel struct {
	p    *page
	box  *gtk.EventBox
	text *gtk.Label
}

func newTabLabel(p *page) *tabLabel {
	l := &tabLabel{p: p}
	l.box, _ = gtk.EventBoxNew()
	l.box.SetVisibleWindow(false)
	row := gtkx.HBox(6)
	l.text = gtkx.Label("")
	l.text.SetEllipsize(3)
	l.text.SetWidthChars(16)
	l.text.SetMaxWidthChars(24)
	row.PackStart(l.text, true, true, 0)
	shut, _ := gtk.ButtonNewFromIconName("window-close-symbolic", gtk.ICON_SIZE_MENU)
	shut.SetRelief(gtk.RELIEF_NONE)
	shut.SetFocusOnClick(false)
	shut.SetCanFocus(false)
	gtkx.AddClass(shut, "tool")
	gtkx.SetName(shut, locale.T("Close"))
	shut.Connect("clicked", p.closeTab)
	row.PackStart(shut, false, false, 0)
	l.box.Add(row)
	l.box.Connect("button-press-event", func(_ *gtk.EventBox, ev *gdk.Event) bool {
		switch {
		case gdk.EventButtonNewFromEvent(ev).Button() == gdk.BUTTON_MIDDLE:
			gtkx.Idle(p.closeTab)
		case gtkx.Secondary(ev):
			p.show()
			p.popup(tabMenu, nil, ev)
		default:
			return false
		}
		return true
	})
	l.box.ShowAll()
	return l
}

// named returns the names of the players, or "" if a human player has no name.
func named(d *model.Document) string {
	for _, p := range d.Players {
		if !words.Known(p) {
			return ""
		}
	}
	return strings.Join(words.Players(aiall.Engines, d), " – ")
}

// changed updates the name and the mark of unsaved changes.
func (l *tabLabel) changed() {
	f := l.p.s.File
	text := l.p.title()
	if f.Source() == "" && !l.p.onStart { // tabs without a file are named after the game or lesson
		name := cmp.Or(named(l.p.s.View.Document()), l.p.s.View.GameTitle())
		if b := l.p.lesson; b != nil {
			name = locale.T(b.run.Lesson.Title)
		}
		text = strings.Replace(text, f.Name(), name, 1)
	}
	if l.text.GetLabel() != text {
		l.text.SetText(text)
	}
	tip := locale.Shown(f.Path())
	if tip == "" {
		tip = l.p.s.View.GameTitle()
	}
	l.box.SetTooltipText(tip)
}

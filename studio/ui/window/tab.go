package window

import (
	"cmp"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/ai/player"
	"boardstudio/model"
	"boardstudio/studio/app/command"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/studio/ui/page"
	"boardstudio/text/locale"
	"boardstudio/text/words"
)

// tabMenu are the commands in a tab's context menu.
var tabMenu = []command.ID{command.NewTab, command.Save, command.SaveAs, command.Versions, page.Line, command.CloseTab, command.ReopenTab}

type tabLabel struct {
	p    *page.Page
	box  *gtk.EventBox
	text *gtk.Label
}

func newTabLabel(p *page.Page, shut func(*page.Page)) *tabLabel {
	l := &tabLabel{p: p}
	l.box, _ = gtk.EventBoxNew()
	l.box.SetVisibleWindow(false)
	row := gtkx.HBox(6)
	l.text = gtkx.Label("")
	l.text.SetEllipsize(3)
	l.text.SetWidthChars(16)
	l.text.SetMaxWidthChars(24)
	row.PackStart(l.text, true, true, 0)
	button, _ := gtk.ButtonNewFromIconName("window-close-symbolic", gtk.ICON_SIZE_MENU)
	button.SetRelief(gtk.RELIEF_NONE)
	button.SetFocusOnClick(false)
	button.SetCanFocus(false)
	gtkx.AddClass(button, "tool")
	gtkx.SetName(button, locale.T("Close"))
	button.Connect("clicked", func() { shut(p) })
	row.PackStart(button, false, false, 0)
	l.box.Add(row)
	l.box.Connect("button-press-event", func(_ *gtk.EventBox, ev *gdk.Event) bool {
		switch {
		case gdk.EventButtonNewFromEvent(ev).Button() == gdk.BUTTON_MIDDLE:
			gtkx.Idle(func() { shut(p) })
		case gtkx.Secondary(ev):
			p.Show()
			p.Popup(tabMenu, nil, ev)
		default:
			return false
		}
		return true
	})
	l.box.ShowAll()
	return l
}

// named returns the names of the players, or "" if a human player has no name.
func named(engines *player.Catalog, d *model.Document) string {
	for _, p := range d.Players {
		if !words.Known(p) {
			return ""
		}
	}
	return strings.Join(words.Players(engines, d), " – ")
}

// changed updates the name and the mark of unsaved changes.
func (l *tabLabel) changed() {
	f := l.p.Session.File
	text := l.p.Title()
	if f.Source() == "" && !l.p.OnStart { // tabs without a file are named after the game or lesson
		name := cmp.Or(named(l.p.Session.App.Engines, l.p.Session.View.Document()), l.p.Session.View.GameTitle())
		if b := l.p.Lesson; b != nil {
			name = locale.T(b.Run.Lesson.Title)
		}
		text = strings.Replace(text, f.Name(), name, 1)
	}
	if l.text.GetLabel() != text {
		l.text.SetText(text)
	}
	tip := locale.Shown(f.Path())
	if tip == "" {
		tip = l.p.Session.View.GameTitle()
	}
	l.box.SetTooltipText(tip)
}

package studio

import (
	"bytes"
	"slices"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/io/svg"

	"boardstudio/help"
	"boardstudio/locale"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
)

// help shows the page of what is in front.
func (p *page) help() {
	page := ""
	if l := p.finding.List; l != nil && l.Win.IsActive() {
		p.helpAt(findPage, l.Win, func() {})
		return
	}
	switch {
	case p.onStart:
	case p.s.Setup() != nil:
		page = setupPage
	case p.s.Guessing():
		page = guessPage
	case p.notes.View.HasFocus():
		page = notesPage
	case p.s.Running():
		page = playPage
	}
	p.helpAt(page, p.win, p.toBoard)
}

// helpKey has F1 show a page of help in front of a dialog or another window.
func (w *window) helpKey(over *gtk.Window, name string) {
	over.Connect("key-press-event", func(_ any, ev *gdk.Event) bool {
		if id, ok := w.keys.of(gdk.EventKeyNewFromEvent(ev)); !ok || id != command.Help {
			return false
		}
		w.cur.helpAt(name, over, func() {})
		return true
	})
}

// helpAt shows the help pages in front of a window: a list of them, and the one that is chosen, that
// of the name first. then runs at the end.
func (p *page) helpAt(first string, parent gtk.IWindow, then func()) {
	pages := help.Pages(locale.Current())
	d, _ := gtk.DialogNew()
	d.SetTitle(locale.T("Help"))
	d.SetTransientFor(parent)
	d.SetModal(parent != gtk.IWindow(p.win)) // before a modal dialog nothing else would answer
	d.SetDefaultSize(820, 600)
	d.AddButton(locale.T("Close"), gtk.RESPONSE_CLOSE)
	d.Connect("response", func() { d.Destroy(); gtkx.Tidy(); then() })
	d.Connect("destroy", func() { p.helpShown, p.helpAgain = nil, nil })
	p.ahead.Expect(&d.Window)
	list, _ := gtk.ListBoxNew()
	list.SetSizeRequest(190, -1)
	gtkx.SetName(list, locale.T("Pages"))
	for _, x := range pages {
		l := gtkx.Label(x.Title)
		gtkx.Margins(l, 12, 8)
		gtkx.AddRow(list, x.Title, l)
	}
	view := gtkx.TextView(locale.T("Help text"), gtk.WRAP_WORD, 24, 16)
	view.SetEditable(false)
	view.SetCursorVisible(false)
	view.SetPixelsBelowLines(6)
	buf, _ := view.GetBuffer()
	buf.CreateTag(string(help.Plain), map[string]any{})
	buf.CreateTag(string(help.Heading), map[string]any{"weight": 700, "scale": 1.6, "pixels-below-lines": 10})
	buf.CreateTag(string(help.Section), map[string]any{"weight": 700, "scale": 1.2, "pixels-above-lines": 12})
	buf.CreateTag(string(help.Bold), map[string]any{"weight": 700})
	buf.CreateTag(string(help.Code), map[string]any{"family": "monospace"})
	buf.CreateTag(string(help.Picture), map[string]any{"scale": 0.9, "pixels-below-lines": 14})
	buf.CreateTag(string(help.Block), map[string]any{"family": "monospace", "left-margin": 48, "pixels-below-lines": 1})
	show := func() {
		row := list.GetSelectedRow()
		if row == nil {
			return
		}
		buf.SetText("")
		page := pages[row.GetIndex()]
		for _, part := range help.Parts(page.Text) {
			if part.Kind == help.Picture {
				p.insertPicture(buf, part)
				continue
			}
			text := part.Text
			if page.Name != editorPage && page.Name != scriptPage {
				text = p.helpText(part)
			}
			buf.InsertWithTagByName(buf.GetEndIter(), text, string(part.Kind))
		}
		view.ScrollToIter(buf.GetStartIter(), 0, true, 0, 0)
	}
	list.Connect("row-selected", show)
	p.helpShown = show
	p.helpAgain = func() {
		at := list.GetSelectedRow().GetIndex()
		d.Destroy()
		p.helpAt(pages[at].Name, p.win, p.toBoard)
	}
	scroll := gtkx.ScrolledText(view)
	box := gtkx.HBox(0)
	box.PackStart(list, false, false, 0)
	sep, _ := gtk.SeparatorNew(gtk.ORIENTATION_VERTICAL)
	box.PackStart(sep, false, false, 0)
	box.PackStart(scroll, true, true, 0)
	area, _ := d.GetContentArea()
	area.PackStart(box, true, true, 0)
	d.ShowAll()
	at := max(slices.IndexFunc(pages, func(x help.Page) bool { return x.Name == first }), 0)
	if row := list.GetRowAtIndex(at); row != nil {
		list.SelectRow(row)
		row.GrabFocus()
	}
	if parent == p.win { // which the keys still go to
		p.ahead.AwaitPlain(&d.Window)
	}
}

// The pages of what can be in front; gamesPage has the rules of the games, scriptPage is about writing scripts, editorPage about their window, whose keys are always the same.
const (
	startHelp  = "1-start"
	playPage   = "2-playing"
	setupPage  = "4-setup"
	gamesPage  = "8-games"
	notesPage  = "9-annotations"
	findPage   = "11-find"
	guessPage  = "13-guess"
	scriptPage = "15-scripts"
	editorPage = "16-editor"

	computersPage  = "7-computers"
	tournamentPage = "18-tournaments"
)

// helpPicture is how wide pictures are.
const helpPicture = 240

// insertPicture puts a picture at the end of a text, with what it shows below it.
func (p *page) insertPicture(buf *gtk.TextBuffer, part help.Part) {
	d, err := help.Diagram(part.Source)
	if err != nil { // the tests of the pages know all of them
		return
	}
	d.Theme = p.looks.Theme()
	var drawn bytes.Buffer
	if err := svg.Write(&drawn, d, helpPicture); err != nil {
		return
	}
	if pic, err := gtkx.Icon(drawn.Bytes(), helpPicture); err == nil {
		buf.InsertPixbuf(buf.GetEndIter(), pic)
		buf.InsertWithTagByName(buf.GetEndIter(), "\n"+part.Text, string(help.Picture))
	}
}

// helpText returns a part of a page with the keys that commands have now.
func (p *page) helpText(part help.Part) string {
	if part.Kind != help.Code {
		return part.Text
	}
	lang := locale.Current()
	own := help.KeyFrom(lang, part.Text)
	switch now := p.st.KeyNow(own); now {
	case own:
		return part.Text
	case "":
		return locale.T("(no key)")
	default:
		return help.KeyIn(lang, now)
	}
}

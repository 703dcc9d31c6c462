package page

import (
	"bytes"
	"slices"
	"strings"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw/svg"
	"boardstudio/studio/app/command"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/help"
	"boardstudio/text/locale"
)

// help shows the help page for the current context.
func (p *Page) help() {
	page := ""
	if l := p.finding.List; l != nil && l.Win.IsActive() {
		p.HelpAt(findPage, l.Win, func() {})
		return
	}
	switch {
	case p.OnStart:
		page = startHelp
	case p.Session.Setup() != nil:
		page = setupPage
	case p.Session.Guessing():
		page = guessPage
	case p.Notes.View.HasFocus():
		page = notesPage
	default:
		p.rules()
		return
	}
	p.HelpAt(page, p.Win, p.ToBoard)
}

// rules shows the rules of the game on the board, or of all games if no game is open.
func (p *Page) rules() {
	section := ""
	if !p.OnStart {
		section = help.RulesOf(p.Session.View.Rules().Family(), locale.Current())
	}
	p.helpIn(gamesPage, section, p.Win, p.ToBoard)
}

// HelpKey makes F1 show a help page in front of a dialog or another window.
func (p *Page) HelpKey(over *gtk.Window, name string) {
	over.Connect("key-press-event", func(_ any, ev *gdk.Event) bool {
		if id, ok := p.Keys.Of(gdk.EventKeyNewFromEvent(ev)); !ok || id != command.Help {
			return false
		}
		p.Window.Front().HelpAt(name, over, func() {})
		return true
	})
}

// HelpAt shows the help, starting with the page first. It calls then() when the help is closed.
func (p *Page) HelpAt(first string, parent gtk.IWindow, then func()) {
	p.helpIn(first, "", parent, then)
}

// helpIn is like helpAt, starting at a section of the first page. If section is "", it starts at
// the top.
func (p *Page) helpIn(first, section string, parent gtk.IWindow, then func()) {
	pages := help.Pages(p.Session.App.Games, locale.Current())
	d, _ := gtk.DialogNew()
	d.SetTitle(locale.T("Help"))
	d.SetTransientFor(parent)
	d.SetModal(parent != gtk.IWindow(p.Win)) // in front of a modal dialog, the help must be modal to receive input
	d.SetDefaultSize(820, 600)
	d.AddButton(locale.T("Close"), gtk.RESPONSE_CLOSE)
	d.Connect("response", func() { d.Destroy(); gtkx.Tidy(); then() })
	d.Connect("destroy", func() { p.HelpShown, p.HelpAgain = nil, nil })
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
	buf.CreateTag(string(help.Key), map[string]any{"family": "monospace"})
	buf.CreateTag(string(help.Picture), map[string]any{"scale": 0.9, "pixels-below-lines": 14})
	buf.CreateTag(string(help.Block), map[string]any{"family": "monospace", "left-margin": 48, "pixels-below-lines": 1})
	show := func() {
		row := list.GetSelectedRow()
		if row == nil {
			return
		}
		buf.SetText("")
		page := pages[row.GetIndex()]
		at := 0
		for _, part := range help.Parts(page.Text) {
			if page.Name == first && part.Kind == help.Section && strings.TrimSpace(part.Text) == section {
				at = buf.GetCharCount()
			}
			if part.Kind == help.Picture {
				p.insertPicture(buf, part)
				continue
			}
			buf.InsertWithTagByName(buf.GetEndIter(), p.helpText(part), string(part.Kind))
		}
		gtkx.ScrollTo(view, at)
	}
	list.Connect("row-selected", show)
	p.HelpShown = show
	p.HelpAgain = func() {
		at := list.GetSelectedRow().GetIndex()
		d.Destroy()
		p.HelpAt(pages[at].Name, p.Win, p.ToBoard)
	}
	scroll := gtkx.ScrolledText(view)
	box := gtkx.HBox(0)
	box.PackStart(gtkx.Scrolled(list), false, false, 0) // a small window cannot show all pages
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
	if parent == p.Win { // the parent still receives the keys
		p.ahead.AwaitPlain(&d.Window)
	}
}

// Help pages by context. gamesPage contains the rules of the games, scriptPage describes how to
// write scripts, and editorPage describes the script window.
const (
	startHelp  = "1-start"
	setupPage  = "4-setup"
	gamesPage  = "8-games"
	notesPage  = "9-annotations"
	findPage   = "11-find"
	guessPage  = "13-guess"
	ScriptPage = "15-scripts"
	editorPage = "16-editor"

	ExternalPage    = "7b-external"
	PreferencesPage = "12b-preferences"
	TournamentPage  = "18-tournaments"
)

// helpPicture is the width of pictures, in pixels.
const helpPicture = 240

// insertPicture appends a picture and its caption to a text.
func (p *Page) insertPicture(buf *gtk.TextBuffer, part help.Part) {
	d, err := help.Diagram(p.Session.App.Games, part.Source)
	if err != nil { // cannot happen: tests cover all pages
		return
	}
	d.Theme = p.Looks.Theme()
	var drawn bytes.Buffer
	if err := svg.Write(&drawn, d, helpPicture); err != nil {
		return
	}
	if pic, err := gtkx.Icon(drawn.Bytes(), helpPicture); err == nil {
		buf.InsertPixbuf(buf.GetEndIter(), pic)
		buf.InsertWithTagByName(buf.GetEndIter(), "\n"+part.Text, string(help.Picture))
	}
}

// helpText returns the text of a page section. For a key, it returns the current key of its
// command.
func (p *Page) helpText(part help.Part) string {
	id, ok := command.Named(part.Source)
	if part.Kind != help.Key || !ok {
		return part.Text
	}
	lang := locale.Current()
	if now := p.Settings.KeyNow(id, help.KeyFrom(lang, part.Text)); now != "" {
		return help.KeyIn(lang, now)
	}
	return locale.T("(no key)")
}

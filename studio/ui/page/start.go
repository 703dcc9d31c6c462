package page

import (
	"slices"

	"boardstudio/studio/ui/bars"
	"boardstudio/studio/ui/look"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/app/startpage"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// startPage is the content of a tab without a document: games, unfinished work, files and samples.
type startPage struct {
	p        *Page
	box      *gtk.Box
	bar      *bars.Message
	job      *bars.Job
	sections []*section
	first    *gtk.FlowBox
	full     bool // all sections have been filled once
}

// section is a section of the start page: a title and cards.
type section struct {
	box   *gtk.Box
	cards *gtk.FlowBox
	of    func() []card
	now   []card // cards shown
}

// card is an item of the start page.
type card struct {
	id            string // unique identifier
	title, detail string
	picture       func(size int) gtk.IWidget
	do            func()
}

// The size of pictures on cards, in pixels, and the largest number of cards in a row.
const (
	cardPicture = 64
	mostCards   = 4
)

func newStartPage(p *Page) *startPage {
	s := &startPage{p: p}
	all := gtkx.VBox(14)
	gtkx.Margins(all, 24, 18)
	play := s.section(locale.T("Play"), gtkx.Button(locale.T("All Games…"), func() { p.Run(command.New) }), s.games)
	s.first = play.cards
	for _, x := range []*section{
		play,
		s.section(locale.T("Continue"), nil, s.goOn),
		s.section(locale.T("Open"), nil, s.files),
		s.section(locale.T("Learn"), nil, s.learn),
	} {
		s.sections = append(s.sections, x)
		all.PackStart(x.box, false, false, 0)
	}
	scroll := gtkx.Scrolled(all)
	all.SetFocusVAdjustment(scroll.GetVAdjustment()) // scroll to the focused card
	scroll.ConnectAfter("draw", func(_ *gtk.ScrolledWindow, _ *cairo.Context) bool {
		p.painted()
		return false
	})
	s.bar = bars.NewMessage(p.Session.Jobs.Revision, func() {})
	s.job = bars.NewJob(p.Session.Jobs.Job)
	over, _ := gtk.OverlayNew()
	over.Add(scroll)
	over.AddOverlay(s.job.Box)
	s.box = gtkx.VBox(0)
	gtkx.SetName(s.box, locale.T("Start Page"))
	s.box.PackStart(over, true, true, 0)
	s.box.PackStart(s.bar.Box, false, false, 0)
	play.fill()
	s.box.ShowAll()
	gtkx.WhenIdle(glib.PRIORITY_LOW, func() bool { // later, because the other sections read files
		if p.Front == front(s) {
			s.fill()
		}
		return false
	})
	return s
}

func (s *startPage) widget() gtk.IWidget { return s.box }

func (s *startPage) messages() *bars.Message { return s.bar }

func (s *startPage) title() string { return locale.T("Start Page") }

func (s *startPage) key(*gdk.EventKey) bool { return false }

func (s *startPage) conditions() command.Condition { return command.Start }

// section returns a section of the page. The widget beside, unless nil, is shown to the right of
// the title.
func (s *startPage) section(title string, beside gtk.IWidget, of func() []card) *section {
	x := &section{of: of}
	x.box = gtkx.VBox(8)
	head := gtkx.HBox(12)
	t := gtkx.Styled("game-title", title)
	head.PackStart(t, false, false, 0)
	if beside != nil {
		head.PackEnd(beside, false, false, 0)
	}
	x.box.PackStart(head, false, false, 0)
	x.cards, _ = gtk.FlowBoxNew()
	x.cards.SetSelectionMode(gtk.SELECTION_NONE)
	x.cards.SetHomogeneous(true)
	x.cards.SetRowSpacing(10)
	x.cards.SetColumnSpacing(10)
	x.cards.SetMinChildrenPerLine(2)
	x.cards.SetMaxChildrenPerLine(mostCards)
	gtkx.SetName(x.cards, title)
	x.cards.Connect("child-activated", func(_ *gtk.FlowBox, c *gtk.FlowBoxChild) {
		if i := c.GetIndex(); i < len(x.now) {
			gtkx.Idle(x.now[i].do)
		}
	})
	x.box.PackStart(x.cards, false, false, 0)
	x.box.ShowAll()
	x.box.SetVisible(false) // hidden while empty
	x.box.SetNoShowAll(true)
	return x
}

func (s *startPage) fill() {
	for _, x := range s.sections {
		x.fill()
	}
	s.full = true
}

func (x *section) fill() {
	now := x.of()
	x.box.SetVisible(len(now) > 0)
	if slices.EqualFunc(now, x.now, func(a, b card) bool { return a.id == b.id && a.title == b.title && a.detail == b.detail }) {
		return
	}
	x.now = now
	gtkx.Empty(&x.cards.Container)
	for _, c := range now {
		x.cards.Add(cardBox(c))
	}
	x.cards.ShowAll()
}

// cardBox returns the widget of a card.
func cardBox(c card) *gtk.FlowBoxChild {
	child, _ := gtk.FlowBoxChildNew()
	gtkx.AddClass(child, "card")
	row, texts := gtkx.HBox(12), gtkx.VBox(4)
	row.PackStart(c.picture(cardPicture), false, false, 0)
	title, detail := gtkx.Wrapped(c.title, 18), gtkx.Wrapped(c.detail, 18)
	for l, lines := range map[*gtk.Label]int{title: 2, detail: 5} {
		l.SetLines(lines)
		l.SetEllipsize(3)
		l.SetWidthChars(16)
	}
	gtkx.AddClass(title, "name")
	gtkx.AddClass(detail, "hint")
	texts.SetVAlign(gtk.ALIGN_START)
	gtkx.Pack(texts, title)
	if c.detail != "" {
		gtkx.Pack(texts, detail)
	}
	row.PackStart(texts, true, true, 0)
	child.Add(row)
	gtkx.SetName(child, c.title)
	gtkx.Describe(child, c.detail)
	return child
}

// icon returns a function for a card's picture that shows an icon of the desktop theme.
func icon(name string) func(int) gtk.IWidget {
	return func(size int) gtk.IWidget {
		i, _ := gtk.ImageNewFromIconName(name, gtk.ICON_SIZE_DIALOG)
		i.SetSizeRequest(size, size)
		gtkx.AddClass(i, "dim-label")
		return i
	}
}

func (s *startPage) pictures() *look.Pictures { return s.p.program.pictures(s.p.Looks) }

// games returns the cards of the games.
func (s *startPage) games() []card {
	var list []card
	for _, it := range startpage.Games(s.p.Session.App.Games) {
		list = append(list, card{
			it.Game.Name + "/" + it.Preset.Name, locale.T(it.Preset.Title), locale.T(it.Preset.About),
			func(size int) gtk.IWidget { return s.pictures().Game(it, size) },
			func() { s.p.newGameOf(it) },
		})
	}
	return list
}

// maxClosed is the largest number of closed documents shown.
const maxClosed = 3

// goOn returns the cards for resuming work: the last game, recoverable documents and closed
// documents.
func (s *startPage) goOn() []card {
	p := s.p
	var list []card
	if e, ok := startpage.Again(p.Session.App.Games, p.Session.App.Engines, p.Settings.NewGame); ok {
		it := newgame.Of(p.Session.App.Games, p.Settings.NewGame)
		list = append(list, card{"again", locale.T("Play Again: %s", e.Title), e.Detail, func(size int) gtk.IWidget { return s.pictures().Game(it, size) }, func() { p.Run(command.Again) }})
	}
	if n := len(p.Session.File.Lost()); n > 0 {
		list = append(list, card{
			"lost", locale.T("Recover Lost Work"), locale.N("%d document with unsaved changes", "%d documents with unsaved changes", n, n),
			icon("document-revert-symbolic"), func() { p.Recover(true) },
		})
	}
	if n := len(p.Settings.Tabs); n > 0 && !p.Settings.RestoreTabs {
		list = append(list, card{
			"tabs", locale.T("Last Session"), locale.N("%d document was open", "%d documents were open", n, n),
			icon("view-restore-symbolic"), p.program.OpenLast,
		})
	}
	for _, t := range p.Settings.Closed[:min(len(p.Settings.Closed), maxClosed)] {
		detail := locale.T("Closed %s", docfile.Since(t.Closed))
		if t.Journal != "" {
			detail += " · " + locale.T("not saved")
		}
		picture := icon("document-open-recent-symbolic")
		if t.Path != "" && t.Journal == "" {
			picture = func(size int) gtk.IWidget { return s.pictures().File(t.Path, size) }
		}
		list = append(list, card{"closed " + t.Closed.String(), t.Title, detail, picture, func() {
			if i := slices.IndexFunc(p.Settings.Closed, func(x settings.Tab) bool { return x.Closed.Equal(t.Closed) }); i >= 0 {
				p.Window.Reopen(p.Settings.TakeClosed(i), nil)
			}
		}})
	}
	return list
}

// files returns the cards of recent files, and one that opens any other file.
func (s *startPage) files() []card {
	list := []card{{"open", locale.T("Open a File…"), locale.T("A game in any supported format"), icon("document-open-symbolic"), func() { s.p.Run(command.Open) }}}
	for _, e := range startpage.Recent(s.p.Settings) {
		list = append(list, card{
			"file " + e.Path, e.Title, e.Detail,
			func(size int) gtk.IWidget { return s.pictures().File(e.Path, size) },
			func() { s.p.Window.OpenFile(e.Path, nil, nil) },
		})
	}
	return list
}

// learn returns the cards for newcomers: a lesson, the rules, scripts, samples and puzzles.
func (s *startPage) learn() []card {
	p := s.p
	list := []card{
		s.lessonCard(),
		{"rules", locale.T("Rules of the Games"), locale.T("How each game is played, with pictures"), icon("help-browser-symbolic"), func() { p.HelpAt(gamesPage, p.Win, p.ToBoard) }},
		{"scripts", locale.T("Scripts"), locale.T("Write computer players in Lua, and try them"), icon("accessories-text-editor-symbolic"), func() { p.Run(command.Scripts) }},
	}
	for _, x := range startpage.Samples(p.Session.App.Documents) {
		list = append(list, card{
			"sample " + x.Name, x.Title, x.Detail,
			func(size int) gtk.IWidget { return s.pictures().Sample(x.Name, size) },
			func() {
				if d, err := startpage.Load(p.Session.App.Documents, x.Name); err == nil {
					p.Window.Room().Session.File.OpenSample(d)
				}
			},
		})
	}
	for _, x := range startpage.Puzzles(p.Session.App.Games) {
		list = append(list, card{
			"puzzles " + x.Name, x.Title, x.Detail,
			func(size int) gtk.IWidget { return s.pictures().Sample(x.Name, size) },
			func() {
				if d, err := startpage.Load(p.Session.App.Documents, x.Name); err == nil {
					to := p.Window.Room()
					to.Session.File.OpenSample(d)
					to.Session.Guess.Start()
				}
			},
		})
	}
	return list
}

// changed updates the sections if files have changed, and the job in progress.
func (s *startPage) changed(t app.Topic) {
	if t&app.TopicFile != 0 && s.full {
		s.fill()
	}
	s.job.Changed(t)
}

// focus focuses the first game.
func (s *startPage) focus() {
	if c := s.first.GetChildAtIndex(0); c != nil {
		c.GrabFocus()
	}
}

// blank reports whether the tab still has its initial document, unchanged. Once it is false, it
// stays false.
func (p *Page) blank() bool {
	s := p.Session
	if p.blankTree != nil && (s.View.Tree() != p.blankTree || s.Jobs.Revision() != 0 || s.View.Tree().Steps() > 0 || s.Setup() != nil || s.Game.Running() || s.Guessing()) {
		p.blankTree = nil
	}
	return p.blankTree != nil
}

// atStart reports whether the tab shows the start page.
func (p *Page) atStart() bool { return p.blank() && !p.Waiting }

// TurnStart shows the start page, a list of games or the document. It reports whether the content
// has changed.
func (p *Page) TurnStart() bool {
	on := p.gamesPath != "" || p.atStart()
	if _, listed := p.Front.(*collectionPage); on && p.Front != nil && listed == (p.gamesPath != "") || !on && p.Front == nil && p.Board != nil {
		return false
	}
	p.OnStart = on
	if on {
		was := p.Front
		if p.gamesPath != "" {
			p.Front = newCollectionPage(p)
			p.views.AddNamed(p.Front.widget(), "games")
			p.views.SetVisibleChildName("games")
		} else {
			p.Front = newStartPage(p)
			p.views.AddNamed(p.Front.widget(), "start")
			p.views.SetVisibleChildName("start")
		}
		switch {
		case was != nil:
			p.Front.messages().Take(was.messages())
			was.widget().ToWidget().Destroy()
		case p.Board != nil:
			p.Front.messages().Take(p.Bar)
			p.Bar.Hide()
		}
		return true
	}
	if p.Board == nil {
		p.buildDocument()
	}
	p.views.SetVisibleChildName("document")
	if p.Front != nil {
		p.Bar.Take(p.Front.messages())
		p.Front.widget().ToWidget().Destroy()
		p.Front = nil
	}
	return true
}

// Messages returns the message line of the tab.
func (p *Page) Messages() *bars.Message {
	if p.OnStart {
		return p.Front.messages()
	}
	return p.Bar
}

// startKey is the keyPressed of a tab without a document. The content handles arrows, Tab and
// Enter.
func (p *Page) startKey(e *gdk.EventKey) bool {
	k := gtkx.PlainKey(e)
	switch {
	case p.Front.key(e):
		return true
	case e.KeyVal() == gdk.KEY_F10 && k.Mods == 0:
		return false // opens the menu of the window
	case e.KeyVal() == gdk.KEY_Escape:
		return p.escape()
	case k.Mods&(gdk.CONTROL_MASK|gdk.MOD1_MASK) == 0 && (e.KeyVal() < gdk.KEY_F1 || e.KeyVal() > gdk.KEY_F35):
		return false
	}
	return p.Keys.RunKey(e)
}

// newGameOf shows the new-game dialog with a game selected.
func (p *Page) newGameOf(it newgame.Item) {
	c := p.Settings.NewGame
	if c.Game != it.Game.Name || c.Preset != it.Preset.Name {
		c = newgame.Pick(c, it)
	}
	p.newGameWith(c)
}

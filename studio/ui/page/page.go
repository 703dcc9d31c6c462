// Package page implements a tab: a document with its board, tree and panels, the start page, or a
// list of games. It knows the window that contains it only as a Window.
package page

import (
	"boardstudio/sound"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/analysis"
	"boardstudio/studio/ui/bars"
	uiboard "boardstudio/studio/ui/board"
	"boardstudio/studio/ui/keys"
	uilists "boardstudio/studio/ui/lists"
	"boardstudio/studio/ui/look"
	uimoves "boardstudio/studio/ui/moves"
	uinotes "boardstudio/studio/ui/notes"
	uitree "boardstudio/studio/ui/tree"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// Page is a tab: a document with its board, tree and panels, or the start page or a list of games.
type Page struct {
	program  *Program
	Settings *settings.Settings
	Window   Window
	Keys     *keys.Keys
	Win      *gtk.Window
	ahead    *gtkx.Ahead
	Session  *app.Session
	// Commands are the bindings of the commands.
	Commands   [command.Count]Binding
	Box        *gtk.Box    // the whole tab
	views      *gtk.Stack  // the start page, a list of games, or the document
	Front      front       // nil while the document is shown
	gamesPath  string      // file, folder or archive whose games are listed, or ""
	OnStart    bool        // the start page or a list of games is shown; the widgets of the document may not exist
	blankTree  *model.Tree // unused document behind the start page; nil once it was changed
	gamesSpec  *rules.Spec // game of listed files that do not name it, or nil to reject them
	Lesson     *lessonBar  // nil without a lesson
	Waiting    bool        // hides the start page because a document is about to be opened
	swapButton *gtk.Button // shown if a swap is legal

	Bar     *bars.Message
	advice  *bars.Advice
	study   *analysis.Pane
	job     *bars.Job
	Players *bars.Players
	Board   *uiboard.Pane
	tree    *uitree.Pane
	Moves   *uimoves.Pane
	Notes   *uinotes.Pane
	replay  *bars.Replay
	setup   *bars.Setup
	guess   *bars.Guess
	under   *gtk.Stack // replay, set-up or guess bar

	Engines engines
	Panes   panes
	Lists   gtkx.Lists
	// finding is the search window. Its state is kept while it is closed.
	finding     *uilists.Find
	Looks       *look.Looks
	Pending     app.Topic // changes since the last refresh
	queued      bool
	prefetching bool // the positions of the tree are being computed while idle
	OnPaint     func()
	Opening     string       // file being opened, or ""
	Discards    bool         // unsaved work may be discarded when the window closes
	Closed      bool         // the tab is closed
	Popover     *gtk.Popover // open popover near the board or a button
	// HelpShown shows the open help page again. helpAgain reopens the help after a change of the
	// language. Both are nil while the help is closed.
	HelpShown, HelpAgain func()
}

// Window is the window that contains a page. A page knows nothing else about it.
type Window interface {
	// Run runs a command on the tab in front, if its conditions are met.
	Run(command.ID)
	// Front returns the tab in front, and show brings a tab and its window to the front.
	Front() *Page
	Show(*Page)
	// Room returns a tab for another document and shows it. It is the tab in front if that is
	// unused, or else a new one.
	Room() *Page
	// Into opens a document with open, in a tab that Room returns. If open fails and the tab is
	// new, the tab is removed. Otherwise it calls then, unless nil.
	Into(open func(p *Page, done func(error)), then func(*Page))
	// OpenFile opens a file in a tab, or shows the tab that has it open. spec is the game of a file
	// that does not name it, or nil. It calls then, unless nil, when the file is open.
	OpenFile(path string, spec *rules.Spec, then func(*Page))
	// Reopen reopens a closed document. It calls opened, unless nil, when it is open.
	Reopen(t settings.Tab, opened func(*Page))
	// Changed is called when a tab has shown changes.
	Changed(*Page, app.Topic)
}

// Program contains the state and functions that all pages share.
type Program struct {
	App      *app.App
	Settings *settings.Settings
	Player   *sound.Player
	Shade    look.Shade
	drawn    look.Pictures

	Apply         func()         // applies changed settings in all windows and saves them
	KeepTabs      func()         // saves the open files in the settings
	OpenLast      func()         // opens the files of the last session
	Pages         func() []*Page // pages of all windows
	LessonChanged func()         // another step of a lesson is shown
}

// pictures returns the cache of pictures shared by all windows, set to the looks l.
func (x *Program) pictures(l *look.Looks) *look.Pictures {
	x.drawn.Looks, x.drawn.Documents = l, x.App.Documents
	return &x.drawn
}

// New returns a tab with the start page. Its document is an empty board of the game played last.
// The caller adds it to the window and sets its commands.
func New(x *Program, w Window, k *keys.Keys, win *gtk.Window, ahead *gtkx.Ahead) *Page {
	p := &Page{program: x, Settings: x.Settings, Window: w, Keys: k, Win: win, ahead: ahead, Session: x.App.NewSession()}
	p.Lists = gtkx.Lists{Parent: win, Ahead: ahead, Key: k.RunKey}
	p.Session.Say, p.Session.Ask = p.Say, p.askText
	p.Build()
	err := p.Session.Blank(p.Settings.NewGame)
	if err != nil { // the saved parameters have become invalid
		p.Settings.NewGame = settings.Defaults().NewGame
		err = p.Session.Blank(p.Settings.NewGame)
	}
	if err != nil {
		panic("studio: " + err.Error())
	}
	p.blankTree = p.Session.View.Tree()
	p.Session.OnChange(p.Changed)
	return p
}

// Build creates the frame of the tab. turnStart creates the content when it is shown.
func (p *Page) Build() {
	p.Looks = look.New(p.Session.View, &p.program.Shade, p.Settings, p.Win)
	if p.finding == nil {
		p.finding = uilists.NewFind(p.Session, uilists.FindHost{
			Aside:   p.aside,
			Open:    p.openFound,
			Reframe: p.Reframe,
		}, &p.Lists)
	}
	if p.Box == nil {
		p.Box = gtkx.VBox(0)
	}
	p.views, _ = gtk.StackNew()
	p.views.SetHomogeneous(false)
	p.Front, p.Board, p.Panes = nil, nil, panes{}
	p.Box.PackStart(p.views, true, true, 0)
	p.Box.ShowAll()
}

// buildDocument creates the widgets of the document. Tabs that show only the start page skip it,
// because it takes longer than the start page.
func (p *Page) buildDocument() {
	st := p.Settings
	p.Bar = bars.NewMessage(p.Session.Jobs.Revision, func() { p.Run(command.Undo) })
	p.advice = bars.NewAdvice(p.Session.Advice, p.Keys.Connect)
	p.job = bars.NewJob(p.Session.Jobs.Passing)
	p.study = analysis.New(p.Session, p.studyHost())
	p.Players = bars.NewPlayers(p.Session, p.Looks, func(ev *gdk.Event) { p.Popup(playersMenu, nil, ev) })
	p.Board = uiboard.New(p.Session, st, p.Looks, uiboard.Host{
		Framed: p.framed, Escape: p.escape, Acted: p.acted, Painted: p.painted, Zoom: p.zoom, OnBoard: p.onBoard, Values: p.values,
	})
	onNode := func(ev *gdk.Event) { p.Popup(nodeMenu, nil, ev) }
	p.tree = uitree.New(p.Session, p.Session.Jobs.Changing, p.Looks, st, p.picked, onNode)
	p.Moves = uimoves.New(p.Session, p.Looks, st, p.picked, onNode)
	p.Notes = uinotes.New(p.Session, uinotes.Host{Run: p.Run, Tip: p.Keys.Tip, Pop: p.pop, ToBoard: p.ToBoard, Stale: p.stale, Update: p.update})
	p.swapButton, _ = gtk.ButtonNewWithLabel(locale.T(command.All[command.Swap].Title))
	p.swapButton.SetNoShowAll(true)
	p.Keys.Connect(p.swapButton, command.Swap)
	p.Engines.build(p)
	p.replay = bars.NewReplay(p.Session, p.Keys.IconButton, p.Keys.Connect, p.swapButton)
	p.setup = bars.NewSetup(p.Session, p.Looks)
	p.guess = bars.NewGuess(p.Session, bars.GuessHost{Run: p.Run, Tip: p.Keys.Tip, Ask: p.ask})

	over, _ := gtk.OverlayNew()
	over.Add(p.Board.Box)
	over.AddOverlay(p.job.Box)

	left := gtkx.VBox(0)
	left.PackStart(p.Players.Scroll, false, false, 0)
	middle := gtkx.HBox(0)
	middle.PackStart(p.Engines.bar.Area, false, false, 0)
	middle.PackStart(over, true, true, 0)
	left.PackStart(middle, true, true, 0)
	left.PackStart(p.study.Box, false, false, 0)
	left.PackStart(p.advice.Box, false, false, 0)
	left.PackStart(p.Bar.Box, false, false, 0)
	left.PackStart(p.Engines.graph.Area, false, false, 0)
	p.under, _ = gtk.StackNew()
	p.under.SetVHomogeneous(false)
	p.under.SetHHomogeneous(false) // a wide bar must not keep the window wide
	p.under.AddNamed(p.replay.Box, "replay")
	p.under.AddNamed(p.setup.Box, "setup")
	p.under.AddNamed(p.guess.Box, "guess")
	left.PackStart(p.under, false, false, 0)

	p.buildPanes(left)
	if p.Lesson != nil {
		p.Lesson.build()
	}
}

// Untouched reports whether the tab is unused and has no game selected, so another document may
// replace it.
func (p *Page) Untouched() bool {
	return p.blank() && p.Lesson == nil && p.gamesPath == "" && !p.Session.File.Dirty() && p.Session.File.Path() == "" && p.Session.Jobs.Job() == nil
}

// inFront reports whether the tab is in front of its window.
func (p *Page) inFront() bool { return p.Window.Front() == p }

// Show brings the tab and its window to the front.
func (p *Page) Show() { p.Window.Show(p) }

// Run runs a command on the tab in front, if its conditions are met.
func (p *Page) Run(id command.ID) { p.Window.Run(id) }

// stale reports whether a refresh is pending.
func (p *Page) stale() bool { return p.queued }

func (p *Page) update() { p.Refresh(p.Pending) }

// find opens the search window.
func (p *Page) find(inFolder bool) { p.finding.Show(inFolder, p.Settings.LastFolder) }

// findMove goes to another search result by calling move. If no search of the document is active,
// it opens the search window.
func (p *Page) findMove(move func()) {
	if x := p.Session.Search.Finder(); !x.Asked() || x.Folder() != "" {
		p.find(false)
		return
	}
	move()
}

// framed returns the cells to frame on the board.
func (p *Page) framed() []rules.Cell { return p.finding.Framed() }

// Reframe draws the board again with other framed cells.
func (p *Page) Reframe() {
	if !p.OnStart {
		p.Board.Area.QueueDraw()
	}
}

// aside places a list window over the panels, so the board remains visible.
func (p *Page) aside(l *gtkx.List, down int) {
	x, y := p.Win.GetPosition()
	width, _ := p.Win.GetSize()
	own, _ := l.Win.GetSize()
	l.Win.Move(x+max(width-own, 0), y+down)
}

// ToBoard moves the keyboard focus to the board, or to the start page if it is shown.
func (p *Page) ToBoard() {
	if p.OnStart {
		p.Front.focus()
		return
	}
	p.Board.Area.GrabFocus()
}

// acted is called on user input on the board.
func (p *Page) acted() { p.Bar.Acted() }

// picked is called when the user selects a move outside the board.
func (p *Page) picked() {
	p.acted()
	p.ToBoard()
}

// panel returns a widget with a title above it.
func panel(title string, child gtk.IWidget) *gtk.Box {
	b := gtkx.VBox(0)
	l := gtkx.Styled("panel-title", title)
	b.PackStart(l, false, false, 0)
	b.PackStart(child, true, true, 0)
	return b
}

// Say shows a message. A problem also plays a sound. If the charset of the file was guessed, a
// warning offers to change it.
func (p *Page) Say(l app.Level, text string) {
	if l&app.Problem != 0 {
		p.program.Player.Refuse()
	}
	p.Messages().Say(l, text)
	if _, ok := p.Session.File.Charset(); ok && l == app.Warning {
		p.Messages().Offer(locale.T("Change…"), locale.T("Read the texts of this file in another charset"), p.textEncoding)
	}
}

// Changed records changes. They are shown together before the next frame, or when the tab is in
// front again.
func (p *Page) Changed(t app.Topic) {
	p.Pending |= t
	if p.Closed {
		return
	}
	if p.Lesson != nil {
		p.Lesson.look()
	}
	if p.queued {
		return
	}
	p.queued = true
	gtkx.WhenIdle(glib.PRIORITY_HIGH_IDLE, func() bool {
		p.queued = false
		switch {
		case p.Closed:
		case p.inFront():
			p.Refresh(p.Pending)
		default:
			p.TurnStart()
			p.Window.Changed(p, 0)
		}
		return false
	})
}

// Refresh shows the recorded changes.
func (p *Page) Refresh(t app.Topic) {
	p.Pending = 0
	if p.TurnStart() {
		t = app.TopicAll
		gtkx.Idle(func() {
			if p.inFront() && !p.Closed {
				p.ToBoard()
			}
		})
	}
	if p.OnStart {
		p.Front.changed(t)
	} else {
		p.refreshDocument(t)
	}
	p.Lists.Changed(uint(t))
	p.Window.Changed(p, t)
}

// Title returns the title of the window while the tab is in front.
func (p *Page) Title() string {
	if p.OnStart {
		return p.Front.title()
	}
	return p.Session.File.Title()
}

// refreshDocument updates the widgets of the document.
func (p *Page) refreshDocument(t app.Topic) {
	s := p.Session
	if t == app.TopicAll {
		p.arrange()
	}
	p.Bar.Edited()
	if p.Lesson != nil {
		p.Lesson.changed()
	}
	if t&app.TopicTree != 0 {
		p.prefetch()
	}
	if t&app.TopicMode != 0 {
		want := "replay"
		switch {
		case s.Setup() != nil:
			want = "setup"
		case s.Guessing():
			want = "guess"
		}
		if want != p.under.GetVisibleChildName() {
			switch want {
			case "setup":
				p.setup.Build()
			case "guess":
				p.guess.Begin()
			}
			p.under.SetVisibleChildName(want)
		}
	}
	p.advice.Changed()
	p.Players.Changed(t)
	p.Board.Changed(t)
	p.tree.Changed(t)
	p.Moves.Changed(t)
	p.Notes.Changed(t)
	p.replay.Changed(t)
	p.setup.Changed(t)
	p.guess.Changed(t)
	p.job.Changed(t)
	p.study.Changed()
	p.Engines.changed(t)
}

// painted is called after a frame of the board has been drawn.
func (p *Page) painted() {
	if f := p.OnPaint; f != nil {
		p.OnPaint = nil
		f()
	}
}

// Conditions returns the conditions that determine the available commands.
func (p *Page) Conditions() command.Condition {
	if p.OnStart {
		return p.Front.conditions()
	}
	return p.Session.Conditions() | p.Looks.Conditions()
}

// Enable shows the buttons of the page that its conditions allow.
func (p *Page) Enable(now command.Condition) {
	if !p.OnStart {
		p.swapButton.SetVisible(now.Allows(command.Swap))
		p.replay.Enable(now, p.Session.Game.Running())
	}
}

// Overlay returns overlay number i of the game, not counting the legal moves. It returns the zero
// value if the game has fewer.
func (p *Page) Overlay(i int) (o rules.OverlayKind) {
	if all := rules.Overlays(p.Session.View.Rules()); i+1 < len(all) {
		o = all[i+1]
	}
	return o
}

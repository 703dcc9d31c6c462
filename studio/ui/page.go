package ui

import (
	"boardstudio/studio/ui/analysis"
	"boardstudio/studio/ui/bars"
	uiboard "boardstudio/studio/ui/board"
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

// page is a tab: a document with its board, tree and panels, or the start page or a list of games.
type page struct {
	*window
	s *app.Session
	// commands are the bindings of the commands.
	commands   [command.Count]binding
	label      *tabLabel
	box        *gtk.Box    // the whole tab
	views      *gtk.Stack  // the start page, a list of games, or the document
	front      front       // nil while the document is shown
	gamesPath  string      // file, folder or archive whose games are listed, or ""
	onStart    bool        // the start page or a list of games is shown; the widgets of the document may not exist
	blankTree  *model.Tree // unused document behind the start page; nil once it was changed
	gamesSpec  *rules.Spec // game of listed files that do not name it, or nil to reject them
	lesson     *lessonBar  // nil without a lesson
	waiting    bool        // hides the start page because a document is about to be opened
	swapButton *gtk.Button // shown if a swap is legal

	bar     *bars.Message
	advice  *bars.Advice
	study   *analysis.Pane
	job     *bars.Job
	players *bars.Players
	board   *uiboard.Pane
	tree    *uitree.Pane
	moves   *uimoves.Pane
	notes   *uinotes.Pane
	replay  *bars.Replay
	setup   *bars.Setup
	guess   *bars.Guess
	under   *gtk.Stack // replay, set-up or guess bar

	engines engines
	panes   panes
	lists   gtkx.Lists
	// finding is the search window. Its state is kept while it is closed.
	finding     *uilists.Find
	looks       *look.Looks
	pending     app.Topic // changes since the last refresh
	queued      bool
	prefetching bool // the positions of the tree are being computed while idle
	onPaint     func()
	opening     string // file being opened, or ""
	discards    bool   // unsaved work may be discarded when the window closes
	closed      bool   // the tab is closed
}

// newPage returns a tab with an empty document. It is not yet part of the window.
func newPage(s *window) *page {
	w := &page{window: s, s: s.d.app.NewSession()}
	w.lists = gtkx.Lists{Parent: w.win, Ahead: &s.ahead, Key: s.runKey}
	w.s.Say, w.s.Ask = w.say, w.askText
	w.build()
	w.commands = w.bindings()
	return w
}

// build creates the frame of the tab. turnStart creates the content when it is shown.
func (p *page) build() {
	p.looks = look.New(p.s.View, &p.d.shade, p.st, p.win)
	if p.finding == nil {
		p.finding = uilists.NewFind(p.s, uilists.FindHost{
			Aside:   p.aside,
			Open:    p.openFound,
			Reframe: p.reframe,
		}, &p.lists)
	}
	if p.box == nil {
		p.box = gtkx.VBox(0)
	}
	p.views, _ = gtk.StackNew()
	p.views.SetHomogeneous(false)
	p.front, p.board, p.panes = nil, nil, panes{}
	p.box.PackStart(p.views, true, true, 0)
	p.box.ShowAll()
}

// buildDocument creates the widgets of the document. Tabs that show only the start page skip it,
// because it takes longer than the start page.
func (p *page) buildDocument() {
	st := p.st
	p.bar = bars.NewMessage(p.s.Jobs.Revision, func() { p.run(command.Undo) })
	p.advice = bars.NewAdvice(p.s.Advice, p.bind)
	p.job = bars.NewJob(p.s.Jobs.Passing)
	p.study = analysis.New(p.s, p.studyHost())
	p.players = bars.NewPlayers(p.s, p.looks, func(ev *gdk.Event) { p.popup(playersMenu, nil, ev) })
	p.board = uiboard.New(p.s, st, p.looks, uiboard.Host{
		Framed: p.framed, Escape: p.escape, Acted: p.acted, Painted: p.painted, Zoom: p.zoom, OnBoard: p.onBoard, Values: p.values,
	})
	onNode := func(ev *gdk.Event) { p.popup(nodeMenu, nil, ev) }
	p.tree = uitree.New(p.s, p.s.Jobs.Changing, p.looks, st, p.picked, onNode)
	p.moves = uimoves.New(p.s, p.looks, st, p.picked, onNode)
	p.notes = uinotes.New(p.s, uinotes.Host{Run: p.run, Tip: p.tip, Pop: p.pop, ToBoard: p.toBoard, Stale: p.stale, Update: p.update})
	p.swapButton, _ = gtk.ButtonNewWithLabel(locale.T(command.All[command.Swap].Title))
	p.swapButton.SetNoShowAll(true)
	p.bind(p.swapButton, command.Swap)
	p.engines.build(p)
	p.replay = bars.NewReplay(p.s, p.iconButton, p.bind, p.swapButton)
	p.setup = bars.NewSetup(p.s, p.looks)
	p.guess = bars.NewGuess(p.s, bars.GuessHost{Run: p.run, Tip: p.tip, Ask: p.ask})

	over, _ := gtk.OverlayNew()
	over.Add(p.board.Box)
	over.AddOverlay(p.job.Box)

	left := gtkx.VBox(0)
	left.PackStart(p.players.Scroll, false, false, 0)
	middle := gtkx.HBox(0)
	middle.PackStart(p.engines.bar.Area, false, false, 0)
	middle.PackStart(over, true, true, 0)
	left.PackStart(middle, true, true, 0)
	left.PackStart(p.study.Box, false, false, 0)
	left.PackStart(p.advice.Box, false, false, 0)
	left.PackStart(p.bar.Box, false, false, 0)
	left.PackStart(p.engines.graph.Area, false, false, 0)
	p.under, _ = gtk.StackNew()
	p.under.SetVHomogeneous(false)
	p.under.SetHHomogeneous(false) // a wide bar must not keep the window wide
	p.under.AddNamed(p.replay.Box, "replay")
	p.under.AddNamed(p.setup.Box, "setup")
	p.under.AddNamed(p.guess.Box, "guess")
	left.PackStart(p.under, false, false, 0)

	p.buildPanes(left)
	if p.lesson != nil {
		p.lesson.build()
	}
}

// untouched reports whether the tab is unused and has no game selected, so another document may
// replace it.
func (p *page) untouched() bool {
	return p.blank() && p.lesson == nil && p.gamesPath == "" && !p.s.File.Dirty() && p.s.File.Path() == "" && p.s.Jobs.Job() == nil
}

// show brings the tab and its window to the front.
func (p *page) show() {
	p.book.SetCurrentPage(p.book.PageNum(p.box))
	p.shown()
	p.win.Present()
}

// stale reports whether a refresh is pending.
func (p *page) stale() bool { return p.queued }

func (p *page) update() { p.refresh(p.pending) }

// find opens the search window.
func (p *page) find(inFolder bool) { p.finding.Show(inFolder, p.st.LastFolder) }

// findMove goes to another search result by calling move. If no search of the document is active,
// it opens the search window.
func (p *page) findMove(move func()) {
	if x := p.s.Search.Finder(); !x.Asked() || x.Folder() != "" {
		p.find(false)
		return
	}
	move()
}

// framed returns the cells to frame on the board.
func (p *page) framed() []rules.Cell { return p.finding.Framed() }

func (p *page) reframe() {
	if !p.onStart {
		p.board.Area.QueueDraw()
	}
}

// aside places a list window over the panels, so the board remains visible.
func (p *page) aside(l *gtkx.List, down int) {
	x, y := p.win.GetPosition()
	width, _ := p.win.GetSize()
	own, _ := l.Win.GetSize()
	l.Win.Move(x+max(width-own, 0), y+down)
}

// toBoard focuses the board.
func (p *page) toBoard() {
	if p.onStart {
		p.front.focus()
		return
	}
	p.board.Area.GrabFocus()
}

// acted is called on user input on the board.
func (p *page) acted() { p.bar.Acted() }

// picked is called when the user selects a move outside the board.
func (p *page) picked() {
	p.acted()
	p.toBoard()
}

// panel returns a widget with a title above it.
func panel(title string, child gtk.IWidget) *gtk.Box {
	b := gtkx.VBox(0)
	l := gtkx.Styled("panel-title", title)
	b.PackStart(l, false, false, 0)
	b.PackStart(child, true, true, 0)
	return b
}

// say shows a message.
func (p *page) say(l app.Level, text string) {
	if l&app.Problem != 0 {
		p.d.player.Refuse()
	}
	p.messages().Say(l, text)
	if _, ok := p.s.File.Charset(); ok && l == app.Warning {
		p.messages().Offer(locale.T("Change…"), locale.T("Read the texts of this file in another charset"), p.textEncoding)
	}
}

// changed records changes. They are shown together before the next frame, or when the tab is in
// front again.
func (p *page) changed(t app.Topic) {
	p.pending |= t
	if p.closed {
		return
	}
	if p.lesson != nil {
		p.lesson.look()
	}
	if p.queued {
		return
	}
	p.queued = true
	gtkx.WhenIdle(glib.PRIORITY_HIGH_IDLE, func() bool {
		p.queued = false
		switch {
		case p.closed:
		case p.cur == p:
			p.refresh(p.pending)
		default:
			p.turnStart()
			p.label.changed()
		}
		return false
	})
}

// refresh shows the recorded changes.
func (p *page) refresh(t app.Topic) {
	p.pending = 0
	s := p.s
	if p.turnStart() {
		t = app.TopicAll
		gtkx.Idle(func() {
			if p.cur == p && !p.closed {
				p.toBoard()
			}
		})
	}
	if p.onStart {
		p.front.changed(t)
	} else {
		p.refreshDocument(t)
	}
	p.lists.Changed(uint(t))
	p.d.scripts.changed(t)
	p.d.prefs.changed()
	p.refreshMenu()
	p.label.changed()
	title := p.title()
	p.header.SetTitle(title)
	p.header.SetSubtitle("")
	if !p.onStart {
		p.header.SetSubtitle(s.View.GameTitle())
	}
	p.win.SetTitle(title + " – Studio")
	if t&app.TopicFile != 0 {
		p.fillRecent()
	}
	p.fillScripts(t)
}

// title returns the title of the window while the tab is in front.
func (p *page) title() string {
	if p.onStart {
		return p.front.title()
	}
	return p.s.File.Title()
}

// refreshDocument updates the widgets of the document.
func (p *page) refreshDocument(t app.Topic) {
	s := p.s
	if t == app.TopicAll {
		p.arrange()
	}
	p.bar.Edited()
	if p.lesson != nil {
		p.lesson.changed()
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
	p.players.Changed(t)
	p.board.Changed(t)
	p.tree.Changed(t)
	p.moves.Changed(t)
	p.notes.Changed(t)
	p.replay.Changed(t)
	p.setup.Changed(t)
	p.guess.Changed(t)
	p.job.Changed(t)
	p.study.Changed()
	p.engines.changed(t)
	p.window.tick()
}

// painted is called after a frame of the board has been drawn.
func (p *page) painted() {
	if f := p.onPaint; f != nil {
		p.onPaint = nil
		f()
	}
}

// closeTab closes the tab, after asking about unsaved work.
func (p *page) closeTab() {
	if len(p.tabs) == 1 {
		p.close(nil)
		return
	}
	p.show()
	p.engines.rest()
	p.unlessUnsaved(func() {
		p.engines.close()
		p.d.closed(p)
		p.s.Close()
		p.drop(p)
		p.d.keepTabs()
		p.s.SaveSettings()
	}, nil)
}

package studio

import (
	"boardstudio/studio/bars"
	"boardstudio/studio/boardpane"
	"boardstudio/studio/finder"
	"boardstudio/studio/listwin"
	"boardstudio/studio/look"
	"boardstudio/studio/movepane"
	"boardstudio/studio/notepane"
	"boardstudio/studio/studywin"
	"boardstudio/studio/treepane"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
)

// page is one document in a window: its board, its tree and what is written about it.
type page struct {
	*window
	s *app.Session
	// commands are what can be done with the document.
	commands   [command.Count]binding
	label      *tabLabel
	box        *gtk.Box    // all of it
	views      *gtk.Stack  // the start page or the document
	front      front       // nil while the document is shown
	gathered   string      // the file, folder or archive whose games the tab lists, "" for none
	onStart    bool        // the start page or a list of games is shown, and the widgets of the document may not be there
	blankTree  *model.Tree // the empty document behind the start page, nil once something was done
	gatheredAs *rules.Spec // the game of those that do not name theirs, nil to refuse them
	lesson     *lessonBar  // nil for none
	held       bool        // the start page waits: a document is about to come
	swapButton *gtk.Button // shown where a swap is legal

	bar     *bars.Message
	advice  *bars.Advice
	study   *studywin.Pane
	job     *bars.Job
	players *bars.Players
	board   *boardpane.Pane
	tree    *treepane.Pane
	moves   *movepane.Pane
	notes   *notepane.Pane
	replay  *bars.Replay
	setup   *bars.Setup
	guess   *bars.Guess
	under   *gtk.Stack // replay, set-up or guess bar

	engines engines
	panes   panes
	lists   gtkx.Lists
	// finding is the state of the search window, also while that is closed.
	finding *listwin.Find
	looks   *look.Looks
	pending app.Topic // what changed since the last refresh
	queued  bool
	warming bool // Tree.Warm is called when idle
	onPaint func()
	opening string // the file that is being read
	given   bool   // its unsaved work is given up: the window is about to close
	shut    bool   // it is closed
}

// newPage returns a tab without a document, which is not in the window yet.
func newPage(s *window) *page {
	w := &page{window: s, s: s.d.app.NewSession()}
	w.lists = gtkx.Lists{Parent: w.win, Ahead: &s.ahead, Key: s.runKey}
	w.s.Say, w.s.Ask = w.say, w.askText
	w.build()
	w.commands = w.bindings()
	return w
}

// build makes what shows the start page or the document; turnStart makes the one that is shown.
func (p *page) build() {
	p.looks = look.New(p.s, &p.d.shade, p.st, p.win)
	if p.finding == nil {
		p.finding = listwin.NewFind(p.s, listwin.FindHost{
			Aside:   p.aside,
			Open:    func(x finder.Found) { p.openFile(x.Path, func(q *page) { q.s.ShowFound(x) }) },
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

// buildDocument makes what shows the document. Many tabs only ever show the start page, and it takes longer than that.
func (p *page) buildDocument() {
	st := p.st
	p.bar = bars.NewMessage(p.s.Jobs.Revision, func() { p.run(command.Undo) })
	p.advice = bars.NewAdvice(p.s.Advice(), p.bind)
	p.job = bars.NewJob(p.s.Jobs.Passing)
	p.study = studywin.New(p.s, p.studyHost())
	p.players = bars.NewPlayers(p.s, p.looks, func(ev *gdk.Event) { p.popup(playersMenu, nil, ev) })
	p.board = boardpane.New(p.s, &p.s.Cursor, st, p.looks, boardpane.Host{
		Framed: p.framed, Escape: p.escape, Acted: p.acted, Painted: p.painted, Zoom: p.zoom, OnBoard: p.onBoard, Values: p.values,
	})
	onNode := func(ev *gdk.Event) { p.popup(nodeMenu, nil, ev) }
	p.tree = treepane.New(p.s, p.s.Jobs.Changing, p.looks, st, p.picked, onNode)
	p.moves = movepane.New(p.s, p.looks, st, p.picked, onNode)
	p.notes = notepane.New(p.s, notepane.Host{Run: p.run, Tip: p.tip, Pop: p.pop, ToBoard: p.toBoard, Stale: p.stale, Update: p.update})
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
	p.under.SetHHomogeneous(false) // the widest bar must not keep the window wide
	p.under.AddNamed(p.replay.Box, "replay")
	p.under.AddNamed(p.setup.Box, "setup")
	p.under.AddNamed(p.guess.Box, "guess")
	left.PackStart(p.under, false, false, 0)

	p.buildPanes(left)
	if p.lesson != nil {
		p.lesson.build()
	}
}

// untouched reports whether nothing was done here: another document may take the place.
func (p *page) untouched() bool {
	return p.lesson == nil && p.gathered == "" && !p.s.File.Dirty() && p.s.File.Path() == "" && p.s.Tree().Len() == 1 && !p.s.Running() && p.s.Setup() == nil && p.s.Jobs.Job() == nil
}

// show brings the tab and its window to the front.
func (p *page) show() {
	p.book.SetCurrentPage(p.book.PageNum(p.box))
	p.shown()
	p.win.Present()
}

// stale reports whether changes wait to be shown, and update shows them.
func (p *page) stale() bool { return p.queued }

func (p *page) update() { p.refresh(p.pending) }

// find shows the search window.
func (p *page) find(inFolder bool) { p.finding.Show(inFolder, p.st.LastFolder) }

// findMove goes to another place that was found, or asks what to look for.
func (p *page) findMove(move func()) {
	if x := p.s.Finder(); !x.Asked() || x.Folder() != "" {
		p.find(false)
		return
	}
	move()
}

// framed returns the cells to frame on the board, and reframe draws them anew.
func (p *page) framed() []rules.Cell { return p.finding.Framed() }

func (p *page) reframe() {
	if !p.onStart {
		p.board.Area.QueueDraw()
	}
}

// aside puts a list window over the panels: the board is looked at meanwhile, or
// chosen from.
func (p *page) aside(l *gtkx.List, down int) {
	x, y := p.win.GetPosition()
	width, _ := p.win.GetSize()
	own, _ := l.Win.GetSize()
	l.Win.Move(x+max(width-own, 0), y+down)
}

// toBoard gives the focus to the board.
func (p *page) toBoard() {
	if p.onStart {
		p.front.focus()
		return
	}
	p.board.Area.GrabFocus()
}

// acted is called when the person does something at the board.
func (p *page) acted() { p.bar.Acted() }

// picked is called when the person chooses a move elsewhere than at the board.
func (p *page) picked() {
	p.acted()
	p.toBoard()
}

// panel puts a title above a widget.
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
}

// changed collects what changed; all of it is shown at once, before the next frame, or when the tab is
// in front again.
func (p *page) changed(t app.Topic) {
	p.pending |= t
	if p.shut {
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
		case p.shut:
		case p.cur == p:
			p.refresh(p.pending)
		default:
			p.turnStart()
			p.label.changed()
		}
		return false
	})
}

// refresh shows what changed.
func (p *page) refresh(t app.Topic) {
	p.pending = 0
	s := p.s
	if p.turnStart() {
		t = app.TopicAll
		gtkx.Idle(func() {
			if p.cur == p && !p.shut {
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
		p.header.SetSubtitle(s.GameTitle())
	}
	p.win.SetTitle(title + " – Studio")
	if t&app.TopicFile != 0 {
		p.fillRecent()
	}
	p.fillScripts(t)
}

// title is that of the window while the tab is in front.
func (p *page) title() string {
	if p.onStart {
		return p.front.title()
	}
	return p.s.File.Title()
}

// refreshDocument shows what changed in the document.
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
		p.warm()
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

// painted is called after a frame of the board was drawn.
func (p *page) painted() {
	if f := p.onPaint; f != nil {
		p.onPaint = nil
		f()
	}
}

// closeTab asks for unsaved work and closes the tab.
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

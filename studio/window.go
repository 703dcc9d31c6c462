package studio

import (
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/rules"
	"boardstudio/sound"
	"boardstudio/studio/app"
	"boardstudio/studio/command"
	"boardstudio/studio/gtkx"
	"boardstudio/studio/settings"
)

// window is the studio's one window.
type window struct {
	s   *app.Session
	st  *settings.Settings
	win *gtk.Window

	header                             *gtk.HeaderBar
	undoButton, redoButton, saveButton *gtk.Button
	swapButton                         *gtk.Button // shown where a swap is legal
	menu                               *gtk.MenuBar
	commands                           [command.Count]entry
	keys                               *keys
	recent                             *gtk.Menu
	filling                            bool // the menu is being filled, not used by the person

	bar     *message
	player  *sound.Player
	job     *jobBar
	players *players
	board   *board
	tree    *tree
	moves   *moves
	notes   *notes
	replay  *replayBar
	setup   *setupBar
	guess   *guessBar
	under   *gtk.Stack // replay, set-up or guess bar
	side    *gtk.Paned // board | panels
	panels  *gtk.Paned // tree / moves and comment
	texts   *gtk.Paned // moves / comment

	lang  string // as asked for on the command line or in the settings
	lists gtkx.Lists
	// finding is the state of the search window, also while that is closed.
	finding *finding
	scripts *scripting
	// helpShown shows the open page of help anew, nil while help is closed.
	helpShown func()
	looks     *looks
	full      bool
	popover   *gtk.Popover // open beside the board or a button
	pending   app.Topic    // what changed since the last refresh
	queued    bool
	closing   bool
	warming   bool // Tree.Warm is called when idle
	ahead     gtkx.Ahead
	onPaint   func()
}

func newWindow(st *settings.Settings) (*window, error) {
	w := &window{st: st, player: sound.New()}
	w.keys = &keys{st: st, items: func(id command.ID) *gtk.MenuItem { return w.commands[id].item }, tips: map[*tip]bool{}}
	style(st.Dark)
	badKeys := st.CheckKeys(knownKey)
	var err error
	if w.win, err = gtk.WindowNew(gtk.WINDOW_TOPLEVEL); err != nil {
		return nil, err
	}
	w.lists = gtkx.Lists{Parent: w.win, Ahead: &w.ahead, Key: w.runKey}
	w.s = app.New(gtkx.Loop{}, st).NewSession()
	w.s.Say, w.s.Ask = w.say, w.askText
	w.s.Sound = w.player
	w.setVolume()
	w.build()
	w.s.OnChange(w.changed)
	if err := w.s.NewGame(st.NewGame); err != nil { // remembered parameters that no longer go together
		st.NewGame = settings.Defaults().NewGame
		if err := w.s.NewGame(st.NewGame); err != nil {
			return nil, err
		}
	}
	w.win.ShowAll()
	w.refresh(app.TopicAll)
	w.board.area.GrabFocus()
	w.tick()
	if badKeys != nil {
		w.say(app.Warning, locale.Err(badKeys))
	}
	return w, nil
}

// setVolume silences the sounds while the person wants quiet.
func (w *window) setVolume() {
	volume := 0.0
	if w.st.Sounds {
		volume = 1
	}
	w.player.SetVolume(volume)
}

func (w *window) build() {
	st := w.st
	w.win.SetDefaultSize(st.Width, st.Height)
	if st.Maximized || os.Getenv("GDK_BACKEND") == "broadway" { // a browser's tab is the whole screen
		w.win.Maximize()
	}
	w.header, _ = gtk.HeaderBarNew()
	w.header.SetShowCloseButton(true)
	w.header.SetHasSubtitle(true)
	w.header.PackStart(w.iconButton("document-new-symbolic", command.New))
	w.header.PackStart(w.iconButton("document-open-symbolic", command.Open))
	w.saveButton = w.iconButton("document-save-symbolic", command.Save)
	w.undoButton = w.iconButton("edit-undo-symbolic", command.Undo)
	w.redoButton = w.iconButton("edit-redo-symbolic", command.Redo)
	w.header.PackEnd(w.saveButton)
	w.header.PackEnd(w.redoButton)
	w.header.PackEnd(w.undoButton)
	w.win.SetTitlebar(w.header)

	w.looks = &looks{w.s, st, w.win, gtkx.Sprites{}}
	w.bar = newMessage()
	w.job = newJobBar(w.s.Jobs.Job)
	w.players = newPlayers(w.s, w.looks)
	w.board = newBoard(w.s, &w.s.Cursor, st, w.looks, w)
	w.tree = newTree(w.s, w.s.Jobs.Changing, w.looks, w.toBoard)
	w.moves = newMoves(w.s, w.looks, w.toBoard)
	w.notes = newNotes(w.s, w)
	w.swapButton, _ = gtk.ButtonNewWithLabel(locale.T(command.All[command.Swap].Title))
	w.swapButton.SetNoShowAll(true)
	w.bind(w.swapButton, command.Swap)
	w.replay = newReplayBar(w.s, w.iconButton, w.swapButton)
	w.setup = newSetupBar(w.s, w.looks)
	w.guess = newGuessBar(w.s, w)
	w.finding = &finding{s: w.s, w: w, lists: &w.lists}
	w.scripts = &scripting{scripted: w.s, w: w, lists: &w.lists, st: st}

	over, _ := gtk.OverlayNew() // a message must not move the board under the pointer, nor cover turn and clock
	over.Add(w.board.area)
	w.bar.box.SetVAlign(gtk.ALIGN_START)
	over.AddOverlay(w.bar.box)
	over.AddOverlay(w.job.box)

	left := gtkx.VBox(0)
	left.PackStart(w.players.scroll, false, false, 0)
	left.PackStart(over, true, true, 0)
	w.under, _ = gtk.StackNew()
	w.under.SetVHomogeneous(false)
	w.under.AddNamed(w.replay.box, "replay")
	w.under.AddNamed(w.setup.box, "setup")
	w.under.AddNamed(w.guess.box, "guess")
	left.PackStart(w.under, false, false, 0)

	w.texts, _ = gtk.PanedNew(gtk.ORIENTATION_VERTICAL)
	w.texts.Pack1(panel(locale.T("Moves"), w.moves.box), true, false)
	w.texts.Pack2(w.notes.box, false, false)
	w.panels, _ = gtk.PanedNew(gtk.ORIENTATION_VERTICAL)
	w.panels.Pack1(panel(locale.T("Game tree"), w.tree.box), true, false)
	w.panels.Pack2(w.texts, false, false) // what room a larger window has is for the tree
	w.panels.SetPosition(st.TreeHeight)
	w.notes.box.SetSizeRequest(-1, max(st.CommentHeight, 170)) // three rows of buttons, and some lines
	w.side, _ = gtk.PanedNew(gtk.ORIENTATION_HORIZONTAL)
	w.side.Pack1(left, true, false)
	w.side.Pack2(w.panels, false, false)
	w.panels.SetSizeRequest(260, -1)
	w.side.SetPosition(st.Width - st.SideWidth)

	all := gtkx.VBox(0)
	all.PackStart(w.buildMenu(), false, false, 0)
	all.PackStart(w.side, true, true, 0)
	w.win.Add(all)

	w.win.Connect("key-press-event", func(_ *gtk.Window, ev *gdk.Event) bool {
		return w.keyPressed(gdk.EventKeyNewFromEvent(ev))
	})
	w.win.Connect("delete-event", func() bool {
		w.close()
		return true
	})
	w.win.Connect("focus-in-event", func() bool {
		gtkx.Idle(w.s.File.Look)
		return false
	})
	w.acceptDrops()
}

// stale reports whether changes wait to be shown, and update shows them.
func (w *window) stale() bool { return w.queued }

func (w *window) update() { w.refresh(w.pending) }

// find shows the search window.
func (w *window) find(inFolder bool) { w.finding.show(inFolder, w.st.LastFolder) }

// findMove goes to another place that was found, or asks what to look for.
func (w *window) findMove(move func()) {
	if x := w.s.Finder(); !x.Asked() || x.Folder() != "" {
		w.find(false)
		return
	}
	move()
}

// framed returns the cells to frame on the board, and reframe draws them anew.
func (w *window) framed() []rules.Cell { return w.finding.framed() }
func (w *window) reframe()             { w.board.area.QueueDraw() }

// aside puts a list window over the panels: the board is looked at meanwhile, or
// chosen from.
func (w *window) aside(l *gtkx.List, down int) {
	x, y := w.win.GetPosition()
	width, _ := w.win.GetSize()
	own, _ := l.Win.GetSize()
	l.Win.Move(x+max(width-own, 0), y+down)
}

// toBoard gives the focus to the board.
func (w *window) toBoard() { w.board.area.GrabFocus() }

// panel puts a title above a widget.
func panel(title string, child gtk.IWidget) *gtk.Box {
	b := gtkx.VBox(0)
	l := gtkx.Styled("panel-title", title)
	b.PackStart(l, false, false, 0)
	b.PackStart(child, true, true, 0)
	return b
}

func itoa(n int) string { return strconv.Itoa(n) }

// say shows a message.
func (w *window) say(l app.Level, text string) { w.bar.say(l, text) }

// changed collects what changed; all of it is shown at once, before the next frame.
func (w *window) changed(t app.Topic) {
	w.pending |= t
	if w.queued {
		return
	}
	w.queued = true
	gtkx.WhenIdle(glib.PRIORITY_HIGH_IDLE, func() bool {
		w.queued = false
		w.refresh(w.pending)
		return false
	})
}

// refresh shows what changed.
func (w *window) refresh(t app.Topic) {
	w.pending = 0
	s := w.s
	if t&(app.TopicTree|app.TopicHere) != 0 {
		w.bar.goneOn()
	}
	if t&app.TopicTree != 0 {
		w.warm()
	}
	if t&app.TopicMode != 0 {
		want := "replay"
		switch {
		case s.Setup() != nil:
			want = "setup"
		case s.Guessing():
			want = "guess"
		}
		if want != w.under.GetVisibleChildName() {
			switch want {
			case "setup":
				w.setup.build()
			case "guess":
				w.guess.begin()
			}
			w.under.SetVisibleChildName(want)
		}
	}
	w.players.changed(t)
	w.board.changed(t)
	w.tree.changed(t)
	w.moves.changed(t)
	w.notes.changed(t)
	w.replay.changed(t)
	w.setup.changed(t)
	w.guess.changed(t)
	w.lists.Changed(uint(t))
	w.scripts.changed(t)
	w.job.changed(t)
	w.refreshMenu()
	w.header.SetTitle(s.File.Title())
	w.header.SetSubtitle(s.GameTitle())
	w.win.SetTitle(s.File.Title() + " – Studio")
	if t&app.TopicFile != 0 {
		w.fillRecent()
	}
}

// tick shows the clock while one runs.
func (w *window) tick() {
	gtkx.Loop{}.After(time.Second, func() {
		if w.closing {
			return
		}
		if w.s.Running() {
			w.players.tick()
		}
		w.tick()
	})
}

// painted is called after a frame of the board was drawn.
func (w *window) painted() {
	if f := w.onPaint; f != nil {
		w.onPaint = nil
		f()
	}
}

// close asks for unsaved work and ends the program.
func (w *window) close() {
	if w.closing {
		return
	}
	w.scripts.unlessUnsaved(func() {
		w.unlessUnsaved(func() {
			w.closing = true
			w.s.Close()
			w.remember()
			gtk.MainQuit()
		})
	})
}

// remember writes down how the window looks.
func (w *window) remember() {
	if w.st.Maximized = w.win.IsMaximized(); !w.st.Maximized && !w.full {
		w.st.Width, w.st.Height = w.win.GetSize()
	}
	w.st.SideWidth = w.side.GetAllocatedWidth() - w.side.GetPosition()
	w.st.TreeHeight = w.panels.GetPosition()
	w.st.CommentHeight = w.notes.box.GetAllocatedHeight()
	_ = w.st.Save()
}

// acceptDrops opens a file that is dropped on the window.
func (w *window) acceptDrops() {
	target, err := gtk.TargetEntryNew("text/uri-list", gtk.TARGET_OTHER_APP, 0)
	if err != nil {
		return
	}
	w.win.DragDestSet(gtk.DEST_DEFAULT_ALL, []gtk.TargetEntry{*target}, gdk.ACTION_COPY)
	w.win.Connect("drag-data-received", func(_ *gtk.Window, _ *gdk.DragContext, _, _ int, data *gtk.SelectionData, _, _ uint) {
		if path := dropped(string(data.GetData())); path != "" {
			w.unlessUnsaved(func() { w.s.File.Open(path, nil) })
		}
	})
}

// dropped returns the first local file of a list of addresses.
func dropped(list string) string {
	for _, line := range strings.Fields(list) {
		if u, err := url.Parse(line); err == nil && u.Scheme == "file" {
			return u.Path
		}
	}
	return ""
}

package ui

import (
	"os"
	"slices"
	"strings"
	"time"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/instance"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// window is a main window, with a menu and a tab for each document.
type window struct {
	d   *desk
	st  *settings.Settings
	win *gtk.Window

	header                                   *gtk.HeaderBar
	undoButton, redoButton, saveButton       *gtk.Button
	menu                                     *gtk.MenuBar
	items                                    [command.Count]entry
	keys                                     *keys
	recent, closedMenu, scriptMenu, toolMenu *gtk.Menu
	scriptsOf                                *model.Tree // tree for which scriptMenu was filled
	filling                                  bool        // the program, not the user, changes the menu

	all   *gtk.Box // menu and tabs
	book  *gtk.Notebook
	tabs  []*page // in order of opening
	cur   *page   // tab in front
	ahead gtkx.Ahead
	// helpShown shows the open help page again. helpAgain reopens the help after a change of the
	// language. Both are nil while the help is closed.
	helpShown, helpAgain func()
	full                 bool
	popover              *gtk.Popover // open popover near the board or a button
	ticking              bool         // an update of the clocks is scheduled
	closing              bool
}

// build creates the window without its tabs.
func (w *window) build() {
	st := w.st
	w.win.SetDefaultSize(st.Width, st.Height)
	if st.Maximized || os.Getenv("GDK_BACKEND") == "broadway" { // a browser tab is the whole screen
		w.win.Maximize()
	}
	w.header, _ = gtk.HeaderBarNew()
	w.header.SetShowCloseButton(true)
	w.header.SetHasSubtitle(true)
	w.win.SetTitlebar(w.header)

	w.book, _ = gtk.NotebookNew()
	w.book.SetShowBorder(false)
	w.book.SetScrollable(true)
	gtkx.AddClass(w.book, "documents")
	w.book.Connect("switch-page", func(_ *gtk.Notebook, _ *gtk.Widget, at uint) {
		gtkx.Idle(w.shown)
	})

	w.win.Connect("key-press-event", func(_ *gtk.Window, ev *gdk.Event) bool {
		return w.cur.keyPressed(gdk.EventKeyNewFromEvent(ev))
	})
	w.win.Connect("delete-event", func() bool {
		w.close(nil)
		return true
	})
	w.win.Connect("focus-in-event", func() bool {
		if i := slices.Index(w.d.windows, w); i > 0 {
			w.d.windows = slices.Insert(slices.Delete(w.d.windows, i, i+1), 0, w)
		}
		gtkx.Idle(w.cur.s.File.Look)
		return false
	})
	w.acceptDrops()
	w.all = gtkx.VBox(0)
	w.all.PackStart(w.book, true, true, 0)
	w.win.Add(w.all)
}

// fill creates the buttons and the menu of the window.
func (w *window) fill() {
	gtkx.Empty(&w.header.Container)
	w.header.PackStart(w.iconButton("document-new-symbolic", command.New))
	w.header.PackStart(w.iconButton("document-open-symbolic", command.Open))
	w.saveButton = w.iconButton("document-save-symbolic", command.Save)
	w.undoButton = w.iconButton("edit-undo-symbolic", command.Undo)
	w.redoButton = w.iconButton("edit-redo-symbolic", command.Redo)
	w.header.PackEnd(w.saveButton)
	w.header.PackEnd(w.redoButton)
	w.header.PackEnd(w.undoButton)
	w.header.ShowAll()
	gtkx.SetName(w.book, locale.T("Documents"))
	if w.menu != nil {
		w.menu.Destroy()
	}
	w.all.PackStart(w.buildMenu(), false, false, 0)
	w.all.ReorderChild(w.menu, 0)
	w.menu.ShowAll()
}

// renew rebuilds all widgets after a change of the language. Documents and current nodes are
// preserved.
func (w *window) renew() {
	w.cur.remember()
	w.scriptsOf = nil // forces its menu to be filled
	if w.popover != nil {
		w.popover.Popdown()
	}
	for _, p := range w.tabs {
		p.lists.Close()
		said := p.messages()
		gtkx.Empty(&p.box.Container)
		p.build()
		p.commands = p.bindings()
		p.box.ShowAll()
		p.turnStart()
		p.messages().Take(said)
		was := p.label.box
		p.label = newTabLabel(p)
		w.book.SetTabLabel(p.box, p.label.box)
		was.Destroy()
	}
	w.fill()
	for _, p := range w.tabs {
		p.changed(app.TopicAll)
	}
	w.cur.refresh(app.TopicAll)
}

// blank returns a tab with the start page. Its document is an empty board of the game played last.
func (w *window) blank() *page {
	p := newPage(w)
	err := p.s.Blank(w.st.NewGame)
	if err != nil { // the saved parameters have become invalid
		w.st.NewGame = settings.Defaults().NewGame
		err = p.s.Blank(w.st.NewGame)
	}
	if err != nil {
		panic("studio: " + err.Error())
	}
	p.blankTree = p.s.View.Tree()
	p.s.OnChange(p.changed)
	return p
}

// add appends a tab.
func (w *window) add(p *page) {
	if w.cur == nil {
		w.cur = p
	}
	w.tabs = append(w.tabs, p)
	p.label = newTabLabel(p)
	p.box.ShowAll()
	p.turnStart()
	w.book.AppendPage(p.box, p.label.box)
	w.book.SetTabReorderable(p.box, true)
	w.book.SetShowTabs(len(w.tabs) > 1)
	p.label.changed()
}

// room returns a tab for another document and shows it. It is the current tab if that is unused, or
// else a new one.
func (w *window) room() *page {
	p := w.cur
	if !p.untouched() {
		p = w.blank()
		w.add(p)
	}
	p.show()
	return p
}

// newTab opens an empty tab.
func (w *window) newTab() {
	p := w.blank()
	w.add(p)
	p.show()
}

// inOrder returns the tabs from left to right.
func (w *window) inOrder() []*page {
	list := slices.Clone(w.tabs)
	slices.SortFunc(list, func(a, b *page) int { return w.book.PageNum(a.box) - w.book.PageNum(b.box) })
	return list
}

// reopen reopens the document closed last.
func (w *window) reopen() {
	if len(w.st.Closed) == 0 {
		w.cur.say(app.Note, locale.T("No documents were closed in the last 30 days"))
		return
	}
	w.d.reopen(w, w.st.TakeClosed(0), nil)
}

// shown is called when another tab comes to the front.
func (w *window) shown() {
	if w.closing {
		return
	}
	at := w.book.GetCurrentPage()
	i := slices.IndexFunc(w.tabs, func(p *page) bool { return w.book.PageNum(p.box) == at })
	if i < 0 || w.tabs[i] == w.cur {
		return
	}
	if slices.Contains(w.tabs, w.cur) {
		w.cur.lists.Show(false)
	}
	before := w.cur
	w.cur = w.tabs[i]
	before.engines.turned()
	w.cur.lists.Show(true)
	w.cur.refresh(app.TopicAll)
	w.cur.toBoard()
	w.cur.s.File.Look()
}

// turn switches to the tab that is by positions further, cyclically.
func (w *window) turn(by int) {
	n := len(w.tabs)
	w.book.SetCurrentPage((w.book.GetCurrentPage() + by + n) % n)
}

// drop removes a tab. It closes the window if it was the last tab.
func (w *window) drop(p *page) {
	if len(w.tabs) == 1 {
		w.end()
		return
	}
	w.tabs = slices.DeleteFunc(w.tabs, func(x *page) bool { return x == p })
	p.closed = true
	p.lists.Close()
	w.book.RemovePage(w.book.PageNum(p.box))
	p.box.Destroy()
	p.label.box.Destroy()
	gtkx.Tidy()
	w.book.SetShowTabs(len(w.tabs) > 1)
	w.shown()
}

// openFile opens a file in a tab. If the file is already open, it switches to its tab. It calls
// then(), unless nil, when the file is open.
func (w *window) openFile(path string, then func(*page)) { w.openFileAs(path, nil, then) }

// openFileAs is like openFile, with the game of a file that does not name it.
func (w *window) openFileAs(path string, spec *rules.Spec, then func(*page)) {
	if p := w.d.holder(path); p != nil {
		p.show()
		if then != nil {
			then(p)
		}
		return
	}
	if holdsGames(path) {
		w.openGames(path)
		return
	}
	w.into(func(p *page, done func(error)) { p.openWith(path, spec, done) }, then)
}

// into opens a document with open, in the current tab if that is unused, or else in a new tab. If
// open fails, the new tab is removed. Otherwise it calls then(), unless nil.
func (w *window) into(open func(p *page, done func(error)), then func(*page)) {
	from := w.cur
	p := w.room()
	open(p, func(err error) {
		p.waiting = false
		switch {
		case err == nil:
			w.d.keepTabs()
			if then != nil {
				then(p)
			}
		case err != nil && p != from && p.untouched() && slices.Contains(w.tabs, from):
			from.messages().Take(p.messages())
			p.s.Close()
			w.drop(p)
			from.show()
		default: // shows the start page again
			p.changed(app.TopicFile)
		}
	})
}

// tick updates the clocks of the document in front, repeatedly while they run.
func (w *window) tick() {
	if w.ticking || w.cur.onStart || !w.cur.s.Game.Running() {
		return
	}
	w.ticking = true
	every := time.Second
	if _, limited := w.cur.s.Game.Left(); limited { // the countdown and the timer change seconds at different times
		every = time.Second / 10
	}
	gtkx.Loop{}.After(every, func() {
		w.ticking = false
		if w.closing {
			return
		}
		if w.cur.s.Game.Running() && !w.cur.onStart {
			w.cur.players.Tick()
		}
		w.tick()
	})
}

// close closes the window, after asking about unsaved work in each tab. It then calls then(), unless
// nil. The program exits when its last window closes.
func (w *window) close(then func()) {
	if w.closing {
		return
	}
	var next func()
	next = func() {
		for _, p := range w.tabs {
			p.engines.rest()
			if (p.s.File.Dirty() || p.s.Setup() != nil && p.s.Setup().Undoable()) && !p.discards {
				p.show()
				p.unlessUnsaved(func() { p.discards = true; next() }, func() { w.keep() })
				return
			}
		}
		if len(w.d.windows) == 1 {
			w.d.contests.stop(func() { w.leave(then) })
		} else {
			w.leave(then)
		}
	}
	if len(w.d.windows) == 1 {
		w.d.scripts.unlessUnsaved(next)
	} else {
		next()
	}
}

// leave closes the window, whose work has been saved or discarded. It then calls then(), unless nil.
func (w *window) leave(then func()) {
	w.d.keepTabs()
	for _, p := range w.tabs {
		if len(w.d.windows) > 1 || p.s.File.Dirty() { // other documents are reopened at the next start
			w.d.closed(p)
		}
		p.engines.close()
		p.s.Close()
	}
	w.end()
	if then != nil {
		then()
	}
}

// keep clears the permission to discard unsaved work, because closing was cancelled.
func (w *window) keep() {
	for _, p := range w.tabs {
		p.discards = false
	}
}

// end destroys the window, whose documents are closed.
func (w *window) end() {
	w.closing = true
	w.remember()
	w.d.windows = slices.DeleteFunc(w.d.windows, func(x *window) bool { return x == w })
	for _, p := range w.tabs {
		p.closed = true // pending changes are not shown any more
		p.lists.Close()
	}
	w.win.Destroy()
	gtkx.Tidy()
	if len(w.d.windows) == 0 {
		gtk.MainQuit()
	}
}

// remember saves the layout of the window in the settings.
func (w *window) remember() {
	if w.st.Maximized = w.win.IsMaximized(); !w.st.Maximized && !w.full {
		w.st.Width, w.st.Height = w.win.GetSize()
	}
	w.cur.remember()
	_ = w.st.Save()
}

// acceptDrops opens files dropped on the window.
func (w *window) acceptDrops() {
	target, err := gtk.TargetEntryNew("text/uri-list", gtk.TARGET_OTHER_APP, 0)
	if err != nil {
		return
	}
	w.win.DragDestSet(gtk.DEST_DEFAULT_ALL, []gtk.TargetEntry{*target}, gdk.ACTION_COPY)
	w.win.Connect("drag-data-received", func(_ *gtk.Window, _ *gdk.DragContext, _, _ int, data *gtk.SelectionData, _, _ uint) {
		for _, path := range instance.Files(strings.Split(string(data.GetData()), "\n")) {
			w.openFile(path, nil)
		}
	})
}

// NewGame starts a game in a tab.
func (w *window) NewGame(c settings.Choice) error {
	if _, err := newgame.Build(c); err != nil {
		return err
	}
	prev := w.cur.s
	return w.table().s.NextGame(c, prev)
}

// showGame shows the board of a game or preset, without the new-game dialog.
func (p *page) showGame(name string) error {
	g, preset, ok := all.Games.Find(name)
	if !ok {
		return msg.Errorf("unknown game %q", name)
	}
	if preset == "" {
		preset = g.Presets[0].Name
	}
	return p.s.Blank(settings.Choice{Game: g.Name, Preset: preset})
}

// again starts the last game again.
func (w *window) again() {
	if err := w.NewGame(w.st.NewGame); err != nil {
		w.cur.say(app.Problem, locale.Err(err))
	}
}

// Scripts returns the library of scripts.
func (w *window) Scripts() *scripts.Library { return w.cur.s.Scripts() }

// Package window implements a main window: its menu, its tabs and the commands that concern them. It
// knows the program only as an Application.
package window

import (
	"os"
	"slices"
	"strings"
	"time"

	"boardstudio/dist"
	"boardstudio/find"
	"boardstudio/studio/ui/keys"
	"boardstudio/studio/ui/page"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/instance"
	"boardstudio/studio/app/settings"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
)

// Window is a main window, with a menu and a tab for each document.
type Window struct {
	app     Application
	program *page.Program
	st      *settings.Settings
	Win     *gtk.Window

	header                                   *gtk.HeaderBar
	undoButton, redoButton, SaveButton       *gtk.Button
	menu                                     *gtk.MenuBar
	items                                    [command.Count]entry
	Keys                                     *keys.Keys
	recent, closedMenu, scriptMenu, toolMenu *gtk.Menu
	scriptsOf                                *model.Tree // tree for which scriptMenu was filled
	filling                                  bool        // the program, not the user, changes the menu

	all     *gtk.Box // menu and tabs
	book    *gtk.Notebook
	Tabs    []*page.Page // in order of opening
	labels  map[*page.Page]*tabLabel
	Current *page.Page // tab in front
	Ahead   gtkx.Ahead
	full    bool
	Ticking bool // an update of the clocks is scheduled
	Closing bool
}

// Application is the program with all its windows.
type Application interface {
	// Bind adds the commands of the program.
	Bind(*[command.Count]page.Binding)
	// Holder returns the tab that has a file open, or nil.
	Holder(path string) *page.Page
	// Last reports whether one window is left.
	Last() bool
	// Focused and removed are called when a window gets the focus or is closed.
	Focused(*Window)
	Removed(*Window)
	// Closing records a document that is about to be closed.
	Closing(*page.Page)
	// CloseScripts closes the window of scripts, after asking about unsaved text. stopTournament
	// stops the tournament. They then call then.
	CloseScripts(then func())
	StopTournament(then func())
	// Changed is called when a page has shown changes.
	Changed(app.Topic)
	// KnowsScripts reports whether scripts may be queried.
	KnowsScripts() bool
}

// New returns a window with an empty tab, which it does not show yet. It calls first, unless
// nil, with the tab. It returns an error if GTK cannot create the window.
func New(a Application, x *page.Program, first func(*page.Page)) (*Window, error) {
	w := &Window{app: a, program: x, st: x.Settings, labels: map[*page.Page]*tabLabel{}}
	w.Keys = keys.New(x.Settings, func(id command.ID) *gtk.MenuItem { return w.items[id].item }, w.Run)
	var err error
	if w.Win, err = gtk.WindowNew(gtk.WINDOW_TOPLEVEL); err != nil {
		return nil, err
	}
	w.build()
	p := w.blank()
	if first != nil {
		first(p)
	}
	w.add(p)
	w.fill()
	return w, nil
}

// Present shows the window, refreshes the current page, and moves the keyboard focus to its board.
func (w *Window) Present() {
	w.Win.ShowAll()
	w.Current.Refresh(app.TopicAll)
	w.Current.ToBoard()
}

// build creates the window without its tabs.
func (w *Window) build() {
	st := w.st
	w.Win.SetDefaultSize(st.Width, st.Height)
	if st.Maximized || os.Getenv("GDK_BACKEND") == "broadway" { // a browser tab is the whole screen
		w.Win.Maximize()
	}
	w.header, _ = gtk.HeaderBarNew()
	w.header.SetShowCloseButton(true)
	w.header.SetHasSubtitle(true)
	w.Win.SetTitlebar(w.header)

	w.book, _ = gtk.NotebookNew()
	w.book.SetShowBorder(false)
	w.book.SetScrollable(true)
	gtkx.AddClass(w.book, "documents")
	w.book.Connect("switch-page", func(_ *gtk.Notebook, _ *gtk.Widget, at uint) {
		gtkx.Idle(w.shown)
	})

	w.Win.Connect("key-press-event", func(_ *gtk.Window, ev *gdk.Event) bool {
		e := gdk.EventKeyNewFromEvent(ev)
		return w.Current.KeyPressed(e) || w.openMenu(e)
	})
	w.Win.Connect("delete-event", func() bool {
		w.Close(nil)
		return true
	})
	w.Win.Connect("focus-in-event", func() bool {
		w.app.Focused(w)
		gtkx.Idle(w.Current.Session.File.Look)
		return false
	})
	w.acceptDrops()
	w.all = gtkx.VBox(0)
	w.all.PackStart(w.book, true, true, 0)
	w.Win.Add(w.all)
}

// fill creates the buttons and the menu of the window.
func (w *Window) fill() {
	gtkx.Empty(&w.header.Container)
	w.header.PackStart(w.Keys.IconButton("document-new-symbolic", command.New))
	w.header.PackStart(w.Keys.IconButton("document-open-symbolic", command.Open))
	w.SaveButton = w.Keys.IconButton("document-save-symbolic", command.Save)
	w.undoButton = w.Keys.IconButton("edit-undo-symbolic", command.Undo)
	w.redoButton = w.Keys.IconButton("edit-redo-symbolic", command.Redo)
	w.header.PackEnd(w.SaveButton)
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

// Renew rebuilds all widgets after a change of the language. Documents and current nodes are
// preserved.
func (w *Window) Renew() {
	w.Current.Remember()
	w.scriptsOf = nil // forces its menu to be filled
	if w.Current.Popover != nil {
		w.Current.Popover.Popdown()
	}
	for _, p := range w.Tabs {
		p.Lists.Close()
		said := p.Messages()
		gtkx.Empty(&p.Box.Container)
		p.Build()
		p.Commands = w.bindings(p)
		p.Box.ShowAll()
		p.TurnStart()
		p.Messages().Take(said)
		was := w.labels[p].box
		w.labels[p] = newTabLabel(p, w.closeTab)
		w.book.SetTabLabel(p.Box, w.labels[p].box)
		was.Destroy()
	}
	w.fill()
	for _, p := range w.Tabs {
		p.Changed(app.TopicAll)
	}
	w.Current.Refresh(app.TopicAll)
}

// blank returns a tab with the start page. Its document is an empty board of the game played last.
func (w *Window) blank() *page.Page {
	p := page.New(w.program, w, w.Keys, w.Win, &w.Ahead)
	p.Commands = w.bindings(p)
	return p
}

// bindings returns the bindings of all commands in a tab.
func (w *Window) bindings(p *page.Page) [command.Count]page.Binding {
	b := p.Bindings()
	do := func(id command.ID, f func()) { b[id] = page.Binding{Do: f} }
	do(command.Again, w.again)
	do(command.NewTab, w.NewTab)
	do(command.CloseTab, func() { w.closeTab(p) })
	do(command.ReopenTab, w.reopenLast)
	do(command.NextTab, func() { w.Turn(1) })
	do(command.PreviousTab, func() { w.Turn(-1) })
	do(command.Palette, func() { showPalette(&p.Lists, w.Keys, w) })
	do(command.Keys, func() { keys.Show(&p.Lists, w.Keys, w.runs, w.program.Apply) })
	do(command.About, w.about)
	b[command.Lately] = page.Binding{Menu: &w.closedMenu}
	b[command.Recent] = page.Binding{Menu: &w.recent}
	b[command.PlayScript] = page.Binding{Menu: &w.scriptMenu}
	b[command.RunTool] = page.Binding{Menu: &w.toolMenu}
	b[command.Fullscreen] = page.Binding{Do: func() { w.full = !w.full; w.fullscreen() }, On: func() bool { return w.full }}
	w.app.Bind(&b)
	return b
}

// add appends a tab. The first tab becomes the current one.
func (w *Window) add(p *page.Page) {
	if w.Current == nil {
		w.Current = p
	}
	w.Tabs = append(w.Tabs, p)
	w.labels[p] = newTabLabel(p, w.closeTab)
	p.Box.ShowAll()
	p.TurnStart()
	w.book.AppendPage(p.Box, w.labels[p].box)
	w.book.SetTabReorderable(p.Box, true)
	w.book.SetShowTabs(len(w.Tabs) > 1)
	w.labels[p].changed()
}

// Room returns a tab for another document and shows it. It is the current tab if that is unused, or
// else a new one.
func (w *Window) Room() *page.Page {
	p := w.Current
	if !p.Untouched() {
		p = w.blank()
		w.add(p)
	}
	p.Show()
	return p
}

// NewTab opens an empty tab.
func (w *Window) NewTab() {
	p := w.blank()
	w.add(p)
	p.Show()
}

// InOrder returns the tabs from left to right.
func (w *Window) InOrder() []*page.Page {
	list := slices.Clone(w.Tabs)
	slices.SortFunc(list, func(a, b *page.Page) int { return w.book.PageNum(a.Box) - w.book.PageNum(b.Box) })
	return list
}

// Front returns the tab in front.
func (w *Window) Front() *page.Page { return w.Current }

// Show brings a tab and the window to the front.
func (w *Window) Show(p *page.Page) {
	w.book.SetCurrentPage(w.book.PageNum(p.Box))
	w.shown()
	w.Win.Present()
}

// Changed updates the window after a tab has shown changes.
func (w *Window) Changed(p *page.Page, t app.Topic) {
	if l := w.labels[p]; l != nil {
		l.changed()
	}
	if t == 0 || w.Current != p {
		return
	}
	w.app.Changed(t)
	w.refreshMenu()
	title := p.Title()
	w.header.SetTitle(title)
	w.header.SetSubtitle("")
	if !p.OnStart {
		w.header.SetSubtitle(p.Session.View.GameTitle())
	}
	w.Win.SetTitle(title + " – Studio")
	if t&app.TopicFile != 0 {
		w.fillRecent()
	}
	w.fillScripts(t)
	if !p.OnStart {
		w.tick()
	}
}

// reopenLast reopens the document closed last.
func (w *Window) reopenLast() {
	if len(w.st.Closed) == 0 {
		w.Current.Say(app.Note, locale.T("No documents were closed in the last 30 days"))
		return
	}
	w.Reopen(w.st.TakeClosed(0), nil)
}

// Reopen reopens a closed document. It calls opened, unless nil, when it is open.
func (w *Window) Reopen(t settings.Tab, opened func(*page.Page)) {
	then := func(p *page.Page) {
		if len(t.Node) > 0 {
			p.Session.Go(find.Follow(p.Session.View.Tree(), t.Node))
		}
		if opened != nil {
			opened(p)
		}
	}
	if t.Journal == "" {
		w.OpenFile(t.Path, nil, then)
		return
	}
	if p := w.app.Holder(t.Path); p != nil && p.Opening == "" && !p.Session.File.Dirty() { // the tab shows the saved version, which Recover replaces
		p.Show()
		p.Session.File.Recover(t.Journal, func(err error) {
			if err == nil {
				then(p)
			}
		})
		return
	}
	w.Into(func(p *page.Page, done func(error)) { p.Session.File.Recover(t.Journal, done) }, then)
}

// shown is called when another tab comes to the front.
func (w *Window) shown() {
	if w.Closing {
		return
	}
	at := w.book.GetCurrentPage()
	i := slices.IndexFunc(w.Tabs, func(p *page.Page) bool { return w.book.PageNum(p.Box) == at })
	if i < 0 || w.Tabs[i] == w.Current {
		return
	}
	if slices.Contains(w.Tabs, w.Current) {
		w.Current.Lists.Show(false)
	}
	before := w.Current
	w.Current = w.Tabs[i]
	before.Engines.Turned()
	w.Current.Lists.Show(true)
	w.Current.Refresh(app.TopicAll)
	w.Current.ToBoard()
	w.Current.Session.File.Look()
}

// Turn switches to the tab that is by positions further, cyclically.
func (w *Window) Turn(by int) {
	n := len(w.Tabs)
	w.book.SetCurrentPage((w.book.GetCurrentPage() + by + n) % n)
}

// Drop removes a tab. It closes the window if it was the last tab.
func (w *Window) Drop(p *page.Page) {
	if len(w.Tabs) == 1 {
		w.end()
		return
	}
	w.Tabs = slices.DeleteFunc(w.Tabs, func(x *page.Page) bool { return x == p })
	p.Closed = true
	p.Lists.Close()
	w.book.RemovePage(w.book.PageNum(p.Box))
	p.Box.Destroy()
	w.labels[p].box.Destroy()
	delete(w.labels, p)
	gtkx.Tidy()
	w.book.SetShowTabs(len(w.Tabs) > 1)
	w.shown()
}

// OpenFile opens a file in a tab. If the file is already open, it switches to its tab. spec is the
// game of a file that does not name it, or nil. It calls then(), unless nil, when the file is open.
func (w *Window) OpenFile(path string, spec *rules.Spec, then func(*page.Page)) {
	if p := w.app.Holder(path); p != nil {
		p.Show()
		if then != nil {
			then(p)
		}
		return
	}
	if page.HoldsGames(path) {
		w.Room().OpenGames(path)
		return
	}
	w.Into(func(p *page.Page, done func(error)) { p.OpenWith(path, spec, done) }, then)
}

// Into opens a document with open, in the current tab if that is unused, or else in a new tab. If
// open fails, the new tab is removed. Otherwise it calls then(), unless nil.
func (w *Window) Into(open func(p *page.Page, done func(error)), then func(*page.Page)) {
	from := w.Current
	p := w.Room()
	open(p, func(err error) {
		p.Waiting = false
		switch {
		case err == nil:
			w.program.KeepTabs()
			if then != nil {
				then(p)
			}
		case err != nil && p != from && p.Untouched() && slices.Contains(w.Tabs, from):
			from.Messages().Take(p.Messages())
			p.Session.Close()
			w.Drop(p)
			from.Show()
		default: // shows the start page again
			p.Changed(app.TopicFile)
		}
	})
}

// tick updates the clocks of the document in front, repeatedly while they run.
func (w *Window) tick() {
	if w.Ticking || w.Current.OnStart || !w.Current.Session.Game.Running() {
		return
	}
	w.Ticking = true
	every := time.Second
	if _, limited := w.Current.Session.Game.Left(); limited { // the countdown and the timer change seconds at different times
		every = time.Second / 10
	}
	gtkx.Loop{}.After(every, func() {
		w.Ticking = false
		if w.Closing {
			return
		}
		if w.Current.Session.Game.Running() && !w.Current.OnStart {
			w.Current.Players.Tick()
		}
		w.tick()
	})
}

// Close closes the window, after asking about unsaved work in each tab. It then calls then(), unless
// nil. The program exits when its last window closes.
func (w *Window) Close(then func()) {
	if w.Closing {
		return
	}
	var next func()
	next = func() {
		for _, p := range w.Tabs {
			p.Engines.Rest()
			if (p.Session.File.Dirty() || p.Session.Setup() != nil && p.Session.Setup().Undoable()) && !p.Discards {
				p.Show()
				p.UnlessUnsaved(func() { p.Discards = true; next() }, func() { w.keep() })
				return
			}
		}
		if w.app.Last() {
			w.app.StopTournament(func() { w.leave(then) })
		} else {
			w.leave(then)
		}
	}
	if w.app.Last() {
		w.app.CloseScripts(next)
	} else {
		next()
	}
}

// leave closes the window, whose work has been saved or discarded. It then calls then(), unless nil.
func (w *Window) leave(then func()) {
	w.program.KeepTabs()
	for _, p := range w.Tabs {
		if !w.app.Last() || p.Session.File.Dirty() { // other documents are reopened at the next start
			w.app.Closing(p)
		}
		p.Engines.Close()
		p.Session.Close()
	}
	w.end()
	if then != nil {
		then()
	}
}

// keep clears the permission to discard unsaved work, because closing was cancelled.
func (w *Window) keep() {
	for _, p := range w.Tabs {
		p.Discards = false
	}
}

// end destroys the window, whose documents are closed.
func (w *Window) end() {
	w.Closing = true
	w.remember()
	for _, p := range w.Tabs {
		p.Closed = true // pending changes are not shown any more
		p.Lists.Close()
	}
	w.Win.Destroy()
	gtkx.Tidy()
	w.app.Removed(w)
}

// remember saves the layout of the window in the settings.
func (w *Window) remember() {
	if w.st.Maximized = w.Win.IsMaximized(); !w.st.Maximized && !w.full {
		w.st.Width, w.st.Height = w.Win.GetSize()
	}
	w.Current.Remember()
	_ = w.st.Save()
}

// acceptDrops opens files dropped on the window.
func (w *Window) acceptDrops() {
	target, err := gtk.TargetEntryNew("text/uri-list", gtk.TARGET_OTHER_APP, 0)
	if err != nil {
		return
	}
	w.Win.DragDestSet(gtk.DEST_DEFAULT_ALL, []gtk.TargetEntry{*target}, gdk.ACTION_COPY)
	w.Win.Connect("drag-data-received", func(_ *gtk.Window, _ *gdk.DragContext, _, _ int, data *gtk.SelectionData, _, _ uint) {
		for _, path := range instance.Files(strings.Split(string(data.GetData()), "\n")) {
			w.OpenFile(path, nil, nil)
		}
	})
}

// again starts the last game again.
func (w *Window) again() {
	if err := w.Current.NewGame(w.st.NewGame); err != nil {
		w.Current.Say(app.Problem, locale.Err(err))
	}
}

// fullscreen enters or leaves full screen according to w.full.
func (w *Window) fullscreen() {
	if w.full {
		w.Win.Fullscreen()
	} else {
		w.Win.Unfullscreen()
	}
}

// closeTab closes the tab, after asking about unsaved work.
func (w *Window) closeTab(p *page.Page) {
	if len(w.Tabs) == 1 {
		w.Close(nil)
		return
	}
	p.Show()
	p.Engines.Rest()
	p.UnlessUnsaved(func() {
		p.Engines.Close()
		w.app.Closing(p)
		p.Session.Close()
		w.Drop(p)
		w.program.KeepTabs()
		p.Session.SaveSettings()
	}, nil)
}

func (w *Window) about() {
	d, _ := gtk.AboutDialogNew()
	d.SetTransientFor(w.Win)
	d.SetModal(true)
	d.SetProgramName("Studio")
	d.SetVersion(dist.Version)
	d.SetComments(locale.T("Play, analyse and annotate abstract board games in an editable game tree."))
	d.SetCopyright("© 2026 The Studio authors")
	d.SetLicenseType(gtk.LICENSE_MIT_X11)
	if logo, err := gtkx.Icon(dist.Icon, 128); err == nil {
		d.SetLogo(logo)
	} else {
		d.SetLogoIconName("applications-games")
	}
	gtkx.SetName(d, locale.T("About"))
	d.Connect("response", func() { d.Destroy() })
	d.ShowAll()
}

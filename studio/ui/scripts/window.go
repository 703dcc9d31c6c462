// Package scripts implements the script window: a list of scripts, and an editor that checks,
// runs, steps through and profiles the open one.
package scripts

import (
	"path/filepath"
	"slices"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"
	"github.com/gotk3/gotk3/pango"

	"boardstudio/ai/lua/script"
	"boardstudio/studio/app/command"
	"boardstudio/studio/app/scripts"
	"boardstudio/studio/ui/gtkx"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Window is the script window. Scripts play in the main window.
type Window struct {
	host  Host
	lists *gtkx.Lists
	gone  bool // whether the window is closed

	win  *gtk.Window
	cmds []*bound

	list     *gtk.ListBox
	items    []scripts.Script
	opening  string // path of the script being read, or ""
	requests int    // number of requests to open a script
	filling  bool

	ed      *view
	text    *scripts.Text // nil if no script is open
	about   *script.Description
	title   *gtk.Label
	hint    *gtk.Label // instruction of a lesson
	state   *gtk.Label // whether the text is saved, and the cursor position
	layers  *gtk.Label // active layers of containment
	problem *problem
	find    *finder
	book    *gtk.Notebook
	log     *log
	trace   *trace
	profile *profile
	// values are the option values of scripts, by path.
	values map[string]map[string]string
	game   testGame // last one run
	asking bool     // whether a question about unsaved text is shown
}

// bound is a scripts.Command bound to the window.
type bound struct {
	scripts.Command
	action
	item    *gtk.MenuItem
	buttons []*gtk.Button
	keys    []gtkx.Key
}

// action is the function of a command. If can is nil, the command is always enabled.
type action struct {
	run func()
	can func() bool
}

func (e *Window) actions() map[string]action {
	open := func() bool { return e.text != nil }
	own := func() bool { return e.text != nil && e.text.Own() }
	return map[string]action{
		"new-script":                {e.newScript, nil},
		"duplicate":                 {e.duplicate, open},
		"rename":                    {e.rename, own},
		"delete":                    {e.delete, own},
		"save":                      {func() { e.save(nil) }, func() bool { return own() && e.text.Unsaved() }},
		"back-to-what-was-saved":    {e.revert, func() bool { return e.text != nil && e.text.Unsaved() }},
		"open-the-folder":           {e.openFolder, nil},
		"close":                     {e.close, nil},
		"undo":                      {func() { e.ed.undo(e.ed.Undo) }, own},
		"redo":                      {func() { e.ed.undo(e.ed.Redo) }, own},
		"find":                      {func() { e.find.show() }, open},
		"find-next":                 {func() { e.find.next(false) }, open},
		"find-previous":             {func() { e.find.next(true) }, open},
		"go-to-a-line":              {e.askLine, open},
		"go-to-the-mistake":         {func() { e.problem.goTo() }, func() bool { return e.problem.line() > 0 }},
		"comment-on-or-off":         {func() { e.ed.change(e.ed.lua.toggleComment) }, own},
		"complete-a-name":           {e.complete, own},
		"run":                       {e.runDialog, open},
		"run-again":                 {e.runAgain, func() bool { return e.text != nil && e.game.title != "" }},
		"options-of-the-script":     {e.options, func() bool { return e.text != nil && e.about != nil && len(e.about.Options) > 0 }},
		"step":                      {func() { e.trace.into() }, open},
		"step-over-calls":           {func() { e.trace.over() }, open},
		"step-out-of-the-function":  {func() { e.trace.out() }, func() bool { return e.trace.paused() }},
		"to-the-line-of-the-cursor": {func() { e.trace.toCursor() }, open},
		"to-the-end-of-the-call":    {func() { e.trace.toEnd() }, func() bool { return e.trace.paused() }},
		"stop-stepping":             {func() { e.trace.close(true) }, func() bool { return e.trace.tracer != nil || e.profile.stop != nil }},
		"profile":                   {e.runProfile, open},
		"clear-the-log":             {func() { e.log.clear() }, nil},
		"functions-for-scripts":     {e.reference, nil},
		"help":                      {e.help, nil},
		"what-a-script-can-reach":   {e.containment, nil},
	}
}

// Open opens the script window. It opens its list windows with lists and calls closed when it is
// closed.
func Open(host Host, lists *gtkx.Lists, dark bool, closed func()) *Window {
	e := &Window{host: host, lists: lists, values: map[string]map[string]string{}}
	e.win, _ = gtk.WindowNew(gtk.WINDOW_TOPLEVEL)
	e.win.SetTitle(locale.T("Scripts") + " – Studio")
	e.win.SetDefaultSize(1080, 720)
	e.build()
	e.win.Connect("delete-event", func() bool { e.close(); return true })
	e.win.Connect("destroy", func() { e.gone = true; closed() })
	e.win.Connect("focus-in-event", func() bool { e.look(); return false })
	e.win.Connect("key-press-event", func(_ *gtk.Window, ev *gdk.Event) bool {
		return e.keyPressed(gdk.EventKeyNewFromEvent(ev))
	})
	lists.Ahead.Expect(e.win)
	e.fillList()
	e.log.fill()
	e.ed.paint(dark)
	e.refresh()
	e.win.ShowAll()
	e.find.box.SetRevealChild(false)
	e.problem.show(nil, "")
	if len(e.items) > 0 { // the one with unsaved text, or else the first
		i := slices.IndexFunc(e.items, func(s scripts.Script) bool { return s.Draft })
		e.show(e.items[max(i, 0)].Path)
	}
	e.focusList()
	e.showContainment()
	lists.Ahead.AwaitPlain(e.win)
	return e
}

// Present brings the window to the front.
func (e *Window) Present() {
	e.win.Present()
	e.lists.Ahead.AwaitPlain(e.win)
}

// Hint shows the instruction of a lesson at the top, or hides it if text is "".
func (e *Window) Hint(text string) {
	e.hint.SetText(text)
	e.hint.SetVisible(text != "")
}

func (e *Window) build() {
	e.ed = newView(filepath.Join(filepath.Dir(e.host.Session().Scripts().Own), "editor"))
	e.ed.changed, e.ed.moved = e.edited, e.showState
	e.find = newFinder(e)
	e.problem = newProblem(e)
	e.log = newLog(e)
	e.trace = newTrace(e)
	e.profile = newProfile(e)
	actions := e.actions()
	for _, c := range scripts.Commands {
		e.cmds = append(e.cmds, &bound{Command: c, action: actions[c.ID]})
	}

	e.list, _ = gtk.ListBoxNew()
	gtkx.SetName(e.list, locale.T("Scripts"))
	e.list.Connect("row-selected", func() {
		if row := e.list.GetSelectedRow(); row != nil && !e.filling {
			path := e.items[row.GetIndex()].Path
			gtkx.Idle(func() { e.open(path) })
		}
	})
	e.list.Connect("row-activated", func() { e.ed.GrabFocus() })
	lists := gtkx.Scrolled(e.list)
	lists.SetSizeRequest(230, -1)
	side := gtkx.VBox(0)
	side.PackStart(lists, true, true, 0)
	fresh := e.button("New Script…")
	icon, _ := gtk.ImageNewFromIconName("document-new-symbolic", gtk.ICON_SIZE_BUTTON)
	fresh.SetImage(icon)
	fresh.SetAlwaysShowImage(true)
	gtkx.AddClass(fresh, "labelled")
	gtkx.Margins(fresh, 8, 8)
	side.PackStart(fresh, false, false, 0)

	head := gtkx.HBox(6)
	gtkx.Margins(head, 10, 6)
	e.title = gtkx.Label("")
	e.title.SetEllipsize(pango.ELLIPSIZE_END)
	gtkx.AddClass(e.title, "name")
	head.PackStart(e.title, true, true, 0)
	for _, title := range []msg.Key{"Save", "Run…", "Step", "Profile", "Functions for Scripts"} {
		head.PackStart(e.button(title), false, false, 0)
	}

	e.state, e.layers = gtkx.Label(""), gtkx.Label("")
	gtkx.SetID(e.state, "State of the script")
	gtkx.SetID(e.layers, "Containment")
	gtkx.AddClass(e.state, "hint")
	gtkx.AddClass(e.layers, "hint")
	foot := gtkx.HBox(12)
	gtkx.Margins(foot, 10, 4)
	foot.PackStart(e.state, true, true, 0)
	foot.PackEnd(e.layers, false, false, 0)

	e.book, _ = gtk.NotebookNew()
	e.book.SetShowBorder(false)
	for _, page := range []struct {
		title msg.Key
		child gtk.IWidget
	}{{"Log", e.log.box}, {"Step", e.trace.box}, {"Profile", e.profile.box}} {
		e.book.AppendPage(page.child, gtkx.Label(locale.T(page.title)))
	}

	text := gtkx.VBox(0)
	gtkx.Pack(text, head, e.find.box)
	gtkx.AddClass(e.ed.scroll, "edge-top")
	text.PackStart(e.ed.scroll, true, true, 0)
	text.PackStart(e.problem.box, false, false, 0)
	split, _ := gtk.PanedNew(gtk.ORIENTATION_VERTICAL)
	split.Pack1(text, true, false)
	split.Pack2(e.book, false, false)
	split.SetPosition(460)
	sides, _ := gtk.PanedNew(gtk.ORIENTATION_HORIZONTAL)
	sides.Pack1(side, false, false)
	sides.Pack2(split, true, false)

	e.hint = gtkx.Wrapped("", 130)
	gtkx.AddClass(e.hint, "lesson")
	gtkx.SetID(e.hint, "Lesson Hint")
	e.hint.SetNoShowAll(true)

	all := gtkx.VBox(0)
	all.PackStart(e.buildMenu(), false, false, 0)
	all.PackStart(e.hint, false, false, 0)
	all.PackStart(sides, true, true, 0)
	gtkx.AddClass(foot, "edge-top")
	all.PackStart(foot, false, false, 0)
	e.win.Add(all)
}

func (e *Window) buildMenu() *gtk.MenuBar {
	bar, _ := gtk.MenuBarNew()
	menus := map[msg.Key]*gtk.Menu{}
	letters := command.Letters(scripts.Menus)
	for i, m := range scripts.Menus {
		head, _ := gtk.MenuItemNewWithMnemonic(gtkx.Mnemonic(locale.T(m), letters[i]))
		menus[m], _ = gtk.MenuNew()
		head.SetSubmenu(menus[m])
		bar.Append(head)
	}
	for _, c := range e.cmds {
		if c.Section {
			line, _ := gtk.SeparatorMenuItemNew()
			menus[c.Menu].Append(line)
		}
		c.item, _ = gtk.MenuItemNewWithLabel(locale.T(c.Title))
		c.item.Connect("activate", func() { e.do(c) })
		menus[c.Menu].Append(c.item)
		for i, text := range c.Keys {
			val, mods := gtk.AcceleratorParse(text)
			c.keys = append(c.keys, gtkx.Key{Val: val, Mods: mods})
			if i == 0 {
				gtkx.SetAccel(c.item, val, mods)
			}
		}
	}
	return bar
}

// button returns the button of a command.
func (e *Window) button(title msg.Key) *gtk.Button {
	c := e.cmds[slices.IndexFunc(e.cmds, func(c *bound) bool { return c.Title == title })]
	b := gtkx.Button(locale.T(title), func() { e.do(c) })
	tip := locale.T(title)
	if len(c.Keys) > 0 {
		val, mods := gtk.AcceleratorParse(c.Keys[0])
		tip += "  (" + gtk.AcceleratorGetLabel(val, mods) + ")"
	}
	b.SetTooltipText(tip)
	gtkx.SetName(b, locale.T(title))
	c.buttons = append(c.buttons, b)
	return b
}

func (e *Window) do(c *bound) {
	if c.can == nil || c.can() {
		c.run()
	}
	if !e.gone {
		e.refresh()
	}
}

// refresh enables and disables the widgets of commands.
func (e *Window) refresh() {
	for _, c := range e.cmds {
		can := c.can == nil || c.can()
		if c.item.GetSensitive() != can {
			c.item.SetSensitive(can)
		}
		for _, b := range c.buttons {
			if b.GetSensitive() != can {
				b.SetSensitive(can)
			}
		}
	}
}

func (e *Window) keyPressed(ev *gdk.EventKey) bool {
	for _, k := range gtkx.KeyForms(ev) {
		for _, c := range e.cmds {
			if slices.Contains(c.keys, k) {
				e.do(c)
				return true
			}
		}
	}
	k := gtkx.PlainKey(ev)
	switch {
	case e.ed.key(k), e.find.key(k):
		return true
	case k == gtkx.Key{Val: gdk.KEY_F6}:
		e.nextPane()
	case k == gtkx.Key{Val: gdk.KEY_Escape}:
		if e.list.IsFocus() || e.listFocused() {
			e.close()
		} else {
			e.focusList()
		}
	default:
		return false
	}
	return true
}

// listFocused reports whether a row of the list has the focus, or will have it when the window gets
// it.
func (e *Window) listFocused() bool {
	row := e.list.GetSelectedRow()
	return row != nil && row.IsFocus()
}

func (e *Window) focusList() {
	if row := e.list.GetSelectedRow(); row != nil {
		row.GrabFocus()
		return
	}
	e.list.GrabFocus()
}

// nextPane moves the focus to the next of list, text and the panes below it.
func (e *Window) nextPane() {
	switch {
	case e.listFocused() || e.list.IsFocus():
		e.ed.GrabFocus()
	case e.ed.HasFocus():
		e.book.GrabFocus()
	default:
		e.focusList()
	}
}

// Changed updates the window. If list is set, the scripts or their log may have changed.
func (e *Window) Changed(list, dark bool) {
	if list {
		e.fillList()
		e.log.fill()
	}
	if e.ed.dark != dark {
		e.ed.paint(dark)
	}
	e.refresh()
}

// help shows the help on writing scripts.
func (e *Window) help() { e.host.Help(e.win, func() { e.ed.GrabFocus() }) }

// look updates the list if other programs have added or removed scripts.
func (e *Window) look() {
	if list := e.host.Session().Scripts().List(); !slices.EqualFunc(list, e.items, func(a, b scripts.Script) bool { return a.Path == b.Path }) {
		e.fillList()
	}
}

// fillList fills the list of scripts.
func (e *Window) fillList() {
	e.filling = true
	defer func() { e.filling = false }()
	e.items = e.host.Session().Scripts().List()
	had := e.listFocused()
	gtkx.Empty(&e.list.Container)
	for i, it := range e.items {
		row := gtkx.VBox(0)
		gtkx.Margins(row, 10, 5)
		title := it.Title()
		unsaved := it.Draft
		if e.text != nil && e.text.Path() == it.Path {
			unsaved = e.text.Unsaved()
		}
		if unsaved {
			title = "• " + title
		}
		l := gtkx.Label(title)
		l.SetEllipsize(pango.ELLIPSIZE_END)
		row.PackStart(l, false, false, 0)
		kind := locale.FileName(it.Path)
		if it.Shipped {
			kind += "  ·  " + locale.T("example")
		}
		hint := gtkx.Label(kind)
		hint.SetEllipsize(pango.ELLIPSIZE_END)
		gtkx.AddClass(hint, "hint")
		row.PackStart(hint, false, false, 0)
		e.list.Insert(row, -1)
		if r := e.list.GetRowAtIndex(i); r != nil {
			gtkx.SetName(r, title+", "+kind)
		}
	}
	e.list.ShowAll()
	e.selectRow()
	if had {
		e.focusList()
	}
}

// path returns the path of the script being opened, or else of the open one. It returns "" if
// neither exists.
func (e *Window) path() string {
	if e.opening != "" || e.text == nil {
		return e.opening
	}
	return e.text.Path()
}

// selectRow selects the row of the current script.
func (e *Window) selectRow() {
	was := e.filling
	e.filling = true
	defer func() { e.filling = was }()
	path := e.path()
	if i := slices.IndexFunc(e.items, func(s scripts.Script) bool { return s.Path == path }); i >= 0 {
		e.list.SelectRow(e.list.GetRowAtIndex(i))
		return
	}
	e.list.UnselectAll()
}

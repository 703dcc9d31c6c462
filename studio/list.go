package studio

import (
	"cmp"
	"fmt"
	"math"
	"unicode/utf8"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
	"boardstudio/studio/app"
)

// A list window shows rows to search and to choose from, beside the studio's
// window. The text field keeps the focus: typing filters, Up, Down, Page Up and
// Page Down choose, Enter or a double click activates, Escape closes.
//
// There may be a million rows: the widget holds those only that are in view, and
// a scroll bar of its own stands for all.

// listSpec is what a list window is made from.
type listSpec struct {
	title   string
	hint    string // what stands in the empty text field
	columns []column
	// rows returns the rows that fit what was typed.
	rows func(filter string) rows
	// live are the changes after which rows is asked again.
	live app.Topic
	// stays open when a row is activated
	stays bool
	// empty is shown when no row fits.
	empty string
	// head stands between the text field and the list, foot below it, if they are not nil.
	head, foot gtk.IWidget
	// chosen is told which row is chosen, -1 for none; it may be nil.
	chosen func(i int)
	// parent is the window beside which the list stands, nil for the studio's.
	parent *gtk.Window
	// key is asked before the list itself what a key does; it may be nil.
	key func(k key) bool

	width, height int
}

// column is a column of a list: without a title in any there is no headline.
type column struct {
	title string
	width int  // at least, in pixels
	wide  bool // takes what room is left
	right bool
}

// rows are what a list shows.
type rows struct {
	n   int
	at  func(i int) row
	do  func(i int) // activates one that is not off
	now int         // the one chosen at first
	// none is shown in place of listSpec.empty when there is no row.
	none string
}

// row is one line of a list: a text for each column.
type row struct {
	cells []string
	off   bool // greyed, cannot be activated
	bold  bool
}

// list is an open list window.
type list struct {
	w       *window
	spec    listSpec
	win     *gtk.Window
	find    *gtk.Entry
	view    *gtk.TreeView
	store   *gtk.ListStore
	box     *gtk.ScrolledWindow
	bar     *gtk.Adjustment
	scroll  *gtk.Scrollbar
	none    *gtk.Label
	rows    rows
	filter  string
	at      int // the chosen row, -1 for none
	top     int // the first row in view
	page    int // how many are in view
	filling bool
}

// openList shows a list window, or brings the open one with that title to the front.
func (w *window) openList(spec listSpec) *list {
	if l := w.lists[spec.title]; l != nil {
		l.win.Present()
		w.await(l.win, l.takeKey)
		return l
	}
	l := &list{w: w, spec: spec, page: 20, at: -1}
	l.win, _ = gtk.WindowNew(gtk.WINDOW_TOPLEVEL)
	l.win.SetTitle(spec.title)
	l.win.SetTransientFor(cmp.Or(spec.parent, w.win))
	l.win.SetDestroyWithParent(true)
	l.win.SetTypeHint(gdk.WINDOW_TYPE_HINT_DIALOG)
	l.win.SetPosition(gtk.WIN_POS_CENTER_ON_PARENT)
	l.win.SetDefaultSize(spec.width, spec.height)
	l.build()
	if w.lists == nil {
		w.lists = map[string]*list{}
	}
	w.lists[spec.title] = l
	l.win.Connect("destroy", func() { delete(w.lists, spec.title) })
	w.expect(l.win)
	l.win.Connect("key-press-event", func(_ *gtk.Window, ev *gdk.Event) bool {
		return l.keyPressed(gdk.EventKeyNewFromEvent(ev))
	})
	l.search("")
	l.win.ShowAll()
	l.none.SetVisible(l.rows.n == 0)
	l.find.GrabFocus()
	w.await(l.win, l.takeKey)
	return l
}

// takeKey does what a key would do that had come to the list window.
func (l *list) takeKey(e *gdk.EventKey) {
	k := plainKey(e)
	r := rune(gdk.KeyvalToUnicode(e.KeyVal()))
	switch {
	case !l.find.IsFocus():
		l.passKey(e)
	case k.mods&^gdk.SHIFT_MASK == 0 && r >= ' ' && r != 0x7f:
		text, _ := l.find.GetText()
		l.find.SetText(text + string(r))
		l.find.SetPosition(-1)
	case k.val == gdk.KEY_BackSpace:
		if text, _ := l.find.GetText(); text != "" {
			_, size := utf8.DecodeLastRuneInString(text)
			l.find.SetText(text[:len(text)-size])
			l.find.SetPosition(-1)
		}
	default:
		l.passKey(e)
	}
}

// passKey gives a key to the list window, or else to what has the focus in it.
func (l *list) passKey(e *gdk.EventKey) {
	if !l.keyPressed(e) && !l.win.ActivateKey(e) {
		l.win.PropagateKeyEvent(e)
	}
}

func (l *list) build() {
	all := vbox(8)
	margins(all, 10, 10)
	l.find, _ = gtk.EntryNew()
	l.find.SetPlaceholderText(l.spec.hint)
	l.find.SetIconFromIconName(gtk.ENTRY_ICON_PRIMARY, "edit-find-symbolic")
	name(l.find, locale.T("Search"))
	l.find.Connect("changed", func() {
		text, _ := l.find.GetText()
		l.search(text)
	})
	all.PackStart(l.find, false, false, 0)
	if l.spec.head != nil {
		all.PackStart(l.spec.head, false, false, 0)
	}

	types := make([]glib.Type, 0, len(l.spec.columns)+2)
	for range l.spec.columns {
		types = append(types, glib.TYPE_STRING)
	}
	l.store, _ = gtk.ListStoreNew(append(types, glib.TYPE_INT, glib.TYPE_BOOLEAN)...)
	l.view, _ = gtk.TreeViewNewWithModel(l.store)
	l.view.SetEnableSearch(false)
	l.view.SetCanFocus(false)
	name(l.view, l.spec.title)
	headline := false
	for i, c := range l.spec.columns {
		headline = headline || c.title != ""
		l.column(i, c)
	}
	l.view.SetHeadersVisible(headline)
	l.view.Connect("row-activated", func(_ *gtk.TreeView, _ *gtk.TreePath, _ *gtk.TreeViewColumn) { l.activate() })
	l.view.Connect("scroll-event", func(_ *gtk.TreeView, ev *gdk.Event) bool { l.wheel(gdk.EventScrollNewFromEvent(ev)); return true })
	l.view.AddEvents(int(gdk.SCROLL_MASK | gdk.SMOOTH_SCROLL_MASK))
	sel, _ := l.view.GetSelection()
	sel.SetMode(gtk.SELECTION_BROWSE)
	sel.Connect("changed", func() { l.selected(sel) })

	l.box, _ = gtk.ScrolledWindowNew(nil, nil)
	l.box.SetPolicy(gtk.POLICY_NEVER, policyExternal)
	l.box.Add(l.view)
	l.box.Connect("size-allocate", func() { idle(l.measure) })
	l.bar, _ = gtk.AdjustmentNew(0, 0, 1, 1, 10, 1)
	l.bar.Connect("value-changed", func() {
		if top := int(l.bar.GetValue() + .5); !l.filling && top != l.top {
			l.top = top
			l.fill()
		}
	})
	l.scroll, _ = gtk.ScrollbarNew(gtk.ORIENTATION_VERTICAL, l.bar)
	l.scroll.SetNoShowAll(true)
	line := hbox(0)
	line.PackStart(l.box, true, true, 0)
	line.PackStart(l.scroll, false, false, 0)
	frame, _ := gtk.FrameNew("")
	frame.Add(line)
	over, _ := gtk.OverlayNew()
	over.Add(frame)
	l.none = label(l.spec.empty)
	l.none.SetHAlign(gtk.ALIGN_CENTER)
	l.none.SetVAlign(gtk.ALIGN_CENTER)
	addClass(l.none, "hint")
	over.AddOverlay(l.none)
	over.SetOverlayPassThrough(l.none, true)
	all.PackStart(over, true, true, 0)
	if l.spec.foot != nil {
		all.PackStart(l.spec.foot, false, false, 0)
	}
	l.win.Add(all)
}

// policyExternal keeps a scrolled window from asking for the room of all rows,
// without a scroll bar: gotk3 has no name for it.
const policyExternal = gtk.PolicyType(3)

// column adds a column.
func (l *list) column(i int, c column) {
	col, r := c.view(i)
	_ = r.SetProperty("ypad", 3)
	col.AddAttribute(r, "weight", len(l.spec.columns))
	col.AddAttribute(r, "sensitive", len(l.spec.columns)+1)
	l.view.AppendColumn(col)
}

// view makes a column of the texts with number i, whose width does not depend on the rows in view.
func (c column) view(i int) (*gtk.TreeViewColumn, *gtk.CellRendererText) {
	r, _ := gtk.CellRendererTextNew()
	_ = r.SetProperty("ellipsize", 3)
	col, _ := gtk.TreeViewColumnNewWithAttribute(c.title, r, "text", i)
	col.SetSizing(gtk.TREE_VIEW_COLUMN_FIXED)
	col.SetFixedWidth(max(c.width, 40))
	col.SetExpand(c.wide)
	if c.right {
		_ = r.SetProperty("xalign", float32(1))
		_ = col.SetProperty("alignment", float32(1))
	}
	return col, r
}

// search shows the rows that fit.
func (l *list) search(filter string) {
	l.filter = filter
	l.rows = l.spec.rows(filter)
	l.nothing()
	l.choose(l.rows.now)
}

// changed asks for the rows again when they may have changed.
func (l *list) changed(t app.Topic) {
	if t&l.spec.live == 0 {
		return
	}
	was := l.rows.now
	l.rows = l.spec.rows(l.filter)
	l.nothing()
	if l.rows.now != was { // the choice follows what happened
		l.choose(l.rows.now)
	} else {
		l.choose(l.at)
	}
}

// nothing says why there is no row, where there is none.
func (l *list) nothing() {
	l.none.SetText(l.emptyText())
	l.none.SetVisible(l.rows.n == 0)
}

func (l *list) emptyText() string {
	if l.rows.none != "" {
		return l.rows.none
	}
	return l.spec.empty
}

// choose puts the choice on row i, or the nearest there is, and brings it into view.
func (l *list) choose(i int) {
	l.at = min(max(i, 0), l.rows.n-1)
	switch {
	case l.at < l.top:
		l.top = l.at
	case l.at >= l.top+l.page:
		l.top = l.at - l.page + 1
	}
	l.fill()
}

// fill writes the rows in view into the widget.
func (l *list) fill() {
	l.filling = true
	defer func() { l.filling = false }()
	l.top = max(min(l.top, l.rows.n-l.page), 0)
	l.store.Clear()
	cols := make([]int, len(l.spec.columns)+2)
	for i := range cols {
		cols[i] = i
	}
	for i := l.top; i < min(l.top+l.page, l.rows.n); i++ {
		r := l.rows.at(i)
		values := make([]any, 0, len(cols))
		for c := range l.spec.columns {
			text := ""
			if c < len(r.cells) {
				text = r.cells[c]
			}
			values = append(values, text)
		}
		weight := 400
		if r.bold {
			weight = 700
		}
		_ = l.store.Set(l.store.Append(), cols, append(values, weight, !r.off))
	}
	l.bar.SetUpper(math.Max(float64(l.rows.n), 1))
	l.bar.SetPageSize(float64(min(l.page, max(l.rows.n, 1))))
	l.bar.SetPageIncrement(math.Max(float64(l.page-1), 1))
	l.bar.SetValue(float64(l.top))
	l.scroll.SetVisible(l.rows.n > l.page)
	sel, _ := l.view.GetSelection()
	if l.at >= l.top && l.at < l.top+l.page {
		if path, err := gtk.TreePathNewFromString(itoa(l.at - l.top)); err == nil {
			sel.SelectPath(path)
		}
	} else {
		sel.UnselectAll()
	}
	l.tell()
}

// tell says to screen readers which row is chosen: the focus stays in the text field.
func (l *list) tell() {
	if l.spec.chosen != nil {
		l.spec.chosen(l.at)
	}
	if l.at < 0 {
		describe(l.find, l.emptyText())
		return
	}
	text := ""
	for _, c := range l.rows.at(l.at).cells {
		if c != "" {
			text += c + ", "
		}
	}
	describe(l.find, text+fmt.Sprintf("%d / %d", l.at+1, l.rows.n))
}

// selected follows a click on a row.
func (l *list) selected(sel *gtk.TreeSelection) {
	if l.filling {
		return
	}
	if _, iter, ok := sel.GetSelected(); ok {
		if path, err := l.store.GetPath(iter); err == nil && len(path.GetIndices()) == 1 {
			l.at = l.top + path.GetIndices()[0]
			l.tell()
		}
	}
}

// measure finds how many rows have room.
func (l *list) measure() {
	if !l.win.GetVisible() || l.rows.n < 2 {
		return
	}
	y := func(i string) int {
		path, _ := gtk.TreePathNewFromString(i)
		_, at, _, _ := l.view.GetCellArea(path, l.view.GetColumn(0)).GetRectangleInt()
		return at
	}
	high := y("1") - y("0")
	if high <= 0 {
		return
	}
	var x, head int
	l.view.ConvertBinWindowToWidgetCoords(0, 0, &x, &head)
	if page := max((l.box.GetAllocatedHeight()-head)/high, 2); page != l.page {
		l.page = page
		l.choose(l.at)
	}
}

func (l *list) wheel(e *gdk.EventScroll) {
	dy := e.DeltaY()
	switch e.Direction() {
	case gdk.SCROLL_UP:
		dy = -1
	case gdk.SCROLL_DOWN:
		dy = 1
	}
	l.bar.SetValue(l.bar.GetValue() + dy*3)
}

// activate does what the chosen row stands for.
func (l *list) activate() {
	if l.at < 0 || l.rows.at(l.at).off {
		return
	}
	do, i := l.rows.do, l.at
	if !l.spec.stays {
		l.close()
	}
	do(i)
}

func (l *list) close() { l.win.Destroy() }

// keyPressed moves the choice; the studio's commands work here too.
func (l *list) keyPressed(e *gdk.EventKey) bool {
	k := plainKey(e)
	if k.val == gdk.KEY_Escape {
		l.close()
		return true
	}
	if l.spec.key != nil && l.spec.key(k) {
		return true
	}
	if l.find.IsFocus() { // also while the window itself does not have it yet
		switch k {
		case key{gdk.KEY_Return, 0}:
			l.activate()
			return true
		case key{gdk.KEY_Up, 0}:
			l.choose(l.at - 1)
			return true
		case key{gdk.KEY_Down, 0}:
			l.choose(l.at + 1)
			return true
		case key{gdk.KEY_Page_Up, 0}:
			l.choose(l.at - l.page)
			return true
		case key{gdk.KEY_Page_Down, 0}:
			l.choose(l.at + l.page)
			return true
		case key{gdk.KEY_Home, gdk.CONTROL_MASK}:
			l.choose(0)
			return true
		case key{gdk.KEY_End, gdk.CONTROL_MASK}:
			l.choose(l.rows.n - 1)
			return true
		}
	}
	if c := l.w.commandOf(e); c != nil && !forText(e.KeyVal(), k) {
		l.w.do(c)
		return true
	}
	return false
}

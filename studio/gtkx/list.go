package gtkx

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/locale"
)

// ListSpec is what a list window is made from.
type ListSpec struct {
	Title   string
	Hint    string // what stands in the empty text field
	Columns []Column
	// Rows returns the rows that fit what was typed.
	Rows func(filter string) Rows
	// Live are the changes, as bits, after which Rows is asked again.
	Live uint
	// Stays says that the window stays open when a row is activated.
	Stays bool
	// Empty is shown when no row fits.
	Empty string
	// Head stands between the text field and the list, Foot below it, if they are not nil.
	Head, Foot gtk.IWidget
	// Chosen is told which row is chosen, -1 for none; it may be nil.
	Chosen func(i int)
	// Parent is the window beside which the list stands, nil for that of the lists.
	Parent *gtk.Window
	// Key is asked before the list itself what a key does; it may be nil.
	Key func(k Key) bool

	Width, Height int
}

// Column is a column of a list. A list without titles has no header.
type Column struct {
	Title string
	Width int  // at least, in pixels
	Wide  bool // takes what room is left
	Right bool
}

// Rows are what a list shows.
type Rows struct {
	N   int
	At  func(i int) Row
	Do  func(i int) // activates one that is not off
	Now int         // the one chosen at first
	// None is shown instead of ListSpec.Empty when the list has no rows, unless "".
	None string
}

// Row is one line of a list: a text for each column.
type Row struct {
	Cells []string
	Off   bool // greyed, cannot be activated
	Bold  bool
}

// Lists are the list windows that belong to a window.
type Lists struct {
	// Parent is the window, Ahead passes on the keys that still come to it.
	Parent *gtk.Window
	Ahead  *Ahead
	// Key runs the command of a key that the list itself does not need; false for none.
	Key   func(*gdk.EventKey) bool
	shown map[string]*List // by their titles
}

// List is an open list window: rows to search and to choose from, beside another
// window. The text field keeps the focus: typing filters, Up, Down, Page Up and
// Page Down choose, Enter or a double click activates, Escape closes.
//
// There may be a million rows: the widget holds only those in view, and a scroll bar
// of its own stands for all.
type List struct {
	// Win is its window, Find the text field in it.
	Win  *gtk.Window
	Find *gtk.Entry
	// At is the chosen row, -1 for none.
	At int

	of      *Lists
	spec    ListSpec
	view    *gtk.TreeView
	store   *gtk.ListStore
	box     *gtk.ScrolledWindow
	bar     *gtk.Adjustment
	scroll  *gtk.Scrollbar
	none    *gtk.Label
	rows    Rows
	filter  string
	top     int // the first row in view
	page    int // how many are in view
	filling bool
}

// Changed shows anew what the changes concern.
func (ls *Lists) Changed(changes uint) {
	for _, l := range ls.shown {
		l.changed(changes)
	}
}

// Show shows the open list windows, or hides them while their document is not in front.
func (ls *Lists) Show(on bool) {
	for _, l := range ls.shown {
		l.Win.SetVisible(on)
	}
}

// Close closes the open list windows.
func (ls *Lists) Close() {
	for _, l := range ls.shown {
		l.Win.Destroy()
	}
}

// Drop closes the open list window with a title, if there is one.
func (ls *Lists) Drop(title string) {
	if l := ls.shown[title]; l != nil {
		l.Win.Destroy()
	}
}

// Open shows a list window, or brings the open one with that title to the front.
func (ls *Lists) Open(spec ListSpec) *List {
	if l := ls.shown[spec.Title]; l != nil {
		l.Win.Present()
		ls.Ahead.await(l.Win, l.takeKey)
		return l
	}
	l := &List{of: ls, spec: spec, page: 20, At: -1}
	l.Win, _ = gtk.WindowNew(gtk.WINDOW_TOPLEVEL)
	l.Win.SetTitle(spec.Title)
	l.Win.SetTransientFor(cmp.Or(spec.Parent, ls.Parent))
	l.Win.SetDestroyWithParent(true)
	l.Win.SetTypeHint(gdk.WINDOW_TYPE_HINT_DIALOG)
	l.Win.SetPosition(gtk.WIN_POS_CENTER_ON_PARENT)
	l.Win.SetDefaultSize(spec.Width, spec.Height)
	l.build()
	if ls.shown == nil {
		ls.shown = map[string]*List{}
	}
	ls.shown[spec.Title] = l
	l.Win.Connect("destroy", func() { delete(ls.shown, spec.Title); Tidy() })
	ls.Ahead.Expect(l.Win)
	l.Win.Connect("key-press-event", func(_ *gtk.Window, ev *gdk.Event) bool {
		return l.keyPressed(gdk.EventKeyNewFromEvent(ev))
	})
	l.search("")
	l.Win.ShowAll()
	l.none.SetVisible(l.rows.N == 0)
	l.Find.GrabFocus()
	ls.Ahead.await(l.Win, l.takeKey)
	return l
}

// takeKey does what a key would do that had come to the list window.
func (l *List) takeKey(e *gdk.EventKey) {
	k := PlainKey(e)
	r := rune(gdk.KeyvalToUnicode(e.KeyVal()))
	switch {
	case !l.Find.IsFocus():
		l.passKey(e)
	case k.Mods&^gdk.SHIFT_MASK == 0 && r >= ' ' && r != 0x7f:
		text, _ := l.Find.GetText()
		l.Find.SetText(text + string(r))
		l.Find.SetPosition(-1)
	case k.Val == gdk.KEY_BackSpace:
		if text, _ := l.Find.GetText(); text != "" {
			_, size := utf8.DecodeLastRuneInString(text)
			l.Find.SetText(text[:len(text)-size])
			l.Find.SetPosition(-1)
		}
	default:
		l.passKey(e)
	}
}

// passKey gives a key to the list window, or else to what has the focus in it.
func (l *List) passKey(e *gdk.EventKey) {
	if !l.keyPressed(e) && !l.Win.ActivateKey(e) {
		l.Win.PropagateKeyEvent(e)
	}
}

func (l *List) build() {
	all := VBox(8)
	Margins(all, 10, 10)
	l.Find, _ = gtk.EntryNew()
	l.Find.SetPlaceholderText(l.spec.Hint)
	l.Find.SetIconFromIconName(gtk.ENTRY_ICON_PRIMARY, "edit-find-symbolic")
	SetName(l.Find, locale.T("Search"))
	l.Find.Connect("changed", func() {
		text, _ := l.Find.GetText()
		l.search(text)
	})
	all.PackStart(l.Find, false, false, 0)
	if l.spec.Head != nil {
		all.PackStart(l.spec.Head, false, false, 0)
	}

	types := make([]glib.Type, 0, len(l.spec.Columns)+2)
	for range l.spec.Columns {
		types = append(types, glib.TYPE_STRING)
	}
	l.store, _ = gtk.ListStoreNew(append(types, glib.TYPE_INT, glib.TYPE_BOOLEAN)...)
	l.store.Unref() // gotk3 takes a second reference to what it has made
	l.view, _ = gtk.TreeViewNewWithModel(l.store)
	l.view.SetEnableSearch(false)
	l.view.SetCanFocus(false)
	SetName(l.view, l.spec.Title)
	headline := false
	for i, c := range l.spec.Columns {
		headline = headline || c.Title != ""
		l.column(i, c)
	}
	l.view.SetHeadersVisible(headline)
	l.view.Connect("row-activated", func(_ *gtk.TreeView, _ *gtk.TreePath, _ *gtk.TreeViewColumn) { l.activate() })
	l.view.Connect("scroll-event", func(_ *gtk.TreeView, ev *gdk.Event) bool { l.wheel(gdk.EventScrollNewFromEvent(ev)); return true })
	l.view.AddEvents(int(gdk.SCROLL_MASK | gdk.SMOOTH_SCROLL_MASK))
	sel, _ := l.view.GetSelection()
	sel.SetMode(gtk.SELECTION_BROWSE)
	While(l.Win, sel.Object, "changed", func() { l.selected(sel) })

	l.box, _ = gtk.ScrolledWindowNew(nil, nil)
	l.box.SetPolicy(gtk.POLICY_NEVER, policyExternal)
	l.box.Add(l.view)
	l.box.Connect("size-allocate", func() { Idle(l.measure) })
	l.bar, _ = gtk.AdjustmentNew(0, 0, 1, 1, 10, 1)
	While(l.Win, l.bar.Object, "value-changed", func() {
		if top := int(l.bar.GetValue() + .5); !l.filling && top != l.top {
			l.top = top
			l.fill()
		}
	})
	l.scroll, _ = gtk.ScrollbarNew(gtk.ORIENTATION_VERTICAL, l.bar)
	l.scroll.SetNoShowAll(true)
	line := HBox(0)
	line.PackStart(l.box, true, true, 0)
	line.PackStart(l.scroll, false, false, 0)
	frame, _ := gtk.FrameNew("")
	frame.Add(line)
	over, _ := gtk.OverlayNew()
	over.Add(frame)
	l.none = Label(l.spec.Empty)
	l.none.SetHAlign(gtk.ALIGN_CENTER)
	l.none.SetVAlign(gtk.ALIGN_CENTER)
	AddClass(l.none, "hint")
	over.AddOverlay(l.none)
	over.SetOverlayPassThrough(l.none, true)
	all.PackStart(over, true, true, 0)
	if l.spec.Foot != nil {
		all.PackStart(l.spec.Foot, false, false, 0)
	}
	l.Win.Add(all)
}

// policyExternal keeps a scrolled window from asking for the room of what it holds,
// without a scroll bar: gotk3 has no name for it.
const policyExternal = gtk.PolicyType(3)

// column adds a column.
func (l *List) column(i int, c Column) {
	col, r := c.view(i)
	_ = r.SetProperty("ypad", 3)
	col.AddAttribute(r, "weight", len(l.spec.Columns))
	col.AddAttribute(r, "sensitive", len(l.spec.Columns)+1)
	l.view.AppendColumn(col)
}

// view makes a column of the texts with number i, whose width does not depend on the rows in view.
func (c Column) view(i int) (*gtk.TreeViewColumn, *gtk.CellRendererText) {
	r, _ := gtk.CellRendererTextNew()
	_ = r.SetProperty("ellipsize", 3)
	col, _ := gtk.TreeViewColumnNewWithAttribute(c.Title, r, "text", i)
	col.SetSizing(gtk.TREE_VIEW_COLUMN_FIXED)
	col.SetFixedWidth(max(c.Width, 40))
	col.SetExpand(c.Wide)
	if c.Right {
		_ = r.SetProperty("xalign", float32(1))
		_ = col.SetProperty("alignment", float32(1))
	}
	return col, r
}

// search shows the rows that fit.
func (l *List) search(filter string) {
	l.filter = filter
	l.rows = l.spec.Rows(filter)
	l.sayEmpty()
	l.choose(l.rows.Now)
}

// changed asks for the rows again when they may have changed.
func (l *List) changed(changes uint) {
	if changes&l.spec.Live == 0 {
		return
	}
	was := l.rows.Now
	l.rows = l.spec.Rows(l.filter)
	l.sayEmpty()
	if l.rows.Now != was { // the choice follows what happened
		l.choose(l.rows.Now)
	} else {
		l.choose(l.At)
	}
}

// SayEmpty sets the text that an empty list shows, instead of its own.
func (l *List) SayEmpty(text string) {
	l.rows.None = text
	l.sayEmpty()
}

// sayEmpty shows that text while the list is empty.
func (l *List) sayEmpty() {
	l.none.SetText(l.emptyText())
	l.none.SetVisible(l.rows.N == 0)
}

// Refill asks for the rows that fit what is typed once more.
func (l *List) Refill() { l.search(l.filter) }

func (l *List) emptyText() string {
	if l.rows.None != "" {
		return l.rows.None
	}
	return l.spec.Empty
}

// choose puts the choice on row i, or the nearest there is, and brings it into view.
func (l *List) choose(i int) {
	l.At = min(max(i, 0), l.rows.N-1)
	switch {
	case l.At < l.top:
		l.top = l.At
	case l.At >= l.top+l.page:
		l.top = l.At - l.page + 1
	}
	l.fill()
}

// fill writes the rows in view into the widget.
func (l *List) fill() {
	l.filling = true
	defer func() { l.filling = false }()
	l.top = max(min(l.top, l.rows.N-l.page), 0)
	l.store.Clear()
	cols := make([]int, len(l.spec.Columns)+2)
	for i := range cols {
		cols[i] = i
	}
	for i := l.top; i < min(l.top+l.page, l.rows.N); i++ {
		r := l.rows.At(i)
		values := make([]any, len(l.spec.Columns), len(cols))
		for c := range values {
			values[c] = r.Cells[c]
		}
		weight := 400
		if r.Bold {
			weight = 700
		}
		_ = l.store.Set(l.store.Append(), cols, append(values, weight, !r.Off))
	}
	l.bar.SetUpper(math.Max(float64(l.rows.N), 1))
	l.bar.SetPageSize(float64(min(l.page, max(l.rows.N, 1))))
	l.bar.SetPageIncrement(math.Max(float64(l.page-1), 1))
	l.bar.SetValue(float64(l.top))
	l.scroll.SetVisible(l.rows.N > l.page)
	sel, _ := l.view.GetSelection()
	if l.At >= l.top && l.At < l.top+l.page {
		if path, err := gtk.TreePathNewFromString(strconv.Itoa(l.At - l.top)); err == nil {
			sel.SelectPath(path)
		}
	} else {
		sel.UnselectAll()
	}
	l.tell()
}

// tell says to screen readers which row is chosen: the focus stays in the text field.
func (l *List) tell() {
	if l.spec.Chosen != nil {
		l.spec.Chosen(l.At)
	}
	if l.At < 0 {
		Describe(l.Find, l.emptyText())
		return
	}
	text := ""
	for _, c := range l.rows.At(l.At).Cells {
		if c != "" {
			text += c + ", "
		}
	}
	Describe(l.Find, text+fmt.Sprintf("%d / %d", l.At+1, l.rows.N))
}

// selected follows a click on a row.
func (l *List) selected(sel *gtk.TreeSelection) {
	if l.filling {
		return
	}
	if _, iter, ok := sel.GetSelected(); ok {
		if path, err := l.store.GetPath(iter); err == nil && len(path.GetIndices()) == 1 {
			l.At = l.top + path.GetIndices()[0]
			l.tell()
		}
	}
}

// measure finds how many rows have room.
func (l *List) measure() {
	if !l.Win.GetVisible() || l.rows.N < 2 {
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
		l.choose(l.At)
	}
}

func (l *List) wheel(e *gdk.EventScroll) {
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
func (l *List) activate() {
	if l.At < 0 || l.rows.At(l.At).Off {
		return
	}
	do, i := l.rows.Do, l.At
	if !l.spec.Stays {
		l.Close()
	}
	do(i)
}

// Close closes the window.
func (l *List) Close() { l.Win.Destroy() }

// keyPressed moves the choice; the commands of the window beside work here too.
func (l *List) keyPressed(e *gdk.EventKey) bool {
	k := PlainKey(e)
	if k.Val == gdk.KEY_Escape {
		l.Close()
		return true
	}
	if l.spec.Key != nil && l.spec.Key(k) {
		return true
	}
	if l.Find.IsFocus() { // also while the window itself does not have it yet
		if k == (Key{gdk.KEY_Return, 0}) {
			l.activate()
			return true
		}
		to, ok := map[Key]int{
			{gdk.KEY_Up, 0}:                  l.At - 1,
			{gdk.KEY_Down, 0}:                l.At + 1,
			{gdk.KEY_Page_Up, 0}:             l.At - l.page,
			{gdk.KEY_Page_Down, 0}:           l.At + l.page,
			{gdk.KEY_Home, gdk.CONTROL_MASK}: 0,
			{gdk.KEY_End, gdk.CONTROL_MASK}:  l.rows.N - 1,
		}[k]
		if ok {
			l.choose(to)
			return true
		}
	}
	return !ForText(e.KeyVal(), k) && l.of.Key(e)
}

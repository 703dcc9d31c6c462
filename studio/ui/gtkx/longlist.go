package gtkx

import (
	"fmt"
	"math"
	"strconv"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"
)

// Column is a column of a list. If no column has a title, the list has no header.
type Column struct {
	Title string
	Tip   string // explains a short title
	Tells bool   // a tooltip on the row shows the full text, which may be ellipsized; at most one column of a Table
	Width int    // minimum, in pixels
	Wide  bool   // takes the remaining width
	Fits  bool   // as wide as its title and texts; only in a Table, which measures all of them
	Right bool
	Sorts bool // clicking the title calls LongList.Titled
}

// Rows are the rows of a list.
type Rows struct {
	N   int
	At  func(i int) Row
	Do  func(i int) // activates a row that is not off
	Now int         // the row selected at first
	// None, unless empty, is shown instead of ListSpec.Empty if N is 0.
	None string
}

// Row is one row of a list, with a text for each column.
type Row struct {
	Cells []string
	Off   bool // greyed out, cannot be activated
	Bold  bool
}

// A LongList is a list of selectable rows. It is fast even with a million rows. The widget contains only
// the rows in view and has a scroll bar for all rows. It does not take the focus: Key moves the
// selection by keys typed in a text field beside it.
type LongList struct {
	// Box is the widget.
	Box *gtk.Overlay
	// At is the selected row, or -1 if no row is selected.
	At int
	// Told is called when the selection may have changed, Activated when a row is activated with
	// the pointer, and Titled when the title of a column is clicked. Each may be nil.
	Told, Activated func()
	Titled          func(column int)

	columns int
	view    *gtk.TreeView
	store   *gtk.ListStore
	box     *gtk.ScrolledWindow
	bar     *gtk.Adjustment
	scroll  *gtk.Scrollbar
	none    *gtk.Label
	rows    Rows
	top     int // first row in view
	page    int // number of rows in view
	filling bool
}

// NewLongList returns an empty list. Screen readers call it title.
func NewLongList(title string, columns []Column) *LongList {
	l := &LongList{page: 20, At: -1, columns: len(columns)}
	types := make([]glib.Type, 0, len(columns)+2)
	for range columns {
		types = append(types, glib.TYPE_STRING)
	}
	l.store, _ = gtk.ListStoreNew(append(types, glib.TYPE_INT, glib.TYPE_BOOLEAN)...)
	l.store.Unref() // gotk3 adds a second reference to new objects
	l.view, _ = gtk.TreeViewNewWithModel(l.store)
	l.view.SetEnableSearch(false)
	l.view.SetCanFocus(false)
	SetName(l.view, title)
	headline := false
	for i, c := range columns {
		headline = headline || c.Title != ""
		l.column(i, c)
	}
	l.view.SetHeadersVisible(headline)
	l.view.Connect("row-activated", func(_ *gtk.TreeView, _ *gtk.TreePath, _ *gtk.TreeViewColumn) {
		if l.Activated != nil {
			l.Activated()
		}
	})
	l.view.Connect("scroll-event", func(_ *gtk.TreeView, ev *gdk.Event) bool { l.wheel(gdk.EventScrollNewFromEvent(ev)); return true })
	l.view.AddEvents(int(gdk.SCROLL_MASK | gdk.SMOOTH_SCROLL_MASK))
	l.box, _ = gtk.ScrolledWindowNew(nil, nil)
	l.box.SetPolicy(gtk.POLICY_NEVER, policyExternal)
	l.box.Add(l.view)
	l.box.Connect("size-allocate", func() { Idle(l.measure) })
	l.bar, _ = gtk.AdjustmentNew(0, 0, 1, 1, 10, 1)
	l.scroll, _ = gtk.ScrollbarNew(gtk.ORIENTATION_VERTICAL, l.bar)
	l.scroll.SetNoShowAll(true)
	line := HBox(0)
	line.PackStart(l.box, true, true, 0)
	line.PackStart(l.scroll, false, false, 0)
	frame, _ := gtk.FrameNew("")
	frame.Add(line)
	l.Box, _ = gtk.OverlayNew()
	l.Box.Add(frame)
	l.none = Label("")
	l.none.SetHAlign(gtk.ALIGN_CENTER)
	l.none.SetVAlign(gtk.ALIGN_CENTER)
	l.none.SetNoShowAll(true)
	AddClass(l.none, "hint")
	l.Box.AddOverlay(l.none)
	l.Box.SetOverlayPassThrough(l.none, true)
	sel, _ := l.view.GetSelection()
	sel.SetMode(gtk.SELECTION_BROWSE)
	While(l.Box, sel.Object, "changed", func() { l.selected(sel) })
	While(l.Box, l.bar.Object, "value-changed", func() {
		if top := int(l.bar.GetValue() + .5); !l.filling && top != l.top {
			l.top = top
			l.fill()
		}
	})
	return l
}

// Show shows rows and selects row at. If rows is empty, it shows the text empty.
func (l *LongList) Show(rows Rows, at int, empty string) {
	l.rows = rows
	l.SayEmpty(empty)
	l.choose(at)
}

// SayEmpty sets the text shown in an empty list.
func (l *LongList) SayEmpty(text string) {
	l.none.SetText(text)
	l.none.SetVisible(l.rows.N == 0)
}

// Rows returns the rows of the list.
func (l *LongList) Rows() *Rows { return &l.rows }

// Refill updates the rows in view.
func (l *LongList) Refill() { l.fill() }

// Text describes the selected row for screen readers. It returns empty if no row is selected.
func (l *LongList) Text(empty string) string {
	if l.At < 0 {
		return empty
	}
	text := ""
	for _, c := range l.rows.At(l.At).Cells {
		if c != "" {
			text += c + ", "
		}
	}
	return text + fmt.Sprintf("%d / %d", l.At+1, l.rows.N)
}

// Key moves the selection. It returns false for any other key.
func (l *LongList) Key(k Key) bool {
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
	}
	return ok
}

// policyExternal lets a scrolled window be smaller than its content without a scroll bar. gotk3 has
// no name for it.
const policyExternal = gtk.PolicyType(3)

func (l *LongList) column(i int, c Column) {
	col, r := c.view(i)
	_ = r.SetProperty("ypad", 3)
	col.AddAttribute(r, "weight", l.columns)
	col.AddAttribute(r, "sensitive", l.columns+1)
	l.view.AppendColumn(col)
	if c.Sorts {
		col.SetClickable(true)
		col.Connect("clicked", func() {
			if l.Titled != nil {
				l.Titled(i)
			}
		})
	}
}

// view returns a column for text i of each row. Its width does not depend on the rows in view
// unless c.Fits is set.
func (c Column) view(i int) (*gtk.TreeViewColumn, *gtk.CellRendererText) {
	r, _ := gtk.CellRendererTextNew()
	col, _ := gtk.TreeViewColumnNewWithAttribute(c.Title, r, "text", i)
	if c.Fits {
		col.SetSizing(gtk.TREE_VIEW_COLUMN_GROW_ONLY)
		col.SetMinWidth(c.Width)
	} else {
		_ = r.SetProperty("ellipsize", 3)
		col.SetSizing(gtk.TREE_VIEW_COLUMN_FIXED)
		col.SetFixedWidth(max(c.Width, 40))
	}
	col.SetExpand(c.Wide)
	if b, err := col.GetButton(); err == nil && c.Tip != "" {
		b.ToWidget().SetTooltipText(c.Tip)
		SetName(b, c.Tip)
	}
	if c.Right {
		_ = r.SetProperty("xalign", float32(1))
		_ = col.SetProperty("alignment", float32(1))
	}
	return col, r
}

// choose selects row i, or the nearest existing row, and scrolls it into view.
func (l *LongList) choose(i int) {
	l.At = min(max(i, 0), l.rows.N-1)
	switch {
	case l.At < l.top:
		l.top = l.At
	case l.At >= l.top+l.page:
		l.top = l.At - l.page + 1
	}
	l.fill()
}

// fill writes the rows in view to the widget.
func (l *LongList) fill() {
	l.filling = true
	defer func() { l.filling = false }()
	l.top = max(min(l.top, l.rows.N-l.page), 0)
	l.store.Clear()
	cols := make([]int, l.columns+2)
	for i := range cols {
		cols[i] = i
	}
	for i := l.top; i < min(l.top+l.page, l.rows.N); i++ {
		r := l.rows.At(i)
		values := make([]any, l.columns, len(cols))
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
	l.notify()
}

// notify calls Told.
func (l *LongList) notify() {
	if l.Told != nil {
		l.Told()
	}
}

// selected handles a click on a row.
func (l *LongList) selected(sel *gtk.TreeSelection) {
	if l.filling {
		return
	}
	if _, iter, ok := sel.GetSelected(); ok {
		if path, err := l.store.GetPath(iter); err == nil && len(path.GetIndices()) == 1 {
			l.At = l.top + path.GetIndices()[0]
			l.notify()
		}
	}
}

// measure computes the number of rows in view.
func (l *LongList) measure() {
	if !l.Box.GetMapped() || l.rows.N < 2 {
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

func (l *LongList) wheel(e *gdk.EventScroll) {
	dy := e.DeltaY()
	switch e.Direction() {
	case gdk.SCROLL_UP:
		dy = -1
	case gdk.SCROLL_DOWN:
		dy = 1
	}
	l.bar.SetValue(l.bar.GetValue() + dy*3)
}

package gtkx

import (
	"html"
	"slices"
	"strconv"

	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"
)

// Table is a small list of rows with columns.
type Table struct {
	view      *gtk.TreeView
	store     *gtk.ListStore
	Box       *gtk.ScrolledWindow
	n         int
	tipColumn int // column shown in the tooltip, or -1
	rows      [][]string
}

// NewTable returns an empty table. It calls chosen, unless nil, when a row is activated.
func NewTable(title string, columns []Column, chosen func(i int)) *Table {
	t := &Table{n: len(columns), tipColumn: -1}
	types := make([]glib.Type, len(columns)+1) // the last one is the tooltip
	for i := range types {
		types[i] = glib.TYPE_STRING
	}
	t.store, _ = gtk.ListStoreNew(types...)
	t.store.Unref() // gotk3 adds a second reference to new objects
	t.view, _ = gtk.TreeViewNewWithModel(t.store)
	t.view.SetEnableSearch(false)
	SetName(t.view, title)
	for i, c := range columns {
		col, _ := c.view(i)
		t.view.AppendColumn(col)
		if c.Tells {
			t.tipColumn = i
			t.view.SetTooltipColumn(t.n)
		}
	}
	t.view.Connect("row-activated", func(_ *gtk.TreeView, path *gtk.TreePath, _ *gtk.TreeViewColumn) {
		if is := path.GetIndices(); len(is) == 1 && chosen != nil {
			chosen(is[0])
		}
	})
	t.Box, _ = gtk.ScrolledWindowNew(nil, nil)
	t.Box.SetSizeRequest(-1, 110)
	t.Box.Add(t.view)
	return t
}

// SetVisible shows or hides a column.
func (t *Table) SetVisible(column int, shown bool) { t.view.GetColumn(column).SetVisible(shown) }

// GrabFocus moves the keyboard focus to the table.
func (t *Table) GrabFocus() { t.view.GrabFocus() }

// HasFocus reports whether the focus is in the table.
func (t *Table) HasFocus() bool { return t.view.HasFocus() }

// Fill replaces the rows. Unchanged rows are not touched, so the selection and the scroll position
// are preserved.
func (t *Table) Fill(rows [][]string) {
	for i, r := range rows {
		switch {
		case i == len(t.rows):
			t.set(t.store.Append(), r)
			t.rows = append(t.rows, r)
		case !slices.Equal(r, t.rows[i]):
			if it, err := t.store.GetIterFromString(strconv.Itoa(i)); err == nil {
				t.set(it, r)
			}
			t.rows[i] = r
		}
	}
	for i := len(t.rows) - 1; i >= len(rows); i-- {
		if it, err := t.store.GetIterFromString(strconv.Itoa(i)); err == nil {
			t.store.Remove(it)
		}
		t.rows = t.rows[:i]
	}
}

// Insert inserts rows before the first one. The table scrolls to them if the first row was in view;
// otherwise the rows in view stay.
func (t *Table) Insert(rows [][]string) {
	if len(rows) == 0 {
		return
	}
	follows := t.Box.GetVAdjustment().GetValue() < 1
	for _, r := range slices.Backward(rows) {
		t.set(t.store.Insert(0), r)
	}
	t.rows = slices.Concat(rows, t.rows)
	if first, err := gtk.TreePathNewFirst(); follows && err == nil {
		t.view.ScrollToCell(first, nil, true, 0, 0) // during layout, unlike setting the scroll bar
	}
}

func (t *Table) set(it *gtk.TreeIter, r []string) {
	cols, values := make([]int, t.n), make([]any, t.n)
	for i := range cols {
		cols[i], values[i] = i, r[i]
	}
	if t.tipColumn >= 0 {
		cols, values = append(cols, t.n), append(values, any(html.EscapeString(r[t.tipColumn])))
	}
	_ = t.store.Set(it, cols, values)
}

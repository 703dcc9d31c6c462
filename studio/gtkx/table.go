package gtkx

import (
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"
)

// Table is a small list of rows with columns.
type Table struct {
	view  *gtk.TreeView
	store *gtk.ListStore
	Box   *gtk.ScrolledWindow
	n     int
}

// NewTable returns a table; a row that is activated calls chosen.
func NewTable(title string, columns []Column, chosen func(i int)) *Table {
	t := &Table{n: len(columns)}
	types := make([]glib.Type, len(columns))
	for i := range types {
		types[i] = glib.TYPE_STRING
	}
	t.store, _ = gtk.ListStoreNew(types...)
	t.store.Unref() // gotk3 takes a second reference to what it has made
	t.view, _ = gtk.TreeViewNewWithModel(t.store)
	t.view.SetEnableSearch(false)
	SetName(t.view, title)
	for i, c := range columns {
		col, _ := c.view(i)
		t.view.AppendColumn(col)
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

// Fill shows the rows.
func (t *Table) Fill(rows [][]string) {
	t.store.Clear()
	cols := make([]int, t.n)
	for i := range cols {
		cols[i] = i
	}
	for _, r := range rows {
		values := make([]any, t.n)
		for i := range values {
			values[i] = r[i]
		}
		_ = t.store.Set(t.store.Append(), cols, values)
	}
}

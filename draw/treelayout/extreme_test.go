package treelayout

import (
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
)

// look makes n the current node and checks the view around it.
func look(t *testing.T, l *Layout, n *model.Node, wantRow, wantCol int) {
	t.Helper()
	l.Show(n)
	row, col, ok := l.Find(n)
	if !ok || row != wantRow || col != wantCol {
		t.Fatalf("row %d, column %d (%v), should be %d and %d", row, col, ok, wantRow, wantCol)
	}
	var p Picture
	l.View(Area{row - 5, row + 5, col - 5, col + 5}, &p)
	for _, q := range p.Places {
		if q.Node == n && q.OnPath {
			return
		}
	}
	t.Fatal("the node is not seen where it stands")
}

// TestLayoutOfALongLine checks that a line of 100,000 moves can be cut and joined again.
func TestLayoutOfALongLine(t *testing.T) {
	const long = 100_000
	tr := gomoku(t)
	l := New(tr)
	tr.Watch(l.Apply)
	scratch := gomoku(t)
	n := scratch.Root()
	for i := range long {
		n = scratch.Add(n, rules.Place(rules.Cell(i%361)))
	}
	top := scratch.Root().First().Copy()
	if err := tr.Do("paste", model.Insert{Parent: tr.Root(), Index: -1, Node: top}); err != nil {
		t.Fatal(err)
	}
	end := top
	for end.First() != nil {
		end = end.First()
	}
	look(t, l, end, long, 0)
	if rows, cols := l.Size(); rows != long+1 || cols != 1 {
		t.Fatalf("%d rows and %d columns", rows, cols)
	}
	middle := l.Above(end, long/2)
	other := model.NewNode(rules.Place(360))
	if err := tr.Do("first", model.Insert{Parent: middle, Index: 0, Node: other}); err != nil {
		t.Fatal(err)
	}
	look(t, l, other, long/2+1, 0)
	if q, ok := l.At(long/2+1, 1); !ok || q.Kind != PlaceFolded || q.Hidden != CountTo {
		t.Fatalf("the old line is %+v", q)
	}
	look(t, l, end, long, 1)
	tr.Undo()
	look(t, l, end, long, 0)
	if err := tr.Do("delete", model.Remove{Node: middle}); err != nil {
		t.Fatal(err)
	}
	look(t, l, tr.Root(), 0, 0)
	if rows, _ := l.Size(); rows != long/2 {
		t.Errorf("%d rows are left", rows)
	}
}

// TestLayoutOfNestedVariations checks variations that branch off each other.
func TestLayoutOfNestedVariations(t *testing.T) {
	const deep = 10_000
	tr := gomoku(t)
	n := tr.Root()
	for i := range deep {
		tr.Add(n, rules.Place(rules.Cell(i%180)))
		n = tr.Add(n, rules.Place(rules.Cell(i%180+180)))
	}
	l := New(tr)
	tr.Watch(l.Apply)
	look(t, l, n, deep, deep)
	add := model.NewNode(rules.Resign)
	if err := tr.Do("add", model.Insert{Parent: n, Index: -1, Node: add}); err != nil {
		t.Fatal(err)
	}
	look(t, l, add, deep+1, deep)
	tr.Undo()
	look(t, l, tr.Root(), 0, 0)
	if rows, _ := l.Size(); rows != 2 {
		t.Fatalf("%d rows are shown from the root", rows)
	}
	look(t, l, n, deep, deep)
	if err := tr.Do("delete", model.Remove{Node: tr.Root().Last()}); err != nil {
		t.Fatal(err)
	}
	look(t, l, tr.Root(), 0, 0)
	if len(l.segs) != 1 {
		t.Errorf("%d segments are left of what was deleted", len(l.segs))
	}
}

// TestLayoutOfAWideNode checks a node with 100,000 children. Some must be shown, including the
// current one, and the number of hidden ones.
func TestLayoutOfAWideNode(t *testing.T) {
	const wide = 100_000
	tr := gomoku(t)
	var last *model.Node
	for i := range wide {
		last = tr.Add(tr.Root(), rules.Place(rules.Cell(i)))
	}
	l := New(tr)
	tr.Watch(l.Apply)
	more := func(hidden int) {
		t.Helper()
		var p Picture
		l.View(Area{1, 1, 0, 200}, &p)
		for _, q := range p.Places {
			if q.Kind == PlaceMore {
				if q.Hidden != hidden {
					t.Errorf("%d more, should be %d", q.Hidden, hidden)
				}
				return
			}
		}
		t.Error("nothing tells of more")
	}
	more(wide - 1 - ForkShown)
	look(t, l, last, 1, ForkShown+1)
	more(wide - 2 - ForkShown)
	if err := tr.Do("delete", model.Remove{Node: last}); err != nil {
		t.Fatal(err)
	}
	look(t, l, tr.Root(), 0, 0)
	more(wide - 2 - ForkShown)
	if !l.More(tr.Root()) {
		t.Error("no more can be shown")
	}
	more(wide - 2 - 4*(ForkShown+1))
	checkLayout(t, l)
}

package app

import "testing"

// TestUndoComesBack checks that undoing an operation that changed distant nodes returns to the node
// before the operation, not to the last restored node or an earlier edit.
func TestUndoComesBack(t *testing.T) {
	for name, op := range map[string]func(s *Session){
		"delete after": (*Session).DeleteAfter, "keep this line": (*Session).Flatten, "merge": (*Session).MergeDuplicates,
	} {
		d := branchFixture(t)
		d.at("h8 a1")
		d.Duplicate()
		d.Home()
		before, shape := d.View.Node(), d.shape()
		op(d.Session)
		d.idle()
		if d.shape() == shape {
			t.Errorf("%s did nothing", name)
		}
		d.Undo()
		if d.View.Node() != before || d.shape() != shape {
			t.Errorf("%s: undo leads to %q in %s", name, d.line(), d.shape())
		}
	}
}

// TestUndoOfReordering checks that undoing and redoing a reordering of variations goes to the
// variation from any node.
func TestUndoOfReordering(t *testing.T) {
	d := branchFixture(t)
	d.at("h8 g7 g8")
	d.ToggleBookmark()
	d.at("h8 a1")
	n := d.View.Node()
	d.MakeMain()
	d.End()
	d.Undo()
	if d.View.Node() != n || n.Index() == 0 {
		t.Errorf("undo leads to %q", d.line())
	}
	d.Home()
	d.Redo()
	if d.View.Node() != n || n.Index() != 0 {
		t.Errorf("redo leads to %q", d.line())
	}
	d.Home()
	d.JumpTo(d.View.Tree().At() - 1)
	if d.View.Node() != n {
		t.Errorf("a jump in the history leads to %q", d.line())
	}
}

package model

import "testing"

func TestBefore(t *testing.T) {
	x := newSample()
	seen, calls := 0, 0
	stop := x.doc.Tree.Before(func() {
		calls++
		seen = x.doc.Tree.Len()
	})
	tree, was := x.doc.Tree, x.doc.Tree.Len()
	want := func(what string, wantCalls, wantSeen int) {
		t.Helper()
		if calls != wantCalls || seen != wantSeen {
			t.Errorf("%s: %d calls with %d nodes, want %d with %d", what, calls, seen, wantCalls, wantSeen)
		}
	}
	if err := tree.Do("", Insert{Parent: tree.Root(), Index: -1, Node: NewNode(play(7))}); err != nil {
		t.Fatal(err)
	}
	want("Do", 1, was)
	tree.Undo()
	want("Undo", 2, was+1)
	tree.Redo()
	want("Redo", 3, was)
	if err := tree.Amend("", SetComment{Node: tree.Root(), Text: "x"}); err != nil {
		t.Fatal(err)
	}
	want("Amend", 4, was+1)
	stop()
	tree.Undo()
	want("after the end", 4, was+1)
}

package model

import "testing"

func TestStepNodeIsTheSameDoneAndUndone(t *testing.T) {
	x := newSample()
	n := NewNode(play(6))
	do := func(edits ...Edit) {
		t.Helper()
		if err := x.tree.Do("step", edits...); err != nil {
			t.Fatal(err)
		}
	}
	do(Insert{x.c, -1, n}, SetComment{x.a, "later"})
	do(Reorder{x.d, 0})
	do(Relink{x.d, x.root, 0})
	do(SetSetup{x.s, "5"})
	do(SetMove{x.c, play(4)})
	do(SetComment{x.b, "b"}, SetComment{x.a, "a"})
	do(SetInfo{Doc: x.doc, Key: "Event", Value: "Open"})
	do(Remove{x.e})
	want := []*Node{n, x.d, x.d, x.s, x.c, x.b, nil, x.e}
	for at := x.tree.Steps(); at >= 0; at-- {
		x.tree.Jump(at)
		for i, w := range want {
			if got := x.tree.StepNode(i); got != w {
				t.Errorf("with %d steps done, step %d is about %v, want %v", at, i, got, w)
			}
		}
	}
	if x.tree.StepNode(-1) != nil || x.tree.StepNode(len(want)) != nil {
		t.Error("a step that is not there is about a node")
	}
}

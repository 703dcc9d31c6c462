package jobs

import (
	"slices"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
)

// TestHold checks that actions during a change in pieces are done afterwards in order, even if they
// start a change in pieces themselves.
func TestHold(t *testing.T) {
	b := newFixture(t)
	b.AtOnce, b.PieceTime = 0, 0
	cell := rules.Cell(20)
	change := func(done func()) {
		var edits []model.Edit
		for range 3 {
			cell++
			edits = append(edits, model.Insert{Parent: b.doc.Tree.Root(), Index: -1, Node: model.NewNode(rules.Place(cell))})
		}
		m, err := b.doc.Tree.Begin("Move", edits...)
		if err != nil {
			t.Fatal(err)
		}
		b.Pieces("Change", func() (is *model.PendingStep) { is, m = m, nil; return is }, func(error) { done() })
	}
	var log []string
	say := func(text string) func() {
		return func() {
			if b.Changing() {
				t.Errorf("%s while the document is being changed", text)
			}
			log = append(log, text)
		}
	}
	dropped := func() { log = append(log, "dropped") }
	if b.Holds() {
		t.Fatal("calls are held for nothing")
	}
	over := 0
	end := func() { over++ }
	change(end)
	if !b.Holds() {
		t.Fatal("the document is being changed, and nothing is held")
	}
	b.Hold(say("a"), dropped)
	b.Hold(func() { say("b")(); change(end) }, dropped)
	b.Hold(say("c"), dropped)
	b.loop.Until(t, "the last call", func() bool { return len(log) == 3 })
	if !slices.Equal(log, []string{"a", "b", "c"}) || over != 2 || b.Holds() {
		t.Errorf("called %v, %d changes, more is held: %v", log, over, b.Holds())
	}
	change(end)
	b.Hold(say("d"), dropped)
	b.Open(document(t))
	if !slices.Equal(log, []string{"a", "b", "c", "dropped"}) || b.Holds() {
		t.Errorf("closed: called %v", log)
	}
}

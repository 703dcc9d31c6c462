package app

import (
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
)

// TestLinesByPointer checks that lines can be drawn with the pointer, by two clicks, and with the
// secondary button while playing.
func TestLinesByPointer(t *testing.T) {
	d := newFixture(t)
	d.Press(0, true)
	if l, ok := d.Drawing(4); !ok || l != (model.Line{From: 0, To: 4, Arrow: true}) {
		t.Errorf("an arrow is being drawn: %+v, %v", l, ok)
	}
	d.Release(4)
	d.Press(0, true) // ends at its start: no line
	d.Release(0)
	d.Press(0, true) // or outside the board
	d.Release(rules.NoCell)
	if got := d.View.Node().Lines(); len(got) != 1 || got[0] != (model.Line{From: 0, To: 4, Arrow: true}) {
		t.Fatalf("lines %+v", got)
	}
	d.Pick(ToolLine)
	d.Press(1, false)
	d.Release(5)
	d.Click(2)
	if d.Cursor.Hold() != 2 {
		t.Errorf("the line begins at %d", d.Cursor.Hold())
	}
	d.Release(rules.NoCell) // ends a press elsewhere
	d.Click(6)
	if got := d.View.Node().Lines(); len(got) != 3 || got[1] != (model.Line{From: 1, To: 5}) || got[2] != (model.Line{From: 2, To: 6}) {
		t.Errorf("lines %+v", got)
	}
}

// TestEscapeLeavesTheInnermost checks the order in which Escape cancels things.
func TestEscapeLeavesTheInnermost(t *testing.T) {
	d := newFixture(t)
	d.Play(rules.Place(0))
	d.Correct()
	was := d.Correcting()
	d.Cursor.Show()
	d.Press(3, true)
	for _, ended := range []func() bool{
		func() bool { _, drawing := d.Drawing(5); return !drawing && d.Cursor.Cell() != rules.NoCell },
		func() bool { return d.Cursor.Cell() == rules.NoCell && d.Correcting() == was },
		func() bool { return d.Correcting() == nil && d.View.Node() == was },
	} {
		if !d.Escape() || !ended() {
			t.Error("Escape left another thing, or nothing")
		}
	}
	if d.Escape() {
		t.Error("Escape leaves what is not there")
	}
}

// TestSelectingOverModes checks that cells can be selected in any mode, which then continues.
func TestSelectingOverModes(t *testing.T) {
	d := newFixture(t)
	d.StartSetup()
	d.Select(true)
	d.Click(4)
	if d.Setup() == nil || d.Setup().Undoable() || len(d.Selection.Cells()) != 1 {
		t.Error("a click sets up while cells are selected")
	}
	if d.Editable() {
		t.Error("the document can be changed while a position is set up")
	}
	d.CancelSetup()
	if !d.Selecting() || !d.Editable() {
		t.Error("the end of setting up ended the selection of cells")
	}
	d.Select(false)
	d.Click(4)
	if m, ok := d.View.Node().Move(); !ok || m != rules.Place(4) {
		t.Error("a click makes no move")
	}
}

// TestOtherModesKeepSetUp checks that selecting a tool or a correction does not discard a
// set-up.
func TestOtherModesKeepSetUp(t *testing.T) {
	d := newFixture(t)
	d.Play(rules.Place(0))
	d.StartSetup()
	d.Click(4)
	d.Pick(ToolCircle)
	d.Correct()
	if d.Setup() == nil || !d.Setup().Undoable() || d.Tool() != ToolPlay {
		t.Error("the layout is gone")
	}
	d.CancelSetup()
	d.Home()
	d.Guess.Start()
	d.Pick(ToolCircle)
	if !d.Guessing() {
		t.Error("a tool ended guessing")
	}
}

package studio

import "testing"

// TestTheListOfScriptsKeepsTheFocus fills the list anew while its window does not have the
// keyboard yet: it must not go to nobody then.
func TestTheListOfScriptsKeepsTheFocus(t *testing.T) {
	w := openBench(t)
	w.scripts()
	e := w.editor
	if len(e.items) == 0 {
		t.Fatal("there are no scripts")
	}
	e.fillList()
	settle()
	if row := e.list.GetSelectedRow(); row == nil || !row.IsFocus() {
		t.Error("the focus is lost")
	}
	e.destroy()
	settle()
}

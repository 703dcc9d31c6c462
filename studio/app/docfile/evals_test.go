package docfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/model/wire"
	"boardstudio/store/journal"
)

// evaluate adds an evaluation of the root by a background engine, or removes all evaluations if
// engine is "".
func (d *testHost) evaluate(engine string) {
	d.t.Helper()
	var list []model.Eval
	if engine != "" {
		list = []model.Eval{{Engine: engine, Score: 0.25, Depth: 3}}
	}
	if err := d.doc.Tree.Evaluate(d.doc.Tree.Root(), list); err != nil {
		d.t.Fatal(err)
	}
}

// evals returns the engines with evaluations of the root.
func (d *testHost) evals() string {
	var names []string
	for _, v := range d.doc.Tree.Root().Evals() {
		names = append(names, v.Engine)
	}
	return strings.Join(names, " ")
}

func (d *testHost) open(path string) {
	d.t.Helper()
	if err := d.wait(func(done func(error)) { d.Open(path, done) }); err != nil {
		d.t.Fatal(err)
	}
}

// TestEvaluationsAreNoChange checks that evaluations added, updated and removed by engines never
// make a document unsaved. Undo and redo in between must not matter.
func TestEvaluationsAreNoChange(t *testing.T) {
	d := newHost(t, t.TempDir())
	path := filepath.Join(t.TempDir(), "a.studio")
	want := func(step string, dirty bool) {
		t.Helper()
		if d.Dirty() != dirty || strings.HasPrefix(d.Title(), "•") != dirty {
			t.Errorf("%s: dirty %v, title %q", step, d.Dirty(), d.Title())
		}
	}
	d.evaluate("one")
	want("evaluated", false)
	d.play(4)
	want("a move", true)
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	want("saved", false)
	for _, e := range []string{"two", "three", ""} {
		d.evaluate(e)
		want("evaluated by "+e, false)
	}
	d.doc.Tree.Undo()
	want("undone", true)
	d.evaluate("four")
	want("undone and evaluated", true)
	d.doc.Tree.Redo()
	want("done again", false)
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), `"one"`) || strings.Contains(string(data), `"four"`) {
		t.Errorf("%v\n%s", err, data)
	}
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	want("saved with evaluations alone", false)
	if data, err := os.ReadFile(path); err != nil || strings.Contains(string(data), `"one"`) || !strings.Contains(string(data), `"four"`) {
		t.Errorf("%v\n%s", err, data)
	}
	// Removal by the user is an edit.
	if err := d.doc.Tree.Do("Clear Evaluations", model.SetEvals{Node: d.doc.Tree.Root()}); err != nil {
		t.Fatal(err)
	}
	want("cleared by the user", true)
	d.doc.Tree.Undo()
	want("that undone", false)
}

// TestEvaluationsStayInTheJournal checks that evaluations added after the last save are restored
// with the undo history when the file is opened again. This must work after closing with and
// without unsaved edits, and after a crash. A crash that lost only evaluations is not reported.
func TestEvaluationsStayInTheJournal(t *testing.T) {
	for _, x := range []struct {
		name  string
		after func(d *testHost)
		lost  int
		evals string
	}{
		{"closed", func(d *testHost) { d.Close() }, 0, "two"},
		{"crash", func(d *testHost) { d.Leave() }, 0, "two"},
		{"closed after undo and redo", func(d *testHost) {
			d.doc.Tree.Undo()
			d.evaluate("three")
			d.doc.Tree.Redo()
			d.Close()
		}, 0, "three"},
		{"crash with an edit", func(d *testHost) { d.play(5); d.evaluate("three"); d.Leave() }, 1, "one"},
		{"closed with an edit", func(d *testHost) { d.play(5); d.evaluate("three"); d.Close() }, 0, "one"},
	} {
		t.Run(x.name, func(t *testing.T) {
			store, path := t.TempDir(), filepath.Join(t.TempDir(), "a.studio")
			d := newHost(t, store)
			d.play(0, 4)
			d.evaluate("one")
			if err := d.save(path); err != nil {
				t.Fatal(err)
			}
			d.evaluate("two")
			x.after(d)
			n := newHost(t, store)
			lost := n.Lost()
			if len(lost) != x.lost || x.lost > 0 && (lost[0].Unsaved != 1 || lost[0].After != 3) {
				t.Errorf("lost %+v", lost)
			}
			n.open(path)
			if n.evals() != x.evals || n.Dirty() {
				t.Errorf("evaluations of %q, want %q, dirty %v", n.evals(), x.evals, n.Dirty())
			}
			if x.lost > 0 {
				n.Forget(lost[0].ID)
				return
			}
			if n.doc.Tree.At() != 2 {
				t.Errorf("%d steps can be undone", n.doc.Tree.At())
			}
			n.doc.Tree.Undo()
			if !n.Dirty() {
				t.Error("undone, but not dirty")
			}
			n.doc.Tree.Redo()
			if n.Dirty() {
				t.Error("done again, but dirty")
			}
		})
	}
}

// TestAsideRecords checks that the journal distinguishes evaluations from edits by the first byte.
func TestAsideRecords(t *testing.T) {
	doc := newDocument(t)
	var records [][]byte
	defer wire.Journal(doc, func(b []byte) { records = append(records, b) })()
	if err := doc.Tree.Evaluate(doc.Tree.Root(), []model.Eval{{Engine: "e"}}); err != nil {
		t.Fatal(err)
	}
	if err := doc.Tree.Do("Comment", model.SetComment{Node: doc.Tree.Root(), Text: "a"}); err != nil {
		t.Fatal(err)
	}
	doc.Tree.Undo()
	doc.Tree.Redo()
	if len(records) != 4 {
		t.Fatalf("%d records", len(records))
	}
	for i, r := range records {
		if (r[0] == journal.AutomaticEdit) != (i == 0) {
			t.Errorf("record %d begins with %d", i, r[0])
		}
	}
}

// TestEvaluatedWhileSaving checks that an evaluation during a save leaves the document saved.
func TestEvaluatedWhileSaving(t *testing.T) {
	store, path := t.TempDir(), filepath.Join(t.TempDir(), "a.studio")
	d := newHost(t, store)
	d.play(4)
	writing, written := make(chan bool), make(chan bool)
	d.hooks.beforeRename = func() { writing <- true; <-written }
	over := false
	d.Save(path, func(err error) {
		over = true
		if err != nil {
			t.Error(err)
		}
	})
	began := false
	go func() {
		<-writing
		d.loop.Post(func() { began = true; d.evaluate("late"); close(written) })
	}()
	d.loop.Until(t, "the save", func() bool { return over })
	if !began || d.Dirty() {
		t.Errorf("began %v, dirty %v", began, d.Dirty())
	}
	d.Leave()
	n := newHost(t, store)
	if lost := n.Lost(); len(lost) != 0 {
		t.Errorf("lost %+v", lost)
	}
	n.open(path)
	if n.evals() != "late" || n.doc.Tree.At() != 1 {
		t.Errorf("evaluations of %q, %d steps", n.evals(), n.doc.Tree.At())
	}
}

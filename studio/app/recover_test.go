package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardstudio"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/studio/app/docfile"
)

// crash ends a session like a crash, without closing anything.
func (d *fixture) crash() { d.Leave() }

// next starts a second program with the same settings and state.
func (d *fixture) next() *fixture {
	d.t.Helper()
	n := &fixture{t: d.t, loop: looptest.New(1024)}
	n.Session = New(boardstudio.All, n.loop, d.App.Settings).NewSession()
	n.turnsHere()
	n.Say = func(_ Level, text string) { n.said = append(n.said, text) }
	n.start("line", "tictactoe")
	d.t.Cleanup(n.Close)
	return n
}

func (d *fixture) recover(id string) (err error) {
	d.t.Helper()
	done := false
	d.File.Recover(id, func(e error) { done, err = true, e })
	d.loop.Until(d.t, "recovering", func() bool { return done })
	return err
}

func (d *fixture) equal(o *fixture) {
	d.t.Helper()
	if err := model.Equal(d.View.Document(), o.View.Document()); err != nil {
		d.t.Error(err)
	}
}

// recoverable lists documents with and without a file. begin returns the path of the file, or "".
var recoverable = []struct {
	name  string
	begin func(*fixture) string
}{
	{"unnamed", func(*fixture) string { return "" }},
	{"saved", func(d *fixture) string {
		path := filepath.Join(d.t.TempDir(), "a.studio")
		d.play("c3")
		if err := d.save(path); err != nil {
			d.t.Fatal(err)
		}
		return path
	}},
	{"opened", func(d *fixture) string {
		path := filepath.Join(d.t.TempDir(), "b.studio")
		d.play("c3", "c2")
		if err := errors.Join(d.save(path), d.open(path)); err != nil {
			d.t.Fatal(err)
		}
		d.End()
		return path
	}},
}

// crashEdited makes edits of several kinds and crashes.
func (d *fixture) crashEdited() {
	d.t.Helper()
	d.play("b2", "a1")
	d.Back()
	d.play("c1")
	d.Comment(d.View.Node(), "what \xff now?")
	d.Undo()
	d.Redo()
	d.SetInfo(map[string]string{model.InfoEvent: "Cup"})
	d.crash()
}

// recoverOnly recovers the only document that is offered.
func (d *fixture) recoverOnly() {
	d.t.Helper()
	lost := d.File.Lost()
	if len(lost) != 1 || lost[0].Unsaved == 0 {
		d.t.Fatalf("%+v", lost)
	}
	if err := d.recover(lost[0].ID); err != nil {
		d.t.Fatal(err)
	}
}

func TestCrashLosesNothing(t *testing.T) {
	for _, x := range recoverable {
		t.Run(x.name, func(t *testing.T) {
			d := newFixture(t)
			path := x.begin(d)
			d.crashEdited()
			if path != "" { // even if the file was moved
				if err := os.Rename(path, path+".moved"); err != nil {
					t.Fatal(err)
				}
			}
			n := d.next()
			n.recoverOnly()
			n.equal(d)
			if got, want := n.line(), d.line(); got != want {
				t.Errorf("at %q, not %q", got, want)
			}
			if !n.File.Dirty() || n.File.Path() != path {
				t.Errorf("dirty %v, path %q", n.File.Dirty(), n.File.Path())
			}
			if n.View.Tree().UndoLabel() != "Information" {
				t.Errorf("undo %q", n.View.Tree().UndoLabel())
			}
		})
	}
}

// TestASecondCrashLosesNothing checks that a recovered document is offered again after another
// crash, including later edits, until it is saved.
func TestASecondCrashLosesNothing(t *testing.T) {
	for _, x := range recoverable {
		t.Run(x.name, func(t *testing.T) {
			d := newFixture(t)
			path := x.begin(d)
			d.crashEdited()
			if path != "" {
				if err := os.Rename(path, path+".moved"); err != nil {
					t.Fatal(err)
				}
			}
			n := d.next()
			n.recoverOnly()
			n.SetInfo(map[string]string{model.InfoRound: "2"})
			n.crash()
			m := n.next()
			m.recoverOnly()
			m.equal(n)
			if err := m.save(filepath.Join(t.TempDir(), "c.studio")); err != nil {
				t.Fatal(err)
			}
			if m.File.Dirty() {
				t.Error("dirty after saving")
			}
			m.Close()
			if lost := m.next().File.Lost(); len(lost) != 0 {
				t.Errorf("offered after it was saved: %+v", lost)
			}
		})
	}
}

func TestHistorySurvivesClosing(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1")
	path := filepath.Join(t.TempDir(), "a.studio")
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	d.play("c3")
	d.Undo()
	d.Close()
	n := d.next()
	if err := n.open(path); err != nil {
		t.Fatal(err)
	}
	n.equal(d)
	if n.File.Dirty() {
		t.Error("dirty when just opened")
	}
	if n.View.Tree().At() != 2 || n.View.Tree().RedoLabel() != labelMove {
		t.Fatalf("%d of %d steps", n.View.Tree().At(), n.View.Tree().Steps())
	}
	n.Undo()
	if !n.File.Dirty() || n.View.Tree().Len() != 2 {
		t.Errorf("%d nodes", n.View.Tree().Len())
	}
	n.Redo()
	if n.File.Dirty() {
		t.Error("dirty after going back to what was saved")
	}
	// Discarded edits are gone, but the history of the file stays.
	n.End()
	n.play("c1")
	n.Close()
	m := n.next()
	if lost := m.File.Lost(); len(lost) != 0 {
		t.Errorf("offered after it was discarded: %+v", lost)
	}
	if err := m.open(path); err != nil {
		t.Fatal(err)
	}
	if m.View.Tree().At() != 2 || m.View.Tree().Len() != 3 {
		t.Errorf("%d steps, %d nodes", m.View.Tree().At(), m.View.Tree().Len())
	}
	// A file written by another program has no history here.
	other := m.next()
	other.play("a3")
	if err := other.save(filepath.Join(t.TempDir(), "o.studio")); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(other.File.Path())
	if err != nil {
		t.Fatal(err)
	}
	m.Close()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := other.open(path); err != nil {
		t.Fatal(err)
	}
	if other.View.Tree().Steps() != 0 || other.View.Tree().Len() != 2 {
		t.Errorf("%d steps, %d nodes", other.View.Tree().Steps(), other.View.Tree().Len())
	}
}

// changedByAnother returns two fixtures with the same file. d has an unsaved move, and other has saved a
// move with a comment since d saved the file.
func changedByAnother(t *testing.T) (d, other *fixture, path string) {
	t.Helper()
	d = newFixture(t)
	d.play("b2")
	path = filepath.Join(t.TempDir(), "a.studio")
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	other = d.next()
	if err := other.open(path); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(other.lastSaid(), "open in another Studio window") {
		t.Errorf("said %q", other.lastSaid())
	}
	other.End()
	other.play("a1")
	other.Comment(other.View.Node(), "theirs")
	if err := other.save(path); err != nil {
		t.Fatal(err)
	}
	d.play("c3")
	return d, other, path
}

// comparison waits for the comparison that compare starts.
func (d *fixture) comparison(compare func(done func(*docfile.Other, error))) (o *docfile.Other) {
	d.t.Helper()
	compare(func(got *docfile.Other, err error) {
		if err != nil {
			d.t.Error(err)
		}
		o = got
	})
	d.loop.Until(d.t, "comparing", func() bool { return o != nil })
	return o
}

// TestTakeTheChangesOfAnotherProgram replaces the document by a changed file, as one step that can be
// undone.
func TestTakeTheChangesOfAnotherProgram(t *testing.T) {
	d, other, _ := changedByAnother(t)
	d.LookAtFile()
	if !strings.Contains(d.lastSaid(), "changed by another program") || !d.FileChanged() {
		t.Errorf("said %q", d.lastSaid())
	}
	o := d.comparison(d.File.Compare)
	if len(o.Differences) != 2 || !d.File.Fits(o) {
		t.Errorf("%+v", o.Differences)
	}
	mine := model.NewDocument(d.View.Rules())
	edits, err := model.ReplaceContent(mine, d.View.Document(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := mine.Tree.Do("copy", edits...); err != nil {
		t.Fatal(err)
	}
	if !d.Take(o) || d.File.Dirty() || d.FileChanged() {
		t.Error("theirs was not taken")
	}
	d.equal(other)
	if d.line() != "b2" {
		t.Errorf("at %q after taking theirs", d.line())
	}
	d.Undo()
	if err := model.Equal(mine, d.View.Document()); err != nil || !d.File.Dirty() {
		t.Errorf("mine is not back: %v", err)
	}
	d.Redo()
	if d.File.Dirty() {
		t.Error("dirty after redo")
	}

	// Another change is noticed, too.
	other.play("c1")
	if err := other.save(d.File.Path()); err != nil {
		t.Fatal(err)
	}
	d.Undo()
	if !d.FileChanged() {
		t.Error("the change was not seen")
	}
}

// TestReplaceTheChangesOfAnotherProgram saves over a changed file. The replaced content must be
// available as an earlier version.
func TestReplaceTheChangesOfAnotherProgram(t *testing.T) {
	d, other, path := changedByAnother(t)
	other.play("c1")
	if err := other.save(path); err != nil {
		t.Fatal(err)
	}
	theirs := other.View.Tree().Len()
	if !d.FileChanged() { // as the window asks before it saves
		t.Error("the change was not seen")
	}
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	vs := d.File.Versions()
	if len(vs) < 3 {
		t.Fatalf("%d versions", len(vs))
	}
	o := d.comparison(func(done func(*docfile.Other, error)) { d.File.CompareVersion(vs[1], done) })
	if o.Doc.Tree.Len() != theirs {
		t.Errorf("the version has %d nodes, not %d", o.Doc.Tree.Len(), theirs)
	}
	if !d.Take(o) || !d.File.Dirty() || d.View.Tree().Len() != theirs || d.View.Tree().UndoLabel() != "Restore a version" {
		t.Error("the version was not restored")
	}
}

func TestRecoverTwentyDocuments(t *testing.T) {
	d := newFixture(t)
	var all []*fixture
	began := time.Now()
	for range 20 {
		n := d.next()
		n.App.now = func() time.Time { return began } // keeps all documents equal on slow machines
		n.play("b2", "a1")
		all = append(all, n)
	}
	for _, n := range all {
		n.crash()
	}
	lost := d.File.Lost()
	if len(lost) != 20 {
		t.Fatalf("%d offered", len(lost))
	}
	for _, i := range lost[:3] {
		if err := d.recover(i.ID); err != nil {
			t.Fatal(err)
		}
		d.equal(all[0])
	}
	d.File.Forget(lost[5].ID)
	d.Close()
	if got := len(d.next().File.Lost()); got != 16 {
		t.Errorf("%d are left of 20, after three were opened and closed unsaved and one forgotten", got)
	}
}

// TestTitlesOfLostDocuments checks that recoverable documents are named by their file, or else by
// their game.
func TestTitlesOfLostDocuments(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "penloup.txt")
	if err := os.WriteFile(text, []byte(penloup), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		title, format string
		begin         func(d *fixture)
	}{
		{"Tic-tac-toe", "xml", func(*fixture) {}},
		{"a.studio", "xml", func(d *fixture) {
			d.play("c3")
			if err := errors.Join(d.save(filepath.Join(dir, "a.studio")), d.open(filepath.Join(dir, "a.studio"))); err != nil {
				t.Fatal(err)
			}
		}},
		{"penloup.txt", "xml", func(d *fixture) { // a format that cannot be saved
			if err := d.open(text); err != nil || d.File.Path() != "" {
				t.Fatalf("at %q: %v", d.File.Path(), err)
			}
		}},
	} {
		t.Run(x.title, func(t *testing.T) {
			d := newFixture(t)
			x.begin(d)
			d.SetInfo(map[string]string{model.InfoEvent: "Cup"})
			d.crash()
			lost := d.next().File.Lost()
			if len(lost) != 1 || lost[0].Title != x.title || lost[0].Format != x.format || docfile.LostTitle(lost[0]) != x.title {
				t.Errorf("%+v", lost)
			}
		})
	}
}

func TestFailedSaveLosesNothing(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	path := filepath.Join(t.TempDir(), "a.studio")
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d.play("a1")
	if err := d.save(filepath.Join(path, "x.studio")); err == nil {
		t.Error("saved below a file")
	}
	if !d.File.Dirty() || d.File.Path() != path || !strings.Contains(d.lastSaid(), "x.studio") {
		t.Errorf("dirty %v, path %s, said %q", d.File.Dirty(), d.File.Path(), d.lastSaid())
	}
	if now, err := os.ReadFile(path); err != nil || string(now) != string(was) {
		t.Error("the old file was touched")
	}
	// After a failed save, the document is unsaved, even without further edits.
	d.Undo()
	if err := os.Remove(path); err != nil || d.File.Dirty() {
		t.Fatal(err, d.File.Dirty())
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := d.save(path); err == nil || !d.File.Dirty() {
		t.Errorf("saved over a folder: %v, dirty %v", err, d.File.Dirty())
	}
	d.Redo()
	d.crash()
	n := d.next()
	if err := n.recover(n.File.Lost()[0].ID); err != nil {
		t.Fatal(err)
	}
	n.equal(d)
}

func TestCancelledSaveLosesNothing(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	path := filepath.Join(t.TempDir(), "a.studio")
	var got error
	done := false
	d.File.Save(path, func(err error) { done, got = true, err })
	d.Jobs.Job().Cancel()
	d.Undo() // waits, and does not affect the saved content
	d.loop.Until(t, "saving", func() bool { return done })
	if got == nil {
		if !d.File.Dirty() {
			t.Error("not dirty, though changed since the save")
		}
	} else if _, err := os.Stat(path); err == nil {
		t.Error("a cancelled save left a file")
	}
	if d.Jobs.Job() != nil || d.File.Saving() {
		t.Error("still at work")
	}
}

func TestCancelledOpenLosesNothing(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1")
	path := filepath.Join(t.TempDir(), "a.studio")
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	d.play("c3")
	was := d.View.Document()
	for _, late := range []bool{false, true} { // cancelled at the beginning, and after reading
		var got error
		done := false
		d.File.Open(path, func(err error) { done, got = true, err })
		if j := d.Jobs.Job(); j == nil || !strings.Contains(j.Title, "a.studio") {
			t.Fatalf("job %+v", j)
		}
		next := func() {}
		if late {
			next = <-d.loop.Queue
		}
		d.Jobs.Job().Cancel()
		next()
		d.loop.Until(t, "the cancelled opening", func() bool { return done })
		if got == nil || d.View.Document() != was || d.line() != "b2 a1 c3" {
			t.Errorf("late %v: error %v, line %q", late, got, d.line())
		}
		if d.Jobs.Job() != nil || !strings.Contains(d.lastSaid(), "was not opened") {
			t.Errorf("late %v: said %q", late, d.lastSaid())
		}
		d.Say(Note, "")
	}
	// The history of the file can be used by the next reader.
	if err := d.open(path); err != nil {
		t.Fatal(err)
	}
	// A later request for another file wins.
	var first error
	over := false
	d.File.Open(path, func(err error) { over, first = true, err })
	if err := d.open(path); err != nil {
		t.Error(err)
	}
	d.loop.Until(t, "giving up the first", func() bool { return over })
	if first == nil {
		t.Error("two files were opened")
	}
}

package docfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"boardstudio"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/store/journal"
	"boardstudio/store/safe"
)

// posted waits until the queue of the loop is not empty.
func (d *testHost) posted() {
	for len(d.loop.Queue) == 0 {
		runtime.Gosched()
	}
}

// only fails the test unless exactly one message was shown and starts with want.
func (d *testHost) only(want string) {
	d.t.Helper()
	if len(d.said) != 1 || !strings.HasPrefix(d.said[0], want) {
		d.t.Errorf("reported %q, want %q", d.said, want)
	}
	d.said = nil
}

// saved returns a host whose document is saved, and the path of the file.
func saved(t *testing.T, store, name string) (*testHost, string) {
	t.Helper()
	d, path := newHost(t, store), filepath.Join(t.TempDir(), name)
	d.play(0, 4)
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	d.said, d.visited = nil, nil
	return d, path
}

// TestOpenCancelled checks that cancelling after the file was read leaves the open document. The
// history of the file must remain readable.
func TestOpenCancelled(t *testing.T) {
	store := t.TempDir()
	first, path := saved(t, store, "a.studio")
	first.Close()
	d := newHost(t, store)
	before := d.doc
	err := d.wait(func(done func(error)) {
		d.Open(path, done)
		d.posted()
		d.runner.Job().Cancel()
	})
	if !errors.Is(err, context.Canceled) || d.doc != before || len(d.visited) > 0 || len(d.missed) > 0 || d.runner.Job() != nil {
		t.Errorf("%v, visited %v, missed %v", err, d.visited, d.missed)
	}
	d.only("a.studio was not opened")
	d.open(path)
	if d.doc.Tree.Steps() != 2 || !slices.Equal(d.visited, []string{path}) {
		t.Errorf("%d steps of history, visited %v", d.doc.Tree.Steps(), d.visited)
	}
	// Pasted text has no file name to report. The text is long, so Cancel comes before reading ends.
	d.said = nil
	text := strings.Repeat("f5d6", 1<<20)
	err = d.wait(func(done func(error)) {
		d.OpenText(text, d.doc.Tree.Rules().Spec(), done)
		d.runner.Job().Cancel()
	})
	if !errors.Is(err, context.Canceled) || len(d.said) > 0 {
		t.Errorf("%v, reported %q", err, d.said)
	}
}

// TestMissed checks that a file that cannot be opened is reported as missed, unless the caller asks
// the user.
func TestMissed(t *testing.T) {
	d := newHost(t, t.TempDir())
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	_, whole := saved(t, t.TempDir(), "whole.studio")
	data, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	cut := string(data[:strings.LastIndex(string(data), "</tree>")])
	for _, x := range []struct {
		path            string
		missed, visited bool
	}{
		{filepath.Join(dir, "none.studio"), true, false},
		{file("empty.sgf", ""), true, false},
		{file("two.sgf", "(;GM[4];B[hh])\n(;GM[4];B[ii])"), false, true},
		{file("cut.studio", cut), false, false},
		{file("unnamed.txt", "c3 d4"), false, false},
	} {
		d.said, d.missed, d.visited = nil, nil, nil
		err := d.wait(func(done func(error)) { d.Open(x.path, done) })
		if missed, visited := slices.Contains(d.missed, x.path), slices.Contains(d.visited, x.path); err == nil || missed != x.missed || visited != x.visited || len(d.said) > 0 != x.missed {
			t.Errorf("%s: %v, missed %v, visited %v, reported %q", filepath.Base(x.path), err, missed, visited, d.said)
		}
		if x.missed || x.visited {
			continue
		}
		d.Open(x.path, nil) // without a caller to ask the user
		d.loop.Until(t, "the end", func() bool { return d.runner.Job() == nil })
		if !slices.Contains(d.missed, x.path) || len(d.said) != 1 {
			t.Errorf("%s: missed %v, reported %q", filepath.Base(x.path), d.missed, d.said)
		}
	}
	d.said, d.missed = nil, nil
	if err := d.wait(func(done func(error)) { d.OpenText("Hello Bob, see you on Monday", d.doc.Tree.Rules().Spec(), done) }); err == nil || len(d.missed) > 0 || len(d.said) != 1 {
		t.Errorf("%v, missed %q, reported %q", err, d.missed, d.said)
	}
}

// TestJournalFails checks that users are warned if the journal cannot be written.
func TestJournalFails(t *testing.T) {
	store := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(store, nil, 0o600); err != nil { // in place of the folder
		t.Fatal(err)
	}
	d := newHost(t, store)
	d.loop.Until(t, "the warning", func() bool { return len(d.said) > 0 })
	d.only("Your moves are not being saved and would be lost in a crash: the journal cannot be written")
	d.report(nil)
	d.loop.Turn(t)
	d.only("Crash recovery works again")
	if lost := d.Lost(); len(lost) > 0 {
		t.Errorf("lost %+v", lost)
	}
	d.only("the journals cannot be read")
	d.Forget("none")
	if len(d.said) != 1 {
		t.Errorf("reported %q", d.said)
	}
}

// TestRecovered checks that a recovered document keeps its file and is unsaved. The user is shown
// the time of the last recovered edit.
func TestRecovered(t *testing.T) {
	store := t.TempDir()
	recover := func(change func(d *testHost)) (*testHost, journal.Info) {
		t.Helper()
		d := newHost(t, store)
		change(d)
		d.Leave()
		n := newHost(t, store)
		lost := n.Lost()
		if len(lost) != 1 {
			t.Fatalf("lost %+v", lost)
		}
		if err := n.wait(func(done func(error)) { n.Recover(lost[0].ID, done) }); err != nil {
			t.Fatal(err)
		}
		return n, lost[0]
	}
	_, path := saved(t, t.TempDir(), "a.studio")
	d, info := recover(func(d *testHost) {
		d.open(path)
		d.play(5)
	})
	if d.Path() != path || !d.Dirty() || d.doc.Tree.Len() != 4 || info.Title != "a.studio" || info.Format != "xml" || info.Unsaved != 1 {
		t.Errorf("path %q, dirty %v, %d nodes, %+v", d.Path(), d.Dirty(), d.doc.Tree.Len(), info)
	}
	d.only("Recovered all changes up to " + Exactly(info.Last))
	if d.at != d.doc.Tree.Root().First().First().First() {
		t.Error("not at the last edit")
	}
	d.Forget("none")
	d.Close()

	d, info = recover(func(d *testHost) { d.play(0, 4) })
	if d.Path() != "" || !d.Dirty() || info.Title != "Game" || info.Format != "xml" {
		t.Errorf("path %q, dirty %v, %+v", d.Path(), d.Dirty(), info)
	}
	d.Close()

	// The end of the journal is damaged.
	n := newHost(t, store)
	n.play(0, 4)
	id := n.Journal()
	n.Leave()
	logs, err := filepath.Glob(filepath.Join(store, "*", id, "log"))
	if err != nil || len(logs) == 0 {
		t.Fatal(err)
	}
	for _, path := range logs {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString("damaged"); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	n = newHost(t, store)
	if err := n.wait(func(done func(error)) { n.Recover(id, done) }); err != nil {
		t.Fatal(err)
	}
	n.only("Recovered up to " + Exactly(n.journal.Info().Last) + ". Later changes are damaged")
}

// TestHistoryOfAnotherContent checks that a history that does not lead to the content of the file
// is ignored.
func TestHistoryOfAnotherContent(t *testing.T) {
	store := t.TempDir()
	d, path := saved(t, store, "a.studio")
	// The journal has one move more than the file.
	d.play(5)
	d.journal.Saved(d.fingerprint)
	d.Close()
	d = newHost(t, store)
	d.open(path)
	if d.doc.Tree.Len() != 3 || d.doc.Tree.Steps() != 0 || d.Dirty() {
		t.Errorf("%d nodes, %d steps, dirty %v", d.doc.Tree.Len(), d.doc.Tree.Steps(), d.Dirty())
	}
}

// TestHistoryOfALargeTree checks that a tree with more than maxHistoryNodes nodes is opened without
// its history.
func TestHistoryOfALargeTree(t *testing.T) {
	store := t.TempDir()
	d, path := saved(t, store, "a.studio") // has 3 nodes
	d.Close()
	for most, steps := range map[int]int{2: 0, 3: 2} {
		d := newHost(t, store)
		d.maxHistoryNodes = most
		d.open(path)
		if d.doc.Tree.Len() != 3 || d.doc.Tree.Steps() != steps {
			t.Errorf("at most %d nodes: %d steps, want %d", most, d.doc.Tree.Steps(), steps)
		}
		d.Close()
	}
}

// countdown is a context that is cancelled after a number of calls to Err.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// TestReadingsCancelled checks that a cancelled Readings returns an error and no list.
func TestReadingsCancelled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.sgf")
	if err := os.WriteFile(path, []byte("(;GM[4]SZ[15];B[hh]C[\xba\xc3\xc6\xe5];W[hi])"), 0o600); err != nil {
		t.Fatal(err)
	}
	spec := newDocument(t).Tree.Rules().Spec()
	whole, err := Readings(t.Context(), boardstudio.Documents, path, spec)
	if err != nil || len(whole) < 2 {
		t.Fatal(err)
	}
	cancelled := 0
	for left := 0; ; left++ {
		list, err := Readings(&countdown{t.Context(), left}, boardstudio.Documents, path, spec)
		if err == nil && len(list) == len(whole) {
			break
		}
		if !errors.Is(err, context.Canceled) || list != nil {
			t.Fatalf("after %d questions: %d of %d readings, %v", left, len(list), len(whole), err)
		}
		cancelled++
	}
	if cancelled < len(whole) {
		t.Errorf("cancelled %d times only", cancelled)
	}
}

// TestLockFollows checks that the file lock is always on the file of the open document.
func TestLockFollows(t *testing.T) {
	store := t.TempDir()
	d, first := saved(t, store, "a.studio")
	second := filepath.Join(t.TempDir(), "b.studio")
	held := func(path string) bool {
		t.Helper()
		other := newHost(t, store)
		defer other.Close()
		other.open(path)
		return len(other.said) == 1 && strings.Contains(other.said[0], "open in another Studio window")
	}
	if !held(first) {
		t.Error("the saved file is not locked")
	}
	if err := d.save(second); err != nil {
		t.Fatal(err)
	}
	if held(first) || !held(second) {
		t.Error("the lock stays at the old file")
	}
	if d.OpenCopy(newDocument(t)); held(second) || d.Path() != "" || d.Source() != "" {
		t.Error("the lock stays though the document is closed")
	}
}

// TestStateFails checks that an unreadable file counts as changed, and that a cancelled check has
// no result.
func TestStateFails(t *testing.T) {
	d, path := saved(t, t.TempDir(), "a.studio")
	if c := d.state(); c != journal.Same {
		t.Errorf("as saved: %v", c)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if c := d.state(); c == journal.Same {
		t.Errorf("removed: %v", c)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	if c := d.state(); c != journal.Edited {
		t.Errorf("a folder instead: %v", c)
	}
	d.State(func(c journal.Change) { t.Errorf("cancelled, and yet %v", c) })
	d.runner.Job().Cancel()
	d.loop.Until(t, "the end", func() bool { return d.runner.Job() == nil })
}

// TestLookAtAClosedDocument checks that Look reports no change if the document was closed or saved
// in between.
func TestLookAtAClosedDocument(t *testing.T) {
	d, path := saved(t, t.TempDir(), "a.studio")
	change := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	change("theirs")
	d.Look()
	d.OpenCopy(newDocument(t))
	d.loop.Turn(t)
	if len(d.said) > 0 || d.looking {
		t.Errorf("reported %q", d.said)
	}
	d, path = saved(t, t.TempDir(), "a.studio")
	change("theirs")
	d.Look()
	d.posted()
	late := <-d.loop.Queue
	if err := d.wait(func(done func(error)) { d.Replace(path, done) }); !errors.Is(err, safe.ErrChanged) {
		t.Fatal(err)
	}
	late()
	d.only("a.studio was changed by another program.")
	change("theirs again")
	d.Look()
	d.posted()
	late = <-d.loop.Queue
	d.fingerprint = journal.Fingerprint{} // as after a save
	if late(); len(d.said) > 0 || d.looking {
		t.Errorf("reported %q", d.said)
	}
}

// TestDifferenceTitles checks the descriptions of differences.
func TestDifferenceTitles(t *testing.T) {
	for _, x := range []struct {
		d    model.Difference
		want string
	}{
		{model.Difference{A: &model.Node{}, Nodes: 1}, "only in this document, with 1 node"},
		{model.Difference{A: &model.Node{}, Nodes: 2}, "only in this document, with 2 nodes"},
		{model.Difference{B: &model.Node{}, Nodes: 1}, "only in the other document, with 1 node"},
		{model.Difference{B: &model.Node{}, Nodes: 7}, "only in the other document, with 7 nodes"},
		{model.Difference{A: &model.Node{}, B: &model.Node{}, Part: "players"}, "other players"},
	} {
		t.Run(x.want, func(t *testing.T) {
			if got := DifferenceTitle(x.d); got != x.want {
				t.Errorf("%+v: %q, want %q", x.d, got, x.want)
			}
		})
	}
}

// TestSaveCancelled checks that a cancelled save changes no visible state, and neither does a save
// of a closed document.
func TestSaveCancelled(t *testing.T) {
	d, path := saved(t, t.TempDir(), "a.studio")
	d.play(5)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	slow := *boardstudio.Documents.ForName(path)
	slow.Encode = func(ctx context.Context, _ io.Writer, _ *model.Document, _ codec.Progress) error {
		<-ctx.Done()
		return ctx.Err()
	}
	err = d.wait(func(done func(error)) {
		d.File.save(target{path: path, format: &slow}, done)
		d.runner.Job().Cancel()
	})
	if now, e := os.ReadFile(path); !errors.Is(err, context.Canceled) || e != nil || string(now) != string(data) || !d.Dirty() {
		t.Errorf("%v, %v, dirty %v", err, e, d.Dirty())
	}
	d.only("a.studio was not saved")

	writing, written := make(chan bool), make(chan bool)
	d.hooks.beforeRename = func() { writing <- true; <-written }
	err = d.wait(func(done func(error)) {
		d.Save(path, done)
		go func() {
			<-writing
			d.loop.Post(func() {
				d.OpenCopy(newDocument(t))
				close(written)
			})
		}()
	})
	if err != nil || d.Path() != "" || len(d.said) > 0 || len(d.visited) > 0 {
		t.Errorf("%v, path %q, reported %q, visited %q", err, d.Path(), d.said, d.visited)
	}
}

// TestUncheckedIsNotSaved checks that a save is cancelled if the check of a large file is
// cancelled.
func TestUncheckedIsNotSaved(t *testing.T) {
	d := newHost(t, t.TempDir())
	path := large(t, t.TempDir())
	for {
		d.opened(path)
		d.said = nil
		err := d.wait(func(done func(error)) {
			d.Save(path, done)
			d.runner.Job().Cancel()
		})
		if err == nil {
			continue // the check ended before the cancellation
		}
		if !errors.Is(err, context.Canceled) || !slices.Contains(d.said, "large.studio was not saved") {
			t.Errorf("%v, reported %q", err, d.said)
		}
		return
	}
}

// TestPreviewTexts checks that a preview shows the first 40 non-ASCII lines of names, comments and
// marks, without duplicates.
func TestPreviewTexts(t *testing.T) {
	doc := newDocument(t)
	n := doc.Tree.Add(doc.Tree.Root(), rules.Place(4))
	doc.Players[0].Name = "Zoë"
	doc.Info[model.InfoEvent], doc.Info[model.InfoPlace] = "Plain", "Zürich"
	doc.Tree.Annotate(n, model.Annotation{Name: "é1", Comment: "é2\n\n plain\n é3 \né2", Marks: []model.Mark{{Cell: 0, Kind: model.MarkLabel, Text: "é4"}}})
	if got, want := texts(doc), []string{"Zoë", "Zürich", "é1", "é2", "é3", "é4"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	var comment strings.Builder
	for i := range 50 {
		fmt.Fprintf(&comment, "ü%d\n", i)
	}
	doc.Tree.Annotate(n, model.Annotation{Comment: comment.String()})
	doc.Tree.Annotate(doc.Tree.Add(n, rules.Place(5)), model.Annotation{Comment: "é"})
	if got := texts(doc); len(got) != 40 || got[39] != "ü37" {
		t.Errorf("%d texts: %q", len(got), got)
	}
}

// TestFailedAfterRename checks that a save which failed after it had replaced the file does not make the next one
// believe that another program changed the file.
func TestFailedAfterRename(t *testing.T) {
	d := newHost(t, t.TempDir())
	path := filepath.Join(t.TempDir(), "game.studio")
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	edit := func(text string) {
		t.Helper()
		tree := d.doc.Tree
		if err := tree.Do("Comment", model.SetComment{Node: tree.Root(), Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"one", "two"} {
		edit(text)
		d.hooks.afterRename = func() error { return syscall.EIO }
		if err := d.save(path); !errors.Is(err, syscall.EIO) || !d.Dirty() {
			t.Fatalf("%v, dirty %v", err, d.Dirty())
		}
		if c := d.state(); c != journal.Same {
			t.Errorf("the own content counts as %v", c)
		}
	}
	edit("three")
	d.hooks.afterRename = nil
	if err := d.save(path); err != nil || d.Dirty() {
		t.Errorf("%v, dirty %v", err, d.Dirty())
	}
	edit("four")
	d.hooks.afterRename = func() error { return syscall.EIO }
	if err := d.save(path); !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	d.hooks.afterRename = nil
	if err := os.WriteFile(path, []byte("by another program"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := d.save(path); !errors.Is(err, safe.ErrChanged) {
		t.Errorf("another program has written the file: %v", err)
	}
}

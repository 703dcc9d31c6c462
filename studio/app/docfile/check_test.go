package docfile

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/document"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/studio/app/jobs"
)

// large saves a document that is too large for an immediate check. Its last node but one is not a
// move. It returns the path.
func large(t *testing.T, dir string) string {
	t.Helper()
	d := newDocument(t)
	start := d.Tree.Rules().Start().String()
	n := d.Tree.Root()
	for d.Tree.Len() <= checkAtOnce {
		n = d.Tree.AddSetup(n, start)
		if d.Tree.Len() == checkAtOnce {
			d.Tree.AddRaw(n, "zz")
		}
	}
	path := filepath.Join(dir, "large.studio")
	if err := document.Save(path, boardstudio.Documents.ForName(path), d); err != nil {
		t.Fatal(err)
	}
	return path
}

// opened opens a file and returns before its moves are checked.
func (d *testHost) opened(path string) {
	d.t.Helper()
	if err := d.wait(func(done func(error)) { d.Open(path, done) }); err != nil {
		d.t.Fatal(err)
	}
}

// illegal counts the reports about the illegal move that include its line.
func (d *testHost) illegal() (n int) {
	for _, text := range d.said {
		if strings.HasPrefix(text, "large.studio:") && strings.Contains(text, "(zz): the move could not be read") {
			n++
		}
	}
	return n
}

func TestLargeFileIsShownBeforeItIsChecked(t *testing.T) {
	d := newHost(t, t.TempDir())
	path := large(t, t.TempDir())
	d.opened(path)
	if !d.Unchecked() || len(d.doc.Warnings) > 0 || d.illegal() > 0 {
		t.Fatalf("checked before it is shown: %v", d.said)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.studio")
	if err := d.save(copied); err != nil {
		t.Fatal(err)
	}
	if d.Unchecked() || d.illegal() != 1 || len(d.doc.Warnings) != 1 || !d.doc.Tree.Prefetch(0) {
		t.Errorf("saved, but unchecked %v, said %v, warnings %v", d.Unchecked(), d.said, d.doc.Warnings)
	}
	if again, err := os.ReadFile(copied); err != nil || string(again) != string(data) {
		t.Error("saved differently", err)
	}
	asked := false
	if d.Checked(func() { asked = true }, nil); !asked {
		t.Error("what was checked is waited for")
	}
}

// TestExportsWaitForTheCheck checks that exports wait for the check, and fail if it is cancelled.
func TestExportsWaitForTheCheck(t *testing.T) {
	d := newHost(t, t.TempDir())
	path := large(t, t.TempDir())
	for _, task := range []jobs.Task{
		{Kind: jobs.Export, First: func(context.Context, codec.Progress) error { return nil }},
		{Kind: jobs.Export, Look: func(context.Context, *model.Document, model.More) error { return nil }},
		{Kind: jobs.Look, Checked: true, Look: func(context.Context, *model.Document, model.More) error { return nil }},
	} {
		d.opened(path)
		over, unchecked, got := false, false, error(nil)
		task.Then = func(err error) { over, unchecked, got = true, d.Unchecked(), err }
		d.runner.Do(task)
		if over || !d.Unchecked() {
			t.Fatal("nothing is left to be checked")
		}
		d.loop.Until(t, "the export", func() bool { return over })
		if unchecked || got != nil || d.doc.Warnings == nil {
			t.Errorf("exported unchecked: %v, %v", unchecked, got)
		}
		d.opened(path)
		over = false
		d.runner.Do(task)
		for d.runner.Job() != nil && d.Unchecked() {
			d.runner.Job().Cancel()
			d.loop.Turn(t)
		}
		d.loop.Until(t, "the end of the export", func() bool { return over })
		if unchecked && !errors.Is(got, context.Canceled) {
			t.Errorf("exported unchecked: %v", got)
		}
	}
}

// TestEditWhileChecked checks that an edit restarts the check, and that a new node is included.
func TestEditWhileChecked(t *testing.T) {
	d := newHost(t, t.TempDir())
	d.opened(large(t, t.TempDir()))
	root := d.doc.Tree.Root()
	if err := d.doc.Tree.Do("x", model.Insert{Parent: root, Index: -1, Node: model.NewSetup(d.doc.Tree.Rules().Start().String())}); err != nil {
		t.Fatal(err)
	}
	d.loop.Until(t, "the check", func() bool { return !d.Unchecked() })
	if d.illegal() != 1 || !d.doc.Tree.Prefetch(0) {
		t.Errorf("said %v", d.said)
	}
}

// TestCheckIsCancelled checks that a cancelled check is repeated before the document is saved. If
// it is cancelled again, the document is not saved.
func TestCheckIsCancelled(t *testing.T) {
	d := newHost(t, t.TempDir())
	path := large(t, t.TempDir())
	d.opened(path)
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	d.runner.Job().Cancel()
	d.loop.Until(t, "the end", func() bool { return d.runner.Job() == nil })
	if !d.Unchecked() {
		t.Skip("the check was over before it was cancelled")
	}
	over, got := false, error(nil)
	d.Save(path, func(err error) { over, got = true, err })
	d.runner.Job().Cancel()
	d.loop.Until(t, "the end of the save", func() bool { return over })
	after, err := os.Stat(path)
	if d.Unchecked() && (!errors.Is(got, context.Canceled) || err != nil || !os.SameFile(before, after)) {
		t.Errorf("saved unchecked: %v %v", got, err)
	}
	if err := d.save(path); err != nil || d.Unchecked() || d.illegal() != 1 {
		t.Errorf("%v, unchecked %v, said %v", err, d.Unchecked(), d.said)
	}
}

// TestHistoryIsChecked checks that a file with a history is checked in the form of the file.
func TestHistoryIsChecked(t *testing.T) {
	dir := t.TempDir()
	d := newHost(t, dir)
	path := large(t, t.TempDir())
	d.opened(path)
	if err := d.doc.Tree.Do("x", model.Remove{Node: d.doc.Tree.Root().First().First()}); err != nil {
		t.Fatal(err)
	}
	d.doc.Tree.Undo()
	if err := d.doc.Tree.Do("x", model.SetComment{Node: d.doc.Tree.Root(), Text: "one\ntwo\nthree"}); err != nil {
		t.Fatal(err)
	}
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	said := d.said
	d.Close()
	again := newHost(t, dir)
	again.opened(path)
	if !again.Unchecked() || again.doc.Tree.Steps() == 0 {
		t.Fatalf("unchecked %v, %d steps", again.Unchecked(), again.doc.Tree.Steps())
	}
	again.loop.Until(t, "the check", func() bool { return !again.Unchecked() })
	if again.illegal() != 1 || strings.Join(again.said, "\n") == strings.Join(said, "\n") { // two lines further down
		t.Errorf("said %v", again.said)
	}
}

// TestClosedWhileChecked checks that closing a document cancels its check.
func TestClosedWhileChecked(t *testing.T) {
	d := newHost(t, t.TempDir())
	path := large(t, t.TempDir())
	d.opened(path)
	not := 0
	d.Checked(func() { t.Error("checked") }, func(error) { not++ })
	d.Begin(&Opened{Doc: newDocument(t)})
	d.loop.Until(t, "the end", func() bool { return not > 0 })
	if d.Unchecked() || d.illegal() > 0 {
		t.Errorf("unchecked %v, said %v", d.Unchecked(), d.said)
	}
}

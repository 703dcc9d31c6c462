package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// fresh returns a store in a new folder.
func fresh(t testing.TB) *Store {
	t.Helper()
	return New(filepath.Join(t.TempDir(), "state"))
}

// quiet returns a report function that fails the test.
func quiet(t testing.TB) func(error) {
	return func(err error) { t.Errorf("reported: %v", err) }
}

// file creates a file and returns its fingerprint.
func file(t testing.TB, content string) Fingerprint {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.studio")
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
	fingerprint, err := FingerprintOf(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return fingerprint
}

// edit returns the content of edit n.
func edit(n int) string { return fmt.Sprintf("edit %d", n) }

// holds checks that a log has the edits 0 to n-1.
func holds(t testing.TB, l *Log, base string, n int) {
	t.Helper()
	b, err := l.Base()
	if err != nil || string(b) != base {
		t.Errorf("base %q, %v; want %q", b, err, base)
	}
	got := 0
	for e, err := range l.Edits() {
		if err != nil || string(e) != edit(got) {
			t.Fatalf("edit %d is %q, %v", got, e, err)
		}
		got++
	}
	if got != n || l.Info().Edits != n {
		t.Errorf("%d edits, Info says %d; want %d", got, l.Info().Edits, n)
	}
}

// orphan opens the only orphan.
func orphan(t testing.TB, s *Store) *Log {
	t.Helper()
	o, err := s.Orphans()
	if err != nil || len(o) != 1 {
		t.Fatalf("orphans %+v, %v; want one", o, err)
	}
	l, err := s.Open(o[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// none fails the test if there are orphans.
func none(t testing.TB, s *Store) {
	t.Helper()
	if o, err := s.Orphans(); err != nil || len(o) > 0 {
		t.Errorf("orphans %+v, %v; want none", o, err)
	}
}

// folders returns the number of journals, complete or not.
func folders(t testing.TB, s *Store) int {
	t.Helper()
	e, err := os.ReadDir(s.path(journals))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return len(e)
}

func TestUnnamed(t *testing.T) {
	s := fresh(t)
	j := s.Start(Origin{Format: "xml", Title: "Gomoku"}, []byte("base"), quiet(t))
	none(t, s)
	for n := range 3 {
		j.Append([]byte(edit(n)))
	}
	none(t, s) // none is offered, since the journal is open
	if err := j.Sync(); err != nil {
		t.Fatal(err)
	}
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a crash during recovery
		l := orphan(t, s)
		i := l.Info()
		if i.Format != "xml" || i.Title != "Gomoku" || i.PID != os.Getpid() || i.Unsaved != 3 || i.File != (Fingerprint{}) || time.Since(i.Last) > time.Hour || i.Last.Before(i.Started) {
			t.Errorf("%+v", i)
		}
		holds(t, l, "base", 3)
		if _, err := s.Open(i.ID); err == nil {
			t.Error("opened twice")
		}
		l.Close()
	}
	j = orphan(t, s).Continue(quiet(t))
	none(t, s)
	j.Append([]byte(edit(3)))
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	l := orphan(t, s)
	holds(t, l, "base", 4)
	j = l.Continue(quiet(t))
	if err := j.Shelve(); err != nil {
		t.Fatal(err)
	}
	none(t, s)
	shelf, err := s.Shelved()
	if err != nil || len(shelf) != 1 || shelf[0].Unsaved != 4 {
		t.Fatalf("on the shelf: %+v, %v", shelf, err)
	}
	l, err = s.Open(shelf[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, l, "base", 4)
	l.Close()
	if err := s.Discard(shelf[0].ID); err != nil {
		t.Fatal(err)
	}
	if n := folders(t, s); n != 0 {
		t.Errorf("%d folders remain", n)
	}
}

func TestHistory(t *testing.T) {
	s := fresh(t)
	fingerprint := file(t, "one")
	j := s.Start(Origin{File: fingerprint}, []byte("one"), quiet(t))
	j.Append([]byte(edit(0)))
	j.Append([]byte(edit(1)))
	if err := os.WriteFile(fingerprint.Path(), []byte("two"), 0o666); err != nil {
		t.Fatal(err)
	}
	saved, err := FingerprintOf(t.Context(), fingerprint.Path())
	if err != nil {
		t.Fatal(err)
	}
	j.Saved(saved)
	j.Append([]byte(edit(2)))
	if err := j.Shelve(); err != nil {
		t.Fatal(err)
	}
	none(t, s)
	if s.History(fingerprint.Path(), SumOf([]byte("one"))) != nil || s.History(fingerprint.Path()+"x", saved.Sum()) != nil {
		t.Error("a history that does not fit")
	}
	l := s.History(fingerprint.Path(), saved.Sum())
	if l == nil {
		t.Fatal("no history")
	}
	holds(t, l, "one", 2)
	j = l.Continue(quiet(t))
	shelf, err := s.Shelved() // has all edits, whatever is derived from it
	if err != nil || len(shelf) != 1 || shelf[0].Edits != 3 {
		t.Fatalf("on the shelf: %+v, %v", shelf, err)
	}
	if err := s.Discard(shelf[0].ID); err != nil {
		t.Fatal(err)
	}
	if s.History(fingerprint.Path(), saved.Sum()) != nil {
		t.Error("the history of an open document")
	}
	j.Append([]byte(edit(2))) // and undone
	j.Append([]byte(edit(3)))
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	l = s.History(fingerprint.Path(), saved.Sum())
	if l == nil {
		t.Fatal("no history")
	}
	holds(t, l, "one", 4)
	// The history stays after opening and closing without an edit.
	if err := l.Continue(quiet(t)).Close(); err != nil {
		t.Fatal(err)
	}
	if l = s.History(fingerprint.Path(), saved.Sum()); l == nil {
		t.Fatal("no history")
	}
	// A program killed right after a save leaves a history as well.
	j = l.Continue(quiet(t))
	j.Append([]byte(edit(4)))
	j.Saved(saved)
	if err := j.Abandon(); err != nil {
		t.Fatal(err)
	}
	none(t, s)
	if l = s.History(fingerprint.Path(), saved.Sum()); l == nil {
		t.Fatal("no history")
	}
	holds(t, l, "one", 5)
	if err := l.Discard(); err != nil || folders(t, s) != 0 {
		t.Errorf("%v, %d folders", err, folders(t, s))
	}
}

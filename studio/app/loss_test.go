package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/store/safe"
)

// TestSavingTellsWhatWouldGetLost checks that a save does not break hard links without the user's
// consent.
func TestSavingTellsWhatWouldGetLost(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	path := filepath.Join(t.TempDir(), "a.studio")
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	was, err := os.ReadFile(path)
	if err == nil {
		err = os.Link(path, path+"2")
	}
	if err != nil {
		t.Fatal(err)
	}
	d.play("a1")
	said := len(d.said)
	if err := d.save(path); !errors.As(err, new(*safe.Loss)) || !d.File.Dirty() || !strings.Contains(err.Error(), "other hard links to this file would keep the old content") {
		t.Errorf("%v, dirty %v", err, d.File.Dirty())
	}
	if len(d.said) != said { // the window asks
		t.Errorf("said %q", d.lastSaid())
	}
	holds := func(path string, old bool) {
		t.Helper()
		if now, err := os.ReadFile(path); err != nil || (string(now) == string(was)) != old {
			t.Errorf("%s: %q, %v", filepath.Base(path), now, err)
		}
	}
	holds(path, true)
	if d.Undo(); d.File.Dirty() {
		t.Error("a file that nobody touched counts as changed")
	}
	d.Redo()
	done := false
	d.File.Replace(path, func(e error) { done, err = true, e })
	d.loop.Until(t, "replacing", func() bool { return done })
	if err != nil || d.File.Dirty() {
		t.Errorf("%v, dirty %v", err, d.File.Dirty())
	}
	holds(path, false)
	holds(path+"2", true)
	d.play("c3")
	if err := d.save(path); err != nil {
		t.Errorf("asked again: %v", err)
	}
}

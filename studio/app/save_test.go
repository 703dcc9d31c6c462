package app

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"boardstudio/model"
)

// TestEditRestartsSave checks that an edit right after a save has started does not wait, and that
// the file contains it.
func TestEditRestartsSave(t *testing.T) {
	d := newFixture(t)
	d.Show(wood(t, 100_000))
	path := filepath.Join(t.TempDir(), "a.studio")
	d.play("h8")
	left := 1
	var err error
	d.File.Save(path, func(e error) { err = e; left-- })
	d.Comment(d.View.Tree().Root(), "typed meanwhile")
	d.loop.Until(t, "the save", func() bool { return left == 0 })
	if err != nil || d.File.Dirty() {
		t.Fatalf("error %v, unsaved %v", err, d.File.Dirty())
	}
	held := model.Clip(d.View.Document(), d.View.Tree().Root(), nil)
	if err := d.open(path); err != nil {
		t.Fatal(err)
	}
	if err := model.Equal(held, d.View.Document()); err != nil {
		t.Error(err)
	}
	// Closing the document before the next attempt ends the save with an error.
	d.play("a1")
	left = 1
	d.File.Save(path, func(e error) { err = e; left-- })
	d.Comment(d.View.Tree().Root(), "typed again")
	d.start("line", "tictactoe")
	d.loop.Until(t, "the save", func() bool { return left == 0 })
	if !errors.Is(err, context.Canceled) || d.File.Saving() || d.lastSaid() != "a.studio was not saved" {
		t.Errorf("error %v, saving %v, said %q", err, d.File.Saving(), d.lastSaid())
	}
}

// TestSaveAfterCut checks that a save right after cutting a branch waits for the cut.
func TestSaveAfterCut(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1", "c3")
	d.Go(d.View.Tree().Root().First().First())
	path := filepath.Join(t.TempDir(), "a.studio")
	left := 2
	d.Session.CutBranch(func(string) { left-- })
	d.File.Save(path, func(err error) {
		if err != nil {
			t.Error(err)
		}
		left--
	})
	d.loop.Until(t, "both", func() bool { return left == 0 })
	if d.File.Dirty() || d.View.Tree().Len() != 2 {
		t.Errorf("unsaved %v, %d nodes", d.File.Dirty(), d.View.Tree().Len())
	}
	if err := d.open(path); err != nil || d.View.Tree().Len() != 2 {
		t.Errorf("%d nodes in the file, %v", d.View.Tree().Len(), err)
	}
}

package app

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio"
	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/store/journal"
	"boardstudio/studio/app/docfile"
)

func TestSaveAndOpenGiveTheSameDocument(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1")
	d.Comment(d.View.Node(), "the\r\nusual é ♞")
	d.Comment(d.View.Node(), "the\r\nusual é ♞!")
	d.Pick(ToolCircle)
	d.Click(8)
	d.Pick(ToolLetter)
	d.Click(7)
	d.Click(6)
	d.Pick(ToolPlay)
	d.ToggleGlyph("!?")
	d.SetInfo(map[string]string{model.InfoEvent: "Test", "opening": "centre"})
	if !d.File.Dirty() || !strings.HasPrefix(d.File.Title(), "• ") {
		t.Errorf("title %q", d.File.Title())
	}
	path := filepath.Join(t.TempDir(), "g")
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	if d.File.Dirty() || d.File.Title() != "g.studio" {
		t.Errorf("title %q", d.File.Title())
	}
	want := d.View.Document()
	if ms := d.View.Node().Marks(); len(ms) != 3 || ms[1].Text != "A" || ms[2].Text != "B" {
		t.Errorf("marks %v", ms)
	}
	var done bool
	d.File.Open(path+docfile.Extension, func(err error) {
		if err != nil {
			t.Error(err)
		}
		done = true
	})
	d.loop.Until(t, "opening", func() bool { return done })
	if d.View.Document() == want {
		t.Fatal("nothing was opened")
	}
	if err := model.Equal(want, d.View.Document()); err != nil {
		t.Error(err)
	}
	if d.App.Settings.Recent[0] != path+docfile.Extension {
		t.Errorf("recent %v", d.App.Settings.Recent)
	}
}

func TestUnreadableFileKeepsDocument(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	path := filepath.Join(t.TempDir(), "bad.studio")
	if err := os.WriteFile(path, []byte("<?xml version=\"1.0\"?>\n<studio>\n<broken"), 0o644); err != nil {
		t.Fatal(err)
	}
	done := false
	d.File.Open(path, func(error) { done = true })
	d.loop.Until(t, "the refusal", func() bool { return done })
	if d.line() != "b2" {
		t.Error("the open document was lost")
	}
	if !strings.Contains(d.lastSaid(), "bad.studio:") {
		t.Errorf("said %q: no file and line", d.lastSaid())
	}
}

func TestPasteTranscript(t *testing.T) {
	d := newFixture(t)
	if err := d.OpenText(penloup); err != nil {
		t.Fatal(err)
	}
	d.End()
	pos, err := d.View.Position()
	if err != nil || !slices.Equal(pos.Result().Final, []int{20, 44}) {
		t.Fatalf("%v %v", pos, err)
	}
	if !d.File.Dirty() {
		t.Error("a pasted game counts as saved")
	}
}

// TestSecondSaveWaits checks that a save waits for a running one and writes the document that was
// open when it was requested. The first save must not be taken for a change by another program.
func TestSecondSaveWaits(t *testing.T) {
	d := newFixture(t)
	d.play("b2")
	path := filepath.Join(t.TempDir(), "a.studio")
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	d.play("a1")
	d.File.Save(path, nil)
	written := <-d.loop.Queue
	asked, state := false, journal.Edited
	d.File.AfterSave(func() { asked, state = true, d.FileState() })
	if asked {
		t.Error("asked for the state of the file while it is saved")
	}
	written()
	d.loop.Turn(t) // runs the functions that waited for the end of the save
	if !asked || state != journal.Same {
		t.Errorf("asked %v, state %v", asked, state)
	}

	was, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	d.File.Save(path, nil)
	var second error
	done := false
	d.File.Save(path, func(err error) { done, second = true, err })
	d.File.AfterSave(func() { t.Error("the document was closed meanwhile") })
	d.start("line", "connect4")
	d.loop.Until(t, "giving up the second save", func() bool { return done })
	if now, err := os.ReadFile(path); err != nil || string(now) != string(was) || second == nil {
		t.Errorf("another document was saved over the file: %v, %v", second, err)
	}
}

func TestRealGamesOpen(t *testing.T) {
	for _, name := range []string{"penloup-juhem.studio", "pente.studio", "awale.studio", "three-players.studio", "legacy.xml"} {
		path := filepath.Join("..", "..", "samples", name)
		d, f, err := boardstudio.Documents.Open(context.Background(), path, codec.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(d.Warnings) > 0 || d.Tree.Len() < 9 || f == nil {
			t.Errorf("%s: %d nodes, %v", name, d.Tree.Len(), d.Warnings)
		}
	}
}

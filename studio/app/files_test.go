package app

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/model"
)

func TestSaveAndOpenGiveTheSameDocument(t *testing.T) {
	d := newDesk(t)
	d.play("b2", "a1")
	d.Comment(d.Node(), "the\r\nusual é ♞")
	d.Comment(d.Node(), "the\r\nusual é ♞!")
	d.Pick(ToolCircle)
	d.Click(8)
	d.Pick(ToolLetter)
	d.Click(7)
	d.Click(6)
	d.Pick(ToolPlay)
	d.ToggleGlyph("!?")
	d.SetInfo(map[string]string{model.InfoEvent: "Test", "opening": "centre"})
	if !d.Dirty() || !strings.HasPrefix(d.Title(), "• ") {
		t.Errorf("title %q", d.Title())
	}
	path := filepath.Join(t.TempDir(), "g")
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	if d.Dirty() || d.Title() != "g.studio" {
		t.Errorf("title %q", d.Title())
	}
	want := d.Document()
	if ms := d.Node().Marks(); len(ms) != 3 || ms[1].Text != "A" || ms[2].Text != "B" {
		t.Errorf("marks %v", ms)
	}
	var done bool
	d.Open(path+Extension, func(err error) {
		if err != nil {
			t.Error(err)
		}
		done = true
	})
	d.loop.until(t, "opening", func() bool { return done })
	if d.Document() == want {
		t.Fatal("nothing was opened")
	}
	if err := model.Equal(want, d.Document()); err != nil {
		t.Error(err)
	}
	if d.Settings.Recent[0] != path+Extension {
		t.Errorf("recent %v", d.Settings.Recent)
	}
}

func TestAFileThatCannotBeReadLosesNothing(t *testing.T) {
	d := newDesk(t)
	d.play("b2")
	path := filepath.Join(t.TempDir(), "bad.studio")
	if err := os.WriteFile(path, []byte("<?xml version=\"1.0\"?>\n<studio>\n<broken"), 0o644); err != nil {
		t.Fatal(err)
	}
	done := false
	d.Open(path, func(error) { done = true })
	d.loop.until(t, "the refusal", func() bool { return done })
	if d.line() != "b2" {
		t.Error("the open document was lost")
	}
	if !strings.Contains(d.lastSaid(), "bad.studio:") {
		t.Errorf("said %q: no file and line", d.lastSaid())
	}
}

func TestPasteATranscript(t *testing.T) {
	d := newDesk(t)
	if err := d.OpenText(penloup); err != nil {
		t.Fatal(err)
	}
	d.End()
	pos, err := d.Position()
	if err != nil || !slices.Equal(pos.Result().Final, []int{20, 44}) {
		t.Fatalf("%v %v", pos, err)
	}
	if !d.Dirty() {
		t.Error("a pasted game counts as saved")
	}
}

package docfile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"boardstudio/internal/looptest"
	"boardstudio/io/journal"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/jobs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// desk is the host of a file, without anything around.
type desk struct {
	*File
	t       *testing.T
	loop    *looptest.Loop
	runner  *jobs.Runner
	said    []string
	visited []string
}

func (d *desk) Use(o *Opened)       { d.Begin(o) }
func (d *desk) Changed()            {}
func (d *desk) Visited(path string) { d.visited = append(d.visited, path) }
func (d *desk) Missed(string)       {}
func (d *desk) Note(text string)    { d.said = append(d.said, text) }
func (d *desk) Warn(text string)    { d.said = append(d.said, text) }
func (d *desk) Fail(err error)      { d.said = append(d.said, err.Error()) }
func (d *desk) GameTitle() string   { return "Game" }

// document returns the start of a game of the first family.
func document(t *testing.T) *model.Document {
	r, err := all.Games[0].Build("", nil)
	if err != nil {
		t.Fatal(err)
	}
	return model.NewDocument(r)
}

// newDesk returns a file of a new game, which keeps what it keeps in dir.
func newDesk(t *testing.T, dir string) *desk {
	d := &desk{t: t, loop: looptest.New(1024)}
	d.runner = jobs.New(d.loop, func() {}, d.Note)
	d.File = New(journal.New(dir), d.loop, d.runner, d)
	d.Begin(&Opened{Doc: document(t)})
	t.Cleanup(d.Close)
	return d
}

func (d *desk) play(cells ...rules.Cell) {
	d.t.Helper()
	t := d.doc.Tree
	for _, c := range cells {
		last := slices.Collect(t.All())[t.Len()-1]
		if err := t.Do("Move", model.Insert{Parent: last, Index: -1, Node: model.NewNode(rules.Place(c))}); err != nil {
			d.t.Fatal(err)
		}
	}
}

// wait waits for the end of what start starts.
func (d *desk) wait(start func(done func(error))) (err error) {
	d.t.Helper()
	over := false
	start(func(e error) { over, err = true, e })
	d.loop.Until(d.t, "the end", func() bool { return over })
	return err
}

func (d *desk) save(path string) error {
	return d.wait(func(done func(error)) { d.Save(path, done) })
}

// Prose is not a game of any kind.
func TestProseIsNoGame(t *testing.T) {
	if _, err := readText(t.Context(), "Hello Bob, see you on Monday", document(t).Tree.Rules().Spec(), nil); err == nil || !strings.Contains(err.Error(), "6 words 6 are not moves") {
		t.Error(err)
	}
}

// What counts as unsaved, from a new game to a file that is saved and edited again.
func TestDirty(t *testing.T) {
	d := newDesk(t, t.TempDir())
	path := filepath.Join(t.TempDir(), "a.studio")
	want := func(step string, dirty bool) {
		t.Helper()
		if d.Dirty() != dirty {
			t.Errorf("%s: dirty %v", step, !dirty)
		}
	}
	want("a new game", false)
	d.play(4)
	want("a move", true)
	d.doc.Tree.Undo()
	want("taken back", false)
	d.doc.Tree.Redo()
	d.OpenCopy(d.doc)
	want("a copy", true)
	d.OpenSample(d.doc)
	want("a sample", false)
	d.doc.Tree.Undo()
	want("a sample changed", true)
	d.OpenCopy(d.doc)
	d.play(4)
	if err := d.save(path); err != nil || len(d.visited) != 1 {
		t.Fatal(err, d.visited)
	}
	want("saved", false)
	d.doc.Tree.Undo()
	want("back to before the save", true)
}

// A save that replaces what somebody else wrote keeps that among the versions.
func TestForeignContentIsKept(t *testing.T) {
	d := newDesk(t, t.TempDir())
	path := filepath.Join(t.TempDir(), "a.studio")
	for _, step := range []struct {
		name    string
		foreign string
		content int
	}{{"over a file that was there", "theirs", 2}, {"over its own", "", 3}, {"over what another program wrote", "theirs again", 5}} {
		if step.foreign != "" {
			if err := os.WriteFile(path, []byte(step.foreign), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		d.play(rules.Cell(d.doc.Tree.Len()))
		if err := d.save(path); err != nil {
			t.Fatal(err)
		}
		vs := d.Versions()
		if len(vs) != step.content {
			t.Fatalf("%s: %d versions", step.name, len(vs))
		}
		if step.foreign != "" {
			if data, err := d.store.Read(vs[1]); err != nil || string(data) != step.foreign {
				t.Errorf("%s: kept %q, %v", step.name, data, err)
			}
		}
	}
}

// A crash leaves what the next one recovers; closing does not.
func TestRecover(t *testing.T) {
	dir := t.TempDir()
	d := newDesk(t, dir)
	d.play(0, 4)
	d.Leave()
	n := newDesk(t, dir)
	lost := n.Lost()
	if len(lost) != 1 {
		t.Fatalf("%+v", lost)
	}
	if err := n.wait(func(done func(error)) { n.Recover(lost[0].ID, done) }); err != nil {
		t.Fatal(err)
	}
	if err := model.Equal(d.doc, n.doc); err != nil || !n.Dirty() {
		t.Errorf("%v, dirty %v", err, n.Dirty())
	}
	n.Close()
	if lost := newDesk(t, dir).Lost(); len(lost) != 0 {
		t.Errorf("offered after it was given up: %+v", lost)
	}
}

// A file of several games is no document, whether or not its first game can be read.
func TestFileOfGames(t *testing.T) {
	d := newDesk(t, t.TempDir())
	for name, x := range map[string]struct {
		text string
		many bool
	}{
		"two.sgf":          {"(;GM[4];B[hh])\n(;GM[4];B[ii])", true},
		"first broken.sgf": {"(;GM[4]SZ[0])\n(;GM[4];B[ii])", true},
		"one.sgf":          {"(;GM[4];B[hh])", false},
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(x.text), 0o600); err != nil {
			t.Fatal(err)
		}
		err := d.wait(func(done func(error)) { d.Open(path, done) })
		if x.many != errors.Is(err, ErrMany) || !x.many && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

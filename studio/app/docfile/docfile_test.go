package docfile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"boardstudio"
	"boardstudio/internal/looptest"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/store/journal"
	"boardstudio/studio/app/jobs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// testHost is a File and its host, without a window.
type testHost struct {
	*File
	t       *testing.T
	loop    *looptest.Loop
	runner  *jobs.Runner
	said    []string
	visited []string
	missed  []string
	changed int
	at      *model.Node // Opened.At of the last document
}

func (d *testHost) Use(o *Opened)       { d.at = o.At; d.Begin(o) }
func (d *testHost) Changed()            { d.changed++ }
func (d *testHost) Visited(path string) { d.visited = append(d.visited, path) }
func (d *testHost) Missed(path string)  { d.missed = append(d.missed, path) }
func (d *testHost) Note(text string)    { d.said = append(d.said, text) }
func (d *testHost) Warn(text string)    { d.said = append(d.said, text) }
func (d *testHost) Fail(err error)      { d.said = append(d.said, err.Error()) }
func (d *testHost) GameTitle() string   { return "Game" }

// newDocument returns a new game of the first family.
func newDocument(t *testing.T) *model.Document {
	r, err := all.Games[0].Build("", nil)
	if err != nil {
		t.Fatal(err)
	}
	return model.NewDocument(r)
}

// newHost returns a testHost with a new game, which stores its data in dir.
func newHost(t *testing.T, dir string) *testHost {
	d := &testHost{t: t, loop: looptest.New(1024)}
	d.runner = jobs.New(d.loop, func() {}, d.Note)
	d.File = New(boardstudio.Documents, journal.New(dir), d.loop, d.runner, d)
	d.Begin(&Opened{Doc: newDocument(t)})
	t.Cleanup(d.Close)
	return d
}

func (d *testHost) play(cells ...rules.Cell) {
	d.t.Helper()
	t := d.doc.Tree
	for _, c := range cells {
		last := slices.Collect(t.All())[t.Len()-1]
		if err := t.Do("Move", model.Insert{Parent: last, Index: -1, Node: model.NewNode(rules.Place(c))}); err != nil {
			d.t.Fatal(err)
		}
	}
}

// wait starts an operation and waits for its end.
func (d *testHost) wait(start func(done func(error))) (err error) {
	d.t.Helper()
	over := false
	start(func(e error) { over, err = true, e })
	d.loop.Until(d.t, "the end", func() bool { return over })
	return err
}

func (d *testHost) save(path string) error {
	return d.wait(func(done func(error)) { d.Save(path, done) })
}

// state returns the result of State.
func (d *testHost) state() (c journal.Change) {
	d.t.Helper()
	over := false
	d.State(func(x journal.Change) { c, over = x, true })
	d.loop.Until(d.t, "the look at the file", func() bool { return over })
	return c
}

// TestProseIsNoGame checks that ordinary text is not taken for a game.
func TestProseIsNoGame(t *testing.T) {
	d := newHost(t, t.TempDir())
	if _, err := d.readText(t.Context(), "Hello Bob, see you on Monday", d.doc.Tree.Rules().Spec(), nil); err == nil || !strings.Contains(err.Error(), "6 words, 6 are not moves") {
		t.Error(err)
	}
}

// TestDirty checks the unsaved state of a document, from a new game to a saved and edited file.
func TestDirty(t *testing.T) {
	d := newHost(t, t.TempDir())
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
	want("undone", false)
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

// TestForeignContentBecomesVersion checks that a save keeps replaced content of another program as a
// version.
func TestForeignContentBecomesVersion(t *testing.T) {
	d := newHost(t, t.TempDir())
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
		d.state()
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

// TestRecover checks that a document can be recovered after a crash, but not after closing it.
func TestRecover(t *testing.T) {
	dir := t.TempDir()
	d := newHost(t, dir)
	d.play(0, 4)
	d.Leave()
	n := newHost(t, dir)
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
	if lost := newHost(t, dir).Lost(); len(lost) != 0 {
		t.Errorf("offered after it was given up: %+v", lost)
	}
}

// TestFileOfGames checks that a multi-game file is refused, even if its first game is unreadable.
func TestFileOfGames(t *testing.T) {
	d := newHost(t, t.TempDir())
	for name, x := range map[string]struct {
		text string
		many bool
	}{
		"two.sgf":          {"(;GM[4];B[hh])\n(;GM[4];B[ii])", true},
		"first broken.sgf": {"(;GM[4]SZ[0])\n(;GM[4];B[ii])", true},
		"one.sgf":          {"(;GM[4];B[hh])", false},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(path, []byte(x.text), 0o600); err != nil {
				t.Fatal(err)
			}
			err := d.wait(func(done func(error)) { d.Open(path, done) })
			if x.many != errors.Is(err, ErrMany) || !x.many && err != nil {
				t.Error(err)
			}
		})
	}
}

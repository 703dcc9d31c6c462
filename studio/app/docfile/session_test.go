package docfile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio"
	"boardstudio/collection"
	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules/all"
	"boardstudio/store/journal"
)

// TestSince checks that recent times are formatted without a date and older ones with a date.
func TestSince(t *testing.T) {
	for ago, layouts := range map[time.Duration][2]string{
		time.Minute:    {"15:04", "15:04:05"},
		19 * time.Hour: {"15:04", "15:04:05"},
		21 * time.Hour: {"2006-01-02 15:04", "2006-01-02 15:04"},
	} {
		at := time.Now().Add(-ago)
		if got := [2]string{Since(at), Exactly(at)}; got != [2]string{at.Format(layouts[0]), at.Format(layouts[1])} {
			t.Errorf("%v ago: %q", ago, got)
		}
	}
}

// TestReadingsFail checks that Readings returns the error for an unreadable file.
func TestReadingsFail(t *testing.T) {
	list, err := Readings(t.Context(), boardstudio.Documents, filepath.Join(t.TempDir(), "none.sgf"), newDocument(t).Tree.Rules().Spec())
	if list != nil || err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("%v, %v", list, err)
	}
}

// TestPasted checks that pasted text is read as a game of the current rules if possible, and
// otherwise as a recognised game.
func TestPasted(t *testing.T) {
	for _, x := range []struct{ text, preset, game string }{
		{"f5d6", "gomoku", "line"},
		{"f5d6", "othello", "othello"},
		{"f5d6", "tictactoe", "othello"},
		{"f5d6", "awale", "othello"},
	} {
		t.Run(x.preset, func(t *testing.T) {
			r, err := all.Games.Build(x.preset, nil)
			if err != nil {
				t.Fatal(err)
			}
			d := newHost(t, t.TempDir())
			if err := d.wait(func(done func(error)) { d.OpenText(x.text, r.Spec(), done) }); err != nil {
				t.Errorf("%s in %s: %v", x.text, x.preset, err)
				return
			}
			if got := d.doc.Tree.Rules().Spec().Game; got != x.game || !d.Dirty() || d.doc.Tree.Len() != 3 || len(d.doc.Warnings) > 0 {
				t.Errorf("%s in %s: a game of %s, dirty %v, %d nodes, %v", x.text, x.preset, got, d.Dirty(), d.doc.Tree.Len(), d.doc.Warnings)
			}
		})
	}
	d := newHost(t, t.TempDir())
	if d.OpenCopy(newDocument(t)); d.Dirty() {
		t.Error("a copy of nothing but a start can get lost")
	}
}

// TestProblems checks that the first problem is shown with the number of further ones.
func TestProblems(t *testing.T) {
	d := newHost(t, t.TempDir())
	one, two, three := errors.New("one"), errors.New("two"), errors.New("three")
	for _, x := range [][]error{nil, {one}, {one, two}, {one, two, three}} {
		d.warn(x)
	}
	if want := []string{"one", "one (and 1 more problem)", "one (and 2 more problems)"}; !slices.Equal(d.said, want) {
		t.Errorf("said %q", d.said)
	}
}

// TestSaveNotifiesHost checks that a save notifies the host and locks the new file.
func TestSaveNotifiesHost(t *testing.T) {
	dir, path := t.TempDir(), filepath.Join(t.TempDir(), "a.studio")
	d := newHost(t, dir)
	d.play(4)
	before := d.changed
	if err := d.save(path); err != nil || d.changed == before {
		t.Errorf("%v, told %d changes", err, d.changed-before)
	}
	if d.said[len(d.said)-1] != "Saved a.studio" {
		t.Errorf("said %q", d.said)
	}
	other := newHost(t, dir)
	other.opened(path)
	if text := strings.Join(other.said, "; "); !strings.HasPrefix(text, "“a.studio” has been open in another Studio window since ") {
		t.Errorf("said %q", text)
	}
	if err := os.RemoveAll(filepath.Dir(path)); err != nil {
		t.Fatal(err)
	}
	before = d.changed
	if err := d.save(path); err == nil || d.changed == before {
		t.Errorf("%v, told %d changes", err, d.changed-before)
	}
}

// TestFilters checks that a game can only be saved in suitable formats.
func TestFilters(t *testing.T) {
	d := newHost(t, t.TempDir())
	r := d.doc.Tree.Rules()
	write, read := d.Filters(true), d.Filters(false)
	if len(write) < 2 || len(read) <= len(write) || write[0].Ext[0] != Extension {
		t.Fatalf("%d formats to write, %d to read", len(write), len(read))
	}
	for _, f := range write {
		if f.Encode == nil || f.Writes(r) != nil {
			t.Errorf("%s is offered: %v", f.Name, f.Writes(r))
		}
	}
}

// items returns the games of files.
func items(t *testing.T, paths ...string) (list []collection.Item) {
	t.Helper()
	err := collection.Search(t.Context(), paths, collection.Options{Documents: boardstudio.Documents}, func(*model.Document) *find.Query { return &find.Query{From: 1, To: 1} },
		func(g collection.Item, _ *model.Document, _ find.Hit) bool {
			if len(list) == 0 || list[len(list)-1].Index != g.Index || list[len(list)-1].File != g.File {
				list = append(list, g)
			}
			return true
		})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestOpenItem checks that a game of a multi-game file is opened and that Holds identifies it.
func TestOpenItem(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"many.pgn": ada + bo + cy, "more.pgn": ada + bo, "one.pgn": ada, "two.pgn": cy} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var all []collection.Item
	for _, name := range []string{"many.pgn", "more.pgn", "one.pgn", "two.pgn"} {
		all = append(all, items(t, filepath.Join(dir, name))...)
	}
	if len(all) != 7 {
		t.Fatalf("%d games", len(all))
	}
	d := newHost(t, t.TempDir())
	names := []string{"Ada", "Bo", "Cy", "Ada", "Bo", "Ada", "Cy"}
	for i, g := range all {
		var err error
		if path := g.SingleGamePath(); path != "" {
			err = d.wait(func(done func(error)) { d.Open(path, done) })
		} else {
			err = d.wait(func(done func(error)) { d.OpenItem(g, done) })
		}
		if err != nil || d.doc.Players[0].Name != names[i] || d.Dirty() {
			t.Fatalf("game %d: %v, players %v", i, err, d.doc.Players)
		}
		for k, other := range all {
			if d.Holds(other) != (i == k) {
				t.Errorf("game %d is open, and of game %d it says %v", i, k, d.Holds(other))
			}
		}
		if d.member != nil { // check again without a place to save the game to
			d.member = nil
			for k, other := range all {
				if d.Holds(other) != (i == k) {
					t.Errorf("game %d is open, cannot be written back, and of game %d it says %v", i, k, d.Holds(other))
				}
			}
		}
	}
	if d.OpenCopy(d.doc); slices.ContainsFunc(all, d.Holds) {
		t.Error("a copy is taken for a game of a file")
	}
	// A changed file is not opened.
	if err := os.WriteFile(filepath.Join(dir, "many.pgn"), []byte(bo+cy), 0o600); err != nil {
		t.Fatal(err)
	}
	before := d.doc
	if err := d.wait(func(done func(error)) { d.OpenItem(all[0], done) }); err == nil || d.doc != before {
		t.Errorf("opened, though it is gone: %v", err)
	}
}

// TestItemSavedToAnotherFile checks that Holds returns false for a game of a collection file once
// the document has been saved to a file of its own.
func TestItemSavedToAnotherFile(t *testing.T) {
	many := filepath.Join(t.TempDir(), "many.pgn")
	if err := os.WriteFile(many, []byte(ada+bo+cy), 0o600); err != nil {
		t.Fatal(err)
	}
	d := newHost(t, t.TempDir())
	g := items(t, many)[1]
	if err := d.wait(func(done func(error)) { d.OpenItem(g, done) }); err != nil || !d.Holds(g) {
		t.Fatalf("%v, it is the game: %v", err, d.Holds(g))
	}
	if err := d.wait(func(done func(error)) { d.Save(filepath.Join(t.TempDir(), "own.studio"), done) }); err != nil || d.Holds(g) {
		t.Errorf("%v, it is still the game: %v", err, d.Holds(g))
	}
}

// TestRecoveredPartly checks that a partial recovery is not reported as complete.
func TestRecoveredPartly(t *testing.T) {
	dir := t.TempDir()
	d := newHost(t, dir)
	d.play(0, 4)
	d.journal.Append([]byte("no edit"))
	d.Leave()
	n := newHost(t, dir)
	lost := n.Lost()
	if len(lost) != 1 {
		t.Fatalf("%+v", lost)
	}
	if err := n.wait(func(done func(error)) { n.Recover(lost[0].ID, done) }); err != nil {
		t.Fatal(err)
	}
	if len(n.said) != 1 || !strings.HasPrefix(n.said[0], "some edits could not be recovered") || n.doc.Tree.Len() != 3 || !n.Dirty() {
		t.Errorf("said %q, %d nodes, dirty %v", n.said, n.doc.Tree.Len(), n.Dirty())
	}
	n.said = nil
	if err := n.wait(func(done func(error)) { n.Recover("none", done) }); err == nil || len(n.said) != 1 || n.doc.Tree.Len() != 3 {
		t.Errorf("%v, said %q", err, n.said)
	}
}

// TestLostState checks the description of recoverable documents.
func TestLostState(t *testing.T) {
	for _, x := range []struct {
		info        journal.Info
		title, text string
	}{
		{journal.Info{}, "Unknown document", "The changes are damaged and cannot be read"},
		{journal.Info{Title: "a", Unsaved: 1}, "a", "1 change"},
		{journal.Info{Title: "a", Unsaved: 2}, "a", "2 changes"},
		{journal.Info{Title: "a", Unsaved: 2, Lost: 1}, "a", "2 changes; later changes are damaged"},
		{journal.Info{Title: "a", Unsaved: 2, Err: errors.New("why")}, "a", "why"},
	} {
		t.Run(x.text, func(t *testing.T) {
			if title, text := LostTitle(x.info), LostState(x.info); title != x.title || text != x.text {
				t.Errorf("%q: %q", title, text)
			}
		})
	}
}

// TestNames checks titles, suggested file names and messages about unsaved changes.
func TestNames(t *testing.T) {
	d := newHost(t, t.TempDir())
	want := func(title, suggested, loss string) {
		t.Helper()
		if d.Title() != title || d.SuggestName() != suggested || !strings.HasPrefix(d.Loss(), loss) {
			t.Errorf("%q, %q, %q", d.Title(), d.SuggestName(), d.Loss())
		}
	}
	const never, since = "The document was never saved.", "The last changes are not saved."
	want("Untitled", "Game.studio", never)
	d.play(4)
	want("• Untitled", "Game.studio", never)
	d.doc.Info[model.InfoTitle] = "a/b: \"c\"\n"
	want("• Untitled", "a-b- -c--.studio", never)
	path := filepath.Join(t.TempDir(), "x.sgf")
	if err := os.WriteFile(path, []byte("(;GM[4];B[hh])"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.opened(path)
	want("x.sgf", "x.studio", since)
	if err := d.save(filepath.Join(t.TempDir(), "y.studio")); err != nil {
		t.Fatal(err)
	}
	want("y.studio", "y.studio", since)
}

// TestCompare checks the comparison with the file. A document that takes the file's content must
// count as saved.
func TestCompare(t *testing.T) {
	d := newHost(t, t.TempDir())
	path := filepath.Join(t.TempDir(), "a.studio")
	d.play(0, 4)
	if d.Versions() != nil {
		t.Error("a document without a file has versions")
	}
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	d.play(8)
	var other *Other
	compare := func(start func(func(*Other, error))) error {
		return d.wait(func(done func(error)) { start(func(o *Other, err error) { other = o; done(err) }) })
	}
	if err := compare(d.Compare); err != nil || len(other.Differences) != 1 || DifferenceTitle(other.Differences[0]) != "only in this document, with 1 node" || !d.Fits(other) {
		t.Fatalf("%v, %+v", err, other)
	}
	vs := d.Versions()
	if len(vs) != 1 {
		t.Fatalf("%d versions", len(vs))
	}
	file := other
	if err := compare(func(done func(*Other, error)) { d.CompareVersion(vs[0], done) }); err != nil || len(other.Differences) != 1 || other.Label == file.Label {
		t.Fatalf("%v, %+v", err, other)
	}
	if d.Took(other); !d.Dirty() {
		t.Error("as saved, with a version that no file holds")
	}
	if d.Took(file); d.Dirty() {
		t.Error("not as saved, with what its file holds")
	}
	if err := os.WriteFile(path, []byte("(;GM[4];B[hh])"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := compare(d.Compare); err == nil && d.Fits(other) {
		t.Error("a game of another kind fits")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	d.said = nil
	if err := compare(d.Compare); err == nil || !strings.Contains(err.Error(), "no such file") || len(d.said) != 1 {
		t.Errorf("%v, said %q", err, d.said)
	}
}

// TestLook checks that a change by another program is reported once.
func TestLook(t *testing.T) {
	d := newHost(t, t.TempDir())
	path := filepath.Join(t.TempDir(), "a.studio")
	d.Look() // without a file
	if d.looking {
		t.Error("it looks for no file")
	}
	d.play(4)
	if err := d.save(path); err != nil {
		t.Fatal(err)
	}
	look := func(n int) {
		t.Helper()
		d.said = nil
		d.Look()
		d.loop.Until(t, "the look", func() bool { return !d.looking })
		if len(d.said) != n || n > 0 && !strings.HasPrefix(d.said[0], "a.studio was changed by another program.") {
			t.Errorf("said %q", d.said)
		}
	}
	look(0)
	for _, text := range []string{"theirs", "theirs again"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		look(1)
		look(0)
	}
}

// TestUnwritable checks that losses are reported for a lossy format and not for a lossless one.
func TestUnwritable(t *testing.T) {
	d := newHost(t, t.TempDir())
	d.play(0, 4)
	if err := d.doc.Tree.Do("Comment", model.SetComment{Node: d.doc.Tree.Root().First(), Text: "why"}); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, some := range map[string]bool{"a": false, "a.studio": false, "a.pos": true} {
		over, lost := false, 0
		d.Unwritable(filepath.Join(dir, name), func(list []error) { over, lost = true, len(list) })
		d.loop.Until(t, "the answer", func() bool { return over })
		if lost > 0 != some {
			t.Errorf("%s: %d losses", name, lost)
		}
	}
}

// TestChosen checks that Chosen returns the path of the open file if its name is not UTF-8 and the
// user has kept the displayed name and the folder.
func TestChosen(t *testing.T) {
	f := &File{path: "/a/caf\xe9.studio"}
	for path, want := range map[string]string{
		"/a/caf\uFFFD.studio":  f.path,
		"/b/caf\uFFFD.studio":  "/b/caf\uFFFD.studio",
		"/a/caf\uFFFD2.studio": "/a/caf\uFFFD2.studio",
		f.path:                 f.path,
	} {
		if got := f.Chosen(path); got != want {
			t.Errorf("%q means %q, want %q", path, got, want)
		}
	}
	if got := (&File{}).Chosen("/a/b"); got != "/a/b" {
		t.Errorf("without a file: %q", got)
	}
}

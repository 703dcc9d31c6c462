package find

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boardstudio"
	"boardstudio/collection"
	"boardstudio/document"
	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
)

// searcher is a search of an open document.
type searcher struct {
	*fixture
	*Search
}

func newSearcher(t *testing.T) *searcher {
	t.Helper()
	s := &searcher{fixture: newFixture(t, "tictactoe")}
	s.Search = NewSearch(boardstudio.Documents, s.fixture.loop, s.fixture.jobs, s.fixture.changed, func(r rules.Rules, n *model.Node) string {
		m, _ := n.Move()
		return "move " + r.FormatMove(m)
	})
	t.Cleanup(s.Search.Stop)
	return s
}

// text is the query of the tests.
var text = find.Query{Text: "here"}

// ends waits for the end of the search.
func (s *searcher) ends() {
	s.t.Helper()
	s.fixture.loop.Until(s.t, "the end of the search", func() bool { _, _, busy := s.Busy(); return !busy })
}

// nodes returns the nodes found.
func (s *searcher) nodes() []*model.Node {
	var list []*model.Node
	for _, x := range s.Places() {
		list = append(list, x.Node)
	}
	return list
}

func (s *searcher) want(nodes ...*model.Node) {
	s.t.Helper()
	if got := s.nodes(); !slices.Equal(got, nodes) || s.Len() != len(nodes) {
		s.t.Errorf("found %d nodes %v, want %v", s.Len(), got, nodes)
	}
}

// TestSearch checks that a search returns the nodes of the document in tree order, and reports its
// start and its end.
func TestSearch(t *testing.T) {
	s := newSearcher(t)
	a := s.add(s.doc.Tree.Root(), "a1")
	b := s.add(a, "b2", "c3")
	c := s.add(s.doc.Tree.Root(), "b1")
	s.comment(a, "look here")
	s.comment(b, "and here")
	if s.Asked() || s.Known() != true {
		t.Error("something is looked for before Look")
	}
	s.Look(text, "", nil)
	if _, _, busy := s.Busy(); !busy || s.changes == 0 || !s.Asked() || s.Known() || s.Folder() != "" {
		t.Error("the search has not begun, or nobody is told")
	}
	before := s.changes
	s.ends()
	s.want(a, b)
	x := s.Places()[1]
	if x.Ply != 3 || !strings.Contains(x.Why, "and here") || x.Item != nil || x.Err != nil {
		t.Errorf("found %+v", x)
	}
	if s.changes == before || !s.Known() || s.Full() || s.Err() != nil || len(s.Unread()) > 0 {
		t.Errorf("changes %d, known %v, full %v, error %v, unread %v", s.changes, s.Known(), s.Full(), s.Err(), s.Unread())
	}
	if done, total, _ := s.Busy(); done != 5 || total != 5 {
		t.Errorf("%d of %d done", done, total)
	}
	for _, x := range []struct {
		node *model.Node
		at   int
		ok   bool
	}{{s.doc.Tree.Root(), -1, false}, {a, 0, true}, {a.First(), 0, false}, {b, 1, true}, {c, 1, false}} {
		if at, ok := s.At(x.node); at != x.at || ok != x.ok {
			t.Errorf("at %v: %d, %v, want %+v", x.node, at, ok, x)
		}
	}
	s.Look(find.Query{}, "", nil)
	s.want()
	if _, _, busy := s.Busy(); busy || s.Asked() || s.old {
		t.Error("an empty query is looked for")
	}
}

// TestNextQuery checks that results stay until the first result of the next query arrives.
func TestNextQuery(t *testing.T) {
	s := newSearcher(t)
	a := s.add(s.doc.Tree.Root(), "a1")
	s.comment(a, "here")
	s.Look(text, "", nil)
	s.ends()
	places := s.Places()
	s.Look(find.Query{Text: "elsewhere"}, "", nil)
	s.want(a) // still there, to avoid flicker
	s.ends()
	s.want()
	if len(places) != 1 || places[0].Node != a {
		t.Error("the places that were returned change")
	}
	s.Look(find.Query{Pattern: &find.Pattern{}}, "", nil)
	s.ends()
	if s.Err() == nil {
		t.Error("a pattern without cells is no error")
	}
	s.Look(text, "", nil)
	if s.Err() != nil {
		t.Error("the error of the query before is still there")
	}
	s.ends()
	s.want(a)
}

// TestLookAgain checks that a second query ends the first one, which then reports no results.
func TestLookAgain(t *testing.T) {
	s := newSearcher(t)
	a := s.add(s.doc.Tree.Root(), "a1")
	s.comment(a, "here")
	s.Look(text, "", nil)
	first := s.Search.cancel
	s.Look(find.Query{Text: "nowhere"}, "", nil)
	if first == nil || s.Search.cancel == nil {
		t.Error("there is nothing to cancel")
	}
	s.ends()
	for len(s.fixture.loop.Queue) > 0 {
		s.fixture.loop.Turn(t)
	}
	s.want()

	s.Look(text, "", nil)
	called := false
	s.Await(func() { called = true })
	before := s.changes
	s.Stop()
	if _, _, busy := s.Busy(); busy || s.changes != before+1 || s.Search.cancel != nil {
		t.Error("it goes on after Stop, or nobody is told")
	}
	s.fixture.jobs.Close() // ends the search
	for len(s.fixture.loop.Queue) > 0 {
		s.fixture.loop.Turn(t)
	}
	s.want()
	if called {
		t.Error("the end of a stopped search was told")
	}
}

// TestAwait checks that Await waits for the running search or starts one.
func TestAwait(t *testing.T) {
	s := newSearcher(t)
	a := s.add(s.doc.Tree.Root(), "a1")
	s.comment(a, "here")
	s.Look(text, "", nil)
	run, calls := s.run, 0
	s.Await(func() { calls++ })
	if s.run != run {
		t.Error("the search began anew")
	}
	s.ends()
	if calls != 1 {
		t.Errorf("called %d times", calls)
	}
	s.comment(a, "gone")
	s.Edited()
	if s.Known() {
		t.Error("the search is complete after an edit")
	}
	s.want(a)
	s.Await(func() { calls++; s.want() })
	s.ends()
	if calls != 2 || !s.Known() {
		t.Errorf("called %d times, known %v", calls, s.Known())
	}
	if s.then != nil {
		t.Error("the function that was called stays in memory")
	}
	s.Look(text, "", nil)
	s.Await(func() { t.Error("another query was asked for since") })
	s.Look(text, "", nil)
	s.ends()
}

// TestLive checks that a live search starts again after edits have settled.
func TestLive(t *testing.T) {
	s := newSearcher(t)
	a := s.add(s.doc.Tree.Root(), "a1")
	s.Edited() // without a query
	if !s.Known() || len(s.fixture.loop.timers) > 0 {
		t.Error("an edit makes it stale without a query")
	}
	s.Look(text, "", nil)
	s.ends()
	s.want()
	s.comment(a, "here")
	s.Edited()
	if s.Known() || len(s.fixture.loop.running()) > 0 {
		t.Error("it looks again although it is not live")
	}
	s.Live(false)
	if s.Known() {
		t.Error("it looks again although it is not live")
	}
	s.Live(true) // catches up
	s.ends()
	s.want(a)
	run := s.run
	s.Live(true)
	if s.run != run {
		t.Error("it looks again without a change")
	}
	s.comment(a, "gone")
	s.Edited()
	s.Edited()
	s.want(a)
	s.fixture.loop.settle(t) // a single timer
	s.ends()
	s.want()
	s.comment(a, "here")
	s.Edited()
	s.Stop()
	if len(s.fixture.loop.running()) > 0 {
		t.Error("it begins again after Stop")
	}
}

// TestEditWhileSearching checks that an edit ends a live search without an error, and that the next
// search finds the edited text.
func TestEditWhileSearching(t *testing.T) {
	s := newSearcher(t)
	s.Live(true)
	a := s.add(s.doc.Tree.Root(), "a1")
	s.Look(text, "", nil)
	c := &collector{f: s.Search, run: s.run} // a collector that the edit has stopped
	s.comment(a, "here")
	s.Edited()
	c.end(context.Canceled)
	s.ends()
	if s.Err() != nil {
		t.Errorf("the edit is an error: %v", s.Err())
	}
	s.fixture.loop.settle(t)
	s.ends()
	s.want(a)
}

// TestReset checks that opening another document clears the results and searches the new document.
func TestReset(t *testing.T) {
	s := newSearcher(t)
	s.Live(true)
	a := s.add(s.doc.Tree.Root(), "a1")
	s.comment(a, "here")
	s.Look(text, "", nil)
	s.ends()
	s.Reset()
	s.want()
	if s.Known() {
		t.Error("the new document was searched already")
	}
	s.fixture.loop.settle(t)
	s.ends()
	s.want(a)

	s.Look(text, t.TempDir(), nil)
	s.ends()
	s.found = []Found{{Item: &collection.Item{}}}
	s.Reset()
	s.Edited()
	if s.Len() != 1 || s.stale {
		t.Error("what was found in files is forgotten with the document")
	}
	if at, ok := s.At(a); at != 0 || ok {
		t.Errorf("a node is at %d of the files", at)
	}
}

// file saves a document and returns its path.
func file(t *testing.T, folder, name string, d *model.Document) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := document.Save(path, boardstudio.Documents.ForName(path), d); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestFolder checks that each result in a folder has its file and its path in the tree. Unreadable
// files must be reported, and positions searched on the same board only.
func TestFolder(t *testing.T) {
	s := newSearcher(t)
	folder := t.TempDir()
	a := s.add(s.doc.Tree.Root(), "a1")
	b := s.add(s.doc.Tree.Root(), "b2", "a1")
	s.comment(b, "here")
	path := file(t, folder, "game.studio", s.doc)
	other := newFixture(t, "gomoku")
	other.comment(other.add(other.doc.Tree.Root(), "h8"), "here")
	far := file(t, folder, "other.studio", other.doc)
	if err := os.WriteFile(filepath.Join(folder, "zbroken.studio"), []byte("<game"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.Look(text, folder, s.doc.Tree.Rules())
	if s.Folder() != folder {
		t.Errorf("the folder is %q", s.Folder())
	}
	s.ends()
	list := s.Places()
	if len(list) != 2 || list[0].Item.File.Path != path || list[1].Item.File.Path != far {
		t.Fatalf("found %+v", list)
	}
	if x := list[0]; x.Node != nil || x.Ply != 2 || x.Move != "move a1" || !slices.Equal(x.Steps, []int32{1, 0}) || !strings.Contains(x.Why, "here") {
		t.Errorf("found %+v", x)
	}
	if un := s.Unread(); len(un) != 1 || !strings.HasPrefix(un[0], "zbroken.studio: ") {
		t.Errorf("unread: %q", un)
	}
	if done, total, _ := s.Busy(); done != 3 || total != 3 {
		t.Errorf("%d of %d files done", done, total)
	}
	s.Edited() // the document does not matter
	if !s.Known() {
		t.Error("an edit of the document makes the list of files stale")
	}

	// A position, then a pattern, on the board of the open document.
	pos, err := s.doc.Tree.Position(a)
	if err != nil {
		t.Fatal(err)
	}
	setup := rules.SetupOf(s.doc.Tree.Rules(), pos)
	piece := find.Want{Cell: 0, Content: rules.Piece(0)}
	for _, q := range []find.Query{{Position: &setup}, {Pattern: &find.Pattern{Cells: []find.Want{piece}}}} {
		s.Look(q, folder, s.doc.Tree.Rules())
		if len(s.Unread()) > 0 {
			t.Error("the files that the search before could not read are still listed")
		}
		s.ends()
		if list := s.Places(); len(list) != 1 || list[0].Item.File.Path != path || !slices.Equal(list[0].Steps, []int32{0}) {
			t.Errorf("found %+v", list)
		}
	}
	s.Look(find.Query{Pattern: &find.Pattern{Cells: []find.Want{piece}, Anywhere: true}}, "", nil)
	s.ends()
	if list := s.Places(); len(list) != 3 || !slices.Equal(list[0].Cells, []rules.Cell{0}) || !slices.Equal(list[1].Cells, []rules.Cell{4}) {
		t.Errorf("found %+v in the document", list)
	}
	s.Look(text, folder, nil)
	s.ends()
	s.Look(find.Query{Broken: true}, folder, s.doc.Tree.Rules())
	s.ends()
	if s.Len() != 0 {
		t.Errorf("found %+v", s.Places())
	}
}

// TestIllegal checks that results for illegal moves include the reason, in the document and in
// files.
func TestIllegal(t *testing.T) {
	s := newSearcher(t)
	s.doc.Tree.Add(s.doc.Tree.Add(s.doc.Tree.Root(), rules.Place(0)), rules.Place(0))
	folder := t.TempDir()
	file(t, folder, "bad.studio", s.doc)
	for _, where := range []string{"", folder} {
		s.Look(find.Query{Broken: true}, where, s.doc.Tree.Rules())
		s.ends()
		if list := s.Places(); len(list) != 1 || list[0].Err == nil || list[0].Ply != 2 {
			t.Errorf("in %q: found %+v", where, list)
		}
	}
}

// TestFull checks that a search ends at its limit.
func TestFull(t *testing.T) {
	s := newSearcher(t)
	root := s.doc.Tree.Root()
	s.fixture.jobs.Close()
	for range maxFound + 10 {
		s.doc.Tree.Annotate(s.doc.Tree.Add(root, rules.Place(0)), model.Annotation{Comment: "here"})
	}
	s.fixture.jobs.Open(s.doc)
	s.Look(text, "", nil)
	s.ends()
	if s.Len() != maxFound || !s.Full() {
		t.Errorf("found %d of %d, full %v", s.Len(), maxFound+10, s.Full())
	}
	s.found = s.found[1:]
	if s.Full() {
		t.Errorf("%d is full", s.Len())
	}
}

// TestPortions checks that results arrive in portions, at limited intervals.
func TestPortions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSearcher(t)
		s.found, s.old, s.busy = []Found{{Ply: 7}}, true, true
		c := &collector{f: s.Search, run: s.run, last: time.Now()}
		queued := func(want int) {
			t.Helper()
			if got := len(s.fixture.loop.Queue); got != want {
				t.Fatalf("%d portions are there, want %d", got, want)
			}
		}
		for range 64 {
			c.add(Found{Ply: 1})
		}
		c.progress(1, 9)
		queued(0)
		time.Sleep(portion)
		c.progress(2, 9)
		queued(1)
		c.progress(3, 9)
		queued(1)
		s.fixture.loop.Turn(t)
		if done, total, busy := s.Busy(); s.Len() != 64 || done != 2 || total != 9 || !busy || s.Places()[0].Ply != 1 {
			t.Errorf("%d found, %d of %d done, busy %v", s.Len(), done, total, busy)
		}
		time.Sleep(portion)
		for range 63 {
			c.add(Found{Ply: 2})
		}
		queued(0)
		c.add(Found{Ply: 2})
		queued(1)
		c.unread = append(c.unread, "one")
		time.Sleep(portion - 1)
		c.progress(4, 9)
		queued(1)
		c.end(errTest)
		queued(2)
		s.fixture.loop.Turn(t)
		s.fixture.loop.Turn(t)
		if _, _, busy := s.Busy(); busy || s.Len() != 128 || s.Err() != errTest || !slices.Equal(s.Unread(), []string{"one"}) {
			t.Errorf("%d found, busy %v, error %v, unread %v", s.Len(), busy, s.Err(), s.Unread())
		}
	})
}

// TestBeginsAnew checks that a search resets its progress and the lists of skipped and unreadable
// files.
func TestBeginsAnew(t *testing.T) {
	s := newSearcher(t)
	folder := t.TempDir()
	file(t, folder, "game.studio", s.doc)
	for name, text := range map[string]string{"picture.png": "x", "letter.doc": "x", "zbroken.studio": "<game"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		s.Look(text, folder, nil)
		if done, total, busy := s.Busy(); done != 0 || total != 0 || !busy || s.Skipped() != 0 || len(s.Unread()) > 0 {
			t.Errorf("at the start: %d of %d, busy %v, %d skipped, unread %q", done, total, busy, s.Skipped(), s.Unread())
		}
		s.ends()
		if done, total, _ := s.Busy(); done != 2 || total != 2 || s.Skipped() != 2 || len(s.Unread()) != 1 {
			t.Errorf("%d of %d, %d skipped, unread %q", done, total, s.Skipped(), s.Unread())
		}
	}
}

package app

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/model/trees"
	"boardstudio/rules"
	appfind "boardstudio/studio/app/find"
)

// sample opens one of the sample games.
func (d *fixture) sample(name string) {
	d.t.Helper()
	done := false
	d.File.Open(filepath.Join("../../samples", name), func(err error) {
		if err != nil {
			d.t.Fatal(err)
		}
		done = true
	})
	d.loop.Until(d.t, "opening", func() bool { return done })
}

// found waits for the search and returns the plies and moves found.
func (d *fixture) found() string {
	d.t.Helper()
	f := d.Search.Finder()
	d.loop.Until(d.t, "the end of the search", f.Known)
	var words []string
	for _, x := range f.Places() {
		move := x.Move
		if x.Node != nil {
			move = d.View.MoveName(x.Node)
		}
		words = append(words, fmt.Sprint(x.Ply, " ", move))
	}
	return strings.Join(words, ", ")
}

func (d *fixture) want(what, got, want string) {
	d.t.Helper()
	if got != want {
		d.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func TestFindInDocument(t *testing.T) {
	d := newFixture(t)
	d.sample("penloup-juhem.studio")
	f := d.Search.Finder()
	f.Live(true)
	f.Look(find.Query{Text: "opening"}, "", nil)
	d.want("text", d.found(), "2 d6, 2 f6")

	// Next and previous, wrapping around at the ends.
	d.Search.Next()
	d.want("first", d.line(), "f5 d6")
	d.Search.Next()
	d.want("second", d.line(), "f5 f6")
	d.Search.Prev()
	d.Search.Prev()
	d.want("before the first comes the last", d.line(), "f5 f6")
	d.Home()
	d.Search.Next()
	d.want("from the start", d.line(), "f5 d6")

	// An edit starts a new search.
	d.Comment(d.View.Node(), "Nothing")
	d.want("after an edit", d.found(), "2 f6")
	d.Undo()
	d.want("undone", d.found(), "2 d6, 2 f6")
	d.DeleteBranch()
	f.Live(false)
	d.Undo()
	d.Search.Next() // searches again first
	d.loop.Until(t, "next", func() bool { return d.line() == "f5 f6" })

	f.Look(find.Query{}, "", nil)
	d.want("nothing", d.found(), "")
	f.Look(find.Query{Pattern: &find.Pattern{}}, "", nil)
	d.found()
	if f.Err() == nil {
		t.Error("an impossible pattern is no error")
	}
}

// TestFindGoesRound checks that next and previous go through all results in tree order and wrap
// around, from a result and from between two.
func TestFindGoesRound(t *testing.T) {
	d := newFixture(t)
	moves := strings.Fields("a1 a2 a3 b1 b3 b2")
	for i, m := range moves {
		d.play(m)
		if i%2 == 0 {
			d.Comment(d.View.Node(), "here")
		}
	}
	f := d.Search.Finder()
	f.Look(find.Query{Text: "here"}, "", nil)
	d.want("found", d.found(), "1 a1, 3 a3, 5 b3")
	for _, x := range []struct{ from, next, prev int }{
		{0, 1, 5}, {1, 3, 5}, {2, 3, 1}, {3, 5, 1}, {4, 5, 3}, {5, 1, 3}, {6, 1, 5},
	} {
		at := strings.Join(moves[:x.from], " ")
		d.at(at)
		d.Search.Next()
		next := d.View.Node().Ply()
		d.at(at)
		d.Search.Prev()
		if prev := d.View.Node().Ply(); next != x.next || prev != x.prev {
			t.Errorf("%+v: it goes on to ply %d and back to %d", x, next, prev)
		}
	}
}

func TestFindPositionAndPattern(t *testing.T) {
	d := newFixture(t)
	d.sample("pente.studio")
	for range 20 {
		d.Forward()
	}
	at := rules.SetupOf(d.View.Rules(), d.Shown())
	perm := rules.SymmetriesOf(d.View.Rules().Board()).At(5)
	at = perm.Setup(at)
	f := d.Search.Finder()
	f.Look(find.Query{Position: &at}, "", nil)
	if got := d.found(); !strings.HasPrefix(got, "20 ") || strings.Contains(got, ",") {
		t.Errorf("found at %q", got)
	}

	a := d.Selection
	d.Select(true)
	b := d.View.Rules().Board()
	a.Begin(b.Find("i9"))
	a.To(b.Find("k11"))
	a.To(b.Find("k10"))
	a.End()
	d.Click(b.Find("i9")) // removes it again
	var labels []string
	for _, w := range a.Pattern() {
		labels = append(labels, b.Cells[w.Cell].Label)
	}
	d.want("cells", strings.Join(labels, " "), "j9 k9 i10 j10 k10")
	was := a.Pattern()
	d.Home()
	if !slices.Equal(a.Pattern(), was) {
		t.Error("the pattern changed with the position on the board")
	}
	f.Look(find.Query{Pattern: &find.Pattern{Cells: a.Pattern(), Anew: true}, To: 30}, "", nil)
	if got := d.found(); got == "" {
		t.Error("the pattern is not found")
	}
	if n := len(f.Places()[0].Cells); n != 5 {
		t.Errorf("%d cells", n)
	}
	d.Select(false)
	d.play("j10")
	if len(a.Cells()) != 5 {
		t.Error("a click that plays chose a cell")
	}
}

func TestFindInFolder(t *testing.T) {
	d := newFixture(t)
	d.start("othello", "othello")
	dir := t.TempDir()
	for _, name := range []string{"penloup-juhem.studio", "pente.studio"} {
		data, err := os.ReadFile(filepath.Join("../../samples", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "bad.studio"), []byte("<game"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := d.Search.Finder()
	f.Look(find.Query{Text: "diagonal"}, dir, d.View.Rules())
	d.want("found", d.found(), "2 f6")
	if f.Places()[0].Node != nil || len(f.Unread()) != 1 {
		t.Errorf("%+v, unread %q", f.Places()[0], f.Unread())
	}
	if d.GoToFound(f.Places()[0]) {
		t.Error("went to a place in a file that is not open")
	}
	place := f.Places()[0]
	d.File.Open(place.Item.SingleGamePath(), func(error) { d.ShowFound(place) })
	d.loop.Until(t, "the place", func() bool { return d.line() == "f5 f6" })
	d.Home()
	if f.Len() != 1 || !d.GoToFound(f.Places()[0]) || d.line() != "f5 f6" {
		t.Error("the place in the file that is open now is not reached")
	}

	// A position is searched on the same board only.
	at := rules.SetupOf(d.View.Rules(), d.View.Rules().Start())
	f.Look(find.Query{Position: &at}, dir, d.View.Rules())
	d.want("the start of Othello", d.found(), "0 Start")
	f.Look(find.Query{Text: "diagonal"}, dir, d.View.Rules())
	f.Stop()
	if _, _, busy := f.Busy(); busy {
		t.Error("still busy after Stop")
	}
}

func (d *fixture) transpositions() []appfind.Transposition {
	d.t.Helper()
	var list []appfind.Transposition
	d.loop.Until(d.t, "transpositions", func() (ok bool) { list, ok = d.Search.Transpositions().List(d.View.Node()); return ok })
	return list
}

func TestTranspositions(t *testing.T) {
	d := newFixture(t)
	d.start("othello", "othello")
	d.play("f5", "d6", "c3")
	d.Home()
	d.play("d3", "c5", "f6") // the same, rotated: f5 d6 c3 after another first move
	d.play("f5")
	d.Back()
	list := d.transpositions()
	if len(list) != 1 || !list[0].Turned || list[0].Node.Ply() != 3 {
		t.Fatalf("%d transpositions", len(list))
	}
	if list[0].Node == d.View.Node() {
		t.Error("a place is a transposition of itself")
	}
	if n := d.Search.Transpositions().Count(d.View.Node()); n != 1 {
		t.Errorf("%d transpositions", n)
	}
	if n := d.Search.Transpositions().Count(d.View.Node().First()); n != 0 {
		t.Errorf("%d transpositions of what follows", n)
	}
	here := d.View.Node()
	d.Search.NextTransposition()
	d.want("next", d.line(), "f5 d6 c3")
	d.Search.NextTransposition()
	if d.View.Node() != here {
		t.Error("the next of the last is not the first")
	}

	// After copying the continuation, both nodes have the same moves below.
	d.Search.NextTransposition()
	if got := d.transpositions(); got[0].More != 1 {
		t.Errorf("%d new moves", got[0].More)
	}
	d.CopyContinuations()
	if d.View.Node().First() == nil || d.Search.Transpositions().Count(d.View.Node().First()) != 1 {
		t.Fatal("nothing was copied, or not the same")
	}
	d.CopyContinuations()
	if last := d.lastSaid(); !strings.Contains(last, "has other continuations") {
		t.Errorf("said %q", last)
	}
	d.Undo()
	if d.View.Node().First() != nil || len(d.transpositions()) != 1 {
		t.Error("undo left something")
	}

	// A deleted node is not a transposition any more.
	d.DeleteBranch()
	if n := d.Search.Transpositions().Count(here); n != 0 {
		t.Errorf("%d transpositions of the one that is left", n)
	}
	d.Go(here)
	if len(d.transpositions()) != 0 {
		t.Error("what was deleted is a transposition still")
	}
	d.Search.NextTransposition()
	if last := d.lastSaid(); !strings.Contains(last, "nowhere else") {
		t.Errorf("said %q", last)
	}
	d.start("othello", "othello")
	if d.Search.Transpositions().Count(d.View.Tree().Root()) != 0 || len(d.transpositions()) != 0 {
		t.Error("the new game has transpositions")
	}
}

// TestNextTranspositionWaits checks that a request for the next transposition waits for the index,
// and is dropped if the current node changes.
func TestNextTranspositionWaits(t *testing.T) {
	for _, leaves := range []bool{false, true} {
		d := newFixture(t)
		d.start("line", "gomoku")
		d.play("h8", "i9", "j10")
		d.Home()
		d.play("j10", "i9", "h8")
		d.Search.NextTransposition()
		d.want("before the places are known", d.line(), "j10 i9 h8")
		want := "h8 i9 j10"
		if leaves {
			d.Back()
			want = "j10 i9"
		}
		d.transpositions()
		d.want("the line", d.line(), want)
	}
}

// TestTranspositionsOfALargeBranch checks that a very large new branch causes a new index, and that
// edits of text do not disturb it.
func TestTranspositionsOfALargeBranch(t *testing.T) {
	d := newFixture(t)
	d.start("line", "gomoku")
	d.play("h8")
	if len(d.transpositions()) != 0 {
		t.Fatal("there are transpositions already")
	}
	scratch := model.NewTree(d.View.Rules())
	a1 := trees.Grow(t, scratch, scratch.Root(), "a1")
	for range 20_000 { // illegal, but indexed
		scratch.AddRaw(a1, "?")
	}
	trees.Grow(t, scratch, a1, "b1 c1 d1")
	trees.Grow(t, scratch, a1, "d1 c1 b1")
	a1 = a1.Copy()
	if err := d.View.Tree().Do("large", model.Insert{Parent: d.View.Tree().Root(), Index: -1, Node: a1}); err != nil {
		t.Fatal(err)
	}
	d.Comment(d.View.Node(), "meanwhile")
	d.at("a1 b1 c1 d1")
	if list := d.transpositions(); len(list) != 1 || list[0].Node.Parent().Parent().Parent() != a1 {
		t.Errorf("the large branch has %d transpositions", len(list))
	}
}

// TestTranspositionsWhileEditing checks that the index is correct after edits during its
// construction.
func TestTranspositionsWhileEditing(t *testing.T) {
	d := newFixture(t)
	d.start("line", "gomoku")
	for range 40 {
		d.Home()
		n := len(d.View.Tree().Root().Comment())
		d.Search.Transpositions().Count(d.View.Node()) // starts building the index
		d.Comment(d.View.Node(), strings.Repeat("x", n+1))
		d.play("h8", "h9", "i8")
		d.Search.Transpositions().Count(d.View.Node())
		d.DeleteBranch()
	}
	d.Home()
	d.play("h8", "i9", "j10")
	d.Home()
	d.play("j10", "i9", "h8")
	if list := d.transpositions(); len(list) != 1 || list[0].Turned {
		t.Errorf("%v", list)
	}
}

// TestFolderSearchKeepsItsBoard checks that a search of a folder keeps using the board of the first
// document if another one is opened.
func TestFolderSearchKeepsItsBoard(t *testing.T) {
	d := newFixture(t)
	d.play("b2", "a1")
	dir := t.TempDir()
	if err := writeFile(filepath.Join(dir, "a.studio"), d.View.Document()); err != nil {
		t.Fatal(err)
	}
	pos, err := d.View.Position()
	if err != nil {
		t.Fatal(err)
	}
	set := rules.SetupOf(d.View.Rules(), pos)
	f := d.Search.Finder()
	f.Look(find.Query{Position: &set}, dir, d.View.Rules())
	d.start("othello", "othello")
	d.loop.Until(t, "the end of the search", func() bool { _, _, busy := f.Busy(); return !busy })
	if f.Len() != 1 {
		t.Errorf("%d places found, want the one of the game that was asked about", f.Len())
	}
}

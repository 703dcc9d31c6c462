package find_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
)

func TestContinuation(t *testing.T) {
	r := build(t, "line", "rows=5", "cols=5", "k=4")
	d := model.NewDocument(r)
	tr := d.Tree
	from := play(t, tr, tr.Root(), "a1 b1 a2")
	end := play(t, tr, from, "b2 a3 c1")
	play(t, tr, from, "c3")
	tr.AddRaw(end, "zz")
	set := tr.AddSetup(end, "A..../...../...../...../....B A")
	tr.Annotate(end, model.Annotation{
		Comment: "here", Marks: []model.Mark{{Cell: r.Board().Find("c1"), Kind: model.MarkCross}},
		Lines: []model.Line{{From: r.Board().Find("a1"), To: r.Board().Find("b1")}},
		Evals: []model.Eval{{Engine: "x", PV: []rules.Move{rules.Place(r.Board().Find("e1"))}}},
	})
	_ = set
	to := play(t, tr, tr.Root(), "e4 d5 e5") // mirrored, in another order
	there := play(t, tr, to, "d4")           // b2 mirrored already exists
	play(t, tr, there, "a1")
	x := index(t, d)
	var perm rules.Perm
	for _, l := range x.Of(from, 10) {
		if l.Node == to {
			perm = l.Perm
		}
	}
	if perm == nil {
		t.Fatal("the places are not linked")
	}
	edits, err := find.Continuation(tr, from, to, at(t, tr, to), perm, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Do("Copy Continuation Here", edits...); err != nil {
		t.Fatal(err)
	}
	if to.First() != there || there.Next() == nil || there.Next().Next() != nil {
		t.Fatal("what was there did not stay, or equal moves are there twice")
	}
	var got []string
	for n := range tr.Subtree(to) {
		if n.First() == nil {
			got = append(got, path(d, n))
		}
	}
	want := []string{"e4 d5 e5 d4 a1", "e4 d5 e5 d4 e3 c5 zz", "e4 d5 e5 d4 e3 c5 set-up", "e4 d5 e5 c3"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	n := there.Last().First()
	if n.Comment() != "here" || n.Marks()[0].Cell != r.Board().Find("c5") || n.Lines()[0].To != r.Board().Find("d5") || n.Evals()[0].PV[0].To != r.Board().Find("a5") {
		t.Errorf("%q %v %v %v", n.Comment(), n.Marks(), n.Lines(), n.Evals())
	}
	if p, err := tr.Position(n.Last()); err != nil || p.At(r.Board().Find("e5")) != rules.Piece(0) {
		t.Errorf("the set-up is %v, %v", p, err)
	}
	for a := range tr.Subtree(from) { // both nodes now have the same continuations
		if p, err := tr.Position(a); err == nil && a != from {
			found := slices.ContainsFunc(index(t, d).Of(a, 100), func(l find.Transposition) bool {
				for n := l.Node; n != nil; n = n.Parent() {
					if n == to {
						return true
					}
				}
				return false
			})
			if !found {
				t.Errorf("%s (%v) has no equal below", path(d, a), p)
			}
		}
	}
	if _, err := find.Continuation(tr, n.First(), to, at(t, tr, to), perm, nil); err == nil {
		t.Error("there is nothing to copy below a leaf")
	}
}

// TestContinuationNotes checks that annotations are copied, except bookmarks and unknown
// properties. The copy must be independent of the original.
func TestContinuationNotes(t *testing.T) {
	r := build(t, "line", "rows=5", "cols=5", "k=4")
	b := r.Board()
	d := model.NewDocument(r)
	tr := d.Tree
	from, to := play(t, tr, tr.Root(), "c3 a1"), play(t, tr, tr.Root(), "c3 e1")
	perm := rules.Identity(len(b.Cells))
	for c, x := range b.Cells {
		perm[c] = b.Find(rules.ColumnName(4-x.Col) + b.Rows[x.Row])
	}
	n := play(t, tr, from, "b1")
	said := model.Annotation{
		Comment: "all", Name: "of it", Color: "#102030", Glyphs: []model.Glyph{"!?", "="}, Used: time.Minute, Number: 7,
		Marks: []model.Mark{{Cell: b.Find("a1"), Kind: model.MarkLabel, Text: "K"}, {Cell: b.Find("c2"), Kind: model.MarkCircle}},
		Lines: []model.Line{{From: b.Find("a1"), To: b.Find("b2"), Arrow: true}},
		Evals: []model.Eval{
			{Engine: "x", Score: 2, Depth: 3, Nodes: 4, PV: []rules.Move{rules.Place(b.Find("a2")), rules.Resign}},
			{Engine: "y", Score: -1, Proved: true, Plies: 5},
		},
	}
	said.Advice = model.Advice{By: "z", Move: rules.Place(b.Find("a2"))}
	here := said
	here.Bookmark, here.Foreign = true, []model.Foreign{{XML: "<new/>"}}
	tr.Annotate(n, here)
	tr.AddRaw(n, "zz")
	tr.AddSetup(n, "nothing")
	tr.AddSetup(from, "A..../...../...../...../....B A")
	edits, err := find.Continuation(tr, from, to, at(t, tr, to), perm, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Do("", edits...); err != nil {
		t.Fatal(err)
	}
	m := to.First()
	want := said
	want.Marks = []model.Mark{{Cell: b.Find("e1"), Kind: model.MarkLabel, Text: "K"}, {Cell: b.Find("c2"), Kind: model.MarkCircle}}
	want.Lines = []model.Line{{From: b.Find("e1"), To: b.Find("d2"), Arrow: true}}
	want.Advice.Move = rules.Place(b.Find("e2"))
	want.Evals = slices.Clone(said.Evals)
	want.Evals[0].PV = []rules.Move{rules.Place(b.Find("e2")), rules.Resign}
	notes := func(n *model.Node) model.Annotation {
		return model.Annotation{
			Comment: n.Comment(), Name: n.Name(), Color: n.Color(), Glyphs: n.Glyphs(), Used: n.Used(), Number: int32(n.Number()),
			Marks: n.Marks(), Lines: n.Lines(), Evals: n.Evals(), Bookmark: n.Bookmarked(), Foreign: n.Foreign(), Advice: n.Advice(),
		}
	}
	if got := notes(m); path(d, m) != "c3 e1 d1" || !reflect.DeepEqual(got, want) {
		t.Errorf("at %s:\n%+v, want\n%+v", path(d, m), got, want)
	}
	if got := notes(n); !reflect.DeepEqual(got, here) {
		t.Errorf("what was copied has become %+v", got)
	}
	var setups []string
	for n := range tr.Subtree(to) {
		if n.Raw() != "" || n.Setup() != "" {
			setups = append(setups, n.Raw()+n.Setup())
		}
	}
	// Unreadable set-ups are copied unchanged.
	if want := []string{"zz", "nothing", "....A/...../...../...../B.... A"}; !slices.Equal(setups, want) {
		t.Errorf("%q, want %q", setups, want)
	}
}

// TestContinuationLeavesOut checks that illegal first moves are skipped. It also checks for an
// error if no branch is left or more returns false.
func TestContinuationLeavesOut(t *testing.T) {
	d := model.NewDocument(build(t, "tictactoe"))
	tr := d.Tree
	from, to := play(t, tr, tr.Root(), "a1"), play(t, tr, tr.Root(), "b1")
	play(t, tr, from, "b1 c1")
	same := rules.Identity(9)
	if _, err := find.Continuation(tr, from, to, at(t, tr, to), same, nil); fmt.Sprint(err) != "there is no continuation to copy" {
		t.Error(err)
	}
	play(t, tr, from, "b2 c1")
	edits, err := find.Continuation(tr, from, to, at(t, tr, to), same, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Do("", edits...); err != nil || to.First() != to.Last() || path(d, to.First().First()) != "b1 b2 c1" {
		t.Errorf("%v, %d nodes", err, tr.Len())
	}
	for range 200 {
		tr.AddSetup(from, "A../.../..B A")
	}
	asked := 0
	edits, err = find.Continuation(tr, from, to, at(t, tr, to), same, func(done int) bool { asked++; return done < 150 })
	if !errors.Is(err, context.Canceled) || edits != nil || asked < 2 {
		t.Errorf("asked %d times whether to go on: %d edits, %v", asked, len(edits), err)
	}
	edits, err = find.Continuation(tr, from, to, at(t, tr, to), same, func(int) bool { return true })
	if err != nil || len(edits) == 0 {
		t.Errorf("%d edits, %v", len(edits), err)
	}
}

// TestMissing checks that Missing counts the moves below the first node only, mapped by the
// permutation. It ignores set-ups and unreadable moves.
func TestMissing(t *testing.T) {
	d := model.NewDocument(build(t, "tictactoe"))
	tr := d.Tree
	b := tr.Rules().Board()
	mirrored := rules.Identity(9)
	for c, x := range b.Cells {
		mirrored[c] = b.Find(rules.ColumnName(2-x.Col) + b.Rows[x.Row])
	}
	from, to := play(t, tr, tr.Root(), "a1"), play(t, tr, tr.Root(), "c1")
	for _, m := range []string{"b2", "c3", "a3"} {
		play(t, tr, from, m)
	}
	tr.AddRaw(from, "zz")
	tr.AddSetup(from, "A../.../..B A")
	if n := find.Missing(tr, from, to, mirrored); n != 3 {
		t.Errorf("%d are missing, want 3", n)
	}
	play(t, tr, to, "a3") // c3 mirrored
	play(t, tr, to, "b3")
	if n := find.Missing(tr, from, to, mirrored); n != 2 {
		t.Errorf("%d are missing, want 2", n)
	}
	if n := find.Missing(tr, to, from, mirrored); n != 1 {
		t.Errorf("the other way round %d are missing, want 1", n)
	}
}

package find_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
)

// A query is empty until something is asked for; how a text or a mark is looked for asks nothing.
func TestEmpty(t *testing.T) {
	how := []string{"Whole", "Mark"}
	q := reflect.TypeFor[find.Query]()
	for i := range q.NumField() {
		x := reflect.New(q).Elem()
		switch f := x.Field(i); f.Kind() {
		case reflect.String:
			f.SetString("x")
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Int:
			f.SetInt(1)
		case reflect.Uint32:
			f.SetUint(1)
		case reflect.Float64:
			f.SetFloat(1)
		case reflect.Pointer:
			f.Set(reflect.New(f.Type().Elem()))
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		}
		query := x.Interface().(find.Query)
		if name := q.Field(i).Name; x.IsZero() || query.Empty() != slices.Contains(how, name) {
			t.Errorf("with %s: %v", name, query.Empty())
		}
	}
	if !(&find.Query{}).Empty() || !(&find.Query{From: -1, To: -1}).Empty() {
		t.Error("the query of nothing is not empty")
	}
}

// Who made a move is asked of moves: a set-up was made by nobody.
func TestMoversMakeMoves(t *testing.T) {
	d := model.NewDocument(build(t, "tictactoe"))
	d.Players[0].Name, d.Players[1].Name = "Zoé", "Zoltan"
	a := play(t, d.Tree, d.Tree.Root(), "b2")
	b := play(t, d.Tree, a, "a1")
	play(t, d.Tree, d.Tree.AddSetup(b, "A../.../..B A"), "b2")
	d.Tree.AddSetup(a, "A../.../..B A")
	for _, x := range []struct {
		q    find.Query
		want string
	}{
		{find.Query{Movers: rules.Of(0)}, "b2; b2 a1 set-up b2"},
		{find.Query{Movers: rules.Of(1)}, "b2 a1"},
		{find.Query{Movers: rules.Of(0, 1)}, "b2; b2 a1; b2 a1 set-up b2"},
		{find.Query{Player: "zo"}, "b2; b2 a1; b2 a1 set-up b2"},
		{find.Query{Player: "zo", Movers: rules.Of(1)}, "b2 a1"},
		{find.Query{Player: "tan"}, "b2 a1"},
		{find.Query{Player: "tan", Movers: rules.Of(0)}, ""},
	} {
		if got := paths(d, search(t, d, x.q)); got != x.want {
			t.Errorf("%+v: %q, want %q", x.q, got, x.want)
		}
	}
}

// How an evaluation changed is told for who moved, and no estimate is as good as a proof.
func TestSwing(t *testing.T) {
	eval := func(score float64, proved bool) model.Eval {
		return model.Eval{Engine: "x", Score: score, Proved: proved}
	}
	for _, x := range []struct {
		before, after model.Eval // each for the player to move
		swing         float64
		want          string
	}{
		{eval(1, false), eval(-1.5, false), 0.5, "+1.00 → +1.50"},
		{eval(1, false), eval(-1.5, false), 0.51, ""},
		{eval(-1, false), eval(-3, false), 4, "−1.00 → +3.00"},
		{eval(2, false), eval(0, false), 2, "+2.00 → +0.00"},
		{eval(2, false), eval(1, true), 1000, "+2.00 → −∞"},
		{eval(2, false), eval(-1, true), 1000, "+2.00 → +∞"},
		{eval(-1, true), eval(0, true), 1000, "−∞ → +0.00"},
		{eval(1, true), eval(-1, true), 0.1, ""},
		{eval(2, false), model.Eval{Engine: "y", Score: 7}, 0.1, ""},
	} {
		d := model.NewDocument(build(t, "tictactoe"))
		n := play(t, d.Tree, d.Tree.Root(), "b2")
		d.Tree.Annotate(d.Tree.Root(), model.Annotation{Evals: []model.Eval{x.before}})
		d.Tree.Annotate(n, model.Annotation{Evals: []model.Eval{x.after}})
		var got string
		for _, h := range search(t, d, find.Query{Swing: x.swing}) {
			got += h.Why
		}
		if got != x.want {
			t.Errorf("%+v: %q", x, got)
		}
	}
	// However high an estimate is, it is none of a proof, and a proof is far from it.
	d := model.NewDocument(build(t, "tictactoe"))
	n := play(t, d.Tree, d.Tree.Root(), "b2")
	for _, sign := range []float64{1, -1} {
		d.Tree.Annotate(d.Tree.Root(), model.Annotation{Evals: []model.Eval{eval(sign*9e99, false)}})
		d.Tree.Annotate(n, model.Annotation{Evals: []model.Eval{eval(-sign, true)}})
		if hits := search(t, d, find.Query{Swing: 1e6}); len(hits) != 1 || strings.Count(hits[0].Why, "∞") != 1 {
			t.Errorf("%+v", hits)
		}
	}
}

// A hit names the cells with marks, those of the board alone, and not too many of them.
func TestMarksNamed(t *testing.T) {
	r := build(t, "othello")
	for _, x := range []struct {
		from, n int
		want    string // "" where nothing is found
	}{
		{0, 0, ""},
		{-1, 1, ""},
		{64, 1, ""},
		{0, 1, "a1"},
		{63, 3, "h8"},
		{-2, 3, "a1"},
		{0, 12, "a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2"},
		{0, 13, "a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 …"},
		{0, 64, "a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 …"},
	} {
		d := model.NewDocument(r)
		var marks []model.Mark
		for i := range x.n {
			marks = append(marks, model.Mark{Cell: rules.Cell(x.from + i), Kind: model.MarkCross})
		}
		d.Tree.Annotate(d.Tree.Root(), model.Annotation{Marks: marks})
		hits := search(t, d, find.Query{Marked: true})
		got := ""
		if len(hits) > 0 {
			got = hits[0].Why
		}
		if got != x.want || (len(hits) > 0) != (x.want != "") {
			t.Errorf("%d marks from %d on: %q, want %q", x.n, x.from, got, x.want)
		}
	}
}

// All that is asked for has to hold, and the line that says why names each part.
func TestPositionWithPattern(t *testing.T) {
	d := model.NewDocument(build(t, "tictactoe"))
	b := d.Tree.Rules().Board()
	mid := play(t, d.Tree, d.Tree.Root(), "b2 a1")
	d.Tree.Annotate(mid, model.Annotation{Name: "here", Comment: "or there", Glyphs: []model.Glyph{"!"}})
	play(t, d.Tree, d.Tree.Root(), "b2 c1")
	play(t, d.Tree, d.Tree.Root(), "c3 a1")
	position := setup(t, d.Tree, mid)
	corner := find.Pattern{Cells: []find.Want{{Cell: b.Find("a1"), Content: rules.Piece(1)}}}
	for _, x := range []struct {
		q         find.Query
		want, why string
	}{
		{find.Query{Position: position}, "b2 a1; b2 c1", "here"},
		{find.Query{Pattern: &corner}, "b2 a1; c3 a1", "a1"},
		{find.Query{Position: position, Pattern: &corner}, "b2 a1", "here"},
		{find.Query{Position: position, Named: true}, "b2 a1", "here"},
		{find.Query{Pattern: &corner, Text: "or"}, "b2 a1", "or there · a1"},
		{find.Query{Pattern: &corner, Glyphs: []model.Glyph{"!"}, Commented: true}, "b2 a1", "! · a1"},
		{find.Query{Pattern: &corner, Bookmarked: true}, "", ""},
		{find.Query{Position: position, Movers: rules.Of(0)}, "", ""},
	} {
		hits := search(t, d, x.q)
		if got := paths(d, hits); got != x.want {
			t.Errorf("%+v: %q, want %q", x.q, got, x.want)
			continue
		}
		for i, h := range hits {
			if (h.Perm != nil) != (x.q.Position != nil) || (h.Cells != nil) != (x.q.Pattern != nil) || i == 0 && h.Why != x.why {
				t.Errorf("%+v: %+v", x.q, h)
			}
		}
	}
	for _, held := range [][]int{{0, 0, 0}, {0, 0, 0, 0}} {
		s := *position
		s.Held = held
		if err := find.Search(t.Context(), d, &find.Query{Position: &s}, nil, nil); fmt.Sprint(err) != "the position belongs to another board" {
			t.Errorf("held by %d players of 2: %v", len(held), err)
		}
	}
}

// A search tells now and then how far it is, and at last that all is done.
func TestSearchTellsProgress(t *testing.T) {
	d := model.NewDocument(build(t, "gomoku"))
	for range 40_000 {
		d.Tree.Add(d.Tree.Root(), rules.Place(7))
	}
	total := d.Tree.Len()
	for name, run := range map[string]func(find.Progress) error{
		"Search": func(p find.Progress) error {
			return find.Search(context.Background(), d, &find.Query{Bookmarked: true}, p, nil)
		},
		"Collect": func(p find.Progress) error { _, err := find.Collect(context.Background(), d.Tree, p); return err },
	} {
		var told []int
		err := run(func(done, of int) {
			if told = append(told, done); of != total {
				t.Errorf("%s: of %d, not %d", name, of, total)
			}
		})
		if err != nil || len(told) < 3 || len(told) > 40 || !slices.IsSorted(told) || told[0] == 0 || told[len(told)-1] != total || told[len(told)-2] == total {
			t.Errorf("%s: %v, %v", name, told, err)
		}
	}
}

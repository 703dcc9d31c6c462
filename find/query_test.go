package find_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"boardstudio/find"
	"boardstudio/model"
	"boardstudio/rules"
)

// TestEmpty checks that a query is empty unless it has a criterion. Whole and Mark alone are not
// criteria.
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

// TestMoversMakeMoves checks that criteria about the player match moves only, not set-ups.
func TestMoversMakeMoves(t *testing.T) {
	d := model.NewDocument(build(t, "tictactoe"))
	d.Players[0].Name, d.Players[1].Name = "Zoé", "Zoltan"
	a := play(t, d.Tree, d.Tree.Root(), "b2")
	b := play(t, d.Tree, a, "a1")
	play(t, d.Tree, d.Tree.AddSetup(b, "A../.../..B A"), "b2")
	d.Tree.AddSetup(a, "A../.../..B A")
	for _, x := range []struct {
		name string
		q    find.Query
		want string
	}{
		{"first seat", find.Query{Movers: rules.Of(0)}, "b2; b2 a1 set-up b2"},
		{"second seat", find.Query{Movers: rules.Of(1)}, "b2 a1"},
		{"both seats", find.Query{Movers: rules.Of(0, 1)}, "b2; b2 a1; b2 a1 set-up b2"},
		{"part of two names", find.Query{Player: "zo"}, "b2; b2 a1; b2 a1 set-up b2"},
		{"part of two names, second seat", find.Query{Player: "zo", Movers: rules.Of(1)}, "b2 a1"},
		{"part of one name", find.Query{Player: "tan"}, "b2 a1"},
		{"part of one name, first seat", find.Query{Player: "tan", Movers: rules.Of(0)}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := paths(d, search(t, d, x.q)); got != x.want {
				t.Errorf("%+v: %q, want %q", x.q, got, x.want)
			}
		})
	}
}

// TestSwing checks that a change of evaluation is from the point of view of the player who moved,
// and that no estimate equals a proof.
func TestSwing(t *testing.T) {
	eval := func(score float64, proved bool) model.Eval {
		return model.Eval{Engine: "x", Score: score, Proved: proved}
	}
	for _, x := range []struct {
		name          string
		before, after model.Eval // each for the player to move
		swing         float64
		want          string
	}{
		{"just enough", eval(1, false), eval(-1.5, false), 0.5, "+1.00 → +1.50"},
		{"too little", eval(1, false), eval(-1.5, false), 0.51, ""},
		{"from behind to ahead", eval(-1, false), eval(-3, false), 4, "−1.00 → +3.00"},
		{"to zero", eval(2, false), eval(0, false), 2, "+2.00 → +0.00"},
		{"to a loss", eval(2, false), eval(1, true), 1000, "+2.00 → −∞"},
		{"to a win", eval(2, false), eval(-1, true), 1000, "+2.00 → +∞"},
		{"from a loss", eval(-1, true), eval(0, true), 1000, "−∞ → +0.00"},
		{"sure win", eval(1, true), eval(-1, true), 0.1, ""},
		{"other engine", eval(2, false), model.Eval{Engine: "y", Score: 7}, 0.1, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
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
		})
	}
	// Even a huge estimate differs from a proof.
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

// TestMarksNamed checks that a hit lists its marked cells, without cells outside the board and up
// to a maximum number.
func TestMarksNamed(t *testing.T) {
	r := build(t, "othello")
	for _, x := range []struct {
		from, n int
		want    string // "" for no hit
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

// TestPositionWithPattern checks that all criteria must hold and that the description names each of
// them.
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
		t.Run(x.why, func(t *testing.T) {
			hits := search(t, d, x.q)
			if got := paths(d, hits); got != x.want {
				t.Errorf("%+v: %q, want %q", x.q, got, x.want)
				return
			}
			for i, h := range hits {
				if (h.Perm != nil) != (x.q.Position != nil) || (h.Cells != nil) != (x.q.Pattern != nil) || i == 0 && h.Why != x.why {
					t.Errorf("%+v: %+v", x.q, h)
				}
			}
		})
	}
	for _, held := range [][]int{{0, 0, 0}, {0, 0, 0, 0}} {
		s := *position
		s.Held = held
		if err := find.Search(t.Context(), d, &find.Query{Position: &s}, nil, nil); fmt.Sprint(err) != "the position belongs to another board" {
			t.Errorf("held by %d players of 2: %v", len(held), err)
		}
	}
}

// TestSearchReportsProgress checks that a search reports its progress and finally its completion.
func TestSearchReportsProgress(t *testing.T) {
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
		t.Run(name, func(t *testing.T) {
			var told []int
			err := run(func(done, of int) {
				if told = append(told, done); of != total {
					t.Errorf("of %d, not %d", of, total)
				}
			})
			if err != nil || len(told) < 3 || len(told) > 40 || !slices.IsSorted(told) || told[0] == 0 || told[len(told)-1] != total || told[len(told)-2] == total {
				t.Errorf("%v, %v", told, err)
			}
		})
	}
}

// TestIllegalHasNoPosition checks that an illegal move matches neither a pattern nor the position
// before it, and that a cancelled search ends.
func TestIllegalHasNoPosition(t *testing.T) {
	d := model.NewDocument(build(t, "tictactoe"))
	n := play(t, d.Tree, d.Tree.Root(), "b2")
	d.Tree.AddRaw(n, "zz")
	d.Tree.Add(n, rules.Place(d.Tree.Rules().Board().Find("b2")))
	middle := find.Pattern{Cells: []find.Want{{Cell: d.Tree.Rules().Board().Find("b2"), Content: rules.Piece(0)}}}
	around := middle
	around.Anywhere, around.Turned = true, true
	for _, q := range []find.Query{{Pattern: &middle}, {Pattern: &around}, {Position: setup(t, d.Tree, n)}} {
		if got := paths(d, search(t, d, q)); got != "b2" {
			t.Errorf("%+v: %q", q, got)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		err := find.Search(ctx, d, &q, nil, func(find.Hit) bool { return true })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

// TestAroundATorus checks that a pattern on a small torus does not use a cell twice.
func TestAroundATorus(t *testing.T) {
	r := build(t, "line", "rows=3", "cols=5", "k=3", "topology=torus")
	d := model.NewDocument(r)
	b := r.Board()
	play(t, d.Tree, d.Tree.Root(), "a1 c2 d1")
	row := func(cells ...string) *find.Pattern {
		p := &find.Pattern{Anywhere: true, Turned: true}
		for _, c := range cells {
			p.Cells = append(p.Cells, find.Want{Cell: b.Find(c), Content: rules.Piece(0)})
		}
		return p
	}
	// On this wrapped board, three columns apart in one direction is two apart in the opposite one.
	// With the pattern turned upright, three rows apart is the same cell.
	for _, x := range []struct {
		name string
		p    *find.Pattern
		want string
	}{{"a1 and d1", row("a1", "d1"), "a1 c2 d1"}, {"b2 and e2", row("b2", "e2"), "a1 c2 d1"}, {"a1 and c1", row("a1", "c1"), "a1 c2 d1"}, {"a1 and b1", row("a1", "b1"), ""}} {
		t.Run(x.name, func(t *testing.T) {
			if got := paths(d, search(t, d, find.Query{Pattern: x.p})); got != x.want {
				t.Errorf("%+v: %q, want %q", x.p, got, x.want)
			}
		})
	}
}

// TestTextOfAnAccent checks that a search for a lone accent finds only nodes with a text.
func TestTextOfAnAccent(t *testing.T) {
	d := model.NewDocument(build(t, "tictactoe"))
	n := play(t, d.Tree, d.Tree.Root(), "b2 a1")
	d.Tree.Annotate(n, model.Annotation{Comment: "here"})
	if got := paths(d, search(t, d, find.Query{Text: "\u0301"})); got != "b2 a1" {
		t.Errorf("%q", got)
	}
}

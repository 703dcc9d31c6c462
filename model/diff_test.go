package model

import (
	"slices"
	"strings"
	"testing"
)

// partsOf formats differences, with the move of the node.
func partsOf(ds []Difference) []string {
	var out []string
	for _, d := range ds {
		text := d.Part
		switch {
		case d.Part != "":
		case d.B == nil:
			text = "only a"
		case d.A == nil:
			text = "only b"
		}
		if d.Nodes > 0 {
			text += string(rune('0' + d.Nodes))
		}
		out = append(out, text)
	}
	return out
}

func TestDiff(t *testing.T) {
	build := func() (*Document, []*Node) {
		d := NewDocument(newFake())
		a := d.Tree.Add(d.Tree.Root(), play(1))
		b := d.Tree.Add(a, play(2))
		c := d.Tree.Add(a, play(3))
		e := d.Tree.Add(d.Tree.Root(), play(4))
		return d, []*Node{a, b, c, e}
	}
	for name, x := range map[string]struct {
		change func(d *Document, n []*Node)
		want   []string
	}{
		"nothing":     {func(*Document, []*Node) {}, nil},
		"comment":     {func(_ *Document, n []*Node) { n[1].setAnnotation(Annotation{Comment: "x"}) }, []string{"comment"}},
		"more":        {func(d *Document, n []*Node) { d.Tree.Add(d.Tree.Add(n[1], play(5)), play(6)) }, []string{"only b2"}},
		"less":        {func(_ *Document, n []*Node) { n[0].unlink() }, []string{"only a3"}},
		"another":     {func(_ *Document, n []*Node) { n[2].move = play(7) }, []string{"only a1", "only b1"}},
		"order":       {func(d *Document, n []*Node) { n[0].unlink(); n[0].link(d.Tree.root, nil) }, []string{"order"}},
		"players":     {func(d *Document, _ []*Node) { d.Players[0].Name = "Ada" }, []string{"players"}},
		"information": {func(d *Document, _ []*Node) { d.Info["event"] = "x" }, []string{"information"}},
		"start":       {func(d *Document, _ []*Node) { d.Tree.root.setText("7") }, []string{"start"}},
	} {
		t.Run(name, func(t *testing.T) {
			a, _ := build()
			b, n := build()
			x.change(b, n)
			if got := partsOf(Diff(a, b, 100, nil)); !slices.Equal(got, x.want) {
				t.Errorf("%v, want %v", got, x.want)
			}
			if x.want != nil && len(Diff(a, b, 0, nil)) != 0 {
				t.Error("a limit of 0 gives differences")
			}
		})
	}
}

// TestDiffNamesThePlaces checks the nodes of differences and their order. Nodes of the first tree
// must precede nodes of the second.
func TestDiffNamesThePlaces(t *testing.T) {
	a, _ := sketched(t, gomoku(t), "a1 (b1 b2 {x} c3) (c1 d4 [] e5) ?zz ?yy f6")
	b, _ := sketched(t, gomoku(t), "a1 (c1 d4 [] e5 {y}) (b1 b2 c4 c5) (g1) ?zz ?xx f6")
	text := func(d *Document, n *Node) string {
		if n == nil {
			return "-"
		}
		return strings.Trim(strings.SplitN(d.Tree.pathText(n), "(", 2)[1], ")")
	}
	all := Diff(a, b, 100, nil)
	var got []string
	for _, x := range all {
		got = append(got, strings.Join([]string{x.Part, text(a, x.A), text(b, x.B), strings.Repeat("n", x.Nodes)}, "/"))
	}
	want := []string{
		"order/a1/a1/", "/-/a1 g1/n", "comment/a1 b1 b2/a1 b1 b2/", "/a1 b1 b2 c3/-/n", "/-/a1 b1 b2 c4/nn",
		"comment/a1 c1 d4 [set-up] e5/a1 c1 d4 [set-up] e5/", "/a1 ?zz ?yy/-/nn", "/-/a1 ?zz ?xx/nn",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for limit := range len(all) + 2 {
		if ds := Diff(a, b, limit, nil); !slices.Equal(ds, all[:min(limit, len(all))]) {
			t.Errorf("with a limit of %d there are %d differences", limit, len(ds))
		}
	}
}

// TestDiffOfEqualSiblings checks that a child has at most one counterpart, and that reordered
// children are a single difference.
func TestDiffOfEqualSiblings(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want []string
	}{
		{"(a1) (a1) b1", "(a1) (a1) b1", nil},
		{"(a1) (a1) b1", "(a1) b1", []string{"only a1"}},
		{"(a1) b1", "(a1) (a1) b1", []string{"only b1"}},
		{"(a1) (b1) c1", "(c1) (b1) a1", []string{"order"}},
		{"(a1) (b1) c1", "(b1) (c1) a1", []string{"order"}},
		{"(a1) (b1) c1", "(b1) c1", []string{"only a1"}},
		{"(a1) b1", "(c1) (a1) b1", []string{"only b1"}},
		{"(a1) (b1) a1", "(b1) (a1) a1", []string{"order"}},
		{"?zz", "?zy", []string{"only a1", "only b1"}},
		{"?a1", "a1", []string{"only a1", "only b1"}},
	} {
		t.Run(tt.a+" and "+tt.b, func(t *testing.T) {
			a, _ := sketched(t, gomoku(t), tt.a)
			b, _ := sketched(t, gomoku(t), tt.b)
			if got := partsOf(Diff(a, b, 100, nil)); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

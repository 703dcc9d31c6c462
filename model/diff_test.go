package model

import (
	"slices"
	"testing"
)

// parts lists what Diff says, with the move of the node it is about.
func parts(ds []Difference) []string {
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
		"start":       {func(d *Document, _ []*Node) { d.Tree.root.extra.text = "7" }, []string{"start"}},
	} {
		a, _ := build()
		b, n := build()
		x.change(b, n)
		if got := parts(Diff(a, b, 100, nil)); !slices.Equal(got, x.want) {
			t.Errorf("%s: %v, want %v", name, got, x.want)
		}
		if x.want != nil && len(Diff(a, b, 0, nil)) != 0 {
			t.Errorf("%s: a limit of 0 gives differences", name)
		}
	}
}

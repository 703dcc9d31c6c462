package codec_test

import (
	"context"
	"slices"
	"testing"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules/line"
)

// numbered returns a tree of set-up nodes with some unreadable moves, and the line numbers of these
// moves.
func numbered(t *testing.T, nodes int) (*model.Document, *codec.Lines, []int) {
	t.Helper()
	r, err := line.Game.Build("", nil)
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	lines := &codec.Lines{}
	lines.Add(d.Tree.Root(), 3)
	start := r.Start().String()
	var bad []int
	n := d.Tree.Root()
	for i := 1; i < nodes; i++ {
		at := 3 + i*2/3
		if i%31 == 30 { // start another game
			n = d.Tree.Root()
		}
		if i%70 == 5 {
			n = d.Tree.AddRaw(n, "zz")
			bad = append(bad, at)
		} else {
			n = d.Tree.AddSetup(n, start)
		}
		lines.Add(n, at)
	}
	return d, lines, bad
}

func linesOf(t *testing.T, problems []error) (at []int) {
	t.Helper()
	for _, err := range problems {
		e, ok := err.(*codec.Error)
		if !ok || e.File != "x" {
			t.Fatalf("%T %v", err, err)
		}
		at = append(at, e.Line)
	}
	slices.Sort(at)
	return at
}

func TestProblemsHaveLines(t *testing.T) {
	d, lines, want := numbered(t, 3000)
	got := linesOf(t, lines.Problems(context.Background(), codec.Options{File: "x"}, d.Tree))
	if !slices.Equal(got, want) {
		t.Errorf("illegal moves on the lines %v, want %v", got, want)
	}
	if !d.Tree.Prefetch(0) {
		t.Error("no positions are kept")
	}
	d, lines, want = numbered(t, 8000)
	got = linesOf(t, lines.Problems(context.Background(), codec.Options{File: "x"}, d.Tree))
	if len(got) != codec.MaxWarnings+1 || got[0] != 0 || !slices.Contains(want, got[1]) {
		t.Errorf("of %d illegal moves these are told: %v", len(want), got)
	}
}

// TestLater checks that the postponed check finds the same problems, also after an edit, and that
// it can be stopped.
func TestLater(t *testing.T) {
	d, lines, want := numbered(t, 3000)
	later := &codec.DelayedCheck{}
	if now := lines.Problems(context.Background(), codec.Options{File: "x", Later: later}, d.Tree); now != nil || later.Tree() != d.Tree {
		t.Fatal(now, later.Tree())
	}
	if found, v := later.Run(func(int) bool { return false }); found != nil || v != nil {
		t.Errorf("stopped, and found %v", found)
	}
	check := func(want []int) {
		t.Helper()
		found, v := later.Run(nil)
		if got := linesOf(t, found); !slices.Equal(got, want) {
			t.Errorf("illegal moves on the lines %v, want %v", got, want)
		}
		if d.Tree.Adopt(v); !d.Tree.Prefetch(0) {
			t.Error("no positions are kept")
		}
	}
	check(want)
	edits := []model.Edit{
		model.Insert{Parent: d.Tree.Root(), Index: 0, Node: model.NewSetup(d.Tree.Rules().Start().String())},
		model.Remove{Node: d.Tree.Root().Last()},
	}
	bad := 0
	for n := range d.Tree.Subtree(d.Tree.Root().Last()) {
		if n.Raw() != "" {
			bad++
		}
	}
	if err := d.Tree.Do("x", edits...); err != nil {
		t.Fatal(err)
	}
	want = want[:len(want)-bad]
	check(want)
	empty := &codec.DelayedCheck{}
	if found, v := empty.Run(nil); found != nil || v != nil || empty.Tree() != nil {
		t.Error(found, v)
	}
}

package find_test

import (
	"testing"

	"boardstudio/find"
	"boardstudio/model"
)

func TestOrder(t *testing.T) {
	d := open(t, "../samples/penloup-juhem.studio")
	var all []*model.Node
	for n := range d.Tree.All() {
		all = append(all, n)
	}
	for i := 0; i < len(all); i += 3 {
		for j := 0; j < len(all); j += 5 {
			if got, want := find.Order(all[i], all[j]), max(-1, min(1, i-j)); got != want {
				t.Fatalf("order of %d and %d is %d", i, j, got)
			}
		}
	}
	for _, n := range all {
		if find.Follow(d.Tree, find.Steps(n)) != n {
			t.Fatal("the steps lead elsewhere")
		}
	}
}

// TestFollowTooFar checks that a path that leaves the tree ends at the last existing node.
func TestFollowTooFar(t *testing.T) {
	d := model.NewDocument(build(t, "tictactoe"))
	n := play(t, d.Tree, d.Tree.Root(), "a1")
	other := play(t, d.Tree, d.Tree.Root(), "b1")
	for _, x := range []struct {
		way  []int32
		want *model.Node
	}{
		{nil, d.Tree.Root()},
		{[]int32{0}, n},
		{[]int32{1}, other},
		{[]int32{2}, d.Tree.Root()},
		{[]int32{1, 0}, other},
		{[]int32{0, 5, 0}, n},
	} {
		if got := find.Follow(d.Tree, x.way); got != x.want {
			t.Errorf("%v leads to %s", x.way, path(d, got))
		}
	}
}

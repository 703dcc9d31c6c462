package model

import "testing"

func TestCache(t *testing.T) {
	x, other := newSample(), newSample()
	var c Cache[*Node, int]
	calls := 0
	get := func(tree *Tree, n *Node) int {
		return c.Get(tree, n, func() int { calls++; return calls })
	}
	for i, want := range []struct {
		before func()
		tree   *Tree
		n      *Node
		value  int
	}{
		{func() {}, x.tree, nil, 1}, // the zero value is empty
		{func() {}, x.tree, nil, 1},
		{func() {}, x.tree, x.a, 2},
		{func() {}, x.tree, x.a, 2},
		{func() { _ = x.tree.Do("name", SetName{x.b, "b"}) }, x.tree, x.a, 3},
		{func() { x.tree.Undo() }, x.tree, x.a, 4},
		{func() {}, other.tree, x.a, 5},
		{func() { c = Cache[*Node, int]{} }, other.tree, x.a, 6},
	} {
		want.before()
		if got := get(want.tree, want.n); got != want.value {
			t.Errorf("%d: %d, want %d", i, got, want.value)
		}
	}
}

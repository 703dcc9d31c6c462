package find

import (
	"slices"

	"boardstudio/model"
)

// Steps returns the path from the root to n, as the child index at each node.
func Steps(n *model.Node) (way []int32) {
	for ; n.Parent() != nil; n = n.Parent() {
		way = append(way, int32(n.Index()))
	}
	slices.Reverse(way)
	return way
}

// Follow follows a path from the root as far as it exists, and returns the last node.
func Follow(t *model.Tree, way []int32) *model.Node {
	n := t.Root()
	for _, i := range way {
		c := n.First()
		for ; c != nil && i > 0; i-- {
			c = c.Next()
		}
		if c == nil {
			return n
		}
		n = c
	}
	return n
}

// Order returns -1 if a comes before b in tree order, 0 if they are equal, and 1 otherwise. Both
// must be in the same tree. The cost is one step for each ancestor and for each sibling at the
// branching point.
func Order(a, b *model.Node) int {
	if a == b {
		return 0
	}
	depth := func(n *model.Node) (d int) {
		for ; n != nil; n = n.Parent() {
			d++
		}
		return d
	}
	da, db := depth(a), depth(b)
	less := -1
	if da > db {
		a, b, da, db, less = b, a, db, da, 1
	}
	for ; db > da; db-- {
		b = b.Parent()
	}
	if a == b {
		return less // the ancestor comes first
	}
	for a.Parent() != b.Parent() {
		a, b = a.Parent(), b.Parent()
	}
	for n := a.Next(); n != nil; n = n.Next() {
		if n == b {
			return less
		}
	}
	return -less
}

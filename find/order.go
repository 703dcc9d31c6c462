package find

import (
	"slices"

	"boardstudio/model"
)

// Steps returns the way from the start to n: at each node the number of the child.
func Steps(n *model.Node) (way []int32) {
	for ; n.Parent() != nil; n = n.Parent() {
		way = append(way, int32(n.Index()))
	}
	slices.Reverse(way)
	return way
}

// Follow goes steps from the root as far as there is a child.
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

// Order tells whether a comes before b in the order of the tree (-1), is it (0), or
// comes after it. Both must be in the tree. It takes a step for each node above them and
// for each sibling where their lines part.
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
		return less // the upper one comes first
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

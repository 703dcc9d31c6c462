package model

import (
	"iter"
	"slices"
)

// branching is a node with children still to be visited, and where it stands.
type branching struct {
	n *Node
	p place
}

// walk yields the nodes of top's branch from n on, in the order of All, each with
// its place. It costs one Play for each; the nodes must not change meanwhile.
// Beyond a limit the places of the uppermost branchings are given up, and found
// again when needed.
func (t *Tree) walk(top, n *Node) iter.Seq2[*Node, place] {
	return func(yield func(*Node, place) bool) {
		var open []branching
		for m := n; m != top; m = m.parent {
			if m.next != nil {
				open = append(open, branching{n: m.parent})
			}
		}
		slices.Reverse(open)
		given := len(open) // open[:given] have no place
		for p, err := t.locate(n); err == nil && yield(n, p); p = t.step(p, n) {
			if n.first != nil {
				if n.first.next != nil {
					open = append(open, branching{n, p})
					if len(open)-given > t.limits.open {
						open[given].p = place{}
						given++
					}
				}
				n = n.first
				continue
			}
			for n != top && n.next == nil {
				n = n.parent
			}
			if n == top {
				return
			}
			n = n.next
			last := &open[len(open)-1]
			if given == len(open) {
				last.p, _ = t.locate(last.n)
				given--
			}
			p = last.p
			if n.next == nil {
				open = open[:len(open)-1]
			}
		}
	}
}

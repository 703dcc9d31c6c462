package treelayout

import "boardstudio/model"

// farDown is the number of nodes that Forks examines on a line without a layout.
const farDown = 4096

// Forks reports whether n or a node above it has a previous or a next sibling, and whether the line
// below n has any fork. For a long folded line, below may be true without a fork. It costs a step
// per few hundred nodes.
func (l *Layout) Forks(n *model.Node) (before, after, below bool) {
	l.update()
	before = l.headOf(n).Parent() != nil
	for m := n; m != nil && !after; {
		s := l.segs[m]
		if s == nil {
			after = m.Next() != nil
			m = m.Parent()
			continue
		}
		after = m.Next() != nil || s.chain.head.Next() != nil
		for i := 0; i < s.at && !after; i++ {
			after = s.chain.segs[i].right > 1
		}
		m = s.chain.head.Parent()
	}
	s, k, in := l.inChain(n)
	if !in {
		for steps := 0; n != nil && !below; n = n.First() {
			steps++
			below = n.First() != n.Last() || steps > farDown
		}
		return before, after, below
	}
	lo, _ := s.group(k)
	below = lo < len(s.sides)
	for i := s.at + 1; i < len(s.chain.segs) && !below; i++ {
		below = s.chain.segs[i].right > 1
	}
	return before, after, below
}

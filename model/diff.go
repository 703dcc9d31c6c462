package model

import (
	"math/bits"

	"boardstudio/msg"
)

// Difference is one point in which two documents of the same game differ.
type Difference struct {
	// A and B are the node in the first and in the second tree: one of them is nil
	// where only the other tree has it, both are nil for players and info.
	A, B *Node
	// Part names what differs as in Equal, such as "comment", "order" or "start"; "" when
	// a whole branch is in one tree only.
	Part string
	// Nodes is the size of the branch that only one tree has.
	Nodes int
}

// Title returns what differs as a person reads it, such as "another comment"; "" for a branch
// that only one tree has.
func (d Difference) Title() msg.Key {
	for i := range parts {
		if parts[i].name == d.Part {
			return parts[i].title
		}
	}
	return otherTitles[d.Part]
}

// otherTitles are the titles of differences outside an annotation.
var otherTitles = map[string]msg.Key{
	"players":     "other players",
	"information": "other information",
	"start":       "another position",
	"order":       "another order of the variations",
}

// Diff compares what is saved of a and b, which must have the same rules, and
// returns at most limit differences, in the order of a's tree; what b alone has below a node
// follows what a has there. Branches are matched by their moves, so that another
// order of variations is one difference and not many. It costs a few steps for each
// node, and for each pair of siblings that are not in the same order. What was found when more
// ended it is not all there is.
func Diff(a, b *Document, limit int, more More) []Difference {
	var out []Difference
	ask := asker{more: more}
	put := func(d Difference) { out = append(out, d) }
	for i := range min(len(a.Players), len(b.Players)) {
		if a.Players[i] != b.Players[i] {
			put(Difference{Part: "players"})
			break
		}
	}
	if _, ok := differing(a.Info, b.Info); ok {
		put(Difference{Part: "information"})
	}
	type pair struct{ a, b *Node }
	stack := []pair{{a.Tree.root, b.Tree.root}}
	for len(stack) > 0 && len(out) < limit && ask.next() {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p.a.text() != p.b.text() {
			put(Difference{A: p.a, B: p.b, Part: "start"})
		}
		if p.a.differs(p.b) != nil {
			a, b := p.a.annotation(), p.b.annotation()
			for left := a.parts(&b); left != 0; left &= left - 1 {
				put(Difference{A: p.a, B: p.b, Part: parts[bits.TrailingZeros64(left)].name})
			}
		}
		same, onlyB, order := match(p.a, p.b)
		if order {
			put(Difference{A: p.a, B: p.b, Part: "order"})
		}
		var both []pair
		for c := p.a.first; c != nil; c = c.next {
			if t := same[c]; t != nil {
				both = append(both, pair{c, t})
			} else {
				put(Difference{A: c, Nodes: c.size(&ask)})
			}
		}
		for _, c := range onlyB {
			put(Difference{B: c, Nodes: c.size(&ask)})
		}
		for i := len(both) - 1; i >= 0; i-- {
			stack = append(stack, both[i])
		}
	}
	return out[:min(len(out), limit)]
}

// sameMove reports whether two nodes stand for the same move or set-up.
func sameMove(m, n *Node) bool {
	return m.kind() == n.kind() && m.move == n.move && (m.kind() == isMove || m.text() == n.text())
}

// match pairs the children of a with those of b. order says that the pairs do not
// stand in the same order.
func match(a, b *Node) (same map[*Node]*Node, onlyB []*Node, order bool) {
	same = map[*Node]*Node{}
	taken := map[*Node]bool{}
	next := b.first // where the counterpart of the next child is looked for first
	for c := a.first; c != nil; c = c.next {
		t := next
		for t != nil && (taken[t] || !sameMove(c, t)) {
			t = t.next
		}
		if t == nil {
			for t = b.first; t != next && (taken[t] || !sameMove(c, t)); {
				t = t.next
			}
			if t == next {
				continue
			}
			order = true
		} else {
			next = t.next
		}
		same[c], taken[t] = t, true
	}
	for c := b.first; c != nil; c = c.next {
		if !taken[c] {
			onlyB = append(onlyB, c)
		}
	}
	return same, onlyB, order
}

// size returns the number of nodes in the branch.
func (n *Node) size(ask *asker) int {
	size := 0
	for m := n; m != nil && ask.next(); m = m.after(n) {
		size++
	}
	return size
}

package model

import (
	"boardstudio/text/msg"
)

// Difference is a single difference between two documents of the same game.
type Difference struct {
	// A and B are the nodes in the first and the second tree. One is nil if only the other tree has
	// the branch. Both are nil for players and info.
	A, B *Node
	// Part names the differing part, as in Equal: "comment", "order", "start" and so on. It is ""
	// if only one tree has the branch.
	Part string
	// Nodes is the size of a branch that only one tree has.
	Nodes int
}

// Title returns a description for the user, such as "another comment". It is "" for a branch that
// only one tree has.
func (d Difference) Title() msg.Key {
	for i := range parts {
		if parts[i].name == d.Part {
			return parts[i].title
		}
	}
	return otherTitles[d.Part]
}

// otherTitles has the titles of differences outside annotations.
var otherTitles = map[string]msg.Key{
	"players":     "other players",
	"information": "other information",
	"start":       "another position",
	"order":       "another order of the variations",
}

// Diff compares the saved content of a and b, which must have the same rules. It returns at most limit
// differences, in the order of a's tree; below a node, branches that only a has precede branches that only b
// has. Branches are matched by their moves, so reordered variations count as one difference.
//
// It costs a few steps per node, and one per pair of siblings in different order. If more stops it, Diff
// returns the differences found so far.
func Diff(a, b *Document, limit int, more More) []Difference {
	var out []Difference
	ask := poller{more: more}
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
				put(Difference{A: p.a, B: p.b, Part: left.first().name})
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

// sameMove reports whether m and n have the same move or set-up.
func sameMove(m, n *Node) bool {
	return m.kind() == n.kind() && m.move == n.move && (m.kind() == isMove || m.text() == n.text())
}

// match pairs the children of a with equal children of b. order reports whether the pairs are in a
// different order.
func match(a, b *Node) (same map[*Node]*Node, onlyB []*Node, order bool) {
	same = map[*Node]*Node{}
	taken := map[*Node]bool{}
	next := b.first // first candidate for the next counterpart
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

// size returns the number of nodes in the branch of n.
func (n *Node) size(ask *poller) int {
	size := 0
	for m := n; m != nil && ask.next(); m = m.after(n) {
		size++
	}
	return size
}

package model

import (
	"boardstudio/msg"
	"boardstudio/rules"
)

// ReplaceMove returns the edits that make n, a move or an unreadable one, the move
// m; what follows is kept, and reported by Position where it is now illegal. Where a sibling of n
// makes that move already, n is joined to it by the rule of Paste. m must be legal at n's parent
// if that is legal.
func ReplaceMove(t *Tree, n *Node, m rules.Move) ([]Edit, error) {
	if err := t.canMove(n, m); err != nil {
		return nil, err
	}
	if !n.counts() {
		return nil, msg.Errorf("the start and set-up positions are not moves")
	}
	s := t.findOther(n, m)
	if s == nil {
		return []Edit{SetMove{n, m}}, nil
	}
	j := joiner{plan: plan{t: t}, gone: []*Node{n}}
	j.annotate(s, Join(s.annotation(), n.annotation()))
	return j.run(group{into: s, others: []*Node{n}})
}

// canMove returns why m cannot be made at the parent of n.
func (t *Tree) canMove(n *Node, m rules.Move) error {
	if err := t.inside(n); err != nil {
		return err
	}
	return t.plays(n.parent, m)
}

// findOther returns the first sibling of n, not n, that makes the move.
func (t *Tree) findOther(n *Node, m rules.Move) *Node {
	for c := range n.parent.Children() {
		if c != n && c.kind() == isMove && c.move == m {
			return c
		}
	}
	return nil
}

// InsertMove returns the edits that put the move m between n and its parent; n and
// what follows it are kept, and reported by Position where they are now illegal.
// Where a sibling of n makes that move already, n comes below it, by the rule of Paste.
// m must be legal at n's parent if that is legal.
func InsertMove(t *Tree, n *Node, m rules.Move) ([]Edit, error) {
	if err := t.canMove(n, m); err != nil {
		return nil, err
	}
	if s := t.findOther(n, m); s != nil {
		j := joiner{plan: plan{t: t}}
		if t.hasSame(s, n) {
			j.gone = []*Node{n}
		}
		return j.run(group{into: s, branches: []*Node{n}})
	}
	p := plan{t: t}
	in := NewNode(m)
	p.attach(in, n.parent, n)
	p.put(n, in, nil)
	return p.edits, nil
}

// hasSame reports whether parent has a child that is the same as n.
func (t *Tree) hasSame(parent, n *Node) bool {
	k := n.key()
	for c := range parent.Children() {
		if c != n && c.key() == k {
			return true
		}
	}
	return false
}

// DeleteMove returns the edits that delete n alone: what follows it then follows its
// parent, at the index of n, by the rule of Paste. What is now illegal is reported by Position.
// It takes a step for each sibling of n, and one for each node that is joined to another.
func DeleteMove(t *Tree, n *Node) ([]Edit, error) {
	if err := t.inside(n); err != nil {
		return nil, err
	}
	j := joiner{plan: plan{t: t}, gone: []*Node{n}, before: n, leave: n}
	return j.run(group{into: n.parent, others: []*Node{n}})
}

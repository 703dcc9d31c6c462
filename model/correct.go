package model

import (
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// ReplaceMove returns the edits that change the move of n to m. n must be a move, readable or not.
// The continuation is kept; Position reports moves in it that are now illegal. If a sibling of n
// already makes the move m, n is merged into it as in Paste.
//
// It returns an error if m is illegal at the parent of n, unless the parent is itself illegal.
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
	j := joiner{plan: plan{t: t}, removed: []*Node{n}}
	j.annotate(s, Join(s.annotation(), n.annotation()))
	return j.run(group{into: s, others: []*Node{n}})
}

// canMove returns an error if m is illegal at the parent of n.
func (t *Tree) canMove(n *Node, m rules.Move) error {
	if err := t.checkInner(n); err != nil {
		return err
	}
	return t.checkMove(n.parent, m)
}

// findOther returns the first sibling of n with the move m, or nil.
func (t *Tree) findOther(n *Node, m rules.Move) *Node {
	for c := range n.parent.Children() {
		if c != n && c.kind() == isMove && c.move == m {
			return c
		}
	}
	return nil
}

// InsertMove returns the edits that insert the move m between n and its parent. The branch of n is
// kept; Position reports moves in it that are now illegal. If a sibling of n already makes the move
// m, n is moved below that sibling and merged as in Paste.
//
// It returns an error if m is illegal at the parent of n, unless the parent is itself illegal.
func InsertMove(t *Tree, n *Node, m rules.Move) ([]Edit, error) {
	if err := t.canMove(n, m); err != nil {
		return nil, err
	}
	if s := t.findOther(n, m); s != nil {
		j := joiner{plan: plan{t: t}}
		if t.hasSame(s, n) {
			j.removed = []*Node{n}
		}
		return j.run(group{into: s, branches: []*Node{n}})
	}
	p := plan{t: t}
	in := NewNode(m)
	p.attach(in, n.parent, n)
	p.move(n, in, nil)
	return p.edits, nil
}

// hasSame reports whether parent has a child other than n that is equal to n.
func (t *Tree) hasSame(parent, n *Node) bool {
	k := n.key()
	for c := range parent.Children() {
		if c != n && c.key() == k {
			return true
		}
	}
	return false
}

// DeleteMove returns the edits that delete n but keep its continuation. The children of n take its
// place below the parent, merged as in Paste. Position reports moves that are now illegal. It costs
// a step per sibling of n and per merged node.
//
// It returns an error if n is the root or not in the tree.
func DeleteMove(t *Tree, n *Node) ([]Edit, error) {
	if err := t.checkInner(n); err != nil {
		return nil, err
	}
	j := joiner{plan: plan{t: t}, removed: []*Node{n}, before: n, skip: n}
	return j.run(group{into: n.parent, others: []*Node{n}})
}

package model

import (
	"boardstudio/msg"
	"boardstudio/rules"
)

// planned is an edit computed as one part of an operation. It only checks that the tree
// is unchanged since then, and repeats no other check, so that an operation of many edits costs no more than their sum.
type planned struct {
	tree     *Tree
	revision uint64
	Edit
}

// fits returns why the edit cannot be made any more.
func (e planned) fits(t *Tree) error {
	was := t.Revision()
	if t.making != nil {
		was = t.making.from
	}
	if t != e.tree || was != e.revision {
		return msg.Errorf("the game tree is no longer what it was")
	}
	return nil
}

// plan collects the edits of one operation.
type plan struct {
	t     *Tree
	edits []Edit
}

func (p *plan) add(e Edit) { p.edits = append(p.edits, planned{p.t, p.t.Revision(), e}) }

// attach puts a new branch under parent, which may be new itself.
func (p *plan) attach(n, parent, before *Node) { p.add(restore{n, parent, before}) }

// put moves a branch of the tree under another parent.
func (p *plan) put(n, parent, before *Node) { p.add(relink{n, parent, before}) }

// remove takes a branch out.
func (p *plan) remove(n *Node) { p.add(detach{n}) }

// annotate says about n what a holds, unless it is said already.
func (p *plan) annotate(n *Node, a Annotation) {
	if old := n.annotation(); old.differs(&a) != nil {
		p.add(setAnnotation{n, a, allParts})
	}
}

// inside returns an error when n is not in the tree, or is the root.
func (t *Tree) inside(n *Node) error {
	switch {
	case n == t.root:
		return msg.Errorf("this is the start of the game")
	case !t.Contains(n):
		return notHere()
	}
	return nil
}

// plays returns why m is illegal at parent; nil too where parent itself is illegal.
func (t *Tree) plays(parent *Node, m rules.Move) error {
	pos, err := t.Position(parent)
	if err != nil {
		return nil
	}
	_, err = pos.Play(m)
	return err
}

package model

import (
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// planned is an edit computed as a part of an operation. It only checks that the tree is unchanged
// since then, so an operation with many edits costs no more than the edits alone.
type planned struct {
	tree     *Tree
	revision uint64
	Edit
}

// fits returns an error if the tree has changed since the edit was computed.
func (e planned) fits(t *Tree) error {
	was := t.Revision()
	if t.inProgress != nil {
		was = t.revisionOf(t.inProgress.from)
	}
	if t != e.tree || was != e.revision {
		return msg.Errorf("the game tree was changed in the meantime")
	}
	return nil
}

// plan collects the edits of an operation.
type plan struct {
	t     *Tree
	edits []Edit
}

func (p *plan) add(e Edit) { p.edits = append(p.edits, planned{p.t, p.t.Revision(), e}) }

// attach inserts a new branch below parent, which may be new itself.
func (p *plan) attach(n, parent, before *Node) { p.add(restore{n, parent, before}) }

// move moves a branch of the tree below another parent.
func (p *plan) move(n, parent, before *Node) { p.add(relink{n, parent, before}) }

// remove adds an edit that detaches n with its descendants.
func (p *plan) remove(n *Node) { p.add(detach{n}) }

// annotate sets the annotation of n to a, unless it is equal.
func (p *plan) annotate(n *Node, a Annotation) {
	if old := n.annotation(); old.differs(&a) != nil {
		p.add(setAnnotation{n, a, AllParts})
	}
}

// checkInner returns an error if n is the root or not in the tree.
func (t *Tree) checkInner(n *Node) error {
	switch {
	case n == t.root:
		return msg.Errorf("this is the start of the game")
	case !t.Contains(n):
		return notInTree()
	}
	return nil
}

// checkMove returns an error if m is illegal at parent. It returns nil if parent itself is illegal.
func (t *Tree) checkMove(parent *Node, m rules.Move) error {
	pos, err := t.Position(parent)
	if err != nil {
		return nil
	}
	_, err = pos.Play(m)
	return err
}

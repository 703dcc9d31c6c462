package model

import "boardstudio/rules"

// Op is a primitive change of a document. Every edit consists of Ops, so a document can be rebuilt
// from them: see Document.Record. Nodes are given by their numbers. Fields that the kind does not
// mention are zero.
type Op struct {
	Kind OpKind
	Node uint32
	// Parent and Before are the new place of Node or Branch. Before is the next sibling, or 0 for the
	// last child.
	Parent, Before uint32
	Branch         *Node      // a detached branch of new nodes
	Move           rules.Move // the move of Node, if Text is ""
	Text           string     // the set-up position of Node, or its unreadable move; the key of the info
	Value          string     // the value of the info
	Patch          Patch      // the change of the annotation of Node
	Seat           int
	Player         Player
}

// OpKind is the kind of an Op.
type OpKind uint8

// The kinds of Ops.
const (
	OpDetach   OpKind = iota // remove the branch of Node
	OpRestore                // insert Node, which was in the tree before, at Parent, Before
	OpGraft                  // insert Branch at Parent, Before
	OpShift                  // move Node among its siblings, to Before
	OpRelink                 // move the branch of Node to Parent, Before
	OpSetText                // make Text the set-up position of Node
	OpSetMove                // make Move, or the unreadable Text, the move of Node
	OpAnnotate               // apply Patch to the annotation of Node
	OpInfo                   // set the info Text to Value
	OpSeat                   // set the player at Seat
)

// opEdit is a recorded Op. Its nodes are looked up when it is applied, because an earlier Op may
// insert them. It fails if it does not fit the document.
type opEdit struct {
	*Op
	doc *Document
}

func (o opEdit) apply(t *Tree) (Edit, Change, error) {
	e := o.edit(t)
	if e == nil {
		return nil, Change{}, mismatch()
	}
	return e.apply(t)
}

// edit returns the edit of the primitive, or nil if it does not fit the tree.
func (o opEdit) edit(t *Tree) Edit {
	switch o.Kind {
	case OpInfo:
		if o.Text != "" {
			return info{o.doc, o.Text, o.Value}
		}
		return nil
	case OpSeat:
		if o.Seat >= 0 && o.Seat < len(o.doc.Players) {
			return seat{o.doc, o.Seat, o.Player}
		}
		return nil
	case OpRestore, OpGraft:
		return o.restore(t)
	}
	n := t.numbers.node(o.Node)
	if !t.Contains(n) {
		return nil
	}
	switch o.Kind {
	case OpSetText:
		if k := n.kind(); k == isRoot || k == isSetup && o.Text != "" {
			return setText{n, o.Text}
		}
	case OpSetMove:
		if n.counts() && o.Text == "" {
			return setMove{n, o.Move, isMove, ""}
		} else if n.counts() {
			return setMove{n, o.Move, isRaw, o.Text}
		}
	case OpAnnotate:
		if a, ok := o.Patch.Apply(n.annotation()); ok {
			return setAnnotation{n, a, AllParts}
		}
	case OpDetach:
		if n != t.root {
			return detach{n}
		}
	case OpShift:
		if before, ok := t.numbers.sibling(o.Before, n.parent); ok && n != t.root && before != n {
			return shift{n, before}
		}
	case OpRelink:
		return o.relink(t, n)
	}
	return nil
}

func (o opEdit) restore(t *Tree) Edit {
	n := o.Branch
	if o.Kind == OpRestore {
		n = t.numbers.node(o.Node)
	}
	if n == nil || n.kind() == isRoot || n.parent != nil || (n.number == 0) != (o.Kind == OpGraft) {
		return nil
	}
	parent := t.numbers.node(o.Parent)
	if !t.Contains(parent) {
		return nil
	}
	before, ok := t.numbers.sibling(o.Before, parent)
	if !ok {
		return nil
	}
	return restore{n, parent, before}
}

func (o opEdit) relink(t *Tree, n *Node) Edit {
	parent := t.numbers.node(o.Parent)
	if !t.Contains(parent) {
		return nil
	}
	for m := parent; m != nil; m = m.parent {
		if m == n { // always true for the root
			return nil
		}
	}
	before, ok := t.numbers.sibling(o.Before, parent)
	if !ok || before == n {
		return nil
	}
	return relink{n, parent, before}
}

// NewChild returns a new node for the branch of an OpGraft, and makes it the last child of parent, a
// node of this branch. parent is nil for the top of the branch. setup and raw are as in Node.Setup
// and Node.Raw; if both are "", m is the move. a is the annotation, or nil.
func (t *Tree) NewChild(parent *Node, m rules.Move, setup, raw string, a *Annotation) *Node {
	n := t.newNode()
	n.move = m
	switch {
	case setup != "":
		n.extra = textExtra(isSetup, setup)
	case raw != "":
		n.extra = textExtra(isRaw, raw)
	}
	if a != nil {
		n.setAnnotation(*a)
	}
	if parent != nil {
		n.link(parent, nil)
	}
	return n
}

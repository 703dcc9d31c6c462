package model

import (
	"boardstudio/msg"
	"boardstudio/rules"
)

// Edit is a change to a tree or its document, to be given to Tree.Do.
type Edit interface {
	// apply makes the change and returns the edit that takes it back, nil when
	// there was nothing to change. On an error nothing is changed.
	apply(t *Tree) (inverse Edit, change Change, err error)
}

// Insert puts Node, a detached branch, under Parent as child number Index, or
// last when Index is -1. Node comes from NewNode, NewSetup or Copy, or was removed
// from this tree before. It is refused when the position at Parent refuses the move,
// or when Parent has a child with it; below an illegal node any move is taken. The
// moves below Node are not checked. It costs a step for each sibling and each
// node of the branch, and as Position does at Parent.
type Insert struct {
	Parent *Node
	Index  int
	Node   *Node
}

func (e Insert) apply(t *Tree) (Edit, Change, error) {
	n := e.Node
	switch {
	case n == nil:
		return nil, Change{}, msg.Errorf("there is nothing to insert")
	case n.parent != nil || n.kind() == isRoot:
		return nil, Change{}, msg.Errorf("the branch is in a game tree already")
	case n.prev != nil && n.prev != t.root: // its own tree can still bring it back
		return nil, Change{}, msg.Errorf("the branch belongs to another game tree")
	}
	at, err := t.locate(e.Parent) // fails too when Parent is below Node
	if err != nil {
		return nil, Change{}, err
	}
	before, ok := e.Parent.child(e.Index)
	if !ok {
		return nil, Change{}, msg.Errorf("there is no variation number %d", e.Index)
	}
	if n.kind() == isMove && t.Find(e.Parent, n.move) != nil {
		return nil, Change{}, msg.Errorf("the move %s is there already", t.moveText(n))
	}
	if n.Setup() == "" && n.kind() == isSetup {
		return nil, Change{}, msg.Errorf("the set-up position is empty")
	}
	there := t.step(at, n)
	if there.err != nil && there.err.Node == n && n.kind() != isRaw {
		return nil, Change{}, there.err
	}
	back, c, err := restore{n, e.Parent, before}.apply(t)
	t.arrive(n, there)
	t.last, t.lastAt = n, there
	return back, c, err
}

// restore puts a branch back where it was removed, without any check.
type restore struct{ node, parent, before *Node }

func (e restore) apply(t *Tree) (Edit, Change, error) { return whole(t, e) }

func (e restore) begin(t *Tree) limb {
	fresh, written := t.wire.arrives(e)
	return limb{
		top: e.node, at: e.node, in: true, fresh: fresh, written: written, to: e,
		back: detach{e.node}, change: Change{Kind: Inserted, Node: e.node, Parent: e.parent},
	}
}

// Remove takes Node with all below it out of the tree. The root is refused. It
// costs a step for each node removed.
type Remove struct{ Node *Node }

func (e Remove) apply(t *Tree) (Edit, Change, error) {
	if e.Node == t.root {
		return nil, Change{}, msg.Errorf("the start of the game cannot be removed")
	}
	if !t.Contains(e.Node) {
		return nil, Change{}, notHere()
	}
	return detach{e.Node}.apply(t)
}

// detach removes a branch, without any check.
type detach struct{ node *Node }

func (e detach) apply(t *Tree) (Edit, Change, error) { return whole(t, e) }

func (e detach) begin(t *Tree) limb {
	n := e.node
	t.wire.note(opDetach, n)
	back := restore{n, n.parent, n.next}
	t.stirred()
	n.unlink()
	n.prev = t.root
	return limb{top: n, at: n, back: back, change: Change{Kind: Removed, Node: back.parent, Parent: back.parent, Gone: n}}
}

// Reorder makes Node the child number Index of its parent, or the last one when
// Index is -1.
type Reorder struct {
	Node  *Node
	Index int
}

func (e Reorder) apply(t *Tree) (Edit, Change, error) {
	n := e.Node
	if n == t.root {
		return nil, Change{}, msg.Errorf("the start of the game cannot be moved")
	}
	if !t.Contains(n) {
		return nil, Change{}, notHere()
	}
	before, err := n.spot(n.parent, e.Index)
	if err != nil || before == n.next {
		return nil, Change{}, err
	}
	return shift{n, before}.apply(t)
}

// spot returns the child of parent before which n comes when it becomes the one with the index, nil behind all.
func (n *Node) spot(parent *Node, index int) (before *Node, err error) {
	was, next := n.parent, n.next
	n.unlink()
	before, ok := parent.child(index)
	n.link(was, next)
	if !ok {
		return nil, msg.Errorf("there is no variation number %d", index)
	}
	return before, nil
}

// shift moves a node before a sibling, behind all when that is nil.
type shift struct{ node, before *Node }

func (e shift) apply(t *Tree) (Edit, Change, error) {
	n, parent := e.node, e.node.parent
	t.wire.note(opShift, n, e.before)
	t.stirred()
	back := shift{n, n.next}
	n.unlink()
	n.link(parent, e.before)
	return back, Change{Kind: Moved, Node: n, Parent: parent}, nil
}

// SetSetup gives a set-up node or the root another position, which Rules.Parse
// must read; it is kept as Position.String writes it. "" is the usual start. What
// is below stays, and is reported by Position where it is now illegal.
type SetSetup struct {
	Node *Node
	Text string
}

func (e SetSetup) apply(t *Tree) (Edit, Change, error) {
	if !t.Contains(e.Node) {
		return nil, Change{}, notHere()
	}
	if k := e.Node.kind(); k != isRoot && k != isSetup {
		return nil, Change{}, msg.Errorf("a move has no position of its own")
	}
	text, err := t.setupText(e.Node, e.Text)
	if err != nil {
		return nil, Change{}, err
	}
	if text == e.Node.text() {
		return nil, Change{}, nil
	}
	return setText{e.Node, text}.apply(t)
}

// setText gives a node the text of a set-up, without any check: what it takes
// back may be a text that Rules.Parse refuses.
type setText struct {
	node *Node
	text string
}

func (e setText) apply(t *Tree) (Edit, Change, error) {
	t.wire.text(e)
	back := setText{e.node, e.node.text()}
	t.forget(e.node)
	e.node.setText(e.text)
	return back, Change{Kind: Restarted, Node: e.node}, nil
}

// SetMove gives Node, a move or an unreadable move, another move, which must be legal
// at its parent where the parent is legal, and which no sibling makes. What is below stays,
// and is reported by Position where it is now illegal.
type SetMove struct {
	Node *Node
	Move rules.Move
}

func (e SetMove) apply(t *Tree) (Edit, Change, error) {
	n := e.Node
	if !t.Contains(n) {
		return nil, Change{}, notHere()
	}
	if k := n.kind(); k != isMove && k != isRaw {
		return nil, Change{}, msg.Errorf("the start and set-up positions are not moves")
	}
	if n.kind() == isMove && n.move == e.Move {
		return nil, Change{}, nil
	}
	if t.Find(n.parent, e.Move) != nil {
		return nil, Change{}, msg.Errorf("the move %s is there already", t.format(e.Move))
	}
	if pos, err := t.Position(n.parent); err == nil {
		if _, err := pos.Play(e.Move); err != nil {
			return nil, Change{}, err
		}
	}
	return setMove{n, e.Move, isMove, ""}.apply(t)
}

// setMove makes a node another move, readable or not, without any check.
type setMove struct {
	node *Node
	move rules.Move
	kind kind
	text string
}

func (e setMove) apply(t *Tree) (Edit, Change, error) {
	n := e.node
	t.wire.move(e)
	back := setMove{n, n.move, n.kind(), n.Raw()}
	t.forget(n)
	n.move = e.move
	a := n.annotation()
	if e.kind == isRaw || !a.empty() {
		n.extra = textExtra(e.kind, e.text)
		n.setAnnotation(a)
	} else {
		n.extra = nil
	}
	return back, Change{Kind: Restarted, Node: n}, nil
}

// Relink puts Node, with all below it, under Parent as child number Index, or last
// when Index is -1. Parent must not be in the branch. No move is checked: what is
// illegal there stays and is reported by Position.
type Relink struct {
	Node, Parent *Node
	Index        int
}

func (e Relink) apply(t *Tree) (Edit, Change, error) {
	n := e.Node
	if n == t.root {
		return nil, Change{}, msg.Errorf("the start of the game cannot be moved")
	}
	if !t.Contains(n) || !t.Contains(e.Parent) {
		return nil, Change{}, notHere()
	}
	for m := e.Parent; m != nil; m = m.parent {
		if m == n {
			return nil, Change{}, msg.Errorf("a branch cannot be put into itself")
		}
	}
	before, err := n.spot(e.Parent, e.Index)
	if err != nil || n.parent == e.Parent && before == n.next {
		return nil, Change{}, err
	}
	return relink{n, e.Parent, before}.apply(t)
}

// relink puts a branch before a sibling below another parent, without any check.
type relink struct{ node, parent, before *Node }

func (e relink) apply(t *Tree) (Edit, Change, error) {
	n := e.node
	t.wire.note(opRelink, n, e.parent, e.before)
	back := relink{n, n.parent, n.next}
	from := n.parent
	if from == e.parent {
		from = nil
	}
	t.forget(n)
	t.stirred()
	n.unlink()
	n.link(e.parent, e.before)
	return back, Change{Kind: Moved, Node: n, Parent: e.parent, From: from}, nil
}

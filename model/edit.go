package model

import (
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Edit is a change to a tree or its document. It is applied by Tree.Do.
type Edit interface {
	// apply makes the change and returns its inverse, or nil if there was nothing to change. If it
	// returns an error, the tree is unchanged.
	apply(t *Tree) (inverse Edit, change Change, err error)
}

// Insert inserts Node, a detached branch, as child number Index of Parent. Index -1 appends. Node
// must come from NewNode, NewSetup or Copy, or have been removed from this tree.
//
// It fails if the move is illegal at Parent, or if Parent already has a child with the move. Below
// an illegal node, any move is accepted. Moves below Node are not checked. It costs a step per
// sibling and per node of the branch, plus the cost of Position at Parent.
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
	case n.prev != nil && n.prev != t.root: // the tree it was removed from could restore it by an undo
		return nil, Change{}, msg.Errorf("the branch belongs to another game tree")
	}
	at, err := t.locate(e.Parent) // also fails if Parent is below Node
	if err != nil {
		return nil, Change{}, err
	}
	before, ok := e.Parent.child(e.Index)
	if !ok {
		return nil, Change{}, msg.Errorf("there is no variation number %d", e.Index)
	}
	if n.kind() == isMove && t.Find(e.Parent, n.move) != nil {
		return nil, Change{}, msg.Errorf("this position already has the move %s", t.moveText(n))
	}
	if n.Setup() == "" && n.kind() == isSetup {
		return nil, Change{}, msg.Errorf("the set-up position is empty")
	}
	there := t.childState(at, n)
	if there.err != nil && there.err.Node == n && n.kind() != isRaw {
		return nil, Change{}, there.err
	}
	back, c, err := restore{n, e.Parent, before}.apply(t)
	t.checkpointIfDue(n, there)
	t.last, t.lastState = n, there
	return back, c, err
}

// restore inserts a branch without any check.
type restore struct{ node, parent, before *Node }

func (e restore) apply(t *Tree) (Edit, Change, error) { return applyWhole(t, e) }

func (e restore) begin(t *Tree) branchEdit {
	fresh, written := t.numbers.insert(e)
	return branchEdit{
		top: e.node, at: e.node, in: true, fresh: fresh, written: written, to: e,
		back: detach{e.node}, change: Change{Kind: Inserted, Node: e.node, Parent: e.parent},
	}
}

// Remove removes the branch of Node from the tree. It fails for the root. It costs a step per removed node.
type Remove struct{ Node *Node }

func (e Remove) apply(t *Tree) (Edit, Change, error) {
	if e.Node == t.root {
		return nil, Change{}, msg.Errorf("the start of the game cannot be removed")
	}
	if !t.Contains(e.Node) {
		return nil, Change{}, notInTree()
	}
	return detach{e.Node}.apply(t)
}

// detach removes a branch without any check.
type detach struct{ node *Node }

func (e detach) apply(t *Tree) (Edit, Change, error) { return applyWhole(t, e) }

func (e detach) begin(t *Tree) branchEdit {
	n := e.node
	t.numbers.op(Op{Kind: OpDetach, Node: n.number})
	back := restore{n, n.parent, n.next}
	t.restartPrefetch()
	n.unlink()
	n.prev = t.root
	return branchEdit{top: n, at: n, back: back, change: Change{Kind: Removed, Node: back.parent, Parent: back.parent, Gone: n}}
}

// Reorder makes Node child number Index of its parent. Index -1 makes it the last child.
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
		return nil, Change{}, notInTree()
	}
	before, err := n.spot(n.parent, e.Index)
	if err != nil || before == n.next {
		return nil, Change{}, err
	}
	return shift{n, before}.apply(t)
}

// spot returns the child of parent that would follow n if n became child number index. It returns
// nil if n would be the last.
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

// shift moves a node before a sibling, or to the end if before is nil.
type shift struct{ node, before *Node }

func (e shift) apply(t *Tree) (Edit, Change, error) {
	n, parent := e.node, e.node.parent
	t.numbers.op(Op{Kind: OpShift, Node: n.number, Before: e.before.id()})
	t.restartPrefetch()
	back := shift{n, n.next}
	n.unlink()
	n.link(parent, e.before)
	return back, Change{Kind: Moved, Node: n, Parent: parent}, nil
}

// SetSetup sets the position of a set-up node or the root. Rules.Parse must accept Text; the node
// stores it in the form of Position.String. "" is the normal start. The continuation is kept;
// Position reports moves in it that are now illegal.
type SetSetup struct {
	Node *Node
	Text string
}

func (e SetSetup) apply(t *Tree) (Edit, Change, error) {
	if !t.Contains(e.Node) {
		return nil, Change{}, notInTree()
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

// setText sets the text of a set-up without any check. A text that it restores may be one that
// Rules.Parse rejects.
type setText struct {
	node *Node
	text string
}

func (e setText) apply(t *Tree) (Edit, Change, error) {
	t.numbers.op(Op{Kind: OpSetText, Node: e.node.number, Text: e.text})
	back := setText{e.node, e.node.text()}
	t.forget(e.node)
	e.node.setText(e.text)
	return back, Change{Kind: Restarted, Node: e.node}, nil
}

// SetMove changes the move of Node, which must be a move, readable or not. It fails if a sibling
// has the move, or if the move is illegal at a legal parent. The continuation is kept; Position
// reports moves in it that are now illegal.
type SetMove struct {
	Node *Node
	Move rules.Move
}

func (e SetMove) apply(t *Tree) (Edit, Change, error) {
	n := e.Node
	if !t.Contains(n) {
		return nil, Change{}, notInTree()
	}
	if k := n.kind(); k != isMove && k != isRaw {
		return nil, Change{}, msg.Errorf("the start and set-up positions are not moves")
	}
	if n.kind() == isMove && n.move == e.Move {
		return nil, Change{}, nil
	}
	if t.Find(n.parent, e.Move) != nil {
		return nil, Change{}, msg.Errorf("this position already has the move %s", t.format(e.Move))
	}
	if pos, err := t.Position(n.parent); err == nil {
		if _, err := pos.Play(e.Move); err != nil {
			return nil, Change{}, err
		}
	}
	return setMove{n, e.Move, isMove, ""}.apply(t)
}

// setMove changes the move of a node, readable or not, without any check.
type setMove struct {
	node *Node
	move rules.Move
	kind kind
	text string
}

func (e setMove) apply(t *Tree) (Edit, Change, error) {
	n := e.node
	t.numbers.op(Op{Kind: OpSetMove, Node: n.number, Move: e.move, Text: e.text})
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

// Relink makes the branch of Node child number Index of Parent. Index -1 appends. It fails if
// Parent is in the branch. Moves are not checked; Position reports illegal ones.
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
		return nil, Change{}, notInTree()
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

// relink moves a branch below another parent, before a sibling, without any check.
type relink struct{ node, parent, before *Node }

func (e relink) apply(t *Tree) (Edit, Change, error) {
	n := e.node
	t.numbers.op(Op{Kind: OpRelink, Node: n.number, Parent: e.parent.id(), Before: e.before.id()})
	back := relink{n, n.parent, n.next}
	from := n.parent
	if from == e.parent {
		from = nil
	}
	t.forget(n)
	t.restartPrefetch()
	n.unlink()
	n.link(e.parent, e.before)
	return back, Change{Kind: Moved, Node: n, Parent: e.parent, From: from}, nil
}

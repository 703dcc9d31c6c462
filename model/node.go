// Package model implements the editable game tree and the document that contains it.
//
// A tree changes only by Tree.Do. Do applies all its edits or none, and adds one undo step. Edits know their
// inverse. Operations on branches, such as ReplaceMove and MergeTree, read the tree and return edits, which
// must be passed to a single Do. These edits only check that the tree has not changed since. They consist of
// the same few primitives as all other edits, so undo and the journal need no special cases. A PendingStep applies a
// large step in pieces. Between two pieces the tree is sound, but it accepts no other edit.
//
// Document.Record passes these primitives, as values of type Op, to a Recorder; package model/wire encodes them for the
// journal. Ops refer to nodes by number. Numbers are assigned in the order of the tree, then in the order of
// insertion. Document.Replay checks that each Op fits before applying it.
//
// Positions are cached at checkpoints, on every 32nd level of the tree. Of the 32 possible offsets, the one
// with the fewest nodes is used. So there is at most one checkpoint per 32 nodes, and at most 32 moves have to
// be played. The distance doubles in trees of more than 500,000 nodes, and again for each further factor of
// four. Edits drop the checkpoints that they invalidate; Tree.Prefetch recomputes them in pieces.
package model

import (
	"iter"

	"boardstudio/rules"
)

// Node is a node of a game tree: the root, a move, a set-up position, or a move that could not be
// read. Only edits change it. Like its tree, it must be used from a single goroutine.
type Node struct {
	parent *Node
	first  *Node // first child
	next   *Node // next sibling, or nil for the last
	prev   *Node // previous sibling; for a first child, the last sibling; for a removed branch, the root of its tree
	move   rules.Move
	extra  *extra // nil for a plain move, the most common case
	mark   uint32 // the tree that contains the node, or 0, and the checkpoint flag
	number uint32 // number in Ops, or 0: see Document.Record
}

// kind is the kind of a node.
type kind uint8

const (
	isMove kind = iota
	isRoot
	isSetup
	isRaw
)

// NewNode returns a detached node with the move m, for Insert.
func NewNode(m rules.Move) *Node { return &Node{move: m} }

// NewSetup returns a detached set-up node, for Insert.
func NewSetup(text string) *Node { return &Node{extra: textExtra(isSetup, text)} }

// Parent returns the parent, or nil for the root.
func (n *Node) Parent() *Node { return n.parent }

// First returns the first child, the main continuation. It returns nil for a leaf.
func (n *Node) First() *Node { return n.first }

// Last returns the last child, or nil for a leaf.
func (n *Node) Last() *Node {
	if n.first == nil {
		return nil
	}
	return n.first.prev
}

// Next returns the next sibling, or nil for the last.
func (n *Node) Next() *Node { return n.next }

// Prev returns the previous sibling, or nil for the first.
func (n *Node) Prev() *Node {
	if n.parent == nil || n.parent.first == n {
		return nil
	}
	return n.prev
}

// Children iterates over the children. The loop body may remove the current child.
func (n *Node) Children() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for c := n.first; c != nil; {
			next := c.next
			if !yield(c) {
				return
			}
			c = next
		}
	}
}

// Index returns the index of the node among its siblings, from 0. It costs a step per previous sibling.
func (n *Node) Index() int {
	i := 0
	for p := n.Prev(); p != nil; p = p.Prev() {
		i++
	}
	return i
}

// Ply returns the number of moves from the root to n, including n. Set-up nodes do not count. It
// costs a step per node above n.
func (n *Node) Ply() int {
	ply := 0
	for ; n != nil; n = n.parent {
		if n.counts() {
			ply++
		}
	}
	return ply
}

// Move returns the move of n. ok is false for the root, a set-up and an unreadable move.
func (n *Node) Move() (rules.Move, bool) { return n.move, n.kind() == isMove }

// Setup returns the position of a set-up node, or "" for other nodes. At the root it is the start
// of the game, or "" for Rules.Start.
func (n *Node) Setup() string {
	if k := n.kind(); k == isSetup || k == isRoot {
		return n.text()
	}
	return ""
}

// Raw returns the text of a move that could not be read, or "" for other nodes.
func (n *Node) Raw() string {
	if n.kind() == isRaw {
		return n.text()
	}
	return ""
}

// Plain reports whether the node is a move without annotations.
func (n *Node) Plain() bool { return n.extra == nil }

func (n *Node) kind() kind {
	if n.extra == nil {
		return isMove
	}
	return n.extra.kind
}

// counts reports whether n is a move, readable or not.
func (n *Node) counts() bool {
	k := n.kind()
	return k == isMove || k == isRaw
}

// child returns the child at index. It returns nil and true for -1 and for the index after the last child.
func (n *Node) child(index int) (c *Node, ok bool) {
	if index == -1 {
		return nil, true
	}
	if index < 0 {
		return nil, false
	}
	for c = n.first; c != nil && index > 0; c = c.next {
		index--
	}
	return c, index == 0
}

// link inserts n below parent, before a sibling, or last if before is nil.
func (n *Node) link(parent, before *Node) {
	n.parent, n.next = parent, before
	switch {
	case parent.first == nil:
		n.prev, parent.first = n, n
		return
	case before == nil:
		n.prev = parent.first.prev
		n.prev.next, parent.first.prev = n, n
		return
	}
	n.prev, before.prev = before.prev, n
	if parent.first == before {
		parent.first = n
	} else {
		n.prev.next = n
	}
}

// unlink detaches the branch of n from its parent.
func (n *Node) unlink() {
	first := n.parent.first
	switch {
	case n.next != nil:
		n.next.prev = n.prev
	case n != first:
		first.prev = n.prev
	}
	if n == first {
		n.parent.first = n.next
	} else {
		n.prev.next = n.next
	}
	n.parent, n.next, n.prev = nil, nil, nil
}

// after returns the node after n in preorder within the branch of top, or nil at the end.
func (n *Node) after(top *Node) *Node {
	if n.first != nil {
		return n.first
	}
	for ; n != top && n != nil; n = n.parent {
		if n.next != nil {
			return n.next
		}
	}
	return nil
}

// Copy returns a detached copy of the branch of n with its annotations, for this or another tree.
// The copy of a root is a set-up node.
func (n *Node) Copy() *Node { return n.copy(&poller{}) }

// copy implements Copy. If a stops it, the copy is incomplete.
func (n *Node) copy(a *poller) *Node {
	top := n.copyOne()
	if n.kind() == isRoot {
		top.extra.kind = isSetup
	}
	to := top // the copy of m's predecessor in preorder, then of m
	for m, last := n.after(n), n; m != nil && a.next(); m, last = m.after(n), m {
		for ; last != m.parent; last = last.parent {
			to = to.parent
		}
		c := m.copyOne()
		c.link(to, nil)
		to = c
	}
	return top
}

func (n *Node) copyOne() *Node {
	c := &Node{move: n.move}
	if n.extra != nil {
		e := *n.extra // slices are immutable and can be shared
		c.extra = &e
	}
	return c
}

// Package model is the editable game tree and the document around it.
//
// Tree.Do is the only way a tree changes: all of its edits or none, one step of undo. Edits know
// their inverse. Operations on branches, such as ReplaceMove and the merging of documents, look at
// the tree and return edits for one Do, alone; these ask only whether the tree is still in the state
// they were worked out for, and consist of the same few primitives as every edit, so undo and the
// journal know nothing of them. A Making makes a large step in pieces; between two pieces the tree
// is sound, but takes no other edit.
//
// Document.Journal writes the primitives down, with numbers for nodes, given out in the order of the
// tree and then as nodes come in; Replay asks of each whether it fits before it applies it.
//
// Positions are kept at nodes on every 32nd level: of the 32 choices that with the fewest nodes, so
// there is at most one for 32 nodes, and at most 32 moves to play; twice as many in a tree of more than 500,000
// nodes, and so on with each four times as large. An edit drops what it makes
// untrue; Tree.Warm finds it again in pieces.
package model

import (
	"iter"

	"boardstudio/rules"
)

// Node is a node of a game tree: the root, a move, a set-up position or a
// move that could not be read. It is changed by edits alone. Like its tree it
// belongs to one goroutine.
type Node struct {
	parent *Node
	first  *Node // first child
	next   *Node // next sibling, nil for the last
	prev   *Node // previous sibling; of a first child, the last one; of a removed branch, the root it was below
	move   rules.Move
	extra  *extra // nil for a plain move, which is what most nodes are
	mark   uint32 // the tree it is in, 0 for none, and whether it is a checkpoint
	number uint32 // in records of steps, 0 for none: see Document.Journal
}

// kind says what a node stands for.
type kind uint8

const (
	isMove kind = iota
	isRoot
	isSetup
	isRaw
)

// NewNode returns a detached node for m, to be given to Insert.
func NewNode(m rules.Move) *Node { return &Node{move: m} }

// NewSetup returns a detached set-up node, to be given to Insert.
func NewSetup(text string) *Node { return &Node{extra: textExtra(isSetup, text)} }

// Parent returns the node above, nil at the root.
func (n *Node) Parent() *Node { return n.parent }

// First returns the first child, which is the main continuation; nil at a leaf.
func (n *Node) First() *Node { return n.first }

// Last returns the last child, nil at a leaf.
func (n *Node) Last() *Node {
	if n.first == nil {
		return nil
	}
	return n.first.prev
}

// Next returns the next sibling, nil for the last.
func (n *Node) Next() *Node { return n.next }

// Prev returns the previous sibling, nil for the first.
func (n *Node) Prev() *Node {
	if n.parent == nil || n.parent.first == n {
		return nil
	}
	return n.prev
}

// Children iterates over the children. The one at hand may be removed meanwhile.
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

// Index returns the node's index among its siblings, from 0. It takes a step for each sibling before it.
func (n *Node) Index() int {
	i := 0
	for p := n.Prev(); p != nil; p = p.Prev() {
		i++
	}
	return i
}

// Ply returns the number of moves from the root up to and with n; set-up nodes
// do not count. It takes a step for each node above.
func (n *Node) Ply() int {
	ply := 0
	for ; n != nil; n = n.parent {
		if n.counts() {
			ply++
		}
	}
	return ply
}

// Move returns the move of n; false for the root, a set-up and an unreadable move.
func (n *Node) Move() (rules.Move, bool) { return n.move, n.kind() == isMove }

// Setup returns the position text of a set-up node, "" for other nodes. At the
// root it is the start of the game where that is not Rules.Start.
func (n *Node) Setup() string {
	if k := n.kind(); k == isSetup || k == isRoot {
		return n.text()
	}
	return ""
}

// Raw returns the text of an imported move that could not be read, "" for
// every other node.
func (n *Node) Raw() string {
	if n.kind() == isRaw {
		return n.text()
	}
	return ""
}

// Plain reports whether there is nothing to the node but a move.
func (n *Node) Plain() bool { return n.extra == nil }

func (n *Node) kind() kind {
	if n.extra == nil {
		return isMove
	}
	return n.extra.kind
}

// counts reports whether n is a move of the game, readable or not.
func (n *Node) counts() bool {
	k := n.kind()
	return k == isMove || k == isRaw
}

// child returns the child with the index; nil and true for the index behind the
// last, which is also -1.
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

// link puts n under parent, before the sibling, or last when that is nil.
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

// unlink takes n, with all below it, from its parent.
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

// after returns the node that follows n in preorder below top, nil at the end.
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

// Copy returns a detached copy of n and all below it, with its annotations, to be
// inserted in this or another tree. A copied root is a set-up node.
func (n *Node) Copy() *Node { return n.copy(&asker{}) }

// copy is Copy as long as a says so.
func (n *Node) copy(a *asker) *Node {
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
		e := *n.extra // the slices never change, so they may be shared
		c.extra = &e
	}
	return c
}

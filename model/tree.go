package model

import (
	"iter"
	"slices"
	"sync/atomic"

	"boardstudio/rules"
)

// Tree is a game with its variations. All change to a tree that is in use goes
// through Do; Add and the other builders are for making one. One goroutine owns
// a tree: even Position writes, as it keeps what it found.
type Tree struct {
	rules rules.Rules
	root  *Node
	len   int
	slab  []Node   // where Add takes nodes from
	built [][]Node // the slabs in order, until somebody edits: see Built

	mark    uint32          // of the nodes in this tree
	places  map[*Node]place // checkpoints; every key is in the tree
	last    *Node           // the node asked for last, nil when forgotten
	lastAt  place
	path    []*Node // scratch of locate
	limits  limits
	wide    uint8 // the levels that have checkpoints are limits.apart, doubled so often, from each other
	residue int   // of these levels, modulo gap
	counted int   // nodes that both were chosen for
	warmth  warming

	undo, redo []step
	revision   uint64
	revisions  uint64 // the last number given out
	asides     uint64 // how many changes were no steps

	before    []*func() // called before edits are applied
	watchers  []*watcher
	pending   []Change
	notifying bool

	making *Making // the step that is being made
	limb   *Node   // the branch that is half in while it is
	// betweens counts the states within steps: neither Undo nor Redo leads back to one.
	betweens uint64

	wire *wire // nil until steps are written down
}

// The number of nodes that Add allocates at once, in a small tree and in a large one: with the
// allocator's header they fill 4096 bytes and 32768. A slab is freed when no node in it is
// in use any more, so it must stay small.
const (
	slabNodes  = 73
	largeSlab  = 585
	largeSlabs = 8 * largeSlab // the size of a tree from which on slabs are large
)

// trees counts the trees that there have been.
var trees atomic.Uint32

// markKept is the part of Node.mark that is set for all checkpoints, and perhaps for
// what was one; the rest is Tree.mark.
const markKept = 1

// NewTree returns a tree with only a root.
func NewTree(r rules.Rules) *Tree {
	mark := trees.Add(1) << 1
	return &Tree{
		rules:  r,
		root:   &Node{extra: &extra{kind: isRoot}, mark: mark},
		mark:   mark,
		len:    1,
		places: map[*Node]place{},
		limits: usual,
	}
}

// Rules returns the rules that the game is played by.
func (t *Tree) Rules() rules.Rules { return t.rules }

// Root returns the root. It is the same node as long as the tree lives.
func (t *Tree) Root() *Node { return t.root }

// Len returns the number of nodes, the root included.
func (t *Tree) Len() int { return t.len }

// Contains reports whether n is in the tree.
func (t *Tree) Contains(n *Node) bool {
	return n != nil && atomic.LoadUint32(&n.mark)&^markKept == t.mark && (t.limb == nil || !t.holds(n))
}

// setMark sets the mark of a node that others may read meanwhile.
func (n *Node) setMark(mark uint32) { atomic.StoreUint32(&n.mark, mark) }

// All iterates over the nodes, each before its children and these in order. The
// tree must not change meanwhile.
func (t *Tree) All() iter.Seq[*Node] { return t.Subtree(t.root) }

// Subtree iterates over n and all nodes below it, in the order of All.
func (t *Tree) Subtree(n *Node) iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for m := n; m != nil; m = m.after(n) {
			if !yield(m) {
				return
			}
		}
	}
}

// Main iterates over the root and its line of first children.
func (t *Tree) Main() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for n := t.root; n != nil; n = n.first {
			if !yield(n) {
				return
			}
		}
	}
}

// Line returns the nodes from the root to n.
func (t *Tree) Line(n *Node) []*Node {
	depth := 0
	for m := n; m != nil; m = m.parent {
		depth++
	}
	line := make([]*Node, depth)
	for m := n; m != nil; m = m.parent {
		depth--
		line[depth] = m
	}
	return line
}

// Find returns the first child of parent with the move, nil when there is none.
func (t *Tree) Find(parent *Node, m rules.Move) *Node {
	for c := parent.first; c != nil; c = c.next {
		if c.move == m && c.kind() == isMove {
			return c
		}
	}
	return nil
}

// Add appends a child with the move to parent, which must be in this tree. Like
// all builders it checks nothing, tells no watcher and cannot be undone; what
// could be undone before is forgotten. An illegal move makes a node
// that Position and Validate report.
func (t *Tree) Add(parent *Node, m rules.Move) *Node {
	n := t.grow(parent)
	n.move = m
	return n
}

// AddSetup is a builder that appends a child with a position of its own; "" is
// the start of the game.
func (t *Tree) AddSetup(parent *Node, text string) *Node {
	if text == "" {
		text = t.rules.Start().String()
	}
	n := t.grow(parent)
	n.extra = textExtra(isSetup, text)
	return n
}

// AddRaw is a builder that appends a child for a move that could not be read;
// "" is kept as "?".
func (t *Tree) AddRaw(parent *Node, text string) *Node {
	if text == "" {
		text = "?"
	}
	n := t.grow(parent)
	n.extra = textExtra(isRaw, text)
	return n
}

// SetStart is a builder that makes the position in text the start of the game;
// "" is the usual start. On an error nothing is changed.
func (t *Tree) SetStart(text string) error {
	text, err := t.setupText(t.root, text)
	if err != nil {
		return err
	}
	t.renew()
	t.forget(t.root)
	t.root.setText(text)
	return nil
}

// Annotate is a builder that replaces the annotation of n by a. The
// tree keeps the slices.
func (t *Tree) Annotate(n *Node, a Annotation) {
	t.renew()
	n.setAnnotation(a)
}

// grow appends an empty node to parent.
func (t *Tree) grow(parent *Node) *Node {
	if !t.Contains(parent) {
		panic("model: a builder was given a parent outside the tree")
	}
	t.renew()
	n := t.newNode()
	n.mark = t.mark
	n.link(parent, nil)
	t.len++
	if t.warmth.phase != cold {
		t.warmth = warming{}
	}
	return n
}

func (t *Tree) newNode() *Node {
	if len(t.slab) == cap(t.slab) {
		size := slabNodes
		if t.len >= largeSlabs {
			size = largeSlab
		}
		t.slab = make([]Node, 0, size)
		t.built = append(t.built, t.slab[:size])
	}
	t.slab = t.slab[:len(t.slab)+1]
	return &t.slab[len(t.slab)-1]
}

// Built returns an iterator over the nodes that builders have added since the last edit, in the order in which
// they came. It can be used at any time, but is given out once: the tree forgets the order.
func (t *Tree) Built() iter.Seq[*Node] {
	slabs := t.built
	if len(slabs) > 0 {
		last := len(slabs) - 1
		slabs[last] = slabs[last][:len(t.slab)]
	}
	t.built, t.slab = nil, nil
	return func(yield func(*Node) bool) {
		for _, slab := range slabs {
			for i := range slab {
				if !yield(&slab[i]) {
					return
				}
			}
		}
	}
}

// renew makes the present state a new one that nothing leads back from.
func (t *Tree) renew() {
	if t.wire != nil {
		panic("model: a builder was used on a tree whose steps are written down")
	}
	if t.undo != nil || t.redo != nil {
		t.undo, t.redo = nil, nil
	}
	t.revisions++
	t.revision = t.revisions
}

// Forget forgets what could be undone and done again, which can take much memory.
func (t *Tree) Forget() { t.renew() }

// setupText returns text in the form that a set-up node n keeps, or an error that says why the text is not a position.
func (t *Tree) setupText(n *Node, text string) (string, error) {
	start := t.rules.Start().String()
	if text == "" {
		text = start
	} else {
		p, err := t.rules.Parse(text)
		if err != nil {
			return "", err
		}
		text = p.String()
	}
	if n == t.root && text == start {
		text = ""
	}
	return text, nil
}

// MakeMain returns the edits that bring n and every node above it to the front
// of its siblings, so that the main line leads through n; none when it does already.
func MakeMain(n *Node) []Edit {
	var edits []Edit
	for ; n != nil; n = n.parent {
		if n.Prev() != nil {
			edits = append(edits, Reorder{Node: n})
		}
	}
	slices.Reverse(edits)
	return edits
}

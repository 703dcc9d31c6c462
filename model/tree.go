package model

import (
	"iter"
	"slices"
	"sync/atomic"

	"boardstudio/rules"
)

// Tree is a game with its variations. A tree in use is changed by Do, Begin, Amend and Evaluate, and
// by undo and redo. Add and the other builders are for constructing a tree. A tree must be used from a
// single goroutine, because even Position writes to its cache.
type Tree struct {
	rules rules.Rules
	root  *Node
	len   int
	slab  []Node   // the block from which Add takes nodes
	built [][]Node // the slabs in order, until the next edit: see Built

	mark        uint32              // identifies the nodes of this tree
	checkpoints map[*Node]nodeState // keys are nodes of this tree
	last        *Node               // the node located last, or nil
	lastState   nodeState
	path        []*Node // scratch space of locate
	limits      limits
	wide        uint8 // log2 of the distance between checkpoint levels, in units of limits.spacing
	residue     int   // checkpoint levels, modulo gap
	counted     int   // the size of the tree when wide and residue were chosen
	prefetch    prefetch

	undo, redo  []step
	revision    uint64
	revisions   uint64 // the last revision assigned
	evalChanges uint64 // number of changes made without an undo step

	before    []*func() // called before edits are applied
	watchers  []*watcher
	pending   []Change
	notifying bool

	inProgress *PendingStep // the step in progress
	partial    *Node        // the branch being inserted or removed by that step
	// partialStates counts the states within steps. Undo and Redo never return to them.
	partialStates uint64

	numbers *numbers // nil if steps are not recorded
}

// The number of nodes that Add allocates at once: at first, then in a small tree, then in a large one. With the
// allocator's header they fill 512, 4096 and 32768 bytes. A slab is freed only when none of its nodes is in
// use, so it must stay small. The first slab is smaller because lists of games build one tree per game.
const (
	firstSlab  = 9
	slabNodes  = 73
	largeSlab  = 585
	largeSlabs = 8 * largeSlab // the tree size from which on slabs are large
)

// trees counts the trees created so far.
var trees atomic.Uint32

// markCheckpoint is the flag in Node.mark of checkpoints. It may be stale for former checkpoints.
// The other bits are Tree.mark.
const markCheckpoint = 1

// NewTree returns a tree that has only a root.
func NewTree(r rules.Rules) *Tree {
	mark := trees.Add(1) << 1
	return &Tree{
		rules:       r,
		root:        &Node{extra: &extra{kind: isRoot}, mark: mark},
		mark:        mark,
		len:         1,
		checkpoints: map[*Node]nodeState{},
		limits:      defaultLimits,
	}
}

// Rules returns the rules of the game.
func (t *Tree) Rules() rules.Rules { return t.rules }

// Root returns the root. It is the same node throughout the life of the tree.
func (t *Tree) Root() *Node { return t.root }

// Len returns the number of nodes, including the root.
func (t *Tree) Len() int { return t.len }

// Contains reports whether n is in the tree.
func (t *Tree) Contains(n *Node) bool {
	return n != nil && atomic.LoadUint32(&n.mark)&^markCheckpoint == t.mark && (t.partial == nil || !t.inPartial(n))
}

// setMark sets the mark of a node. Other goroutines may read it concurrently.
func (n *Node) setMark(mark uint32) { atomic.StoreUint32(&n.mark, mark) }

// All iterates over the nodes in preorder. The tree must not change during the iteration.
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

// Main iterates over the main line, from the root.
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

// Find returns the first child of parent with the move m, or nil.
func (t *Tree) Find(parent *Node, m rules.Move) *Node {
	for c := parent.first; c != nil; c = c.next {
		if c.move == m && c.kind() == isMove {
			return c
		}
	}
	return nil
}

// Add appends a child with the move m to parent, which must be in this tree. Like all builders it
// does not check the move, does not notify watchers, and clears the undo history. Position and
// Validate report an illegal move. Add panics if parent is not in the tree.
func (t *Tree) Add(parent *Node, m rules.Move) *Node {
	n := t.appendNode(parent)
	n.move = m
	return n
}

// AddSetup is a builder that appends a set-up node. "" is the start of the game.
func (t *Tree) AddSetup(parent *Node, text string) *Node {
	if text == "" {
		text = t.rules.Start().String()
	}
	n := t.appendNode(parent)
	n.extra = textExtra(isSetup, text)
	return n
}

// AddRaw is a builder that appends a child for a move that could not be read. "" is stored as "?".
func (t *Tree) AddRaw(parent *Node, text string) *Node {
	if text == "" {
		text = "?"
	}
	n := t.appendNode(parent)
	n.extra = textExtra(isRaw, text)
	return n
}

// SetStart is a builder that makes text the start position. "" is the normal start. It returns an
// error, and changes nothing, if text is not a position.
func (t *Tree) SetStart(text string) error {
	text, err := t.setupText(t.root, text)
	if err != nil {
		return err
	}
	t.newState()
	t.forget(t.root)
	t.root.setText(text)
	return nil
}

// Annotate is a builder that replaces the annotation of n. The tree keeps a reference to the slices of a.
func (t *Tree) Annotate(n *Node, a Annotation) {
	t.newState()
	n.setAnnotation(a)
}

// appendNode appends an empty node to parent.
func (t *Tree) appendNode(parent *Node) *Node {
	if !t.Contains(parent) {
		panic("model: a builder was given a parent outside the tree")
	}
	t.newState()
	n := t.newNode()
	n.mark = t.mark
	n.link(parent, nil)
	t.len++
	if t.prefetch.phase != phaseIdle {
		t.prefetch = prefetch{}
	}
	return n
}

func (t *Tree) newNode() *Node {
	if len(t.slab) == cap(t.slab) {
		size := slabNodes
		switch {
		case t.len == 1:
			size = firstSlab
		case t.len >= largeSlabs:
			size = largeSlab
		}
		t.slab = make([]Node, 0, size)
		t.built = append(t.built, t.slab[:size])
	}
	t.slab = t.slab[:len(t.slab)+1]
	return &t.slab[len(t.slab)-1]
}

// Built returns an iterator over the nodes added by builders since the last edit, in that order.
// The iterator may be used at any time, but the tree forgets the order: a second call of Built does
// not return these nodes again.
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

// newState clears the undo history and assigns a new revision.
func (t *Tree) newState() {
	if t.numbers != nil {
		panic("model: a builder was used on a tree whose steps are recorded")
	}
	if t.undo != nil || t.redo != nil {
		t.undo, t.redo = nil, nil
	}
	t.revisions++
	t.revision = t.revisions
}

// Forget clears the undo history, which can use much memory.
func (t *Tree) Forget() { t.newState() }

// setupText returns text in the form that the set-up node n stores. It returns an error if text is
// not a position.
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

// MakeMain returns the edits that move n and every node above it to the front of its siblings,
// which puts n on the main line. It returns nil if n already is.
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

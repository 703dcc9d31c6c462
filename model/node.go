// Package model is the editable game tree and the document around it.
package model

import (
	"iter"
	"slices"
	"time"

	"boardstudio/rules"
)

// Node is a place in a game tree: the root, a move, a set-up position or a
// move that could not be read. It is changed by edits alone. Like its tree it
// belongs to one goroutine.
type Node struct {
	parent *Node
	first  *Node // first child
	next   *Node // next sibling, nil for the last
	prev   *Node // previous sibling; of a first child, the last one; of a removed branch, the root it was below
	move   rules.Move
	extra  *extra // nil for a plain move, which is what most nodes are
}

// kind says what a node stands for.
type kind uint8

const (
	isMove kind = iota
	isRoot
	isSetup
	isRaw
)

// extra is what a node has beyond a move.
type extra struct {
	Annotation
	text string // of a set-up position or an unreadable move
	kind kind
}

// Annotation is all that is said about a node.
type Annotation struct {
	Comment string
	Name    string // a title for the place
	Color   string // of the node in drawings of the tree: "#rrggbb", "" for none
	Marks   []Mark
	Lines   []Line
	Glyphs  []Glyph
	Evals   []Eval
	Foreign []Foreign
	Used    time.Duration
	// Number is what the move counts as in numbers on stones, and those after it
	// from there; 0 where counting just goes on.
	Number   int32
	Bookmark bool
}

// MarkKind is the look of a mark. The values are written in files.
type MarkKind string

// The looks of marks.
const (
	MarkCircle   MarkKind = "circle"
	MarkCross    MarkKind = "cross"
	MarkSquare   MarkKind = "square"
	MarkTriangle MarkKind = "triangle"
	MarkLabel    MarkKind = "label"
)

// MaxLabel is the number of characters that a label on a cell can have.
const MaxLabel = 5

// Mark is a sign on a cell. Text belongs to MarkLabel only.
type Mark struct {
	Cell rules.Cell
	Kind MarkKind
	Text string
}

// Line is drawn from the middle of one cell to that of another.
type Line struct {
	From, To rules.Cell
	Arrow    bool // with a head at To
}

// Glyph is a sign that judges a move, or the position after it. The values are
// written in files.
type Glyph string

// The glyphs of moves, best first.
const (
	GlyphVeryGood    Glyph = "!!"
	GlyphGood        Glyph = "!"
	GlyphInteresting Glyph = "!?"
	GlyphDoubtful    Glyph = "?!"
	GlyphBad         Glyph = "?"
	GlyphVeryBad     Glyph = "??"
)

// The glyphs of positions; Better returns the others.
const (
	GlyphEven    Glyph = "="
	GlyphUnclear Glyph = "~"
)

// Better returns the glyph of a position in which p stands a little better (degree
// 1), better (2) or won (3): "A+", "A++", "A+++" for seat 0.
func Better(p rules.Player, degree int) Glyph {
	return Glyph(p.Letter()) + Glyph("+++"[:min(max(degree, 1), 3)])
}

// Position returns what the glyph says about a position: who stands better and
// how much, NoPlayer and 0 when even or unclear; false for a glyph of a move.
func (g Glyph) Position() (p rules.Player, degree int, ok bool) {
	if g == GlyphEven || g == GlyphUnclear {
		return rules.NoPlayer, 0, true
	}
	if len(g) < 2 || g[0] < 'A' || g[0] > 'Z' {
		return rules.NoPlayer, 0, false
	}
	p = rules.Player(g[0] - 'A')
	if degree = len(g) - 1; degree > 3 || g != Better(p, degree) {
		return rules.NoPlayer, 0, false
	}
	return p, degree, true
}

// Eval is what an engine thought of the position after the node's move.
type Eval struct {
	Engine string
	// Score is for the player to move; when Proved it is 1, 0 or -1 and Plies
	// tells how many moves until the end.
	Score  float64
	Proved bool
	Plies  int
	Depth  int
	Nodes  uint64
	PV     []rules.Move
}

// Foreign is a piece of a file that a newer version wrote: kept, not
// understood. What the text looks like is the format's affair.
type Foreign struct{ XML string }

// NewNode returns a node for m that is in no tree yet: see Insert.
func NewNode(m rules.Move) *Node { return &Node{move: m} }

// NewSetup returns a set-up node that is in no tree yet: see Insert.
func NewSetup(text string) *Node { return &Node{extra: &extra{kind: isSetup, text: text}} }

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

// Index returns the node's place among its siblings, from 0. It takes a step for each sibling before it.
func (n *Node) Index() int {
	i := 0
	for p := n.Prev(); p != nil; p = p.Prev() {
		i++
	}
	return i
}

// Ply returns the number of moves from the root up to and with n; set-up nodes
// are no moves. It takes a step for each node above.
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
		return n.extra.text
	}
	return ""
}

// Raw returns the text of an imported move that could not be read, "" for
// every other node.
func (n *Node) Raw() string {
	if n.kind() == isRaw {
		return n.extra.text
	}
	return ""
}

// Comment returns the text written about the node.
func (n *Node) Comment() string { return n.annotation().Comment }

// Marks returns the marks on cells, to be read only.
func (n *Node) Marks() []Mark { return slices.Clip(n.annotation().Marks) }

// Glyphs returns the judgements of the move, to be read only.
func (n *Node) Glyphs() []Glyph { return slices.Clip(n.annotation().Glyphs) }

// Name returns the title of the place, "" when it has none.
func (n *Node) Name() string { return n.annotation().Name }

// Bookmarked reports whether the node has a bookmark.
func (n *Node) Bookmarked() bool { return n.annotation().Bookmark }

// Color returns the colour of the node in drawings of the tree, "" for none.
func (n *Node) Color() string { return n.annotation().Color }

// Lines returns the lines and arrows on the board, to be read only.
func (n *Node) Lines() []Line { return slices.Clip(n.annotation().Lines) }

// Number returns what the move counts as in numbers on stones, 0 where counting
// just goes on.
func (n *Node) Number() int { return int(n.annotation().Number) }

// Used returns the time that the player took for the move, 0 when unknown.
func (n *Node) Used() time.Duration { return n.annotation().Used }

// Evals returns what engines thought, to be read only.
func (n *Node) Evals() []Eval { return slices.Clip(n.annotation().Evals) }

// Foreign returns what a newer version wrote about the node, to be read only.
func (n *Node) Foreign() []Foreign { return slices.Clip(n.annotation().Foreign) }

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

func (n *Node) annotation() Annotation {
	if n == nil || n.extra == nil {
		return Annotation{}
	}
	return n.extra.Annotation
}

// setAnnotation keeps a; a move about which nothing is said is plain again.
func (n *Node) setAnnotation(a Annotation) {
	switch {
	case n.kind() == isMove && a.empty():
		n.extra = nil
	case n.extra == nil:
		n.extra = &extra{Annotation: a}
	default:
		n.extra.Annotation = a
	}
}

func (a *Annotation) empty() bool {
	return a.Comment == "" && a.Used == 0 && a.Name == "" && a.Color == "" && a.Number == 0 && !a.Bookmark &&
		len(a.Marks)+len(a.Lines)+len(a.Glyphs)+len(a.Evals)+len(a.Foreign) == 0
}

// child returns the child with the index; nil and true for the place behind the
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
func (n *Node) Copy() *Node {
	top := n.copyOne()
	if n.kind() == isRoot {
		top.extra.kind = isSetup
	}
	to := top // the copy of m's predecessor in preorder, then of m
	for m, last := n.after(n), n; m != nil; m, last = m.after(n), m {
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

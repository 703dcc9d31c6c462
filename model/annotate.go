package model

import (
	"math/bits"
	"slices"
	"time"
)

// MaxNumber is the largest number on a stone: more digits would not fit.
const MaxNumber = 999_999

// SetComment writes Text about Node.
type SetComment struct {
	Node *Node
	Text string
}

// SetMarks gives Node exactly these marks.
type SetMarks struct {
	Node  *Node
	Marks []Mark
}

// SetGlyphs gives Node exactly these glyphs.
type SetGlyphs struct {
	Node   *Node
	Glyphs []Glyph
}

// SetUsed says how long the player took for the move of Node; 0 is unknown.
type SetUsed struct {
	Node *Node
	Used time.Duration
}

// SetEvals gives Node exactly these evaluations.
type SetEvals struct {
	Node  *Node
	Evals []Eval
}

// SetName gives Node a title; "" takes it away.
type SetName struct {
	Node *Node
	Name string
}

// SetBookmark puts a bookmark at Node, or takes it away.
type SetBookmark struct {
	Node *Node
	On   bool
}

// SetAdvice says what the player of the move of Node was advised to play; the zero value takes that away.
type SetAdvice struct {
	Node   *Node
	Advice Advice
}

// SetColor gives Node a colour in drawings of the tree, as "#rrggbb"; "" takes it away.
type SetColor struct {
	Node  *Node
	Color string
}

// SetLines gives Node exactly these lines and arrows.
type SetLines struct {
	Node  *Node
	Lines []Line
}

// SetNumber has numbers on stones count from Number at Node on; 0 lets them go on.
type SetNumber struct {
	Node   *Node
	Number int
}

func (e SetComment) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, partComment, Annotation{Comment: e.Text})
}

func (e SetMarks) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, partMarks, Annotation{Marks: slices.Clone(e.Marks)})
}

func (e SetGlyphs) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, partGlyphs, Annotation{Glyphs: slices.Clone(e.Glyphs)})
}

func (e SetUsed) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, partUsed, Annotation{Used: e.Used})
}

func (e SetEvals) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, partEvals, Annotation{Evals: slices.Clone(e.Evals)})
}

func (e SetName) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, partName, Annotation{Name: e.Name})
}

func (e SetBookmark) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, partBookmark, Annotation{Bookmark: e.On})
}

func (e SetAdvice) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, partAdvice, Annotation{Advice: e.Advice})
}

func (e SetColor) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, partColor, Annotation{Color: e.Color})
}

func (e SetLines) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, partLines, Annotation{Lines: slices.Clone(e.Lines)})
}

func (e SetNumber) apply(t *Tree) (Edit, Change, error) {
	number := int32(min(max(e.Number, -1), MaxNumber+1)) // what is refused stays refused
	return t.annotate(e.Node, partNumber, Annotation{Number: number})
}

// annotate gives n the field of a that a bit stands for, if n is in the tree.
func (t *Tree) annotate(n *Node, bit uint64, a Annotation) (Edit, Change, error) {
	p := &parts[bits.TrailingZeros64(bit)]
	if err := p.check(t, &a); err != nil {
		return nil, Change{}, err
	}
	if !t.Contains(n) {
		return nil, Change{}, notHere()
	}
	to := n.annotation()
	if p.equal(&to, &a) {
		return nil, Change{}, nil
	}
	p.copy(&to, &a)
	return setAnnotation{n, to}.apply(t)
}

// setAnnotation replaces all that is said about a node. It takes back every
// annotating edit.
type setAnnotation struct {
	node *Node
	a    Annotation
}

func (e setAnnotation) apply(t *Tree) (Edit, Change, error) {
	back := setAnnotation{e.node, e.node.annotation()}
	t.wire.patch(e.node, &back.a, &e.a)
	e.node.setAnnotation(e.a)
	return back, Change{Kind: Edited, Node: e.node}, nil
}

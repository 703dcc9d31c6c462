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
	return setAnnotation{n, to, allParts}.apply(t)
}

// setAnnotation replaces parts of what is said about a node. It takes back every
// annotating edit, and leaves what that did not touch: evaluations may have come since.
type setAnnotation struct {
	node *Node
	a    Annotation
	bits uint64 // the parts
}

func (e setAnnotation) apply(t *Tree) (Edit, Change, error) {
	was := e.node.annotation()
	to := was
	to.take(&e.a, e.bits)
	t.wire.patch(e.node, &was, &to)
	e.node.setAnnotation(to)
	return setAnnotation{e.node, was, was.parts(&to)}, Change{Kind: Edited, Node: e.node}, nil
}

// also returns e, which also takes back what f does: f is of the same node, and would be applied before it.
func (e setAnnotation) also(f setAnnotation) setAnnotation {
	e.a.take(&f.a, f.bits&^e.bits)
	e.bits |= f.bits
	return e
}

// Evaluate gives n exactly these evaluations without a step of undo: engines judge while people edit, and nobody takes a move back
// to lose what was found out meanwhile. What can be undone and redone stays. The error is that of an edit.
func (t *Tree) Evaluate(n *Node, evals []Eval) error {
	return t.do("", aside, []Edit{SetEvals{n, evals}})
}

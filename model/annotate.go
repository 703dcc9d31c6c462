package model

import (
	"slices"
	"time"
)

// MaxNumber is the largest move number. More digits do not fit on a stone.
const MaxNumber = 999_999

// SetComment sets the comment of Node.
type SetComment struct {
	Node *Node
	Text string
}

// SetMarks replaces the marks of Node.
type SetMarks struct {
	Node  *Node
	Marks []Mark
}

// SetGlyphs replaces the glyphs of Node.
type SetGlyphs struct {
	Node   *Node
	Glyphs []Glyph
}

// SetUsed sets the time that the player spent on Node's move. 0 means unknown.
type SetUsed struct {
	Node *Node
	Used time.Duration
}

// SetEvals replaces the evaluations of Node.
type SetEvals struct {
	Node  *Node
	Evals []Eval
}

// SetName sets the title of Node. "" removes it.
type SetName struct {
	Node *Node
	Name string
}

// SetBookmark sets or removes the bookmark of Node.
type SetBookmark struct {
	Node *Node
	On   bool
}

// SetAdvice sets the advice that the player of Node's move was given. The zero value removes it.
type SetAdvice struct {
	Node   *Node
	Advice Advice
}

// SetColor sets the colour of Node in drawings of the tree, as "#rrggbb". "" removes it.
type SetColor struct {
	Node  *Node
	Color string
}

// SetLines replaces the lines and arrows of Node.
type SetLines struct {
	Node  *Node
	Lines []Line
}

// SetNumber restarts the move numbering at Node with Number. 0 continues the numbering.
type SetNumber struct {
	Node   *Node
	Number int
}

func (e SetComment) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, PartComment, Annotation{Comment: e.Text})
}

func (e SetMarks) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, PartMarks, Annotation{Marks: slices.Clone(e.Marks)})
}

func (e SetGlyphs) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, PartGlyphs, Annotation{Glyphs: slices.Clone(e.Glyphs)})
}

func (e SetUsed) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, PartUsed, Annotation{Used: e.Used})
}

func (e SetEvals) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, PartEvals, Annotation{Evals: slices.Clone(e.Evals)})
}

func (e SetName) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, PartName, Annotation{Name: e.Name})
}

func (e SetBookmark) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, PartBookmark, Annotation{Bookmark: e.On})
}

func (e SetAdvice) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, PartAdvice, Annotation{Advice: e.Advice})
}

func (e SetColor) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, PartColor, Annotation{Color: e.Color})
}

func (e SetLines) apply(t *Tree) (Edit, Change, error) {
	return t.annotate(e.Node, PartLines, Annotation{Lines: slices.Clone(e.Lines)})
}

func (e SetNumber) apply(t *Tree) (Edit, Change, error) {
	number := int32(min(max(e.Number, -1), MaxNumber+1)) // clamped, so int32 cannot overflow into a valid number
	return t.annotate(e.Node, PartNumber, Annotation{Number: number})
}

// annotate copies one field of a, given by its part bit, to n. It returns an error if the value is
// invalid or n is not in the tree.
func (t *Tree) annotate(n *Node, bit Parts, a Annotation) (Edit, Change, error) {
	p := bit.first()
	if err := p.check(t, &a); err != nil {
		return nil, Change{}, err
	}
	if !t.Contains(n) {
		return nil, Change{}, notInTree()
	}
	to := n.annotation()
	if p.equal(&to, &a) {
		return nil, Change{}, nil
	}
	p.copy(&to, &a)
	return setAnnotation{n, to, AllParts}.apply(t)
}

// setAnnotation replaces some parts of a node's annotation. It is the inverse of every annotating
// edit. Other parts are left alone, because an engine may have added evaluations in the meantime.
type setAnnotation struct {
	node *Node
	a    Annotation
	bits Parts // the parts to replace
}

func (e setAnnotation) apply(t *Tree) (Edit, Change, error) {
	was := e.node.annotation()
	to := was
	to.take(&e.a, e.bits)
	if r := t.numbers.recorder(); r != nil { // comparing the comments takes time
		r.Op(Op{Kind: OpAnnotate, Node: e.node.number, Patch: NewPatch(&was, &to)})
	}
	e.node.setAnnotation(to)
	return setAnnotation{e.node, was, was.parts(&to)}, Change{Kind: Edited, Node: e.node}, nil
}

// merge returns an edit that undoes both e and f. Both must be about the same node, and f is applied first.
func (e setAnnotation) merge(f setAnnotation) setAnnotation {
	e.a.take(&f.a, f.bits&^e.bits)
	e.bits |= f.bits
	return e
}

// Evaluate sets the evaluations of n without adding an undo step. Engines evaluate while users
// edit, and undoing a move must not lose their results. The undo history and EditRevision do not
// change. The errors are the same as for an edit.
func (t *Tree) Evaluate(n *Node, evals []Eval) error {
	return t.do("", noStep, []Edit{SetEvals{n, evals}})
}

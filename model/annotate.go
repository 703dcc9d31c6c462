package model

import (
	"cmp"
	"slices"
	"time"
	"unicode/utf8"

	"boardstudio/msg"
	"boardstudio/rules"
)

// MaxNumber is the largest number on a stone: more digits would not fit.
const MaxNumber = 999_999

// SetComment writes Text about Node.
type SetComment struct {
	Node *Node
	Text string
}

// SetMarks gives Node these marks and no other.
type SetMarks struct {
	Node  *Node
	Marks []Mark
}

// SetGlyphs gives Node these judgements and no other.
type SetGlyphs struct {
	Node   *Node
	Glyphs []Glyph
}

// SetUsed says how long the player took for the move of Node; 0 is unknown.
type SetUsed struct {
	Node *Node
	Used time.Duration
}

// SetEvals gives Node these evaluations and no other.
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

// SetColor gives Node a colour in drawings of the tree, as "#rrggbb"; "" takes it away.
type SetColor struct {
	Node  *Node
	Color string
}

// SetLines gives Node these lines and arrows and no other.
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
	a := e.Node.annotation()
	a.Comment = e.Text
	return t.annotate(e.Node, a)
}

func (e SetMarks) apply(t *Tree) (Edit, Change, error) {
	for _, m := range e.Marks {
		if err := t.checkMark(m); err != nil {
			return nil, Change{}, err
		}
	}
	a := e.Node.annotation()
	a.Marks = slices.Clone(e.Marks)
	return t.annotate(e.Node, a)
}

func (e SetGlyphs) apply(t *Tree) (Edit, Change, error) {
	for _, g := range e.Glyphs {
		if !t.knows(g) {
			return nil, Change{}, msg.Errorf("unknown judgement %q", string(g))
		}
	}
	a := e.Node.annotation()
	a.Glyphs = slices.Clone(e.Glyphs)
	return t.annotate(e.Node, a)
}

func (e SetUsed) apply(t *Tree) (Edit, Change, error) {
	if e.Used < 0 {
		return nil, Change{}, msg.Errorf("a move cannot take less than no time")
	}
	a := e.Node.annotation()
	a.Used = e.Used
	return t.annotate(e.Node, a)
}

func (e SetEvals) apply(t *Tree) (Edit, Change, error) {
	a := e.Node.annotation()
	a.Evals = slices.Clone(e.Evals)
	return t.annotate(e.Node, a)
}

// knows reports whether g is a glyph of a move or of a position of this game.
func (t *Tree) knows(g Glyph) bool {
	switch g {
	case GlyphVeryGood, GlyphGood, GlyphInteresting, GlyphDoubtful, GlyphBad, GlyphVeryBad:
		return true
	}
	p, _, ok := g.Position()
	return ok && int(p) < t.rules.Players()
}

func (e SetName) apply(t *Tree) (Edit, Change, error) {
	a := e.Node.annotation()
	a.Name = e.Name
	return t.annotate(e.Node, a)
}

func (e SetBookmark) apply(t *Tree) (Edit, Change, error) {
	a := e.Node.annotation()
	a.Bookmark = e.On
	return t.annotate(e.Node, a)
}

func (e SetColor) apply(t *Tree) (Edit, Change, error) {
	if e.Color != "" && !IsColor(e.Color) {
		return nil, Change{}, msg.Errorf("%q is not a colour such as #20a0ff", e.Color)
	}
	a := e.Node.annotation()
	a.Color = e.Color
	return t.annotate(e.Node, a)
}

func (e SetLines) apply(t *Tree) (Edit, Change, error) {
	cells := rules.Cell(len(t.rules.Board().Cells))
	for _, l := range e.Lines {
		if l.From < 0 || l.To < 0 || l.From >= cells || l.To >= cells || l.From == l.To {
			return nil, Change{}, msg.Errorf("a line does not join two cells of the board")
		}
	}
	a := e.Node.annotation()
	a.Lines = slices.Clone(e.Lines)
	return t.annotate(e.Node, a)
}

func (e SetNumber) apply(t *Tree) (Edit, Change, error) {
	if e.Number < 0 || e.Number > MaxNumber {
		return nil, Change{}, msg.Errorf("a move number is from 1 to %d", MaxNumber)
	}
	a := e.Node.annotation()
	a.Number = int32(e.Number)
	return t.annotate(e.Node, a)
}

func (t *Tree) checkMark(m Mark) error {
	if m.Cell < 0 || int(m.Cell) >= len(t.rules.Board().Cells) {
		return msg.Errorf("a mark is outside the board")
	}
	switch m.Kind {
	case MarkCircle, MarkCross, MarkSquare, MarkTriangle:
		if m.Text != "" {
			return msg.Errorf("only a label can have text")
		}
	case MarkLabel:
		if n := utf8.RuneCountInString(m.Text); n == 0 || n > MaxLabel {
			return msg.Errorf("a label has 1 to %d characters", MaxLabel)
		}
	default:
		return msg.Errorf("unknown mark %q", string(m.Kind))
	}
	return nil
}

// annotate changes what is said about n, if n is in the tree.
func (t *Tree) annotate(n *Node, a Annotation) (Edit, Change, error) {
	if !t.Contains(n) {
		return nil, Change{}, notHere()
	}
	if old := n.annotation(); old.differs(&a) == "" {
		return nil, Change{}, nil
	}
	return setAnnotation{n, a}.apply(t)
}

// setAnnotation replaces all that is said about a node. It takes back every
// annotating edit.
type setAnnotation struct {
	node *Node
	a    Annotation
}

func (e setAnnotation) apply(t *Tree) (Edit, Change, error) {
	back := setAnnotation{e.node, e.node.annotation()}
	if t.wire.writing() {
		t.wire.patch(e.node, &back.a, &e.a)
	}
	e.node.setAnnotation(e.a)
	return back, Change{Kind: Edited, Node: e.node}, nil
}

// differs names the first part in which a and b differ, "" when there is none.
func (a *Annotation) differs(b *Annotation) string {
	switch {
	case a.Comment != b.Comment:
		return "comment"
	case a.Name != b.Name:
		return "name"
	case a.Color != b.Color:
		return "colour"
	case a.Bookmark != b.Bookmark:
		return "bookmark"
	case a.Number != b.Number:
		return "move number"
	case !slices.Equal(a.Marks, b.Marks):
		return "marks"
	case !slices.Equal(a.Lines, b.Lines):
		return "lines"
	case !slices.Equal(a.Glyphs, b.Glyphs):
		return "glyphs"
	case a.Used != b.Used:
		return "time used"
	case !slices.EqualFunc(a.Evals, b.Evals, sameEval):
		return "evaluations"
	case !slices.Equal(a.Foreign, b.Foreign):
		return "unknown elements"
	}
	return ""
}

func sameEval(a, b Eval) bool {
	return a.Engine == b.Engine && cmp.Compare(a.Score, b.Score) == 0 && // NaN equals itself
		a.Proved == b.Proved && a.Plies == b.Plies && a.Depth == b.Depth &&
		a.Nodes == b.Nodes && slices.Equal(a.PV, b.PV)
}

package model

import (
	"slices"
	"time"

	"boardstudio/rules"
)

// Annotation is all that is said about a node: comment, glyphs, marks and so on.
type Annotation struct {
	Comment string
	Name    string // a title for the node
	Color   string // of the node in drawings of the tree: "#rrggbb", "" for none
	Marks   []Mark
	Lines   []Line
	Glyphs  []Glyph
	Evals   []Eval
	Foreign []Foreign
	Used    time.Duration
	// Number is what the move counts as in numbers on stones, and those after it
	// from there; 0 where counting continues.
	Number   int32
	Bookmark bool
	Advice   Advice
}

// Advice is the move that an adviser suggested to the player who made the node's move, which was followed where that
// is the same. The zero value is none.
type Advice struct {
	By   string // what names the adviser, as an engine on a command line
	Move rules.Move
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

// Mark is a mark drawn on a cell. Text belongs to MarkLabel only.
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

// Glyph is an annotation symbol for a move or for the position after it. The values are
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
	// tells how many moves until the end, 0 when that is not known.
	Score  float64
	Proved bool
	Plies  int
	Depth  int
	Nodes  uint64
	PV     []rules.Move
	// AtMost says that fewer moves than Plies may do.
	AtMost bool
	// Margin is by how much a proved win or loss comes about where the game counts something, positive for a win; 0 when it is not known.
	Margin int
	// Shares, with more than two players, is what each seat may expect, from 0 to 1.
	Shares []float64
	// Version tells engines of the same name apart that judge differently, "" for the first.
	Version string
}

// Foreign is an element of a file that a newer version wrote: kept, not
// understood. What the text looks like is the format's affair.
type Foreign struct{ XML string }

// extra is what a node has beyond a move. Most often that is a comment: what else there is stands apart, so that
// a comment does not cost the room for all of it.
type extra struct {
	comment string
	other   *other // nil when all in it is zero
	kind    kind
}

// other is what some nodes have beside a comment. It is replaced, never changed.
type other struct {
	used   time.Duration
	marks  []Mark
	glyphs []Glyph
	text   string // of a set-up position or an unreadable move
	rare   *rare  // nil when all in it is zero
}

// rare is the part of an annotation that few nodes have. It is replaced, never changed.
type rare struct {
	name     string
	color    string
	lines    []Line
	evals    []Eval
	foreign  []Foreign
	number   int32
	bookmark bool
	advice   Advice
}

var (
	noExtra      extra
	noOther      other
	noRare       rare
	noAnnotation Annotation
)

// Comment returns the text written about the node.
func (n *Node) Comment() string { return n.more().comment }

// Marks returns the marks on cells, to be read only.
func (n *Node) Marks() []Mark { return slices.Clip(n.besides().marks) }

// Glyphs returns the glyphs of the node, to be read only.
func (n *Node) Glyphs() []Glyph { return slices.Clip(n.besides().glyphs) }

// Name returns the title of the node, "" when it has none.
func (n *Node) Name() string { return n.rarely().name }

// Bookmarked reports whether the node has a bookmark.
func (n *Node) Bookmarked() bool { return n.rarely().bookmark }

// Advice returns what the player of the move was advised to play, the zero value for nothing.
func (n *Node) Advice() Advice { return n.rarely().advice }

// Color returns the colour of the node in drawings of the tree, "" for none.
func (n *Node) Color() string { return n.rarely().color }

// Lines returns the lines and arrows on the board, to be read only.
func (n *Node) Lines() []Line { return slices.Clip(n.rarely().lines) }

// Number returns what the move counts as in numbers on stones, 0 where counting
// just goes on.
func (n *Node) Number() int { return int(n.rarely().number) }

// Used returns the time that the player took for the move, 0 when unknown.
func (n *Node) Used() time.Duration { return n.besides().used }

// Evals returns what engines thought, to be read only.
func (n *Node) Evals() []Eval { return slices.Clip(n.rarely().evals) }

// Foreign returns what a newer version wrote about the node, to be read only.
func (n *Node) Foreign() []Foreign { return slices.Clip(n.rarely().foreign) }

// more returns what n has beyond a move, to be read only.
func (n *Node) more() *extra {
	if n.extra == nil {
		return &noExtra
	}
	return n.extra
}

// besides returns what n has beside a comment, to be read only.
func (n *Node) besides() *other {
	if n.extra == nil || n.extra.other == nil {
		return &noOther
	}
	return n.extra.other
}

func (n *Node) rarely() *rare {
	if r := n.besides().rare; r != nil {
		return r
	}
	return &noRare
}

// text returns the text of a set-up position or an unreadable move, "" when there is none.
func (n *Node) text() string { return n.besides().text }

// setText gives n, which is no move, a text.
func (n *Node) setText(text string) {
	o := *n.besides()
	o.text = text
	n.extra.other = o.orNil()
}

// textExtra returns what a node of the kind has that has a text.
func textExtra(k kind, text string) *extra {
	return &extra{kind: k, other: other{text: text}.orNil()}
}

// Annotation returns all that is said about the node, to be read only.
func (n *Node) Annotation() Annotation { return n.annotation() }

func (n *Node) annotation() Annotation {
	if n == nil {
		return Annotation{}
	}
	o, r := n.besides(), n.rarely()
	return Annotation{
		Comment: n.more().comment, Used: o.used, Marks: o.marks, Glyphs: o.glyphs,
		Name: r.name, Color: r.color, Lines: r.lines, Evals: r.evals, Foreign: r.foreign,
		Number: r.number, Bookmark: r.bookmark, Advice: r.advice,
	}
}

// says reports whether anything is said about n.
func (n *Node) says() bool {
	if n.extra == nil {
		return false
	}
	o := n.besides()
	return n.extra.comment != "" || o.used != 0 || len(o.marks)+len(o.glyphs) != 0 || o.rare != nil
}

// setAnnotation keeps a; a move about which nothing is said is plain again.
func (n *Node) setAnnotation(a Annotation) {
	if n.kind() == isMove && a.empty() {
		n.extra = nil
		return
	}
	o := other{used: a.Used, marks: a.Marks, glyphs: a.Glyphs, text: n.text()}
	if a.unusual() {
		o.rare = &rare{a.Name, a.Color, a.Lines, a.Evals, a.Foreign, a.Number, a.Bookmark, a.Advice}
	}
	if n.extra == nil {
		n.extra = &extra{}
	}
	n.extra.comment, n.extra.other = a.Comment, o.orNil()
}

// orNil returns a copy of o, nil when all in it is zero.
func (o other) orNil() *other {
	if o.used == 0 && len(o.marks)+len(o.glyphs) == 0 && o.text == "" && o.rare == nil {
		return nil
	}
	return &o
}

// unusual reports whether a says anything that few nodes have.
func (a *Annotation) unusual() bool {
	return a.Name != "" || a.Color != "" || a.Number != 0 || a.Bookmark || a.Advice != (Advice{}) || len(a.Lines)+len(a.Evals)+len(a.Foreign) > 0
}

func (a *Annotation) empty() bool {
	return a.Comment == "" && a.Used == 0 && len(a.Marks)+len(a.Glyphs) == 0 && !a.unusual()
}

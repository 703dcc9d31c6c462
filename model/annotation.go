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
	// Shares, with more than two players, is what each seat may expect, from 0 to 1.
	Shares []float64
	// Version tells engines of the same name apart that judge differently, "" for the first.
	Version string
}

// Foreign is an element of a file that a newer version wrote: kept, not
// understood. What the text looks like is the format's affair.
type Foreign struct{ XML string }

// extra is what a node has beyond a move. What few nodes have stands apart, so that
// a comment does not cost the room for all of it.
type extra struct {
	comment string
	used    time.Duration
	marks   []Mark
	glyphs  []Glyph
	text    string // of a set-up position or an unreadable move
	rare    *rare  // nil when all in it is zero
	kind    kind
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
	noRare       rare
	noAnnotation Annotation
)

// Comment returns the text written about the node.
func (n *Node) Comment() string { return n.more().comment }

// Marks returns the marks on cells, to be read only.
func (n *Node) Marks() []Mark { return slices.Clip(n.more().marks) }

// Glyphs returns the glyphs of the node, to be read only.
func (n *Node) Glyphs() []Glyph { return slices.Clip(n.more().glyphs) }

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
func (n *Node) Used() time.Duration { return n.more().used }

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

func (n *Node) rarely() *rare {
	if r := n.more().rare; r != nil {
		return r
	}
	return &noRare
}

func (n *Node) annotation() Annotation {
	if n == nil {
		return Annotation{}
	}
	e, r := n.more(), n.rarely()
	return Annotation{
		Comment: e.comment, Used: e.used, Marks: e.marks, Glyphs: e.glyphs,
		Name: r.name, Color: r.color, Lines: r.lines, Evals: r.evals, Foreign: r.foreign,
		Number: r.number, Bookmark: r.bookmark, Advice: r.advice,
	}
}

// says reports whether anything is said about n.
func (n *Node) says() bool {
	e := n.extra
	return e != nil && (e.comment != "" || e.used != 0 || len(e.marks)+len(e.glyphs) != 0 || e.rare != nil)
}

// setAnnotation keeps a; a move about which nothing is said is plain again.
func (n *Node) setAnnotation(a Annotation) {
	if n.kind() == isMove && a.empty() {
		n.extra = nil
		return
	}
	if n.extra == nil {
		n.extra = &extra{}
	}
	e := n.extra
	e.comment, e.used, e.marks, e.glyphs = a.Comment, a.Used, a.Marks, a.Glyphs
	e.rare = nil
	if a.unusual() {
		e.rare = &rare{a.Name, a.Color, a.Lines, a.Evals, a.Foreign, a.Number, a.Bookmark, a.Advice}
	}
}

// unusual reports whether a says anything that few nodes have.
func (a *Annotation) unusual() bool {
	return a.Name != "" || a.Color != "" || a.Number != 0 || a.Bookmark || a.Advice != (Advice{}) || len(a.Lines)+len(a.Evals)+len(a.Foreign) > 0
}

func (a *Annotation) empty() bool {
	return a.Comment == "" && a.Used == 0 && len(a.Marks)+len(a.Glyphs) == 0 && !a.unusual()
}

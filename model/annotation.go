package model

import (
	"slices"
	"time"

	"boardstudio/rules"
)

// Annotation is the data of a node other than its move or position: comment, glyphs, marks and so
// on.
type Annotation struct {
	Comment string
	Name    string // title of the node
	Color   string // colour in drawings of the tree: "#rrggbb", or "" for the default
	Marks   []Mark
	Lines   []Line
	Glyphs  []Glyph
	Evals   []Eval
	Foreign []Foreign
	Used    time.Duration
	// Number is the move number to show on the stone. Later moves count on from it. 0 continues the numbering.
	Number   int32
	Bookmark bool
	Advice   Advice
}

// Advice is a move that an adviser suggested to the player of the node's move. The player followed
// the advice if the node has the same move. The zero value means no advice.
type Advice struct {
	By   string // the adviser, written like an engine on a command line
	Move rules.Move
}

// MarkKind is the shape of a mark. The values are part of the file formats.
type MarkKind string

// The shapes of marks.
const (
	MarkCircle   MarkKind = "circle"
	MarkCross    MarkKind = "cross"
	MarkSquare   MarkKind = "square"
	MarkTriangle MarkKind = "triangle"
	MarkLabel    MarkKind = "label"
)

// MaxLabel is the maximum number of characters of a label.
const MaxLabel = 5

// Mark is a mark drawn on a cell. Text is used by MarkLabel only.
type Mark struct {
	Cell rules.Cell
	Kind MarkKind
	Text string
}

// Line is a line between the centres of two cells.
type Line struct {
	From, To rules.Cell
	Arrow    bool // draw an arrow head at To
}

// Glyph is an annotation symbol for a move, or for the position after it. The values are part of
// the file formats.
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

// Two of the glyphs of positions. Better returns the others.
const (
	GlyphEven    Glyph = "="
	GlyphUnclear Glyph = "~"
)

// Better returns the glyph for an advantage of player p. Degree 1 is slightly better, 2 better, 3
// winning: "A+", "A++" and "A+++" for seat 0. Other degrees are clamped.
func Better(p rules.Player, degree int) Glyph {
	return Glyph(p.Letter()) + Glyph("+++"[:min(max(degree, 1), 3)])
}

// Position returns the meaning of a position glyph: the player with the advantage, and its degree
// as for Better. The player is NoPlayer and the degree 0 if the position is even or unclear. ok is
// false for a glyph of a move.
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

// Eval is an engine's evaluation of the position after the node's move.
type Eval struct {
	Engine string
	// Score is from the point of view of the side to move. If Proved is set, it is 1, 0 or -1, and
	// Plies is the number of moves to the end, or 0 if unknown.
	Score  float64
	Proved bool
	Plies  int
	Depth  int
	Nodes  uint64
	PV     []rules.Move
	// AtMost means that Plies is an upper bound.
	AtMost bool
	// Margin is the final margin of a proved result, in games that count something. It is positive
	// for a win, and 0 if unknown.
	Margin int
	// Shares is the expected share of each seat, from 0 to 1. It is set only for more than two players.
	Shares []float64
	// Version distinguishes versions of an engine whose evaluations differ. It is "" for the first version.
	Version string
}

// Foreign is an element of a file written by a newer version. It is preserved but not interpreted.
// Its syntax depends on the file format.
type Foreign struct{ XML string }

// extra is the data of a node other than its move. Most annotated nodes have only a comment, so the
// remaining fields are allocated separately.
type extra struct {
	comment string
	details *details // nil if all fields are zero
	kind    kind
}

// details are the annotations of a node other than the comment. They are immutable.
type details struct {
	used   time.Duration
	marks  []Mark
	glyphs []Glyph
	text   string // text of a set-up position or an unreadable move
	rare   *rare  // nil if all fields are zero
}

// rare are the annotations that few nodes have. They are immutable.
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
	noExtra   extra
	noDetails details
	noRare    rare
)

// Comment returns the comment of the node.
func (n *Node) Comment() string { return n.extraFields().comment }

// Marks returns the marks on cells. The caller must not change them.
func (n *Node) Marks() []Mark { return slices.Clip(n.detailFields().marks) }

// Glyphs returns the glyphs of the node. The caller must not change them.
func (n *Node) Glyphs() []Glyph { return slices.Clip(n.detailFields().glyphs) }

// Name returns the title of the node, or "" if it has no title.
func (n *Node) Name() string { return n.rareFields().name }

// Bookmarked reports whether the node has a bookmark.
func (n *Node) Bookmarked() bool { return n.rareFields().bookmark }

// Advice returns the advice that the player of the move was given, or the zero value.
func (n *Node) Advice() Advice { return n.rareFields().advice }

// Color returns the colour of the node in drawings of the tree, or "" for the default.
func (n *Node) Color() string { return n.rareFields().color }

// Lines returns the lines and arrows on the board. The caller must not change them.
func (n *Node) Lines() []Line { return slices.Clip(n.rareFields().lines) }

// Number returns the move number set at the node, or 0 if the numbering continues.
func (n *Node) Number() int { return int(n.rareFields().number) }

// Used returns the time that the player spent on the move, or 0 if unknown.
func (n *Node) Used() time.Duration { return n.detailFields().used }

// Evals returns the evaluations of the node. The caller must not change them.
func (n *Node) Evals() []Eval { return slices.Clip(n.rareFields().evals) }

// Foreign returns the elements written by newer versions. The caller must not change them.
func (n *Node) Foreign() []Foreign { return slices.Clip(n.rareFields().foreign) }

// extraFields returns the extra data of n, which may be shared. It must not be changed.
func (n *Node) extraFields() *extra {
	if n.extra == nil {
		return &noExtra
	}
	return n.extra
}

// detailFields returns the details of n, which may be shared. They must not be changed.
func (n *Node) detailFields() *details {
	if n.extra == nil || n.extra.details == nil {
		return &noDetails
	}
	return n.extra.details
}

func (n *Node) rareFields() *rare {
	if r := n.detailFields().rare; r != nil {
		return r
	}
	return &noRare
}

// text returns the text of a set-up position or an unreadable move, or "" for other nodes.
func (n *Node) text() string { return n.detailFields().text }

// setText sets the text of n, which must not be a move.
func (n *Node) setText(text string) {
	o := *n.detailFields()
	o.text = text
	n.extra.details = o.orNil()
}

// textExtra returns the extra data of a node of kind k with the given text.
func textExtra(k kind, text string) *extra {
	return &extra{kind: k, details: details{text: text}.orNil()}
}

// Annotation returns the annotation of the node. The caller must not change its slices.
func (n *Node) Annotation() Annotation { return n.annotation() }

func (n *Node) annotation() Annotation {
	if n == nil {
		return Annotation{}
	}
	o, r := n.detailFields(), n.rareFields()
	return Annotation{
		Comment: n.extraFields().comment, Used: o.used, Marks: o.marks, Glyphs: o.glyphs,
		Name: r.name, Color: r.color, Lines: r.lines, Evals: r.evals, Foreign: r.foreign,
		Number: r.number, Bookmark: r.bookmark, Advice: r.advice,
	}
}

// annotated reports whether n has an annotation.
func (n *Node) annotated() bool {
	if n.extra == nil {
		return false
	}
	o := n.detailFields()
	return n.extra.comment != "" || o.used != 0 || len(o.marks)+len(o.glyphs) != 0 || o.rare != nil
}

// setAnnotation replaces the annotation of n. A move with an empty annotation becomes a plain node.
func (n *Node) setAnnotation(a Annotation) {
	if n.kind() == isMove && a.empty() {
		n.extra = nil
		return
	}
	o := details{used: a.Used, marks: a.Marks, glyphs: a.Glyphs, text: n.text()}
	if a.unusual() {
		o.rare = &rare{a.Name, a.Color, a.Lines, a.Evals, a.Foreign, a.Number, a.Bookmark, a.Advice}
	}
	if n.extra == nil {
		n.extra = &extra{}
	}
	n.extra.comment, n.extra.details = a.Comment, o.orNil()
}

// orNil returns a copy of d, or nil if all fields are zero.
func (o details) orNil() *details {
	if o.used == 0 && len(o.marks)+len(o.glyphs) == 0 && o.text == "" && o.rare == nil {
		return nil
	}
	return &o
}

// unusual reports whether a has one of the fields stored in rare.
func (a *Annotation) unusual() bool {
	return a.Name != "" || a.Color != "" || a.Number != 0 || a.Bookmark || a.Advice != (Advice{}) || len(a.Lines)+len(a.Evals)+len(a.Foreign) > 0
}

func (a *Annotation) empty() bool {
	return a.Comment == "" && a.Used == 0 && len(a.Marks)+len(a.Glyphs) == 0 && !a.unusual()
}

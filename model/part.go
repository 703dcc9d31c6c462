package model

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// part describes one field of an annotation and the operations on it.
type part struct {
	name  string  // as in Difference.Part
	title msg.Key // as in Difference.Title
	equal func(a, b *Annotation) bool
	copy  func(to, from *Annotation)
	join  func(a, b *Annotation)             // merges the value of b into a
	check func(t *Tree, a *Annotation) error // returns an error if the value is invalid in t; may be nil
}

// Parts is a set of fields of an Annotation.
type Parts uint64

// The fields of an Annotation. Journals contain these numbers.
const (
	PartComment Parts = 1 << iota
	PartName
	PartColor
	PartMarks
	PartLines
	PartGlyphs
	PartEvals
	PartForeign
	PartUsed
	PartNumber
	PartBookmark
	PartAdvice
	AllParts = 1<<iota - 1
)

// first returns the part of the lowest bit.
func (p Parts) first() *part { return &parts[bits.TrailingZeros64(uint64(p))] }

// parts are the fields of an annotation; bit i of Parts is parts[i].
var parts = [...]part{
	one("comment", "another comment", func(a *Annotation) *string { return &a.Comment }, joinText, nil),
	one("name", "another name", func(a *Annotation) *string { return &a.Name }, either, nil),
	one("colour", "another colour", func(a *Annotation) *string { return &a.Color }, either, checkColor),
	many("marks", "other marks", func(a *Annotation) *[]Mark { return &a.Marks }, same,
		func(x, y Mark) bool { return x.Cell == y.Cell && x.Kind == y.Kind }, (*Tree).checkMark),
	many("lines", "other lines", func(a *Annotation) *[]Line { return &a.Lines }, same,
		func(x, y Line) bool { return x.From == y.From && x.To == y.To }, (*Tree).checkLine),
	many("glyphs", "another annotation symbol", func(a *Annotation) *[]Glyph { return &a.Glyphs }, same,
		func(x, y Glyph) bool { return x.ofPosition() == y.ofPosition() }, (*Tree).checkGlyph),
	many("evaluations", "other evaluations", func(a *Annotation) *[]Eval { return &a.Evals }, sameEval,
		func(x, y Eval) bool { return x.Engine == y.Engine && x.Version == y.Version && x.Depth >= y.Depth }, nil),
	many("unknown elements", "other unknown elements", func(a *Annotation) *[]Foreign { return &a.Foreign }, same,
		same, nil),
	one("time used", "another time used", func(a *Annotation) *time.Duration { return &a.Used }, either, checkUsed),
	one("move number", "another move number", func(a *Annotation) *int32 { return &a.Number }, either, checkNumber),
	one("bookmark", "a bookmark", func(a *Annotation) *bool { return &a.Bookmark }, either, nil),
	one("advice", "other advice", func(a *Annotation) *Advice { return &a.Advice }, either, checkAdvice),
}

// one returns a part with a single value. join merges two values.
func one[T comparable](name string, title msg.Key, at func(*Annotation) *T, join func(a, b T) T, check func(T) error) part {
	return part{
		name: name, title: title,
		equal: func(a, b *Annotation) bool { return *at(a) == *at(b) },
		copy:  func(to, from *Annotation) { *at(to) = *at(from) },
		join:  func(a, b *Annotation) { *at(a) = join(*at(a), *at(b)) },
		check: func(_ *Tree, a *Annotation) error {
			if check == nil {
				return nil
			}
			return check(*at(a))
		},
	}
}

// many returns a part whose value is a list. Joining two lists drops elements of the second that are
// alike to one of the first.
func many[T any](name string, title msg.Key, at func(*Annotation) *[]T, equal, alike func(x, y T) bool, check func(*Tree, T) error) part {
	return part{
		name: name, title: title,
		equal: func(a, b *Annotation) bool { return slices.EqualFunc(*at(a), *at(b), equal) },
		copy:  func(to, from *Annotation) { *at(to) = *at(from) },
		join:  func(a, b *Annotation) { *at(a) = joinLists(*at(a), *at(b), alike) },
		check: func(t *Tree, a *Annotation) error {
			for _, x := range *at(a) {
				if check == nil {
					break
				}
				if err := check(t, x); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// differs returns the first part in which the annotations of m and n differ, or nil.
func (m *Node) differs(n *Node) *part {
	if m.extra == n.extra { // usually both are nil
		return nil
	}
	a, b := m.annotation(), n.annotation()
	return a.differs(&b)
}

// differs returns the first part in which a and b differ, or nil.
func (a *Annotation) differs(b *Annotation) *part {
	for i := range parts {
		if !parts[i].equal(a, b) {
			return &parts[i]
		}
	}
	return nil
}

// parts returns the bits of the parts in which a and b differ.
func (a *Annotation) parts(b *Annotation) (bits Parts) {
	for i := range parts {
		if !parts[i].equal(a, b) {
			bits |= 1 << i
		}
	}
	return bits
}

// take copies from b the parts given by bits.
func (a *Annotation) take(b *Annotation, bits Parts) {
	for i := range parts {
		if bits>>i&1 != 0 {
			parts[i].copy(a, b)
		}
	}
}

// Join merges two annotations. Comments are concatenated; marks, lines and evaluations are
// combined. For fields with a single value, such as the name, a takes precedence.
func Join(a, b Annotation) Annotation {
	for i := range parts {
		parts[i].join(&a, &b)
	}
	return a
}

func same[T comparable](x, y T) bool { return x == y }

// either returns a, or b if a is zero.
func either[T comparable](a, b T) T { return cmp.Or(a, b) }

func sameEval(a, b Eval) bool {
	return a.Engine == b.Engine && cmp.Compare(a.Score, b.Score) == 0 && // NaN equals NaN
		a.Proved == b.Proved && a.Plies == b.Plies && a.Depth == b.Depth &&
		a.Nodes == b.Nodes && slices.Equal(a.PV, b.PV) && a.AtMost == b.AtMost && a.Margin == b.Margin && a.Version == b.Version &&
		slices.EqualFunc(a.Shares, b.Shares, func(x, y float64) bool { return cmp.Compare(x, y) == 0 })
}

// joinText appends b to a as a paragraph, unless a already contains it.
func joinText(a, b string) string {
	const gap = "\n\n"
	switch {
	case b == "" || strings.Contains(gap+a+gap, gap+b+gap):
		return a
	case a == "":
		return b
	}
	return a + gap + b
}

// joinLists returns a with the elements of b that are not alike to one of a. It does not modify a
// or b; the result may be one of the two.
func joinLists[T any](a, b []T, alike func(x, y T) bool) []T {
	if len(a) == 0 {
		return b
	}
	out := slices.Clip(a)
	for _, y := range b {
		if !slices.ContainsFunc(a, func(x T) bool { return alike(x, y) }) {
			out = append(out, y)
		}
	}
	return out
}

// ofPosition reports whether g is a glyph of a position.
func (g Glyph) ofPosition() bool {
	_, _, ok := g.Position()
	return ok
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

func (t *Tree) checkLine(l Line) error {
	cells := rules.Cell(len(t.rules.Board().Cells))
	if l.From < 0 || l.To < 0 || l.From >= cells || l.To >= cells || l.From == l.To {
		return msg.Errorf("a line does not join two cells of the board")
	}
	return nil
}

func (t *Tree) checkGlyph(g Glyph) error {
	switch g {
	case GlyphVeryGood, GlyphGood, GlyphInteresting, GlyphDoubtful, GlyphBad, GlyphVeryBad:
		return nil
	}
	if p, _, ok := g.Position(); !ok || int(p) >= t.rules.Players() {
		return msg.Errorf("unknown annotation symbol %q", string(g))
	}
	return nil
}

func checkColor(color string) error {
	if color != "" && !IsColor(color) {
		return msg.Errorf("%q is not a colour such as #20a0ff", color)
	}
	return nil
}

func checkUsed(used time.Duration) error {
	if used < 0 {
		return msg.Errorf("the time of a move cannot be negative")
	}
	return nil
}

func checkAdvice(a Advice) error {
	if (a.By == "") != (a.Move == rules.Move{}) {
		return msg.Errorf("advice must have an adviser and a move")
	}
	return nil
}

func checkNumber(n int32) error {
	if n < 0 || n > MaxNumber {
		return msg.Errorf("a move number is from 1 to %d", MaxNumber)
	}
	return nil
}

package json

import (
	"slices"
	"time"
	"unicode/utf8"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/text/msg"
)

var (
	glyphs = []model.Glyph{model.GlyphVeryGood, model.GlyphGood, model.GlyphInteresting, model.GlyphDoubtful, model.GlyphBad, model.GlyphVeryBad}
	marks  = []model.MarkKind{model.MarkCircle, model.MarkCross, model.MarkSquare, model.MarkTriangle, model.MarkLabel}
)

func durationOf(s seconds) time.Duration { return time.Duration(s) }

// checkNotes returns an error if notes are invalid and could not be saved again.
func (r *reader) checkNotes(n notes) error {
	if max(len(n.Comment), len(n.Name)) > codec.MaxText {
		return msg.Errorf("the comments on one move are longer than %d bytes", codec.MaxText)
	}
	if n.Color != "" && !model.IsColor(n.Color) {
		return msg.Errorf("%q is not a colour such as #20a0ff", codec.Cut(n.Color))
	}
	if n.Number < 0 || n.Number > model.MaxNumber {
		return msg.Errorf("the move number must be from 1 to %d, not %d", model.MaxNumber, n.Number)
	}
	for _, g := range n.Glyphs {
		p, _, ok := g.Position()
		if !slices.Contains(glyphs, g) && (!ok || int(p) >= len(r.d.Players)) {
			return msg.Errorf("unknown symbol %q", codec.Cut(string(g)))
		}
	}
	for _, m := range n.Marks {
		_, ok := r.cells[m.Cell]
		length, most := utf8.RuneCountInString(string(m.Text)), 0
		if m.Kind == model.MarkLabel {
			most = model.MaxLabel
		}
		if !ok || !slices.Contains(marks, m.Kind) || length > most || length < min(1, most) {
			return msg.Errorf("unknown mark %q on %q", codec.Cut(string(m.Kind)), codec.Cut(m.Cell))
		}
	}
	for _, l := range n.Lines {
		_, ok1 := r.cells[l.From]
		_, ok2 := r.cells[l.To]
		if !ok1 || !ok2 || l.From == l.To {
			return msg.Errorf("a line does not join two cells of the board")
		}
	}
	return nil
}

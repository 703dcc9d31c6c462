package app

import (
	"math"
	"unicode/utf8"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// Cursor is the keyboard cursor on the board, and a move being typed.
type Cursor struct {
	view    *View
	last    func() rules.Cell // returns the cell of the last move
	changed func(Topic)

	shown bool
	cell  rules.Cell
	typed string
	// Start cells, or NoCell: of a move or line made by two clicks, and of a line drawn with the
	// pointer.
	hold rules.Cell
	line model.Line
	tap  bool // a line that ends at its start is a click
}

func newCursor(v *View, last func() rules.Cell, changed func(Topic)) *Cursor {
	k := &Cursor{view: v, last: last, changed: changed}
	k.reset()
	return k
}

func (k *Cursor) reset() {
	k.shown, k.cell, k.typed = false, rules.NoCell, ""
	k.drop()
}

// drop discards the start cells.
func (k *Cursor) drop() { k.hold, k.line = rules.NoCell, model.Line{From: rules.NoCell} }

// draw starts a line at c. tap reports that a line ending at c counts as a click.
func (k *Cursor) draw(c rules.Cell, arrow, tap bool) {
	k.line, k.tap = model.Line{From: c, Arrow: arrow}, tap
}

// drawn ends the line started by draw and returns it. Its From is NoCell if no line was started.
func (k *Cursor) drawn() (_ model.Line, tap bool) {
	l := k.line
	if k.line.From = rules.NoCell; l.From != rules.NoCell {
		k.changed(TopicCursor)
	}
	return l, k.tap
}

// Cell returns the cell under the cursor, or NoCell if it is hidden.
func (k *Cursor) Cell() rules.Cell {
	if !k.shown {
		return rules.NoCell
	}
	return k.cell
}

// Typed returns the move being typed, or "".
func (k *Cursor) Typed() string { return k.typed }

// Show shows the cursor at its last place, on the last move, or in the middle of the board.
func (k *Cursor) Show() {
	if k.cell == rules.NoCell {
		if c := k.last(); c != rules.NoCell {
			k.cell = c
		} else {
			k.cell = k.nearest(k.view.Rules().Board().Size.X/2, k.view.Rules().Board().Size.Y/2)
		}
	}
	k.shown = true
	k.changed(TopicCursor)
}

// Hide cancels a line being drawn. Otherwise it hides the cursor and discards the typed move and
// the start cell. It returns false if there was no line, cursor, typed move or start cell.
func (k *Cursor) Hide() bool {
	switch {
	case k.line.From != rules.NoCell:
		k.line.From = rules.NoCell
	case k.shown || k.typed != "" || k.hold != rules.NoCell:
		k.shown, k.typed, k.hold = false, "", rules.NoCell
	default:
		return false
	}
	k.changed(TopicCursor)
	return true
}

// Move moves the cursor on the displayed board, see rules.Board.Toward.
func (k *Cursor) Move(seen *rules.Board, dx, dy float64) {
	if !k.shown {
		k.Show()
		return
	}
	k.cell = seen.Toward(k.cell, dx, dy)
	k.changed(TopicCursor)
}

func (k *Cursor) nearest(x, y float64) rules.Cell {
	best, dist := rules.NoCell, math.Inf(1)
	for i, c := range k.view.Rules().Board().Cells {
		if d := math.Hypot(c.Centre.X-x, c.Centre.Y-y); d < dist-1e-9 {
			best, dist = rules.Cell(i), d
		}
	}
	return best
}

// take returns the typed move and clears it.
func (k *Cursor) take() string {
	text := k.typed
	k.typed = ""
	k.changed(TopicCursor)
	return text
}

// add appends a character to the move being typed.
func (k *Cursor) add(r rune) {
	if len(k.typed) < 8 {
		k.typed += string(r)
		k.changed(TopicCursor)
	}
}

// Erase deletes the last typed character. It returns false if no character was typed.
func (k *Cursor) Erase() bool {
	if k.typed == "" {
		return false
	}
	_, n := utf8.DecodeLastRuneInString(k.typed)
	k.typed = k.typed[:len(k.typed)-n]
	k.changed(TopicCursor)
	return true
}

// Hold returns the start cell of a move with two cells, or NoCell.
func (k *Cursor) Hold() rules.Cell { return k.hold }

// LastCell returns the cell of the last move at the current node, or NoCell.
func (s *Session) LastCell() rules.Cell {
	if p, last := s.Guess.Refutation(); p != nil {
		return last
	}
	return s.View.LandedAt(s.View.node)
}

// Describe returns the screen reader text for a cell.
func (s *Session) Describe(c rules.Cell) string {
	pos, _ := s.View.Position()
	b := s.View.Rules().Board()
	if !b.Has(c) {
		return ""
	}
	label, in := b.Cells[c].Label, pos.At(c)
	switch {
	case b.Piles:
		text := label + ", " + locale.N("%d seed", "%d seeds", int(in.Count), int(in.Count))
		if t, ok := pos.(rules.Tracer); ok && s.Setup() == nil && rules.Legal(pos, b.MoveAt(c)) {
			way := t.Trace(b.MoveAt(c))
			text += "; " + locale.T("the last seed falls in %s and captures %d", b.Cells[way.Cells[len(way.Cells)-1]].Label, way.Gain)
		}
		return text
	case in.Owner == rules.NoPlayer:
		return locale.T("%s, empty", label)
	}
	if k := s.View.StoneNumbers()[c]; k != 0 {
		return locale.T("%s, %s, move %d", label, s.View.Name(in.Owner), k)
	}
	return label + ", " + s.View.Name(in.Owner)
}

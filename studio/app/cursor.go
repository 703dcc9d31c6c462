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
	s     *Session
	shown bool
	cell  rules.Cell
	typed string
	// Start cells, or NoCell: of a move or line made by two clicks, and of a line drawn with the
	// pointer.
	hold rules.Cell
	line model.Line
	tap  bool // a line that ends at its start is a click
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
		k.s.changed(TopicCursor)
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
		if c := k.s.LastCell(); c != rules.NoCell {
			k.cell = c
		} else {
			k.cell = k.nearest(k.s.Rules().Board().Size.X/2, k.s.Rules().Board().Size.Y/2)
		}
	}
	k.shown = true
	k.s.changed(TopicCursor)
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
	k.s.changed(TopicCursor)
	return true
}

// Move moves the cursor on the displayed board, see rules.Board.Toward.
func (k *Cursor) Move(seen *rules.Board, dx, dy float64) {
	if !k.shown {
		k.Show()
		return
	}
	k.cell = seen.Toward(k.cell, dx, dy)
	k.s.changed(TopicCursor)
}

func (k *Cursor) nearest(x, y float64) rules.Cell {
	best, dist := rules.NoCell, math.Inf(1)
	for i, c := range k.s.Rules().Board().Cells {
		if d := math.Hypot(c.Centre.X-x, c.Centre.Y-y); d < dist-1e-9 {
			best, dist = rules.Cell(i), d
		}
	}
	return best
}

// Enter plays the typed move, or else clicks the cell under the cursor. Without a typed move or
// visible cursor, it shows the cursor.
func (k *Cursor) Enter() {
	switch {
	case k.typed != "":
		text := k.typed
		k.typed = ""
		k.s.changed(TopicCursor)
		k.s.mode.enter(text)
	case k.shown:
		k.s.Click(k.cell)
	default:
		k.Show()
	}
}

// add appends a character to the move being typed.
func (k *Cursor) add(r rune) {
	k.s.replay.Pause() // the move is meant for the displayed position
	if len(k.typed) < 8 {
		k.typed += string(r)
		k.s.changed(TopicCursor)
	}
}

// Erase deletes the last typed character. It returns false if no character was typed.
func (k *Cursor) Erase() bool {
	if k.typed == "" {
		return false
	}
	_, n := utf8.DecodeLastRuneInString(k.typed)
	k.typed = k.typed[:len(k.typed)-n]
	k.s.changed(TopicCursor)
	return true
}

// Hold returns the start cell of a move with two cells, or NoCell.
func (s *Session) Hold() rules.Cell { return s.Cursor.hold }

// LastCell returns the cell of the last move at the current node, or NoCell.
func (s *Session) LastCell() rules.Cell {
	if p, last := s.guess.Refutation(); p != nil {
		return last
	}
	return s.LandedAt(s.node)
}

// LandedAt returns the cell that the move of n filled, or NoCell.
func (s *Session) LandedAt(n *model.Node) rules.Cell {
	if m, ok := n.Move(); ok && n.Parent() != nil {
		return s.landing(n.Parent(), m)
	}
	return rules.NoCell
}

// landing returns the cell that m fills if played at n, or NoCell.
func (s *Session) landing(n *model.Node, m rules.Move) rules.Cell {
	before, err := s.doc.Tree.Position(n)
	if err != nil {
		return rules.NoCell
	}
	after, err := before.Play(m)
	if err != nil {
		return rules.NoCell
	}
	return rules.Landing(s.Rules().Board(), before, after, m)
}

// Describe returns the screen reader text for a cell.
func (s *Session) Describe(c rules.Cell) string {
	pos, _ := s.Position()
	b := s.Rules().Board()
	if !b.Has(c) {
		return ""
	}
	label, in := b.Cells[c].Label, pos.At(c)
	switch {
	case b.Style == rules.Pits:
		text := label + ", " + locale.N("%d seed", "%d seeds", int(in.Count), int(in.Count))
		if t, ok := pos.(rules.Tracer); ok && s.Setup() == nil && rules.Legal(pos, rules.Take(c)) {
			way := t.Trace(rules.Take(c))
			text += "; " + locale.T("the last seed falls in %s and captures %d", b.Cells[way.Cells[len(way.Cells)-1]].Label, way.Gain)
		}
		return text
	case in.Owner == rules.NoPlayer:
		return locale.T("%s, empty", label)
	}
	if k := s.StoneNumbers()[c]; k != 0 {
		return locale.T("%s, %s, move %d", label, s.Name(in.Owner), k)
	}
	return label + ", " + s.Name(in.Owner)
}

package app

import (
	"math"
	"unicode/utf8"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
)

// Cursor is the keyboard's hand on the board: a cell to act on, and a move
// being typed.
type Cursor struct {
	s     *Session
	shown bool
	cell  rules.Cell
	typed string
	// What was begun with one cell and ends with another, NoCell for nothing: a move or a
	// line by clicks, and a line drawn with the pointer.
	hold rules.Cell
	line model.Line
	tap  bool // a line that ends where it began is a click
}

func (k *Cursor) reset() {
	k.shown, k.cell, k.typed = false, rules.NoCell, ""
	k.drop()
}

// drop forgets what was begun with one cell.
func (k *Cursor) drop() { k.hold, k.line = rules.NoCell, model.Line{From: rules.NoCell} }

// draw begins a line at c; tap says that it is a click if it ends there, too.
func (k *Cursor) draw(c rules.Cell, arrow, tap bool) {
	k.line, k.tap = model.Line{From: c, Arrow: arrow}, tap
}

// drawn ends the line begun by draw, and returns it; it comes from NoCell if there is none.
func (k *Cursor) drawn() (_ model.Line, tap bool) {
	l := k.line
	if k.line.From = rules.NoCell; l.From != rules.NoCell {
		k.s.changed(TopicCursor)
	}
	return l, k.tap
}

// Cell returns the cell under the cursor, NoCell when it is hidden.
func (k *Cursor) Cell() rules.Cell {
	if !k.shown {
		return rules.NoCell
	}
	return k.cell
}

// Typed returns the move being typed, "" when none is.
func (k *Cursor) Typed() string { return k.typed }

// Show shows the cursor: where it was, on the last move, or in the middle.
func (k *Cursor) Show() {
	cells := k.s.Rules().Board().Cells
	if k.cell == rules.NoCell || int(k.cell) >= len(cells) {
		if c := k.s.LastCell(); c != rules.NoCell {
			k.cell = c
		} else {
			k.cell = k.nearest(k.s.Rules().Board().Size.X/2, k.s.Rules().Board().Size.Y/2)
		}
	}
	k.shown = true
	k.s.changed(TopicCursor)
}

// Hide forgets a line being drawn, else hides the cursor and forgets what was typed and
// begun; false when there was nothing of that.
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

// Move moves the cursor on the board as it is seen, see rules.Board.Toward.
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

// Enter acts: it plays the typed move, else clicks the cell under the cursor;
// with neither it shows the cursor.
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

// add adds a character to the move being typed.
func (k *Cursor) add(r rune) {
	k.s.replay.Pause() // the move is meant for the position that is shown
	if len(k.typed) < 8 {
		k.typed += string(r)
		k.s.changed(TopicCursor)
	}
}

// Erase takes the last typed character back; false when there is none.
func (k *Cursor) Erase() bool {
	if k.typed == "" {
		return false
	}
	_, n := utf8.DecodeLastRuneInString(k.typed)
	k.typed = k.typed[:len(k.typed)-n]
	k.s.changed(TopicCursor)
	return true
}

// Hold returns the origin chosen for a move with two cells, NoCell if none.
func (s *Session) Hold() rules.Cell { return s.Cursor.hold }

// LastCell returns the cell of the last move at the current node, NoCell if none.
func (s *Session) LastCell() rules.Cell {
	if p, last := s.guess.Refutation(); p != nil {
		return last
	}
	return s.LandedAt(s.node)
}

// LandedAt returns the cell that the move of n filled, NoCell if none.
func (s *Session) LandedAt(n *model.Node) rules.Cell {
	if m, ok := n.Move(); ok && n.Parent() != nil {
		return s.landing(n.Parent(), m)
	}
	return rules.NoCell
}

// landing returns the cell that m fills when it is played at n, NoCell if none.
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

// Describe returns what a screen reader says of a cell.
func (s *Session) Describe(c rules.Cell) string {
	pos, _ := s.Position()
	b := s.Rules().Board()
	if !b.Has(c) {
		return ""
	}
	label, in := b.Cells[c].Label, pos.At(c)
	switch {
	case b.Style == rules.Pits:
		text := locale.T("%s, %s", label, locale.N("%d seed", "%d seeds", int(in.Count), int(in.Count)))
		if t, ok := pos.(rules.Tracer); ok && s.Setup() == nil && rules.Legal(pos, rules.Take(c)) {
			way := t.Trace(rules.Take(c))
			text += "; " + locale.T("the last one falls in %s and captures %d", b.Cells[way.Cells[len(way.Cells)-1]].Label, way.Gain)
		}
		return text
	case in.Owner == rules.NoPlayer:
		return locale.T("%s, empty", label)
	}
	if k := s.StoneNumbers()[c]; k != 0 {
		return locale.T("%s, %s, move %d", label, s.Name(in.Owner), k)
	}
	return locale.T("%s, %s", label, s.Name(in.Owner))
}

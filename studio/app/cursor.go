package app

import (
	"math"
	"unicode/utf8"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Cursor is the keyboard's hand on the board: a cell to act on, and a move
// being typed.
type Cursor struct {
	s     *Session
	shown bool
	cell  rules.Cell
	typed string
}

func (k *Cursor) reset() { k.shown, k.cell, k.typed = false, rules.NoCell, "" }

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

// Hide hides the cursor and forgets what was typed; false when there was nothing to hide.
func (k *Cursor) Hide() bool {
	if !k.shown && k.typed == "" && k.s.hold == rules.NoCell {
		return false
	}
	k.shown, k.typed, k.s.hold = false, "", rules.NoCell
	k.s.changed(TopicCursor)
	return true
}

// Move moves the cursor dx columns and dy rows; it stays on the board.
func (k *Cursor) Move(dx, dy int) {
	if !k.shown {
		k.Show()
		return
	}
	cells := k.s.Rules().Board().Cells
	at := cells[k.cell]
	best := k.cell
	for i, c := range cells {
		if c.Row == at.Row+dy && c.Col == at.Col+dx {
			best = rules.Cell(i)
		}
	}
	k.cell = best
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
		if k.s.setup != nil {
			if c := k.s.Rules().Board().Find(text); c != rules.NoCell {
				k.s.setup.Put(c)
			} else {
				k.s.fail(msg.Errorf("there is no cell %q", text))
			}
			return
		}
		k.s.PlayText(text)
	case k.shown:
		k.s.Click(k.cell)
	default:
		k.Show()
	}
}

// Type adds a character to the move being typed.
func (k *Cursor) Type(r rune) {
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
func (s *Session) Hold() rules.Cell { return s.hold }

// LastCell returns the cell of the last move at the current node, NoCell if none.
func (s *Session) LastCell() rules.Cell { return s.LandedAt(s.node) }

// LandedAt returns the cell that the move of n filled, NoCell if none.
func (s *Session) LandedAt(n *model.Node) rules.Cell {
	m, ok := n.Move()
	if !ok || n.Parent() == nil {
		return rules.NoCell
	}
	before, err := s.tree.Position(n.Parent())
	if err != nil {
		return rules.NoCell
	}
	after, err := s.tree.Position(n)
	if err != nil {
		return rules.NoCell
	}
	return rules.Landing(s.Rules().Board(), before, after, m)
}

// Describe returns what a screen reader says of a cell.
func (s *Session) Describe(c rules.Cell) string {
	pos, _ := s.Position()
	b := s.Rules().Board()
	if c == rules.NoCell || int(c) >= len(b.Cells) {
		return ""
	}
	label, in := b.Cells[c].Label, pos.At(c)
	switch {
	case b.Style == rules.Pits:
		return locale.T("%s: %s", label, locale.N("%d seed", "%d seeds", int(in.Count), int(in.Count)))
	case in.Owner == rules.NoPlayer:
		return locale.T("%s: empty", label)
	}
	if k := s.StoneNumbers()[c]; k != 0 {
		return locale.T("%s: %s, move %d", label, s.Name(in.Owner), k)
	}
	return locale.T("%s: %s", label, s.Name(in.Owner))
}

// Package setup lays out a position, with an undo of its own.
package setup

import (
	"iter"
	"slices"

	"boardstudio/rules"
)

// Draft is a position being laid out.
type Draft struct {
	// Piece is what Put puts on a cell; NoPlayer takes away.
	Piece        rules.Player
	rules        rules.Rules
	changed      func()
	now          rules.Setup
	past, future []rules.Setup
}

// New returns a draft that begins as pos; changed is called after each change.
func New(r rules.Rules, pos rules.Position, changed func()) *Draft {
	d := &Draft{rules: r, changed: changed, now: rules.SetupOf(r, pos)}
	if d.now.Turn == rules.NoPlayer {
		d.now.Turn = 0
	}
	return d
}

// edit changes the layout as one step of its undo.
func (d *Draft) edit(f func(*rules.Setup)) {
	next := rules.Setup{Cells: slices.Clone(d.now.Cells), Turn: d.now.Turn, Held: slices.Clone(d.now.Held)}
	f(&next)
	if slices.Equal(next.Cells, d.now.Cells) && next.Turn == d.now.Turn && slices.Equal(next.Held, d.now.Held) {
		return
	}
	d.past, d.future = append(d.past, d.now), nil
	d.now = next
	d.changed()
}

// Pits reports whether cells hold counted seeds rather than pieces.
func (d *Draft) Pits() bool { return d.rules.Board().Style == rules.Pits }

// Put puts the chosen piece on c; a piece that lies there already is taken
// off. In a pit it puts one seed more.
func (d *Draft) Put(c rules.Cell) {
	if d.Pits() {
		if d.Piece == rules.NoPlayer {
			d.Remove(c)
		} else {
			d.SetCount(c, int(d.now.Cells[c].Count)+1)
		}
		return
	}
	d.edit(func(s *rules.Setup) {
		if d.Piece == rules.NoPlayer || s.Cells[c] == rules.Piece(d.Piece) {
			s.Cells[c] = rules.Empty
		} else {
			s.Cells[c] = rules.Piece(d.Piece)
		}
	})
}

// Remove takes the piece off c, or one seed out of it.
func (d *Draft) Remove(c rules.Cell) {
	if d.Pits() {
		d.SetCount(c, int(d.now.Cells[c].Count)-1)
		return
	}
	d.edit(func(s *rules.Setup) { s.Cells[c] = rules.Empty })
}

// SetCount puts n seeds into the pit c.
func (d *Draft) SetCount(c rules.Cell, n int) {
	if !d.Pits() || n < 0 || n > 9999 {
		return
	}
	d.edit(func(s *rules.Setup) { s.Cells[c].Count = int16(n) })
}

// SetHeld gives p n pairs captured or seeds in its store.
func (d *Draft) SetHeld(p rules.Player, n int) {
	d.edit(func(s *rules.Setup) {
		if int(p) < len(s.Held) && n >= 0 {
			s.Held[p] = n
		}
	})
}

// SetTurn says who is to move.
func (d *Draft) SetTurn(p rules.Player) { d.edit(func(s *rules.Setup) { s.Turn = p }) }

// Clear empties the board.
func (d *Draft) Clear() {
	d.edit(func(s *rules.Setup) {
		for c := range s.Cells {
			if d.Pits() {
				s.Cells[c].Count = 0
			} else {
				s.Cells[c] = rules.Empty
			}
		}
		for i := range s.Held {
			s.Held[i] = 0
		}
	})
}

// Undo takes the last change of the layout back, Redo makes it again.
func (d *Draft) Undo() { d.swap(&d.past, &d.future) }

// Redo makes the change again that Undo took back.
func (d *Draft) Redo() { d.swap(&d.future, &d.past) }

func (d *Draft) swap(from, to *[]rules.Setup) {
	if n := len(*from); n > 0 {
		*to = append(*to, d.now)
		d.now = (*from)[n-1]
		*from = (*from)[:n-1]
		d.changed()
	}
}

// Turn returns who is to move in the layout.
func (d *Draft) Turn() rules.Player { return d.now.Turn }

// Held returns what p holds off the board in the layout.
func (d *Draft) Held(p rules.Player) int {
	if int(p) >= len(d.now.Held) {
		return 0
	}
	return d.now.Held[p]
}

// Total returns the pieces of each player on the board; for pits the one
// number of all seeds, those in the stores included.
func (d *Draft) Total() []int {
	if d.Pits() {
		n := 0
		for _, c := range d.now.Cells {
			n += int(c.Count)
		}
		for _, h := range d.now.Held {
			n += h
		}
		return []int{n}
	}
	count := make([]int, d.rules.Players())
	for _, c := range d.now.Cells {
		if c.Owner != rules.NoPlayer {
			count[c.Owner]++
		}
	}
	return count
}

// Undoable reports whether there is a change to take back, Redoable one to make again.
func (d *Draft) Undoable() bool { return len(d.past) > 0 }

// Redoable reports whether there is a change to make again.
func (d *Draft) Redoable() bool { return len(d.future) > 0 }

// Position returns the position that the draft stands for; an error when it makes no sense.
func (d *Draft) Position() (rules.Position, error) { return d.rules.SetUp(d.now) }

// Shown returns the draft as a position to be drawn, in which nothing can be played.
func (d *Draft) Shown() rules.Position { return unfinished{d.now} }

// unfinished lets a set-up be drawn as a position. Nothing plays in it.
type unfinished struct{ rules.Setup }

func (u unfinished) Turn() rules.Player            { return u.Setup.Turn }
func (u unfinished) Moves() iter.Seq[rules.Move]   { return func(func(rules.Move) bool) {} }
func (u unfinished) At(c rules.Cell) rules.Content { return u.Cells[c] }
func (u unfinished) Result() rules.Result          { return rules.Result{} }
func (u unfinished) Hash() uint64                  { return 0 }
func (u unfinished) String() string                { return "" }
func (u unfinished) Play(m rules.Move) (rules.Position, error) {
	return nil, rules.Illegal(m, "a position is being set up")
}

func (u unfinished) Held(p rules.Player) int {
	if int(p) < len(u.Setup.Held) {
		return u.Setup.Held[p]
	}
	return 0
}

// Score returns what p holds, or has on the board in games that hold nothing.
func (u unfinished) Score(p rules.Player) int {
	if len(u.Setup.Held) > 0 {
		return u.Held(p)
	}
	n := 0
	for _, c := range u.Cells {
		if c.Owner == p {
			n++
		}
	}
	return n
}

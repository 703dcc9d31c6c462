// Package setup implements the set-up of a position, with its own undo history.
package setup

import (
	"iter"
	"slices"

	"boardstudio/rules"
)

// Draft is a position being set up.
type Draft struct {
	// Piece is the player whose piece Put places. If it is NoPlayer, Put removes pieces.
	Piece        rules.Player
	rules        rules.Rules
	changed      func()
	now          rules.Setup
	past, future []rules.Setup
}

// New returns a draft that starts as pos. It calls changed after each change.
func New(r rules.Rules, pos rules.Position, changed func()) *Draft {
	d := &Draft{rules: r, changed: changed, now: rules.SetupOf(r, pos)}
	if d.now.Turn == rules.NoPlayer {
		d.now.Turn = 0
	}
	return d
}

// edit changes the draft as one undo step, unless f changes nothing.
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

// Piles reports whether cells contain any number of seeds, see rules.Board.Piles.
func (d *Draft) Piles() bool { return d.rules.Board().Piles }

// Put places the selected piece on c. If c already contains that piece, Put removes it. In a pit,
// Put adds a seed.
func (d *Draft) Put(c rules.Cell) {
	if d.Piles() {
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

// Remove removes the piece on c, or one seed.
func (d *Draft) Remove(c rules.Cell) {
	if d.Piles() {
		d.SetCount(c, int(d.now.Cells[c].Count)-1)
		return
	}
	d.edit(func(s *rules.Setup) { s.Cells[c] = rules.Empty })
}

// SetCount sets the number of seeds in the pit c, from 0 to 9999. Other values are ignored.
func (d *Draft) SetCount(c rules.Cell, n int) {
	if !d.Piles() || n < 0 || n > 9999 {
		return
	}
	d.edit(func(s *rules.Setup) { s.Cells[c].Count = int16(n) })
}

// SetHeld sets the number of captured pairs, or of seeds in the store, of p.
func (d *Draft) SetHeld(p rules.Player, n int) {
	d.edit(func(s *rules.Setup) {
		if int(p) < len(s.Held) && n >= 0 {
			s.Held[p] = n
		}
	})
}

// SetTurn sets the player to move.
func (d *Draft) SetTurn(p rules.Player) { d.edit(func(s *rules.Setup) { s.Turn = p }) }

// Clear removes all pieces or seeds, including those in Held.
func (d *Draft) Clear() {
	d.edit(func(s *rules.Setup) {
		for c := range s.Cells {
			if d.Piles() {
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

// Undo undoes the last change, if there is one.
func (d *Draft) Undo() { d.swap(&d.past, &d.future) }

// Redo redoes the change undone last, if there is one.
func (d *Draft) Redo() { d.swap(&d.future, &d.past) }

func (d *Draft) swap(from, to *[]rules.Setup) {
	if n := len(*from); n > 0 {
		*to = append(*to, d.now)
		d.now = (*from)[n-1]
		*from = (*from)[:n-1]
		d.changed()
	}
}

// Turn returns the player to move.
func (d *Draft) Turn() rules.Player { return d.now.Turn }

// Held returns the number of captured pairs, or of seeds in the store, of p.
func (d *Draft) Held(p rules.Player) int {
	if int(p) >= len(d.now.Held) {
		return 0
	}
	return d.now.Held[p]
}

// Total returns the number of pieces on the board for each player. For pits, it returns a single
// number: all seeds, including those in the stores.
func (d *Draft) Total() []int {
	if d.Piles() {
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

// Undoable reports whether a change can be undone.
func (d *Draft) Undoable() bool { return len(d.past) > 0 }

// Redoable reports whether a change can be redone.
func (d *Draft) Redoable() bool { return len(d.future) > 0 }

// Position returns the position. It returns an error if the rules do not allow it.
func (d *Draft) Position() (rules.Position, error) { return d.rules.SetUp(d.now) }

// Shown returns the draft as a position that can be drawn but has no moves.
func (d *Draft) Shown() rules.Position { return unfinished{d.now} }

// unfinished implements rules.Position for drawing a draft. It has no moves.
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

// Score returns the number held by p, or the number of p's pieces on the board if the game has no
// captures or stores.
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

package line

import (
	"slices"

	"boardstudio/msg"
	"boardstudio/rules"
)

// topology says what lies beyond the edges.
type topology struct {
	name    string
	title   msg.Key
	said    msg.Key // in the name of a game
	round   bool    // the last column lies beside the first
	mirror  bool    // and going from one to the other mirrors the rows
	tube    bool    // the last row lies above the first
	poles   bool    // stepping over the first or last row leads to its far side
	gravity bool    // pieces can fall
}

// topologies are all there are, the plane first.
var topologies = []topology{
	{name: "plane", title: "Plane", said: "on a plane", gravity: true},
	{name: "cylinder", title: "Cylinder", said: "on a cylinder", round: true, gravity: true},
	{name: "torus", title: "Torus", said: "on a torus", round: true, tube: true},
	{name: "mobius", title: "Möbius strip", said: "on a Möbius strip", round: true, mirror: true, gravity: true},
	{name: "sphere", title: "Sphere", said: "on a sphere", round: true, poles: true},
}

// shapes lists the topologies as options of a parameter.
func shapes() []rules.Option {
	var os []rules.Option
	for _, t := range topologies {
		os = append(os, rules.Option{Name: t.name, Title: t.title, Said: t.said})
	}
	return os
}

// ways are the directions as steps in rows and columns.
var ways = rules.SquareWays

// upended returns direction d with its vertical component reversed.
func upended(d uint8) uint8 { return (8 - d) % 8 }

// step returns where direction d leads from a cell.
func (t topology) step(rows, cols, row, col int, d uint8) rules.Link {
	row, col = row+ways[d][0], col+ways[d][1]
	if row < 0 || row >= rows {
		switch {
		case t.tube:
			row = (row + rows) % rows
		case t.poles:
			row = min(max(row, 0), rows-1)
			col += cols / 2
			d = upended(d)
		default:
			return rules.Link{Cell: rules.NoCell}
		}
	}
	if col < 0 || col >= cols {
		if !t.round {
			return rules.Link{Cell: rules.NoCell}
		}
		col = (col + cols) % cols
		if t.mirror {
			row = rows - 1 - row
			d = upended(d)
		}
	}
	return rules.Link{Cell: rules.Cell(row*cols + col), Dir: d}
}

// pairUnit is what is counted where pieces are captured.
var pairUnit = rules.Unit{Title: "Pairs", Count: msg.Plural{One: "%d pair", Many: "%d pairs"}, Held: "Captured pairs"}

// layOut returns the board.
func layOut(o *Options, t topology, grows bool) *rules.Board {
	b := &rules.Board{
		Style: rules.Squares, Pieces: rules.Marks, Grows: grows,
	}
	// Two players who align five play with stones on a large board, and with
	// crosses and noughts on squared paper else.
	const leastGoban = 13
	names := [2]msg.Key{"Cross", "Nought"}
	switch {
	case o.Drop:
		b.Pieces = rules.Tokens
		names = [2]msg.Key{"Red", "Yellow"}
	case o.Players == 2 && o.K >= 5 && min(o.Rows, o.Cols) >= leastGoban:
		b.Style, b.Pieces = rules.Crossings, rules.Stones
		b.Stars = stars(o.Rows, o.Cols)
		names = [2]msg.Key{"Black", "White"}
	}
	if o.Players == 2 {
		b.Seats = []rules.Seat{{Name: names[0]}, {Name: names[1]}}
	}
	if o.Captures > 0 {
		b.Score, b.Hold = &pairUnit, &pairUnit
	}
	if t.round {
		b.Wraps = t.name
	}
	b.LaySquares(o.Rows, o.Cols)
	for c := range b.Cells {
		for d := range ways {
			if b.Step[d][c].Cell == rules.NoCell { // at an edge, which may be joined to another
				b.Step[d][c] = t.step(o.Rows, o.Cols, c/o.Cols, c%o.Cols, uint8(d))
			}
		}
		if o.Drop {
			b.Target = append(b.Target, rules.Cell(c%o.Cols))
		}
	}
	return b
}

// stars returns the dotted crossings of the two usual sizes of board.
func stars(rows, cols int) []rules.Cell {
	if rows != cols {
		return nil
	}
	at := func(row, col int) rules.Cell { return rules.Cell(row*cols + col) }
	switch rows {
	case 15:
		return []rules.Cell{at(3, 3), at(3, 11), at(7, 7), at(11, 3), at(11, 11)}
	case 19:
		var cs []rules.Cell
		for _, row := range []int{3, 9, 15} {
			for _, col := range []int{3, 9, 15} {
				cs = append(cs, at(row, col))
			}
		}
		return cs
	}
	return nil
}

// cellSet is a set of cells.
type cellSet [maxCells / 64]uint64

// add puts c into the set and reports whether it was new.
func (s *cellSet) add(c rules.Cell) bool {
	word, bit := &s[c>>6], uint64(1)<<(c&63)
	was := *word & bit
	*word |= bit
	return was == 0
}

// has reports whether c is in the set.
func (s *cellSet) has(c rules.Cell) bool { return s[c>>6]>>(c&63)&1 != 0 }

// longest returns the number of cells of the longest line that holds no cell
// twice, or some number not below enough.
func (r *Rules) longest(enough int) int {
	best := 0
	for c := range r.board.Cells {
		for d := range ways {
			var seen cellSet
			n, l := 0, rules.Link{Cell: rules.Cell(c), Dir: uint8(d)}
			for l.Cell != rules.NoCell && seen.add(l.Cell) {
				n++
				l = r.next(l)
			}
			if best = max(best, n); best >= enough {
				return best
			}
		}
	}
	return best
}

// Tuples returns every set of cells that makes a row, once each, as Rows does. For seats in
// Options.Exact a full tuple is a row only when no longer tuple holds it.
func (r *Rules) Tuples() [][]rules.Cell { return r.Rows(r.opt.K) }

// Rows returns every set of k cells that follow each other along a line, once each, as a fresh slice; the cells
// of a row stand in the order of the line.
func (r *Rules) Rows(k int) [][]rules.Cell {
	var all [][]rules.Cell
	seen := map[string]bool{}
	for c := range r.board.Cells {
		for d := range uint8(len(ways)) {
			var set cellSet
			tuple := make([]rules.Cell, 0, k)
			for l := (rules.Link{Cell: rules.Cell(c), Dir: d}); len(tuple) < k && l.Cell != rules.NoCell && set.add(l.Cell); l = r.next(l) {
				tuple = append(tuple, l.Cell)
			}
			if len(tuple) < k {
				continue
			}
			if id := identity(tuple); !seen[id] {
				seen[id] = true
				all = append(all, tuple)
			}
		}
	}
	return all
}

// identity returns a text that is equal for equal sets of cells.
func identity(cells []rules.Cell) string {
	b := make([]byte, 0, 2*len(cells))
	for _, c := range slices.Sorted(slices.Values(cells)) {
		b = append(b, byte(c>>8), byte(c))
	}
	return string(b)
}

// Tuples returns the rows of r as Rules.Tuples does, or false when r is not a
// game of this family.
func Tuples(r rules.Rules) ([][]rules.Cell, bool) {
	l, ok := r.(*Rules)
	if !ok {
		return nil, false
	}
	return l.Tuples(), true
}

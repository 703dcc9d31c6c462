package line

import (
	"slices"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// topology describes how the edges of the board are joined.
type topology struct {
	name     string
	title    msg.Key
	said     msg.Key // text in the name of a game
	joinCols bool    // the last column is next to the first
	mirror   bool    // rows are mirrored when crossing that seam
	joinRows bool    // the last row is next to the first
	poles    bool    // stepping over the first or last row leads to its opposite side
	gravity  bool    // pieces can fall
}

// topologies lists all topologies, the plane first.
var topologies = []topology{
	{name: "plane", title: "Plane", said: "on a plane", gravity: true},
	{name: "cylinder", title: "Cylinder", said: "on a cylinder", joinCols: true, gravity: true},
	{name: "torus", title: "Torus", said: "on a torus", joinCols: true, joinRows: true},
	{name: "mobius", title: "Möbius strip", said: "on a Möbius strip", joinCols: true, mirror: true, gravity: true},
	{name: "sphere", title: "Sphere", said: "on a sphere", joinCols: true, poles: true},
}

// shapes returns the topologies as options of a parameter.
func shapes() []rules.Option {
	var os []rules.Option
	for _, t := range topologies {
		os = append(os, rules.Option{Name: t.name, Title: t.title, Said: t.said})
	}
	return os
}

// ways are the directions, as row and column steps.
var ways = rules.SquareWays

// flipped returns direction d with its vertical component reversed.
func flipped(d uint8) uint8 { return (8 - d) % 8 }

// step returns the link from the given cell in direction d.
func (t topology) step(rows, cols, row, col int, d uint8) rules.Link {
	row, col = row+ways[d][0], col+ways[d][1]
	if row < 0 || row >= rows {
		switch {
		case t.joinRows:
			row = (row + rows) % rows
		case t.poles:
			row = min(max(row, 0), rows-1)
			col += cols / 2
			d = flipped(d)
		default:
			return rules.Link{Cell: rules.NoCell}
		}
	}
	if col < 0 || col >= cols {
		if !t.joinCols {
			return rules.Link{Cell: rules.NoCell}
		}
		col = (col + cols) % cols
		if t.mirror {
			row = rows - 1 - row
			d = flipped(d)
		}
	}
	return rules.Link{Cell: rules.Cell(row*cols + col), Dir: d}
}

// pairUnit is the unit of games with captures.
var pairUnit = rules.Unit{Title: "Pairs", Count: msg.Plural{One: "%d pair", Many: "%d pairs"}, Held: "Captured pairs"}

// layOut returns the board for the given options.
func layOut(o *Options, t topology, grows bool) *rules.Board {
	b := &rules.Board{
		Style: rules.Squares, Pieces: rules.Marks, Grows: grows,
	}
	// Two players who align five or more on a large board use stones. Otherwise they use crosses
	// and noughts on squared paper.
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
	if t.joinCols {
		b.Wraps = t.name
	}
	b.LaySquares(o.Rows, o.Cols)
	for c := range b.Cells {
		for d := range ways {
			if b.Step[d][c].Cell == rules.NoCell { // an edge, which may be joined to another
				b.Step[d][c] = t.step(o.Rows, o.Cols, c/o.Cols, c%o.Cols, uint8(d))
			}
		}
		if o.Drop {
			b.Target = append(b.Target, rules.Cell(c%o.Cols))
		}
	}
	return b
}

// stars returns the star points of the two usual board sizes.
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

type cellSet [maxCells / 64]uint64

// add adds c to the set and reports whether it was new.
func (s *cellSet) add(c rules.Cell) bool {
	word, bit := &s[c>>6], uint64(1)<<(c&63)
	was := *word & bit
	*word |= bit
	return was == 0
}

func (s *cellSet) has(c rules.Cell) bool { return s[c>>6]>>(c&63)&1 != 0 }

// longest returns the number of cells of the longest line without repeated cells. It stops early
// and returns a lower bound once that is at least enough.
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

// Tuples returns every set of cells that forms a row, as Rows does for the winning length. For
// seats in Options.Exact a full tuple only counts as a row if it is not part of a longer one.
func (r *Rules) Tuples() [][]rules.Cell { return r.Rows(r.opt.K) }

// Rows returns every set of k consecutive cells of a line, each exactly once and as a fresh slice.
// The cells are in line order.
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

// identity returns a key that is equal for equal sets of cells.
func identity(cells []rules.Cell) string {
	b := make([]byte, 0, 2*len(cells))
	for _, c := range slices.Sorted(slices.Values(cells)) {
		b = append(b, byte(c>>8), byte(c))
	}
	return string(b)
}

// Tuples returns the rows of r, as Rules.Tuples does. The result is false if r is not an alignment
// game.
func Tuples(r rules.Rules) ([][]rules.Cell, bool) {
	l, ok := r.(*Rules)
	if !ok {
		return nil, false
	}
	return l.Tuples(), true
}

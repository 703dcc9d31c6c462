// Package board contains boards for the search of alignment games, with evaluation functions.
package board

import (
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// Tables contains the data that depends only on the rules. The slices returned by its methods must
// not be modified.
type Tables struct {
	Options line.Options
	Cells   int        // number of cells
	Centre  rules.Cell // central cell
	rules   rules.Rules
	// A tuple is a set of k cells that can form a row. Tuple t is members[t*k : t*k+k].
	members []rules.Cell
	// The tuples of cell c are of[start[c]:start[c+1]].
	of    []int32
	start []int32
	// ends are the cells before and after each tuple, or NoCell at an edge. It is nil if longer
	// rows count too.
	ends [][2]rules.Cell
	// near are the cells within two steps of each cell.
	near [][]rules.Cell
	// links are the neighbours of each cell, by direction.
	links [][8]rules.Link
}

// OptionsOf returns the options of an alignment game, or nil if r is another game.
func OptionsOf(r rules.Rules) *line.Options {
	lr, ok := r.(*line.Rules)
	if !ok {
		return nil
	}
	o := lr.Options()
	return &o
}

// NewTables returns the tables of r, or nil if r is not an alignment game.
func NewTables(r rules.Rules) *Tables {
	lr, ok := r.(*line.Rules)
	if !ok {
		return nil
	}
	b := r.Board()
	n := len(b.Cells)
	t := &Tables{rules: r, Options: lr.Options(), Cells: n, links: make([][8]rules.Link, n)}
	t.Centre = rules.Cell(t.Options.Rows/2*t.Options.Cols + t.Options.Cols/2)
	for d := range b.Step {
		for c, l := range b.Step[d] {
			t.links[c][d] = l
		}
	}
	tuples := lr.Tuples()
	count := make([]int32, n)
	for _, cells := range tuples {
		t.members = append(t.members, cells...)
		for _, c := range cells {
			count[c]++
		}
		if t.Options.Exact != 0 {
			t.ends = append(t.ends, t.beyond(cells))
		}
	}
	t.start = make([]int32, n+1)
	for c, k := range count {
		t.start[c+1] = t.start[c] + k
	}
	t.of = make([]int32, t.start[n])
	fill := append([]int32(nil), t.start...)
	for i, cells := range tuples {
		for _, c := range cells {
			t.of[fill[c]] = int32(i)
			fill[c]++
		}
	}
	t.surround()
	return t
}

// beyond returns the cells before and after a tuple.
func (t *Tables) beyond(cells []rules.Cell) [2]rules.Cell {
	ends := [2]rules.Cell{rules.NoCell, rules.NoCell}
	for d := range uint8(8) {
		l, along := rules.Link{Cell: cells[0], Dir: d}, true
		for _, c := range cells[1:] {
			l = t.links[l.Cell][l.Dir]
			if along = l.Cell == c; !along {
				break
			}
		}
		if along {
			ends[1] = t.links[l.Cell][l.Dir].Cell
			ends[0] = t.links[cells[0]][d^4].Cell
			break
		}
	}
	return ends
}

// surround computes near.
func (t *Tables) surround() {
	t.near = make([][]rules.Cell, t.Cells)
	seen := make([]int, t.Cells)
	for c := range t.near {
		from := []rules.Cell{rules.Cell(c)}
		seen[c] = c + 1
		for range 2 {
			var next []rules.Cell
			for _, x := range from {
				for _, l := range t.links[x] {
					if l.Cell != rules.NoCell && seen[l.Cell] != c+1 {
						seen[l.Cell] = c + 1
						next = append(next, l.Cell)
					}
				}
			}
			t.near[c] = append(t.near[c], next...)
			from = next
		}
	}
}

// Tuple returns the cells of tuple i.
func (t *Tables) Tuple(i int32) []rules.Cell {
	k := int32(t.Options.K)
	return t.members[i*k : i*k+k]
}

// Count returns the number of tuples.
func (t *Tables) Count() int { return len(t.members) / t.Options.K }

// Owners returns the owners of the cells in p.
func (t *Tables) Owners(p rules.Position) []rules.Player {
	owner := make([]rules.Player, t.Cells)
	for c := range owner {
		owner[c] = p.At(rules.Cell(c)).Owner
	}
	return owner
}

// Touching returns the tuples that contain c.
func (t *Tables) Touching(c rules.Cell) []int32 { return t.of[t.start[c]:t.start[c+1]] }

// Column returns the cell that names a move to c.
func (t *Tables) Column(c rules.Cell) rules.Cell {
	if t.Options.Drop {
		return c % rules.Cell(t.Options.Cols)
	}
	return c
}

package line

import (
	"boardstudio/msg"
	"boardstudio/rules"
)

// fault says why a piece may not be placed on an empty cell.
type fault uint8

const (
	none fault = iota
	offCentre
	apart
	threes // two free threes at once
	// The renju fouls.
	overline
	doubleFour
	doubleThree
	five // no fault: what foul says of a move that makes five
)

// illegal returns the *rules.MoveError for a piece that may not go to c.
func (f fault) illegal(m rules.Move, r *Rules, c rules.Cell) error {
	why := f.why(r, c)
	return rules.Illegal(m, why.One, why.Args...)
}

// why says why a piece may not go to c.
func (f fault) why(r *Rules, c rules.Cell) msg.Text {
	label := r.board.Cells[c].Label
	switch f {
	case offCentre:
		return msg.Say("the first piece goes to the centre, %s", r.board.Cells[r.centre].Label)
	case apart:
		return msg.Say("a piece on %s would touch no other", label)
	case threes:
		return msg.Say("a piece on %s would make two free threes", label)
	case overline:
		return msg.Say("a foul: overline on %s", label)
	case doubleFour:
		return msg.Say("a foul: double four on %s", label)
	}
	return msg.Say("a foul: double three on %s", label)
}

// fault returns why p may not place a piece on the empty cell c, none when it
// may. The cells are changed while it looks and then are as before.
func (r *Rules) fault(cells []uint8, c rules.Cell, p rules.Player, bare bool) fault {
	switch {
	case r.free:
		return none
	case bare:
		if r.opt.CentreFirst && c != r.centre {
			return offCentre
		}
		return none // one piece alone has no shape
	case r.opt.Adjacent && !r.touches(cells, c):
		return apart
	case !r.shaped.Has(p):
		return none
	}
	ch := r.change(cells, c, p)
	defer ch.undo(cells)
	if r.opt.DoubleThree == forbidden || r.opt.DoubleThree == unlessCapturing && ch.pairs == 0 {
		if r.freeThrees(cells, c) >= 2 {
			return threes
		}
	}
	if r.opt.Renju && p == first {
		budget := maxNested
		if f := r.foul(cells, c, &budget); f != five {
			return f
		}
	}
	return none
}

// touches reports whether one of the eight neighbours of c holds a piece.
func (r *Rules) touches(cells []uint8, c rules.Cell) bool {
	for _, l := range r.links[int(c)*8 : int(c)*8+8] {
		if l.Cell != rules.NoCell && cells[l.Cell] != empty {
			return true
		}
	}
	return false
}

// A strip is a piece of a line: a cell in the middle and its neighbours on
// both sides as far as any shape reaches, NoCell beyond an edge.
type strip struct {
	cell [11]rules.Cell
	kind [11]uint8 // what the cells hold, seen from the middle one
}

// middle is the index of the cell that a strip is about.
const middle = 5

// What a cell of a strip holds.
const (
	vacant uint8 = iota
	own
	other // or beyond an edge
)

// strip returns the line through c in direction d, and how many stones like
// that on c it holds.
func (r *Rules) strip(cells []uint8, c rules.Cell, d uint8) (st strip, stones int) {
	s := cells[c]
	st.cell[middle], st.kind[middle] = c, own
	stones = 1
	for _, way := range [2]int{1, -1} {
		l := r.links[int(c)*8+int(d)]
		for i := middle + way; i >= 0 && i < len(st.cell); i += way {
			st.cell[i], st.kind[i] = l.Cell, other
			if l.Cell == rules.NoCell {
				continue
			}
			switch cells[l.Cell] {
			case empty:
				st.kind[i] = vacant
			case s:
				st.kind[i] = own
				stones++
			}
			l = r.next(l)
		}
		d ^= 4
	}
	return st, stones
}

// hole returns the index of the one vacant cell from index i to j-1, or false
// unless all others of them are own.
func (st *strip) hole(i, j int) (at int, ok bool) {
	for ; i < j; i++ {
		switch st.kind[i] {
		case vacant:
			if ok {
				return 0, false
			}
			at, ok = i, true
		case other:
			return 0, false
		}
	}
	return at, ok
}

// once reports whether the cells from index i to j-1 are all different.
func (st *strip) once(i, j int) bool {
	for ; i < j; i++ {
		for k := i + 1; k < j; k++ {
			if st.cell[i] == st.cell[k] {
				return false
			}
		}
	}
	return true
}

// longer reports whether the cell at index i lengthens a row on the cells
// from index j on, n of them.
func (st *strip) longer(i, j, n int) bool {
	if st.kind[i] != own {
		return false
	}
	for k := j; k < j+n; k++ {
		if st.cell[k] == st.cell[i] {
			return false
		}
	}
	return true
}

// A figure is the stones of a three or a four, in order of cells; a three has
// NoCell in the last place.
type figure [4]rules.Cell

// figures are the different figures found so far.
type figures struct {
	n    int
	list [20]figure // four lines with at most five places for a figure
}

// add puts the stones of the strip from index i to j-1 into the list, and
// reports whether they were new.
func (fs *figures) add(st *strip, i, j int) bool {
	f, n := figure{rules.NoCell, rules.NoCell, rules.NoCell, rules.NoCell}, 0
	for ; i < j; i++ {
		if st.kind[i] != own {
			continue
		}
		k := n
		for ; k > 0 && f[k-1] > st.cell[i]; k-- {
			f[k] = f[k-1]
		}
		f[k] = st.cell[i]
		n++
	}
	for _, x := range fs.list[:fs.n] {
		if x == f {
			return false
		}
	}
	fs.list[fs.n] = f
	fs.n++
	return true
}

// freeThrees counts the free threes that hold the stone on c: three stones on
// four cells in a row, the fourth and the cells at both ends vacant.
func (r *Rules) freeThrees(cells []uint8, c rules.Cell) int {
	var fs figures
	for d := range uint8(4) {
		st, stones := r.strip(cells, c, d)
		if stones < 3 {
			continue
		}
		for left := middle - 4; left < middle; left++ { // the vacant cell before the four
			if st.kind[left] != vacant || st.kind[left+5] != vacant {
				continue
			}
			if _, ok := st.hole(left+1, left+5); ok && (r.plane || st.once(left, left+6)) {
				fs.add(&st, left+1, left+5)
			}
		}
	}
	return fs.n
}

// maxNested bounds how many moves one question about a foul may look at, the
// moves that make straight fours, those that make theirs and so on. Positions of
// games need some thirty, but there are patterns that would never end.
const maxNested = 1024

// foul returns the renju foul that the stone on c makes, none, or five, which
// is worth more than any foul. It takes each move looked at off the budget; once
// that is used up, it looks for no more threes.
func (r *Rules) foul(cells []uint8, c rules.Cell, budget *int) fault {
	*budget--
	switch {
	case r.row(cells, c, 5, true):
		return five
	case r.row(cells, c, 6, false):
		return overline
	case r.fours(cells, c) >= 2:
		return doubleFour
	case *budget > 0 && r.twoThrees(cells, c, budget):
		return doubleThree
	}
	return none
}

// fours counts the fours that hold the stone on c: four stones that one more
// makes five, not six. Two can lie on one line; a straight four, which can
// become five at both ends, is one.
func (r *Rules) fours(cells []uint8, c rules.Cell) int {
	var fs figures
	for d := range uint8(4) {
		st, stones := r.strip(cells, c, d)
		if stones < 4 {
			continue
		}
		for i := middle - 4; i <= middle; i++ {
			if _, ok := st.hole(i, i+5); ok && (r.plane || st.once(i, i+5)) &&
				!st.longer(i-1, i, 5) && !st.longer(i+5, i, 5) {
				fs.add(&st, i, i+5)
			}
		}
	}
	return fs.n
}

// twoThrees reports whether two threes hold the stone on c: three stones that
// one more makes a straight four, where that move is no foul and makes no five
// elsewhere. It asks foul about such moves, with one more stone on the board
// each time.
func (r *Rules) twoThrees(cells []uint8, c rules.Cell, budget *int) bool {
	var fs figures
	for d := range uint8(4) {
		st, stones := r.strip(cells, c, d)
		if stones < 3 {
			continue
		}
		for i := middle - 3; i <= middle; i++ { // the four cells of the straight four
			if st.kind[i-1] != vacant || st.kind[i+4] != vacant {
				continue
			}
			hole, ok := st.hole(i, i+4)
			if !ok || !r.plane && !st.once(i-1, i+5) ||
				st.longer(i-2, i-1, 6) || st.longer(i+5, i-1, 6) {
				continue
			}
			ch := r.change(cells, st.cell[hole], first)
			f := r.foul(cells, st.cell[hole], budget)
			ch.undo(cells)
			if f == none && fs.add(&st, i, i+4) && fs.n == 2 {
				return true
			}
		}
	}
	return false
}

package line

import (
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// fault is the reason why a piece must not be placed on an empty cell.
type fault uint8

const (
	none fault = iota
	offCentre
	isolated
	threes      // two free threes
	sharedThree // a free three that shares a stone with another free three
	// Renju fouls.
	overline
	doubleFour
	doubleThree
	five // not a fault: foul returns it if the move makes five
)

// illegal returns the *rules.MoveError for move m, which would place a piece on c.
func (f fault) illegal(m rules.Move, r *Rules, c rules.Cell) error {
	why := f.why(r, c)
	return rules.Illegal(m, why.One, why.Args...)
}

// why describes the fault of a piece on c.
func (f fault) why(r *Rules, c rules.Cell) msg.Text {
	label := r.board.Cells[c].Label
	switch f {
	case offCentre:
		return msg.Say("the first piece goes to the centre, %s", r.board.Cells[r.centre].Label)
	case isolated:
		return msg.Say("a piece on %s would touch no other", label)
	case threes:
		return msg.Say("a piece on %s would make two free threes", label)
	case sharedThree:
		return msg.Say("a piece on %s would make a free three that shares a piece with another", label)
	case overline:
		return msg.Say("a foul: overline on %s", label)
	case doubleFour:
		return msg.Say("a foul: double four on %s", label)
	}
	return msg.Say("a foul: double three on %s", label)
}

// fault returns the reason why p must not place a piece on the empty cell c. It modifies cells
// temporarily.
func (r *Rules) fault(cells []uint8, c rules.Cell, p rules.Player, bare bool) fault {
	switch {
	case r.free:
		return none
	case bare:
		if r.opt.CentreFirst && c != r.centre {
			return offCentre
		}
		return none // a single piece has no shape
	case r.opt.Adjacent && !r.touches(cells, c):
		return isolated
	case !r.shaped.Has(p):
		return none
	}
	ch := r.change(cells, c, p)
	defer ch.undo(cells)
	if f := r.doubled(cells, c, ch.pairs); f != none {
		return f
	}
	if r.opt.Renju && p == first {
		budget := maxNested
		if f := r.foul(cells, c, &budget); f != five {
			return f
		}
	}
	return none
}

// doubled returns the fault of the stone on c if it makes a forbidden double three. The stone has
// just captured the given number of pairs.
func (r *Rules) doubled(cells []uint8, c rules.Cell, pairs int) fault {
	if r.opt.DoubleThree == allowed || r.opt.DoubleThree == unlessCapturing && pairs > 0 {
		return none
	}
	fs := r.freeThrees(cells, c)
	switch {
	case fs.n > 1:
		return threes
	case fs.n == 1 && r.opt.DoubleThree == shared:
		for _, x := range fs.list[0][:3] {
			if x != c && r.freeThrees(cells, x).n > 1 {
				return sharedThree
			}
		}
	}
	return none
}

// touches reports whether a neighbour of c has a piece.
func (r *Rules) touches(cells []uint8, c rules.Cell) bool {
	for _, l := range r.links[int(c)*8 : int(c)*8+8] {
		if l.Cell != rules.NoCell && cells[l.Cell] != empty {
			return true
		}
	}
	return false
}

// A strip is a section of a line: a cell in the middle and its neighbours on both sides, as far as
// any shape can reach. Cells beyond an edge are NoCell.
type strip struct {
	cell [11]rules.Cell
	kind [11]uint8 // content of the cells, relative to the middle one
}

// middle is the index of a strip's middle cell.
const middle = 5

// Contents of a strip cell.
const (
	vacant uint8 = iota
	own
	other // or beyond an edge
)

// strip returns the section of the line through c in direction d, and the number of its stones that
// have the same owner as the stone on c.
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

// hole returns the index of the only vacant cell in [i, j). The result ok is false unless all other
// cells are own.
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

// distinct reports whether the cells in [i, j) are pairwise different.
func (st *strip) distinct(i, j int) bool {
	for ; i < j; i++ {
		for k := i + 1; k < j; k++ {
			if st.cell[i] == st.cell[k] {
				return false
			}
		}
	}
	return true
}

// extends reports whether the cell at index i extends a row of the n cells from index j.
func (st *strip) extends(i, j, n int) bool {
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

// A figure is the sorted stones of a three or a four. The last element of a three is NoCell.
type figure [4]rules.Cell

// figures is the set of figures found so far.
type figures struct {
	n    int
	list [20]figure // four lines, with at most five figures each
}

// add adds the figure formed by the own stones in [i, j), and reports whether it was new.
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

// freeThrees returns the free threes that contain the stone on c: three stones on four consecutive
// cells, with the fourth cell and the cells at both ends vacant.
func (r *Rules) freeThrees(cells []uint8, c rules.Cell) (fs figures) {
	for d := range uint8(4) {
		st, stones := r.strip(cells, c, d)
		if stones < 3 {
			continue
		}
		for left := middle - 4; left < middle; left++ { // index of the vacant cell before the four
			if st.kind[left] != vacant || st.kind[left+5] != vacant {
				continue
			}
			if _, ok := st.hole(left+1, left+5); ok && (r.plane || st.distinct(left, left+6)) {
				fs.add(&st, left+1, left+5)
			}
		}
	}
	return fs
}

// maxNested limits the number of moves examined to decide about one foul, including nested moves
// that make straight fours. Games need about thirty, but on some patterns the search would not
// terminate.
const maxNested = 1024

// foul returns the renju foul made by the stone on c, if any, or five, which overrides any foul. It
// decrements budget for each move examined. When the budget is exhausted, it does not look for
// further threes.
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

// fours returns the number of fours that contain the stone on c: four stones that one more stone
// makes exactly five. A line can contain two fours. A straight four, which can become five at both
// ends, counts once.
func (r *Rules) fours(cells []uint8, c rules.Cell) int {
	var fs figures
	for d := range uint8(4) {
		st, stones := r.strip(cells, c, d)
		if stones < 4 {
			continue
		}
		for i := middle - 4; i <= middle; i++ {
			if _, ok := st.hole(i, i+5); ok && (r.plane || st.distinct(i, i+5)) &&
				!st.extends(i-1, i, 5) && !st.extends(i+5, i, 5) {
				fs.add(&st, i, i+5)
			}
		}
	}
	return fs.n
}

// twoThrees reports whether the stone on c belongs to two threes. A three is three stones that one
// more makes a straight four, if that move is not a foul and does not make five elsewhere. To find
// out, twoThrees calls foul recursively with one more stone on the board.
func (r *Rules) twoThrees(cells []uint8, c rules.Cell, budget *int) bool {
	var fs figures
	for d := range uint8(4) {
		st, stones := r.strip(cells, c, d)
		if stones < 3 {
			continue
		}
		for i := middle - 3; i <= middle; i++ { // index of the straight four's first cell
			if st.kind[i-1] != vacant || st.kind[i+4] != vacant {
				continue
			}
			hole, ok := st.hole(i, i+4)
			if !ok || !r.plane && !st.distinct(i-1, i+5) ||
				st.extends(i-2, i-1, 6) || st.extends(i+5, i-1, 6) {
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

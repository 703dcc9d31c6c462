package solver

import (
	"math/bits"

	"boardstudio/rules"
	"boardstudio/rules/line"
	"boardstudio/text/msg"
)

// maxCells is the number of cells in a word.
const maxCells = 64

// maxSymmetries is the maximum number of symmetries that are always checked. On boards with more
// symmetries, only early positions are checked.
const maxSymmetries = 16

// board contains the data that depends only on the rules.
type board struct {
	cells      int
	all        uint64
	rows       []uint64   // the cells of each winning row
	of         [][]uint64 // the rows through each cell
	symmetries []symmetry // all symmetries except the identity
}

// symmetry maps each byte of a set of cells to the image of these cells.
type symmetry [8][256]uint64

func (t *symmetry) set(x uint64) (y uint64) {
	for i := range t {
		y |= t[i][uint8(x>>(8*i))]
	}
	return y
}

// plays returns an error unless rows alone decide the game. An additional stone then never hurts,
// which is a precondition of the solver.
func plays(r rules.Rules) error {
	l, ok := r.(*line.Rules)
	if !ok {
		return msg.Errorf("it plays alignment games only")
	}
	switch o := l.Options(); {
	case o.Players != 2:
		return msg.Errorf("it plays games of two players only")
	case o.Drop || o.Captures > 0 || o.Misere || o.Renju || o.Exact != 0 || o.DoubleThree != "allowed" || o.Adjacent || o.CentreFirst:
		return msg.Errorf("it only plays games in which every empty cell is a legal move and the first row wins")
	case o.Rows*o.Cols > maxCells:
		return msg.Errorf("it plays on boards of up to %d cells", maxCells)
	}
	return nil
}

func newBoard(r rules.Rules) *board {
	n := len(r.Board().Cells)
	b := &board{cells: n, all: 1<<n - 1, of: make([][]uint64, n)}
	for _, row := range r.(*line.Rules).Tuples() {
		set := uint64(0)
		for _, c := range row {
			set |= 1 << c
		}
		b.rows = append(b.rows, set)
		for _, c := range row {
			b.of[c] = append(b.of[c], set)
		}
	}
	first := true
	for p := range rules.SymmetriesOf(r.Board()).All() {
		if first {
			first = false
			continue
		}
		var t symmetry
		for i := range t {
			for v := range 256 {
				for x := uint64(v) << (8 * i) & b.all; x != 0; x &= x - 1 {
					t[i][v] |= 1 << p[bits.TrailingZeros64(x)]
				}
			}
		}
		b.symmetries = append(b.symmetries, t)
	}
	return b
}

// won reports whether the stones contain a row through c.
func (b *board) won(stones uint64, c int) bool {
	for _, row := range b.of[c] {
		if row&^stones == 0 {
			return true
		}
	}
	return false
}

package solver

import (
	"math/bits"

	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// maxCells is how many cells a word holds.
const maxCells = 64

// maxTurned bounds the symmetries that are looked for at every position; on boards with more of them they are few cells into the game.
const maxTurned = 16

// board is what follows from the rules alone.
type board struct {
	cells  int
	all    uint64
	rows   []uint64   // the cells of every row that wins
	of     [][]uint64 // the rows through each cell
	turned []turned   // the symmetries but the identity
}

// turned is a symmetry: where each byte of a set of cells goes.
type turned [8][256]uint64

func (t *turned) set(x uint64) (y uint64) {
	for i := range t {
		y |= t[i][uint8(x>>(8*i))]
	}
	return y
}

// plays says for which rules rows decide alone, so that a stone more never harms: the solver rests on that.
func plays(r rules.Rules) error {
	l, ok := r.(*line.Rules)
	if !ok {
		return msg.Errorf("it plays alignment games only")
	}
	switch o := l.Options(); {
	case o.Players != 2:
		return msg.Errorf("it plays games of two players only")
	case o.Drop || o.Captures > 0 || o.Misere || o.Renju || o.Exact != 0 || o.DoubleThree != "allowed" || o.Adjacent || o.CentreFirst:
		return msg.Errorf("it plays games only in which every cell is free and the first row wins")
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
		var t turned
		for i := range t {
			for v := range 256 {
				for x := uint64(v) << (8 * i) & b.all; x != 0; x &= x - 1 {
					t[i][v] |= 1 << p[bits.TrailingZeros64(x)]
				}
			}
		}
		b.turned = append(b.turned, t)
	}
	return b
}

// won reports whether the stones hold a row through c.
func (b *board) won(stones uint64, c int) bool {
	for _, row := range b.of[c] {
		if row&^stones == 0 {
			return true
		}
	}
	return false
}

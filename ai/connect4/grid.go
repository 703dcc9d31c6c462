package connect4

import (
	"math/bits"

	"boardstudio/rules"
)

// grid is a board of any size of up to 128 bits: column by column from the bottom, with a bit left empty above each.
type grid struct {
	rows, cols, k, cells int
	ring                 bool  // the last column is beside the first
	columns              []int // those in the middle first
}

func newGrid(rows, cols, k int, ring bool) *grid {
	g := &grid{rows: rows, cols: cols, k: k, cells: rows * cols, ring: ring}
	for i := range cols {
		g.columns = append(g.columns, (cols-1)/2+(2*(i%2)-1)*((i+1)/2))
	}
	return g
}

// position is who has which cells: the side to move, and the other.
type position struct{ me, opp set }

// left returns the number of empty cells.
func (g *grid) left(p position) int { return g.cells - p.me.or(p.opp).count() }

// play returns the position after a move in a column; false when the column is full.
func (g *grid) play(p position, col int) (position, bool) {
	first := col * (g.rows + 1)
	height := bits.OnesCount64(p.me.or(p.opp).up(-first).lo & (1<<g.rows - 1))
	return position{p.opp, p.me.or(bit(first + height))}, height < g.rows
}

// place converts a position; false when pieces hang in the air, as they can be set up.
func (g *grid) place(p rules.Position) (position, bool) {
	var sets [2]set
	stands := true
	for c := range rules.Cell(g.cells) {
		if o := p.At(c).Owner; o != rules.NoPlayer {
			row := g.rows - 1 - int(c)/g.cols
			sets[o] = sets[o].or(bit(int(c)%g.cols*(g.rows+1) + row))
			stands = stands && (row == 0 || p.At(c+rules.Cell(g.cols)).Owner != rules.NoPlayer)
		}
	}
	at := position{sets[0], sets[1]}
	if p.Turn() == 1 {
		at.me, at.opp = at.opp, at.me
	}
	return at, stands
}

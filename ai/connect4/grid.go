package connect4

import (
	"math/bits"

	"boardstudio/rules"
)

// grid describes a board of up to 128 bits: column by column from the bottom, with a bit above each
// column that is always clear.
type grid struct {
	rows, cols, k, cells int
	ring                 bool  // the last column is next to the first
	columns              []int // central columns first
}

func newGrid(rows, cols, k int, ring bool) *grid {
	g := &grid{rows: rows, cols: cols, k: k, cells: rows * cols, ring: ring}
	for i := range cols {
		g.columns = append(g.columns, (cols-1)/2+(2*(i%2)-1)*((i+1)/2))
	}
	return g
}

// position is a pair of sets: the cells of the side to move, and of the other side.
type position struct{ me, opp set }

// left returns the number of empty cells.
func (g *grid) left(p position) int { return g.cells - p.me.or(p.opp).count() }

// play returns the position after a move in a column, and whether the move is legal.
func (g *grid) play(p position, col int) (position, bool) {
	first := col * (g.rows + 1)
	height := bits.OnesCount64(p.me.or(p.opp).up(-first).lo & (1<<g.rows - 1))
	return position{p.opp, p.me.or(bit(first + height))}, height < g.rows
}

// fromRules converts a position. The result is false if pieces are unsupported, which is possible
// in a position that was set up.
func (g *grid) fromRules(p rules.Position) (position, bool) {
	var sets [2]set
	supported := true
	for c := range rules.Cell(g.cells) {
		if o := p.At(c).Owner; o != rules.NoPlayer {
			row := g.rows - 1 - int(c)/g.cols
			sets[o] = sets[o].or(bit(int(c)%g.cols*(g.rows+1) + row))
			supported = supported && (row == 0 || p.At(c+rules.Cell(g.cols)).Owner != rules.NoPlayer)
		}
	}
	at := position{sets[0], sets[1]}
	if p.Turn() == 1 {
		at.me, at.opp = at.opp, at.me
	}
	return at, supported
}

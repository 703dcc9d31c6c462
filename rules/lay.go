package rules

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// SquareWays are the directions on a board of squares, as row and column steps, clockwise from
// east.
var SquareWays = [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// LaySquares lays out b as a grid of squares with a1 at the top left and no joined edges.
func (b *Board) LaySquares(rows, cols int) {
	b.Size = Point{X: float64(cols), Y: float64(rows)}
	b.lay(rows, cols, SquareWays[:], func(row, col float64) Point { return Point{X: col + 0.5, Y: row + 0.5} })
}

// LayHexagons lays out b as a rhombus of n×n hexagons, each with a corner at the top. Each row is
// shifted half a cell to the right of the row above it, so a1 is at an acute corner. The top and
// bottom sides belong to seat 0, the left and right sides to seat 1.
func (b *Board) LayHexagons(n int) {
	rowHeight, radius := math.Sqrt(3)/2, 1/math.Sqrt(3) // radius is the distance from a cell's centre to a corner
	b.Size = Point{X: 1.5*float64(n) - 0.5, Y: rowHeight*float64(n-1) + 2*radius}
	for i := range 6 { // corners, clockwise from the top
		sin, cos := math.Sincos(float64(i) * math.Pi / 3)
		b.Outline = append(b.Outline, Point{X: radius * sin, Y: -radius * cos})
	}
	b.lay(n, n, [][2]int{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}, func(row, col float64) Point {
		return Point{X: col + row/2 + 0.5, Y: rowHeight*row + radius}
	})
	b.Sides = []Side{{Owner: 0}, {Owner: 0}, {Owner: 1}, {Owner: 1}}
	for i := range n {
		for k, c := range []int{i, n*n - n + i, n * i, n*i + n - 1} {
			b.Sides[k].Cells = append(b.Sides[k].Cells, Cell(c))
		}
	}
}

// lay fills in the coordinates, the cells and the steps of a board of rows and columns.
func (b *Board) lay(rows, cols int, ways [][2]int, centre func(row, col float64) Point) {
	for i := range cols {
		b.Columns = append(b.Columns, ColumnName(i))
	}
	for i := range rows {
		b.Rows = append(b.Rows, strconv.Itoa(i+1))
	}
	b.Step = make([][]Link, len(ways))
	for d := range b.Step {
		b.Step[d] = make([]Link, 0, rows*cols)
	}
	b.Cells = make([]CellInfo, 0, rows*cols)
	for c := range rows * cols {
		row, col := c/cols, c%cols
		b.Cells = append(b.Cells, CellInfo{
			Label: b.Columns[col] + b.Rows[row], Row: row, Col: col, Centre: centre(float64(row), float64(col)),
		})
		for d, way := range ways {
			next := Link{Cell: NoCell}
			if r, k := row+way[0], col+way[1]; r >= 0 && r < rows && k >= 0 && k < cols {
				next = Link{Cell: Cell(r*cols + k), Dir: uint8(d)}
			}
			b.Step[d] = append(b.Step[d], next)
		}
	}
}

// Find returns the cell with the given label, or NoCell if the board has no such cell.
func (b *Board) Find(label string) Cell {
	if n := len(b.Columns); n > 0 && n*len(b.Rows) == len(b.Cells) { // cells are in row order
		i := max(strings.IndexAny(label, "0123456789"), 0)
		c := Cell(slices.Index(b.Rows, label[i:])*n + slices.Index(b.Columns, label[:i]))
		if b.Has(c) && b.Cells[c].Label == label {
			return c
		}
		return NoCell
	}
	return Cell(slices.IndexFunc(b.Cells, func(x CellInfo) bool { return x.Label == label }))
}

// moveNames gives the notation of the moves without a cell.
var moveNames = map[Move]string{Pass: "pass", Resign: "resign", Swap: "swap", Timeout: "timeout", SwapSides: "swap-sides"}

// FormatMove returns the notation of m: the label of its cell, or "pass", "resign", "timeout" or
// "swap". on, which is Place or Take, makes the game's moves from cells; words lists its moves
// without a cell. Any other move is formatted as "?".
func (b *Board) FormatMove(m Move, on func(Cell) Move, words ...Move) string {
	c := max(m.From, m.To)
	switch {
	case slices.Contains(words, m):
		return moveNames[m]
	case b.Has(c) && m == on(c):
		return b.Cells[c].Label
	}
	return "?"
}

// ParseMove parses the notation written by FormatMove. Case is ignored, except between labels that
// differ only in case. The result ok is false if text is not a move.
func (b *Board) ParseMove(text string, on func(Cell) Move, words ...Move) (m Move, ok bool) {
	text = strings.TrimSpace(text)
	lower := strings.ToLower(text)
	for _, m := range words {
		if lower == moveNames[m] {
			return m, true
		}
	}
	for _, label := range [2]string{text, lower} {
		if c := b.Find(label); c != NoCell {
			return on(c), true
		}
	}
	return Move{}, false
}

package guess

import (
	"slices"

	"boardstudio/rules"
)

// The limits of the number of tries before a move is shown.
const (
	MinTries     = 1
	MaxTries     = 5
	DefaultTries = 3
)

// Score counts the moves found and not found.
type Score struct {
	At     [MaxTries]int // moves found at the first try, the second, …
	InFile int           // moves that are another variation of the document
	Shown  int           // moves that were not found
	Hints  int
	// Skipped is the number of mistakes skipped, which do not affect the score.
	Skipped int
	points  float64
}

// Asked returns the number of moves asked.
func (g Score) Asked() int {
	n := g.InFile + g.Shown
	for _, at := range g.At {
		n += at
	}
	return n
}

// Percent returns the points in percent. A move found at the first try counts 1, and less for each
// further try. A move that is another variation of the document counts ½.
func (g Score) Percent() int {
	if g.Asked() == 0 {
		return 0
	}
	return int(100*g.points/float64(g.Asked()) + .5)
}

// Found counts a move that was found after some wrong tries, out of the allowed number of tries.
func (g *Score) Found(wrong, tries int) {
	g.At[wrong]++
	n := max(tries, wrong+1) // the allowed number may have been reduced in the meantime
	g.points += float64(n-wrong) / float64(n)
}

// Other counts a move that is another variation of the document.
func (g *Score) Other() {
	g.InFile++
	g.points += .5
}

// minArea is the minimum number of cells of a hint, if there are enough legal moves.
const minArea = 3

// Area returns the cells among legal that are in a random rectangle around c. The rectangle is a
// third of the board wide and high. If it has too few cells, the nearest other legal cells are
// added.
func Area(board *rules.Board, legal []rules.Cell, c rules.Cell, rand func(n int) int) []rules.Cell {
	cells := board.Cells
	if c < 0 || int(c) >= len(cells) {
		return []rules.Cell{}
	}
	rows, cols := 0, 0
	for _, x := range cells {
		rows, cols = max(rows, x.Row+1), max(cols, x.Col+1)
	}
	// span chooses a random interval that contains at.
	span := func(at, size int) (from, to int) {
		long := min(max((size+2)/3, 2), size)
		from = min(max(at-rand(long), 0), size-long)
		return from, from + long
	}
	r0, r1 := span(cells[c].Row, rows)
	c0, c1 := span(cells[c].Col, cols)
	var area, others []rules.Cell
	for _, i := range legal {
		if x := cells[i]; x.Row >= r0 && x.Row < r1 && x.Col >= c0 && x.Col < c1 {
			area = append(area, i)
		} else {
			others = append(others, i)
		}
	}
	away := func(i rules.Cell) int {
		row, col := cells[i].Row-cells[c].Row, cells[i].Col-cells[c].Col
		return row*row + col*col
	}
	slices.SortStableFunc(others, func(a, b rules.Cell) int { return away(a) - away(b) })
	return append(area, others[:min(max(minArea-len(area), 0), len(others))]...)
}

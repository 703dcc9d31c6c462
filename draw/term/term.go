// Package term draws the board of any game with the characters of a terminal.
package term

import (
	"math"
	"slices"
	"strings"

	"boardstudio/rules"
)

// Drawing describes a drawing and the abilities of the terminal. Create it with New, then change
// the fields that differ from the defaults.
type Drawing struct {
	Rules    rules.Rules
	Position rules.Position // nil for an empty board
	Seats    []Seat         // look of each player's pieces; may be shorter than the number of players
	Last     rules.Cell     // cell of the last move
	Win      []rules.Cell   // cells that decided the game
	Terminal Terminal
}

// Seat is the look of one player's pieces.
type Seat struct {
	Symbol string // "cross", "nought", "disc", or one or two letters; "" for the game's default
	Color  string // "#rrggbb"; "" for the game's default
}

// New returns a drawing of p with default settings. A nil p draws an empty board.
func New(r rules.Rules, p rules.Position, t Terminal) *Drawing {
	return &Drawing{Rules: r, Position: p, Last: rules.NoCell, Terminal: t}
}

// String returns the drawing. Every line ends with a line feed and has no trailing spaces.
func (d *Drawing) String() string { return d.paint().text(d.Terminal) }

// Symbol returns a player's piece as drawn on the board, for legends. It returns "" for piles.
func (d *Drawing) Symbol(p rules.Player) string {
	if d.Rules.Board().Piles || p < 0 || int(p) >= d.Rules.Players() {
		return ""
	}
	l := d.looks()[p]
	s := newScreen(1, len(l.symbol), d.surface())
	for i, r := range l.symbol {
		s.put(0, i, glyph{char: r, ink: l.ink, bold: true, field: true})
	}
	return strings.TrimSuffix(s.text(d.Terminal), "\n")
}

// maxBoxedRows is the maximum number of rows drawn with boxes, which need two lines per row.
const maxBoxedRows = 10

// paint chooses the layout by the style of the board and the available width.
func (d *Drawing) paint() *screen {
	b := d.Rules.Board()
	if b.Piles {
		return d.pits()
	}
	v := d.view()
	room := d.Terminal.Width
	if room <= 0 {
		room = 1 << 16
	}
	left := v.margin(b)
	if b.Style == rules.Squares && b.Outline == nil && v.rows <= maxBoxedRows && left+4*v.cols+1 <= room {
		return d.boxes(v)
	}
	if left+1+2*v.rim(b)+latticeWidth(v.cols, 2)+v.reach(2) <= room {
		return d.lattice(v, 2)
	}
	return d.lattice(v, 1)
}

// view is the visible part of the board.
type view struct {
	row, col, rows, cols int
	cells                [][]rules.Cell // by row and column of the view
	indent               []float64      // indent of each row in cells, relative to the leftmost row
}

// lean returns the indent of row y in characters.
func (v view) lean(y, pitch int) int { return int(math.Floor(v.indent[y] * float64(pitch))) }

// reach returns the maximum indent of a row in characters.
func (v view) reach(pitch int) int { return max(v.lean(0, pitch), v.lean(v.rows-1, pitch)) }

// slant returns the indent of a row relative to the row above, in characters.
func (v view) slant(pitch int) int {
	if v.rows < 2 {
		return 0
	}
	return v.lean(1, pitch) - v.lean(0, pitch)
}

// rim returns the width of the margin for the players' sides.
func (v view) rim(b *rules.Board) int { return min(len(b.Sides), 1) }

// growMargin is the margin around the used part of an endless board.
const growMargin = 3

// view returns the visible part of the board: all of it, or for an endless board the used part and
// a margin.
func (d *Drawing) view() view {
	b := d.Rules.Board()
	low, high := [2]int{}, [2]int{}
	for i := range b.Cells {
		high[0], high[1] = max(high[0], b.Cells[i].Row), max(high[1], b.Cells[i].Col)
	}
	if b.Grows {
		low, high = d.used(high)
	}
	v := view{row: low[0], col: low[1], rows: high[0] - low[0] + 1, cols: high[1] - low[1] + 1}
	v.cells, v.indent = make([][]rules.Cell, v.rows), make([]float64, v.rows)
	for y := range v.cells {
		v.cells[y] = make([]rules.Cell, v.cols)
		for x := range v.cells[y] {
			v.cells[y][x] = rules.NoCell
		}
	}
	for i := range b.Cells {
		if y, x := b.Cells[i].Row-v.row, b.Cells[i].Col-v.col; y >= 0 && y < v.rows && x >= 0 && x < v.cols {
			v.cells[y][x] = rules.Cell(i)
			v.indent[y] = b.Cells[i].Centre.X - float64(b.Cells[i].Col)
		}
	}
	least := slices.Min(v.indent)
	for y := range v.indent {
		v.indent[y] -= least
	}
	return v
}

// used returns the corners of the board's used part, including the margin. For an empty board that
// is the centre.
func (d *Drawing) used(last [2]int) (low, high [2]int) {
	b := d.Rules.Board()
	low, high = [2]int{last[0] / 2, last[1] / 2}, [2]int{last[0] / 2, last[1] / 2}
	first := true
	for i := range b.Cells {
		if d.at(rules.Cell(i)) == rules.Empty && rules.Cell(i) != d.Last {
			continue
		}
		at := [2]int{b.Cells[i].Row, b.Cells[i].Col}
		for k := range at {
			if first {
				low[k], high[k] = at[k], at[k]
			}
			low[k], high[k] = min(low[k], at[k]), max(high[k], at[k])
		}
		first = false
	}
	for k := range low {
		low[k], high[k] = max(low[k]-growMargin, 0), min(high[k]+growMargin, last[k])
	}
	return low, high
}

// margin returns the width of the row labels and the space after them.
func (v view) margin(b *rules.Board) int { return longest(b.Rows, v.row, v.rows) + 1 }

// longest returns the length of the longest of n labels, starting at index first.
func longest(labels []string, first, n int) (most int) {
	for i := range n {
		most = max(most, len(label(labels, first+i)))
	}
	return most
}

// label returns the i-th label, or "" if i is out of range.
func label(labels []string, i int) string {
	if i >= len(labels) {
		return ""
	}
	return labels[i]
}

// at returns the content of c.
func (d *Drawing) at(c rules.Cell) rules.Content {
	if d.Position == nil || c == rules.NoCell {
		return rules.Empty
	}
	return d.Position.At(c)
}

// won returns the set of cells that decided the game.
func (d *Drawing) won() map[rules.Cell]bool {
	set := make(map[rules.Cell]bool, len(d.Win))
	for _, c := range d.Win {
		set[c] = true
	}
	return set
}

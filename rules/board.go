package rules

import (
	"math"

	"boardstudio/msg"
)

// Point is a place on the board's plane: X to the right, Y down. The unit is the
// distance between the centres of neighbouring cells, so the side of a square cell.
type Point struct{ X, Y float64 }

// CellInfo tells where a cell is.
type CellInfo struct {
	Label    string // as in move notation, "a1"
	Row, Col int    // for moving about with arrow keys; row 0 is at the top
	Centre   Point
}

// Link leads from a cell to the next one: a seam or a pole can turn the
// direction, so the direction to go on with is part of it.
type Link struct {
	Cell Cell // NoCell at an edge
	Dir  uint8
}

// Style says how a board is drawn.
type Style uint8

// The styles of boards.
const (
	Squares   Style = iota // pieces stand in square cells
	Crossings              // pieces stand on the crossings of lines
	Pits                   // hollows that hold counted seeds, and a store for each player
)

// Pieces says how pieces look, and what the board is made of. What players choose, and
// the colours of Board.Seats, go before the colours that belong to it.
type Pieces uint8

// The looks of pieces.
const (
	Marks  Pieces = iota // crosses, noughts, letters, on paper
	Stones               // black and white stones, discs in the players' colours, on wood
	Discs                // two-sided Othello discs on green
	Tokens               // connect four: coloured discs behind a panel with holes
	Seeds
)

// Seat is what a player is called and looks like who chose no name and no colour.
type Seat struct {
	Name  msg.Key
	Color uint32 // 0xRRGGBB, 0 for a colour that goes with the pieces
}

// Unit is what a game counts.
type Unit struct {
	Title msg.Key    // "Discs"
	Count msg.Plural // "%d discs"
	Held  msg.Key    // where they are that players hold off the board: "In the store"
	// Decides says that the final counts decide the game, so that its result names them.
	Decides bool
}

// Side is a part of the board's rim that belongs to a player, as in games in which
// players connect their own sides. It is drawn in the colour of its owner, and a
// symmetry of the board takes it to a side of the same owner.
type Side struct {
	Owner Player
	// Cells lie along the side, in order. A corner cell can lie on two sides: its
	// edges on the rim are then shared evenly between them.
	Cells []Cell
}

// Board is the playing surface as tables. It is shared and never changes.
type Board struct {
	Style  Style
	Pieces Pieces
	Size   Point // the extent of all cells, from 0,0
	Cells  []CellInfo
	// Outline is the shape of every cell: the corners of a convex polygon around the
	// cell's centre at 0,0, clockwise as seen on the screen, each with its opposite. Two
	// cells are neighbours where they share an edge. nil is the square of side 1; a hexagon
	// of width 1 with a corner on top is (0,-0.58), (0.5,-0.29), (0.5,0.29) and their opposites.
	Outline []Point
	// Sides are the parts of the rim that belong to players; nil when nobody owns any.
	Sides []Side
	// Step[d][c] is where direction d leads from c. Directions are numbered clockwise from
	// 0, east: eight of squares (1 south-east, 2 south, 3 south-west), six of hexagons
	// (1 south-east, 2 south-west). Opposite turns one back. Boards without directions have none.
	Step [][]Link
	// Target maps each cell to the cell that names a move made there (the top of
	// its column when pieces fall); nil when each cell names itself.
	Target []Cell
	// Columns and Rows are the coordinates along the top and the left side; nil
	// when cells carry their labels themselves, as pits do.
	Columns, Rows []string
	// Stars are crossings drawn with a dot.
	Stars []Cell
	// Home is the owner of each pit, nil when cells belong to nobody.
	Home []Player
	// Seats are the players, nil where they have letters only.
	Seats []Seat
	// Reasons tell why a game ended, for reasons of the game's own; see Why.
	Reasons map[Reason]msg.Key
	// Score is what Position counts as Scorer, Hold what it holds as Holder; nil for nothing.
	Score, Hold *Unit
	// Grows says that the board stands for an endless one: views show the part in use and a margin.
	Grows bool
	// ShowLegal says that legal moves are hard to see, and are shown unless the person wants it otherwise.
	ShowLegal bool
	// Wraps is the topology's name when edges are joined, else "".
	Wraps string
}

// Counted reports whether counts at the end decide the game, so that it says nothing in how many moves it ends.
func (b *Board) Counted() bool { return b.Score != nil && b.Score.Decides }

// Why tells why a game ended: as the board says, or in the words for all games; "" where
// the counts tell enough.
func (b *Board) Why(r Reason) msg.Key {
	if text, ok := b.Reasons[r]; ok {
		return text
	}
	return reasons[r]
}

// reasons are the words for the reasons of this package.
var reasons = map[Reason]msg.Key{
	Row:        "a row is complete",
	Misere:     "completing a row loses",
	Captures:   "enough pairs are captured",
	Full:       "the board is full",
	Blocked:    "nobody can move",
	Starved:    "one side has nothing left to move",
	Repetition: "a position came back",
	Quiet:      "too many moves without a capture",
	Resigned:   "resignation",
	OutOfTime:  "out of time",
}

// Way returns the vector from a cell's centre to that of the next one in direction d,
// where no joined edge lies between.
func (b *Board) Way(d uint8) Point {
	sin, cos := math.Sincos(2 * math.Pi * float64(d) / float64(len(b.Step)))
	if len(b.Step) == 8 {
		return Point{math.Round(cos), math.Round(sin)}
	}
	return Point{cos, sin}
}

// Diagonal reports whether direction d leads over a corner of the cells.
func (b *Board) Diagonal(d uint8) bool { return len(b.Step) == 8 && d&1 != 0 }

// Opposite returns the direction that leads back from where d leads.
func (b *Board) Opposite(d uint8) uint8 {
	n := uint8(len(b.Step))
	return (d + n/2) % n
}

// Drops reports whether a move names a column and the piece falls.
func (b *Board) Drops() bool { return b.Target != nil }

// Named returns the cell that names a move made by pointing at c.
func (b *Board) Named(c Cell) Cell {
	if b.Target == nil || c == NoCell {
		return c
	}
	return b.Target[c]
}

// Has reports whether c is a cell of the board.
func (b *Board) Has(c Cell) bool { return c >= 0 && int(c) < len(b.Cells) }

// ColumnName returns the letters of column i, counted from 0: a … z, aa, ab ….
func ColumnName(i int) string {
	var buf [8]byte
	n := len(buf)
	for i++; i > 0; i = (i - 1) / 26 {
		n--
		buf[n] = 'a' + byte((i-1)%26)
	}
	return string(buf[n:])
}

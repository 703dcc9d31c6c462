package rules

import (
	"math"

	"boardstudio/text/msg"
)

// Point is a point in the plane of the board: X grows to the right, Y downwards. The unit is the
// distance between the centres of neighbouring cells, which is the side of a square cell.
type Point struct{ X, Y float64 }

// CellInfo describes the label and the position of a cell.
type CellInfo struct {
	Label    string // as in move notation, for example "a1"
	Row, Col int    // grid position for the arrow keys; row 0 is at the top
	Centre   Point
}

// Link is a step from a cell to its neighbour. A seam or a pole can change the direction, so a Link
// also gives the direction in which to continue.
type Link struct {
	Cell Cell // NoCell at an edge
	Dir  uint8
}

// Style is the way a board is drawn.
type Style uint8

// Board styles.
const (
	Squares   Style = iota // pieces are placed in cells
	Crossings              // pieces are placed on the intersections of lines
)

// Pieces is the look of the pieces and the board material. Colours chosen by the players override
// Board.Seats, which overrides the default colours of the look.
type Pieces uint8

// Piece looks.
const (
	Marks  Pieces = iota // crosses, noughts and letters on paper
	Stones               // black and white stones, or discs in the players' colours, on wood
	Discs                // two-sided Othello discs on green
	Tokens               // Connect Four: coloured discs behind a panel with holes
	Seeds
)

// Seat is the default name and colour of a player.
type Seat struct {
	Name  msg.Key
	Color uint32 // 0xRRGGBB; 0 selects a colour that suits the pieces
}

// Unit describes what a game counts.
type Unit struct {
	Title msg.Key    // "Discs"
	Count msg.Plural // "%d discs"
	Held  msg.Key    // heading for pieces held off the board: "In the store"
	// Decides is true if the final counts decide the game. The result then includes them.
	Decides bool
}

// Side is a part of the board's rim that belongs to a player, in games where players connect their
// sides. It is drawn in the colour of its owner. Symmetries of the board map each side to a side of
// the same owner.
type Side struct {
	Owner Player
	// Cells are the cells along the side, in order. A corner cell may belong to two sides, which
	// then share its rim edges evenly.
	Cells []Cell
}

// Board describes the playing surface by tables. It is shared and immutable.
type Board struct {
	Style  Style
	Pieces Pieces
	Size   Point // extent of all cells, from (0, 0)
	Cells  []CellInfo
	// Outline is the shape of every cell: the corners of a convex, point-symmetric polygon around
	// the cell's centre at (0, 0), clockwise on the screen. Cells that share an edge are
	// neighbours. Nil means a square of side 1. A hexagon of width 1 with a corner at the top is
	// (0,-0.58), (0.5,-0.29), (0.5,0.29) and their opposites.
	Outline []Point
	// Radius is the cell radius of a board with round pits. It is 0 if cells have an Outline.
	Radius float64
	// Piles is true if a cell contains any number of equal pieces, such as seeds, which players take
	// and distribute. Otherwise a cell contains at most one piece, which belongs to a player.
	Piles bool
	// Stores is true if each player has a store beside the board, for the pieces that it holds.
	Stores bool
	// Sides are the parts of the rim that belong to players. Most boards do not have any.
	Sides []Side
	// Step[d][c] is the step in direction d from c. Directions are numbered clockwise from 0, which
	// is east. Squares have eight (1 south-east, 2 south, 3 south-west), hexagons six (1
	// south-east, 2 south-west). Opposite reverses a direction. Boards without directions have an
	// empty Step.
	Step [][]Link
	// Target maps each cell to the cell that names a move made there: the top of its column if
	// pieces fall. It is nil if each cell names itself.
	Target []Cell
	// Columns and Rows are the coordinates along the top and the left edge. They are nil if the
	// cells themselves are labelled, as pits are.
	Columns, Rows []string
	// Stars are the intersections marked with a dot.
	Stars []Cell
	// Home is the owner of each pit, or nil if cells have no owner.
	Home []Player
	// Seats are the defaults of the players, or nil if they are only known by letters.
	Seats []Seat
	// Reasons are the texts of the game's additional end reasons; see Why.
	Reasons map[Reason]msg.Key
	// Score describes the count of a Scorer, Hold the count of a Holder. Each is nil if the game
	// has no such count.
	Score, Hold *Unit
	// Grows is true if the board represents an infinite one. Views show the part in use and a
	// margin.
	Grows bool
	// ShowLegal is true if legal moves are hard to see. They are then shown by default.
	ShowLegal bool
	// Wraps is the name of the topology if edges are joined, and "" otherwise.
	Wraps string
}

// MoveAt returns the move that is made by choosing c: taking the pile in c, or placing a piece on it.
// The move need not be legal.
func (b *Board) MoveAt(c Cell) Move {
	if b.Piles {
		return Take(c)
	}
	return Place(c)
}

// Counted reports whether the final counts decide the game. If so, reports omit the length of a
// game.
func (b *Board) Counted() bool { return b.Score != nil && b.Score.Decides }

// Why returns the text for reason r: the board's own, else the common one. It returns "" if the
// counts are explanation enough.
func (b *Board) Why(r Reason) msg.Key {
	if text, ok := b.Reasons[r]; ok {
		return text
	}
	return reasons[r]
}

// reasons are the texts of the common reasons.
var reasons = map[Reason]msg.Key{
	Row:        "a row is complete",
	Misere:     "completing a row loses",
	Captures:   "enough pairs are captured",
	Full:       "the board is full",
	Blocked:    "no player can move",
	Starved:    "one side has nothing left to move",
	Repetition: "a position was repeated",
	Quiet:      "too many moves without a capture",
	Resigned:   "resignation",
	OutOfTime:  "out of time",
}

// Way returns the vector from the centre of a cell to the centre of its neighbour in direction d,
// ignoring joined edges.
func (b *Board) Way(d uint8) Point {
	sin, cos := math.Sincos(2 * math.Pi * float64(d) / float64(len(b.Step)))
	if len(b.Step) == 8 {
		return Point{math.Round(cos), math.Round(sin)}
	}
	return Point{cos, sin}
}

// Diagonal reports whether direction d crosses a corner of a cell.
func (b *Board) Diagonal(d uint8) bool { return len(b.Step) == 8 && d&1 != 0 }

// Opposite returns the direction opposite to d.
func (b *Board) Opposite(d uint8) uint8 {
	n := uint8(len(b.Step))
	return (d + n/2) % n
}

// Drops reports whether pieces fall, so that a move names a column.
func (b *Board) Drops() bool { return b.Target != nil }

// Named returns the cell that names the move made by clicking c.
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

// Package diagram draws the board of any game, on any canvas: the screen, a
// printed page and a picture file show the same drawing.
package diagram

import (
	"boardstudio/io/draw"
	"boardstudio/model"
	"boardstudio/rules"
)

// Diagram says what to draw. Build it with New, then set what differs.
type Diagram struct {
	Rules    rules.Rules
	Position rules.Position // nil for an empty board
	Seats    []Seat         // how each player's pieces look; may be shorter than the table
	Theme    Theme
	Ground   Ground // of the board, OfGame for that of the game
	// Seen is the board as it is looked at, made by its method of that name; nil for as the rules say.
	Seen *rules.Board

	Coordinates bool
	// Beyond is how many cells are repeated, faint, around a board whose edges are joined: those that lie beyond them. 0
	// shows by arrows which edges are joined.
	Beyond int
	// Show are cells that the drawing of an endless board must show besides those in use.
	Show []rules.Cell
	// Squares asks for squares, also where the game's pieces stand on crossings.
	Squares bool
	// Pixel is the side of a device pixel in canvas units: lines are then put on
	// whole pixels. 0 where there are none, as on paper.
	Pixel float64
	// MinText is the smallest size of a text; 0 stands for 7. Coordinates that
	// would be smaller are thinned out, other texts left out.
	MinText float64

	Last  rules.Cell   // where the last move was played
	Win   []rules.Cell // the cells of winning rows
	Legal []rules.Cell // cells that name legal moves, tinted
	Hint  []rules.Cell // where a suggested move starts and ends, ringed
	// Forbidden are empty cells on which the rules allow no piece, crossed out.
	Forbidden []rules.Cell
	Area      []rules.Cell // cells chosen, framed together
	Cursor    rules.Cell   // where the keyboard is
	Hover     rules.Cell   // where the pointer is: a ghost of HoverBy's piece
	HoverBy   rules.Player
	Marks     []model.Mark
	Lines     []model.Line
	Trail     rules.Trail // what HoverBy's move would do: where it ends and what it takes
	// Sown is a move of a board with pits that was made: an arrow leads from From along Trail, and what it took is ringed.
	Sown *Sowing
	// Notes are those of overlays.
	Notes []rules.Note
	// Values are what moves are worth, written on their cells in a colour that goes from green to red by what they lose.
	Values []Value
	// Judgement is the glyph of the last move, shown beside its piece; "" for none.
	Judgement model.Glyph
	Numbers   map[rules.Cell]int // move numbers, written on the pieces
	// Stages are the pieces in motion, drawn in the place of those that lie in their cells.
	Stages map[rules.Cell]Stage
}

// Stage is how a piece looks in the midst of a motion.
type Stage struct {
	Owner   rules.Player
	Alpha   float64     // 1 for solid
	Scale   float64     // 1 for its size
	Squeeze float64     // its width as a share of that, 1 for round
	Shift   rules.Point // from the middle of its cell, on the board as the rules say
}

// Sowing is a move that puts the content of a pit along a trail.
type Sowing struct {
	From rules.Cell
	rules.Trail
}

// Seat is the look of one player's pieces.
type Seat struct {
	Name string
	// Symbol is "cross", "nought", "disc" or a letter or two; "" is the game's own.
	Symbol string
	Color  draw.Color // zero for the game's own
}

// New returns a plain diagram of a position, or of an empty board when p is nil.
func New(r rules.Rules, p rules.Position) *Diagram {
	return &Diagram{
		Rules: r, Position: p, Coordinates: true,
		Last: rules.NoCell, Cursor: rules.NoCell, Hover: rules.NoCell, HoverBy: rules.NoPlayer,
	}
}

// Draw draws the board into box, as Layout places it. Nothing is drawn outside box.
func (d *Diagram) Draw(c draw.Canvas, box draw.Rect) {
	p := d.painter(c, d.Layout(box), whole)
	p.bare()
	p.above()
}

// DrawBoard draws the board as l places it, without what lies on it.
func (d *Diagram) DrawBoard(c draw.Canvas, l Layout) {
	p := d.painter(c, l, boardOnly)
	p.bare()
}

// DrawContents draws what Draw would draw above the board, as l places it: pieces, seeds and their counts, marks. Together with
// DrawBoard it is for what keeps both apart, as a page that draws the board once.
func (d *Diagram) DrawContents(c draw.Canvas, l Layout) {
	p := d.painter(c, l, contentsOnly)
	if p.board.Style == rules.Pits && p.u > 0 {
		p.pits()
	}
	p.above()
}

// bare draws the board.
func (p *painter) bare() {
	if p.u <= 0 {
		return
	}
	p.ground()
	p.beyondEdges()
	p.coordinates()
	p.seams()
}

// above draws what lies on the board, all but seeds.
func (p *painter) above() {
	if p.u <= 0 {
		return
	}
	p.tints()
	p.underNotes()
	p.bars()
	p.pieces()
	p.rows()
	p.lastMove()
	p.numbers()
	p.sown()
	p.lines()
	p.notes()
	p.values()
	p.advice()
	p.marks()
	p.judgement()
	p.area()
	p.ghost()
	p.cursor()
}

// board returns the board as it is looked at.
func (d *Diagram) board() *rules.Board {
	if d.Seen != nil {
		return d.Seen
	}
	return d.Rules.Board()
}

// has reports whether c is a cell of the board.
func (d *Diagram) has(c rules.Cell) bool {
	return d.Rules.Board().Has(c)
}

// at returns what lies in c.
func (d *Diagram) at(c rules.Cell) rules.Content {
	if d.Position == nil {
		return rules.Empty
	}
	return d.Position.At(c)
}

// landing returns the cell where a piece comes to lie that is played on c: c
// itself, or the empty cell of its column that is furthest from the one that
// names the column.
func (d *Diagram) landing(c rules.Cell) rules.Cell {
	b := d.board()
	if !b.Drops() {
		return c
	}
	top, best, far := b.Named(c), rules.NoCell, -1.0
	for i, t := range b.Target {
		if t != top || d.at(rules.Cell(i)).Owner != rules.NoPlayer {
			continue
		}
		if f := distance(b.Cells[i].Centre, b.Cells[top].Centre); f > far {
			best, far = rules.Cell(i), f
		}
	}
	return best
}

// part is which part of pits is drawn.
type part uint8

const (
	whole part = iota
	boardOnly
	contentsOnly
)

// painter is one drawing in the making.
type painter struct {
	*Diagram
	Layout
	canvas  draw.Canvas
	board   *rules.Board
	surface *surface
	seats   []look
	u       float64 // the side of a cell
	part    part
}

func (d *Diagram) painter(c draw.Canvas, l Layout, what part) *painter {
	return &painter{
		Diagram: d, canvas: c, Layout: l, board: d.board(), u: l.unit,
		surface: d.surface(), seats: d.seats(), part: what,
	}
}

// fill and stroke paint a path in one colour.
func (p *painter) fill(path draw.Path, c draw.Color) { p.canvas.Path(path, draw.Style{Fill: c}) }

func (p *painter) stroke(path draw.Path, c draw.Color, width float64) {
	p.canvas.Path(path, draw.Style{Stroke: c, Width: width, RoundCaps: true})
}

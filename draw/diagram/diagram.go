// Package diagram draws the board of any game on a canvas. The same drawing is used for the screen,
// printed pages and picture files.
package diagram

import (
	"boardstudio/draw"
	"boardstudio/model"
	"boardstudio/rules"
)

// A Diagram describes a drawing of a board. Create it with New, then change the fields that differ
// from the defaults.
type Diagram struct {
	Rules    rules.Rules
	Position rules.Position // nil for an empty board
	Seats    []Seat         // look of each player's pieces; may be shorter than the number of players
	Theme    Theme
	Ground   Ground // material of the board, OfGame for the game's default
	// Seen is the board in the user's orientation, made by rules.Board.Seen. If it is nil, the
	// board is drawn as the rules define it.
	Seen *rules.Board

	Coordinates bool
	// Beyond is the number of cells that are repeated, faintly, beyond each joined edge of the
	// board. If it is 0, arrows show which edges are joined.
	Beyond int
	// Show lists cells of an endless board that must be visible in addition to the used ones.
	Show []rules.Cell
	// Squares draws pieces in squares even if the game places them on crossings.
	Squares bool
	// Pixel is the side of a device pixel in canvas units. Lines are aligned to whole pixels unless
	// it is 0, as on paper.
	Pixel float64
	// MinText is the smallest size of text, 7 if it is 0. If coordinates would be smaller, only
	// some of them are drawn. Other text that would be smaller is omitted.
	MinText float64

	Last  rules.Cell   // cell of the last move
	Win   []rules.Cell // cells of the winning rows
	Legal []rules.Cell // cells of legal moves, tinted
	Hint  []rules.Cell // start and end of a suggested move, ringed
	// Forbidden lists empty cells that the rules forbid to play on. They are crossed out.
	Forbidden []rules.Cell
	Area      []rules.Cell // selected cells, outlined together
	Cursor    rules.Cell   // cell with the keyboard focus
	Hover     rules.Cell   // cell under the pointer, shown with a translucent piece of HoverBy
	HoverBy   rules.Player
	Marks     []model.Mark
	Lines     []model.Line
	Trail     rules.Trail // effect of HoverBy's move: trail and captures
	// Sown is the last move on a board with pits. An arrow leads from From along Trail, and
	// captured pits are ringed.
	Sown *Sowing
	// Notes are the notes of overlays.
	Notes []rules.Note
	// Values are evaluations of moves, written on their cells. Their colours run from green to red
	// with the loss.
	Values []Value
	// MoveGlyph is the annotation glyph of the last move, drawn next to its piece, or "".
	MoveGlyph model.Glyph
	Numbers   map[rules.Cell]int // move numbers, written on the pieces
	// Stages are pieces in motion. They are drawn instead of the pieces in their cells.
	Stages map[rules.Cell]Stage
}

// Stage is the appearance of a piece during an animation.
type Stage struct {
	Owner   rules.Player
	Alpha   float64     // opacity, 1 for opaque
	Scale   float64     // size, 1 for the normal size
	Squeeze float64     // width relative to the size, 1 for round
	Shift   rules.Point // offset from the middle of the cell, in the orientation of the rules
}

// Sowing is a move that sows the seeds of a pit along a trail.
type Sowing struct {
	From rules.Cell
	rules.Trail
}

// Seat is the look of one player's pieces.
type Seat struct {
	Name string
	// Symbol is "cross", "nought", "disc", or one or two letters. If it is "", the game's default
	// is used.
	Symbol string
	Color  draw.Color // zero for the game's default
}

// New returns a diagram of p with default settings. A nil p draws an empty board.
func New(r rules.Rules, p rules.Position) *Diagram {
	return &Diagram{
		Rules: r, Position: p, Coordinates: true,
		Last: rules.NoCell, Cursor: rules.NoCell, Hover: rules.NoCell, HoverBy: rules.NoPlayer,
	}
}

// Draw draws the board into box, placed by Layout. It draws only inside box.
func (d *Diagram) Draw(c draw.Canvas, box draw.Rect) {
	p := d.painter(c, d.Layout(box), whole)
	p.drawBoardLayer()
	p.drawContentsLayer()
}

// DrawBoard draws the empty board, placed by l.
func (d *Diagram) DrawBoard(c draw.Canvas, l Layout) {
	p := d.painter(c, l, boardOnly)
	p.drawBoardLayer()
}

// DrawContents draws everything that Draw puts on the board, placed by l: pieces, seeds and their
// counts, and marks. Use DrawBoard and DrawContents to draw the two layers separately, such as on a
// page that draws the board only once.
func (d *Diagram) DrawContents(c draw.Canvas, l Layout) {
	p := d.painter(c, l, contentsOnly)
	if p.board.Radius > 0 && p.u > 0 {
		p.pits()
	}
	p.drawContentsLayer()
}

// drawBoardLayer draws the empty board.
func (p *painter) drawBoardLayer() {
	if p.u <= 0 {
		return
	}
	p.ground()
	p.beyondEdges()
	p.coordinates()
	p.seams()
}

// drawContentsLayer draws everything on the board except seeds.
func (p *painter) drawContentsLayer() {
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
	p.moveGlyph()
	p.area()
	p.ghost()
	p.cursor()
}

// board returns the board in the user's orientation.
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

// at returns the content of c.
func (d *Diagram) at(c rules.Cell) rules.Content {
	if d.Position == nil {
		return rules.Empty
	}
	return d.Position.At(c)
}

// landing returns the cell where a piece played at c ends up. That is c, unless pieces drop: then
// it is the empty cell of the column that is furthest from the cell that names the column, or
// NoCell.
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

// part selects the layers to draw.
type part uint8

const (
	whole part = iota
	boardOnly
	contentsOnly
)

// painter holds the state of one drawing.
type painter struct {
	*Diagram
	Layout
	canvas  draw.Canvas
	board   *rules.Board
	surface *surface
	seats   []look
	u       float64 // side of a cell
	part    part
}

func (d *Diagram) painter(c draw.Canvas, l Layout, what part) *painter {
	return &painter{
		Diagram: d, canvas: c, Layout: l, board: d.board(), u: l.unit,
		surface: d.surface(), seats: d.seats(), part: what,
	}
}

func (p *painter) fill(path draw.Path, c draw.Color) { p.canvas.Path(path, draw.Style{Fill: c}) }

func (p *painter) stroke(path draw.Path, c draw.Color, width float64) {
	p.canvas.Path(path, draw.Style{Stroke: c, Width: width, RoundCaps: true})
}

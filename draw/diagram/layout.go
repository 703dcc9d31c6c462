package diagram

import (
	"math"

	"boardstudio/draw"
	"boardstudio/rules"
)

// Layout is the placement of a board's parts on the canvas.
type Layout struct {
	board *rules.Board
	shape []rules.Point // outline of a cell
	cell  draw.Rect     // rectangle around it, centred on 0,0
	// crossing reports whether pieces are placed on crossings.
	crossing bool
	view     draw.Rect // visible part of the board, in cells
	middles  draw.Rect // area of the visible cells' centres
	unit     float64
	plate    draw.Rect // area of the whole drawing
	field    draw.Rect // area of the cells
	seam     float64   // width of the band with symbols for joined edges
	band     float64   // width of the band along the players' sides
	rim      float64   // width of both bands together
	// beyondX and beyondY are the widths of the repeated cells at the left and right, and above and
	// below.
	beyondX, beyondY float64
	text             float64 // size of coordinates, 0 for none
	every            int     // interval between the coordinates that are written
	line             float64 // width of lines
}

// Sizes relative to the board or to a cell.
const (
	textOfSide = 0.032 // coordinates, relative to the longer side of the board
	textOfCell = 0.40  // maximum size of coordinates, relative to a cell
	bandWidth  = 0.18  // band along a player's side, relative to a cell
	minShow    = 11    // minimum number of visible cells of an endless board
	growMargin = 3     // cells visible around the used part of an endless board
	minLine    = 0.25  // minimum line width in print, in points
)

// Layout places the board in the middle of box, as large as possible, keeping its proportions. For
// a board that represents an endless one it shows the used part and a margin.
func (d *Diagram) Layout(box draw.Rect) Layout {
	b := d.board()
	l := Layout{board: b, shape: shape(b), cell: bounds(shape(b)), every: 1}
	l.view = d.shown(l.cell)
	const tiny = 1e-9
	l.middles = draw.Rect{X: l.view.X - l.cell.X, Y: l.view.Y - l.cell.Y, W: l.view.W - l.cell.W, H: l.view.H - l.cell.H}.Inset(-tiny)
	l.crossing = l.board.Style == rules.Crossings && !d.Squares
	coordinates := d.Coordinates
	for {
		l.fit(d, box, coordinates)
		// Omit coordinates that would dominate a small board.
		if side := l.unit * max(l.view.W, l.view.H); !coordinates || side >= 9*d.minText() {
			break
		}
		coordinates = false
	}
	l.align(d.Pixel)
	return l
}

// minText returns the smallest size of text to draw.
func (d *Diagram) minText() float64 {
	if d.MinText > 0 {
		return d.MinText
	}
	return 7
}

// fit finds the largest cell size at which everything fits into box. Margins depend on the cell
// size, so fit uses bisection.
func (l *Layout) fit(d *Diagram, box draw.Rect, coordinates bool) {
	lo, hi := 0.0, max(0, min(box.W/l.view.W, box.H/l.view.H))
	if d.Pixel > 0 { // reserve room for the alignment to pixels
		box = box.Inset(d.Pixel)
	}
	var left, top float64
	for range 50 {
		l.unit = (lo + hi) / 2
		left, top = l.margins(d, coordinates)
		if l.view.W*l.unit+2*left <= box.W && l.view.H*l.unit+2*top <= box.H {
			lo = l.unit
		} else {
			hi = l.unit
		}
	}
	if l.unit = lo; d.Pixel > 0 && lo > 6*d.Pixel {
		l.unit = math.Floor(lo/d.Pixel) * d.Pixel
	}
	left, top = l.margins(d, coordinates)
	w, h := l.view.W*l.unit, l.view.H*l.unit
	c := box.Centre()
	l.field = draw.Rect{X: c.X - w/2, Y: c.Y - h/2, W: w, H: h}
	l.plate = draw.Rect{X: l.field.X - left, Y: l.field.Y - top, W: w + 2*left, H: h + 2*top}
}

// margins returns the widths of the left (and right) and top (and bottom) margins for l.unit. It
// also sets the sizes of text, lines and bands.
func (l *Layout) margins(d *Diagram, coordinates bool) (left, top float64) {
	u, side := l.unit, l.unit*max(l.view.W, l.view.H)
	s := d.surface()
	l.line = min(s.grid*u, s.hair*side)
	if s.flat() {
		l.line = max(l.line, min(minLine, 0.1*u))
	}
	if d.Pixel > 0 {
		l.line = max(1, math.Round(l.line/d.Pixel)) * d.Pixel
	}
	l.text = 0
	if coordinates {
		l.text = max(d.minText(), min(textOfCell*u, textOfSide*side))
	}
	if l.board.Piles {
		return l.pileMargins(d)
	}
	pad := l.pad(s)
	if l.beyondX, l.beyondY = 0, 0; d.repeats() {
		for _, e := range joined(l.board) {
			if e.dir == east || e.dir == west {
				l.beyondX = float64(d.Beyond) * u
			} else {
				l.beyondY = float64(d.Beyond) * u
			}
		}
	} else if l.board.Wraps != "" {
		l.seam = min(0.5*u, 0.048*side)
		pad = max(pad, 0.3*l.seam)
	}
	l.rim = l.seam
	if len(l.board.Sides) > 0 {
		l.band = bandWidth * u
		l.rim += l.band / math.Cos(math.Pi/float64(len(l.shape))) // the band is widest at the corners
	}
	if !coordinates || l.board.Rows == nil {
		l.text = 0
		return pad + l.rim + l.beyondX, pad + l.rim + l.beyondY
	}
	wide, need := 0.0, l.text
	for _, rows := range [2]bool{false, true} {
		if names, way := l.named(rows); way.Y == 0 {
			wide = max(wide, l.widest(names))
		} else {
			need = max(need, l.widest(names))
		}
	}
	if need *= 1.25; u > 0 {
		l.every = max(1, int(math.Ceil(need/u)))
	}
	left = max(wide+0.9*l.text, 2*l.text, pad) + l.rim + l.beyondX
	top = max(2*l.text, pad) + l.rim + l.beyondY
	if !s.flat() { // equal margins look like a board, but would waste space on paper
		left, top = max(left, top), max(left, top)
	}
	return left, top
}

// pad returns the margin around the cells of a board without coordinates.
func (l *Layout) pad(s *surface) float64 {
	side := l.unit * max(l.view.W, l.view.H)
	switch {
	case s.holes && s.flat():
		return l.line
	case s.flat():
		return l.line / 2
	case l.crossing: // half a cell is already free at the edge
		return 0.012 * side
	}
	return 0.014*side + 0.07*l.unit
}

// widest returns the width of the widest label.
func (l *Layout) widest(labels []string) (w float64) {
	for _, s := range labels {
		w = max(w, draw.TextWidth(s, draw.TextStyle{Size: l.text}))
	}
	return w
}

// align moves the board so that its lines fall on whole pixels.
func (l *Layout) align(pixel float64) {
	if pixel <= 0 || l.unit < 6*pixel {
		return
	}
	off := 0.0 // offset of the first line
	if l.crossing {
		off = l.unit / 2
	}
	if int(math.Round(l.line/pixel))%2 == 1 {
		off += pixel / 2
	}
	l.field.X = math.Round((l.field.X+off)/pixel)*pixel - off
	l.field.Y = math.Round((l.field.Y+off)/pixel)*pixel - off
	x, y := math.Round(l.plate.X/pixel)*pixel, math.Round(l.plate.Y/pixel)*pixel
	X, Y := math.Round((l.plate.X+l.plate.W)/pixel)*pixel, math.Round((l.plate.Y+l.plate.H)/pixel)*pixel
	l.plate = draw.Rect{X: x, Y: y, W: X - x, H: Y - y}
}

// shown returns the part of the board to show. cell is the rectangle around a cell.
func (d *Diagram) shown(cell draw.Rect) draw.Rect {
	b := d.board()
	all := draw.Rect{W: b.Size.X, H: b.Size.Y}
	if !b.Grows || b.Wraps != "" || d.Position == nil {
		return all
	}
	x, y, X, Y := b.Size.X, b.Size.Y, 0.0, 0.0
	use := func(c rules.Cell) {
		if d.has(c) {
			at := b.Cells[c].Centre
			x, y, X, Y = min(x, at.X+cell.X), min(y, at.Y+cell.Y), max(X, at.X-cell.X), max(Y, at.Y-cell.Y)
		}
	}
	for c := range b.Cells {
		if d.Position.At(rules.Cell(c)).Owner != rules.NoPlayer {
			use(rules.Cell(c))
		}
	}
	for _, c := range d.Show {
		use(c)
	}
	use(d.Last)
	use(d.Cursor)
	for _, m := range d.Marks {
		use(m.Cell)
	}
	for _, l := range d.Lines {
		use(l.From)
		use(l.To)
	}
	if X < x { // an empty board: show the middle
		x, y, X, Y = b.Size.X/2, b.Size.Y/2, b.Size.X/2, b.Size.Y/2
		x, y, X, Y = math.Floor(x), math.Floor(y), math.Ceil(X), math.Ceil(Y)
	}
	x, X = widen(x, X, b.Size.X)
	y, Y = widen(y, Y, b.Size.Y)
	return draw.Rect{X: x, Y: y, W: X - x, H: Y - y}
}

// widen adds growMargin to both ends of the interval from a to b, and extends it to at least
// minShow. The result stays within 0 and end.
func widen(a, b, end float64) (lo, hi float64) {
	a, b = a-growMargin, b+growMargin
	if more := minShow - (b - a); more > 0 {
		a, b = a-math.Floor(more/2), b+math.Ceil(more/2)
	}
	return max(a, 0), min(b, end)
}

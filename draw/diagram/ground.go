package diagram

import (
	"math"

	"boardstudio/draw"
	"boardstudio/rules"
)

// ground draws the empty board.
func (p *painter) ground() {
	p.body()
	b := p.board
	var cells []rules.Cell
	if b.Outline != nil || b.Sides != nil {
		for c := range b.Cells {
			cells = append(cells, rules.Cell(c))
		}
	}
	m := p.mesh(cells)
	switch {
	case b.Radius > 0:
		p.pits()
	case p.surface.holes:
		p.panel()
	case b.Outline != nil:
		p.mosaic(m)
	case p.crossing:
		p.crossings()
	default:
		p.squares()
	}
	if b.Sides != nil {
		p.sides(m)
	}
}

// radius returns the radius of the plate's corners.
func (p *painter) radius() float64 {
	return min(0.03*max(p.plate.W, p.plate.H), 0.4*p.u)
}

// body draws the plate and, if its colour differs, the area under the cells.
func (p *painter) body() {
	s := p.surface
	if s.flat() {
		if p.board.Radius > 0 {
			p.canvas.Path(draw.Rounded(p.plate.Inset(p.line/2), p.radius()), draw.Style{Stroke: s.line, Width: p.line})
		}
		return
	}
	w := p.hair()
	p.canvas.Path(draw.Rounded(p.plate.Inset(w/2), p.radius()), draw.Style{Fill: s.plate, Stroke: s.edge, Width: w})
	if s.field != s.plate && p.board.Outline == nil {
		p.fill(draw.Box(p.field.Inset(-p.line)), s.field)
	}
}

// hair returns the width of the thinnest line.
func (p *painter) hair() float64 {
	if p.Pixel > 0 {
		return p.Pixel
	}
	return max(0.002*max(p.plate.W, p.plate.H), 0.02*p.u)
}

// squares draws the lines between square cells and the border of the board. Joined edges are
// dashed.
func (p *painter) squares() {
	var inner draw.Path
	f := p.field
	for x := 1.0; x < p.view.W; x++ {
		inner = inner.Move(f.X+x*p.u, f.Y).Line(f.X+x*p.u, f.Y+f.H)
	}
	for y := 1.0; y < p.view.H; y++ {
		inner = inner.Move(f.X, f.Y+y*p.u).Line(f.X+f.W, f.Y+y*p.u)
	}
	if len(inner.Ops) > 0 {
		p.canvas.Path(inner, draw.Style{Stroke: p.surface.line, Width: p.line})
	}
	if p.repeats() {
		return // beyondEdges draws the border
	}
	if p.board.Wraps == "" {
		p.canvas.Path(draw.Box(f), draw.Style{Stroke: p.surface.line, Width: p.line})
		p.squareStars()
		return
	}
	for _, e := range p.edges() {
		st := draw.Style{Stroke: p.surface.line, Width: p.line}
		if e.joined {
			dash := max(0.09*p.u, 2.5*p.line)
			st.Dash = []float64{dash, dash}
		}
		p.canvas.Path(draw.Segment(e.from, e.to), st)
	}
}

// squareStars draws the four dots of an Othello board, two cells from each corner.
func (p *painter) squareStars() {
	if p.board.Pieces != rules.Discs || p.view.W < 6 || p.view.H < 6 {
		return
	}
	for _, x := range []float64{2, p.view.W - 2} {
		for _, y := range []float64{2, p.view.H - 2} {
			at := draw.Point{X: p.field.X + x*p.u, Y: p.field.Y + y*p.u}
			p.fill(draw.Circle(at, max(0.07*p.u, 1.2*p.line)), p.surface.line)
		}
	}
}

// crossings draws the lines of a board on which pieces are placed at the crossings. Lines end at
// the first and last cell, except where the view cuts off part of the board: there they run to the
// edge of the field.
func (p *painter) crossings() {
	f, h := p.field, p.u/2
	left, right, top, bottom := h, h, h, h
	if p.view.X > 0 {
		left = 0
	}
	if p.view.Y > 0 {
		top = 0
	}
	if p.view.X+p.view.W < p.board.Size.X {
		right = 0
	}
	if p.view.Y+p.view.H < p.board.Size.Y {
		bottom = 0
	}
	var lines draw.Path
	for x := 0.5; x < p.view.W; x++ {
		lines = lines.Move(f.X+x*p.u, f.Y+top-p.line/2).Line(f.X+x*p.u, f.Y+f.H-bottom+p.line/2)
	}
	for y := 0.5; y < p.view.H; y++ {
		lines = lines.Move(f.X+left-p.line/2, f.Y+y*p.u).Line(f.X+f.W-right+p.line/2, f.Y+y*p.u)
	}
	p.canvas.Path(lines, draw.Style{Stroke: p.surface.line, Width: p.line})
	p.stars()
}

// stars draws the board's dots on crossings.
func (p *painter) stars() {
	for _, c := range p.board.Stars {
		if p.Shows(c) {
			p.fill(draw.Circle(p.Centre(c), max(0.1*p.u, 1.3*p.line)), p.surface.line)
		}
	}
}

// panel draws a plate with holes that show the pieces.
func (p *painter) panel() {
	s := p.surface
	if s.flat() {
		p.canvas.Path(draw.Rounded(p.field, p.radius()), draw.Style{Stroke: s.line, Width: p.line})
	}
	for c := range p.board.Cells {
		if c := rules.Cell(c); p.Shows(c) {
			p.hole(p.Centre(c), holeRadius*p.u)
		}
	}
}

const holeRadius = 0.41

// hole draws a round hole with the shadow of its upper rim.
func (p *painter) hole(at draw.Point, r float64) {
	s := p.surface
	if s.flat() {
		p.canvas.Path(draw.Circle(at, r), draw.Style{Fill: s.hollow, Stroke: s.line, Width: p.line})
		return
	}
	p.fill(draw.Circle(at, r), draw.Mix(s.hollow, rgb(0), 0.8*s.shade))
	p.fill(draw.Ellipse(draw.Point{X: at.X, Y: at.Y + 0.035*r}, 0.985*r, 0.965*r, 0), s.hollow)
}

// coordinates writes the columns above the board and the rows to its left, or as the orientation
// requires. Beyond a joined edge it writes, in a fainter colour, the coordinate of the next cell.
func (p *painter) coordinates() {
	if p.text == 0 || p.board.Rows == nil {
		return
	}
	p.labels(false)
	p.labels(true)
}

// named returns the names of the columns or rows, and the direction from each line of cells to its
// name: left for horizontal lines, otherwise up.
func (l *Layout) named(rows bool) (names []string, way rules.Point) {
	b := l.board
	names, way = b.Columns, rules.Point{Y: -1}
	if rows {
		names, way = b.Rows, rules.Point{X: -1}
	}
	if len(b.Cells) < 2 {
		return names, way
	}
	// The cells are ordered row by row.
	along := func(p, q rules.Point) rules.Point {
		far := distance(p, q)
		return rules.Point{X: (p.X - q.X) / far, Y: (p.Y - q.Y) / far}
	}
	first := b.Cells[0]
	row, col := rules.Point{}, rules.Point{}
	for _, c := range b.Cells[1:] {
		if c.Row == first.Row && row == (rules.Point{}) {
			row = along(first.Centre, c.Centre)
		}
		if c.Col == first.Col {
			col = along(first.Centre, c.Centre)
			break
		}
	}
	switch { // lines of a single cell: use the perpendicular direction
	case row == (rules.Point{}):
		row = rules.Point{X: col.Y, Y: -col.X}
	case col == (rules.Point{}):
		col = rules.Point{X: -row.Y, Y: row.X}
	}
	if way = col; rows {
		way = row
	}
	const tiny = 1e-9
	if flat := math.Abs(way.Y) < tiny; flat && way.X > 0 || !flat && way.Y > 0 {
		way = rules.Point{X: -way.X, Y: -way.Y}
	}
	if math.Abs(way.Y) < tiny {
		way.Y = 0
	}
	return names, way
}

// labels writes the names of columns or rows in the middle of the margin, in line with their cells.
func (p *painter) labels(rows bool) {
	number := func(x *rules.CellInfo) int {
		if rows {
			return x.Row
		}
		return x.Col
	}
	names, way := p.named(rows)
	margin, rim := p.field.Y-p.plate.Y, p.rim+p.beyondY
	if way.Y == 0 {
		margin, rim = p.field.X-p.plate.X, p.rim+p.beyondX
	}
	first, last := make([]rules.Cell, len(names)), make([]rules.Cell, len(names))
	for i := range names {
		first[i], last[i] = rules.NoCell, rules.NoCell
	}
	far := func(c rules.Cell) float64 { // distance towards the end with the name
		at := p.board.Cells[c].Centre
		return at.X*way.X + at.Y*way.Y
	}
	for c := range p.board.Cells {
		c := rules.Cell(c)
		if !p.Shows(c) {
			continue
		}
		i := number(&p.board.Cells[c])
		if first[i] == rules.NoCell || far(c) > far(first[i]) {
			first[i] = c
		}
		if last[i] == rules.NoCell || far(c) < far(last[i]) {
			last[i] = c
		}
	}
	st := draw.TextStyle{Size: p.text, Color: p.surface.text}
	faint := st
	faint.Color = draw.Mix(st.Color, p.under(), 0.45)
	out := 1/outward(p.shape, way.X, way.Y) + (margin+rim)/2/p.u
	for i, name := range names {
		if first[i] == rules.NoCell || i%p.every != 0 {
			continue
		}
		a, b := p.board.Cells[first[i]].Centre, p.board.Cells[last[i]].Centre
		p.canvas.Text(p.point(rules.Point{X: a.X + way.X*out, Y: a.Y + way.Y*out}), name, st)
		if c := p.beyond(last[i], way); c != rules.NoCell {
			p.canvas.Text(p.point(rules.Point{X: b.X - way.X*out, Y: b.Y - way.Y*out}), names[number(&p.board.Cells[c])], faint)
		}
	}
}

// under returns the background colour of coordinates.
func (p *painter) under() draw.Color {
	if p.surface.flat() {
		return rgb(0xffffff)
	}
	return p.surface.plate
}

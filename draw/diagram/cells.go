package diagram

import (
	"math"

	"boardstudio/draw"
	"boardstudio/rules"
)

// square is the cell outline of boards without a custom outline.
var square = []rules.Point{{X: -0.5, Y: -0.5}, {X: 0.5, Y: -0.5}, {X: 0.5, Y: 0.5}, {X: -0.5, Y: 0.5}}

// shape returns the outline of the cells of b.
func shape(b *rules.Board) []rules.Point {
	if b.Outline == nil {
		return square
	}
	return b.Outline
}

// bounds returns the rectangle around an outline.
func bounds(shape []rules.Point) draw.Rect {
	var x, y float64 // outlines are point-symmetric about 0,0
	for _, p := range shape {
		x, y = max(x, p.X), max(y, p.Y)
	}
	return draw.Rect{X: -x, Y: -y, W: 2 * x, H: 2 * y}
}

// Unit returns the distance between neighbouring cells, in canvas units.
func (l Layout) Unit() float64 { return l.unit }

// Plate returns the rectangle that the drawing fills.
func (l Layout) Plate() draw.Rect { return l.plate }

// UnusedHeight returns the unused height below the cells. The margin above them is for coordinates, and
// the one below is equally high but empty. UnusedHeight returns 0 for boards with piles or joined edges.
func (l *Layout) UnusedHeight() float64 {
	if l.board.Piles || l.board.Wraps != "" {
		return 0
	}
	return max(l.plate.Y+l.plate.H-l.field.Y-l.field.H-l.rim-2*l.line, 0)
}

// point converts a point on the board to canvas coordinates.
func (l *Layout) point(at rules.Point) draw.Point {
	return draw.Point{
		X: l.field.X + (at.X-l.view.X)*l.unit,
		Y: l.field.Y + (at.Y-l.view.Y)*l.unit,
	}
}

// Centre returns the middle of c on the canvas. c must be a cell of the board.
func (l *Layout) Centre(c rules.Cell) draw.Point { return l.point(l.board.Cells[c].Centre) }

// Rect returns the rectangle around c on the canvas. c must be a cell of the board.
func (l *Layout) Rect(c rules.Cell) draw.Rect {
	at := l.Centre(c)
	return draw.Rect{X: at.X + l.cell.X*l.unit, Y: at.Y + l.cell.Y*l.unit, W: l.cell.W * l.unit, H: l.cell.H * l.unit}
}

// Shows reports whether c is a cell in the visible part of the board.
func (l *Layout) Shows(c rules.Cell) bool {
	if !l.board.Has(c) {
		return false
	}
	at := l.board.Cells[c].Centre
	return l.middles.Has(draw.Point{X: at.X, Y: at.Y})
}

// CellAt returns the cell at p, or NoCell if p is outside all cells.
func (l *Layout) CellAt(p draw.Point) rules.Cell {
	if l.unit <= 0 || !l.field.Has(p) {
		return rules.NoCell
	}
	x, y := (p.X-l.field.X)/l.unit+l.view.X, (p.Y-l.field.Y)/l.unit+l.view.Y
	best, near := rules.NoCell, 1.0
	for i := range l.board.Cells {
		at := l.board.Cells[i].Centre
		if far := outward(l.shape, x-at.X, y-at.Y); far <= near {
			best, near = rules.Cell(i), far
		}
	}
	return best
}

// outward returns the position of x, y between the middle of an outline (0) and its edge (1).
// Values above 1 are outside.
func outward(shape []rules.Point, x, y float64) (far float64) {
	p := shape[len(shape)-1]
	for _, q := range shape {
		nx, ny := q.Y-p.Y, p.X-q.X // normal of the edge from p to q, pointing outwards
		far = max(far, (nx*x+ny*y)/(nx*p.X+ny*p.Y))
		p = q
	}
	return far
}

// corners returns the outline of c on the canvas, with every edge moved inwards by inset.
func (l *Layout) corners(c rules.Cell, inset float64) []draw.Point {
	at := l.Centre(c)
	p, q := l.shape[0], l.shape[1]
	edge := math.Abs(p.X*q.Y-p.Y*q.X) / math.Hypot(q.X-p.X, q.Y-p.Y) // distance of the edges from the middle
	k := l.unit - inset/edge
	ps := make([]draw.Point, len(l.shape))
	for i, s := range l.shape {
		ps[i] = draw.Point{X: at.X + s.X*k, Y: at.Y + s.Y*k}
	}
	return ps
}

// mesh finds neighbours in a set of cells: pairs that share an edge.
type mesh struct {
	*Layout
	cells []rules.Cell
	at    map[[2]int]rules.Cell
}

// mesh returns a mesh of the visible ones among cells.
func (l *Layout) mesh(cells []rules.Cell) mesh {
	m := mesh{Layout: l, at: make(map[[2]int]rules.Cell, len(cells))}
	for _, c := range cells {
		if l.Shows(c) {
			m.cells = append(m.cells, c)
			m.at[place(l.board.Cells[c].Centre)] = c
		}
	}
	return m
}

// place returns a map key for p. Points that differ only by rounding errors have the same key.
func place(p rules.Point) [2]int {
	const fine = 64
	return [2]int{int(math.Round(p.X * fine)), int(math.Round(p.Y * fine))}
}

// across returns the cell on the other side of edge i of c, or NoCell if that is not in the
// mesh. Edge i connects corner i to the next one.
func (m mesh) across(c rules.Cell, i int) rules.Cell {
	at, p, q := m.board.Cells[c].Centre, m.shape[i], m.shape[(i+1)%len(m.shape)]
	if to, ok := m.at[place(rules.Point{X: at.X + p.X + q.X, Y: at.Y + p.Y + q.Y})]; ok {
		return to
	}
	return rules.NoCell
}

// rimEdge is the edge of a cell from corner i to the next one.
type rimEdge struct {
	cell rules.Cell
	i    int
}

// rims returns the edges that belong to only one cell of the mesh, as closed paths around the
// cells. Outer paths run clockwise.
func (m mesh) rims() (rims [][]rimEdge) {
	n := len(m.shape)
	seen := map[rimEdge]bool{}
	for _, c := range m.cells {
		for i := range n {
			var rim []rimEdge
			at := rimEdge{c, i}
			for !seen[at] && m.across(at.cell, at.i) == rules.NoCell {
				seen[at] = true
				rim = append(rim, at)
				at.i = (at.i + 1) % n
				for to := m.across(at.cell, at.i); to != rules.NoCell; to = m.across(at.cell, at.i) {
					at = rimEdge{to, (at.i + n/2 + 1) % n}
				}
			}
			if rim != nil {
				rims = append(rims, rim)
			}
		}
	}
	return rims
}

// corner returns the corner at which e starts, on the canvas.
func (l *Layout) corner(e rimEdge) draw.Point {
	at, p := l.board.Cells[e.cell].Centre, l.shape[e.i]
	return l.point(rules.Point{X: at.X + p.X, Y: at.Y + p.Y})
}

// distance returns the distance between two points of the board.
func distance(a, b rules.Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

package diagram

import (
	"boardstudio/draw"
	"boardstudio/rules"
)

// The orthogonal directions, as numbered by Board.Step.
const (
	east  = 0
	south = 2
	west  = 4
	north = 6
)

// edge is one side of the board, as seen from its cells.
type edge struct {
	from, to draw.Point // on the outline of the field, from left to right or from top to bottom
	out      draw.Point // unit vector pointing off the board
	joined   bool
	// self reports whether the edge is joined to itself over a pole: a step off the board arrives
	// on the same side, half the board further along. turned reports whether the edge is joined to
	// another one that runs in the opposite direction.
	self, turned bool
}

// edges returns the four sides of the board. It reads from Board.Step how they are joined, so new
// topologies need no code here.
func (p *painter) edges() []edge {
	f := p.field
	a, b := draw.Point{X: f.X, Y: f.Y}, draw.Point{X: f.X + f.W, Y: f.Y}
	c, d := draw.Point{X: f.X, Y: f.Y + f.H}, draw.Point{X: f.X + f.W, Y: f.Y + f.H}
	es := []edge{
		{from: a, to: c, out: draw.Point{X: -1}},
		{from: b, to: d, out: draw.Point{X: 1}},
		{from: a, to: b, out: draw.Point{Y: -1}},
		{from: c, to: d, out: draw.Point{Y: 1}},
	}
	if len(p.board.Step) < 8 {
		return es
	}
	for i, dir := range [4]int{west, east, north, south} {
		e := &es[i]
		for c := range p.board.Cells {
			info := &p.board.Cells[c]
			link := p.board.Step[dir][c]
			if !outermost(p.board, info.Centre, e.out) || link.Cell == rules.NoCell {
				continue
			}
			to := p.board.Cells[link.Cell].Centre
			e.joined = true
			e.self = outermost(p.board, to, e.out)
			if along := e.out.Y == 0; along && to.Y != info.Centre.Y || !along && to.X != info.Centre.X {
				e.turned = true
			}
		}
		if e.self {
			e.turned = false
		}
	}
	return es
}

// outermost reports whether a cell at at is the last one of the board in the direction out.
func outermost(b *rules.Board, at rules.Point, out draw.Point) bool {
	x, y := at.X+out.X, at.Y+out.Y
	return x < 0 || y < 0 || x > b.Size.X || y > b.Size.Y
}

// beyond returns the cell that follows c, the last cell of a line, over a joined edge. way points
// from the line to its name, at the other end. beyond returns NoCell if the edge is not joined.
func (p *painter) beyond(c rules.Cell, way rules.Point) rules.Cell {
	if p.board.Wraps == "" || len(p.board.Step) < 8 {
		return rules.NoCell
	}
	dir := south
	if way.Y == 0 {
		dir = east
	}
	out := draw.Point{X: -way.X, Y: -way.Y}
	if !outermost(p.board, p.board.Cells[c].Centre, out) {
		return rules.NoCell
	}
	return p.board.Step[dir][c].Cell
}

// seams shows which edges are joined. Lines continue, dashed, over the edge. Arrows on a pair of
// edges point in the same direction if the edges are brought together. An edge joined to itself
// over a pole has an arc that leads to the point of arrival.
func (p *painter) seams() {
	if p.seam == 0 {
		return
	}
	heads := 0
	for i, e := range p.edges() {
		if i%2 == 0 && e.joined {
			heads++
		}
		if !e.joined {
			continue
		}
		if p.crossing {
			p.stubs(e)
		}
		if e.self {
			p.pole(e)
		} else {
			p.chevrons(e, heads, i%2 == 1 && e.turned)
		}
	}
}

// stubs draws the ends of lines that continue over an edge of a board with crossings.
func (p *painter) stubs(e edge) {
	var path draw.Path
	n, start, end := p.view.W, -p.u/2, 0.3*p.seam
	if e.out.Y == 0 {
		n = p.view.H
	}
	dx, dy := (e.to.X-e.from.X)/n, (e.to.Y-e.from.Y)/n
	for i := 0.5; i < n; i++ {
		x, y := e.from.X+dx*i, e.from.Y+dy*i
		path = path.Move(x+e.out.X*start, y+e.out.Y*start).Line(x+e.out.X*end, y+e.out.Y*end)
	}
	dash := max(0.07*p.u, 2*p.line)
	p.canvas.Path(path, draw.Style{Stroke: p.surface.line, Width: p.line, Dash: []float64{dash, dash}})
}

// chevrons draws n arrowheads along an edge. Each pair of edges has a different n.
func (p *painter) chevrons(e edge, n int, back bool) {
	size := 0.3 * p.seam
	dx, dy := e.to.X-e.from.X, e.to.Y-e.from.Y
	long := max(dx, dy)
	dx, dy = dx/long, dy/long
	if back {
		dx, dy = -dx, -dy
	}
	mid := draw.Point{X: (e.from.X+e.to.X)/2 + e.out.X*p.seam*0.6, Y: (e.from.Y+e.to.Y)/2 + e.out.Y*p.seam*0.6}
	for i := range n {
		t := (float64(i) - float64(n-1)/2) * 1.3 * size
		p.arrowhead(draw.Point{X: mid.X + dx*t, Y: mid.Y + dy*t}, draw.Point{X: dx, Y: dy}, size)
	}
}

// arrowhead draws a filled arrowhead at at, pointing along dir.
func (p *painter) arrowhead(at, dir draw.Point, size float64) {
	nx, ny := -dir.Y*size, dir.X*size
	tip := draw.Point{X: at.X + dir.X*size, Y: at.Y + dir.Y*size}
	back := draw.Point{X: at.X - dir.X*size*0.7, Y: at.Y - dir.Y*size*0.7}
	p.fill(draw.Polygon(tip, draw.Point{X: back.X + nx, Y: back.Y + ny}, draw.Point{X: back.X - nx, Y: back.Y - ny}), p.surface.text)
}

// pole draws an arc from the first quarter of an edge to the third. A move off the board at one end
// returns at the other.
func (p *painter) pole(e edge) {
	at := func(t, off float64) draw.Point {
		return draw.Point{
			X: e.from.X + (e.to.X-e.from.X)*t + e.out.X*off*p.seam,
			Y: e.from.Y + (e.to.Y-e.from.Y)*t + e.out.Y*off*p.seam,
		}
	}
	a, b := at(0.25, 0.25), at(0.75, 0.25)
	u, v := at(0.27, 0.9), at(0.73, 0.9)
	m, n := at(0.25, 0.85), at(0.75, 0.85)
	arc := draw.Path{}.Move(a.X, a.Y).Curve(m.X, m.Y, m.X, m.Y, u.X, u.Y).Line(v.X, v.Y).Curve(n.X, n.Y, n.X, n.Y, b.X, b.Y)
	p.canvas.Path(arc, draw.Style{Stroke: p.surface.text, Width: max(p.line, 0.05*p.seam)})
	in := draw.Point{X: -e.out.X, Y: -e.out.Y}
	p.arrowhead(a, in, 0.22*p.seam)
	p.arrowhead(b, in, 0.22*p.seam)
}

package diagram

import (
	"boardstudio/draw"
	"boardstudio/rules"
)

// joinedEdge is an edge of a board of squares that is joined to another edge or to itself.
type joinedEdge struct {
	dir int        // direction that crosses the edge
	out draw.Point // the same direction as a unit vector
}

// joined returns the joined edges of a board, in the order west, east, north, south.
func joined(b *rules.Board) (list []joinedEdge) {
	if len(b.Step) < 8 {
		return nil
	}
	for _, e := range [4]joinedEdge{{west, draw.Point{X: -1}}, {east, draw.Point{X: 1}}, {north, draw.Point{Y: -1}}, {south, draw.Point{Y: 1}}} {
		for c := range b.Cells {
			if outermost(b, b.Cells[c].Centre, e.out) && b.Step[e.dir][c].Cell != rules.NoCell {
				list = append(list, e)
				break
			}
		}
	}
	return list
}

// repeats reports whether cells are repeated beyond joined edges.
func (d *Diagram) repeats() bool {
	return d.Beyond > 0 && d.board().Wraps != "" && len(d.board().Step) == 8
}

// repeated is a copy of a cell, drawn beyond an edge.
type repeated struct {
	at   rules.Point
	cell rules.Cell
}

// repeated returns the copies to draw beyond the joined edges. The area beyond a corner is filled
// only if both of its edges are joined.
func (d *Diagram) repeated() (list []repeated) {
	b := d.board()
	cells := map[[2]int]rules.Cell{}
	put := func(at rules.Point, c rules.Cell) {
		list = append(list, repeated{at, c})
		cells[place(at)] = c
	}
	var flat, upright []joinedEdge
	for _, e := range joined(b) {
		if e.out.Y == 0 {
			flat = append(flat, e)
		} else {
			upright = append(upright, e)
		}
		for c := range b.Cells {
			at := b.Cells[c].Centre
			if !outermost(b, at, e.out) {
				continue
			}
			link := rules.Link{Cell: rules.Cell(c), Dir: uint8(e.dir)}
			for range d.Beyond {
				if link = b.Step[link.Dir][link.Cell]; link.Cell == rules.NoCell {
					break
				}
				at = rules.Point{X: at.X + e.out.X, Y: at.Y + e.out.Y}
				put(at, link.Cell)
			}
		}
	}
	// Fill the areas beyond the corners by extending the columns next to the board. The last two
	// cells of each column give the direction.
	for _, side := range flat {
		for k := range d.Beyond {
			for _, e := range upright {
				x, last := -0.5-float64(k), b.Size.Y-0.5
				if side.out.X > 0 {
					x = b.Size.X + 0.5 + float64(k)
				}
				at := rules.Point{X: x, Y: last}
				if e.out.Y < 0 {
					at.Y = 0.5
				}
				from, ok := cells[place(rules.Point{X: x, Y: at.Y - e.out.Y})]
				to, known := cells[place(at)]
				link := rules.Link{Cell: rules.NoCell}
				for _, dir := range [4]int{east, south, west, north} {
					if ok && known && b.Step[dir][from].Cell == to {
						link = b.Step[dir][from]
					}
				}
				for j := 0; j < d.Beyond && link.Cell != rules.NoCell; j++ {
					if link = b.Step[link.Dir][link.Cell]; link.Cell != rules.NoCell {
						at.Y += e.out.Y
						put(at, link.Cell)
					}
				}
			}
		}
	}
	return list
}

// faint is the opacity of repeated pieces.
const faint = 0.35

// beyondEdges draws the repeated cells with their pieces, and the outline of the board.
func (p *painter) beyondEdges() {
	if !p.repeats() {
		return
	}
	cells := p.repeated()
	line := draw.Mix(p.surface.line, p.under(), 0.55)
	var path draw.Path
	h := p.u / 2
	for _, r := range cells {
		at := p.point(r.at)
		if p.crossing {
			path = path.Move(at.X-h, at.Y).Line(at.X+h, at.Y).Move(at.X, at.Y-h).Line(at.X, at.Y+h)
		} else {
			path = path.Move(at.X-h, at.Y-h).Line(at.X+h, at.Y-h).Line(at.X+h, at.Y+h).Line(at.X-h, at.Y+h).Close()
		}
	}
	if p.crossing { // extend the board's lines over the joined edges
		for _, e := range p.edges() {
			n := p.view.W
			if e.out.Y == 0 {
				n = p.view.H
			}
			for i := 0.5; e.joined && i < n; i++ {
				x, y := e.from.X+(e.to.X-e.from.X)*i/n, e.from.Y+(e.to.Y-e.from.Y)*i/n
				path = path.Move(x, y).Line(x-e.out.X*h, y-e.out.Y*h)
			}
		}
	}
	p.canvas.Path(path, draw.Style{Stroke: line, Width: p.line})
	for _, r := range cells {
		if at := p.at(r.cell); at.Owner != rules.NoPlayer {
			p.piece(p.point(r.at), at.Owner, faint)
		}
	}
	for _, e := range p.edges() {
		st := draw.Style{Stroke: p.surface.line, Width: 2.2 * p.line, RoundCaps: true}
		if p.crossing && e.joined {
			st.Width = p.line
			st.Dash = []float64{4 * p.line, 4 * p.line}
		} else if p.crossing {
			continue
		}
		p.canvas.Path(draw.Segment(e.from, e.to), st)
	}
}

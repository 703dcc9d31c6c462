package diagram

import (
	"math"
	"slices"

	"boardstudio/draw"
	"boardstudio/rules"
)

// tints colours cells below the pieces: the cell of the last move, if pieces do not fill their
// cell, and legal moves.
func (p *painter) tints() {
	s := p.surface
	if p.Shows(p.Last) && !slices.Contains(p.Win, p.Last) && p.board.Style == rules.Squares && p.board.Radius == 0 && !s.holes && p.look(p.at(p.Last).Owner).symbol != disc {
		p.fill(draw.Polygon(p.corners(p.Last, p.line/2)...), rgb(0xf5c211).Alpha(0.28))
	}
	ghost := rules.NoCell // this cell shows the piece under the pointer instead
	if p.HoverBy != rules.NoPlayer && p.has(p.Hover) {
		ghost = p.landing(p.Hover)
	}
	for _, c := range p.Legal {
		if !p.has(c) {
			continue
		}
		if c = p.landing(c); !p.Shows(c) || c == ghost {
			continue
		}
		at := p.Centre(c)
		switch {
		case p.board.Radius > 0:
			p.canvas.Path(p.pit(c), draw.Style{Stroke: s.legal, Width: 0.05 * p.u})
		case s.holes:
			p.fill(draw.Circle(at, (holeRadius-0.03)*p.u), s.legal)
		case p.crossing:
			p.fill(draw.Circle(at, 0.15*p.u), s.legal)
		case p.board.Pieces != rules.Marks:
			p.fill(draw.Circle(at, 0.14*p.u), s.legal)
		default:
			p.fill(draw.Polygon(p.corners(c, p.line/2)...), s.legal)
		}
	}
}

// advice rings the cells of a suggested move and crosses out the forbidden cells.
func (p *painter) advice() {
	color := p.surface.accent
	for _, c := range p.Hint {
		if p.Shows(c) {
			shape := draw.Circle(p.Centre(c), 0.41*p.u)
			switch {
			case p.board.Radius > 0:
				shape = p.pit(c)
			case p.board.Pieces == rules.Marks: // a ring could be mistaken for a nought
				shape = draw.Polygon(p.corners(c, 0.08*p.u)...)
			}
			p.canvas.Path(shape, draw.Style{Fill: color.Alpha(0.2), Stroke: color, Width: 0.07 * p.u})
		}
	}
	for _, c := range p.Forbidden {
		if p.Shows(c) {
			at, r := p.Centre(c), 0.13*p.u
			cross := draw.Path{}.Move(at.X-r, at.Y-r).Line(at.X+r, at.Y+r).Move(at.X+r, at.Y-r).Line(at.X-r, at.Y+r)
			p.stroke(cross, rgb(0xc01c28), 0.06*p.u)
		}
	}
}

// bars draws a translucent bar under each winning row, with a gap where the row crosses a seam.
func (p *painter) bars() {
	for _, row := range p.winningLines() {
		var path draw.Path
		for i, c := range row {
			at := p.Centre(c)
			if i == 0 || p.apart(row[i-1], c) {
				path = path.Move(at.X, at.Y)
			}
			path = path.Line(at.X, at.Y)
		}
		color := p.surface.accent
		if by := p.look(p.at(row[0]).Owner); by.symbol != disc {
			color = by.color
		}
		p.stroke(path, color.Alpha(0.24), 0.88*p.u)
	}
}

// rows rings the discs of winning rows. Marks have only the bar.
func (p *painter) rows() {
	width := 0.07 * p.u
	for _, c := range p.Win {
		l := look{}
		if p.Shows(c) {
			l = p.look(p.at(c).Owner)
		}
		if l.symbol != disc {
			continue
		}
		r, color := p.discSize()-width/2, readable(p.surface.accent, l.color, 2)
		if p.surface.holes && !p.surface.flat() { // on the panel, around the hole
			r, color = holeRadius*p.u+width/3, p.surface.accent
		}
		p.canvas.Path(draw.Circle(p.Centre(c), r), draw.Style{Stroke: color, Width: width})
	}
}

// Rows returns the winning rows in d.Win, in order of their cells. A row that crosses a seam is
// divided into parts whose cells are adjacent.
func (d *Diagram) Rows(l Layout) [][]rules.Cell {
	p := d.painter(nil, l, whole)
	var rows [][]rules.Cell
	for _, line := range p.winningLines() {
		for i, c := range line {
			if i == 0 || p.apart(line[i-1], c) {
				rows = append(rows, nil)
			}
			rows[len(rows)-1] = append(rows[len(rows)-1], c)
		}
	}
	return rows
}

// apart reports whether two cells of a row are not adjacent.
func (p *painter) apart(a, b rules.Cell) bool {
	return distance(p.board.Cells[a].Centre, p.board.Cells[b].Centre) > 1.5
}

// winningLines returns the lines formed by the cells of winning rows. Cells of two adjacent rows
// can also form shorter, accidental lines. So a line must be at least as long as the shortest of
// the longest lines through each cell. If players own sides, the winning row is a chain, and every
// line of two or more cells counts.
func (p *painter) winningLines() (lines [][]rules.Cell) {
	b, half := p.board, uint8(len(p.board.Step)/2)
	won := map[rules.Cell]bool{}
	for _, c := range p.Win {
		if p.Shows(c) {
			won[c] = true
		}
	}
	longest := map[rules.Cell]int{}
	seen := map[rules.Link]bool{} // directions in which a line through a cell was found
	var all [][]rules.Cell
	for _, c := range p.Win {
		for d := range half {
			if !won[c] || seen[rules.Link{Cell: c, Dir: d}] {
				continue
			}
			// Go back to the start of the line. A closed ring may start anywhere.
			at := rules.Link{Cell: c, Dir: d + half}
			for range won {
				back := b.Step[at.Dir][at.Cell]
				if !won[back.Cell] || back.Cell == c {
					break
				}
				at = back
			}
			at.Dir = (at.Dir + half) % (2 * half)
			var line []rules.Cell
			for won[at.Cell] && !seen[rules.Link{Cell: at.Cell, Dir: at.Dir % half}] {
				seen[rules.Link{Cell: at.Cell, Dir: at.Dir % half}] = true
				line = append(line, at.Cell)
				at = b.Step[at.Dir][at.Cell]
			}
			all = append(all, line)
			for _, c := range line {
				longest[c] = max(longest[c], len(line))
			}
		}
	}
	need := math.MaxInt
	if len(b.Sides) > 0 {
		need = 2
	}
	for _, n := range longest {
		need = min(need, n)
	}
	for _, line := range all {
		if len(line) >= need && len(line) > 1 {
			lines = append(lines, line)
		}
	}
	return lines
}

// lastMove marks the last piece played, unless the piece has a number or an annotation.
func (p *painter) lastMove() {
	c := p.Last
	if !p.Shows(c) {
		return
	}
	s := p.surface
	if p.board.Radius > 0 {
		p.canvas.Path(p.pit(c), draw.Style{Stroke: s.last, Width: 0.045 * p.u})
		return
	}
	who := p.at(c).Owner
	l := p.look(who)
	if _, numbered := p.Numbers[c]; numbered || who == rules.NoPlayer || l.symbol != disc {
		return
	}
	if p.marked(c) {
		return
	}
	color := s.last
	if draw.Contrast(color, l.color) < 2.5 {
		color = on(l.color)
	}
	if r := p.discSize(); l.letter != "" {
		p.canvas.Path(draw.Circle(p.Centre(c), 0.84*r), draw.Style{Stroke: color, Width: 0.12 * r})
	} else {
		p.fill(draw.Circle(p.Centre(c), 0.3*r), color)
	}
}

// ghost draws the piece that a click would place, or for pits the effect of the move.
func (p *painter) ghost() {
	if !p.has(p.Hover) || p.HoverBy == rules.NoPlayer {
		return
	}
	c := p.landing(p.Hover)
	if !p.Shows(c) {
		return
	}
	switch {
	case p.board.Radius > 0:
		p.fill(p.pit(c), rgb(0xffffff).Alpha(.16))
		p.trail()
	case p.at(c).Owner == rules.NoPlayer:
		p.piece(p.Centre(c), p.HoverBy, 0.45)
	}
}

// cursor draws the keyboard focus ring. It consists of two lines in contrasting colours and is
// therefore visible on any ground.
func (p *painter) cursor() {
	if !p.Shows(p.Cursor) {
		return
	}
	w := min(max(0.055*p.u, 1.5), 0.15*p.u)
	outline := draw.RoundedPolygon(0.2*p.u, p.corners(p.Cursor, w)...)
	p.canvas.Path(outline, draw.Style{Stroke: rgb(0xffffff).Alpha(.9), Width: 1.9 * w})
	p.canvas.Path(outline, draw.Style{Stroke: rgb(0x1a5fd0), Width: w})
}

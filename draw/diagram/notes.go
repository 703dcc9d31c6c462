package diagram

import (
	"math"

	"boardstudio/draw"
	"boardstudio/rules"
)

// Sizes of notes in cells.
const (
	noteDotSize = 0.15 // radius of a dot
	noteRing    = 0.25 // radius of a ring on an empty cell
	notePit     = 0.36 // radius of a ring in a pit
	notePlate   = 0.29 // half the height of a label's plate
	noteBadge   = 0.17 // half the height of a plate next to a piece and in a pit
	plateText   = 1.4  // text size, relative to half the height of the plate
)

// noteColor returns the colour of a note: the colour of its player's pieces, otherwise the colour
// of lines.
func (p *painter) noteColor(n *rules.Note) draw.Color {
	if n.Who == rules.NoPlayer || int(n.Who) >= len(p.seats) || p.board.Piles {
		return p.lineColor()
	}
	return p.look(n.Who).color
}

// underNotes draws the notes that are below the pieces: tinted cells.
func (p *painter) underNotes() {
	for i := range p.Notes {
		n := &p.Notes[i]
		if n.Draw != rules.Tint {
			continue
		}
		for _, c := range n.Cells {
			switch {
			case !p.Shows(c):
			case p.board.Radius > 0:
				p.fill(p.pit(c), rgb(0xd01c28).Alpha(0.38))
			default:
				p.fill(draw.Polygon(p.corners(c, p.line/2)...), p.noteColor(n).Alpha(0.3))
			}
		}
	}
}

// notes draws the other notes, above the pieces. If a cell has several labels, it draws the last
// one.
func (p *painter) notes() {
	last := map[rules.Cell]int{}
	for i, n := range p.Notes {
		if n.Draw == rules.Label {
			for _, c := range n.Cells {
				last[c] = i
			}
		}
	}
	for i := range p.Notes {
		n := &p.Notes[i]
		switch n.Draw {
		case rules.Line:
			p.noteLine(n)
		case rules.Arrow:
			if len(n.Cells) > 1 && p.Shows(n.Cells[0]) && p.Shows(n.Cells[len(n.Cells)-1]) {
				p.arrow(n.Cells[0], n.Cells[len(n.Cells)-1], true)
			}
		case rules.Tint:
		default:
			for _, c := range n.Cells {
				if p.Shows(c) && (n.Draw != rules.Label || last[c] == i) {
					p.noteOn(n, c)
				}
			}
		}
	}
}

// noteOn draws a note in one cell.
func (p *painter) noteOn(n *rules.Note, c rules.Cell) {
	at, who := p.Centre(c), p.at(c).Owner
	piece := who != rules.NoPlayer && !p.board.Piles
	color, ground := p.noteColor(n), p.cellColor()
	width := 0.06 * p.u
	switch n.Draw {
	case rules.Dot:
		if piece {
			if l := p.look(who); l.symbol == disc {
				p.fill(draw.Circle(at, noteDotSize*p.u), on(l.color))
				return
			}
			at = draw.Point{X: at.X + 0.34*p.u, Y: at.Y - 0.34*p.u}
		}
		r := noteDotSize * p.u
		if p.board.Piles { // use the rim, because the pile fills the middle
			at.Y, r = at.Y+0.34*p.u, 0.6*r
		}
		p.noteDot(draw.Circle(at, r), color, ground)
	case rules.Ring:
		r := noteRing * p.u
		switch {
		case p.board.Piles:
			r = notePit * p.u
		case piece && p.look(who).symbol == disc:
			r, color = p.discSize()-width/2, readable(p.lineColor(), p.look(who).color, 2)
		case piece:
			r, color = 0.43*p.u, p.lineColor()
		}
		shape := draw.Circle(at, r)
		// A ring could be mistaken for a nought.
		if p.board.Pieces == rules.Marks && !(piece && p.look(who).symbol == disc) {
			shape = draw.Box(draw.Rect{X: at.X - r, Y: at.Y - r, W: 2 * r, H: 2 * r})
		}
		p.stroke(shape, readable(color, ground, 2), width)
	case rules.Cross:
		r := 0.15 * p.u
		p.stroke(draw.Path{}.Move(at.X-r, at.Y-r).Line(at.X+r, at.Y+r).Move(at.X+r, at.Y-r).Line(at.X-r, at.Y+r), rgb(0xc01c28), width)
	case rules.Label:
		p.noteLabel(n, at, piece || p.board.Piles)
	}
}

// noteDot fills a shape and adds an outline if the colour is close to the ground.
func (p *painter) noteDot(shape draw.Path, color, ground draw.Color) {
	p.dot(shape, color, p.outline(color, ground))
}

// dot fills a shape and draws its outline.
func (p *painter) dot(shape draw.Path, color, outline draw.Color) {
	p.canvas.Path(shape, draw.Style{Fill: color, Stroke: outline, Width: max(0.02*p.u, p.line/2)})
}

// noteLabel draws a label on a plate. The plate is in the corner of an occupied cell, and smaller
// for a weak note. If the text would be too small to read, only the plate is drawn.
func (p *painter) noteLabel(n *rules.Note, at draw.Point, corner bool) {
	color := p.noteColor(n)
	p.tag(tag{text: n.Label, color: color, outline: p.outline(color, p.cellColor()), half: p.plateHalf(corner, n.Weak), widest: 0.8, corner: corner}, at)
}

// plateHalf returns half the height of a plate.
func (p *painter) plateHalf(corner, weak bool) float64 {
	half := notePlate * p.u
	if corner {
		half = max(noteBadge*p.u, min(0.75*p.minText(), 0.3*p.u))
	}
	if weak {
		half *= 0.76
	}
	return half
}

// tag is a text on a plate.
type tag struct {
	text           string
	color, outline draw.Color // color is the colour of the plate
	// rim is the width of a rim in the colour outline, or 0. Rims are filled, which is much faster
	// than stroking many plates.
	rim    float64
	half   float64 // half the height of the plate
	widest float64 // maximum width of the text, relative to the cell
	corner bool    // placed in the corner of the cell
}

// outline returns the outline colour of a shape. It is strong if the shape's colour is close to the
// ground.
func (p *painter) outline(color, ground draw.Color) draw.Color {
	if draw.Contrast(color, ground) < 2 {
		return on(ground)
	}
	return on(color).Alpha(0.55)
}

// tag draws a text on its plate. The plate has an outline, a rim or neither.
func (p *painter) tag(t tag, at draw.Point) {
	text, half, corner := t.text, t.half, t.corner
	if corner {
		at = draw.Point{X: at.X - 0.33*p.u, Y: at.Y - 0.33*p.u}
	}
	st := draw.TextStyle{Size: plateText * half, Bold: true, Color: on(t.color)}
	if w := draw.TextWidth(text, st); !corner && w > t.widest*p.u {
		st.Size *= t.widest * p.u / w
	}
	wide := max(draw.TextWidth(text, st)+0.7*half, 2*half)
	if corner { // extend towards the middle of the cell
		at.X += wide/2 - half
	}
	plate := func(more float64) draw.Path {
		if wide == 2*half {
			return draw.Circle(at, half+more)
		}
		return draw.Rounded(draw.Rect{X: at.X - wide/2, Y: at.Y - half, W: wide, H: 2 * half}.Inset(-more), half+more)
	}
	switch {
	case t.rim > 0:
		p.fill(plate(t.rim/2), t.outline)
		p.fill(plate(-t.rim/2), t.color)
	case t.outline.A > 0:
		p.dot(plate(0), t.color, t.outline)
	default:
		p.fill(plate(0), t.color)
	}
	if st.Size >= p.minText()-1e-9 {
		p.canvas.Text(at, text, st)
	}
}

// noteLine draws a line through the cells, with a gap between cells that are not adjacent.
func (p *painter) noteLine(n *rules.Note) {
	var path draw.Path
	for i, c := range n.Cells {
		if !p.Shows(c) {
			return
		}
		at := p.Centre(c)
		if i == 0 || distance(p.board.Cells[n.Cells[i-1]].Centre, p.board.Cells[c].Centre) > math.Sqrt2*3+0.1 {
			path = path.Move(at.X, at.Y)
		}
		path = path.Line(at.X, at.Y)
	}
	color := p.lineColor()
	st := draw.Style{Stroke: color, Width: 0.09 * p.u, RoundCaps: true}
	p.stroke(path, on(color).Alpha(0.75), 0.15*p.u) // keeps the line visible on pieces of the same colour
	if n.Weak {
		st.Dash = []float64{0.16 * p.u, 0.14 * p.u}
	}
	p.canvas.Path(path, st)
}

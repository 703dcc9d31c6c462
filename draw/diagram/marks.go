package diagram

import (
	"boardstudio/draw"
	"boardstudio/model"
	"boardstudio/rules"
)

// markSize is half the size of marks in cells.
const markSize = 0.22

// marked reports whether c has an annotation.
func (p *painter) marked(c rules.Cell) bool {
	for _, m := range p.Marks {
		if m.Cell == c {
			return true
		}
	}
	return false
}

// marks draws the annotations in a colour that contrasts with their background.
func (p *painter) marks() {
	for _, m := range p.Marks {
		if !p.Shows(m.Cell) {
			continue
		}
		at := p.Centre(m.Cell)
		who := p.at(m.Cell).Owner
		l := p.look(who)
		switch {
		case p.board.Piles: // use the edge of the cell, because the pile fills the middle
			p.badge(m, draw.Point{X: at.X + 0.33*p.u, Y: at.Y - 0.33*p.u}, 0.09*p.u)
		case who != rules.NoPlayer && l.symbol != disc:
			p.badge(m, draw.Point{X: at.X + 0.34*p.u, Y: at.Y - 0.34*p.u}, 0.075*p.u)
		case m.Kind != model.MarkLabel && who != rules.NoPlayer:
			p.mark(m.Kind, at, markSize*p.u, on(l.color))
		case m.Kind != model.MarkLabel:
			p.mark(m.Kind, at, markSize*p.u, on(p.cellColor()))
		case who != rules.NoPlayer:
			st := inDisc(m.Text, p.discSize(), 1.75*markSize*p.u)
			st.Color = on(l.color)
			p.note(at, m.Text, st, l.color)
		default:
			p.noteOnCell(at, m)
		}
	}
}

// noteOnCell writes a text on an empty cell.
func (p *painter) noteOnCell(at draw.Point, m model.Mark) {
	ground := p.cellColor()
	st := draw.TextStyle{Size: 1, Bold: true, Color: on(ground)}
	st.Size = min(1.75*markSize*p.u, 0.88*p.u/draw.TextWidth(m.Text, st))
	// Lines would show on both sides of a wide text, so it gets a plate.
	if w := draw.TextWidth(m.Text, st); p.crossing && w > 0.7*p.u {
		p.fill(draw.Rounded(draw.Rect{X: at.X - w/2, Y: at.Y - 0.6*st.Size, W: w, H: 1.2 * st.Size}, 0.2*p.u), ground)
	} else {
		p.clear(m.Cell)
	}
	p.note(at, m.Text, st, ground)
}

// note writes a user's text on a cell. Text below the minimum size is enlarged beyond the cell, on
// a plate in the colour ground.
func (p *painter) note(at draw.Point, s string, st draw.TextStyle, ground draw.Color) {
	if least := p.minText(); st.Size < least {
		st.Size = least
		if draw.TextWidth(s, st) > 1.9*p.u { // too wide: draw a circle instead
			p.mark(model.MarkCircle, at, markSize*p.u, st.Color)
			return
		}
		w, h := draw.TextWidth(s, st)+0.5*st.Size, 1.4*st.Size
		at.X = min(max(at.X, p.plate.X+w/2), p.plate.X+p.plate.W-w/2)
		p.fill(draw.Rounded(draw.Rect{X: at.X - w/2, Y: at.Y - h/2, W: w, H: h}, 0.3*h), ground)
	}
	p.canvas.Text(at, s, st)
}

// badge draws a mark on a small plate next to a piece. The plate is as wide as the text.
func (p *painter) badge(m model.Mark, at draw.Point, size float64) {
	ground := p.surface.accent
	r := 1.9 * size
	if m.Kind != model.MarkLabel {
		p.fill(draw.Circle(at, r), ground)
		p.mark(m.Kind, at, size, on(ground))
		return
	}
	st := draw.TextStyle{Size: min(max(1.75*size, p.minText()), 0.5*p.u), Bold: true, Color: on(ground)}
	w := draw.TextWidth(m.Text, st) + 0.6*st.Size
	h := max(2*r, 1.35*st.Size)
	w = max(w, h)
	if w > 1.5*p.u || st.Size < p.minText() { // no room for the text: draw an empty plate
		p.fill(draw.Circle(at, r), ground)
		return
	}
	box := draw.Rect{X: at.X + r - w, Y: at.Y - h/2, W: w, H: h} // aligned with the right edge of a round plate
	box.X = max(min(box.X, p.plate.X+p.plate.W-w), p.plate.X)
	p.fill(draw.Rounded(box, h/2), ground)
	p.canvas.Text(box.Centre(), m.Text, st)
}

// mark draws one annotation symbol.
func (p *painter) mark(kind model.MarkKind, at draw.Point, r float64, c draw.Color) {
	w := 0.3 * r
	switch kind {
	case model.MarkCircle:
		p.stroke(draw.Circle(at, r), c, w)
	case model.MarkCross:
		k := 0.85 * r
		p.stroke(draw.Path{}.Move(at.X-k, at.Y-k).Line(at.X+k, at.Y+k).Move(at.X-k, at.Y+k).Line(at.X+k, at.Y-k), c, w)
	case model.MarkSquare:
		k := 0.9 * r
		p.stroke(draw.Box(draw.Rect{X: at.X - k, Y: at.Y - k, W: 2 * k, H: 2 * k}), c, w)
	case model.MarkTriangle:
		k := 1.12 * r
		p.stroke(draw.Polygon(
			draw.Point{X: at.X, Y: at.Y - k},
			draw.Point{X: at.X + k*0.866, Y: at.Y + k/2},
			draw.Point{X: at.X - k*0.866, Y: at.Y + k/2},
		), c, w)
	}
}

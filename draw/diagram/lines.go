package diagram

import (
	"math"

	"boardstudio/draw"
	"boardstudio/model"
	"boardstudio/rules"
)

// Sizes of lines and arrows in cells.
const (
	lineWidth = 0.16
	lineFree  = 0.31 // gap around the middle of the joined cells, which keeps marks there visible
	headLong  = 0.38
	headWide  = 0.46
)

// lines draws the lines and arrows as translucent shapes. An outline keeps them visible on boards
// of the same colour.
func (p *painter) lines() {
	for _, l := range p.Lines {
		if p.Shows(l.From) && p.Shows(l.To) && l.From != l.To {
			p.arrow(l.From, l.To, l.Arrow)
		}
	}
}

// arrow draws a line between two cells, with an arrowhead at to if head is set.
func (p *painter) arrow(from, to rules.Cell, head bool) {
	color := p.lineColor()
	edge := rgb(0xffffff)
	if color.Luminance() > 0.4 {
		edge = rgb(ink)
	}
	p.canvas.Path(arrow(p.Centre(from), p.Centre(to), p.u, head), draw.Style{
		Fill: color.Alpha(0.72), Stroke: edge.Alpha(0.55), Width: max(0.022*p.u, min(p.line, 0.05*p.u)),
	})
}

// lineColor returns the colour of lines on this board.
func (p *painter) lineColor() draw.Color {
	if p.board.Pieces == rules.Stones { // the accent colour is used for the last move
		return p.surface.legal.Alpha(1)
	}
	return p.surface.accent
}

// arrow returns the outline of a line between the middles of two cells of side u, with an arrowhead
// at b if head is set.
func arrow(a, b draw.Point, u float64, head bool) draw.Path {
	long := math.Hypot(b.X-a.X, b.Y-a.Y)
	if long == 0 {
		return draw.Path{}
	}
	x, y := (b.X-a.X)/long, (b.Y-a.Y)/long
	at := func(along, aside float64) draw.Point { // aside is the distance to the right of the line
		return draw.Point{X: a.X + x*along - y*aside, Y: a.Y + y*along + x*aside}
	}
	free := min(lineFree*u, 0.3*long)
	w := lineWidth * u / 2
	start, end := free, long-free
	if !head {
		return draw.Polygon(at(start, -w), at(end, -w), at(end, w), at(start, w))
	}
	neck := end - min(headLong*u, 0.75*(end-start))
	return draw.Polygon(
		at(start, -w), at(neck, -w), at(neck-0.04*u, -headWide*u/2), at(end, 0),
		at(neck-0.04*u, headWide*u/2), at(neck, w), at(start, w),
	)
}

// glyphColors are the colours of move annotations. The glyph gives the same information without
// colour.
var glyphColors = map[model.Glyph]draw.Color{
	model.GlyphVeryGood: rgb(0x1a7f4b), model.GlyphGood: rgb(0x2b8a4f), model.GlyphInteresting: rgb(0x1b6fb3),
	model.GlyphDoubtful: rgb(0x9a6700), model.GlyphBad: rgb(0xc2410c), model.GlyphVeryBad: rgb(0xb3261e),
}

// moveGlyph draws the glyph of the last move on a small plate at the corner of its cell.
func (p *painter) moveGlyph() {
	color, known := glyphColors[p.MoveGlyph]
	if !known || !p.Shows(p.Last) {
		return
	}
	r := max(0.17*p.u, min(0.85*p.minText(), 0.42*p.u))
	at := p.Centre(p.Last)
	at = draw.Point{X: at.X + 0.36*p.u, Y: at.Y - 0.36*p.u}
	// Keep the plate inside the drawing.
	at.X = min(at.X, p.plate.X+p.plate.W-1.1*r)
	at.Y = max(at.Y, p.plate.Y+1.1*r)
	p.canvas.Path(draw.Circle(at, r), draw.Style{Fill: color, Stroke: rgb(0xffffff).Alpha(0.9), Width: 0.14 * r})
	p.label(at, string(p.MoveGlyph), 1.3*r, rgb(0xffffff))
}

package diagram

import (
	"math"
	"strconv"
	"unicode/utf8"

	"boardstudio/draw"
	"boardstudio/rules"
)

// Sizes of pieces in cells.
const (
	stoneRadius = 0.465 // on crossings
	discRadius  = 0.40  // in squares and holes
	markReach   = 0.27  // half the size of a cross; radius of a nought
	markWidth   = 0.125
	letterTall  = 0.56
)

// discSize returns the radius of a disc on this board.
func (p *painter) discSize() float64 {
	switch {
	case p.crossing:
		return stoneRadius * p.u
	case p.surface.holes && p.surface.flat(): // covers the outline of the hole
		return holeRadius*p.u + p.line/2
	}
	return discRadius * p.u
}

// pieces draws the content of the cells.
func (p *painter) pieces() {
	if p.Position == nil || p.board.Piles {
		return
	}
	for c := range p.board.Cells {
		c := rules.Cell(c)
		if s, moves := p.Stages[c]; moves {
			if p.Shows(c) {
				p.stage(c, s)
			}
			continue
		}
		if at := p.Position.At(c); at.Owner != rules.NoPlayer && p.Shows(c) {
			if p.aside(c) {
				small, m := *p, p.Centre(c)
				small.u *= asideScale
				small.piece(draw.Point{X: m.X - asideShift*p.u, Y: m.Y - asideShift*p.u}, at.Owner, 1)
				continue
			}
			p.piece(p.Centre(c), at.Owner, 1)
		}
	}
}

// On paper, a numbered mark is smaller and shifted. Otherwise its number would be too small to
// read.
const (
	asideScale = 0.84
	asideShift = 0.09
)

// aside reports whether the piece in c is shifted to make room for its number.
func (p *painter) aside(c rules.Cell) bool {
	_, numbered := p.Numbers[c]
	return numbered && p.surface.flat() && p.look(p.at(c).Owner).symbol != disc && !p.marked(c)
}

// stage draws a piece in motion.
func (p *painter) stage(c rules.Cell, s Stage) {
	if s.Owner == rules.NoPlayer || s.Alpha <= 0 {
		return
	}
	rec := draw.Recorder{}
	still := *p
	still.canvas = &rec
	at := p.Centre(c)
	still.piece(at, s.Owner, 1)
	to := p.shifted(c, s.Shift)
	put := func(q draw.Point) draw.Point {
		return draw.Point{X: to.X + (q.X-at.X)*s.Scale*s.Squeeze, Y: to.Y + (q.Y-at.Y)*s.Scale}
	}
	for _, it := range rec.Items {
		if it.Text != "" {
			it.TextStyle.Color.A *= s.Alpha
			it.TextStyle.Size *= s.Scale * s.Squeeze
			p.canvas.Text(put(it.At), it.Text, it.TextStyle)
			continue
		}
		for i, q := range it.Path.Points {
			it.Path.Points[i] = put(q)
		}
		it.Path.Round = it.Path.Round && s.Squeeze == 1
		it.Path.Centre, it.Path.Radius = put(it.Path.Centre), it.Path.Radius*s.Scale
		it.Style.Fill.A *= s.Alpha
		it.Style.Stroke.A *= s.Alpha
		it.Style.Width *= s.Scale
		p.canvas.Path(it.Path, it.Style)
	}
}

// shifted returns the middle of c, moved by a vector in the orientation of the rules.
func (p *painter) shifted(c rules.Cell, by rules.Point) draw.Point {
	at := p.Centre(c)
	if by == (rules.Point{}) {
		return at
	}
	x, y := by.X, by.Y
	if b := p.Rules.Board(); b != p.board { // boards with moving pieces can only be mirrored
		if own, seen := b.Cells[c].Centre, p.board.Cells[c].Centre; own.X != seen.X {
			x = -x
		}
	}
	return draw.Point{X: at.X + x*p.u, Y: at.Y + y*p.u}
}

// look returns the look of a player's pieces.
func (p *painter) look(who rules.Player) look {
	if who < 0 || int(who) >= len(p.seats) {
		return look{symbol: disc, color: p.surface.text}
	}
	return p.seats[who]
}

// piece draws a piece of who with opacity alpha.
func (p *painter) piece(at draw.Point, who rules.Player, alpha float64) {
	l := p.look(who)
	if l.symbol == disc {
		p.disc(at, p.discSize(), l, alpha)
		if l.letter != "" && (len(p.Numbers) == 0 || p.surface.flat()) {
			p.label(at, l.letter, 0.95*p.discSize(), on(l.color).Alpha(alpha))
		}
		return
	}
	if p.crossing { // hide the lines behind the symbol
		p.fill(draw.Circle(at, 0.44*p.u), p.surface.field.Alpha(alpha))
	}
	// Adjust the colour until it is visible, even if the user chose it.
	under := p.cellColor()
	if p.halo() {
		under = rgb(paper)
	}
	p.symbol(at, l.symbol, readable(l.color, under, 2).Alpha(alpha))
}

// cellColor returns the colour of an empty cell.
func (p *painter) cellColor() draw.Color {
	if p.surface.holes {
		return p.surface.hollow
	}
	return p.surface.field
}

// disc draws a stone, disc or token: a shadow, the body with its rim, and a highlight. On paper it
// is a flat circle with an outline.
func (p *painter) disc(at draw.Point, r float64, l look, alpha float64) {
	s := p.surface
	if s.flat() {
		p.canvas.Path(draw.Circle(at, r-p.line/2), draw.Style{
			Fill: p.inked(l.color).Alpha(alpha), Stroke: rgb(ink).Alpha(alpha), Width: p.line,
		})
		return
	}
	rim := min(max(0.028*p.u, 0.4), 0.1*p.u)
	dark := l.color.Luminance() < 0.05
	edge, light := draw.Mix(l.color, rgb(0x3a3020), 0.3), draw.Mix(l.color, rgb(0xffffff), 0.5)
	// Without a strong edge, only the shadow of such a disc would be visible.
	if under := p.cellColor(); (p.Ground != OfGame || p.Theme == Contrast) && draw.Contrast(l.color, under) < 3 {
		edge = readable(draw.Mix(edge, on(under), 0.4), under, 3)
	}
	if p.board.Pieces != rules.Tokens {
		shadow := draw.Point{X: at.X + 0.012*p.u, Y: at.Y + 0.034*p.u}
		p.fill(draw.Circle(shadow, r), rgb(0).Alpha(s.shade*1.3*alpha))
	}
	if l.under.A > 0 {
		p.fill(draw.Circle(draw.Point{X: at.X, Y: at.Y + 0.022*p.u}, r), draw.Mix(l.under, rgb(0x808080), 0.25).Alpha(alpha))
		at.Y -= 0.012 * p.u
	}
	p.canvas.Path(draw.Circle(at, r-rim/2), draw.Style{Fill: l.color.Alpha(alpha), Stroke: edge.Alpha(alpha), Width: rim})
	if alpha < 1 {
		return
	}
	switch {
	case p.board.Pieces == rules.Tokens: // embossed ring
		p.canvas.Path(draw.Circle(at, 0.68*r), draw.Style{
			Fill: draw.Mix(l.color, rgb(0xffffff), 0.1), Stroke: draw.Mix(l.color, rgb(0), 0.16), Width: 1.1 * rim,
		})
	case dark:
		for i := range 3 { // overlapping layers form a gradient
			p.fill(draw.Circle(draw.Point{X: at.X - (0.13+0.07*float64(i))*r, Y: at.Y - (0.17+0.08*float64(i))*r}, (0.72-0.19*float64(i))*r), light.Alpha(0.055))
		}
	default:
		p.fill(draw.Circle(draw.Point{X: at.X - 0.10*r, Y: at.Y - 0.12*r}, 0.76*r), rgb(0xffffff).Alpha(0.1+0.2*l.color.Luminance()))
	}
}

// inked returns the printed colour of a player's area. A colour close to white becomes
// white on paper, which avoids a grey raster.
func (p *painter) inked(c draw.Color) draw.Color {
	if p.surface.flat() && c.Luminance() > 0.85 {
		return rgb(0xffffff)
	}
	return c
}

// symbol draws a cross, a nought or letters.
func (p *painter) symbol(at draw.Point, s string, c draw.Color) {
	w := markWidth * p.u
	if p.surface.flat() {
		w *= 0.8
	}
	r := markReach * p.u
	path, ok := draw.Path{}, true
	switch s {
	case cross:
		path = path.Move(at.X-r, at.Y-r).Line(at.X+r, at.Y+r).Move(at.X-r, at.Y+r).Line(at.X+r, at.Y-r)
	case nought:
		path = draw.Circle(at, r*1.06)
	default:
		w *= 0.85
		if ok = utf8.RuneCountInString(s) == 1; ok {
			path, ok = letter(s[0], at, letterTall*p.u)
		}
	}
	if ok {
		if p.halo() {
			p.canvas.Path(path, draw.Style{Stroke: rgb(paper).Alpha(c.A), Width: w + 0.09*p.u, RoundCaps: true})
		}
		p.canvas.Path(path, draw.Style{Stroke: c, Width: w, RoundCaps: s != nought})
		return
	}
	p.label(at, s, 0.44*p.u, c)
}

// label writes a short text within reach of at on both sides, unless it would be too small to read.
func (p *painter) label(at draw.Point, s string, reach float64, c draw.Color) {
	st := draw.TextStyle{Size: 1, Color: c, Bold: true}
	st.Size = min(reach, 1.75*reach/draw.TextWidth(s, st))
	if st.Size < p.minText() {
		return
	}
	p.canvas.Text(at, s, st)
}

// inDisc returns the text style in which s fills a disc of radius r. The text is at most limit high.
func inDisc(s string, r, limit float64) draw.TextStyle {
	st := draw.TextStyle{Size: 1, Bold: true}
	const capital = 0.73 // height of a capital letter, relative to the font size
	st.Size = min(limit, 1.9*r/math.Hypot(draw.TextWidth(s, st), capital))
	return st
}

// numbers writes move numbers on the pieces.
func (p *painter) numbers() {
	if p.board.Piles {
		return
	}
	for c := range p.board.Cells { // by cell, because the order of a map varies between drawings
		c := rules.Cell(c)
		n, ok := p.Numbers[c]
		if !ok || !p.Shows(c) || p.marked(c) {
			continue
		}
		at, s := p.Centre(c), strconv.Itoa(n)
		who := p.at(c).Owner
		l := p.look(who)
		switch {
		case who != rules.NoPlayer && l.symbol == disc && (l.letter == "" || !p.surface.flat()):
			color := on(l.color)
			if c == p.Last {
				color = readable(p.surface.last, l.color, 4.5)
			}
			if st := inDisc(s, p.discSize(), 0.88*p.discSize()); st.Size >= p.minText() {
				st.Color = color
				p.canvas.Text(at, s, st)
			}
		case who != rules.NoPlayer: // in the corner, beside the mark
			reach := 0.16 * p.u
			if p.aside(c) {
				reach = 0.21 * p.u
			}
			at.X, at.Y = at.X+0.31*p.u, at.Y+0.36*p.u
			if l.symbol == disc { // hide the part of the rim under the number
				w := draw.TextWidth(s, draw.TextStyle{Size: 0.16 * p.u, Bold: true})
				p.fill(draw.Rounded(draw.Rect{X: at.X - w/2 - 0.03*p.u, Y: at.Y - 0.11*p.u, W: w + 0.06*p.u, H: 0.22 * p.u}, 0.08*p.u), rgb(0xffffff))
			}
			if p.aside(c) { // as large as possible, aligned with the right edge of the cell
				st := draw.TextStyle{Size: max(1.4*reach, min(p.minText(), 0.36*p.u)), Bold: true, Color: p.surface.text, Align: draw.Right}
				st.Size = min(st.Size, st.Size*0.9*p.u/draw.TextWidth(s, st))
				if st.Size >= p.minText() {
					p.canvas.Text(draw.Point{X: at.X + 0.15*p.u, Y: at.Y - 0.01*p.u}, s, st)
				}
				continue
			}
			p.label(at, s, reach, p.surface.text)
		default:
			p.clear(c)
			p.label(at, s, 0.4*p.u, on(p.cellColor()))
		}
	}
}

// clear hides the lines at an empty crossing, to make room for text.
func (p *painter) clear(c rules.Cell) {
	if p.crossing && p.at(c).Owner == rules.NoPlayer {
		p.fill(draw.Circle(p.Centre(c), 0.4*p.u), p.surface.field)
	}
}

package diagram

import (
	"math"
	"strconv"

	"boardstudio/draw"
	"boardstudio/rules"
)

// Sizes of stores in cells.
const (
	storeWidth = 1.0
	storeGap   = 0.14 // between the stores, the pits and the rim
)

// pileMargins returns the margins of a board with piles: room for the stores at the sides, and for
// labels and counts above and below.
func (l *Layout) pileMargins(d *Diagram) (left, top float64) {
	if l.text > 0 {
		l.text = max(d.minText(), 0.17*l.unit)
	}
	band := 0.12 * l.unit
	if d.Sown != nil {
		band += trackRoom * l.unit
	}
	if n := l.count(d); n > 0 {
		band += 1.25 * n
	}
	if l.text > 0 {
		band += 1.35 * l.text
	}
	if l.board.Stores {
		left = (storeWidth + 2*storeGap) * l.unit
	}
	return left, band
}

// count returns the text size of the seed counts next to the pits. It returns 0 if p.Position is
// nil or a cell is too narrow for the text.
func (l *Layout) count(d *Diagram) float64 {
	size := max(d.minText(), 0.25*l.unit)
	if d.Position == nil || draw.TextWidth("00", draw.TextStyle{Size: size, Bold: true}) > l.unit {
		return 0
	}
	return size
}

// Store returns the rectangle of the store of who. From the owner's point of view it is on the
// right. The owner's pits are below or above the middle.
func (l Layout) Store(who rules.Player) draw.Rect {
	if !l.board.Stores {
		return draw.Rect{}
	}
	w, gap := storeWidth*l.unit, storeGap*l.unit
	r := draw.Rect{X: l.field.X - gap - w, Y: l.field.Y + gap/2, W: w, H: l.field.H - gap}
	if l.below(who) {
		r.X = l.field.X + l.field.W + gap
	}
	return r
}

// below reports whether the pits of who are in the lower half.
func (l *Layout) below(who rules.Player) bool {
	for c, owner := range l.board.Home {
		if owner == who {
			return l.board.Cells[c].Centre.Y > l.board.Size.Y/2
		}
	}
	return who == 0
}

// pits draws a board with round cells: pits with seeds, counts and labels, and the stores.
func (p *painter) pits() {
	for c := range p.board.Cells {
		p.drawPit(rules.Cell(c))
	}
	if !p.board.Stores {
		return
	}
	held, _ := p.Position.(rules.Holder)
	for i := range p.Rules.Players() {
		who := rules.Player(i)
		r := p.Store(who)
		if p.part != contentsOnly {
			p.hollow(draw.Rounded(r, 0.32*p.u), draw.Rounded(r.Inset(0.03*p.u), 0.3*p.u))
		}
		if p.part != boardOnly && held != nil && p.board.Hold != nil {
			p.store(r, who, held.Held(who))
		}
	}
}

// pit returns the outline of a round cell.
func (p *painter) pit(c rules.Cell) draw.Path { return draw.Circle(p.Centre(c), p.board.Radius*p.u) }

// drawPit draws one pit with its seeds, count and label.
func (p *painter) drawPit(c rules.Cell) {
	at, n := p.Centre(c), int(p.at(c).Count)
	r := p.board.Radius * p.u
	if p.part != contentsOnly {
		p.hollow(draw.Circle(at, r), draw.Circle(draw.Point{X: at.X, Y: at.Y + 0.03*p.u}, r-0.035*p.u))
	}
	if p.part != boardOnly {
		p.seeds(at, 0.82*r, n)
	}
	out := 1.0 // towards the owner's side of the board
	if p.board.Cells[c].Centre.Y < p.board.Size.Y/2 {
		out = -1
	}
	y := at.Y + out*(p.u/2+0.02*p.u)
	if p.Sown != nil {
		y += out * trackRoom * p.u
	}
	if size := p.count(p.Diagram); size > 0 {
		color := p.surface.text
		if n == 0 {
			color = draw.Mix(color, p.under(), 0.5)
		}
		if p.part != boardOnly {
			p.canvas.Text(draw.Point{X: at.X, Y: y + out*0.55*size}, strconv.Itoa(n), draw.TextStyle{Size: size, Color: color, Bold: true})
		}
		y += out * 1.2 * size
	}
	if p.text > 0 && p.part != contentsOnly {
		color := draw.Mix(p.surface.text, p.under(), 0.2)
		p.canvas.Text(draw.Point{X: at.X, Y: y + out*0.5*p.text}, p.board.Cells[c].Label, draw.TextStyle{Size: p.text, Color: color})
	}
}

// hollow draws a hollow in the wood: its shaded wall and its bottom.
func (p *painter) hollow(wall, bottom draw.Path) {
	s := p.surface
	if s.flat() {
		p.canvas.Path(wall, draw.Style{Fill: s.hollow, Stroke: s.line, Width: p.line})
		return
	}
	p.fill(wall, draw.Mix(s.hollow, rgb(0), 0.28))
	p.fill(bottom, s.hollow)
}

// maxSeeds is the maximum number of seeds drawn. Larger heaps look the same and differ only in the
// number next to them.
const maxSeeds = 150

// rings are the arrangements of up to 19 seeds: the numbers in the middle, in the ring around it,
// and in the outer ring.
var rings = [...][3]int{
	{},
	{1},
	{2},
	{3},
	{4},
	{5},
	{1, 5},
	{1, 6},
	{1, 7},
	{2, 7},
	{2, 8},
	{3, 8},
	{3, 9},
	{4, 9},
	{4, 10},
	{5, 10},
	{1, 5, 10},
	{1, 6, 10},
	{1, 6, 11},
	{1, 6, 12},
}

// reach returns the radii of the rings.
func reach(counts [3]int) [3]float64 {
	switch {
	case counts[2] > 0:
		return [3]float64{0, 0.42, 0.80}
	case counts[1] > 0 && counts[0] == 1:
		return [3]float64{0, 0.62}
	case counts[1] > 0:
		return [3]float64{0.27, 0.74}
	case counts[0] == 1:
		return [3]float64{0}
	}
	return [3]float64{0.30 + 0.05*float64(counts[0])}
}

// seeds draws n seeds within r of at. Small numbers form rings that can be counted at a glance.
// Larger numbers form a spiral of smaller seeds that fills a circle evenly.
func (p *painter) seeds(at draw.Point, r float64, n int) {
	n = min(n, maxSeeds)
	if n >= len(rings) {
		size := 0.78 * r / math.Sqrt(float64(n))
		for i := range n {
			far := (r - size) * math.Sqrt((float64(i)+0.5)/float64(n))
			sin, cos := math.Sincos(float64(i) * 2.399963)
			p.seed(draw.Point{X: at.X + far*cos, Y: at.Y + far*sin}, size, i)
		}
		return
	}
	counts := rings[n]
	far := reach(counts)
	size := r * max(0.185, min(0.30, 0.31-0.012*float64(n)))
	if n <= 12 {
		size = max(size, r*0.235)
	}
	i := 0
	for ring, k := range counts {
		for j := range k {
			angle := 2*math.Pi*float64(j)/float64(k) - math.Pi/2 + float64(ring)*0.35
			sin, cos := math.Sincos(angle)
			d := far[ring] * (r - size) / 0.8
			if k == 1 {
				d = 0
			}
			p.seed(draw.Point{X: at.X + min(d, r-size)*cos, Y: at.Y + min(d, r-size)*sin}, size, i+n)
			i++
		}
	}
}

// seed draws one seed. Its rotation depends only on i.
func (p *painter) seed(at draw.Point, size float64, i int) {
	s := p.surface
	angle := float64(i*i%7)*0.9 + float64(i)*0.6
	shape := draw.Ellipse(at, size, 0.8*size, angle)
	if s.flat() {
		p.canvas.Path(shape, draw.Style{Fill: s.seed, Stroke: s.line, Width: p.line})
		return
	}
	p.fill(draw.Ellipse(draw.Point{X: at.X + 0.1*size, Y: at.Y + 0.22*size}, size, 0.8*size, angle), rgb(0).Alpha(s.shade*1.3))
	p.canvas.Path(shape, draw.Style{Fill: s.seed, Stroke: draw.Mix(s.seed, rgb(0x4a3a1c), 0.45), Width: 0.1 * size})
	p.fill(draw.Ellipse(draw.Point{X: at.X - 0.2*size, Y: at.Y - 0.22*size}, 0.42*size, 0.3*size, angle), rgb(0xffffff).Alpha(0.45))
}

// trail shows the effect of the move under the pointer: a ring around the pit of the last seed, and
// a filled ring around each captured pit.
func (p *painter) trail() {
	t := p.Trail
	if len(t.Cells) == 0 {
		return
	}
	color := p.surface.accent
	for _, c := range t.Taken {
		if p.Shows(c) {
			p.canvas.Path(p.pit(c), draw.Style{Fill: color.Alpha(.3), Stroke: color, Width: 0.05 * p.u})
		}
	}
	if last := t.Cells[len(t.Cells)-1]; p.Shows(last) {
		dash := 0.14 * p.u
		p.canvas.Path(draw.Circle(p.Centre(last), 1.06*p.board.Radius*p.u), draw.Style{Stroke: color, Width: 0.07 * p.u, Dash: []float64{dash, 0.6 * dash}})
	}
}

// Sizes of a sowing track, in cells.
const (
	trackRoom  = 0.16 // between the pits and their numbers
	trackOut   = 0.56 // from the middle of a pit
	trackWidth = 0.05
)

// sown draws an arrow along the outside of the pits, from the pit that was emptied to the pit of
// the last seed. It runs around the end of the board if the sowing changes sides. Captured pits are
// ringed.
func (p *painter) sown() {
	s := p.Sown
	if s == nil || p.board.Radius == 0 || len(s.Cells) == 0 || !p.has(s.From) {
		return
	}
	color := p.surface.accent
	for _, c := range s.Taken {
		p.canvas.Path(p.pit(c), draw.Style{Fill: color.Alpha(.15), Stroke: color, Width: 1.4 * trackWidth * p.u})
	}
	out := func(c rules.Cell) float64 { // towards the owner's side of the board
		if p.board.Cells[c].Centre.Y < p.board.Size.Y/2 {
			return -1
		}
		return 1
	}
	at := func(c rules.Cell, far float64) draw.Point {
		m := p.Centre(c)
		return draw.Point{X: m.X, Y: m.Y + out(c)*far*p.u}
	}
	start := at(s.From, trackOut)
	path := draw.Path{}.Move(start.X, start.Y)
	last := s.From
	for _, c := range s.Cells {
		to := at(c, trackOut)
		if out(c) != out(last) { // around the end of the board
			from, side := at(last, trackOut), 1.0
			if from.X < p.field.X+p.field.W/2 {
				side = -1
			}
			edge := p.field.X + p.field.W + storeGap/2*p.u
			if side < 0 {
				edge = p.field.X - storeGap/2*p.u
			}
			r, up := 0.3*p.u, out(c)
			k := r * 0.45
			path = path.Line(edge-side*r, from.Y).Curve(edge-side*k, from.Y, edge, from.Y+up*k, edge, from.Y+up*r).
				Line(edge, to.Y-up*r).Curve(edge, to.Y-up*k, edge-side*k, to.Y, edge-side*r, to.Y)
		}
		path = path.Line(to.X, to.Y)
		last = c
	}
	p.canvas.Path(path, draw.Style{Stroke: color, Width: trackWidth * p.u, RoundCaps: true})
	p.fill(draw.Circle(start, 1.7*trackWidth*p.u), color)
	p.stroke(draw.Segment(start, at(s.From, p.board.Radius)), color, trackWidth*p.u)
	end, neck, w := at(last, 0.28), at(last, 0.46), 0.11*p.u
	p.stroke(draw.Segment(at(last, trackOut), neck), color, trackWidth*p.u)
	p.canvas.Path(draw.Polygon(end, draw.Point{X: neck.X - w, Y: neck.Y}, draw.Point{X: neck.X + w, Y: neck.Y}), draw.Style{
		Fill: color, Stroke: on(color), Width: 0.4 * trackWidth * p.u,
	})
}

// owner writes the owner's name at the top of a store and returns the height used, or 0.
func (p *painter) owner(r draw.Rect, who rules.Player) float64 {
	size := max(p.minText(), 0.15*p.u)
	if int(who) >= len(p.Diagram.Seats) || p.Diagram.Seats[who].Name == "" || r.H < 8*size {
		return 0
	}
	st := draw.TextStyle{Size: size, Bold: true, Color: on(p.surface.hollow)}
	name := []rune(p.Diagram.Seats[who].Name)
	text, room := string(name), r.W-1.2*size
	for n := len(name) - 1; n > 0 && draw.TextWidth(text, st) > room; n-- {
		text = string(name[:n]) + "…"
	}
	p.canvas.Text(draw.Point{X: r.Centre().X, Y: r.Y + 1.4*size}, text, st)
	return 1.6 * size
}

// store draws the n seeds in the store r of who, and their number.
func (p *painter) store(r draw.Rect, who rules.Player, n int) {
	if top := p.owner(r, who); top > 0 {
		r.Y, r.H = r.Y+top, r.H-top
	}
	size := max(p.minText(), 0.36*p.u)
	st := draw.TextStyle{Size: size, Bold: true, Color: on(p.surface.hollow)}
	c, text := r.Centre(), strconv.Itoa(n)
	if p.HoverBy == who && p.Trail.Gain > 0 {
		text += " +" + strconv.Itoa(p.Trail.Gain)
		st.Size = min(st.Size, st.Size*0.86*r.W/draw.TextWidth(text, st))
	}
	if draw.TextWidth(text, st) < r.W && 1.7*size < r.H {
		p.canvas.Text(draw.Point{X: c.X, Y: r.Y + r.H - 0.85*size}, text, st)
	} else {
		size = 0
	}
	heap := draw.Rect{X: r.X + 0.1*p.u, Y: r.Y + 0.14*p.u, W: r.W - 0.2*p.u, H: r.H - 0.2*p.u - 1.6*size}
	if n = min(n, maxSeeds); heap.H <= 0 {
		return
	}
	// Choose the largest size that fits all seeds into the store, up to the size used in pits.
	seed := 0.095 * p.u
	for seed > 0.005*p.u && math.Floor(heap.W/(2.1*seed))*math.Floor(heap.H/(1.9*seed)) < float64(n) {
		seed *= 0.95
	}
	across := max(1, int(heap.W/(2.1*seed)))
	for i := range n {
		row, col := i/across, i%across
		in := float64(min(across, n-row*across))
		p.seed(draw.Point{
			X: c.X + (float64(col)-(in-1)/2)*2.1*seed,
			Y: heap.Y + heap.H - (float64(row)+0.5)*1.9*seed,
		}, seed, i+3*row)
	}
}

// Package chart draws the evaluation chart of a game: the winning chances along a line of moves,
// and the loss of each move.
package chart

import (
	"math"
	"strconv"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
)

// Chart describes the chart of a line of numbered nodes.
type Chart struct {
	First, Last int // numbers of the first and the last node
	Here        int // number of the current node; less than First if it is not on the line
	// Bands are the winning chances of all seats, stacked with the first seat at the bottom. Colors
	// are the colours of the seats.
	Bands  []Band
	Colors []draw.Color
	// Titles are the names of the bands. If it is nil, bands have no names. Curves are always
	// named.
	Titles []string
	// Curves are the winning chances of the first seat according to other engines.
	Curves []Curve
	Losses []Loss
	Ticks  bool // write the numbers of some nodes below the chart
	Ink    Ink
}

// Band is the winning chances of all seats at a node. They add up to 1.
type Band struct {
	At     int
	Shares []float64
}

// Curve is the winning chances along the line.
type Curve struct {
	Title  string
	Color  draw.Color
	Points []Point
}

// Point is the winning chances at a node, from 0 to 1.
type Point struct {
	At    int
	Share float64
}

// Loss is the loss of winning chances by the move of a node, from 0 to 1.
type Loss struct {
	At    int
	Share float64
}

// Ink is the colours of the parts around the curves.
type Ink struct{ Ground, Line, Text, Here draw.Color }

// Inks are the colours for each theme.
var Inks = [...]Ink{
	diagram.Light:    {draw.RGB(0xffffff), draw.RGB(0xc8ccd2), draw.RGB(0x5e6168), draw.RGB(0x1a5fb4)},
	diagram.Dark:     {draw.RGB(0x232326), draw.RGB(0x4a4d54), draw.RGB(0xb0b3ba), draw.RGB(0x99c1f1)},
	diagram.Contrast: {draw.RGB(0xffffff), draw.RGB(0x000000), draw.RGB(0x000000), draw.RGB(0x0000c0)},
}

// Edge is the colour along the top of the first seat's band. Lines are the colours of other
// engines' curves. All are distinguishable on light and dark backgrounds.
var (
	Edge  = draw.RGB(0x3584e4)
	Lines = []draw.Color{
		draw.RGB(0xe66100), draw.RGB(0x26a269), draw.RGB(0x9141ac), draw.RGB(0xc01c28), draw.RGB(0x0ab9b9), draw.RGB(0xb5835a), draw.RGB(0xd5a021),
	}
)

// Sizes in canvas units.
const (
	textSize  = 10.0
	textRoom  = 30.0 // margin on the left
	tickRoom  = 12.0 // margin below
	titleRoom = 14.0 // margin above, if the box is at least titleBox times as high
	titleBox  = 4
	edge      = 6.0
	dot       = 3.0
	maxTicks  = 12
)

// plot returns the area of the curves in box.
func (c *Chart) plot(box draw.Rect) draw.Rect {
	r := draw.Rect{X: box.X + textRoom, Y: box.Y + edge, W: max(box.W-textRoom-edge, 1), H: max(box.H-2*edge, 1)}
	if c.Ticks {
		r.H = max(r.H-tickRoom, 1)
	}
	if len(c.Titles)+len(c.Curves) > 0 && box.H >= titleBox*titleRoom {
		r.Y, r.H = r.Y+titleRoom, r.H-titleRoom
	}
	return r
}

// gap returns the maximum distance between two nodes that a curve connects. An engine that played
// the game has evaluated only the positions with itself to move.
func (c *Chart) gap() int {
	if len(c.Bands) == 0 {
		return 2
	}
	return max(len(c.Bands[0].Shares), 2)
}

// step returns the horizontal distance between consecutive nodes.
func (c *Chart) step(r draw.Rect) float64 { return r.W / float64(max(c.Last-c.First, 1)) }

// NodeAt returns the number of the node nearest to x.
func (c *Chart) NodeAt(box draw.Rect, x float64) int {
	r := c.plot(box)
	return min(max(c.First+int(math.Round((x-r.X)/c.step(r))), c.First), c.Last)
}

// Draw draws the chart into box.
func (c *Chart) Draw(canvas draw.Canvas, box draw.Rect) {
	canvas.Path(draw.Box(box), draw.Style{Fill: c.Ink.Ground})
	r := c.plot(box)
	step := c.step(r)
	x := func(at int) float64 { return r.X + float64(at-c.First)*step }
	y := func(share float64) float64 { return r.Y + (1-min(max(share, 0), 1))*r.H }
	c.bands(canvas, x, y)
	for i, share := range []float64{1, 0.5, 0} {
		at := math.Floor(y(share)) + 0.5
		st := draw.Style{Stroke: c.Ink.Line, Width: 1}
		if share == 0.5 {
			st.Dash = []float64{4, 3}
		}
		canvas.Path(draw.Segment(draw.Point{X: r.X, Y: at}, draw.Point{X: r.X + r.W, Y: at}), st)
		if r.H > 3*textSize || share != 0.5 {
			canvas.Text(draw.Point{X: r.X - 5, Y: max(at, box.Y+textSize*0.7)}, []string{"100", "50", "0"}[i], draw.TextStyle{Size: textSize, Color: c.Ink.Text, Align: draw.Right})
		}
	}
	c.bars(canvas, r, step)
	for i := len(c.Curves) - 1; i >= 0; i-- {
		v := &c.Curves[i]
		c.trace(canvas, v.Points, v.Color, x, y, step)
	}
	c.edges(canvas, x, y, step)
	if c.Here >= c.First && c.Here <= c.Last {
		at := math.Floor(x(c.Here)) + 0.5
		canvas.Path(draw.Segment(draw.Point{X: at, Y: r.Y}, draw.Point{X: at, Y: r.Y + r.H}), draw.Style{Stroke: c.Ink.Here, Width: 1.5})
	}
	c.ticks(canvas, r, x)
	if r.Y > box.Y+edge {
		c.titles(canvas, r)
	}
}

// runs calls f for each run of bands whose nodes are at most gap apart.
func (c *Chart) runs(f func([]Band)) {
	for from := 0; from < len(c.Bands); {
		to := from + 1
		for to < len(c.Bands) && c.Bands[to].At-c.Bands[to-1].At <= c.gap() {
			to++
		}
		f(c.Bands[from:to])
		from = to
	}
}

// upTo returns the sum of the first seats' shares.
func (b *Band) upTo(seats int) (sum float64) {
	for _, v := range b.Shares[:seats] {
		sum += v
	}
	return sum
}

// bands fills the bands of each run of nodes.
func (c *Chart) bands(canvas draw.Canvas, x func(int) float64, y func(float64) float64) {
	c.runs(func(run []Band) {
		for seat := range run[0].Shares {
			if seats := len(run[0].Shares); len(run) == 1 && seats > 2 { // with two seats, edges draws a point
				top := y(run[0].upTo(seat + 1))
				alone := draw.Rect{X: x(run[0].At) - dot, Y: top, W: 2 * dot, H: y(run[0].upTo(seat)) - top}
				canvas.Path(draw.Box(alone), draw.Style{Fill: c.Colors[seat]})
				continue
			}
			var p draw.Path
			for i := range run {
				if at := y(run[i].upTo(seat)); i == 0 {
					p = p.Move(x(run[i].At), at)
				} else {
					p = p.Line(x(run[i].At), at)
				}
			}
			for i := len(run) - 1; i >= 0; i-- {
				p = p.Line(x(run[i].At), y(run[i].upTo(seat+1)))
			}
			canvas.Path(p.Close(), draw.Style{Fill: c.Colors[seat]})
		}
	})
}

// edges draws the upper edges of the bands.
func (c *Chart) edges(canvas draw.Canvas, x func(int) float64, y func(float64) float64, step float64) {
	if len(c.Bands) == 0 {
		return
	}
	seats := len(c.Bands[0].Shares)
	for seat := 1; seat < seats; seat++ {
		var points []Point
		for i := range c.Bands {
			points = append(points, Point{c.Bands[i].At, c.Bands[i].upTo(seat)})
		}
		color := Edge
		if seats > 2 {
			color = c.Ink.Ground
		}
		c.trace(canvas, points, color, x, y, step)
	}
}

// trace draws a curve. The curve is interrupted between points that are more than gap nodes apart.
func (c *Chart) trace(canvas draw.Canvas, points []Point, color draw.Color, x func(int) float64, y func(float64) float64, step float64) {
	var p draw.Path
	gap := c.gap()
	for i, v := range points {
		q := draw.Point{X: x(v.At), Y: y(v.Share)}
		joined := i > 0 && v.At-points[i-1].At <= gap
		if joined {
			p = p.Line(q.X, q.Y)
		} else {
			p = p.Move(q.X, q.Y)
		}
		alone := !joined && (i+1 == len(points) || points[i+1].At-v.At > gap)
		if alone || step > 24 {
			canvas.Path(draw.Circle(q, dot), draw.Style{Fill: color})
		}
	}
	canvas.Path(p, draw.Style{Stroke: color, Width: 2, RoundCaps: true})
}

// bars draws the losses of moves as bars that rise from the bottom.
func (c *Chart) bars(canvas draw.Canvas, r draw.Rect, step float64) {
	w := min(max(step*0.7, 3), 10)
	outline := min(w/6, 1) // a wider outline would cover the thin bars of a long game
	for _, l := range c.Losses {
		h := min(l.Share, 1) * r.H
		if h < 1 {
			continue
		}
		x := r.X + float64(l.At-c.First)*step - w/2
		canvas.Path(draw.Box(draw.Rect{X: x, Y: r.Y + r.H - h, W: w, H: h}), draw.Style{Fill: diagram.LossColor(l.Share), Stroke: c.Ink.Ground, Width: outline})
	}
}

// ticks writes the numbers of some nodes below the chart.
func (c *Chart) ticks(canvas draw.Canvas, r draw.Rect, x func(int) float64) {
	if !c.Ticks {
		return
	}
	every := 10
	for (c.Last-c.First)/every > maxTicks {
		every *= 2
	}
	for at := c.First + every - c.First%every; at <= c.Last; at += every {
		canvas.Path(draw.Segment(draw.Point{X: x(at), Y: r.Y + r.H}, draw.Point{X: x(at), Y: r.Y + r.H + 2.5}), draw.Style{Stroke: c.Ink.Line, Width: 1})
		canvas.Text(draw.Point{X: x(at), Y: r.Y + r.H + 9}, strconv.Itoa(at), draw.TextStyle{Size: textSize * 0.8, Color: c.Ink.Text})
	}
}

// titles writes the names of bands and curves above the chart, each preceded by its colour. Names
// that do not fit are omitted.
func (c *Chart) titles(canvas draw.Canvas, r draw.Rect) {
	type entry struct {
		title string
		color draw.Color
	}
	var all []entry
	for i, t := range c.Titles {
		color := c.Colors[i]
		if len(c.Titles) == 1 { // the only title is the engine's name
			color = Edge
		}
		all = append(all, entry{t, color})
	}
	for i := range c.Curves {
		all = append(all, entry{c.Curves[i].Title, c.Curves[i].Color})
	}
	st := draw.TextStyle{Size: textSize, Color: c.Ink.Text, Align: draw.Left}
	x, y := r.X, r.Y-titleRoom/2-1
	for _, e := range all {
		w := draw.TextWidth(e.title, st)
		if x+18+w > r.X+r.W {
			break
		}
		canvas.Path(draw.Segment(draw.Point{X: x, Y: y}, draw.Point{X: x + 13, Y: y}), draw.Style{Stroke: e.color, Width: 4})
		canvas.Text(draw.Point{X: x + 18, Y: y}, e.title, st)
		x += w + 32
	}
}

// Bar draws the winning chances of all seats as a stacked column, with the first seat at the
// bottom, in the colours of their pieces. For two seats the larger number is written on the bar.
// For more seats, every number that fits is written.
func Bar(canvas draw.Canvas, box draw.Rect, shares []float64, colors []draw.Color, ink Ink) {
	canvas.Path(draw.Rounded(box, 3), draw.Style{Fill: ink.Ground})
	y, most := box.Y+box.H, 0
	var parts []draw.Rect
	for i, v := range shares {
		h := v * box.H
		y -= h
		parts = append(parts, draw.Rect{X: box.X, Y: y, W: box.W, H: h})
		canvas.Path(draw.Box(parts[i]), draw.Style{Fill: colors[i]})
		if v > shares[most] {
			most = i
		}
	}
	canvas.Path(draw.Box(box), draw.Style{Stroke: ink.Line, Width: 1})
	if len(shares) == 2 {
		mid := math.Floor(box.Y+box.H/2) + 0.5
		canvas.Path(draw.Segment(draw.Point{X: box.X, Y: mid}, draw.Point{X: box.X + box.W, Y: mid}), draw.Style{Stroke: ink.Here, Width: 1})
	}
	const room = 9.0 // from the edge to the middle of a number
	for i, v := range shares {
		if i != most && (len(shares) == 2 || parts[i].H < 2*room) {
			continue
		}
		color := draw.RGB(0xffffff)
		if colors[i].Luminance() > 0.4 {
			color = draw.RGB(0x1c1c20)
		}
		at := draw.Point{X: box.X + box.W/2, Y: parts[i].Y + room}
		if i == 0 {
			at.Y = box.Y + box.H - room
		}
		canvas.Text(at, strconv.Itoa(int(100*v+0.5)), draw.TextStyle{Size: textSize, Color: color, Bold: true})
	}
}

// Package chart draws the course of a game: the shares in the win along a line of moves, and what each move gave away.
package chart

import (
	"math"
	"strconv"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
)

// Chart is the course of a line, whose nodes are numbered from 0.
type Chart struct {
	Last   int // the number of the last node
	Here   int // the current one, -1 for none
	Curves []Curve
	Losses []Loss
	Ink    Ink
	Titles bool // the curves are named
}

// Curve is a share along the line. The first curve lies over the others.
type Curve struct {
	Title  string
	Color  draw.Color
	Points []Point
	// Fill has the part below filled, where Color2 fills that above it: the shares of two players.
	Fill   bool
	Color2 draw.Color
}

// Point is a share, from 0 to 1, at a node.
type Point struct {
	At    int
	Share float64
}

// Loss is what the move of a node gave away, from 0 to 1.
type Loss struct {
	At    int
	Share float64
}

// Ink is the colours of what is around the curves.
type Ink struct{ Ground, Line, Text, Here draw.Color }

// Inks are the colours of each theme.
var Inks = [...]Ink{
	diagram.Light:    {draw.RGB(0xffffff), draw.RGB(0xc8ccd2), draw.RGB(0x5e6168), draw.RGB(0x1a5fb4)},
	diagram.Dark:     {draw.RGB(0x232326), draw.RGB(0x4a4d54), draw.RGB(0xb0b3ba), draw.RGB(0x99c1f1)},
	diagram.Contrast: {draw.RGB(0xffffff), draw.RGB(0x000000), draw.RGB(0x000000), draw.RGB(0x0000c0)},
}

// Lines are colours of curves that can be told apart, on light and on dark.
var Lines = []draw.Color{
	draw.RGB(0x3584e4), draw.RGB(0xe66100), draw.RGB(0x26a269), draw.RGB(0x9141ac), draw.RGB(0xc01c28), draw.RGB(0x0ab9b9), draw.RGB(0xb5835a), draw.RGB(0xd5a021),
}

// Sizes in units of the canvas.
const (
	textSize = 10.0
	textRoom = 30.0 // at the left
	edge     = 6.0
	dot      = 3.0
)

// plot returns where the curves are in box.
func (c *Chart) plot(box draw.Rect) draw.Rect {
	return draw.Rect{X: box.X + textRoom, Y: box.Y + edge, W: max(box.W-textRoom-edge, 1), H: max(box.H-2*edge, 1)}
}

// step returns the distance of two nodes.
func (c *Chart) step(r draw.Rect) float64 { return r.W / float64(max(c.Last, 1)) }

// NodeAt returns the number of the node that is nearest to x.
func (c *Chart) NodeAt(box draw.Rect, x float64) int {
	r := c.plot(box)
	return min(max(int(math.Round((x-r.X)/c.step(r))), 0), c.Last)
}

// Draw draws the chart.
func (c *Chart) Draw(canvas draw.Canvas, box draw.Rect) {
	canvas.Path(draw.Box(box), draw.Style{Fill: c.Ink.Ground})
	r := c.plot(box)
	step := c.step(r)
	at := func(p Point) draw.Point {
		return draw.Point{X: r.X + float64(p.At)*step, Y: r.Y + (1-min(max(p.Share, 0), 1))*r.H}
	}
	for i := range c.Curves {
		if x := &c.Curves[i]; x.Fill && len(x.Points) > 1 {
			x.fill(canvas, r, at)
		}
	}
	for i, share := range []float64{1, 0.5, 0} {
		y := math.Floor(r.Y+float64(i)/2*r.H) + 0.5
		st := draw.Style{Stroke: c.Ink.Line, Width: 1}
		if share == 0.5 {
			st.Dash = []float64{4, 3}
		}
		canvas.Path(draw.Segment(draw.Point{X: r.X, Y: y}, draw.Point{X: r.X + r.W, Y: y}), st)
		if text := []string{"100", "50", "0"}[i]; r.H > 3*textSize || share != 0.5 {
			canvas.Text(draw.Point{X: r.X - 5, Y: min(max(y, box.Y+textSize*0.7), box.Y+box.H-textSize*0.7)}, text, draw.TextStyle{Size: textSize, Color: c.Ink.Text, Align: draw.Right})
		}
	}
	c.bars(canvas, r, step)
	for i := len(c.Curves) - 1; i >= 0; i-- {
		c.Curves[i].draw(canvas, at, step)
	}
	if c.Here >= 0 && c.Here <= c.Last {
		x := math.Floor(r.X+float64(c.Here)*step) + 0.5
		canvas.Path(draw.Segment(draw.Point{X: x, Y: r.Y}, draw.Point{X: x, Y: r.Y + r.H}), draw.Style{Stroke: c.Ink.Here, Width: 1.5})
	}
	if c.Titles {
		c.titles(canvas, r)
	}
}

// bars draws what moves gave away, from the lower edge up.
func (c *Chart) bars(canvas draw.Canvas, r draw.Rect, step float64) {
	w := min(max(step*0.7, 2), 10)
	for _, l := range c.Losses {
		h := min(l.Share, 1) * r.H
		if h < 1 {
			continue
		}
		x := r.X + float64(l.At)*step - w/2
		canvas.Path(draw.Box(draw.Rect{X: x, Y: r.Y + r.H - h, W: w, H: h}), draw.Style{Fill: diagram.LossColor(l.Share), Stroke: c.Ink.Ground, Width: 1})
	}
}

// fill fills what lies below the curve, and above it, as far as nodes that follow each other have points.
func (c *Curve) fill(canvas draw.Canvas, r draw.Rect, at func(Point) draw.Point) {
	for from := 0; from < len(c.Points); {
		to := from + 1
		for to < len(c.Points) && c.Points[to].At-c.Points[to-1].At <= 1 {
			to++
		}
		first, last := at(c.Points[from]), at(c.Points[to-1])
		canvas.Path(draw.Box(draw.Rect{X: first.X, Y: r.Y, W: last.X - first.X, H: r.H}), draw.Style{Fill: c.Color2})
		p := draw.Path{}.Move(first.X, r.Y+r.H)
		for _, x := range c.Points[from:to] {
			q := at(x)
			p = p.Line(q.X, q.Y)
		}
		canvas.Path(p.Line(last.X, r.Y+r.H).Shut(), draw.Style{Fill: c.Color})
		from = to
	}
}

// draw draws the curve; where it misses nodes, it is broken.
func (c *Curve) draw(canvas draw.Canvas, at func(Point) draw.Point, step float64) {
	color := c.Color
	if c.Fill {
		color = Lines[0]
	}
	var p draw.Path
	for i, x := range c.Points {
		q := at(x)
		joined := i > 0 && x.At-c.Points[i-1].At <= 1
		if joined {
			p = p.Line(q.X, q.Y)
		} else {
			p = p.Move(q.X, q.Y)
		}
		alone := !joined && (i+1 == len(c.Points) || c.Points[i+1].At-x.At > 1)
		if alone || step > 24 {
			canvas.Path(draw.Circle(q, dot), draw.Style{Fill: color})
		}
	}
	canvas.Path(p, draw.Style{Stroke: color, Width: 2, RoundCaps: true})
}

// titles names the curves at the upper right, each behind a line of its colour.
func (c *Chart) titles(canvas draw.Canvas, r draw.Rect) {
	st := draw.TextStyle{Size: textSize, Color: c.Ink.Text, Align: draw.Left}
	x, y := r.X+r.W-6, r.Y+textSize
	for i := len(c.Curves) - 1; i >= 0; i-- {
		curve := &c.Curves[i]
		color := curve.Color
		if curve.Fill {
			color = Lines[0]
		}
		w := draw.TextWidth(curve.Title, st)
		if x-w-24 < r.X {
			break
		}
		x -= w
		canvas.Path(draw.Rounded(draw.Rect{X: x - 22, Y: y - 8, W: w + 26, H: 16}, 4), draw.Style{Fill: c.Ink.Ground.Alpha(0.85)})
		canvas.Text(draw.Point{X: x, Y: y}, curve.Title, st)
		canvas.Path(draw.Segment(draw.Point{X: x - 18, Y: y}, draw.Point{X: x - 5, Y: y}), draw.Style{Stroke: color, Width: 2.5})
		x -= 32
	}
}

// Bar draws the shares of all seats as a column, the first at the bottom, each in the colour of its pieces, with the largest written on it.
func Bar(canvas draw.Canvas, box draw.Rect, shares []float64, colors []draw.Color, ink Ink) {
	canvas.Path(draw.Rounded(box, 3), draw.Style{Fill: ink.Ground})
	y, most := box.Y+box.H, 0
	var tops []float64
	for i, v := range shares {
		h := v * box.H
		y -= h
		canvas.Path(draw.Box(draw.Rect{X: box.X, Y: y, W: box.W, H: h}), draw.Style{Fill: colors[i]})
		tops = append(tops, y)
		if v > shares[most] {
			most = i
		}
	}
	canvas.Path(draw.Box(box), draw.Style{Stroke: ink.Line, Width: 1})
	if len(shares) == 2 {
		mid := math.Floor(box.Y+box.H/2) + 0.5
		canvas.Path(draw.Segment(draw.Point{X: box.X, Y: mid}, draw.Point{X: box.X + box.W, Y: mid}), draw.Style{Stroke: ink.Here, Width: 1})
	}
	if len(shares) == 0 {
		return
	}
	color := draw.RGB(0xffffff)
	if colors[most].Luminance() > 0.4 {
		color = draw.RGB(0x1c1c20)
	}
	at := draw.Point{X: box.X + box.W/2, Y: tops[most] + 9}
	if most == 0 {
		at.Y = box.Y + box.H - 9
	}
	canvas.Text(at, strconv.Itoa(int(100*shares[most]+0.5)), draw.TextStyle{Size: textSize, Color: color, Bold: true})
}

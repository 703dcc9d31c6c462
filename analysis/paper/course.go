package paper

import (
	"cmp"
	"slices"
	"strconv"

	"boardstudio/analysis"
	"boardstudio/io/draw"
	"boardstudio/rules"
)

// Course draws the shares of the players along the moves of a report, one above the other in their tints, that of the first at the bottom, and marks the mistakes. The axis
// stands to the left of box.
func Course(c draw.Canvas, box draw.Rect, r *analysis.Report, m analysis.Marking, tints []draw.Color, ink draw.Color) {
	if len(r.Moves) == 0 {
		return
	}
	first, last := r.Moves[0].Ply-1, r.Moves[len(r.Moves)-1].Ply
	x := func(ply int) float64 { return box.X + box.W*float64(ply-first)/float64(max(last-first, 1)) }
	// above returns the upper edge of a player's band: the first one's is the lowest.
	above := func(shares []float64, p int) float64 {
		sum := 0.0
		for _, s := range shares[:p+1] {
			sum += s
		}
		return box.Y + box.H*(1-min(sum, 1))
	}
	n := len(r.Moves[0].Was)
	type point struct {
		x      float64
		shares []float64
	}
	var points []point
	for i := range r.Moves {
		j := &r.Moves[i]
		if at := x(j.Ply - 1); len(points) == 0 || points[len(points)-1].x != at {
			points = append(points, point{at, j.Was})
		}
		points = append(points, point{x(j.Ply), j.Is})
	}
	for p := range n {
		var path draw.Path
		for i, q := range points {
			y := box.Y + box.H
			if p > 0 {
				y = above(q.shares, p-1)
			}
			if i == 0 {
				path = path.Move(q.x, y)
			} else {
				path = path.Line(q.x, y)
			}
		}
		for i := len(points) - 1; i >= 0; i-- {
			path = path.Line(points[i].x, above(points[i].shares, p))
		}
		c.Path(path.Shut(), draw.Style{Fill: tints[p%len(tints)]})
	}
	for p := range n - 1 {
		var path draw.Path
		for i, q := range points {
			if y := above(q.shares, p); i == 0 {
				path = path.Move(q.x, y)
			} else {
				path = path.Line(q.x, y)
			}
		}
		c.Path(path, draw.Style{Stroke: ink, Width: 1, RoundCaps: true})
	}
	if n == 2 {
		y := box.Y + box.H/2
		c.Path(draw.Segment(draw.Point{X: box.X, Y: y}, draw.Point{X: box.X + box.W, Y: y}), draw.Style{Stroke: ink.Alpha(.5), Width: .6, Dash: []float64{3, 3}})
	}
	for _, j := range r.Mistakes(m, rules.NoPlayer) {
		p := min(int(j.Player), n-2)
		at := draw.Point{X: x(j.Ply), Y: above(j.Is, p)}
		c.Path(draw.Circle(at, 2.6), draw.Style{Fill: mistake, Stroke: draw.RGB(0xffffff), Width: .8})
	}
	c.Path(draw.Box(box), draw.Style{Stroke: ink.Alpha(.6), Width: .8})
	small := draw.TextStyle{Size: 7.5, Color: ink.Alpha(.8), Align: draw.Right}
	for _, v := range []float64{0, .5, 1} {
		c.Text(draw.Point{X: box.X - 5, Y: box.Y + box.H*v}, percent(1-v), small)
	}
	small.Align = draw.Middle
	step := 10
	for (last-first)/step > 12 {
		step *= 2
	}
	for ply := first + step - first%step; ply <= last; ply += step {
		c.Path(draw.Segment(draw.Point{X: x(ply), Y: box.Y + box.H}, draw.Point{X: x(ply), Y: box.Y + box.H + 2.5}), draw.Style{Stroke: ink.Alpha(.6), Width: .8})
		c.Text(draw.Point{X: x(ply), Y: box.Y + box.H + 8}, strconv.Itoa(ply), small)
	}
}

// MoveAt returns which of the moves of a report stands at x where Course draws into box, -1 for none.
func MoveAt(r *analysis.Report, box draw.Rect, x float64) int {
	n := len(r.Moves)
	if n == 0 || box.W <= 0 || x < box.X-4 || x > box.X+box.W+4 {
		return -1
	}
	first, last := r.Moves[0].Ply-1, r.Moves[n-1].Ply
	ply := first + int((x-box.X)/box.W*float64(max(last-first, 1))+0.5)
	at, _ := slices.BinarySearchFunc(r.Moves, ply, func(j analysis.Judged, ply int) int { return cmp.Compare(j.Ply, ply) })
	return min(at, n-1)
}

// mistake is the colour of the moves that gave much away.
var mistake = draw.RGB(0xd0342c)

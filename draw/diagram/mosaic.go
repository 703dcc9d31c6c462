package diagram

import (
	"math"
	"slices"

	"boardstudio/draw"
	"boardstudio/rules"
)

// mosaic draws cells with a custom outline, each edge once. If pieces are placed on crossings, it
// draws the lines between neighbouring cells instead.
func (p *painter) mosaic(m mesh) {
	var lines draw.Path
	n, s := len(p.shape), p.surface
	for _, c := range m.cells {
		at, ps := p.Centre(c), p.corners(c, 0)
		if !s.flat() && s.field != s.plate {
			p.fill(draw.Polygon(ps...), s.field)
		}
		drawn := -2 // the previous edge drawn, which the next one may continue
		for i := range n {
			to := m.across(c, i)
			switch {
			case i >= n/2 && to != rules.NoCell: // already drawn as an edge of the other cell
			case p.crossing && to != rules.NoCell:
				next := p.Centre(to)
				lines = lines.Move(at.X, at.Y).Line(next.X, next.Y)
			case !p.crossing:
				if drawn != i-1 {
					lines = lines.Move(ps[i].X, ps[i].Y)
				}
				end := ps[(i+1)%n]
				lines, drawn = lines.Line(end.X, end.Y), i
			}
		}
	}
	p.stroke(lines, s.line, p.line)
	p.stars()
}

// sides draws a band along each player's part of the rim, in the colour of the player's pieces.
func (p *painter) sides(m mesh) {
	for _, rim := range m.rims() {
		owners, inner := p.halves(rim)
		n := len(inner)
		outer := make([]draw.Point, n)
		for i, at := range inner {
			a, b := out(inner[(i+n-1)%n], at), out(at, inner[(i+1)%n])
			k := p.band / (1 + a.X*b.X + a.Y*b.Y)
			outer[i] = draw.Point{X: at.X + (a.X+b.X)*k, Y: at.Y + (a.Y+b.Y)*k}
		}
		start := 0 // start at a change of owner, to avoid splitting a band
		for start < n && owners[start] == owners[(start+n-1)%n] {
			start++
		}
		for i := 0; i < n; {
			who := owners[(start+i)%n]
			var in, over []draw.Point
			for ; i < n && owners[(start+i)%n] == who; i++ {
				in, over = append(in, inner[(start+i)%n]), append(over, outer[(start+i)%n])
			}
			in, over = append(in, inner[(start+i)%n]), append(over, outer[(start+i)%n])
			slices.Reverse(over)
			if who != rules.NoPlayer {
				p.canvas.Path(draw.Polygon(append(in, over...)...), draw.Style{
					Fill: p.inked(p.look(who).color), Stroke: p.surface.line, Width: p.line,
				})
			}
		}
	}
}

// out returns the unit vector perpendicular to the edge from a to b, pointing out of the rim.
func out(a, b draw.Point) draw.Point {
	far := math.Hypot(b.X-a.X, b.Y-a.Y)
	return draw.Point{X: (b.Y - a.Y) / far, Y: (a.X - b.X) / far}
}

// halves divides each edge of a rim in two. It returns the owners of the halves and their starting
// points. If a cell belongs to two sides, the side of the previous cell gets the first half of its
// edges.
func (p *painter) halves(rim []rimEdge) (owners []rules.Player, points []draw.Point) {
	on := map[rules.Cell][]int{} // indexes of the sides that a cell belongs to
	for i, s := range p.board.Sides {
		for _, c := range s.Cells {
			on[c] = append(on[c], i)
		}
	}
	n := len(rim)
	start := 0 // start at the first edge of a cell
	for start < n && rim[start].cell == rim[(start+n-1)%n].cell {
		start++
	}
	for i := 0; i < n; {
		first, c := i, rim[(start+i)%n].cell
		for ; i < n && rim[(start+i)%n].cell == c; i++ {
			a, b := p.corner(rim[(start+i)%n]), p.corner(rim[(start+i+1)%n])
			points = append(points, a, draw.Point{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2})
		}
		sides := slices.Clone(on[c])
		if before := on[rim[(start+first+n-1)%n].cell]; len(sides) > 1 && !slices.Contains(before, sides[0]) {
			slices.Reverse(sides)
		}
		for k := range 2 * (i - first) {
			who := rules.NoPlayer
			if len(sides) > 0 {
				who = p.board.Sides[sides[min(k/(i-first), len(sides)-1)]].Owner
			}
			owners = append(owners, who)
		}
	}
	return owners, points
}

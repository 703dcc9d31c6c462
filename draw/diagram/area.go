package diagram

import "boardstudio/draw"

// area tints the selected cells and outlines the selection. Edges shared by two selected cells are
// not drawn.
func (p *painter) area() {
	if len(p.Area) == 0 {
		return
	}
	color := rgb(0x1a5fd0)
	m := p.mesh(p.Area)
	for _, c := range m.cells {
		p.fill(draw.Polygon(p.corners(c, 0)...), color.Alpha(.16))
	}
	var sides draw.Path
	for _, rim := range m.rims() {
		for i, e := range rim {
			if at := p.corner(e); i == 0 {
				sides = sides.Move(at.X, at.Y)
			} else {
				sides = sides.Line(at.X, at.Y)
			}
		}
		sides = sides.Close()
	}
	w := max(0.05*p.u, 1.5)
	p.stroke(sides, rgb(0xffffff).Alpha(.9), 2*w)
	p.stroke(sides, color, w)
}

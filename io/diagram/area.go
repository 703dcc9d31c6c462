package diagram

import "boardstudio/io/draw"

// area tints the cells chosen and draws a line around them: where two of them lie
// side by side there is no line between.
func (p *painter) area() {
	if len(p.Area) == 0 {
		return
	}
	type place struct{ row, col int }
	in := map[place]bool{}
	for _, c := range p.Area {
		if p.Shows(c) {
			in[place{p.board.Cells[c].Row, p.board.Cells[c].Col}] = true
		}
	}
	color := rgb(0x1a5fd0)
	var sides draw.Path
	for _, c := range p.Area {
		if !p.Shows(c) {
			continue
		}
		r := p.Rect(c)
		p.fill(draw.Box(r), color.Alpha(.16))
		at := place{p.board.Cells[c].Row, p.board.Cells[c].Col}
		for _, s := range [4]struct {
			beside         place
			x1, y1, x2, y2 float64
		}{
			{place{at.row - 1, at.col}, r.X, r.Y, r.X + r.W, r.Y},
			{place{at.row + 1, at.col}, r.X, r.Y + r.H, r.X + r.W, r.Y + r.H},
			{place{at.row, at.col - 1}, r.X, r.Y, r.X, r.Y + r.H},
			{place{at.row, at.col + 1}, r.X + r.W, r.Y, r.X + r.W, r.Y + r.H},
		} {
			if !in[s.beside] {
				sides = sides.Move(s.x1, s.y1).Line(s.x2, s.y2)
			}
		}
	}
	w := max(0.05*p.u, 1.5)
	p.stroke(sides, rgb(0xffffff).Alpha(.9), 2*w)
	p.stroke(sides, color, w)
}

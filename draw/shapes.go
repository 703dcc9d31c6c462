package draw

import "math"

// Segment returns the straight line from a to b.
func Segment(a, b Point) Path { return Path{}.Move(a.X, a.Y).Line(b.X, b.Y) }

// Polygon returns the closed outline through the points.
func Polygon(ps ...Point) Path {
	var p Path
	for i, q := range ps {
		if i == 0 {
			p = p.Move(q.X, q.Y)
		} else {
			p = p.Line(q.X, q.Y)
		}
	}
	return p.Close()
}

// RoundedPolygon returns the closed outline through the points, with corners of radius r. The sides
// must be long enough for the corners.
func RoundedPolygon(r float64, ps ...Point) Path {
	n := len(ps)
	path := Path{Ops: make([]Op, 0, 2*n+2), Points: make([]Point, 0, 4*n+1)}
	// toward returns the point at distance far from a in the direction of b.
	toward := func(a, b Point, far float64) Point {
		if long := math.Hypot(b.X-a.X, b.Y-a.Y); long > 0 {
			far /= long
		}
		return Point{a.X + (b.X-a.X)*far, a.Y + (b.Y-a.Y)*far}
	}
	for i := range n + 1 {
		before, at, after := ps[(i+n-1)%n], ps[i%n], ps[(i+1)%n]
		turn := math.Atan2(after.Y-at.Y, after.X-at.X) - math.Atan2(at.Y-before.Y, at.X-before.X)
		turn = math.Abs(math.Remainder(turn, 2*math.Pi))
		cut := r * math.Tan(turn/2)
		control := cut - r*4/3*math.Tan(turn/4)
		end := toward(at, after, cut)
		if i == 0 {
			path = path.Move(end.X, end.Y)
			continue
		}
		start, a, b := toward(at, before, cut), toward(at, before, control), toward(at, after, control)
		path = path.Line(start.X, start.Y).Curve(a.X, a.Y, b.X, b.Y, end.X, end.Y)
	}
	return path.Close()
}

// Ellipse returns the outline of an ellipse with semi-axes rx and ry, rotated clockwise by angle
// (in radians).
func Ellipse(c Point, rx, ry, angle float64) Path {
	sin, cos := math.Sincos(angle)
	at := func(x, y float64) (float64, float64) {
		x, y = x*rx, y*ry
		return c.X + x*cos - y*sin, c.Y + x*sin + y*cos
	}
	x, y := at(1, 0)
	p := Path{Ops: make([]Op, 0, 6), Points: make([]Point, 0, 13)}.Move(x, y)
	for _, q := range [4][6]float64{
		{1, kappa, kappa, 1, 0, 1},
		{-kappa, 1, -1, kappa, -1, 0},
		{-1, -kappa, -kappa, -1, 0, -1},
		{kappa, -1, 1, -kappa, 1, 0},
	} {
		ax, ay := at(q[0], q[1])
		bx, by := at(q[2], q[3])
		x, y := at(q[4], q[5])
		p = p.Curve(ax, ay, bx, by, x, y)
	}
	return p.Close()
}

// Mix returns the colour between a (t is 0) and b (t is 1), with the opacity of a.
func Mix(a, b Color, t float64) Color {
	return Color{a.R + (b.R-a.R)*t, a.G + (b.G-a.G)*t, a.B + (b.B-a.B)*t, a.A}
}

// Contrast returns the contrast ratio of two opaque colours (WCAG 2.1), from 1 to 21.
func Contrast(a, b Color) float64 {
	x, y := a.Luminance(), b.Luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// advances are the widths of the printable ASCII characters in DejaVu Sans, a common wide
// sans-serif font. They are in hundredths of the font size, rounded up.
var advances = [95]uint8{
	32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, // space … /
	64, 64, 64, 64, 64, 64, 64, 64, 64, 64, 34, 34, 84, 84, 84, 54, // 0 … ?
	100, 69, 69, 70, 78, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79, // @ … O
	61, 79, 70, 64, 62, 74, 69, 99, 69, 62, 69, 40, 34, 40, 84, 50, // P … _
	50, 62, 64, 55, 64, 62, 36, 64, 64, 28, 28, 58, 28, 98, 64, 62, // ` … o
	64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84, // p … ~
}

// TextWidth returns an estimate of the width of s. The fonts of back ends are rarely wider. It does
// not ask a canvas, because a drawing must be the same on all of them.
func TextWidth(s string, st TextStyle) float64 {
	var w float64
	for _, r := range s {
		switch {
		case r >= ' ' && r <= '~':
			w += float64(advances[r-' '])
		case r < 0x2000:
			w += 90
		default:
			w += 100
		}
	}
	if st.Bold {
		w *= 1.12
	}
	return w * st.Size / 100
}

// TextBox returns the rectangle that s covers if it is drawn at at.
func TextBox(at Point, s string, st TextStyle) Rect {
	w := TextWidth(s, st)
	x := at.X
	switch st.Align {
	case Middle:
		x -= w / 2
	case Right:
		x -= w
	}
	return Rect{x, at.Y - CapHeight*st.Size, w, 2 * CapHeight * st.Size}
}

// CapHeight is half the height of a capital letter, relative to the font size. Descenders extend
// below the baseline by the same amount.
const CapHeight = 0.365

// Hex parses a colour of the form "#rrggbb". It returns the zero Color for anything else.
func Hex(s string) Color {
	if len(s) != 7 || s[0] != '#' {
		return Color{}
	}
	var v uint32
	for _, c := range s[1:] {
		switch {
		case c >= '0' && c <= '9':
			v = v<<4 | uint32(c-'0')
		case c >= 'a' && c <= 'f':
			v = v<<4 | uint32(c-'a'+10)
		case c >= 'A' && c <= 'F':
			v = v<<4 | uint32(c-'A'+10)
		default:
			return Color{}
		}
	}
	return RGB(v)
}

// Package draw is a canvas that a board is drawn on: the screen, a PDF page,
// an SVG file. It knows nothing about games.
package draw

// Point is a place on the canvas; X to the right, Y down.
type Point struct{ X, Y float64 }

// Rect is an upright rectangle.
type Rect struct{ X, Y, W, H float64 }

// Centre returns the middle of r.
func (r Rect) Centre() Point { return Point{r.X + r.W/2, r.Y + r.H/2} }

// Inset returns r with d taken off at every side.
func (r Rect) Inset(d float64) Rect { return Rect{r.X + d, r.Y + d, r.W - 2*d, r.H - 2*d} }

// Has reports whether p lies in r.
func (r Rect) Has(p Point) bool {
	return p.X >= r.X && p.Y >= r.Y && p.X < r.X+r.W && p.Y < r.Y+r.H
}

// Color has components from 0 to 1; the zero Color is "nothing drawn".
type Color struct{ R, G, B, A float64 }

// RGB returns the opaque colour 0xRRGGBB.
func RGB(hex uint32) Color {
	return Color{float64(hex>>16&255) / 255, float64(hex>>8&255) / 255, float64(hex&255) / 255, 1}
}

// Alpha returns c with opacity a.
func (c Color) Alpha(a float64) Color { c.A = a; return c }

// Luminance returns the relative luminance (WCAG 2.1), 0 black to 1 white.
func (c Color) Luminance() float64 {
	lin := func(v float64) float64 {
		if v <= 0.03928 {
			return v / 12.92
		}
		v = (v + 0.055) / 1.055
		return v * v * (0.6 + 0.4*v) // v^2.4 within 0.03: enough to choose ink
	}
	return 0.2126*lin(c.R) + 0.7152*lin(c.G) + 0.0722*lin(c.B)
}

// Op is a step of a path.
type Op uint8

// The steps: MoveTo and LineTo use one point, CurveTo three (two controls and
// the end), Close none.
const (
	MoveTo Op = iota
	LineTo
	CurveTo
	Close
)

// Path is an outline. Build it with its methods; they return the longer path.
type Path struct {
	Ops    []Op
	Points []Point
	// Round is set for a path that is one circle: back ends may draw it as such.
	Round  bool
	Centre Point
	Radius float64
}

// Move starts a new part at x, y.
func (p Path) Move(x, y float64) Path {
	p.Ops, p.Points = append(p.Ops, MoveTo), append(p.Points, Point{x, y})
	return p
}

// Line goes on straight to x, y.
func (p Path) Line(x, y float64) Path {
	p.Ops, p.Points = append(p.Ops, LineTo), append(p.Points, Point{x, y})
	return p
}

// Curve goes on to x, y as a cubic Bézier with controls a and b.
func (p Path) Curve(ax, ay, bx, by, x, y float64) Path {
	p.Ops, p.Points = append(p.Ops, CurveTo), append(p.Points, Point{ax, ay}, Point{bx, by}, Point{x, y})
	return p
}

// Shut closes the current part.
func (p Path) Shut() Path { p.Ops = append(p.Ops, Close); return p }

// Box returns the outline of r.
func Box(r Rect) Path {
	return Path{}.Move(r.X, r.Y).Line(r.X+r.W, r.Y).Line(r.X+r.W, r.Y+r.H).Line(r.X, r.Y+r.H).Shut()
}

// kappa places the controls of a quarter circle.
const kappa = 0.5522847498

// Rounded returns the outline of r with corners of radius c.
func Rounded(r Rect, c float64) Path {
	return RoundedPolygon(min(c, r.W/2, r.H/2),
		Point{r.X, r.Y}, Point{r.X + r.W, r.Y}, Point{r.X + r.W, r.Y + r.H}, Point{r.X, r.Y + r.H})
}

// Circle returns the outline of a circle. It is not an Ellipse: a full board has hundreds, and that took a
// quarter more of its time.
func Circle(c Point, r float64) Path {
	k := r * kappa
	p := Path{Ops: make([]Op, 0, 6), Points: make([]Point, 0, 13)}.
		Move(c.X+r, c.Y).Curve(c.X+r, c.Y+k, c.X+k, c.Y+r, c.X, c.Y+r).
		Curve(c.X-k, c.Y+r, c.X-r, c.Y+k, c.X-r, c.Y).Curve(c.X-r, c.Y-k, c.X-k, c.Y-r, c.X, c.Y-r).
		Curve(c.X+k, c.Y-r, c.X+r, c.Y-k, c.X+r, c.Y).Shut()
	p.Round, p.Centre, p.Radius = true, c, r
	return p
}

// Style says how a path is painted: filled, stroked, or both.
type Style struct {
	Fill, Stroke Color
	Width        float64
	Dash         []float64
	RoundCaps    bool
}

// Align places a text at its point horizontally.
type Align uint8

// How texts stand at their point; vertically the point is always the middle
// of a capital letter.
const (
	Middle Align = iota
	Left
	Right
)

// TextStyle says how a text is written.
type TextStyle struct {
	Size  float64 // of the font, in canvas units
	Color Color
	Bold  bool
	// Serif and Italic are for texts that are read as a book; what is drawn on boards has neither.
	Serif, Italic bool
	Align         Align
}

// Canvas is what can be drawn on.
type Canvas interface {
	Path(p Path, s Style)
	Text(at Point, s string, st TextStyle)
}

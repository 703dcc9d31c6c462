// Package draw defines the canvas on which boards are drawn: the screen, a PDF page or an SVG file.
// It is independent of games.
package draw

// Point is a point on the canvas. X increases to the right, Y downwards.
type Point struct{ X, Y float64 }

// Rect is an axis-aligned rectangle.
type Rect struct{ X, Y, W, H float64 }

// Centre returns the middle of r.
func (r Rect) Centre() Point { return Point{r.X + r.W/2, r.Y + r.H/2} }

// Inset returns r with every side moved inwards by d.
func (r Rect) Inset(d float64) Rect { return Rect{r.X + d, r.Y + d, r.W - 2*d, r.H - 2*d} }

// Has reports whether r contains p. The right and bottom edges are not part of r.
func (r Rect) Has(p Point) bool {
	return p.X >= r.X && p.Y >= r.Y && p.X < r.X+r.W && p.Y < r.Y+r.H
}

// Color is a colour with components from 0 to 1. The zero Color is transparent: it draws nothing.
type Color struct{ R, G, B, A float64 }

// RGB returns the opaque colour 0xRRGGBB.
func RGB(hex uint32) Color {
	return Color{float64(hex>>16&255) / 255, float64(hex>>8&255) / 255, float64(hex&255) / 255, 1}
}

// Alpha returns c with opacity a.
func (c Color) Alpha(a float64) Color { c.A = a; return c }

// Luminance returns the relative luminance of c (WCAG 2.1), from 0 for black to 1 for white.
func (c Color) Luminance() float64 {
	lin := func(v float64) float64 {
		if v <= 0.03928 {
			return v / 12.92
		}
		v = (v + 0.055) / 1.055
		return v * v * (0.6 + 0.4*v) // approximates v^2.4 within 0.03, enough to choose a text colour
	}
	return 0.2126*lin(c.R) + 0.7152*lin(c.G) + 0.0722*lin(c.B)
}

// Op is a step of a path.
type Op uint8

// The steps. MoveTo and LineTo use one point. CurveTo uses three: two control points and the end
// point. Close uses no point.
const (
	MoveTo Op = iota
	LineTo
	CurveTo
	Close
)

// Path is an outline. Its methods return the extended path.
type Path struct {
	Ops    []Op
	Points []Point
	// Round reports whether the path is a single circle. Back ends may then draw a circle from
	// Centre and Radius.
	Round  bool
	Centre Point
	Radius float64
}

// Move starts a new subpath at x, y.
func (p Path) Move(x, y float64) Path {
	p.Ops, p.Points = append(p.Ops, MoveTo), append(p.Points, Point{x, y})
	return p
}

// Line adds a straight line to x, y.
func (p Path) Line(x, y float64) Path {
	p.Ops, p.Points = append(p.Ops, LineTo), append(p.Points, Point{x, y})
	return p
}

// Curve adds a cubic Bézier curve to x, y with the control points ax, ay and bx, by.
func (p Path) Curve(ax, ay, bx, by, x, y float64) Path {
	p.Ops, p.Points = append(p.Ops, CurveTo), append(p.Points, Point{ax, ay}, Point{bx, by}, Point{x, y})
	return p
}

// Close closes the current subpath.
func (p Path) Close() Path { p.Ops = append(p.Ops, Close); return p }

// Box returns the outline of r.
func Box(r Rect) Path {
	return Path{}.Move(r.X, r.Y).Line(r.X+r.W, r.Y).Line(r.X+r.W, r.Y+r.H).Line(r.X, r.Y+r.H).Close()
}

// kappa is the distance between each end of a quarter circle of radius 1 and the control point
// there.
const kappa = 0.5522847498

// Rounded returns the outline of r with corners of radius c.
func Rounded(r Rect, c float64) Path {
	return RoundedPolygon(min(c, r.W/2, r.H/2),
		Point{r.X, r.Y}, Point{r.X + r.W, r.Y}, Point{r.X + r.W, r.Y + r.H}, Point{r.X, r.Y + r.H})
}

// Circle returns the outline of a circle. It does not call Ellipse, because a full board has
// hundreds of circles and drawing it would take a quarter longer.
func Circle(c Point, r float64) Path {
	k := r * kappa
	p := Path{Ops: make([]Op, 0, 6), Points: make([]Point, 0, 13)}.
		Move(c.X+r, c.Y).Curve(c.X+r, c.Y+k, c.X+k, c.Y+r, c.X, c.Y+r).
		Curve(c.X-k, c.Y+r, c.X-r, c.Y+k, c.X-r, c.Y).Curve(c.X-r, c.Y-k, c.X-k, c.Y-r, c.X, c.Y-r).
		Curve(c.X+k, c.Y-r, c.X+r, c.Y-k, c.X+r, c.Y).Close()
	p.Round, p.Centre, p.Radius = true, c, r
	return p
}

// Style describes how a path is filled and stroked. A zero Fill or Stroke is not drawn.
type Style struct {
	Fill, Stroke Color
	Width        float64
	Dash         []float64
	RoundCaps    bool
}

// Align is the horizontal alignment of a text at its point.
type Align uint8

// The alignments. Vertically, the point is always the middle of a capital letter.
const (
	Middle Align = iota
	Left
	Right
)

// TextStyle describes how a text is drawn.
type TextStyle struct {
	Size  float64 // font size in canvas units
	Color Color
	Bold  bool
	// Serif and Italic are for running text. Boards use neither.
	Serif, Italic bool
	Align         Align
}

// Canvas is a drawing surface.
type Canvas interface {
	Path(p Path, s Style)
	Text(at Point, s string, st TextStyle)
}

package picture

import (
	"image"
	"image/color"
	"math"
	"slices"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"

	"boardstudio/draw"
	"boardstudio/draw/font"
)

// canvas draws on an image.
type canvas struct {
	img   *image.RGBA
	fill  vector.Rasterizer
	faces map[faceKey]xfont.Face
	fonts [font.Faces]*opentype.Font
}

type faceKey struct {
	face font.Face
	size float64
}

func newCanvas(w, h int) *canvas {
	return &canvas{img: image.NewRGBA(image.Rect(0, 0, w, h)), faces: map[faceKey]xfont.Face{}}
}

func (c *canvas) Path(p draw.Path, s draw.Style) {
	lines := flatten(p)
	if s.Fill.A > 0 {
		c.paint(lines, s.Fill)
	}
	if s.Stroke.A > 0 && s.Width > 0 {
		c.paint(stroke(lines, s), s.Stroke)
	}
}

// line is a part of a path as a polyline.
type line struct {
	at     []draw.Point
	closed bool
}

// flatten converts a path to polylines with segments short enough for curves to look smooth.
func flatten(p draw.Path) (lines []line) {
	var now line
	end := func() {
		if len(now.at) > 1 {
			lines = append(lines, now)
		}
		now = line{}
	}
	i := 0
	for _, op := range p.Ops {
		switch op {
		case draw.MoveTo:
			end()
			now.at = append(now.at, p.Points[i])
			i++
		case draw.LineTo:
			now.at = append(now.at, p.Points[i])
			i++
		case draw.CurveTo:
			a, b, q, e := now.at[len(now.at)-1], p.Points[i], p.Points[i+1], p.Points[i+2]
			long := math.Hypot(b.X-a.X, b.Y-a.Y) + math.Hypot(q.X-b.X, q.Y-b.Y) + math.Hypot(e.X-q.X, e.Y-q.Y)
			n := min(max(int(2*math.Sqrt(long)), 4), 60)
			for k := 1; k <= n; k++ {
				t := float64(k) / float64(n)
				u := 1 - t
				x, y, z, w := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
				now.at = append(now.at, draw.Point{X: x*a.X + y*b.X + z*q.X + w*e.X, Y: x*a.Y + y*b.Y + z*q.Y + w*e.Y})
			}
			i += 3
		case draw.Close:
			now.closed = true
			if len(now.at) > 0 {
				first := now.at[0]
				end()
				now.at = append(now.at, first)
			}
		}
	}
	end()
	return lines
}

// paint fills the lines with a colour. Overlapping parts are painted only once.
func (c *canvas) paint(lines []line, k draw.Color) {
	lo, hi := draw.Point{X: math.Inf(1), Y: math.Inf(1)}, draw.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, l := range lines {
		for _, p := range l.at {
			lo, hi = draw.Point{X: min(lo.X, p.X), Y: min(lo.Y, p.Y)}, draw.Point{X: max(hi.X, p.X), Y: max(hi.Y, p.Y)}
		}
	}
	box := image.Rect(int(math.Floor(lo.X)), int(math.Floor(lo.Y)), int(math.Ceil(hi.X)), int(math.Ceil(hi.Y))).Intersect(c.img.Rect)
	if len(lines) == 0 || box.Empty() {
		return
	}
	c.fill.Reset(box.Dx(), box.Dy())
	x, y := float64(box.Min.X), float64(box.Min.Y)
	for _, l := range lines {
		c.fill.MoveTo(float32(l.at[0].X-x), float32(l.at[0].Y-y))
		for _, p := range l.at[1:] {
			c.fill.LineTo(float32(p.X-x), float32(p.Y-y))
		}
		c.fill.ClosePath()
	}
	c.fill.Draw(c.img, box, image.NewUniform(rgba(k)), image.Point{})
}

func rgba(k draw.Color) color.Color {
	part := func(v float64) uint8 { return uint8(math.Round(255 * min(max(v, 0), 1))) }
	return color.NRGBA{part(k.R), part(k.G), part(k.B), part(k.A)}
}

// stroke returns the outlines of the area covered by a pen that follows the lines: a quadrilateral
// for each segment, and shapes for the corners and ends. All have the same orientation, so their
// union is filled.
func stroke(lines []line, s draw.Style) (out []line) {
	r := s.Width / 2
	add := func(ps ...draw.Point) {
		sum := 0.0
		for i, p := range ps {
			q := ps[(i+1)%len(ps)]
			sum += p.X*q.Y - p.Y*q.X
		}
		if sum < 0 {
			slices.Reverse(ps)
		}
		out = append(out, line{ps, true})
	}
	for _, l := range dashed(lines, s.Dash) {
		ps := slices.Compact(slices.Clone(l.at))
		if l.closed && len(ps) > 1 && ps[0] != ps[len(ps)-1] {
			ps = append(ps, ps[0])
		}
		if len(ps) < 2 {
			continue
		}
		var last draw.Point // direction of the previous segment
		for i := range len(ps) - 1 {
			a, b := ps[i], ps[i+1]
			long := math.Hypot(b.X-a.X, b.Y-a.Y)
			way := draw.Point{X: (b.X - a.X) / long, Y: (b.Y - a.Y) / long}
			nx, ny := -way.Y*r, way.X*r
			add(draw.Point{X: a.X + nx, Y: a.Y + ny}, draw.Point{X: b.X + nx, Y: b.Y + ny}, draw.Point{X: b.X - nx, Y: b.Y - ny}, draw.Point{X: a.X - nx, Y: a.Y - ny})
			if i > 0 && !s.RoundCaps {
				corner(add, a, last, way, r)
			}
			last = way
		}
		switch {
		case s.RoundCaps:
			for _, p := range ps {
				add(flatten(draw.Circle(p, r))[0].at...)
			}
		case l.closed:
			first := draw.Point{X: ps[1].X - ps[0].X, Y: ps[1].Y - ps[0].Y}
			long := math.Hypot(first.X, first.Y)
			corner(add, ps[0], last, draw.Point{X: first.X / long, Y: first.Y / long}, r)
		}
	}
	return out
}

// corner fills the outer side of a bend at p from direction u to direction v. The corner is mitred,
// or bevelled if the mitre would be too long.
func corner(add func(...draw.Point), p, u, v draw.Point, r float64) {
	turn := u.X*v.Y - u.Y*v.X
	side := -r
	if turn < 0 {
		side = r
	}
	a := draw.Point{X: p.X - u.Y*side, Y: p.Y + u.X*side}
	b := draw.Point{X: p.X - v.Y*side, Y: p.Y + v.X*side}
	const limit = 0.1 // of 1 plus the cosine of the angle between u and v
	if k := 1 + u.X*v.X + u.Y*v.Y; k > limit {
		tip := draw.Point{X: p.X + (-u.Y-v.Y)*side/k, Y: p.Y + (u.X+v.X)*side/k}
		add(p, a, tip, b)
		return
	}
	add(p, a, b)
}

// dashed cuts lines into dashes. The lengths in dash alternate between dashes and gaps.
func dashed(lines []line, dash []float64) []line {
	if len(dash) == 0 || slices.Max(dash) <= 0 {
		return lines
	}
	var out []line
	for _, l := range lines {
		ps := l.at
		if l.closed {
			ps = append(slices.Clone(ps), ps[0])
		}
		i, left := 0, dash[0]
		now := []draw.Point{ps[0]}
		for k := range len(ps) - 1 {
			a, b := ps[k], ps[k+1]
			long := math.Hypot(b.X-a.X, b.Y-a.Y)
			for done := 0.0; done < long; {
				step := min(left, long-done)
				done += step
				left -= step
				at := draw.Point{X: a.X + (b.X-a.X)*done/long, Y: a.Y + (b.Y-a.Y)*done/long}
				now = append(now, at)
				if left > 0 {
					continue
				}
				if i%2 == 0 {
					out = append(out, line{at: now})
				}
				i++
				left, now = max(dash[i%len(dash)], 0.01), []draw.Point{at}
			}
		}
		if i%2 == 0 && len(now) > 1 {
			out = append(out, line{at: now})
		}
	}
	return out
}

// Text draws s with fonts that contain its characters. Parts whose font cannot be loaded are left
// out.
func (c *canvas) Text(at draw.Point, s string, st draw.TextStyle) {
	s = font.Plain(s)
	x, y := at.X, at.Y+draw.CapHeight*st.Size
	switch st.Align {
	case draw.Middle:
		x -= font.Width(s, st) / 2
	case draw.Right:
		x -= font.Width(s, st)
	}
	ink := image.NewUniform(rgba(st.Color))
	font.Runs(s, st, func(of font.Face, text string) {
		if f := c.face(faceKey{of, st.Size}); f != nil {
			d := xfont.Drawer{Dst: c.img, Src: ink, Face: f, Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}}
			d.DrawString(text)
		}
		x += of.Width(text, st.Size)
	})
}

// face returns the font face at a size, or nil if the font cannot be read.
func (c *canvas) face(k faceKey) xfont.Face {
	if f, ok := c.faces[k]; ok {
		return f
	}
	var err error
	if c.fonts[k.face] == nil {
		if c.fonts[k.face], err = opentype.Parse(k.face.Data()); err != nil {
			return nil
		}
	}
	f, err := opentype.NewFace(c.fonts[k.face], &opentype.FaceOptions{Size: k.size, DPI: 72, Hinting: xfont.HintingNone})
	if err != nil {
		return nil
	}
	c.faces[k] = f
	return f
}

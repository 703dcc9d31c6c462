package studio

import (
	"sort"
	"strings"

	"github.com/gotk3/gotk3/cairo"

	"boardstudio/io/draw"
)

// canvas draws on a cairo context: the screen and the printer.
type canvas struct {
	cr *cairo.Context
	// sprites may be nil: then circles are outlined each time, as on paper.
	sprites sprites
}

const fontFamily = "Sans"

func (c canvas) colour(k draw.Color) { c.cr.SetSourceRGBA(k.R, k.G, k.B, k.A) }

// Path implements draw.Canvas.
func (c canvas) Path(p draw.Path, s draw.Style) {
	c.cr.NewPath()
	if p.Round && c.sprites != nil && c.sprites.circle(c.cr, p, s) {
		return
	}
	i := 0
	for _, op := range p.Ops {
		switch op {
		case draw.MoveTo:
			c.cr.MoveTo(p.Points[i].X, p.Points[i].Y)
			i++
		case draw.LineTo:
			c.cr.LineTo(p.Points[i].X, p.Points[i].Y)
			i++
		case draw.CurveTo:
			a, b, e := p.Points[i], p.Points[i+1], p.Points[i+2]
			c.cr.CurveTo(a.X, a.Y, b.X, b.Y, e.X, e.Y)
			i += 3
		case draw.Close:
			c.cr.ClosePath()
		}
	}
	if s.Fill.A > 0 {
		c.colour(s.Fill)
		if s.Stroke.A > 0 && s.Width > 0 {
			c.cr.FillPreserve()
		} else {
			c.cr.Fill()
		}
	}
	if s.Stroke.A > 0 && s.Width > 0 {
		c.colour(s.Stroke)
		c.cr.SetLineWidth(s.Width)
		c.cr.SetDash(s.Dash, 0)
		if s.RoundCaps {
			c.cr.SetLineCap(cairo.LINE_CAP_ROUND)
			c.cr.SetLineJoin(cairo.LINE_JOIN_ROUND)
		} else {
			c.cr.SetLineCap(cairo.LINE_CAP_BUTT)
			c.cr.SetLineJoin(cairo.LINE_JOIN_MITER)
		}
		c.cr.Stroke()
	}
	c.cr.NewPath()
}

// Text implements draw.Canvas.
func (c canvas) Text(at draw.Point, s string, st draw.TextStyle) {
	weight := cairo.FONT_WEIGHT_NORMAL
	if st.Bold {
		weight = cairo.FONT_WEIGHT_BOLD
	}
	c.cr.SelectFontFace(fontFamily, cairo.FONT_SLANT_NORMAL, weight)
	c.cr.SetFontSize(st.Size)
	x := at.X
	switch w := c.cr.TextExtents(s); st.Align {
	case draw.Middle:
		x -= w.XAdvance / 2
	case draw.Right:
		x -= w.XAdvance
	}
	c.colour(st.Color)
	const capital = 0.729 // the height of a capital of the font, DejaVu Sans
	c.cr.MoveTo(x, at.Y+st.Size*capital/2)
	c.cr.ShowText(s)
	c.cr.NewPath()
}

// width returns how wide a text is.
func (c canvas) width(s string, st draw.TextStyle) float64 {
	weight := cairo.FONT_WEIGHT_NORMAL
	if st.Bold {
		weight = cairo.FONT_WEIGHT_BOLD
	}
	c.cr.SelectFontFace(fontFamily, cairo.FONT_SLANT_NORMAL, weight)
	c.cr.SetFontSize(st.Size)
	return c.cr.TextExtents(s).XAdvance
}

// cut returns s if it is no wider than room, else as much of its beginning as fits
// with an ellipsis; "" when that is next to nothing.
func (c canvas) cut(s string, st draw.TextStyle, room float64) string {
	if room < st.Size {
		return ""
	}
	r := []rune(s)
	if len(r) > 200 {
		r = r[:200]
	}
	if c.width(string(r), st) <= room {
		return s
	}
	n := sort.Search(len(r), func(n int) bool { return c.width(string(r[:n+1])+"…", st) > room })
	if n < 2 {
		return ""
	}
	return strings.TrimRight(string(r[:n]), " ") + "…"
}

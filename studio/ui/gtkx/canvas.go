package gtkx

import (
	"sort"
	"strings"

	"github.com/gotk3/gotk3/cairo"
	"github.com/gotk3/gotk3/gtk"

	"boardstudio/draw"
	"boardstudio/text/locale"
)

// Canvas draws on a cairo context, for the screen or a printer.
type Canvas struct {
	Cairo *cairo.Context
	// Sprites is the cache of circles. If it is nil, circles are outlined each time, as on paper.
	Sprites Sprites
}

const fontFamily = "Sans"

func (c Canvas) colour(k draw.Color) { c.Cairo.SetSourceRGBA(k.R, k.G, k.B, k.A) }

// Path implements draw.Canvas.
func (c Canvas) Path(p draw.Path, s draw.Style) {
	c.Cairo.NewPath()
	if p.Round && c.Sprites != nil && c.Sprites.circle(c.Cairo, p, s) {
		return
	}
	i := 0
	for _, op := range p.Ops {
		switch op {
		case draw.MoveTo:
			c.Cairo.MoveTo(p.Points[i].X, p.Points[i].Y)
			i++
		case draw.LineTo:
			c.Cairo.LineTo(p.Points[i].X, p.Points[i].Y)
			i++
		case draw.CurveTo:
			a, b, e := p.Points[i], p.Points[i+1], p.Points[i+2]
			c.Cairo.CurveTo(a.X, a.Y, b.X, b.Y, e.X, e.Y)
			i += 3
		case draw.Close:
			c.Cairo.ClosePath()
		}
	}
	if s.Fill.A > 0 {
		c.colour(s.Fill)
		if s.Stroke.A > 0 && s.Width > 0 {
			c.Cairo.FillPreserve()
		} else {
			c.Cairo.Fill()
		}
	}
	if s.Stroke.A > 0 && s.Width > 0 {
		c.colour(s.Stroke)
		c.Cairo.SetLineWidth(s.Width)
		c.Cairo.SetDash(s.Dash, 0)
		if s.RoundCaps {
			c.Cairo.SetLineCap(cairo.LINE_CAP_ROUND)
			c.Cairo.SetLineJoin(cairo.LINE_JOIN_ROUND)
		} else {
			c.Cairo.SetLineCap(cairo.LINE_CAP_BUTT)
			c.Cairo.SetLineJoin(cairo.LINE_JOIN_MITER)
		}
		c.Cairo.Stroke()
	}
	c.Cairo.NewPath()
}

// Text implements draw.Canvas.
func (c Canvas) Text(at draw.Point, s string, st draw.TextStyle) {
	weight := cairo.FONT_WEIGHT_NORMAL
	if st.Bold {
		weight = cairo.FONT_WEIGHT_BOLD
	}
	c.Cairo.SelectFontFace(fontFamily, cairo.FONT_SLANT_NORMAL, weight)
	c.Cairo.SetFontSize(st.Size)
	x := at.X
	switch w := c.Cairo.TextExtents(s); st.Align {
	case draw.Middle:
		x -= w.XAdvance / 2
	case draw.Right:
		x -= w.XAdvance
	}
	c.colour(st.Color)
	const capital = 0.729 // capital height of the font, DejaVu Sans
	c.Cairo.MoveTo(x, at.Y+st.Size*capital/2)
	c.Cairo.ShowText(s)
	c.Cairo.NewPath()
}

// Width returns the width of a text.
func (c Canvas) Width(s string, st draw.TextStyle) float64 {
	weight := cairo.FONT_WEIGHT_NORMAL
	if st.Bold {
		weight = cairo.FONT_WEIGHT_BOLD
	}
	c.Cairo.SelectFontFace(fontFamily, cairo.FONT_SLANT_NORMAL, weight)
	c.Cairo.SetFontSize(st.Size)
	return c.Cairo.TextExtents(s).XAdvance
}

// Cut returns s if it fits into room. Otherwise it returns the longest prefix that fits, with an
// ellipsis, or "" if fewer than two characters fit.
func (c Canvas) Cut(s string, st draw.TextStyle, room float64) string {
	if room < st.Size {
		return ""
	}
	r := []rune(s)
	if len(r) > 200 {
		r = r[:200]
	}
	if c.Width(string(r), st) <= room {
		return s
	}
	n := sort.Search(len(r), func(n int) bool { return c.Width(string(r[:n+1])+"…", st) > room })
	if n < 2 {
		return ""
	}
	return strings.TrimRight(string(r[:n]), " ") + "…"
}

// Preview returns a drawing area for a small picture, at least w by h pixels large. It calls paint
// with a canvas and the whole area.
func Preview(w, h int, paint func(c Canvas, box draw.Rect)) *gtk.DrawingArea {
	a, _ := gtk.DrawingAreaNew()
	a.SetSizeRequest(w, h)
	SetName(a, locale.T("Preview"))
	a.Connect("draw", func(_ *gtk.DrawingArea, cr *cairo.Context) bool {
		paint(Canvas{Cairo: cr}, draw.Rect{W: float64(a.GetAllocatedWidth()), H: float64(a.GetAllocatedHeight())})
		return true
	})
	return a
}

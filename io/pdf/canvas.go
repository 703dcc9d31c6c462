// Package pdf writes drawings as PDF files, and lays out empty boards on sheets of paper.
package pdf

import (
	"context"
	"io"
	"math"
	"strconv"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"boardstudio/draw"
	"boardstudio/draw/font"
	"boardstudio/text/msg"
)

// Page is a page to be drawn.
type Page struct {
	Size  draw.Point // in points (1/72 inch)
	Draw  func(draw.Canvas)
	Marks []Mark
	Links []Link
}

// Mark is an entry of the document outline that links to a position on the page.
type Mark struct {
	Title string
	Level int // 0 for the top level; at most one more than the level of the previous mark
	Y     float64
}

// Link is an area of a page that links to another page.
type Link struct {
	Box  draw.Rect
	Page int // target page, counted from 0
	Y    float64
}

// Info is the metadata of a file.
type Info struct {
	Title  string
	Author string
	Lang   string // language, such as "en" or "fr-CA"; "" if unknown
	// Date is the time of creation written into the file. Equal pages and infos give equal bytes.
	// If Date is zero, the beginning of 2000 is written.
	Date time.Time
}

// Write writes the pages as a PDF file. It returns an error if pages is empty or writing fails, or
// ctx.Err() if ctx ends.
func Write(ctx context.Context, w io.Writer, pages []Page, info Info) error {
	if len(pages) == 0 {
		return msg.Errorf("there is no page to write")
	}
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: size(pages[0].Size)})
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	f.SetCatalogSort(true) // otherwise the order of fonts varies
	date := info.Date
	if date.IsZero() {
		date = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	f.SetCreationDate(date)
	f.SetModificationDate(date)
	f.SetCreator("Board Studio", true)
	if info.Title != "" {
		f.SetTitle(font.Plain(info.Title), true)
	}
	if info.Author != "" {
		f.SetAuthor(font.Plain(info.Author), true)
	}
	if info.Lang != "" {
		f.SetLang(info.Lang)
	}
	c := &canvas{pdf: f, circles: map[circle]string{}}
	for _, p := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		f.AddPageFormat("P", size(p.Size)) // the orientation is part of the size
		c.alpha = -1                       // all other settings carry over to the next page
		for _, m := range p.Marks {
			c.font(font.Sans, 10) // the outline title is Unicode only while a UTF-8 font is set
			f.Bookmark(font.Plain(m.Title), m.Level, m.Y)
		}
		for _, l := range p.Links {
			id := f.AddLink()
			f.SetLink(id, l.Y, l.Page+1)
			f.Link(l.Box.X, l.Box.Y, l.Box.W, l.Box.H, id)
		}
		p.Draw(c)
	}
	return f.Output(w)
}

func size(p draw.Point) fpdf.SizeType { return fpdf.SizeType{Wd: p.X, Ht: p.Y} }

// canvas draws on the current page.
type canvas struct {
	pdf     *fpdf.Fpdf
	loaded  [font.Faces]bool
	circles map[circle]string // names of the form objects for circles
	buf     []byte
	pen
}

// pen is the graphics state of a page. It is cached to avoid hundreds of repeated settings for a
// full board.
type pen struct {
	fill   draw.Color
	stroke draw.Color
	width  float64
	alpha  float64
	caps   string
	dashed bool
	face   font.Face
	size   float64
}

// circle is an opaque circle without its position.
type circle struct {
	radius, width float64
	fill, stroke  draw.Color
}

// Path fills and strokes a path. It draws opaque circles by reference to shared objects, which
// keeps the file small.
func (c *canvas) Path(p draw.Path, s draw.Style) {
	fills, strokes := s.Fill.A > 0, s.Stroke.A > 0 && s.Width > 0
	if !fills && !strokes {
		return
	}
	if p.Round && len(s.Dash) == 0 && (!fills || s.Fill.A >= 1) && (!strokes || s.Stroke.A >= 1) {
		c.round(p, s, fills, strokes)
		return
	}
	c.outline(p, s)
}

// outline draws a path step by step.
func (c *canvas) outline(p draw.Path, s draw.Style) {
	fills, strokes := s.Fill.A > 0, s.Stroke.A > 0 && s.Width > 0
	if fills {
		c.setFill(s.Fill)
	}
	if strokes {
		c.setStroke(s)
	}
	switch {
	case fills && strokes && s.Fill.A == s.Stroke.A && s.Fill.A >= 1:
		c.paint(p, s.Fill.A, "FD")
	default: // paint separately, so each has its own opacity
		if fills {
			c.paint(p, s.Fill.A, "F")
		}
		if strokes {
			c.paint(p, s.Stroke.A, "D")
		}
	}
}

// round draws a circle as a form object. A board has hundreds of circles of a few kinds, and the
// file contains each kind once.
func (c *canvas) round(p draw.Path, s draw.Style, fills, strokes bool) {
	c.setAlpha(1)
	c.setDash(nil) // a form inherits the dash pattern of the page
	k := circle{radius: math.Round(100*p.Radius) / 100}
	if fills {
		k.fill = s.Fill
	}
	if strokes {
		k.stroke, k.width = s.Stroke, math.Round(100*s.Width)/100
	}
	reach := k.radius + k.width/2
	x, y := p.Centre.X-reach, p.Centre.Y-reach
	if id, ok := c.circles[k]; ok {
		_, height := c.pdf.GetPageSize()
		b := append(c.buf[:0], "q 1 0 0 1 "...)
		b = strconv.AppendFloat(b, x, 'f', 2, 64)
		b = append(b, ' ')
		b = strconv.AppendFloat(b, height-y-2*reach, 'f', 2, 64)
		b = append(b, " cm /TPL"...)
		b = append(b, id...)
		c.buf = append(b, " Do Q"...)
		c.pdf.RawWriteStr(string(c.buf))
		return
	}
	size := fpdf.SizeType{Wd: 2 * reach, Ht: 2 * reach}
	form := fpdf.CreateTpl(fpdf.PointType{}, size, "P", "pt", "", func(t *fpdf.Tpl) {
		in := canvas{pdf: &t.Fpdf, pen: pen{alpha: 1}}
		in.outline(draw.Circle(draw.Point{X: reach, Y: reach}, k.radius), draw.Style{Fill: k.fill, Stroke: k.stroke, Width: k.width})
	})
	c.circles[k] = form.ID()
	c.pdf.UseTemplateScaled(form, fpdf.PointType{X: x, Y: y}, size)
}

// paint writes the outline and the painting operator how.
func (c *canvas) paint(p draw.Path, alpha float64, how string) {
	c.setAlpha(alpha)
	i := 0
	for _, op := range p.Ops {
		switch op {
		case draw.MoveTo:
			c.pdf.MoveTo(p.Points[i].X, p.Points[i].Y)
			i++
		case draw.LineTo:
			c.pdf.LineTo(p.Points[i].X, p.Points[i].Y)
			i++
		case draw.CurveTo:
			a, b, e := p.Points[i], p.Points[i+1], p.Points[i+2]
			c.pdf.CurveBezierCubicTo(a.X, a.Y, b.X, b.Y, e.X, e.Y)
			i += 3
		case draw.Close:
			c.pdf.ClosePath()
		}
	}
	c.pdf.DrawPath(how)
}

func (c *canvas) setAlpha(alpha float64) {
	if alpha = min(max(alpha, 0), 1); alpha != c.alpha {
		c.pdf.SetAlpha(alpha, "Normal")
		c.alpha = alpha
	}
}

func (c *canvas) setFill(v draw.Color) {
	if v.A = 1; v != c.fill {
		c.pdf.SetFillColor(part(v.R), part(v.G), part(v.B))
		c.fill = v
	}
}

func (c *canvas) setStroke(s draw.Style) {
	v := s.Stroke
	if v.A = 1; v != c.stroke {
		c.pdf.SetDrawColor(part(v.R), part(v.G), part(v.B))
		c.stroke = v
	}
	if s.Width != c.width {
		c.pdf.SetLineWidth(s.Width)
		c.width = s.Width
	}
	caps, join := "butt", "miter"
	if s.RoundCaps {
		caps, join = "round", "round"
	}
	if caps != c.caps {
		c.pdf.SetLineCapStyle(caps)
		c.pdf.SetLineJoinStyle(join)
		c.caps = caps
	}
	c.setDash(s.Dash)
}

func (c *canvas) setDash(dash []float64) {
	if c.dashed || len(dash) > 0 {
		c.pdf.SetDashPattern(dash, 0)
		c.dashed = len(dash) > 0
	}
}

// Text draws s as selectable text. It splits s into runs by font and embeds each font on first use.
func (c *canvas) Text(at draw.Point, s string, st draw.TextStyle) {
	s = font.Plain(s)
	c.pdf.SetTextColor(part(st.Color.R), part(st.Color.G), part(st.Color.B))
	c.setAlpha(st.Color.A)
	switch st.Align {
	case draw.Middle:
		at.X -= font.Width(s, st) / 2
	case draw.Right:
		at.X -= font.Width(s, st)
	}
	font.Runs(s, st, func(f font.Face, text string) {
		c.font(f, st.Size)
		c.pdf.Text(at.X, at.Y+draw.CapHeight*st.Size, text)
		at.X += f.Width(text, st.Size)
	})
}

// font sets the font. The file contains only the glyphs that are used.
func (c *canvas) font(f font.Face, size float64) {
	if c.face == f && c.size == size {
		return
	}
	name := "dejavu" + strconv.Itoa(int(f))
	if !c.loaded[f] {
		c.pdf.AddUTF8FontFromBytes(name, "", f.Data())
		c.loaded[f] = true
	}
	c.pdf.SetFont(name, "", size)
	c.face, c.size = f, size
}

func part(v float64) int { return int(math.Round(255 * min(max(v, 0), 1))) }

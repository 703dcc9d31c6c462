// Package pdf writes drawings as PDF files, and fills sheets of paper with
// empty boards.
package pdf

import (
	"context"
	_ "embed" // the fonts
	"io"
	"math"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"boardstudio/io/draw"
	"boardstudio/msg"
)

// The fonts are part of the program, so that a file looks the same everywhere.
// Only the characters used go into the file.
var (
	//go:embed fonts/DejaVuSans.ttf
	regular string
	//go:embed fonts/DejaVuSans-Bold.ttf
	bold string
)

const fontName = "dejavu"

// Page is a sheet to be drawn.
type Page struct {
	Size draw.Point // in points, 1/72 inch
	Draw func(draw.Canvas)
}

// Info is what a file says about itself.
type Info struct {
	Title string
	Lang  string // as "en" or "fr-CA"; "" when not known
	// Date is written as the time of creation: pages and info that are equal
	// give equal bytes. Zero stands for the beginning of 2000.
	Date time.Time
}

// Write writes a file of the pages. The error is ctx.Err() when ctx ends.
func Write(ctx context.Context, w io.Writer, pages []Page, info Info) error {
	if len(pages) == 0 {
		return msg.Errorf("there is no page to write")
	}
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: size(pages[0].Size)})
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	f.SetCatalogSort(true) // else fonts come in another order each time
	date := info.Date
	if date.IsZero() {
		date = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	f.SetCreationDate(date)
	f.SetModificationDate(date)
	f.SetCreator("Board Studio", true)
	if info.Title != "" {
		f.SetTitle(plain(info.Title), true)
	}
	if info.Lang != "" {
		f.SetLang(info.Lang)
	}
	f.AddUTF8FontFromBytes(fontName, "", []byte(regular))
	fonts := map[string]bool{"": true}
	for _, p := range pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		f.AddPageFormat("P", size(p.Size)) // the size is as it is meant, never turned
		p.Draw(&canvas{pdf: f, fonts: fonts, alpha: -1})
	}
	return f.Output(w)
}

func size(p draw.Point) fpdf.SizeType { return fpdf.SizeType{Wd: p.X, Ht: p.Y} }

// canvas draws on the current page. It remembers what is set, so that a full
// board does not repeat the same settings hundreds of times.
type canvas struct {
	pdf    *fpdf.Fpdf
	fonts  map[string]bool // the styles that were added
	fill   draw.Color
	stroke draw.Color
	width  float64
	alpha  float64
	caps   string
	dashed bool
}

// Path draws a path.
func (c *canvas) Path(p draw.Path, s draw.Style) {
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
	default: // what shows through must show through each by itself
		if fills {
			c.paint(p, s.Fill.A, "F")
		}
		if strokes {
			c.paint(p, s.Stroke.A, "D")
		}
	}
}

// paint writes the outline and how it is painted.
func (c *canvas) paint(p draw.Path, alpha float64, how string) {
	if alpha = min(max(alpha, 0), 1); alpha != c.alpha {
		c.pdf.SetAlpha(alpha, "Normal")
		c.alpha = alpha
	}
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
	if c.dashed || len(s.Dash) > 0 {
		c.pdf.SetDashPattern(s.Dash, 0)
		c.dashed = len(s.Dash) > 0
	}
}

// Text writes a text.
func (c *canvas) Text(at draw.Point, s string, st draw.TextStyle) {
	s = plain(s)
	style := ""
	if st.Bold {
		style = "B"
	}
	if !c.fonts[style] {
		c.pdf.AddUTF8FontFromBytes(fontName, style, []byte(bold))
		c.fonts[style] = true
	}
	c.pdf.SetFont(fontName, style, st.Size)
	c.pdf.SetTextColor(part(st.Color.R), part(st.Color.G), part(st.Color.B))
	if st.Color.A != c.alpha {
		c.pdf.SetAlpha(min(max(st.Color.A, 0), 1), "Normal")
		c.alpha = st.Color.A
	}
	switch st.Align {
	case draw.Middle:
		at.X -= c.pdf.GetStringWidth(s) / 2
	case draw.Right:
		at.X -= c.pdf.GetStringWidth(s)
	}
	c.pdf.Text(at.X, at.Y+draw.CapHeight*st.Size, s)
}

// plain replaces the characters that would make the writer refuse the whole
// file (those beyond the first plane) or that no font shows.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case r < ' ' || r == 0x7F:
			return -1
		case r > 0xFFFF:
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

func part(v float64) int { return int(math.Round(255 * min(max(v, 0), 1))) }

// Font returns the file of the font that texts are written in.
func Font(inBold bool) []byte {
	if inBold {
		return []byte(bold)
	}
	return []byte(regular)
}

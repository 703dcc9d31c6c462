// Package svg writes drawings as SVG files.
package svg

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
)

// Canvas is a draw.Canvas that writes SVG elements. Equal drawings give equal bytes.
type Canvas struct {
	// Class returns the class of an element, for files with a style sheet. If Class is nil, every
	// element has style attributes.
	Class func(draw.Item) string
	buf   bytes.Buffer
}

// String returns the elements written so far.
func (c *Canvas) String() string { return c.buf.String() }

// Path writes a path, or a circle if p.Round is set.
func (c *Canvas) Path(p draw.Path, s draw.Style) {
	if s.Fill.A <= 0 && (s.Stroke.A <= 0 || s.Width <= 0) {
		return
	}
	if p.Round {
		c.buf.WriteString("<circle")
		c.attr("cx", p.Centre.X)
		c.attr("cy", p.Centre.Y)
		c.attr("r", p.Radius)
	} else {
		c.buf.WriteString(`<path d="`)
		c.outline(p)
		c.buf.WriteByte('"')
	}
	if c.Class != nil {
		c.buf.WriteString(` class="` + c.Class(draw.Item{Path: p, Style: s}) + "\"/>\n")
		return
	}
	c.color("fill", s.Fill)
	if s.Stroke.A > 0 && s.Width > 0 {
		c.color("stroke", s.Stroke)
		c.attr("stroke-width", s.Width)
		if s.RoundCaps {
			c.buf.WriteString(` stroke-linecap="round" stroke-linejoin="round"`)
		}
		if len(s.Dash) > 0 {
			c.attr("stroke-dasharray", s.Dash...)
		}
	}
	c.buf.WriteString("/>\n")
}

// outline writes the steps of a path.
func (c *Canvas) outline(p draw.Path) {
	i := 0
	for _, op := range p.Ops {
		n := 1
		switch op {
		case draw.MoveTo:
			c.buf.WriteByte('M')
		case draw.LineTo:
			c.buf.WriteByte('L')
		case draw.CurveTo:
			c.buf.WriteByte('C')
			n = 3
		case draw.Close:
			c.buf.WriteByte('Z')
			n = 0
		}
		for j := range n {
			if j > 0 {
				c.buf.WriteByte(' ')
			}
			c.number(p.Points[i].X)
			c.buf.WriteByte(' ')
			c.number(p.Points[i].Y)
			i++
		}
	}
}

// Text writes a text element, with the class that c.Class returns or with attributes for the style.
func (c *Canvas) Text(at draw.Point, s string, st draw.TextStyle) {
	c.buf.WriteString("<text")
	c.attr("x", at.X)
	c.attr("y", at.Y+draw.CapHeight*st.Size) // few viewers support baselines other than the alphabetic one
	if c.Class != nil {
		c.buf.WriteString(` class="` + c.Class(draw.Item{Text: s, At: at, TextStyle: st}) + `"`)
	} else {
		c.attr("font-size", st.Size)
		if st.Bold {
			c.buf.WriteString(` font-weight="bold"`)
		}
		if st.Italic {
			c.buf.WriteString(` font-style="italic"`)
		}
		if st.Serif {
			c.buf.WriteString(` font-family="DejaVu Serif Condensed, Georgia, serif"`)
		}
		c.buf.WriteString(` text-anchor="` + Anchors[st.Align] + `"`)
		c.color("fill", st.Color)
	}
	c.buf.WriteByte('>')
	c.buf.WriteString(html.EscapeString(valid(s)))
	c.buf.WriteString("</text>\n")
}

// Anchors are the values of text-anchor for each alignment.
var Anchors = [...]string{draw.Middle: "middle", draw.Left: "start", draw.Right: "end"}

// valid replaces characters that are invalid in XML.
func valid(s string) string {
	return string(bytes.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return 0xFFFD
		}
		return r
	}, bytes.ToValidUTF8([]byte(s), []byte("\uFFFD"))))
}

// attr writes an attribute with numbers.
func (c *Canvas) attr(name string, vs ...float64) {
	c.buf.WriteString(" " + name + `="`)
	for i, v := range vs {
		if i > 0 {
			c.buf.WriteByte(' ')
		}
		c.number(v)
	}
	c.buf.WriteByte('"')
}

// color writes a colour, and its opacity unless it is opaque.
func (c *Canvas) color(name string, v draw.Color) {
	if v.A <= 0 {
		c.buf.WriteString(" " + name + `="none"`)
		return
	}
	fmt.Fprintf(&c.buf, ` %s="#%02x%02x%02x"`, name, part(v.R), part(v.G), part(v.B))
	if v.A < 1 {
		c.attr(name+"-opacity", v.A)
	}
}

func part(v float64) int { return int(math.Round(255 * min(max(v, 0), 1))) }

// number writes v with at most two decimals, which is finer than any screen.
func (c *Canvas) number(v float64) {
	v = math.Round(v*100) / 100
	if v == 0 { // avoid -0
		v = 0
	}
	c.buf.Write(strconv.AppendFloat(c.buf.AvailableBuffer(), v, 'f', -1, 64))
}

// Encode writes the SVG file, with the given size and the elements drawn so far. It returns the
// error of w.
func (c *Canvas) Encode(w io.Writer, width, height float64) error {
	var head Canvas
	head.buf.WriteString(`<svg xmlns="http://www.w3.org/2000/svg"`)
	head.attr("width", width)
	head.attr("height", height)
	head.attr("viewBox", 0, 0, width, height)
	head.buf.WriteString(` font-family="DejaVu Sans, Verdana, sans-serif">` + "\n")
	_, err := io.Copy(w, io.MultiReader(&head.buf, bytes.NewReader(c.buf.Bytes()), strings.NewReader("</svg>\n")))
	return err
}

// Write writes a diagram as an SVG file of the given width. The height depends on the board. It
// returns the error of w.
func Write(w io.Writer, d *diagram.Diagram, width float64) error {
	l := d.Layout(draw.Rect{W: width, H: math.MaxInt32})
	height := l.Plate().H
	var c Canvas
	if d.Theme == diagram.Print { // draw the paper, because viewers may have a dark background
		c.Path(draw.Box(draw.Rect{W: width, H: height}), draw.Style{Fill: draw.RGB(0xffffff)})
	}
	d.Draw(&c, draw.Rect{W: width, H: height})
	return c.Encode(w, width, height)
}

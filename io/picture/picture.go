// Package picture writes diagrams as PNG, SVG, PDF and GIF files, and lines of moves as animated
// GIFs.
package picture

import (
	"context"
	"image/png"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/draw/svg"
	"boardstudio/io/pdf"
	"boardstudio/text/msg"
)

// Format is a file format, named by its file extension without the dot.
type Format string

// The formats.
const (
	PNG Format = "png"
	SVG Format = "svg"
	PDF Format = "pdf"
	GIF Format = "gif" // animated for a line of moves
)

// Formats lists all formats.
var Formats = []Format{PNG, SVG, PDF, GIF}

// Of returns the format for the extension of path. It returns false if the extension is unknown.
func Of(path string) (Format, bool) {
	f := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")))
	return f, slices.Contains(Formats, f)
}

// Width is the width of a picture at scale 1, in pixels or, for PDF, in points. For boards that are
// taller than wide it is the height.
const Width = 480

// Limits of a picture's size in pixels: its sides and its area.
const (
	MinSide = 16
	MaxSide = 16384
	MaxArea = 1 << 26
)

// pixels returns the width and height of a picture at a scale. It returns an error if they are out
// of range.
func pixels(d *diagram.Diagram, scale float64) (w, h int, err error) {
	size := Size(d)
	x, y := math.Ceil(size.X*scale), math.Ceil(size.Y*scale)
	if !(min(x, y) >= MinSide && max(x, y) <= MaxSide && x*y <= MaxArea) { // also rejects NaN
		most := min(MaxSide/max(size.X, size.Y), math.Sqrt(MaxArea/(size.X*size.Y)))
		return 0, 0, msg.Errorf("the scale of this picture must be from %v to %v, not %v", math.Ceil(100*MinSide/min(size.X, size.Y))/100, math.Floor(10*most)/10, scale)
	}
	return int(x), int(y), nil
}

// forPixels returns a copy of d with lines aligned to pixels and a minimum text size for the scale.
func forPixels(d *diagram.Diagram, scale float64) *diagram.Diagram {
	x := *d
	x.Pixel = 1
	if d.MinText == 0 {
		x.MinText = 7 * scale
	}
	return &x
}

// Write writes a diagram in format f. scale is the size of a PNG or GIF relative to Width; SVG and
// PDF ignore it. Write returns an error if the scale is out of range or writing fails, or ctx.Err()
// if ctx ends.
func Write(ctx context.Context, w io.Writer, f Format, d *diagram.Diagram, scale float64) error {
	size := Size(d)
	switch f {
	case SVG:
		return svg.Write(w, d, size.X)
	case PDF:
		return pdf.Write(ctx, w, []pdf.Page{{Size: size, Draw: func(c draw.Canvas) { d.Draw(c, draw.Rect{W: size.X, H: size.Y}) }}}, pdf.Info{})
	}
	if f == GIF {
		still := Film{Scale: scale, Delay: time.Second, Pause: time.Second}
		return still.Write(ctx, w, 1, func(int) (*diagram.Diagram, error) { return d, nil })
	}
	wide, high, err := pixels(d, scale)
	if err != nil {
		return err
	}
	box := draw.Rect{W: float64(wide), H: float64(high)}
	c := newCanvas(wide, high)
	if d.Theme == diagram.Print { // draw the paper
		c.Path(draw.Box(box), draw.Style{Fill: draw.RGB(0xffffff)})
	}
	forPixels(d, scale).Draw(c, box)
	if err := ctx.Err(); err != nil {
		return err
	}
	return png.Encode(w, c.img)
}

// Size returns the width and height of a picture at scale 1.
func Size(d *diagram.Diagram) draw.Point {
	p := d.Layout(draw.Rect{W: Width, H: Width}).Plate()
	return draw.Point{X: math.Ceil(p.W), Y: math.Ceil(p.H)}
}

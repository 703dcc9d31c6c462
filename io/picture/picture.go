// Package picture writes a diagram as a picture file: PNG in several sizes, SVG, PDF.
package picture

import (
	"context"
	"image/png"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/io/pdf"
	"boardstudio/io/svg"
	"boardstudio/msg"
)

// Format is the kind of a file: its extension without the dot.
type Format string

// The formats.
const (
	PNG Format = "png"
	SVG Format = "svg"
	PDF Format = "pdf"
)

// Formats lists them all.
var Formats = []Format{PNG, SVG, PDF}

// Of returns the format that a file has by its name; false when it is none.
func Of(path string) (Format, bool) {
	f := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")))
	return f, slices.Contains(Formats, f)
}

// Width is the width of a picture at scale 1, in pixels, or in points on paper; a board that is higher than wide
// has it as its height.
const Width = 480

// MaxScale is the largest scale.
const MaxScale = 4

// Write writes the diagram. scale, from 1 to MaxScale, is how many pixels of a PNG stand for one of Width; SVG and PDF
// are as sharp at any size. The error is ctx.Err() when ctx ends.
func Write(ctx context.Context, w io.Writer, f Format, d *diagram.Diagram, scale int) error {
	if scale < 1 || scale > MaxScale {
		return msg.Errorf("the scale of a picture is %d, it must be from 1 to %d", scale, MaxScale)
	}
	size := Size(d)
	switch f {
	case SVG:
		return svg.Write(w, d, size.X)
	case PDF:
		return pdf.Write(ctx, w, []pdf.Page{{Size: size, Draw: func(c draw.Canvas) { d.Draw(c, draw.Rect{W: size.X, H: size.Y}) }}}, pdf.Info{})
	}
	k := float64(scale)
	box := draw.Rect{W: math.Ceil(size.X * k), H: math.Ceil(size.Y * k)}
	c := newCanvas(int(box.W), int(box.H))
	if d.Theme == diagram.Print { // the paper
		c.Path(draw.Box(box), draw.Style{Fill: draw.RGB(0xffffff)})
	}
	sharp := *d
	sharp.Pixel = 1
	if d.MinText == 0 {
		sharp.MinText = 7 * k
	}
	sharp.Draw(c, box)
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

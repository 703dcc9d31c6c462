// Package picture writes diagrams as picture files: PNG in any size, SVG, PDF, and a line as an animated GIF.
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
	GIF Format = "gif" // of a line, or of one position that stands still
)

// Formats lists them all.
var Formats = []Format{PNG, SVG, PDF, GIF}

// Of returns the format that a file has by its name; false when it is none.
func Of(path string) (Format, bool) {
	f := Format(strings.ToLower(strings.TrimPrefix(filepath.Ext(path), ".")))
	return f, slices.Contains(Formats, f)
}

// Width is the width of a picture at scale 1, in pixels, or in points on paper; a board that is higher than wide
// has it as its height.
const Width = 480

// The bounds of a picture in pixels: of its sides, and of both multiplied.
const (
	MinSide = 16
	MaxSide = 16384
	MaxArea = 1 << 26
)

// pixels returns the width and height of a picture at a scale, or an error if that is no picture.
func pixels(d *diagram.Diagram, scale float64) (w, h int, err error) {
	size := Size(d)
	x, y := math.Ceil(size.X*scale), math.Ceil(size.Y*scale)
	if !(min(x, y) >= MinSide && max(x, y) <= MaxSide && x*y <= MaxArea) { // nor NaN
		most := min(MaxSide/max(size.X, size.Y), math.Sqrt(MaxArea/(size.X*size.Y)))
		return 0, 0, msg.Errorf("the scale of this picture is %v, it must be from %v to %v", scale, math.Ceil(100*MinSide/min(size.X, size.Y))/100, math.Floor(10*most)/10)
	}
	return int(x), int(y), nil
}

// sharp returns d as it is drawn on pixels.
func sharp(d *diagram.Diagram, scale float64) *diagram.Diagram {
	x := *d
	x.Pixel = 1
	if d.MinText == 0 {
		x.MinText = 7 * scale
	}
	return &x
}

// Write writes the diagram. scale is how many pixels of a PNG or a GIF stand for one of Width; SVG and PDF are as sharp at any size. The error
// is ctx.Err() when ctx ends.
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
	if d.Theme == diagram.Print { // the paper
		c.Path(draw.Box(box), draw.Style{Fill: draw.RGB(0xffffff)})
	}
	sharp(d, scale).Draw(c, box)
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

package picture_test

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/io/picture"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// TestPNG checks the size of PNGs at several scales and the colours at the positions given by the
// layout, for normal and rotated boards.
func TestPNG(t *testing.T) {
	r, err := all.Games.Build("othello", nil)
	if err != nil {
		t.Fatal(err)
	}
	b := r.Board()
	for scale := 1; scale <= 4; scale++ {
		for turn := range 2 {
			d := diagram.New(r, r.Start())
			d.Seen = b.Oriented(rules.Orientation{Turn: turn})
			d.Marks = []model.Mark{{Cell: 0, Kind: model.MarkSquare}}
			var buf bytes.Buffer
			if err := picture.Write(context.Background(), &buf, picture.PNG, d, float64(scale)); err != nil {
				t.Fatal(err)
			}
			if dir := os.Getenv("PICTURES"); dir != "" {
				_ = os.WriteFile(filepath.Join(dir, string(rune('0'+scale))+string(rune('a'+turn))+".png"), buf.Bytes(), 0o644)
			}
			img, err := png.Decode(&buf)
			if err != nil {
				t.Fatal(err)
			}
			size := picture.Size(d)
			w, h := int(size.X)*scale, int(size.Y)*scale
			if got := img.Bounds(); got.Dx() != w || got.Dy() != h || max(w, h) != picture.Width*scale {
				t.Fatalf("scale %d is %v, want %d×%d", scale, got, w, h)
			}
			d.Pixel = 1
			l := d.Layout(draw.Rect{W: float64(w), H: float64(h)})
			dark := func(c rules.Cell, off float64) bool {
				p := l.Centre(c)
				r, g, b, _ := img.At(int(p.X+off*l.Unit()), int(p.Y)).RGBA()
				return r+g+b < 3*0x6000
			}
			for c := range b.Cells {
				if at := r.Start().At(rules.Cell(c)); at.Owner != rules.NoPlayer && dark(rules.Cell(c), 0.1) != (at.Owner == 0) {
					t.Errorf("scale %d, turn %d: the piece on %s has the wrong colour", scale, turn, b.Cells[c].Label)
				}
			}
			p := l.Centre(0)
			x, _, _, _ := img.At(int(p.X+0.198*l.Unit()), int(p.Y)).RGBA()
			y, _, _, _ := img.At(int(p.X), int(p.Y)).RGBA()
			if d := int(x) - int(y); d > -0x1000 && d < 0x1000 {
				t.Errorf("scale %d, turn %d: no mark on a1", scale, turn)
			}
		}
	}
}

func TestFormats(t *testing.T) {
	r, err := all.Games.Build("awale", nil)
	if err != nil {
		t.Fatal(err)
	}
	for f, head := range map[picture.Format]string{picture.SVG: "<svg ", picture.PDF: "%PDF-", picture.PNG: "\x89PNG", picture.GIF: "GIF89a"} {
		t.Run(string(f), func(t *testing.T) {
			var a, b bytes.Buffer
			for _, w := range []*bytes.Buffer{&a, &b} {
				if err := picture.Write(context.Background(), w, f, diagram.New(r, r.Start()), 1); err != nil {
					t.Fatal(err)
				}
			}
			if !bytes.HasPrefix(a.Bytes(), []byte(head)) || !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("%s begins with %.8q, or is another one the second time", f, a.Bytes())
			}
			if got, ok := picture.Of("dir/x." + string(f)); !ok || got != f {
				t.Errorf("x.%s is %q", f, got)
			}
		})
	}
	if _, ok := picture.Of("x.jpg"); ok {
		t.Error("a JPEG is known")
	}
	for _, scale := range []float64{0, -1, 0.01, 40, 1e300, math.Inf(1), math.Inf(-1), math.NaN()} {
		for _, f := range []picture.Format{picture.PNG, picture.GIF} {
			if err := picture.Write(context.Background(), &bytes.Buffer{}, f, diagram.New(r, nil), scale); err == nil || !strings.Contains(err.Error(), "must be from") {
				t.Errorf("%s at scale %v: %v", f, scale, err)
			}
		}
	}
	for _, scale := range []float64{0.1, 0.5, 1.25, 3} {
		t.Run(fmt.Sprint(scale), func(t *testing.T) {
			var b bytes.Buffer
			if err := picture.Write(context.Background(), &b, picture.PNG, diagram.New(r, nil), scale); err != nil {
				t.Fatal(err)
			}
			c, err := png.DecodeConfig(&b)
			if want := int(math.Ceil(picture.Width * scale)); err != nil || c.Width != want {
				t.Errorf("scale %v: %d pixels wide, want %d (%v)", scale, c.Width, want, err)
			}
		})
	}
}

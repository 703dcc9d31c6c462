package main

import (
	"image"
	"slices"
	"testing"
)

// TestIcon checks the icon of the window, as seen by task bars, and the icon in the About dialog.
func TestIcon(t *testing.T) {
	t.Parallel()
	w := open(t)
	w.Find("drawing area", "Board")
	var icons []image.Image
	w.Wait("the icons of the window", func() bool {
		icons = w.Icons()
		var sizes []int
		for _, img := range icons {
			sizes = append(sizes, img.Bounds().Dx())
		}
		return slices.Equal(sizes, []int{16, 24, 32, 48, 64, 128}) // the window manager sets a single one before
	})
	for _, img := range icons {
		isIcon(t, "the window's", img, img.Bounds())
	}
	w.Key("F2")
	logo := w.Find("dialog", "About").Find("icon", "").Extents()
	if logo.Dx() < 128 || logo.Dy() != 128 {
		t.Fatalf("the picture in About is of %v", logo)
	}
	logo.Min.X += (logo.Dx() - 128) / 2
	logo.Max.X = logo.Min.X + 128
	isIcon(t, "that of About", w.Image(), logo)
}

// isIcon checks that an image has a black stone at the upper left, white stones at both right
// corners, and wood at the lower left.
func isIcon(t *testing.T, name string, img image.Image, at image.Rectangle) {
	t.Helper()
	for _, part := range []struct {
		what string
		x, y int // point of an icon of 128 pixels
		fits func(r, g, b uint32) bool
	}{
		{"the black stone", 36, 40, func(r, g, b uint32) bool { return r < 0x60 && g < 0x60 && b < 0x60 }},
		{"the white stone", 92, 36, func(r, g, b uint32) bool { return r > 0xc0 && g > 0xc0 && b > 0xb0 }},
		{"the other white stone", 92, 84, func(r, g, b uint32) bool { return r > 0xc0 && g > 0xc0 && b > 0xb0 }},
		{"the board", 22, 100, func(r, g, b uint32) bool { return r > g && g > b && b < 0x90 }},
	} {
		x, y := at.Min.X+part.x*at.Dx()/128, at.Min.Y+part.y*at.Dy()/128
		r, g, b, a := img.At(x, y).RGBA()
		if !part.fits(r>>8, g>>8, b>>8) || a != 0xffff {
			t.Errorf("%s, %d pixels wide: %s is of the colour %02x%02x%02x", name, at.Dx(), part.what, r>>8, g>>8, b>>8)
		}
	}
}

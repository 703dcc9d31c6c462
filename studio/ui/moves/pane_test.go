package moves

import (
	"testing"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
)

// TestMovesCanBeRead checks the contrast of all text colours in the move list, in each theme.
func TestMovesCanBeRead(t *testing.T) {
	grounds := map[diagram.Theme]uint32{diagram.Light: 0xffffff, diagram.Dark: 0x2d2d2d, diagram.Contrast: 0xffffff}
	for theme, ground := range grounds {
		ink := moveInks[theme]
		for _, c := range []uint32{ink.quiet, ink.bad} {
			a, b := draw.RGB(c).Luminance()+.05, draw.RGB(ground).Luminance()+.05
			if contrast := max(a, b) / min(a, b); contrast < 4.5 {
				t.Errorf("theme %d: #%06x has a contrast of %.2f", theme, c, contrast)
			}
		}
	}
}

package term

import (
	"testing"

	"boardstudio/draw"
)

// TestPalette checks that the nearest colour of the cube is chosen. Its levels are 0, 95, 135, 175,
// 215 and 255.
func TestPalette(t *testing.T) {
	for _, x := range []struct {
		color string
		want  ink
		ok    bool
	}{
		{"#000000", 16, true},
		{"#2f2f2f", 16, true},  // 47 is nearer to 0
		{"#303030", 59, true},  // 48 is nearer to 95
		{"#727272", 59, true},  // 114 is nearer to 95
		{"#737373", 102, true}, // 115 is halfway and rounds to 135
		{"#ff0000", 196, true},
		{"#00FF00", 46, true},
		{"#20a0ff", 39, true},
		{"#ffffff", 231, true},
		{"", none, false},
		{"20a0ff", none, false},
		{"#20a0f", none, false},
		{"#20a0fg", none, false},
		{"#-20a0f", none, false},
	} {
		if got, ok := palette(x.color); got != x.want || ok != x.ok {
			t.Errorf("palette(%q) = %d, %v, want %d, %v", x.color, got, ok, x.want, x.ok)
		}
	}
}

// TestLegible checks that the inks of seats contrast with the ground, and stay red on wood or white
// if possible.
func TestLegible(t *testing.T) {
	for _, x := range []struct {
		color  uint32
		ground ink
		want   ink
	}{
		{0xd4351c, none, 166},
		{0xd4351c, 179, 124},
		{0x2a6fca, 179, 25},
		{0xffffff, 179, 231},
		{0x000000, 179, 16},
		{0xdc3a35, 25, 216},
	} {
		got := legible(x.color, x.ground)
		if got != x.want {
			t.Errorf("0x%06x on ink %d is drawn in ink %d, want %d", x.color, x.ground, got, x.want)
		}
		if x.ground != none && got != 231 && draw.Contrast(rgb(got), rgb(x.ground)) < 3 {
			t.Errorf("0x%06x does not stand out on ink %d", x.color, x.ground)
		}
	}
}

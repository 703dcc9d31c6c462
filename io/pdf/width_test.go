package pdf

import (
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"boardstudio/io/draw"
)

// TestTextWidth holds the estimate, which layouts are made with, against the
// font that is used here: too narrow by little at most, and not far too wide.
func TestTextWidth(t *testing.T) {
	f := fpdf.New("P", "pt", "A4", "")
	f.AddUTF8FontFromBytes(fontName, "", []byte(regular))
	f.AddUTF8FontFromBytes(fontName, "B", []byte(bold))
	samples := []string{"19", "361", "64", "a", "m", "bl", "Ab", "W", "ABCDEF", "Morpion 10 × 10", "Awalé — classroom", "Gomoku, exactly five", "Été à Québec", "(x) [y] {z} @#%&"}
	for c := rune(' '); c <= '~'; c++ {
		samples = append(samples, string(c))
	}
	for _, s := range samples {
		for _, style := range []string{"", "B"} {
			f.SetFont(fontName, style, 100)
			is := f.GetStringWidth(s)
			got := draw.TextWidth(s, draw.TextStyle{Size: 100, Bold: style == "B"})
			if got < is*0.9 || style == "" && len(s) > 1 && got < is*0.995 || got > is*1.25 && got > is+30 {
				t.Errorf("%q %s: estimated %.0f, is %.0f", s, style, got, is)
			}
		}
	}
}

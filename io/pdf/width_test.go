package pdf

import (
	"math"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"boardstudio/draw"
	"boardstudio/draw/font"
)

// TestTextWidth compares font.Width with the width computed by the PDF writer, which differs only
// by rounding. It also compares the estimate draw.TextWidth: it may be slightly too narrow, but not
// far too wide.
func TestTextWidth(t *testing.T) {
	f := fpdf.New("P", "pt", "A4", "")
	const fontName = "dejavu"
	f.AddUTF8FontFromBytes(fontName, "", font.Sans.Data())
	f.AddUTF8FontFromBytes(fontName, "B", font.SansBold.Data())
	samples := []string{"19", "361", "64", "a", "m", "bl", "Ab", "W", "ABCDEF", "Morpion 10 × 10", "Awalé — classroom", "Gomoku, exactly five", "Été à Québec", "(x) [y] {z} @#%&"}
	for c := rune(' '); c <= '~'; c++ {
		samples = append(samples, string(c))
	}
	for _, s := range samples {
		for _, style := range []string{"", "B"} {
			f.SetFont(fontName, style, 100)
			is := f.GetStringWidth(s)
			if w := font.Width(s, draw.TextStyle{Size: 100, Bold: style == "B"}); math.Abs(w-is) > 0.1*float64(len(s)) {
				t.Errorf("%q %s: measured %.2f, is %.2f", s, style, w, is)
			}
			got := draw.TextWidth(s, draw.TextStyle{Size: 100, Bold: style == "B"})
			if got < is*0.9 || style == "" && len(s) > 1 && got < is*0.995 || got > is*1.25 && got > is+30 {
				t.Errorf("%q %s: estimated %.0f, is %.0f", s, style, got, is)
			}
		}
	}
}

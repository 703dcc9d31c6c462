package diagram

import (
	"strconv"
	"strings"

	"boardstudio/draw"
)

// strokes are the capital letters as pen strokes, 8 wide and 10 tall. M moves, L draws a line, C
// draws a curve. All coordinates are absolute.
var strokes = [26]string{
	"M 0.2 10 L 4 0 L 7.8 10 M 1.6 6.6 L 6.4 6.6",
	"M 1 10 L 1 0 L 4.2 0 C 7.8 0 7.8 4.9 4.2 4.9 L 1 4.9 M 4.2 4.9 C 8.4 4.9 8.4 10 4.2 10 L 1 10",
	"M 7.2 1.9 C 6.5 0.7 5.5 0 4.3 0 C 2 0 0.5 2 0.5 5 C 0.5 8 2 10 4.3 10 C 5.5 10 6.5 9.3 7.2 8.1",
	"M 0.9 10 L 0.9 0 L 3.3 0 C 6 0 7.6 2 7.6 5 C 7.6 8 6 10 3.3 10 L 0.9 10",
	"M 6.6 0 L 1.3 0 L 1.3 10 L 6.6 10 M 1.3 4.9 L 5.8 4.9",
	"M 6.6 0 L 1.5 0 L 1.5 10 M 1.5 4.9 L 5.8 4.9",
	"M 7.2 1.9 C 6.5 0.7 5.5 0 4.3 0 C 2 0 0.5 2 0.5 5 C 0.5 8 2 10 4.3 10 C 6.2 10 7.4 8.6 7.4 6.6 L 7.4 5.5 L 4.8 5.5",
	"M 1 0 L 1 10 M 7 0 L 7 10 M 1 4.9 L 7 4.9",
	"M 4 0 L 4 10 M 2.2 0 L 5.8 0 M 2.2 10 L 5.8 10",
	"M 3.4 0 L 6 0 L 6 6.9 C 6 9 5.1 10 3.7 10 C 2.3 10 1.4 9.2 1.2 7.7",
	"M 1.2 0 L 1.2 10 M 6.8 0 L 1.2 6.1 M 3.3 3.9 L 7.1 10",
	"M 1.5 0 L 1.5 10 L 6.6 10",
	"M 0.2 10 L 0.2 0 L 4 6.2 L 7.8 0 L 7.8 10",
	"M 1 10 L 1 0 L 7 10 L 7 0",
	"M 4 0 C 6.4 0 7.7 2.2 7.7 5 C 7.7 7.8 6.4 10 4 10 C 1.6 10 0.3 7.8 0.3 5 C 0.3 2.2 1.6 0 4 0",
	"M 1.2 10 L 1.2 0 L 4.2 0 C 8 0 8 5.6 4.2 5.6 L 1.2 5.6",
	"M 4 0 C 6.4 0 7.7 2.2 7.7 5 C 7.7 7.8 6.4 10 4 10 C 1.6 10 0.3 7.8 0.3 5 C 0.3 2.2 1.6 0 4 0 M 4.9 7.1 L 7.7 10.4",
	"M 1.2 10 L 1.2 0 L 4.2 0 C 8 0 8 5.4 4.2 5.4 L 1.2 5.4 M 4.3 5.4 L 7.2 10",
	"M 6.8 1.7 C 6.2 0.6 5.2 0 4 0 C 2.1 0 1 1.1 1 2.5 C 1 4.1 2.3 4.5 4 4.9 C 5.9 5.3 7.2 5.8 7.2 7.4 C 7.2 9 5.9 10 4 10 C 2.5 10 1.4 9.3 0.8 8.1",
	"M 0.6 0 L 7.4 0 M 4 0 L 4 10",
	"M 1 0 L 1 6.3 C 1 8.8 2.2 10 4 10 C 5.8 10 7 8.8 7 6.3 L 7 0",
	"M 0.4 0 L 4 10 L 7.6 0",
	"M -0.6 0 L 1.8 10 L 4 2.4 L 6.2 10 L 8.6 0",
	"M 0.8 0 L 7.2 10 M 7.2 0 L 0.8 10",
	"M 0.6 0 L 4 5 L 7.4 0 M 4 5 L 4 10",
	"M 1 0 L 7 0 L 1 10 L 7 10",
}

// letter returns the outline of the capital letter c, tall high and centred on at. It returns false
// for other characters.
func letter(c byte, at draw.Point, tall float64) (p draw.Path, ok bool) {
	if c < 'A' || c > 'Z' {
		return p, false
	}
	k := tall / 10
	words := strings.Fields(strokes[c-'A'])
	x := func(i int) float64 { return at.X + (number(words[i])-4)*k }
	y := func(i int) float64 { return at.Y + (number(words[i])-5)*k }
	for i := 0; i < len(words); {
		switch words[i] {
		case "M":
			p, i = p.Move(x(i+1), y(i+2)), i+3
		case "L":
			p, i = p.Line(x(i+1), y(i+2)), i+3
		default:
			p, i = p.Curve(x(i+1), y(i+2), x(i+3), y(i+4), x(i+5), y(i+6)), i+7
		}
	}
	return p, true
}

func number(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64)
	return v
}

package diagram

import (
	"fmt"
	"math"
	"testing"

	"boardstudio/draw"
	"boardstudio/rules"
)

// visions are models of normal colour vision and of the three kinds of colour-blindness. The
// matrices apply to linear RGB. Source: Machado, Oliveira, Fernandes, "A Physiologically-based
// Model for Simulation of Color Vision Deficiency", IEEE Transactions on Visualization and Computer
// Graphics 15 (2009), severity 1.0.
var visions = []struct {
	name string
	m    [9]float64
}{
	{"all cones", [9]float64{1, 0, 0, 0, 1, 0, 0, 0, 1}},
	{"protanopia", [9]float64{0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998}},
	{"deuteranopia", [9]float64{0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881}},
	{"tritanopia", [9]float64{1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900}},
}

// lab returns a colour as seen with m, in CIELAB with the white point of sRGB.
func lab(c draw.Color, m [9]float64) [3]float64 {
	var seen [3]float64
	for i := range seen {
		for j, v := range [3]float64{c.R, c.G, c.B} {
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			seen[i] += m[3*i+j] * v
		}
		seen[i] = min(max(seen[i], 0), 1)
	}
	r, g, b := seen[0], seen[1], seen[2]
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	x := f((0.4124564*r + 0.3575761*g + 0.1804375*b) / 0.95047)
	y := f(0.2126729*r + 0.7151522*g + 0.0721750*b)
	z := f((0.0193339*r + 0.1191920*g + 0.9503041*b) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// ciede2000 returns the difference of two colours. A difference of 1 is just noticeable. Source:
// Sharma, Wu, Dalal, "The CIEDE2000 Color-Difference Formula", Color Research and Application 30
// (2005).
func ciede2000(a, b [3]float64) float64 {
	const rad = math.Pi / 180
	mean := (math.Hypot(a[1], a[2]) + math.Hypot(b[1], b[2])) / 2
	deep := func(c float64) float64 { c = math.Pow(c, 7); return math.Sqrt(c / (c + math.Pow(25, 7))) }
	g := 0.5 * (1 - deep(mean))
	polar := func(x [3]float64) (chroma, hue float64) {
		x[1] *= 1 + g
		if hue = math.Atan2(x[2], x[1]) / rad; hue < 0 {
			hue += 360
		}
		return math.Hypot(x[1], x[2]), hue
	}
	c1, h1 := polar(a)
	c2, h2 := polar(b)
	dh, h := h2-h1, (h1+h2)/2
	switch {
	case c1*c2 == 0:
		dh, h = 0, h1+h2
	case math.Abs(dh) > 180:
		dh -= math.Copysign(360, dh)
		h = math.Mod(h+180, 360)
	}
	dl, dc, dH := b[0]-a[0], c2-c1, 2*math.Sqrt(c1*c2)*math.Sin(dh/2*rad)
	l, c := (a[0]+b[0])/2-50, (c1+c2)/2
	t := 1 - 0.17*math.Cos((h-30)*rad) + 0.24*math.Cos(2*h*rad) + 0.32*math.Cos((3*h+6)*rad) - 0.20*math.Cos((4*h-63)*rad)
	turn := -2 * deep(c) * math.Sin(60*math.Exp(-math.Pow((h-275)/25, 2))*rad)
	x, y, z := dl/(1+0.015*l*l/math.Sqrt(20+l*l)), dc/(1+0.045*c), dH/(1+0.015*c*t)
	return math.Sqrt(x*x + y*y + z*z + turn*y*z)
}

// TestCIEDE2000 checks pairs from the table in the paper.
func TestCIEDE2000(t *testing.T) {
	for _, x := range []struct {
		a, b [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, -1.3802, -84.2814}, [3]float64{50, 0, -82.7485}, 1.0000},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{50, 2.5, 0}, [3]float64{50, 3.2592, 0.3350}, 1.0000},
		{[3]float64{2.0776, 0.0795, -1.1350}, [3]float64{0.9033, -0.0636, -0.5514}, 0.9082},
		{[3]float64{50, 2.49, -0.001}, [3]float64{50, -2.49, 0.0011}, 7.2195},
	} {
		if got := ciede2000(x.a, x.b); math.Abs(got-x.want) > 0.0002 {
			t.Errorf("%v, %v: %.4f, want %.4f", x.a, x.b, got, x.want)
		}
	}
}

// nearest returns the smallest difference between two of the colours, and names the pair.
func nearest(colors []draw.Color) (float64, string) {
	least, where := math.Inf(1), ""
	for _, v := range visions {
		for i := range colors {
			for j := range i {
				if d := ciede2000(lab(colors[i], v.m), lab(colors[j], v.m)); d < least {
					least, where = d, fmt.Sprintf("players %d and %d, %s", j+1, i+1, v.name)
				}
			}
		}
	}
	return least, where
}

// TestPlayersAreDistinguishable checks that the players' colours are distinguishable, also with
// colour-blindness. With more than four players, discs also have letters; with up to four, only
// their colours differ.
func TestPlayersAreDistinguishable(t *testing.T) {
	discs := append(firstDiscColors[rules.Stones][:], discColors[:]...)
	for _, x := range []struct {
		name   string
		colors []draw.Color
		least  float64
	}{
		{"two players, stones", discs[:2], 60},
		{"two players, tokens", firstDiscColors[rules.Tokens][:], 20},
		{"four players, discs without letters", discs[:4], 25},
		{"six players, discs with letters", discs[:6], 12},
		{"26 players, discs with letters", discs, 10},
		{"two players, marks on paper", inks[:2], 20},
		{"six players, marks on paper", inks[:6], 15},
		{"26 players, marks on paper", inks[:], 7.5},
		{"two players, marks by night", nightInks[:2], 20},
		{"six players, marks by night", nightInks[:6], 15},
		{"26 players, marks by night", nightInks[:], 7.5},
	} {
		t.Run(x.name, func(t *testing.T) {
			d, where := nearest(x.colors)
			t.Logf("%.1f (%s)", d, where)
			if d < x.least {
				t.Errorf("%s are %.1f apart, want %v", x.name, d, x.least)
			}
		})
	}
}

// TestBoardsCanBeRead checks the contrast of lines, labels, marks and pieces on every board of
// every theme.
func TestBoardsCanBeRead(t *testing.T) {
	for theme, name := range map[Theme]string{Light: "light", Dark: "dark", Contrast: "contrast"} {
		for ground := range GroundNames {
			for kind := rules.Marks; kind <= rules.Seeds; kind++ {
				d := &Diagram{Theme: theme, Ground: Ground(ground)}
				s := surfaceOf(theme, d.Ground, &rules.Board{Pieces: kind})
				at := fmt.Sprintf("%s, %q, pieces %d", name, GroundNames[ground], kind)
				line, text := 1.4, 4.5
				if theme == Contrast {
					line, text = 5, 7
				}
				if c := draw.Contrast(s.line, s.field); c < line && !s.holes {
					t.Errorf("%s: lines have a contrast of %.2f", at, c)
				}
				if c := draw.Contrast(s.text, s.plate); c < text && ground != int(OfGame) {
					t.Errorf("%s: labels have a contrast of %.2f", at, c)
				}
				var marks []draw.Color
				for i := range rules.MaxPlayers {
					marks = append(marks, readable(d.inks(s)[i], d.markGround(s), 3))
					if c := draw.Contrast(marks[i], d.markGround(s)); c < 2.99 {
						t.Errorf("%s: the mark of player %d has a contrast of %.2f", at, i+1, c)
					}
				}
				if kind == rules.Marks {
					near, who := nearest(marks)
					t.Logf("%s: 26 marks are %.1f apart (%s)", at, near, who)
					if near < 7.5 {
						t.Errorf("%s: that is not enough", at)
					}
				}
				if accent := draw.Contrast(s.accent, s.field); accent < 1.9 && ground != int(OfGame) {
					t.Errorf("%s: winning rows have a contrast of %.2f", at, accent)
				}
			}
		}
	}
}

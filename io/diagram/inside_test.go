package diagram

import (
	"math"
	"slices"
	"strings"
	"testing"

	"boardstudio/io/draw"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

func TestColorsCanBeSeen(t *testing.T) {
	for theme, surfaces := range themes {
		for kind := range surfaces {
			s := &surfaces[kind]
			under := s.plate
			if s.flat() {
				under = rgb(0xffffff)
			}
			if c := draw.Contrast(s.text, under); c < 4.5 {
				t.Errorf("theme %d pieces %d: coordinates have contrast %.1f", theme, kind, c)
			}
			if c := draw.Contrast(s.line, s.field); c < 1.5 && !s.holes {
				t.Errorf("theme %d pieces %d: lines have contrast %.1f", theme, kind, c)
			}
		}
		field := surfaces[rules.Marks].field
		for i, c := range marksIn[theme] {
			if k := draw.Contrast(c, field); k < 3 {
				t.Errorf("theme %d: the mark of seat %d has contrast %.1f", theme, i, k)
			}
		}
	}
	for i, c := range bodies {
		if k := draw.Contrast(c, on(c)); k < 4.4 {
			t.Errorf("the letter on disc %d has contrast %.1f", i+2, k)
		}
	}
}

// lab returns a colour in a space where distances are about as the eye sees them (CIELAB).
func lab(r, g, b float64) [3]float64 {
	f := func(t float64) float64 {
		if t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*t + 16.0/116
	}
	x, y, z := f((0.4124*r+0.3576*g+0.1805*b)/0.95047), f(0.2126*r+0.7152*g+0.0722*b), f((0.0193*r+0.1192*g+0.9505*b)/1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// eyes are usual sight, and sight without the red or the green receptors, as matrices
// for linear light.
var eyes = map[string][9]float64{
	"usual":    {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"no red":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"no green": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
}

func apart(a, b draw.Color, eye [9]float64) float64 {
	see := func(c draw.Color) [3]float64 {
		lin := func(v float64) float64 { return math.Pow(v, 2.2) }
		r, g, b := lin(c.R), lin(c.G), lin(c.B)
		row := func(i int) float64 { return min(max(eye[i]*r+eye[i+1]*g+eye[i+2]*b, 0), 1) }
		return lab(row(0), row(3), row(6))
	}
	x, y := see(a), see(b)
	return math.Sqrt((x[0]-y[0])*(x[0]-y[0]) + (x[1]-y[1])*(x[1]-y[1]) + (x[2]-y[2])*(x[2]-y[2]))
}

func TestColorsKeepApart(t *testing.T) {
	check := func(what string, cs []draw.Color, eye string, least float64) {
		for i := range cs {
			for j := range i {
				if d := apart(cs[i], cs[j], eyes[eye]); d < least {
					t.Errorf("%s: colours %d and %d are only %.0f apart for eyes with %s", what, j, i, d, eye)
				}
			}
		}
	}
	discs := append(firstTwo[rules.Stones][:], bodies[:]...)
	tokens := append(firstTwo[rules.Tokens][:], bodies[:]...)
	for name, all := range map[string][]draw.Color{"marks": inks[:], "marks at night": nightInks[:], "discs": discs} {
		check(name, all, "usual", 9)
		for _, eye := range []string{"no red", "no green"} {
			check(name, all[:manyColors], eye, 20)
			check(name, all[:6], eye, 10)
		}
	}
	for eye := range eyes {
		check("tokens", tokens[:2], eye, 30)
	}
}

func TestSymbolsDiffer(t *testing.T) {
	seen := map[string]int{"X": -1, "O": -1} // they would be taken for cross and nought
	for i := range rules.MaxPlayers {
		s := markOf(i)
		if j, ok := seen[s]; ok {
			t.Errorf("seats %d and %d have the symbol %q", j, i, s)
		}
		seen[s] = i
		if _, ok := letter(s[0], draw.Point{}, 1); !ok && i > 1 {
			t.Errorf("the letter %q cannot be drawn", s)
		}
	}
	for c := byte('A'); c <= 'Z'; c++ {
		p, _ := letter(c, draw.Point{X: 5, Y: 5}, 10)
		rec := draw.Recorder{}
		rec.Path(p, draw.Style{})
		if b := rec.Items[0].Bounds(); b.X < 0 || b.X+b.W > 10 || b.Y < -0.01 || b.Y+b.H > 10.5 || b.H < 9.9 {
			t.Errorf("the letter %c covers %v", c, b)
		}
	}
}

// TestWinningLines checks the lines found in cells that come in any order, with
// rows that touch or cross each other, go over seams, or close to a ring.
func TestWinningLines(t *testing.T) {
	for _, c := range []struct {
		name, topology, win, want string
	}{
		{"one row", "plane", "c1 a1 b1", "a1 b1 c1"},
		{"a row longer than needed", "plane", "a2 e2 b2 d2 c2", "a2 b2 c2 d2 e2"},
		{"two that cross", "plane", "b1 b2 b3 a2 c2", "a2 b2 c2|b1 b2 b3"},
		{"two that lie side by side make no short ones", "plane", "a1 b1 c1 a3 b3 c3 a2", "a1 a2 a3|a1 b1 c1|a3 b3 c3"},
		{"parallel", "plane", "a1 b1 c1 d1 a2 b2 c2 d2", "a1 b1 c1 d1|a2 b2 c2 d2"},
		{"diagonals", "plane", "a1 b2 c3 c1 a3", "a1 b2 c3|c1 b2 a3"},
		{"over the seam", "cylinder", "a2 b2 f2", "f2 a2 b2"},
		{"over a mirrored seam", "mobius", "e1 f1 a5", "e1 f1 a5"},
		{"over the pole", "sphere", "b2 b1 e1", "e1 b1 b2 or b2 b1 e1"},
		{"a ring", "torus", "a1 b1 c1 d1 e1 f1", "b1 c1 d1 e1 f1 a1 or a1 b1 c1 d1 e1 f1"},
		{"nothing", "plane", "", ""},
	} {
		r, err := line.Game.Build("morpion", rules.Params{"rows": "5", "cols": "6", "k": "3", "topology": c.topology})
		if err != nil {
			t.Fatal(err)
		}
		b := r.Board()
		d := New(r, r.Start())
		for _, label := range strings.Fields(c.win) {
			d.Win = append(d.Win, b.Find(label))
		}
		p := painter{Diagram: d, board: b, Layout: d.Layout(draw.Rect{W: 100, H: 100})}
		for range 2 { // in whatever order the cells come
			var got []string
			for _, l := range p.winningLines() {
				var labels []string
				for _, c := range l {
					labels = append(labels, b.Cells[c].Label)
				}
				got = append(got, strings.Join(labels, " "))
			}
			slices.Sort(got)
			if g := strings.Join(got, "|"); !slices.Contains(strings.Split(c.want, " or "), g) {
				t.Errorf("%s: got %s, want %s", c.name, g, c.want)
			}
			slices.Reverse(d.Win)
		}
	}
}

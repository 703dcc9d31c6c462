package diagram

import (
	"slices"
	"strings"
	"testing"

	"boardstudio/draw"
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
	for i, c := range discColors {
		if k := draw.Contrast(c, on(c)); k < 4.4 {
			t.Errorf("the letter on disc %d has contrast %.1f", i+2, k)
		}
	}
}

func TestSymbolsDiffer(t *testing.T) {
	seen := map[string]int{"X": -1, "O": -1} // these look like cross and nought
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

// TestWinningLines checks the lines found in cells in any order, including rows that touch, cross
// each other, cross seams or form a ring.
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
		t.Run(c.name, func(t *testing.T) {
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
			for range 2 { // in either order of the cells
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
					t.Errorf("got %s, want %s", g, c.want)
				}
				slices.Reverse(d.Win)
			}
		})
	}
}

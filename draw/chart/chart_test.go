package chart

import (
	"math"
	"testing"

	"boardstudio/draw"
)

// sample returns a line of 41 nodes, numbered from 3, with bands at all nodes except five in the
// middle.
func sample() Chart {
	c := Chart{First: 3, Last: 43, Here: 7, Ink: Inks[0], Colors: []draw.Color{draw.RGB(0x101010), draw.RGB(0xf0f0f0)}, Titles: []string{"one"}, Ticks: true, Curves: []Curve{
		{Title: "another", Color: Lines[1]},
	}}
	for i := range 41 {
		share := float64(i) / 40
		if i < 6 || i > 10 {
			c.Bands = append(c.Bands, Band{3 + i, []float64{share, 1 - share}})
		}
		c.Curves[0].Points = append(c.Curves[0].Points, Point{3 + i, 1 - share})
	}
	c.Losses = []Loss{{20, 0.5}, {30, 0.001}}
	return c
}

// TestChart checks that everything is drawn inside the box, and that NodeAt finds each node.
func TestChart(t *testing.T) {
	for _, box := range []draw.Rect{{W: 800, H: 100}, {X: 50, Y: 70, W: 300, H: 60}, {W: 40, H: 20}} {
		c := sample()
		var r draw.Recorder
		c.Draw(&r, box)
		for i := range r.Items {
			if b := r.Items[i].Bounds(); r.Items[i].Text == "" && (b.X < box.X-1 || b.Y < box.Y-1 || b.X+b.W > box.X+box.W+1 || b.Y+b.H > box.Y+box.H+1) {
				t.Errorf("%v: item %d lies at %v", box, i, b)
			}
		}
		plot := c.plot(box)
		for i := range 41 {
			if got := c.NodeAt(box, plot.X+float64(i)*plot.W/40); got != 3+i {
				t.Errorf("%v: node %d is found as %d", box, i, got)
			}
		}
		if c.NodeAt(box, box.X-100) != 3 || c.NodeAt(box, box.X+box.W+100) != 43 {
			t.Errorf("%v: beside the box there is another node than the first and the last", box)
		}
	}
}

// TestLosses checks the height of a bar, and that a tiny loss has no bar.
func TestLosses(t *testing.T) {
	c := sample()
	var r draw.Recorder
	box := draw.Rect{X: 0, Y: 0, W: 800, H: 124}
	plot := c.plot(box)
	c.bars(&r, plot, c.step(plot))
	if len(r.Items) != 1 {
		t.Fatalf("%d bars", len(r.Items))
	}
	if b := r.Items[0].Bounds(); math.Abs(b.H-plot.H/2) > 2 || math.Abs(b.Y+b.H-plot.Y-plot.H) > 1 {
		t.Errorf("the bar lies at %v", b)
	}
}

// TestThinLosses checks that the outlines of thin bars do not cover their colour.
func TestThinLosses(t *testing.T) {
	c := sample()
	c.First, c.Last = 0, 400
	var r draw.Recorder
	c.bars(&r, draw.Rect{W: 600, H: 100}, 1.5)
	if x := r.Items[0]; x.Style.Width > 0.25*x.Path.Points[2].X-0.25*x.Path.Points[0].X {
		t.Errorf("of a bar from %v to %v the outline takes %v", x.Path.Points[0], x.Path.Points[2], x.Style.Width)
	}
}

// TestGaps checks that bands are not filled across missing points.
func TestGaps(t *testing.T) {
	c := sample()
	var r draw.Recorder
	c.bands(&r, func(at int) float64 { return float64(at) * 20 }, func(share float64) float64 { return share })
	if len(r.Items) != 4 {
		t.Fatalf("%d shapes", len(r.Items))
	}
	for i := range r.Items {
		if b := r.Items[i].Bounds(); b.X < 13*20 && b.X+b.W > 9*20 {
			t.Errorf("shape %d covers the gap: %v", i, b)
		}
	}
}

// TestTurns checks that a curve continues over the moves of the opponents, which the engine did not
// evaluate.
func TestTurns(t *testing.T) {
	for _, seats := range []int{2, 3} {
		c := Chart{Last: 60, Here: -1, Ink: Inks[0], Colors: Lines[:seats], Curves: []Curve{{Title: "one", Color: Lines[4]}}}
		for at := 0; at <= 60; at += seats {
			b := Band{At: at}
			for range seats {
				b.Shares = append(b.Shares, 1/float64(seats))
			}
			c.Bands = append(c.Bands, b)
			c.Curves[0].Points = append(c.Curves[0].Points, Point{at, 0.5})
		}
		runs := 0
		c.runs(func([]Band) { runs++ })
		var r draw.Recorder
		c.Draw(&r, draw.Rect{W: 800, H: 100})
		dots := 0
		for i := range r.Items {
			if r.Items[i].Style.Fill == Lines[4] {
				dots++
			}
		}
		if runs != 1 || dots > 0 {
			t.Errorf("%d players: %d runs, %d points that stand alone", seats, runs, dots)
		}
	}
}

// TestAlone checks that the shares of several seats at an isolated node are visible.
func TestAlone(t *testing.T) {
	c := Chart{Last: 40, Here: -1, Ink: Inks[0], Colors: Lines[:3], Bands: []Band{{At: 12, Shares: []float64{.5, .25, .25}}}}
	var r draw.Recorder
	c.Draw(&r, draw.Rect{W: 800, H: 100})
	high := map[draw.Color]float64{}
	for i := range r.Items {
		if b := r.Items[i].Bounds(); b.W >= 3 {
			high[r.Items[i].Style.Fill] += b.H
		}
	}
	if plot := c.plot(draw.Rect{W: 800, H: 100}); math.Abs(high[Lines[0]]-plot.H/2) > 0.5 || math.Abs(high[Lines[2]]-plot.H/4) > 0.5 {
		t.Errorf("%v in a plot of %v", high, plot.H)
	}
}

// TestTitles checks that titles are above the curves, starting at the left, and that titles without
// room are omitted.
func TestTitles(t *testing.T) {
	c := sample()
	box := draw.Rect{X: 10, Y: 20, W: 340, H: 96}
	for range 9 {
		c.Curves = append(c.Curves, Curve{Title: "an engine with a long name"})
	}
	var r draw.Recorder
	c.Draw(&r, box)
	var titles []string
	for i := range r.Items {
		if x := &r.Items[i]; len(x.Text) > 2 && x.Text != "100" {
			titles = append(titles, x.Text)
			if b := x.Bounds(); b.Y < box.Y || b.Y+b.H > c.plot(box).Y || b.X < box.X || b.X+b.W > box.X+box.W {
				t.Errorf("%q lies at %v, the plot at %v", x.Text, b, c.plot(box))
			}
		}
	}
	if len(titles) != 3 || titles[0] != "one" || titles[1] != "another" {
		t.Errorf("titles %q", titles)
	}
}

// TestBar checks that the shares fill the bar.
func TestBar(t *testing.T) {
	var r draw.Recorder
	Bar(&r, draw.Rect{X: 10, Y: 20, W: 20, H: 200}, []float64{.5, .25, .25}, []draw.Color{Lines[0], Lines[1], Lines[2]}, Inks[0])
	high := map[draw.Color]float64{}
	text := ""
	for _, x := range r.Items {
		if text += x.Text; x.Text == "" && x.Style.Fill.A > 0 {
			high[x.Style.Fill] = x.Bounds().H
		}
	}
	if high[Lines[0]] != 100 || high[Lines[1]] != 50 || high[Lines[2]] != 50 || text != "502525" {
		t.Errorf("%v, %q", high, text)
	}
}

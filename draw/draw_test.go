package draw_test

import (
	"math"
	"testing"

	"boardstudio/draw"
)

func near(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

func TestShapes(t *testing.T) {
	c := draw.Point{X: 3, Y: -2}
	circle, ellipse := draw.Circle(c, 5), draw.Ellipse(c, 5, 5, 0)
	if len(circle.Points) != len(ellipse.Points) {
		t.Fatal("a circle and an ellipse have other numbers of points")
	}
	for i := range circle.Points {
		if a, b := circle.Points[i], ellipse.Points[i]; !near(a.X, b.X) || !near(a.Y, b.Y) {
			t.Errorf("point %d of a round ellipse is %v, not %v", i, b, a)
		}
	}
	turned := draw.Ellipse(c, 4, 1, math.Pi/2)
	rec := draw.Recorder{}
	rec.Path(turned, draw.Style{})
	rec.Path(draw.Polygon(draw.Point{}, draw.Point{X: 2}, draw.Point{X: 2, Y: 3}), draw.Style{Stroke: draw.RGB(0), Width: 1})
	rec.Path(draw.Path{}, draw.Style{})
	rec.Text(draw.Point{X: 10, Y: 10}, "00", draw.TextStyle{Size: 10, Align: draw.Right})
	for i, want := range []draw.Rect{
		{X: 2, Y: -6, W: 2, H: 8}, {X: -.5, Y: -.5, W: 3, H: 4}, {}, {X: 10 - 12.8, Y: 10 - 3.65, W: 12.8, H: 7.3},
	} {
		got := rec.Items[i].Bounds()
		if !near(got.X, want.X) || !near(got.Y, want.Y) || !near(got.W, want.W) || !near(got.H, want.H) {
			t.Errorf("item %d covers %v, want %v", i, got, want)
		}
	}
	var again draw.Recorder
	rec.Replay(&again)
	if len(again.Items) != 4 || again.Items[3].Text != "00" || len(again.Items[0].Path.Points) != 13 {
		t.Errorf("replayed as %v", again.Items)
	}
}

func TestColors(t *testing.T) {
	black, white, red := draw.RGB(0), draw.RGB(0xffffff), draw.RGB(0xff0000)
	if c := draw.Contrast(black, white); math.Abs(c-21) > 0.1 {
		t.Errorf("black on white has contrast %v", c)
	}
	if c := draw.Contrast(red, white); math.Abs(c-4.0) > 0.2 || c != draw.Contrast(white, red) {
		t.Errorf("red on white has contrast %v", c)
	}
	if m := draw.Mix(black, white, 0.25); m != (draw.Color{R: .25, G: .25, B: .25, A: 1}) {
		t.Errorf("mixed %v", m)
	}
}

func TestTextWidth(t *testing.T) {
	st := draw.TextStyle{Size: 10}
	a, b := draw.TextWidth("il", st), draw.TextWidth("MW", st)
	st.Bold = true
	if a >= b || draw.TextWidth("MW", st) <= b || draw.TextWidth("", st) != 0 || draw.TextWidth("é漢", st) < 15 {
		t.Errorf("il is %v wide, MW %v", a, b)
	}
}

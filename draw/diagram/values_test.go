package diagram_test

import (
	"testing"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// TestValuesCanBeRead checks that values on a 19×19 board are legible in a window of usual size and
// fit into their cells.
func TestValuesCanBeRead(t *testing.T) {
	d := played(t, build(t, &line.Game, "pente", nil), "j10 k9")
	for m := range d.Position.Moves() {
		text := "57"
		if len(d.Values)%2 == 1 {
			text = "W13"
		}
		d.Values = append(d.Values, diagram.Value{Cell: m.To, Text: text, Exact: len(text) == 3})
	}
	box := draw.Rect{W: 430, H: 430}
	var r draw.Recorder
	d.Draw(&r, box)
	cell := d.Layout(box)
	n := 0
	for i := range r.Items {
		if x := r.Items[i]; x.Text == "57" || x.Text == "W13" {
			n++
			if b := x.Bounds(); b.W > cell.Unit() || x.TextStyle.Size < 7 {
				t.Fatalf("%q of size %v is %v wide in a cell of %v", x.Text, x.TextStyle.Size, b.W, cell.Unit())
			}
		}
	}
	if n != len(d.Values) {
		t.Errorf("%d of %d values are written", n, len(d.Values))
	}
}

// TestValuesLand checks that in a game with dropping pieces each value is drawn on the landing cell.
func TestValuesLand(t *testing.T) {
	d := played(t, build(t, &line.Game, "connect4", nil), "d d")
	for m := range d.Position.Moves() {
		d.Values = append(d.Values, diagram.Value{Cell: m.To, Text: "57"})
	}
	box := draw.Rect{W: 400, H: 400}
	l := d.Layout(box)
	var r draw.Recorder
	d.Draw(&r, box)
	var rows []float64
	for i := range r.Items {
		if r.Items[i].Text == "57" {
			rows = append(rows, r.Items[i].At.Y)
		}
	}
	bottom, third := l.Centre(d.Rules.Board().Find("a6")).Y, l.Centre(d.Rules.Board().Find("d4")).Y
	for i, y := range rows {
		if want := map[bool]float64{true: third, false: bottom}[i == 3]; y != want {
			t.Errorf("column %d: the value stands at %v, want %v", i, y, want)
		}
	}
	if len(rows) != 7 {
		t.Errorf("%d values", len(rows))
	}
}

// TestRingAndRim checks that the ring of the best move and the rim of exact values are visible on
// every board. Only exact values may have a strong rim.
func TestRingAndRim(t *testing.T) {
	for _, theme := range []diagram.Theme{diagram.Light, diagram.Dark, diagram.Contrast} {
		d := played(t, build(t, &othello.Game, "othello", nil), "d3")
		d.Theme = theme
		for m := range d.Position.Moves() {
			d.Values = append(d.Values, diagram.Value{Cell: m.To, Text: "57"})
		}
		d.Values[0].Best, d.Values[1].Exact = true, true
		box := draw.Rect{W: 400, H: 400}
		var r draw.Recorder
		d.Draw(&r, box)
		var ground draw.Color   // background of the cells
		var under []draw.Color  // fills below the next text
		var contrasts []float64 // contrast between each plate and its rim
		for i := range r.Items {
			it := r.Items[i]
			b := it.Bounds()
			switch s := it.Style; {
			case it.Text == "57":
				contrasts = append(contrasts, draw.Contrast(under[0], under[len(under)-1]))
				under = nil
			case it.Text != "":
			case s.Fill.A == 1 && b.W > 200:
				ground, under = s.Fill, nil
			case s.Fill.A == 1 && b.W < 40:
				under = append(under, s.Fill)
			case len(contrasts) == 0 && s.Fill.A == 0 && b.W > 30 && b.W < 50 && draw.Contrast(s.Stroke, ground) < 3:
				t.Errorf("theme %d: the ring has a contrast of %.1f", theme, draw.Contrast(s.Stroke, ground))
			}
			if len(contrasts) == 0 && it.Style.Stroke.A > 0 && b.W > 35 && b.W < 50 {
				under = nil // pieces are drawn before the ring
			}
		}
		if len(contrasts) != len(d.Values) || contrasts[1] < 4.5 || contrasts[0] > 2.5 || contrasts[2] > 2.5 {
			t.Errorf("theme %d: contrasts of the rims %v, the second is exact", theme, contrasts)
		}
	}
}

package diagram_test

import (
	"testing"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// Values can be read on a board of 19×19 in a window of usual size, and lie within their cells.
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

// Where pieces fall, a value stands where the piece comes to lie.
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

// The ring of the best move can be seen on every board, and no outline but that of what is exact is taken for it.
func TestRingAndOutline(t *testing.T) {
	for _, theme := range []diagram.Theme{diagram.Light, diagram.Dark, diagram.Contrast} {
		d := played(t, build(t, &othello.Game, "othello", nil), "d3")
		d.Theme = theme
		box := draw.Rect{W: 400, H: 400}
		for m := range d.Position.Moves() {
			d.Values = append(d.Values, diagram.Value{Cell: m.To, Text: "57"})
		}
		var ground draw.Color // of the cells
		strokes := func() (widest float64, colors []draw.Color) {
			var r, without draw.Recorder
			d.Draw(&r, box)
			bare := *d
			bare.Values = nil
			bare.Draw(&without, box)
			for i := range without.Items { // of the board, which comes first
				if it := without.Items[i]; it.Style.Fill.A == 1 && it.Bounds().W > 200 {
					ground = it.Style.Fill
				}
			}
			for _, it := range r.Items[len(without.Items):] {
				if s := it.Style; s.Stroke.A > 0 {
					colors = append(colors, s.Stroke)
					if s.Stroke.A > 0.6 {
						widest = max(widest, s.Width)
					}
				}
			}
			return widest, colors
		}
		plain, _ := strokes()
		d.Values[0].Exact = true
		exact, _ := strokes()
		if plain > exact/3 {
			t.Errorf("theme %d: an estimate has an outline of %v, what is exact one of %v", theme, plain, exact)
		}
		d.Values[0].Best = true
		_, colors := strokes()
		if c := draw.Contrast(colors[0], ground); c < 3 {
			t.Errorf("theme %d: the ring has a contrast of %.1f", theme, c)
		}
	}
}

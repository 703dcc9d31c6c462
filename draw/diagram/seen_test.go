package diagram_test

import (
	"math"
	"slices"
	"testing"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/rules"
	"boardstudio/rules/awale"
)

// TestSeen checks that a rotated or mirrored board stays within its box and that clicks hit the
// cell drawn there. It also checks that each row or column name is in line with its cells.
func TestSeen(t *testing.T) {
	box := draw.Rect{X: 7, Y: 3, W: 700, H: 620}
	for _, r := range boards(t) {
		b := r.Board()
		for turn := range 6 {
			for _, mirror := range []bool{false, true} {
				o := rules.Orientation{Turn: turn, Mirror: mirror}
				if len(b.Cells) > 500 || b.Fit(o) != o || !b.Allows(o) {
					continue
				}
				d := crowded(r)
				d.Seen = b.Oriented(o)
				rec := draw.Recorder{}
				d.Draw(&rec, box)
				l := d.Layout(box)
				for i := range rec.Items {
					if in := rec.Items[i].Bounds(); in.X < box.X-1 || in.Y < box.Y-1 || in.X+in.W > box.X+box.W+1 || in.Y+in.H > box.Y+box.H+1 {
						t.Fatalf("%v %v: item %d covers %v", r.Spec(), o, i, in)
					}
				}
				for c := range b.Cells {
					if c := rules.Cell(c); l.Shows(c) && l.CellAt(l.Centre(c)) != c {
						t.Fatalf("%v %v: a click on cell %d hits %d", r.Spec(), o, c, l.CellAt(l.Centre(c)))
					}
				}
				if b.Rows == nil || b.Wraps != "" || b.Grows {
					continue
				}
				d = plain(r, o)
				rec = draw.Recorder{}
				d.Draw(&rec, box)
				l = d.Layout(box)
				for _, it := range rec.Items {
					if it.Text != "" && !named(b, &l, it) {
						t.Fatalf("%v %v: %q at %v is in line with no cells that have the name", r.Spec(), o, it.Text, it.At)
					}
				}
			}
		}
	}
}

// named reports whether a row or column name is in line with its cells.
func named(b *rules.Board, l interface{ Centre(rules.Cell) draw.Point }, it draw.Item) bool {
	for _, rows := range []bool{false, true} {
		names := b.Columns
		if rows {
			names = b.Rows
		}
		i := slices.Index(names, it.Text)
		if i < 0 {
			continue
		}
		var line []draw.Point
		for c, x := range b.Cells {
			if rows && x.Row == i || !rows && x.Col == i {
				line = append(line, l.Centre(rules.Cell(c)))
			}
		}
		p, q := line[0], line[len(line)-1]
		if p == q {
			return math.Abs(p.X-it.At.X) < 1 || math.Abs(p.Y-it.At.Y) < 1
		}
		off := ((q.X-p.X)*(it.At.Y-p.Y) - (q.Y-p.Y)*(it.At.X-p.X)) / math.Hypot(q.X-p.X, q.Y-p.Y)
		if math.Abs(off) < 1 {
			return true
		}
	}
	return false
}

// plain returns a diagram of an empty board in orientation o.
func plain(r rules.Rules, o rules.Orientation) *diagram.Diagram {
	d := diagram.New(r, nil)
	d.Seen = r.Board().Oriented(o)
	return d
}

// TestTrail checks that the pointer on a pit shows where its last seed falls, what it captures and
// the gain. It also checks that stores have names.
func TestTrail(t *testing.T) {
	r := build(t, &awale.Game, "awale", nil)
	p, err := r.Parse("0-0-0-0-0-2-1-1-4-0-0-0 10-20 S")
	if err != nil {
		t.Fatal(err)
	}
	m := rules.Take(r.Board().Find("F"))
	count := func(over bool) (texts []string, shapes int) {
		d := diagram.New(r, p)
		d.Seats = []diagram.Seat{{Name: "Ada"}, {Name: "A name that is far too long for it"}}
		if over {
			d.Hover, d.HoverBy, d.Trail = m.From, 0, p.(rules.Tracer).Trace(m)
		}
		rec := draw.Recorder{}
		d.Draw(&rec, draw.Rect{W: 700, H: 400})
		for _, it := range rec.Items {
			if it.Text != "" {
				texts = append(texts, it.Text)
			} else {
				shapes++
			}
		}
		return texts, shapes
	}
	plain, before := count(false)
	texts, after := count(true)
	if after-before != 4 { // the pit, two captured pits and the last pit
		t.Errorf("the trail has %d shapes", after-before)
	}
	if !slices.Contains(texts, "10 +4") || slices.Contains(plain, "10 +4") || !slices.Contains(plain, "Ada") || slices.Contains(plain, "A name that is far too long for it") {
		t.Errorf("written are %q, and without the pointer %q", texts, plain)
	}
}

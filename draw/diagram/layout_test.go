package diagram_test

import (
	"math"
	"testing"

	"boardstudio/draw"
	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
	"boardstudio/rules/rulestest"
)

// boxes have many shapes: large, tiny, flat, tall, shifted and degenerate.
var boxes = []draw.Rect{
	{W: 900, H: 900},
	{X: -40, Y: 17.3, W: 640, H: 480},
	{W: 300, H: 1000},
	{W: 1200, H: 90},
	{X: 5, Y: 5, W: 70, H: 60},
	{W: 24, H: 24},
	{W: 9, H: 300},
	{W: 3, H: 2},
	{},
	{W: -5, H: 10},
}

// boards returns boards of every style and of many sizes.
func boards(t testing.TB) []rules.Rules {
	var all []rules.Rules
	for _, n := range []string{"1", "2", "3", "19", "64"} {
		if n != "1" {
			all = append(all, build(t, &line.Game, "morpion", rules.Params{"rows": n, "cols": n, "k": "2"}))
		}
		all = append(all, build(t, &line.Game, "morpion", rules.Params{"rows": n, "cols": "7", "k": "5"}))
		all = append(all, build(t, &line.Game, "connect4", rules.Params{"rows": n, "cols": "9"}))
	}
	for _, w := range []string{"cylinder", "torus", "mobius", "sphere"} {
		for _, k := range []string{"3", "5"} {
			all = append(all, build(t, &line.Game, "morpion", rules.Params{"rows": "6", "cols": "10", "k": k, "topology": w}))
		}
	}
	for _, n := range []int{2, 3, 11, 19} {
		all = append(all, rulestest.Hexagons(n))
	}
	all = append(all,
		build(t, &line.Game, "infinite", nil), build(t, &othello.Game, "othello", nil), build(t, &othello.Game, "othello", rules.Params{"size": "16"}),
		build(t, &awale.Game, "awale", nil), build(t, &awale.Game, "awale", rules.Params{"pits": "2"}), build(t, &awale.Game, "awale", rules.Params{"pits": "12", "seeds": "12"}),
	)
	return all
}

// crowded returns a diagram that uses every feature, some with meaningless values.
func crowded(r rules.Rules) *diagram.Diagram {
	p := r.Start()
	d := diagram.New(r, p)
	for range 40 {
		var some rules.Move
		for m := range p.Moves() {
			if some = m; len(d.Legal) > 20 {
				break
			}
		}
		q, err := p.Play(some)
		if err != nil {
			break
		}
		d.Last = rules.Landing(r.Board(), p, q, some)
		p = q
	}
	d.Position = p
	d.Numbers = map[rules.Cell]int{-1: 3, 30000: 4}
	n := len(r.Board().Cells)
	for c := range n {
		c := rules.Cell(c)
		switch c % 5 {
		case 0:
			d.Win = append(d.Win, c)
			d.Marks = append(d.Marks, model.Mark{Cell: c, Kind: model.MarkCircle})
		case 1:
			d.Numbers[c] = 1000*int(c%2) + int(c) + 1
			d.Lines = append(d.Lines, model.Line{From: c, To: rules.Cell(n-1) - c, Arrow: c%2 == 0}, model.Line{From: c, To: c})
		case 2:
			d.Legal = append(d.Legal, c)
			d.Marks = append(d.Marks, model.Mark{Cell: c, Kind: model.MarkLabel, Text: "WWWWW"})
		case 3:
			d.Marks = append(d.Marks, model.Mark{Cell: c, Kind: model.MarkSquare}, model.Mark{Cell: c, Kind: "unheard of"})
		}
	}
	d.Lines = append(d.Lines, model.Line{From: -1, To: 0}, model.Line{From: 0, To: 32000, Arrow: true})
	d.MoveGlyph = model.GlyphInteresting
	d.Win = append(d.Win, -1, -7, 32000)
	d.Legal = append(d.Legal, -1, 32000)
	d.Marks = append(d.Marks, model.Mark{Cell: -1, Kind: model.MarkCross}, model.Mark{Cell: 32000, Kind: model.MarkCross})
	d.Cursor, d.Hover, d.HoverBy = rules.Cell(n-1), 0, 1
	d.Seats = []diagram.Seat{{Symbol: "WWWW"}, {Color: draw.RGB(0xfdfcf9)}}
	return d
}

func TestNothingOutsideTheBox(t *testing.T) {
	for _, r := range boards(t) {
		d := crowded(r)
		for _, theme := range []diagram.Theme{diagram.Light, diagram.Dark, diagram.Print} {
			for _, coordinates := range []bool{false, true} {
				if len(r.Board().Cells) > 1000 && theme == diagram.Dark {
					continue // same geometry as the light theme, and slow to check
				}
				for i, box := range boxes {
					d.Theme, d.Coordinates = theme, coordinates
					d.Pixel, d.Squares = float64(i%2), i%3 == 0
					var rec draw.Recorder
					d.Draw(&rec, box)
					grown := box.Inset(-0.001 - 0.002*box.W)
					for _, it := range rec.Items {
						b := it.Bounds()
						if math.IsNaN(b.X+b.Y+b.W+b.H) || b.W < 0 || b.H < 0 {
							t.Fatalf("%v theme %d box %v: drawn at %v", r.Spec(), theme, box, b)
						}
						if b.X < grown.X || b.Y < grown.Y || b.X+b.W > grown.X+grown.W || b.Y+b.H > grown.Y+grown.H {
							t.Fatalf("%v theme %d coordinates %v pixel %v: %q %v at %v leaves box %v", r.Spec(), theme, coordinates, d.Pixel, it.Text, it.Path.Ops, b, box)
						}
					}
				}
			}
		}
	}
}

func TestLayoutFindsItsCells(t *testing.T) {
	for _, r := range boards(t) {
		for _, box := range boxes[:5] {
			for _, pixel := range []float64{0, 1} {
				d := diagram.New(r, r.Start())
				d.Pixel = pixel
				l := d.Layout(box)
				if l.Unit() <= 0 {
					t.Fatalf("%v has no room in %v", r.Spec(), box)
				}
				n := len(r.Board().Cells)
				for c := rules.Cell(0); int(c) < n; c += 1 + rules.Cell(n/300) {
					if !l.Shows(c) {
						continue
					}
					if got := l.CellAt(l.Centre(c)); got != c {
						t.Fatalf("%v: at the centre of cell %d is cell %d", r.Spec(), c, got)
					}
					corner := rules.Point{X: 0.5, Y: -0.5}
					if b := r.Board(); b.Outline != nil {
						corner = b.Outline[int(c)%len(b.Outline)]
					}
					at := l.Centre(c)
					if got := l.CellAt(draw.Point{X: at.X + 0.98*l.Unit()*corner.X, Y: at.Y + 0.98*l.Unit()*corner.Y}); got != c {
						t.Fatalf("%v: in the corner of cell %d is cell %d", r.Spec(), c, got)
					}
				}
				p := l.Plate()
				if got := l.CellAt(draw.Point{X: p.X - 1, Y: p.Y - 1}); got != rules.NoCell {
					t.Errorf("%v: outside is cell %d", r.Spec(), got)
				}
				if a, b := p.Centre(), box.Centre(); math.Abs(a.X-b.X) > 1 || math.Abs(a.Y-b.Y) > 1 {
					t.Errorf("%v: not in the middle of %v but at %v", r.Spec(), box, p)
				}
				// The plate fills the box in one dimension. Whole pixels cost up to one pixel per
				// cell.
				slack := 1.0 + pixel*(6+max(r.Board().Size.X, r.Board().Size.Y))
				if box.W-p.W > slack && box.H-p.H > slack {
					t.Errorf("%v: %v is not as large as %v allows", r.Spec(), p, box)
				}
			}
		}
	}
}

// TestLegible checks that no text is smaller than requested, and that coordinates and counts do not
// overlap.
func TestLegible(t *testing.T) {
	for _, r := range boards(t) {
		full := crowded(r)
		for _, size := range []float64{30, 60, 100, 150, 240, 400, 700, 1500} {
			for _, least := range []float64{0, 5.5, 12} {
				d := diagram.New(r, r.Start())
				d.MinText = least
				if least == 0 {
					least = 7
				}
				var rec draw.Recorder
				d.Draw(&rec, draw.Rect{W: size, H: size})
				var texts []draw.Item
				for _, it := range rec.Items {
					if it.Text == "" {
						continue
					}
					if it.TextStyle.Size < least-1e-9 {
						t.Fatalf("%v at %v: %q is written in size %v", r.Spec(), size, it.Text, it.TextStyle.Size)
					}
					a := it.Bounds()
					for _, o := range texts {
						b := o.Bounds()
						if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
							t.Fatalf("%v at %v: %q and %q overlap", r.Spec(), size, it.Text, o.Text)
						}
					}
					texts = append(texts, it)
				}
				rec.Items = nil
				full.MinText = least
				if size < 500 {
					full.Draw(&rec, draw.Rect{W: size, H: size})
				}
				for _, it := range rec.Items {
					if it.Text != "" && it.TextStyle.Size < least-1e-9 {
						t.Fatalf("%v at %v: %q is written in size %v", r.Spec(), size, it.Text, it.TextStyle.Size)
					}
				}
				if size >= 400 && least < 9 && len(texts) < 4 {
					t.Errorf("%v at %v: coordinates are missing", r.Spec(), size)
				}
			}
		}
	}
}

func TestLinesLieOnPixels(t *testing.T) {
	for _, r := range []rules.Rules{build(t, &line.Game, "gomoku", nil), build(t, &othello.Game, "othello", nil)} {
		for _, pixel := range []float64{1, 0.5} {
			for w := 200.0; w < 260; w += 7.3 {
				d := diagram.New(r, nil)
				d.Pixel = pixel
				var rec draw.Recorder
				d.Draw(&rec, draw.Rect{X: 3.7, Y: 1.2, W: w, H: w})
				found := 0
				for _, it := range rec.Items {
					straight := it.Style.Stroke.A == 1 && it.Style.Fill.A == 0 && len(it.Path.Ops) > 10
					for _, op := range it.Path.Ops {
						straight = straight && op != draw.CurveTo
					}
					if !straight {
						continue
					}
					found++
					p := it.Path.Points
					for i := 0; i < len(p); i += 2 { // end points of vertical and horizontal lines
						at := p[i].X
						if p[i].Y == p[i+1].Y {
							at = p[i].Y
						}
						edge := (at - it.Style.Width/2) / pixel
						if math.Abs(edge-math.Round(edge)) > 1e-6 {
							t.Fatalf("width %v pixel %v: a line of width %v lies at %v", w, pixel, it.Style.Width, at)
						}
					}
				}
				if found != 1 {
					t.Fatalf("found %d grids of lines", found)
				}
			}
		}
	}
}

func TestEndlessBoardShowsThePartInUse(t *testing.T) {
	r := build(t, &line.Game, "infinite", nil)
	count := func(d *diagram.Diagram) (n int) {
		l := d.Layout(draw.Rect{W: 500, H: 500})
		for c := range r.Board().Cells {
			if l.Shows(rules.Cell(c)) {
				n++
			}
		}
		return n
	}
	start := diagram.New(r, r.Start())
	if n := count(start); n < 11*11 || n > 15*15 {
		t.Errorf("%d cells are shown at the start", n)
	}
	if n := count(diagram.New(r, nil)); n != len(r.Board().Cells) {
		t.Errorf("%d cells are shown without a position", n)
	}
	d := played(t, r, "ae31 af32")
	d.Cursor = r.Board().Find("a1")
	l := d.Layout(draw.Rect{W: 500, H: 500})
	for _, label := range []string{"a1", "ae31", "af32", "ai35"} {
		if !l.Shows(r.Board().Find(label)) {
			t.Errorf("%s is not shown", label)
		}
	}
	if l.Shows(r.Board().Find("ak37")) || l.Shows(rules.NoCell) || l.Shows(9999) {
		t.Error("more is shown than the margin")
	}
}

func TestStores(t *testing.T) {
	r := build(t, &awale.Game, "awale", nil)
	l := diagram.New(r, r.Start()).Layout(draw.Rect{W: 800, H: 400})
	south, north := l.Store(0), l.Store(1)
	if south.X < l.Plate().Centre().X || north.X > l.Plate().Centre().X {
		t.Errorf("South's store is at %v, North's at %v", south, north)
	}
	if got := diagram.New(build(t, &othello.Game, "othello", nil), nil).Layout(boxes[0]).Store(0); got != (draw.Rect{}) {
		t.Errorf("Othello has a store at %v", got)
	}
}

// blank is a canvas that discards what is drawn and counts the calls.
type blank struct{ n int }

func (b *blank) Path(draw.Path, draw.Style)              { b.n++ }
func (b *blank) Text(draw.Point, string, draw.TextStyle) { b.n++ }

func BenchmarkDraw19(b *testing.B) {
	r := build(b, &line.Game, "gomoku", rules.Params{"rows": "19", "cols": "19"})
	s := rules.SetupOf(r, r.Start())
	for c := range s.Cells {
		s.Cells[c] = rules.Piece(rules.Player(c * c / 3 % 2))
	}
	p, err := r.SetUp(s)
	if err != nil {
		b.Fatal(err)
	}
	d := diagram.New(r, p)
	d.Pixel = 1
	var c blank
	b.ReportAllocs()
	for b.Loop() {
		d.Draw(&c, draw.Rect{W: 900, H: 900})
	}
	if c.n < 361 {
		b.Fatal("not drawn")
	}
}

func BenchmarkDrawHexagons(b *testing.B) {
	r := rulestest.Hexagons(19)
	d := diagram.New(r, nil)
	d.Pixel = 1
	var c blank
	b.ReportAllocs()
	for b.Loop() {
		d.Draw(&c, draw.Rect{W: 900, H: 900})
	}
	if c.n < 40 {
		b.Fatal("not drawn")
	}
}

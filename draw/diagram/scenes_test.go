package diagram_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
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

// build returns rules, or fails the test.
func build(t testing.TB, g *rules.Game, preset string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := g.Build(preset, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// play returns the position after the moves, and the cell of the last one.
func play(t testing.TB, r rules.Rules, moves string) (p rules.Position, last rules.Cell) {
	t.Helper()
	p, last = r.Start(), rules.NoCell
	for _, s := range strings.Fields(moves) {
		m, err := r.ParseMove(s)
		if err != nil {
			t.Fatal(err)
		}
		q, err := p.Play(m)
		if err != nil {
			t.Fatal(s, err)
		}
		last, p = rules.Landing(r.Board(), p, q, m), q
	}
	return p, last
}

// played returns a diagram of the position after the moves, with its result.
func played(t testing.TB, r rules.Rules, moves string) *diagram.Diagram {
	t.Helper()
	p, last := play(t, r, moves)
	d := diagram.New(r, p)
	d.Last, d.Win = last, p.Result().Cells
	return d
}

// overlaid returns a diagram of the position after the moves with overlays. Each overlay is a name
// or name=cell.
func overlaid(t testing.TB, r rules.Rules, moves, overlays string) *diagram.Diagram {
	t.Helper()
	d := played(t, r, moves)
	for _, name := range strings.Fields(overlays) {
		name, label, pointed := strings.Cut(name, "=")
		at := rules.NoCell
		if pointed {
			at = r.Board().Find(label)
		}
		notes := rules.Overlay(r, name, d.Position, at)
		if notes == nil && name != "stable" {
			t.Fatalf("overlay %s shows nothing", name)
		}
		d.Notes = append(d.Notes, notes...)
	}
	return d
}

// valued returns d with values for some of the moves.
func valued(d *diagram.Diagram) *diagram.Diagram {
	i := 0
	for m := range d.Position.Moves() {
		c := m.To
		if c == rules.NoCell {
			c = m.From
		}
		if i++; len(d.Rules.Board().Cells) < 100 || i%13 == 0 {
			loss := float64(len(d.Values)) * 0.06
			v := diagram.Value{Cell: c, Text: fmt.Sprint(max(80-int(100*loss), 1)), Loss: loss, Best: loss == 0}
			if len(d.Values)%3 == 2 {
				v.Text, v.Exact = "L12", true
			}
			d.Values = append(d.Values, v)
		}
	}
	return d
}

// scene is a named drawing.
type scene struct {
	name string
	*diagram.Diagram
}

// everything returns a diagram that uses every feature, on the cells with the given labels.
func everything(t testing.TB, r rules.Rules, moves string, labels string) *diagram.Diagram {
	t.Helper()
	d := played(t, r, moves)
	cells := strings.Fields(labels)
	kinds := []model.MarkKind{model.MarkCircle, model.MarkCross, model.MarkSquare, model.MarkTriangle, model.MarkLabel, model.MarkLabel}
	find := func(i int) rules.Cell {
		c := r.Board().Find(cells[i%len(cells)])
		if c == rules.NoCell {
			t.Fatal("no cell ", cells[i%len(cells)])
		}
		return c
	}
	for i, k := range kinds {
		m := model.Mark{Cell: find(i), Kind: k}
		if k == model.MarkLabel {
			m.Text = "Ab"
		}
		d.Marks = append(d.Marks, m)
	}
	d.Cursor, d.Hover, d.HoverBy = find(6), find(7), 1
	d.Lines = []model.Line{{From: find(0), To: find(2), Arrow: true}, {From: find(2), To: find(7)}, {From: find(3), To: find(1), Arrow: true}}
	d.MoveGlyph = model.GlyphInteresting
	for m := range d.Position.Moves() {
		if m.To != rules.NoCell {
			d.Legal = append(d.Legal, m.To)
		} else if m.From != rules.NoCell {
			d.Legal = append(d.Legal, m.From)
		}
		if len(d.Legal) == 12 {
			break
		}
	}
	return d
}

// annotated returns a full board. It has numbers of up to four digits, texts of five characters on
// and next to stones, and arrows between occupied and empty cells.
func annotated(t testing.TB, r rules.Rules) *diagram.Diagram {
	t.Helper()
	d := diagram.New(r, r.Start())
	d.Numbers = map[rules.Cell]int{}
	var free, taken []rules.Cell
	dice := rand.New(rand.NewPCG(3, 1))
	for k := range 40 { // scattered over the board
		var moves []rules.Move
		for m := range d.Position.Moves() {
			moves = append(moves, m)
		}
		if len(moves) == 0 {
			break
		}
		m := moves[dice.IntN(len(moves))]
		next, err := d.Position.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		d.Position = next
		if m.To == rules.NoCell {
			continue // a pass
		}
		d.Last = m.To
		d.Numbers[m.To] = []int{k + 1, 100 + k, 1950 + k}[k%3]
		taken = append(taken, m.To)
	}
	for c := range r.Board().Cells {
		if c := rules.Cell(c); d.Position.At(c).Owner == rules.NoPlayer {
			free = append(free, c)
			delete(d.Numbers, c)
		}
	}
	for i, text := range []string{"best", "WWWWW", "Aé"} {
		d.Marks = append(d.Marks,
			model.Mark{Cell: taken[10+i], Kind: model.MarkLabel, Text: text},
			model.Mark{Cell: free[len(free)/2+i], Kind: model.MarkLabel, Text: text})
	}
	n := len(free)
	for i := range 5 {
		d.Lines = append(d.Lines, model.Line{From: taken[2+3*i], To: free[n/7*i], Arrow: i != 1}, model.Line{From: taken[3+i], To: taken[11-i], Arrow: i%2 == 0})
	}
	d.MoveGlyph = model.GlyphVeryBad
	return d
}

// hexagons returns a diagram of a hexagonal board that uses every feature.
func hexagons(t testing.TB) *diagram.Diagram {
	t.Helper()
	d := everything(t, rulestest.Hexagons(11), "f6 g5 e7 h4 d8 e8 c9 i3 b10 d9", "b2 d2 f6 g5 i8 h10 k11 c4")
	for _, label := range strings.Fields("g8 h8 i8 g9 h9 f10 j5") {
		d.Area = append(d.Area, d.Rules.Board().Find(label))
	}
	return d
}

const (
	tttWin     = "a1 b1 b2 c1 c3"
	gomokuWin  = "h8 h7 i9 i7 g7 j10 f6 e5 i8 f7 k11 j9 j8 g8 l12 h9 k8 f10 m8 g9 l8"
	connectWin = "a a d c a d c d c g e d b e g c a a c f"
	othelloMid = "f5 d6 c3 d3 c4 f4 c5 b3 c2 e3 d2 c6 b4 b5 f2 e2 a3 d1 c1 a4"
)

// scenes returns the drawings that are compared with files.
func scenes(t testing.TB) []scene {
	t.Helper()
	var all []scene
	add := func(name string, d *diagram.Diagram, theme diagram.Theme) {
		d.Theme = theme
		all = append(all, scene{name, d})
	}
	themes := []struct {
		name string
		diagram.Theme
	}{{"light", diagram.Light}, {"dark", diagram.Dark}, {"print", diagram.Print}}
	for _, th := range themes {
		add("marks-"+th.name, played(t, build(t, &line.Game, "tictactoe", nil), tttWin), th.Theme)
		gomoku := build(t, &line.Game, "gomoku", nil)
		add("stones-"+th.name, everything(t, gomoku, gomokuWin, "b2 d2 h8 h7 n14 l12 o15 c13"), th.Theme)
		add("discs-"+th.name, everything(t, build(t, &othello.Game, "othello", nil), othelloMid, "h8 d4 c3 g2 a8 e4 h1 b2"), th.Theme)
		add("tokens-"+th.name, played(t, build(t, &line.Game, "connect4", nil), connectWin), th.Theme)
		add("seeds-"+th.name, everything(t, build(t, &awale.Game, "awale", nil), "A a B b", "C c D a"), th.Theme)
	}
	gomokuRules := build(t, &line.Game, "gomoku", nil)
	many := build(t, &line.Game, "morpion", rules.Params{"rows": "6", "cols": "6", "k": "4", "players": "26"})
	add("letters-light", everything(t, many, "a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5", "a1 b2 c5 d5 e5 f5 a6 b6"), diagram.Light)
	for _, w := range []string{"cylinder", "torus", "mobius", "sphere"} {
		over := rules.Params{"rows": "6", "cols": "8", "k": "3", "topology": w}
		add("seams-"+w+"-marks", diagram.New(build(t, &line.Game, "morpion", over), nil), diagram.Light)
		over = rules.Params{"rows": "13", "cols": "14", "k": "5", "topology": w}
		add("seams-"+w+"-stones", diagram.New(build(t, &line.Game, "morpion", over), nil), diagram.Light)
	}
	numbered := played(t, build(t, &line.Game, "infinite", nil), "ae31 ad30 af30 ag29 ad32")
	numbered.Numbers = map[rules.Cell]int{}
	for c := range numbered.Rules.Board().Cells {
		if c := rules.Cell(c); numbered.Position.At(c).Owner != rules.NoPlayer {
			numbered.Numbers[c] = len(numbered.Numbers)*37 + 1
		}
	}
	add("numbers-endless", numbered, diagram.Light)
	for _, th := range themes {
		add("notes-"+th.name, annotated(t, build(t, &line.Game, "gomoku", nil)), th.Theme)
		add("values-"+th.name, valued(played(t, build(t, &line.Game, "gomoku", nil), "h8 i9 g7")), th.Theme)
		add("values-discs-"+th.name, valued(played(t, build(t, &othello.Game, "othello", nil), "d3 c3")), th.Theme)
		add("notes-discs-"+th.name, annotated(t, build(t, &othello.Game, "othello", nil)), th.Theme)
	}
	pits := played(t, build(t, &awale.Game, "awale", nil), "A a B b")
	for i, text := range []string{"best", "WWWWW", "1"} {
		pits.Marks = append(pits.Marks, model.Mark{Cell: rules.Cell(3 * i), Kind: model.MarkLabel, Text: text})
	}
	add("notes-seeds", pits, diagram.Light)
	add("values-seeds", valued(played(t, build(t, &awale.Game, "awale", nil), "A a B b")), diagram.Light)
	crosses := played(t, build(t, &line.Game, "tictactoe", nil), "b2 a1 c1")
	crosses.Marks = []model.Mark{{Cell: 0, Kind: model.MarkLabel, Text: "later"}, {Cell: 1, Kind: model.MarkLabel, Text: "WWWWW"}, {Cell: 4, Kind: model.MarkCircle}}
	crosses.Lines = []model.Line{{From: 0, To: 8, Arrow: true}, {From: 2, To: 3}}
	crosses.MoveGlyph = model.GlyphGood
	add("notes-marks", crosses, diagram.Dark)
	chosen := played(t, build(t, &line.Game, "gomoku", rules.Params{"rows": "13", "cols": "13"}), "b2 c3 d4 e5")
	chosen.Seats = []diagram.Seat{{Name: "Ada", Symbol: "nought"}, {Name: "Bo", Symbol: "Zé", Color: draw.RGB(0xe6c081)}}
	chosen.Squares = true
	add("chosen-symbols", chosen, diagram.Light)
	for _, th := range themes {
		add("hexagons-"+th.name, hexagons(t), th.Theme)
		add("hexagons-empty-"+th.name, diagram.New(rulestest.Hexagons(11), nil), th.Theme)
	}
	won := played(t, rulestest.Hexagons(5), "c1 b2 c2 b3 c3 d2 b4 c4 a5 d4")
	for _, label := range strings.Fields("c1 c2 c3 b4 a5") {
		won.Win = append(won.Win, won.Rules.Board().Find(label))
	}
	add("hexagons-won", won, diagram.Dark)
	crossings := played(t, rulestest.Hexagons(5), "c1 b2 c2 b3")
	crossings.Rules.Board().Style = rules.Crossings
	add("hexagons-crossings", crossings, diagram.Light)
	squares := build(t, &line.Game, "morpion", rules.Params{"rows": "4", "cols": "5", "k": "3"})
	squares.Board().Sides = []rules.Side{{Owner: 0, Cells: []rules.Cell{0, 1, 2, 3, 4}}, {Owner: 1, Cells: []rules.Cell{4, 9, 14, 19}}}
	add("squares-sides", played(t, squares, "b2 c3"), diagram.Light)
	tiny := played(t, rulestest.Hexagons(4), "b2 c2 d2 b3")
	tiny.Numbers = map[rules.Cell]int{tiny.Rules.Board().Find("b2"): 1, tiny.Rules.Board().Find("c2"): 28, tiny.Last: 104, tiny.Rules.Board().Find("a1"): 7}
	add("hexagons-numbers", tiny, diagram.Print)
	for _, th := range themes {
		for _, x := range []struct {
			name, moves, overlays string
			rules                 rules.Rules
		}{
			{"stones", "h8 h9 i8 g8 j9 j10 i9 i7 g9 f9 i10 i11 k7 g11 h7", "threats", gomokuRules},
			{"pairs", "g7 h8 i9 h7 h6 i8 j9 h9 g8 f7 g6 e7", "threats", build(t, &line.Game, "pente", rules.Params{"rows": "13", "cols": "13"})},
			{"marks", "b2 a1 c1", "threats legal", build(t, &line.Game, "tictactoe", nil)},
			{"tokens", "d d c c e c c e", "threats", build(t, &line.Game, "connect4", nil)},
			{"discs", othelloMid, "mobility stable flips", build(t, &othello.Game, "othello", nil)},
			{"turned", othelloMid, "flips=b2", build(t, &othello.Game, "othello", nil)},
			{"seeds", "C a F b A c", "uncovered threatened ends legal", build(t, &awale.Game, "awale", nil)},
			{"sown", "C a F b A c", "ends=F", build(t, &awale.Game, "awale", nil)},
		} {
			add("overlay-"+x.name+"-"+th.name, overlaid(t, x.rules, x.moves, x.overlays), th.Theme)
		}
	}
	for _, w := range []string{"cylinder", "torus", "mobius", "sphere"} {
		over := rules.Params{"rows": "8", "cols": "8", "k": "5", "topology": w}
		d := played(t, build(t, &line.Game, "morpion", over), "a1 b2 h8 a8 h1 c1 d8 h3 a6")
		d.Beyond = 2
		add("beyond-"+w+"-marks", d, diagram.Print)
		over = rules.Params{"rows": "13", "cols": "14", "topology": w}
		d = played(t, build(t, &line.Game, "gomoku", over), "a1 b2 m13 a13 m1 c1 d13 m3 a6")
		d.Beyond = 2
		add("beyond-"+w+"-stones", d, diagram.Print)
	}
	seeds := build(t, &awale.Game, "awale", nil)
	const before, pit = "C a F b A c D b E", "f"
	d := played(t, seeds, before+" "+pit)
	p, _ := play(t, seeds, before)
	from := seeds.Board().Find(pit)
	d.Sown = &diagram.Sowing{From: from, Trail: p.(rules.Tracer).Trace(rules.Take(from))}
	add("sown-print", d, diagram.Print)
	tiny = hexagons(t)
	tiny.Rules, tiny.Position = rulestest.Hexagons(19), nil
	add("hexagons-many", tiny, diagram.Light)
	return all
}

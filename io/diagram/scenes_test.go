package diagram_test

import (
	"strings"
	"testing"

	"boardstudio/io/diagram"
	"boardstudio/io/draw"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/rules/line"
	"boardstudio/rules/othello"
)

// build returns rules, or ends the test.
func build(t testing.TB, g *rules.Game, preset string, over rules.Params) rules.Rules {
	t.Helper()
	r, err := g.Build(preset, over)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// play returns the position after the moves, and where the last was played.
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

// played returns a diagram of the position after the moves, its result shown.
func played(t testing.TB, r rules.Rules, moves string) *diagram.Diagram {
	t.Helper()
	p, last := play(t, r, moves)
	d := diagram.New(r, p)
	d.Last, d.Win = last, p.Result().Cells
	return d
}

// scene is a drawing with a name.
type scene struct {
	name string
	*diagram.Diagram
}

// everything returns a diagram that shows all there is to show on cells found by label.
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

const (
	tttWin     = "a1 b1 b2 c1 c3"
	gomokuWin  = "h8 h7 i9 i7 g7 j10 f6 e5 i8 f7 k11 j9 j8 g8 l12 h9 k8 f10 m8 g9 l8"
	connectWin = "a a d c a d c d c g e d b e g c a a c f"
	othelloMid = "f5 d6 c3 d3 c4 f4 c5 b3 c2 e3 d2 c6 b4 b5 f2 e2 a3 d1 c1 a4"
)

// scenes are the drawings that are kept as files.
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
	chosen := played(t, build(t, &line.Game, "gomoku", rules.Params{"rows": "13", "cols": "13"}), "b2 c3 d4 e5")
	chosen.Seats = []diagram.Seat{{Name: "Ada", Symbol: "nought"}, {Name: "Bo", Symbol: "Zé", Color: draw.RGB(0xe6c081)}}
	chosen.Squares = true
	add("chosen-symbols", chosen, diagram.Light)
	return all
}

package sgf

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/rules"
)

// specs are games of all families, with and without a number in the standard.
var specs = []rules.Spec{
	{Game: "line", Params: rules.Params{"rows": "15", "cols": "15", "k": "5"}},
	{Game: "line", Params: rules.Params{"rows": "15", "cols": "15", "k": "5", "foul": "renju", "centreFirst": "on"}},
	{Game: "line", Params: rules.Params{"rows": "19", "cols": "19", "k": "5", "overline": "ignored"}},
	{Game: "line", Params: rules.Params{"rows": "3", "cols": "3", "k": "3"}},
	{Game: "line", Params: rules.Params{"rows": "10", "cols": "7", "k": "4"}},
	{Game: "line", Params: rules.Params{"rows": "19", "cols": "19", "k": "5", "captures": "5"}},
	{Game: "line", Params: rules.Params{"rows": "6", "cols": "7", "k": "4", "drop": "on"}},
	{Game: "line", Params: rules.Params{"rows": "12", "cols": "40", "k": "4", "players": "3", "topology": "torus"}},
	{Game: "line", Params: rules.Params{"rows": "64", "cols": "64", "k": "5", "players": "26"}},
	{Game: "othello"},
	{Game: "othello", Params: rules.Params{"size": "6", "goal": "fewest"}},
	{Game: "awale"},
	{Game: "hex"},
	{Game: "hex", Params: rules.Params{"size": "7", "swap": "off"}},
}

// scraps are parts of random texts, including everything with a special meaning in the format.
var scraps = []string{" ", "\n", "a", "Ada", "é", "中文", "😀", "]", "[", "\\", ":", ";", "(", ")", "\\\\", "\\]", "aa", "aa:bb", "0", "B+", "1-0", "33-31"}

func randomText(rng *rand.Rand) string {
	var b strings.Builder
	for range 1 + rng.IntN(4) {
		b.WriteString(scraps[rng.IntN(len(scraps))])
	}
	return b.String()
}

// line1 returns a random text of one line.
func line1(rng *rand.Rand) string { return strings.ReplaceAll(randomText(rng), "\n", " ") }

// randomDocument returns a document with n nodes that uses everything the format can store.
func randomDocument(t testing.TB, rng *rand.Rand, n int) *model.Document {
	t.Helper()
	r, err := opts().Games.FromSpec(specs[rng.IntN(len(specs))])
	if err != nil {
		t.Fatal(err)
	}
	d := model.NewDocument(r)
	for i := range d.Players {
		if rng.IntN(2) == 0 {
			d.Players[i] = model.Player{Name: randomText(rng), Kind: []string{model.Human, "computer", randomText(rng)}[rng.IntN(3)], Level: rng.IntN(6), Symbol: []string{"", "cross", "é"}[rng.IntN(3)], Score: rng.IntN(3)}
		}
	}
	for range rng.IntN(8) {
		key := infoProps[rng.IntN(len(infoProps))].key
		if rng.IntN(4) == 0 {
			key = randomText(rng)
		}
		d.Info[key] = [...]string{randomText(rng), "renju", "RIF", "freestyle", "5m", "5m+3s", "1h30m", "5400s", "-3s"}[rng.IntN(9)]
	}
	if rng.IntN(2) == 0 {
		d.Foreign = append(d.Foreign, codec.NewForeign(name, "ST", "2"), codec.NewForeign(name, "AP", `x\]y:1`))
	}
	tree := d.Tree
	if rng.IntN(3) == 0 {
		p := r.Start()
		for range rng.IntN(6) {
			p = step(rng, p)
		}
		if tree.SetStart(p.String()) != nil {
			t.Fatal(p.String())
		}
	}
	nodes := []*model.Node{tree.Root()}
	for range n {
		at := nodes[rng.IntN(len(nodes))]
		if rng.IntN(3) > 0 {
			at = nodes[len(nodes)-1]
		}
		p, err := tree.Position(at)
		moves := []rules.Move{}
		if err == nil {
			for m := range p.Moves() {
				moves = append(moves, m)
			}
		}
		switch k := rng.IntN(20); {
		case k == 0:
			at = tree.AddRaw(at, "?"+line1(rng))
		case k == 1 && err == nil:
			at = tree.AddSetup(at, p.String())
		case k == 2:
			q := r.Start()
			for range rng.IntN(9) {
				q = step(rng, q)
			}
			at = tree.AddSetup(at, q.String())
		case k == 3:
			at = tree.AddSetup(at, randomText(rng))
		case k == 4:
			at = tree.Add(at, rules.Resign)
		case k == 5:
			at = tree.Add(at, rules.Timeout)
		case k == 6:
			at = tree.Add(at, mustMove(r, r.Board().Cells[rng.IntN(len(r.Board().Cells))].Label))
		case len(moves) > 0:
			at = tree.Add(at, moves[rng.IntN(len(moves))])
		default:
			continue
		}
		nodes = append(nodes, at)
	}
	for _, n := range nodes {
		if rng.IntN(2) == 0 {
			tree.Annotate(n, randomNote(rng, r))
		}
	}
	return d
}

func mustMove(r rules.Rules, label string) rules.Move {
	m, err := r.ParseMove(label)
	if err != nil {
		panic(err)
	}
	return m
}

func step(rng *rand.Rand, p rules.Position) rules.Position {
	var moves []rules.Move
	for m := range p.Moves() {
		moves = append(moves, m)
	}
	if len(moves) == 0 {
		return p
	}
	q, err := p.Play(moves[rng.IntN(len(moves))])
	if err != nil {
		return p
	}
	return q
}

func randomNote(rng *rand.Rand, r rules.Rules) (a model.Annotation) {
	some := func() bool { return rng.IntN(5) == 0 }
	cell := func() rules.Cell { return rules.Cell(rng.IntN(len(r.Board().Cells))) }
	if some() {
		a.Comment = randomText(rng)
	}
	if some() {
		a.Name = line1(rng)
	}
	if some() {
		a.Color = "#a0B1c2"
	}
	if some() {
		for _, m := range marks {
			for range rng.IntN(3) {
				x := model.Mark{Cell: cell(), Kind: m.kind}
				if m.kind == model.MarkLabel {
					x.Text = [...]string{"a", "1:2", "\\]", " é ", "12345"}[rng.IntN(5)]
				}
				a.Marks = append(a.Marks, x)
			}
		}
	}
	if some() {
		for i := range 4 {
			if l := (model.Line{From: cell(), To: cell(), Arrow: i > 1}); l.From != l.To {
				a.Lines = append(a.Lines, l)
			}
		}
	}
	if some() {
		for range 1 + rng.IntN(3) {
			a.Glyphs = append(a.Glyphs, [...]model.Glyph{"!!", "!", "!?", "?!", "?", "??", "=", "~", "A+", "A++", "A+++", "B+", "B+++"}[rng.IntN(13)])
		}
	}
	if some() {
		a.Used = time.Duration(rng.Int64N(int64(10 * time.Minute)))
	}
	if some() {
		a.Number = int32(1 + rng.IntN(300))
	}
	a.Bookmark = some()
	if some() {
		for range 1 + rng.IntN(2) {
			v := model.Eval{Engine: randomText(rng), Score: rng.NormFloat64(), Proved: some(), AtMost: some(), Plies: rng.IntN(3), Depth: rng.IntN(3), Nodes: rng.Uint64N(3)}
			if some() {
				v.Version, v.Shares = randomText(rng), []float64{0.25, 1e-9, math.Inf(1)}
			}
			for range rng.IntN(3) {
				v.PV = append(v.PV, mustMove(r, r.Board().Cells[cell()].Label), rules.Resign)
			}
			a.Evals = append(a.Evals, v)
		}
		a.Advice = model.Advice{By: randomText(rng), Move: mustMove(r, r.Board().Cells[cell()].Label)}
	}
	if some() {
		a.Foreign = append(a.Foreign, codec.NewForeign(name, "KO", ""), codec.NewForeign(name, "TB", "aa", "bb:cc"), codec.NewForeign(name, "ZZ", `a\]b`, `\\`))
	}
	return a
}

// TestRandomDocuments checks that random documents survive writing and reading.
func TestRandomDocuments(t *testing.T) {
	for seed := range uint64(3000) {
		same(t, randomDocument(t, rand.New(rand.NewPCG(seed, 3)), 2+int(seed%30)))
	}
}

// TestJoin checks that documents of one game can be written to one file and read individually.
func TestJoin(t *testing.T) {
	var docs []*model.Document
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		docs = append(docs, randomDocument(t, rng, 12))
	}
	var b strings.Builder
	if err := Format.Join(context.Background(), &b, func(yield func(*model.Document, error) bool) {
		for _, d := range docs {
			if !yield(d, nil) {
				return
			}
		}
	}, nil); err != nil {
		t.Fatal(err)
	}
	g, err := Games(context.Background(), []byte(b.String()), opts())
	if err != nil || len(g.Heads) != len(docs) {
		t.Fatalf("%d heads, %v", len(g.Heads), err)
	}
	for i, want := range docs {
		d, err := g.Decode(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		if err := model.Equal(want, d); err != nil {
			t.Error(err)
		}
	}
}

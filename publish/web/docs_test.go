package web_test

import (
	"strings"
	"testing"

	"boardstudio/model"
	"boardstudio/model/trees"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// hostile are texts that would be harmful as markup or script.
var hostile = []string{
	`<script>window.hit = 1</script>`,
	`</script><script>window.hit = 2</script>`,
	`<!-- <script> </script `,
	`<img src=x onerror="window.hit = 3">`,
	`javascript:window.hit=4`,
	`"><svg onload=window.hit=5>`,
	`' onfocus='window.hit=6' autofocus='`,
	"</style></noscript></title><b>bold",
	"\u2028window.hit = 7;\u2029",
	"a\x00b\x1b[31m\xff\xfe\r\nc",
	"${window.hit = 8} `window.hit = 9` {{constructor.constructor('window.hit=10')()}}",
	"**not *closed** `either\n# \n- \n**",
	strings.Repeat("<div>", 500),
	`<meta http-equiv="refresh" content="0;url=http://192.0.2.1/">`,
	`<a href="javascript:window.hit=11">x</a> &lt;script&gt; &#x3c;script&#x3e;`,
}

// build returns an empty document of a game.
func build(t testing.TB, game string, over rules.Params) *model.Document {
	t.Helper()
	r, err := all.Games.Build(game, over)
	if err != nil {
		t.Fatal(err)
	}
	return model.NewDocument(r)
}

// random plays reproducible random moves below n and returns the last node.
func random(t testing.TB, d *model.Document, n *model.Node, moves, seed int) *model.Node {
	t.Helper()
	for i := range moves {
		p, err := d.Tree.Position(n)
		if err != nil {
			t.Fatal(err)
		}
		var legal []rules.Move
		for m := range p.Moves() {
			legal = append(legal, m)
		}
		if len(legal) == 0 {
			break
		}
		n = d.Tree.Add(n, legal[(seed+i*i*31+7*i)%len(legal)])
	}
	return n
}

// annotated returns documents with every kind of board and every kind of annotation.
func annotated(t testing.TB) map[string]*model.Document {
	t.Helper()
	docs := map[string]*model.Document{}
	for name, x := range map[string]struct {
		game string
		over rules.Params
	}{
		"awale": {"awale", nil}, "othello": {"othello", nil}, "hex": {"hex", nil}, "gomoku": {"gomoku", nil}, "pente": {"pente", nil},
		"tictactoe": {"tictactoe", nil}, "connect4": {"connect4", nil}, "endless": {"infinite", nil},
		"torus":       {"morpion", rules.Params{"rows": "8", "cols": "9", "k": "5", "topology": "torus"}},
		"sphere":      {"gomoku", rules.Params{"rows": "9", "cols": "10", "topology": "sphere"}},
		"mobius":      {"morpion", rules.Params{"rows": "7", "cols": "9", "k": "5", "topology": "mobius"}},
		"twenty-six":  {"morpion", rules.Params{"rows": "12", "cols": "12", "k": "4", "players": "26"}},
		"three-discs": {"gomoku", rules.Params{"players": "3"}},
	} {
		d := build(t, x.game, x.over)
		d.Players[0].Name = "Zoë <i>"
		d.Info = map[string]string{model.InfoEvent: "Open & Co", model.InfoDate: "2024", "Free <b>": "tag"}
		end := random(t, d, d.Tree.Root(), 70, 3)
		main := d.Tree.Line(end)
		last := rules.Cell(len(d.Tree.Rules().Board().Cells) - 1)
		k := min(4, len(main)-2)
		d.Tree.Annotate(main[k], model.Annotation{
			Comment: "# A heading\nSome **bold** and *italic* words, `code`.\n- one\n- two\nThe end.",
			Name:    "The turning point", Glyphs: []model.Glyph{model.GlyphInteresting, model.Better(1, 2)}, Bookmark: true,
			Marks: []model.Mark{{Cell: 0, Kind: model.MarkCircle}, {Cell: last, Kind: model.MarkCross}, {Cell: last / 2, Kind: model.MarkLabel, Text: "AB1"}, {Cell: last / 3, Kind: model.MarkTriangle}, {Cell: last / 4, Kind: model.MarkSquare}},
			Lines: []model.Line{{From: 0, To: last, Arrow: true}, {From: last / 2, To: last / 3}, {From: 1, To: 1}},
		})
		for i, v := range []int{1, 2} { // variations and nested variations
			n := random(t, d, main[min(2, len(main)-2)], 3+v, 11+i)
			d.Tree.Annotate(n, model.Annotation{Comment: "Only a try."})
			random(t, d, n.Parent(), 3, 17+i)
		}
		for i, n := range main[1:] {
			pos, err := d.Tree.Position(n)
			if err == nil && pos.Turn() != rules.NoPlayer && i%5 != 4 && i != k-1 {
				v := model.Eval{Engine: "alphabeta", Score: float64(i%7-3) / 3, Depth: 4}
				if pl := d.Tree.Rules().Players(); pl > 2 {
					v.Shares = make([]float64, pl)
					for s := range v.Shares {
						v.Shares[s] = 1 / float64(pl)
					}
				}
				d.Tree.Annotate(n, model.Annotation{Evals: []model.Eval{v}})
			}
		}
		docs[name] = d
	}
	docs["setups"] = setups(t)
	docs["hostile"] = hostileDocument(t)
	docs["bare"] = build(t, "tictactoe", nil)
	return docs
}

// setups returns a document with set-up positions, at the start and later, and with illegal and
// unreadable moves.
func setups(t testing.TB) *model.Document {
	t.Helper()
	d := build(t, "tictactoe", nil)
	r, tree := d.Tree.Rules(), d.Tree
	p, err := r.Start().Play(rules.Place(4))
	if err != nil {
		t.Fatal(err)
	}
	if err := tree.SetStart(p.String()); err != nil {
		t.Fatal(err)
	}
	n := tree.Add(tree.Root(), rules.Place(0))
	bad := tree.Add(n, rules.Place(4)) // occupied
	below := tree.Add(bad, rules.Place(1))
	again := tree.AddSetup(below, p.String())
	tree.Add(again, rules.Place(8))
	raw := tree.AddRaw(n, "<b>what?</b>")
	tree.Add(raw, rules.Place(2))
	n = tree.AddSetup(n, r.Start().String())
	trees.Grow(t, tree, n, "a1 a2 b1 b2 c1")
	return d
}

// hostileDocument returns a document with the hostile texts in every field that takes text.
func hostileDocument(t testing.TB) *model.Document {
	t.Helper()
	d := build(t, "gomoku", nil)
	n := d.Tree.Root()
	d.Info = map[string]string{}
	for i, text := range hostile {
		n = d.Tree.Add(n, rules.Place(rules.Cell(i*7)))
		d.Tree.Annotate(n, model.Annotation{
			Comment: text, Name: text,
			Marks: []model.Mark{{Cell: 3, Kind: model.MarkLabel, Text: string([]rune(text + "     ")[:5])}},
			Evals: []model.Eval{{Engine: text, Version: text, Score: .3}},
		})
		d.Info["tag "+text] = text
	}
	d.Info[model.InfoTitle], d.Info[model.InfoClock] = hostile[1], hostile[3]
	d.Players[0].Name, d.Players[1].Name = hostile[0], hostile[6]
	d.Tree.AddRaw(n, hostile[1])
	return d
}

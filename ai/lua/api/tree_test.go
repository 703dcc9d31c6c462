package api

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"boardstudio/ai"
	"boardstudio/ai/gametest"
	"boardstudio/model"
	"boardstudio/rules"
)

// TestTrees checks that the methods of trees and nodes agree with the document.
func TestTrees(t *testing.T) {
	for code, want := range map[string]string{
		`print(tree, here, tree:count(), tree:root():ply(), here:ply(), here:index(), getmetatable(tree), getmetatable(here))`:                                              "tree\tnode\t6\t0\t3\t1\ttree\tnode",
		`print(here:move(), here:parent():move(), tree:root():move(), tree:root():parent(), here:first())`:                                                                  "c3\ta1\tnil\tnil\tnil",
		`local a1 = here:parent() print(#a1:children(), a1:children()[2]:move(), a1:children()[2]:index(), a1:first() == here)`:                                             "2\tc1\t2\ttrue",
		`local s = "" for n in tree:nodes() do s = s .. (n:move() or "-") .. n:index() .. " " end print(s)`:                                                                 "-1 b21 a11 c31 c12 a22 ",
		`local s = "" for n in tree:nodes(here:parent()) do s = s .. n:move() .. " " end print(s)`:                                                                          "a1 c3 c1 ",
		`local f = tree:nodes(here) print(f() == here, f(), f())`:                                                                                                           "true\tnil\tnil",
		`print(#tree:players(), tree:players()[1].name, tree:players()[2].name == "", tree:players()[1].kind, tree:players()[1].level, tree:players()[1].score)`:            "2\tAda\ttrue\thuman\t0\t0",
		`print(tree:info("date"), tree:info("place"))`:                                                                                                                      "1843\tnil",
		`print(here:comment(), here:name() == "", here:colour() == "", here:bookmarked(), #here:glyphs(), #here:marks(), #here:lines())`:                                    "Well played.\ttrue\ttrue\tfalse\t0\t0\t0",
		`print(here:position():at("c3"), here:position():turn(), tree:root():position() == game:start())`:                                                                   "1\t2\ttrue",
		`local e = here:evaluations() print(#e, e[1].engine, e[1].score, e[1].depth, e[1].nodes, e[1].proved, e[1].plies, e[1].margin, e[1].move, #e[1].line, e[1].shares)`: "1\talphabeta\t-0.25\t4\t0\tfalse\t0\t0\tc1\t1\tnil",
		`local e = engine("alphabeta", here:position(), 50) print(e.score, e.depth, e.nodes, e.move, e.line[1], #e.line)`:                                                   "0.5\t1\t50\tb1\tb1\t1",
		`print(engine("x", here:position(), 1).nodes, engine("x", here:position(), 1000000).nodes, engine(("x"):rep(200), here:position(), 1).nodes)`:                       "1\t1000000\t1",
		`print(here == here, here == here:parent(), here:parent():first() == here)`:                                                                                         "true\tfalse\ttrue",
	} {
		d := commands(t, code, want)
		if len(d.made.Added) != 0 || len(d.made.Edited) != 0 {
			t.Errorf("%s changes %+v", code, d.made)
		}
	}
	for code, want := range map[string]string{
		`tree.count()`:                                    "this is not a tree: a method is called with a colon, as in tree:count()",
		`tree.count(here)`:                                "this is not a tree",
		`here.ply()`:                                      "this is not a node: a method is called with a colon, as in node:ply()",
		`here.ply(tree)`:                                  "this is not a node",
		`here:comment("x")`:                               "node:comment() only reads: to change the node, write tree:comment(node, text)",
		`here:marks("a1")`:                                "to change the node, write tree:mark(node, cell, kind, text)",
		`tree:comment("x", "y")`:                          `"x" is not a node of the tree`,
		`tree:comment(tree, "y")`:                         "(userdata) is not a node of the tree",
		`tree:comment(here, ("x"):rep(65537))`:            "the text has more than 65536 bytes",
		`tree:name(here, ("x"):rep(1025))`:                "the text has more than 1024 bytes",
		`tree:colour(here, ("x"):rep(1025))`:              "the text has more than 1024 bytes",
		`tree:glyph(here, ("x"):rep(1025))`:               "the text has more than 1024 bytes",
		`tree:mark(here, "a1", "label", ("x"):rep(1025))`: "the text has more than 1024 bytes",
		`tree:colour(here, "nonsense")`:                   "test.lua:1: ",
		`tree:add(here, "zz")`:                            `there is no move "zz" in this game`,
		`tree:add(here, "c3")`:                            "test.lua:1: ",
		`tree:mark(here, "z9")`:                           `"z9" is not a cell of the board`,
		`tree:line(here, "a1", "z9")`:                     `"z9" is not a cell of the board`,
		`tree:mark(here, "a1", "star")`:                   "test.lua:1: ",
		`tree:progress("x")`:                              "bad argument #2",
		`engine("x", 5, 1)`:                               "5 is not a position",
		`engine("x", here:position(), 0)`:                 "an engine is asked for 1 to 1000000 nodes",
		`engine("x", here:position(), 1000001)`:           "an engine is asked for 1 to 1000000 nodes",
		`engine("x", here:position(), 0/0)`:               "an engine is asked for 1 to 1000000 nodes",
		`engine(("x"):rep(201), here:position(), 1)`:      "the name of the engine has more than 200 bytes",
		`local p = game:start():play("a1"):play("a2"):play("b1"):play("b2"):play("c1") engine("x", p, 1)`: "the game is over in this position",
	} {
		refuses(t, code, want)
	}
	// A call without arguments only reads, like a method that changes nothing.
	commands(t, `print(here:ply(1), here:comment())`, "3\tWell played.")
}

// TestChanges checks that commands return their changes, and that other copies of the tree accept
// them as edits.
func TestChanges(t *testing.T) {
	for code, want := range map[string]Edited{
		`tree:comment(here, "a\nb\tc\0d")`:                     {Parts: Comment, Annotation: model.Annotation{Comment: "a\nb\tc?d"}},
		`tree:comment(here, ("x"):rep(65536))`:                 {Parts: Comment, Annotation: model.Annotation{Comment: strings.Repeat("x", 65536)}},
		`tree:name(here, ("x"):rep(100))`:                      {Parts: Name, Annotation: model.Annotation{Name: strings.Repeat("x", 100)}},
		`tree:name(here, "Main") tree:colour(here, "#20a0ff")`: {Parts: Name | Color, Annotation: model.Annotation{Name: "Main", Color: "#20a0ff"}},
		`tree:bookmark(here)`:                                  {Parts: Bookmark, Annotation: model.Annotation{Bookmark: true}},
		`tree:bookmark(here, true)`:                            {Parts: Bookmark, Annotation: model.Annotation{Bookmark: true}},
		`tree:bookmark(here) tree:bookmark(here, false)`:       {Parts: Bookmark},
		`tree:mark(here, "a1")`:                                {Parts: Marks, Annotation: model.Annotation{Marks: []model.Mark{{Cell: 0, Kind: model.MarkCircle}}}},
		`tree:mark(here, "a1") tree:mark(here, "a1") tree:mark(here, "a1", "label", "7") tree:mark(here, "b1", "cross")`:        {Parts: Marks, Annotation: model.Annotation{Marks: []model.Mark{{Cell: 0, Kind: model.MarkCircle}, {Cell: 0, Kind: model.MarkLabel, Text: "7"}, {Cell: 1, Kind: model.MarkCross}}}},
		`tree:mark(here, "a1") tree:mark(here, "b1") tree:mark(here, "a1", "cross") tree:mark(here, "a1", "none")`:              {Parts: Marks, Annotation: model.Annotation{Marks: []model.Mark{{Cell: 1, Kind: model.MarkCircle}}}},
		`tree:line(here, "a1", "c3", true) tree:line(here, "a1", "c1") tree:line(here, "b1", "c3") tree:line(here, "a1", "c3")`: {Parts: Lines, Annotation: model.Annotation{Lines: []model.Line{{From: 0, To: 2}, {From: 1, To: 8}, {From: 0, To: 8}}}},
		`tree:line(here, "a1", "c3", true)`:                                    {Parts: Lines, Annotation: model.Annotation{Lines: []model.Line{{From: 0, To: 8, Arrow: true}}}},
		`tree:glyph(here, "!?") tree:glyph(here, "A+") tree:glyph(here, "??")`: {Parts: Glyphs, Annotation: model.Annotation{Glyphs: []model.Glyph{"A+", "??"}}},
		`tree:glyph(here, "!?") tree:glyph(here, "=") tree:glyph(here, "A+")`:  {Parts: Glyphs, Annotation: model.Annotation{Glyphs: []model.Glyph{"!?", "A+"}}},
		`tree:glyph(here, "!?") tree:glyph(here, "")`:                          {Parts: Glyphs},
	} {
		d := commands(t, code, "")
		if want.Parts&Comment == 0 {
			want.Comment = "Well played."
		}
		want.Node = 3
		if len(d.made.Edited) != 1 || len(d.made.Added) != 0 {
			t.Errorf("%s: %+v", code, d.made)
			continue
		}
		got := d.made.Edited[0]
		got.Evals = nil
		slices.Sort(got.Glyphs)
		slices.Sort(want.Glyphs)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s:\n%+v\nwant\n%+v", code, got, want)
		}
		// The edits have the same effect on a second copy of the tree.
		doc, _ := gametest.Tree(t)
		nodes := slices.Collect(doc.Tree.All())
		edits, err := d.made.Edits(nodes)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := doc.Tree.Do("test", edits...); err != nil {
			t.Error(err)
		}
		own := slices.Collect(d.doc.Tree.All())[3]
		for _, n := range []*model.Node{nodes[3], own} {
			if n.Comment() != want.Comment || n.Name() != want.Name || n.Color() != want.Color || n.Bookmarked() != want.Bookmark || len(n.Marks()) != len(want.Marks) || len(n.Lines()) != len(want.Lines) || len(n.Glyphs()) != len(want.Glyphs) {
				t.Errorf("%s: the node is not as it should be", code)
			}
		}
	}
	// The script can read its own changes.
	commands(t, `tree:mark(here, "a1", "label", "7") tree:line(here, "a1", "c3", true) tree:glyph(here, "!?") tree:name(here, "N") tree:colour(here, "#20a0ff") tree:bookmark(here)
local m, l = here:marks()[1], here:lines()[1]
print(m.cell, m.kind, m.text, l.from, l.to, l.arrow, here:glyphs()[1], here:name(), here:colour(), here:bookmarked())`, "a1\tlabel\t7\ta1\tc3\ttrue\t!?\tN\t#20a0ff\ttrue")
	// Added nodes are numbered in order. Existing nodes are not added.
	d := commands(t, `local new = tree:add(here, "b1") local next = tree:add(new, "a2") tree:comment(next, "x") tree:add(here:parent(), "c3")
print(new:move(), new:ply(), tree:count(), next:ply(), tree:add(here, "b1") == new, here:first() == new, #here:children())`, "b1\t4\t8\t5\ttrue\ttrue\t1")
	if len(d.made.Added) != 2 || d.made.Added[0].Parent != 3 || d.made.Added[1].Parent != 6 || len(d.made.Edited) != 1 || d.made.Edited[0].Node != 7 {
		t.Errorf("%+v", d.made)
	}
	doc, _ := gametest.Tree(t)
	nodes := slices.Collect(doc.Tree.All())
	edits, err := d.made.Edits(nodes)
	if err == nil {
		err = doc.Tree.Do("test", edits...)
	}
	if err != nil || doc.Tree.Len() != 8 || len(nodes) != 6 {
		t.Errorf("%d nodes, %v", doc.Tree.Len(), err)
	}
	// The changes of a failed command are ignored.
	doc, here := gametest.Tree(t)
	d = command(doc, here, nil, nil, nil)
	if _, err := d.do(t, `tree:comment(here, "x") error("y")`); err == nil || len(d.made.Edited) != 0 || d.Game.tree != nil {
		t.Errorf("%v, %+v", err, d.made)
	}
}

// TestMisfits checks that changes that do not fit a tree are refused.
func TestMisfits(t *testing.T) {
	doc, _ := gametest.Tree(t)
	nodes := slices.Collect(doc.Tree.All())
	for _, x := range []struct {
		name string
		c    Changes
		fits bool
	}{
		{"nothing", Changes{}, true},
		{"two moves", Changes{Added: []Added{{Parent: 0}, {Parent: 6}}}, true},
		{"move after no node", Changes{Added: []Added{{Parent: -1}}}, false},
		{"move after an unknown node", Changes{Added: []Added{{Parent: 6}}}, false},
		{"move after a later move", Changes{Added: []Added{{Parent: 0}, {Parent: 7}}}, false},
		{"two nodes", Changes{Edited: []Edited{{Node: 0, Parts: AllParts}, {Node: 5, Parts: Name}}}, true},
		{"no part", Changes{Edited: []Edited{{Node: 5}}}, true},
		{"edit of a new move", Changes{Added: []Added{{Parent: 0}}, Edited: []Edited{{Node: 6, Parts: Name}}}, true},
		{"edit of an unknown node", Changes{Edited: []Edited{{Node: 6, Parts: Name}}}, false},
		{"edit of no node", Changes{Edited: []Edited{{Node: -1, Parts: Name}}}, false},
		{"node twice", Changes{Edited: []Edited{{Node: 1, Parts: Name}, {Node: 1, Parts: Comment}}}, false},
		{"wrong order", Changes{Edited: []Edited{{Node: 2, Parts: Name}, {Node: 1, Parts: Comment}}}, false},
		{"too many parts", Changes{Edited: []Edited{{Node: 1, Parts: AllParts + 1}}}, false},
		{"unknown part", Changes{Edited: []Edited{{Node: 1, Parts: Name | 1<<7}}}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			edits, err := x.c.Edits(nodes)
			n := len(x.c.Added)
			for _, e := range x.c.Edited {
				for p := e.Parts; p != 0; p &= p - 1 {
					n++
				}
			}
			if (err == nil) != x.fits || x.fits && len(edits) != n || !x.fits && edits != nil {
				t.Errorf("%+v: %d edits, %v", x.c, len(edits), err)
			}
		})
	}
	// Each part is a separate edit.
	all := Changes{Edited: []Edited{{Node: 1, Parts: AllParts, Annotation: model.Annotation{Comment: "c", Name: "n", Color: "#000000", Bookmark: true}}}}
	edits, _ := all.Edits(nodes)
	kinds := map[string]bool{}
	for _, e := range edits {
		kinds[reflect.TypeOf(e).Name()] = true
	}
	if len(kinds) != 7 {
		t.Errorf("%v", kinds)
	}
}

func TestProse(t *testing.T) {
	for text, want := range map[string]string{"": "", "a\nb\tc": "a\nb\tc", "a\x00\x7f\u0085b": "a???b", "\xff": "?", "é\uFFFEx": "é?x", "\uFFFD": "?", "a\rb": "a?b"} {
		if got := Prose(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// TestMost checks that a command may make MaxChanges changes, with texts of MaxTexts bytes.
func TestMost(t *testing.T) {
	doc, here := gametest.Tree(t)
	d := command(doc, here, nil, nil, nil)
	d.tree.calls = MaxChanges - 1
	if _, err := d.do(t, `tree:comment(here, "x") print(pcall(tree.comment, tree, here, "y")) tree:comment(here, "z")`); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("a command can make at most %d changes", MaxChanges)) || !strings.HasPrefix(d.Remark(), "false") {
		t.Error(err)
	}
	for size, fits := range map[int]bool{100: true, 101: false} {
		doc, here := gametest.Tree(t)
		d := command(doc, here, nil, nil, nil)
		d.tree.bytes = MaxTexts - 100
		_, err := d.do(t, fmt.Sprintf(`tree:comment(here, ("x"):rep(%d))`, size))
		if (err == nil) != fits || err != nil && !strings.Contains(err.Error(), "a command can write at most 16 MB of text") {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	// Edits are not kept for undo.
	doc, here = gametest.Tree(t)
	d = command(doc, here, nil, nil, nil)
	if _, err := d.do(t, `for i = 1, 256 do tree:comment(here, "x" .. i) end`); err != nil || doc.Tree.UndoLabel() != "" {
		t.Errorf("%v, undo %q", err, doc.Tree.UndoLabel())
	}
	// The cleaned text is measured again. It does not grow, since an invalid byte becomes one
	// character.
	if _, err := d.do(t, `tree:comment(here, ("\255"):rep(65536))`); err != nil {
		t.Error(err)
	}
}

// TestTreeOutsideItsCall checks that a tree can only be used in its own call.
func TestTreeOutsideItsCall(t *testing.T) {
	doc, here := gametest.Tree(t)
	d := command(doc, here, nil, gametest.First, nil)
	if _, err := d.do(t, `kept, node, next, ask = tree, here, tree:nodes(), engine`); err != nil {
		t.Fatal(err)
	}
	other, _ := gametest.Tree(t)
	again := &commandCall{Game: d.Game, doc: other, tree: d.NewTree(other, nil, nil, nil)}
	for _, code := range []string{`kept:count()`, `node:ply()`, `next()`, `tree:comment(node, "x")`} {
		if _, err := again.do(t, code); err == nil || !strings.Contains(err.Error(), "this belongs to the tree of another call") {
			t.Errorf("%s: %v", code, err)
		}
	}
	if got, err := again.do(t, `print(engine, here:ply(), tree:count())`); err != nil || got != "nil\t0\t6" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := d.run(t, doc.Tree.Rules().Start(), `ask("x", pos, 1)`); err == nil || !strings.Contains(err.Error(), "only commands can ask an engine") {
		t.Error(err)
	}
	// A command begins at an existing node.
	for at, want := range map[int]string{-5: "0", 0: "0", 5: "2", 6: "2", 100: "2"} {
		doc, _ := gametest.Tree(t)
		if got, err := command(doc, at, nil, nil, nil).do(t, `print(here:ply())`); err != nil || got != want {
			t.Errorf("at %d: ply %s, %v", at, got, err)
		}
	}
}

// TestProgress checks that progress never decreases, and that a loop over all nodes reports it.
func TestProgress(t *testing.T) {
	doc, here := gametest.Tree(t)
	var reported []int
	d := command(doc, here, nil, nil, func(n int) { reported = append(reported, n) })
	if _, err := d.do(t, `tree:progress(0) tree:progress(0.25) tree:progress(0.1) tree:progress(0.25) tree:progress(2) tree:progress(-1) tree:progress(1)`); err != nil || !slices.Equal(reported, []int{250, 1000}) {
		t.Errorf("%v, %v", reported, err)
	}
	r := gametest.Build(t, "gomoku", nil)
	long := model.NewDocument(r)
	for mv := range r.Start().Moves() {
		n := long.Tree.Add(long.Tree.Root(), mv)
		for next := range r.Start().Moves() {
			if next != mv {
				long.Tree.Add(n, next)
				break
			}
		}
	}
	reported = nil
	d = command(long, 0, nil, nil, func(n int) { reported = append(reported, n) })
	if _, err := d.do(t, `for n in tree:nodes() do end for n in tree:nodes(here:first()) do end`); err != nil || !slices.Equal(reported, []int{256 * 1000 / 451}) {
		t.Errorf("%v, %v", reported, err)
	}
	d = command(long, 0, nil, nil, nil)
	if _, err := d.do(t, `tree:progress(0.5)`); err != nil || d.tree.done != 0 {
		t.Errorf("%v, %d", err, d.tree.done)
	}
}

// TestEvaluations checks that scripts see evaluations as stored in the file, with winning shares if
// the engine's unit is known.
func TestEvaluations(t *testing.T) {
	doc, here := gametest.Tree(t)
	r := doc.Tree.Rules()
	n := slices.Collect(doc.Tree.All())[here]
	doc.Tree.Annotate(n, model.Annotation{Evals: []model.Eval{
		{Engine: "a", Score: 0.5, Depth: 3, Nodes: 7, PV: []rules.Move{rules.Place(1), rules.Place(99), rules.Place(2)}},
		{Engine: "b", Score: 1, Proved: true, Plies: 5, Margin: 2},
		{Engine: "c", Score: 0, PV: []rules.Move{rules.Pass, {From: 99, To: 1}}},
	}})
	d := command(doc, here, map[string]float64{"a": 1, "b": 1}, nil, nil)
	got, err := d.do(t, `for _, e in ipairs(here:evaluations()) do print(e.engine, e.score, e.depth, e.nodes, e.proved, e.plies, e.margin, #e.line, e.move, e.shares and #e.shares, e.shares and e.shares[1] + e.shares[2], e.shares and e.shares[2] > e.shares[1]) end`)
	want := "a\t0.5\t3\t7\tfalse\t0\t0\t1\tb1\t2\t1\ttrue\nb\t1\t0\t0\ttrue\t5\t2\t0\tnil\t2\t1\ttrue\nc\t0\t0\t0\tfalse\t0\t0\t1\t" + r.FormatMove(rules.Pass) + "\tnil\tnil\tnil"
	if err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	// After the end of the game there are no expected shares.
	over := model.NewDocument(r)
	at := over.Tree.Root()
	for _, s := range []string{"a1", "a2", "b1", "b2", "c1"} {
		mv, _ := r.ParseMove(s)
		at = over.Tree.Add(at, mv)
	}
	over.Tree.Annotate(at, model.Annotation{Evals: []model.Eval{{Engine: "a", Score: 1}}})
	if got, err := command(over, 5, map[string]float64{"a": 1}, nil, nil).do(t, `print(here:evaluations()[1].shares)`); err != nil || got != "nil" {
		t.Errorf("%q, %v", got, err)
	}
	// Names of engines, and their scores, are cleaned.
	for value, want := range map[float64]string{math.NaN(): "0", math.Inf(1): "0", 0.25: "0.25"} {
		doc, here := gametest.Tree(t)
		asked := ""
		d := command(doc, here, nil, func(name string, _ rules.Position, nodes uint64) (ai.Info, error) {
			asked = fmt.Sprint(name, " ", nodes)
			return ai.Info{Best: ai.Line{Score: ai.Score{Value: value}}}, nil
		}, nil)
		if got, err := d.do(t, `print(engine("a\0b", here:position(), 7.9).score)`); err != nil || got != want || asked != "a?b 7" {
			t.Errorf("%q, %v, asked %s", got, err, asked)
		}
	}
	d = command(doc, here, nil, func(string, rules.Position, uint64) (ai.Info, error) { return ai.Info{}, errors.New("no such engine") }, nil)
	if _, err := d.do(t, `engine("a", here:position(), 1)`); err == nil || !strings.Contains(err.Error(), "test.lua:1: no such engine") {
		t.Error(err)
	}
}

// TestStrangeNodes checks nodes that the rules do not allow: they have a move if it is on the
// board, but no position. A mark outside the board has no cell.
func TestStrangeNodes(t *testing.T) {
	doc, _ := gametest.Tree(t)
	r := doc.Tree.Rules()
	root := doc.Tree.Root()
	for _, mv := range []rules.Move{rules.Place(99), {From: 99, To: 1}, rules.Pass} {
		doc.Tree.Add(root, mv)
	}
	b2, _ := root.First().Move()
	doc.Tree.Add(root.First(), b2)
	doc.Tree.Annotate(root, model.Annotation{Marks: []model.Mark{{Cell: 50, Kind: model.MarkCross}}, Lines: []model.Line{{From: 0, To: 50}}})
	d := command(doc, 0, nil, nil, nil)
	got, err := d.do(t, `local c = here:children()
print(c[2]:move(), c[3]:move(), c[4]:move(), here:marks()[1].cell, here:lines()[1].from, here:lines()[1].to)
local last = c[1]:children()[3]
local p, why = last:position()
print(last:move(), p, type(why), #why > 0, #why <= 301)`)
	if want := "nil\tnil\t" + r.FormatMove(rules.Pass) + "\tnil\ta1\tnil\nb2\tnil\tstring\ttrue\ttrue"; err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
}

// TestTreeCosts checks the costs of changes and walks.
func TestTreeCosts(t *testing.T) {
	steps := func(code string) int {
		doc, here := gametest.Tree(t)
		d := command(doc, here, nil, gametest.First, nil)
		if _, err := d.do(t, `text = ("x"):rep(640) local a1 = here:parent() tree:mark(here, "a1") tree:mark(here, "b1") tree:line(here, "a1", "b1") `+code); err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		return int(d.Budget.Steps)
	}
	// Seven of each, in all.
	const (
		lines = `for _, c in ipairs{"a2", "a3", "b2", "b3", "c1", "c2"} do tree:line(here, "a1", c) end `
		marks = `for _, c in ipairs{"a2", "a3", "b3", "c1", "c2"} do tree:mark(here, c) end `
	)
	for _, x := range []struct {
		code, base string
		want       int
	}{
		{`tree:comment(here, text)`, `tree:info("a", text)`, 16 + 10},
		{`tree:comment(here, "a")`, `tree:info("a", "b")`, 16},
		{`tree:bookmark(here)`, `tree:info("a")`, 16},
		{`tree:mark(here, "c1")`, `tree:info("a", "b")`, 16},
		{`tree:add(here, "b1")`, `tree:info("a", "b")`, 16 + 9},
		{lines + `tree:line(here, "b2", "c3", true)`, lines + `tree:info("a", "b", "c", "d")`, 16 + 8*8/64},
		{marks + `tree:mark(here, "b2")`, marks + `tree:info("a", "b")`, 16 + 16*8/64},
		{`a1:children()`, `a1:comment()`, 2},
		{`here:marks()`, `here:comment()`, 2},
		{`here:lines()`, `here:comment()`, 1},
		{`here:position()`, `here:comment()`, 9},
		{`tree:nodes()`, `tree:count()`, 6},
		{`tree:nodes(a1)`, `tree:info("a")`, 3},
		{`tree:nodes()()`, `tree:nodes()`, 1 + 1},
		{`here:evaluations()`, `here:comment()`, 1},
	} {
		if got := steps(x.code) - steps(x.base); got != x.want {
			t.Errorf("%s costs %d more than %s, want %d", x.code, got, x.base, x.want)
		}
	}
}

package model

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// sample is a document with nodes of every kind:
//
//	root - a - b - c            main line, cells 0 0 1
//	     |   \ d                cell 3
//	     |   \ set-up "7" - e   cell 0
//	     \ raw - f              cell 0, which would be illegal
//	     \ g                    cell 1
type sample struct {
	doc                             *Document
	tree                            *Tree
	root, a, b, c, d, s, e, r, f, g *Node
}

func newSample() *sample {
	doc := NewDocument(newFake())
	t := doc.Tree
	x := &sample{doc: doc, tree: t, root: t.Root()}
	x.a = t.Add(x.root, play(0))
	x.b = t.Add(x.a, play(0))
	x.c = t.Add(x.b, play(1))
	x.d = t.Add(x.a, play(3))
	x.s = t.AddSetup(x.a, "7")
	x.e = t.Add(x.s, play(0))
	x.r = t.AddRaw(x.root, "zz9")
	x.f = t.Add(x.r, play(0))
	x.g = t.Add(x.root, play(1))
	return x
}

// shape returns the tree as nested text, with the node names of sample.
func (x *sample) shape(names map[*Node]string) string {
	for n, name := range map[*Node]string{
		x.root: "root", x.a: "a", x.b: "b", x.c: "c", x.d: "d", x.s: "s", x.e: "e", x.r: "r", x.f: "f", x.g: "g",
	} {
		names[n] = name
	}
	var write func(*Node) string
	write = func(n *Node) string {
		text := names[n]
		if n.First() != nil {
			var parts []string
			for c := range n.Children() {
				parts = append(parts, write(c))
			}
			text += "(" + strings.Join(parts, " ") + ")"
		}
		return text
	}
	return write(x.root)
}

const sampleShape = "root(a(b(c) d s(e)) r(f) g)"

func TestStructuralEdits(t *testing.T) {
	tests := []struct {
		name  string
		edits func(x *sample, n *Node) []Edit // n is a new move to cell 6
		want  string
	}{
		{"append", func(x *sample, n *Node) []Edit { return []Edit{Insert{x.a, -1, n}} }, "root(a(b(c) d s(e) n) r(f) g)"},
		{"append by number", func(x *sample, n *Node) []Edit { return []Edit{Insert{x.a, 3, n}} }, "root(a(b(c) d s(e) n) r(f) g)"},
		{"first child", func(x *sample, n *Node) []Edit { return []Edit{Insert{x.a, 0, n}} }, "root(a(n b(c) d s(e)) r(f) g)"},
		{"between", func(x *sample, n *Node) []Edit { return []Edit{Insert{x.a, 2, n}} }, "root(a(b(c) d n s(e)) r(f) g)"},
		{"below a leaf", func(x *sample, n *Node) []Edit { return []Edit{Insert{x.c, 0, n}} }, "root(a(b(c(n)) d s(e)) r(f) g)"},
		{"below what does not play", func(x *sample, n *Node) []Edit { return []Edit{Insert{x.f, -1, n}} }, "root(a(b(c) d s(e)) r(f(n)) g)"},
		{"a line", func(x *sample, n *Node) []Edit {
			m := NewNode(play(1))
			return []Edit{Insert{x.c, -1, n}, Insert{n, -1, m}, Remove{m}, SetComment{n, "new"}}
		}, "root(a(b(c(n)) d s(e)) r(f) g)"},
		{"remove the first", func(x *sample, _ *Node) []Edit { return []Edit{Remove{x.b}} }, "root(a(d s(e)) r(f) g)"},
		{"remove between", func(x *sample, _ *Node) []Edit { return []Edit{Remove{x.d}} }, "root(a(b(c) s(e)) r(f) g)"},
		{"remove the last", func(x *sample, _ *Node) []Edit { return []Edit{Remove{x.s}} }, "root(a(b(c) d) r(f) g)"},
		{"remove the only", func(x *sample, _ *Node) []Edit { return []Edit{Remove{x.c}} }, "root(a(b d s(e)) r(f) g)"},
		{"remove all", func(x *sample, _ *Node) []Edit { return []Edit{Remove{x.r}, Remove{x.a}, Remove{x.g}} }, "root"},
		{"move a branch", func(x *sample, _ *Node) []Edit { return []Edit{Remove{x.d}, Insert{x.c, -1, x.d}} }, "root(a(b(c(d)) s(e)) r(f) g)"},
		{"move what cannot be read", func(x *sample, _ *Node) []Edit { return []Edit{Remove{x.r}, Insert{x.c, -1, x.r}} }, "root(a(b(c(r(f))) d s(e)) g)"},
		{"last to front", func(x *sample, _ *Node) []Edit { return []Edit{Reorder{x.s, 0}} }, "root(a(s(e) b(c) d) r(f) g)"},
		{"first to end", func(x *sample, _ *Node) []Edit { return []Edit{Reorder{x.b, -1}} }, "root(a(d s(e) b(c)) r(f) g)"},
		{"first one down", func(x *sample, _ *Node) []Edit { return []Edit{Reorder{x.b, 1}} }, "root(a(d b(c) s(e)) r(f) g)"},
		{"last one up", func(x *sample, _ *Node) []Edit { return []Edit{Reorder{x.s, 1}} }, "root(a(b(c) s(e) d) r(f) g)"},
		{"main line", func(x *sample, _ *Node) []Edit { return MakeMain(x.e) }, "root(a(s(e) b(c) d) r(f) g)"},
		{"main line from below", func(x *sample, _ *Node) []Edit { return MakeMain(x.f) }, "root(r(f) a(b(c) d s(e)) g)"},
		{"main line already", func(x *sample, _ *Node) []Edit { return MakeMain(x.c) }, sampleShape},
		{"same place", func(x *sample, _ *Node) []Edit { return []Edit{Reorder{x.d, 1}, Reorder{x.s, -1}} }, sampleShape},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := newSample()
			n := NewNode(play(6))
			round(t, x, func() {
				if got := x.shape(map[*Node]string{n: "n"}); got != tt.want {
					t.Errorf("got  %s\nwant %s", got, tt.want)
				}
			}, tt.edits(x, n)...)
		})
	}
}

// round applies, undoes and redoes the edits, and compares every state on the way.
func round(t *testing.T, x *sample, want func(), edits ...Edit) {
	t.Helper()
	start, before := dump(x.doc), x.tree.Revision()
	first := rebuild(x.doc)
	if err := x.tree.Do("test", edits...); err != nil {
		t.Fatal(err)
	}
	checkSound(t, x.tree)
	want()
	end, changed := dump(x.doc), dump(x.doc) != start
	if changed != (Equal(first, x.doc) != nil) {
		t.Errorf("Equal = %v, changed = %v", Equal(first, x.doc), changed)
	}
	if changed != (x.tree.Revision() != before) || x.tree.Undo() != changed {
		t.Fatalf("changed = %v, but revision went from %d to %d", changed, before, x.tree.Revision())
	}
	checkSound(t, x.tree)
	if now := dump(x.doc); now != start || x.tree.Revision() != before {
		t.Errorf("undone, revision %d:\n%swant revision %d\n%s", x.tree.Revision(), now, before, start)
	}
	if err := Equal(first, x.doc); err != nil {
		t.Error(err)
	}
	x.tree.Redo()
	checkSound(t, x.tree)
	if now := dump(x.doc); now != end {
		t.Errorf("redone:\n%swant\n%s", now, end)
	}
}

// checkSound checks the invariants of a tree, and compares its positions with replayed ones.
func checkSound(t *testing.T, tree *Tree) {
	t.Helper()
	if err := tree.Check(); err != nil {
		t.Fatal(err)
	}
	for n, want := range replayed(tree) {
		if got := placed(tree.Position(n)); got != want {
			t.Errorf("%s stands at %v, want %v", tree.pathText(n), got, want)
		}
	}
}

func TestContentEdits(t *testing.T) {
	marks := []Mark{{2, MarkCircle, ""}, {3, MarkLabel, "äöü12"}}
	lines := []Line{{0, 7, true}, {7, 0, false}}
	eval := []Eval{{Engine: "x", Score: 0.5, Plies: 3, Depth: 9, Nodes: 1 << 40, PV: []rules.Move{play(1)}}}
	tests := []struct {
		name string
		edit func(x *sample) Edit
		ok   func(x *sample) bool
	}{
		{"comment", func(x *sample) Edit { return SetComment{x.a, "good"} }, func(x *sample) bool { return x.a.Comment() == "good" && !x.a.Plain() }},
		{"comment of the root", func(x *sample) Edit { return SetComment{x.root, "good"} }, func(x *sample) bool { return x.root.Comment() == "good" }},
		{"comment of an unreadable move", func(x *sample) Edit { return SetComment{x.r, "?"} }, func(x *sample) bool { return x.r.Comment() == "?" && x.r.Raw() == "zz9" }},
		{"marks", func(x *sample) Edit { return SetMarks{x.b, marks} }, func(x *sample) bool { return slices.Equal(x.b.Marks(), marks) }},
		{"glyphs", func(x *sample) Edit { return SetGlyphs{x.b, []Glyph{GlyphVeryGood, GlyphVeryBad}} }, func(x *sample) bool { return slices.Equal(x.b.Glyphs(), []Glyph{"!!", "??"}) }},
		{"glyphs of positions", func(x *sample) Edit { return SetGlyphs{x.b, []Glyph{"=", "~", "A+", "B+++"}} }, func(x *sample) bool { return slices.Equal(x.b.Glyphs(), []Glyph{"=", "~", "A+", "B+++"}) }},
		{"name", func(x *sample) Edit { return SetName{x.b, "n"} }, func(x *sample) bool { return x.b.Name() == "n" }},
		{"advice", func(x *sample) Edit { return SetAdvice{x.b, Advice{"a", play(1)}} }, func(x *sample) bool { return x.b.Advice() == Advice{"a", play(1)} && x.a.Advice() == Advice{} }},
		{"bookmark", func(x *sample) Edit { return SetBookmark{x.b, true} }, func(x *sample) bool { return x.b.Bookmarked() && !x.a.Bookmarked() }},
		{"colour", func(x *sample) Edit { return SetColor{x.b, "#20a0Ff"} }, func(x *sample) bool { return x.b.Color() == "#20a0Ff" }},
		{"first number", func(x *sample) Edit { return SetNumber{x.b, 1} }, func(x *sample) bool { return x.b.Number() == 1 }},
		{"last number", func(x *sample) Edit { return SetNumber{x.b, MaxNumber} }, func(x *sample) bool { return x.b.Number() == 999_999 }},
		{"lines", func(x *sample) Edit { return SetLines{x.b, lines} }, func(x *sample) bool { return slices.Equal(x.b.Lines(), lines) }},
		{"mark on the last cell", func(x *sample) Edit {
			return SetMarks{x.b, []Mark{{7, MarkLabel, "1"}, {0, MarkTriangle, ""}, {0, MarkSquare, ""}}}
		}, func(x *sample) bool { return len(x.b.Marks()) == 3 }},
		{"correct", func(x *sample) Edit { return SetMove{x.d, play(5)} }, func(x *sample) bool { m, ok := x.d.Move(); return ok && m == play(5) && x.d.Plain() }},
		{"correct to the same", func(x *sample) Edit { return SetMove{x.d, play(3)} }, func(x *sample) bool { m, _ := x.d.Move(); return m == play(3) }},
		{"correct what cannot be read", func(x *sample) Edit { return SetMove{x.r, play(3)} }, func(x *sample) bool { m, ok := x.r.Move(); return ok && m == play(3) && x.r.Plain() }},
		{"correct where nothing plays", func(x *sample) Edit { return SetMove{x.f, play(2)} }, func(x *sample) bool { m, _ := x.f.Move(); return m == play(2) }},
		{"relink", func(x *sample) Edit { return Relink{x.b, x.g, -1} }, func(x *sample) bool { return x.b.Parent() == x.g && x.a.First() == x.d && x.c.Parent() == x.b }},
		{"relink between", func(x *sample) Edit { return Relink{x.c, x.a, 1} }, func(x *sample) bool { return x.b.Next() == x.c && x.c.Next() == x.d }},
		{"relink to the same place", func(x *sample) Edit { return Relink{x.d, x.a, 1} }, func(x *sample) bool { return x.d.Index() == 1 }},
		{"time", func(x *sample) Edit { return SetUsed{x.b, time.Second} }, func(x *sample) bool { return x.b.Used() == time.Second }},
		{"evaluations", func(x *sample) Edit { return SetEvals{x.b, eval} }, func(x *sample) bool { return slices.EqualFunc(x.b.Evals(), eval, sameEval) }},
		{"nothing new", func(x *sample) Edit { return SetComment{x.b, ""} }, func(x *sample) bool { return x.b.Plain() }},
		{"another start", func(x *sample) Edit { return SetSetup{x.root, " 2 "} }, func(x *sample) bool { return x.root.Setup() == "2" }},
		{"the usual start", func(x *sample) Edit { return SetSetup{x.root, "0"} }, func(x *sample) bool { return x.root.Setup() == "" }},
		{"another set-up", func(x *sample) Edit { return SetSetup{x.s, "2"} }, func(x *sample) bool { return x.s.Setup() == "2" }},
		{"the start as set-up", func(x *sample) Edit { return SetSetup{x.s, ""} }, func(x *sample) bool { return x.s.Setup() == "0" }},
		{"new set-up", func(x *sample) Edit { return Insert{x.c, -1, NewSetup("9")} }, func(x *sample) bool { return x.c.First().Setup() == "9" }},
		{"info", func(x *sample) Edit { return SetInfo{x.doc, InfoEvent, "Cup"} }, func(x *sample) bool { return x.doc.Info["event"] == "Cup" }},
		{"first info", func(x *sample) Edit { x.doc.Info = nil; return SetInfo{x.doc, "a", "b"} }, func(x *sample) bool { return x.doc.Info["a"] == "b" }},
		{"no info", func(x *sample) Edit { return SetInfo{x.doc, "free tag", ""} }, func(x *sample) bool { return len(x.doc.Info) == 0 }},
		{"player", func(x *sample) Edit {
			return SetPlayer{x.doc, 1, Player{"Eve", "lua:x.lua", 5, "éa", "#00ffAA", 3}}
		}, func(x *sample) bool { return x.doc.Players[1].Name == "Eve" && x.doc.Players[0].Name == "" }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := newSample()
			round(t, x, func() {
				if !tt.ok(x) {
					t.Errorf("not done:\n%s", dump(x.doc))
				}
			}, tt.edit(x))
		})
	}
}

func TestAnnotationsGo(t *testing.T) {
	x := newSample()
	edits := []Edit{
		SetComment{x.b, "x"},
		SetMarks{x.b, []Mark{{1, MarkCross, ""}}},
		SetGlyphs{x.b, []Glyph{GlyphBad}},
		SetUsed{x.b, 1},
		SetEvals{x.b, []Eval{{}}},
		SetName{x.b, "x"},
		SetBookmark{x.b, true},
		SetAdvice{x.b, Advice{"a", play(1)}},
		SetColor{x.b, "#20a0ff"},
		SetLines{x.b, []Line{{1, 2, false}}},
		SetNumber{x.b, 1},
		SetInfo{x.doc, "a", "1"},
	}
	none := []Edit{
		SetComment{x.b, ""},
		SetMarks{x.b, nil},
		SetGlyphs{x.b, nil},
		SetUsed{x.b, 0},
		SetEvals{x.b, nil},
		SetName{x.b, ""},
		SetBookmark{x.b, false},
		SetAdvice{x.b, Advice{}},
		SetColor{x.b, ""},
		SetLines{x.b, nil},
		SetNumber{x.b, 0},
		SetInfo{x.doc, "a", ""},
	}
	if err := x.tree.Do("all", edits...); err != nil {
		t.Fatal(err)
	}
	round(t, x, func() {
		if _, ok := x.doc.Info["a"]; ok || !x.b.Plain() {
			t.Errorf("something is left:\n%s", dump(x.doc))
		}
	}, none...)
}

func TestReadersCannotBeAppendedInto(t *testing.T) {
	x := newSample()
	marks := append(make([]Mark, 0, 8), Mark{1, MarkCross, ""})
	if err := x.tree.Do("m", SetMarks{x.a, marks}); err != nil {
		t.Fatal(err)
	}
	marks[0].Cell = 7
	if x.a.Marks()[0].Cell != 1 {
		t.Error("the tree shares the slice of an edit")
	}
	x.tree.Annotate(x.b, Annotation{Marks: marks, Glyphs: make([]Glyph, 1, 8), Evals: make([]Eval, 1, 8), Foreign: make([]Foreign, 1, 8)})
	if m, g, e, f := x.b.Marks(), x.b.Glyphs(), x.b.Evals(), x.b.Foreign(); cap(m)+cap(g)+cap(e)+cap(f) != 4 {
		t.Errorf("capacities %d %d %d %d: two appends would write to one place", cap(m), cap(g), cap(e), cap(f))
	}
}

// refusal is an edit that is refused, and the error.
type refusal struct {
	name string
	edit func(x *sample) Edit
	want string
}

func refusals(t *testing.T) []refusal {
	t.Helper()
	other := newSample()
	gone := NewNode(play(6))
	taken := NewNode(play(6))
	if err := errors.Join(other.tree.Do("in", Insert{other.c, -1, taken}), other.tree.Do("out", Remove{taken})); err != nil {
		t.Fatal(err)
	}
	return []refusal{
		{"illegal move", func(x *sample) Edit { return Insert{x.root, -1, NewNode(play(2))} }, "move 1 (c1): 0 cannot grow so"},
		{"move outside the board", func(x *sample) Edit { return Insert{x.b, -1, NewNode(play(99))} }, "move 3 (?): 2 cannot grow so"},
		{"same move", func(x *sample) Edit { return Insert{x.a, -1, NewNode(play(3))} }, "this position already has the move d1"},
		{"same move where nothing plays", func(x *sample) Edit { return Insert{x.r, -1, NewNode(play(0))} }, "this position already has the move a1"},
		{"bad set-up", func(x *sample) Edit { return Insert{x.a, -1, NewSetup("x")} }, `position after move 1: "x" is no number`},
		{"empty set-up", func(x *sample) Edit { return Insert{x.a, -1, NewSetup("")} }, "the set-up position is empty"},
		{"index too large", func(x *sample) Edit { return Insert{x.a, 4, NewNode(play(6))} }, "there is no variation number 4"},
		{"index too small", func(x *sample) Edit { return Insert{x.a, -2, NewNode(play(6))} }, "there is no variation number -2"},
		{"no node", func(x *sample) Edit { return Insert{x.a, 0, nil} }, "there is nothing to insert"},
		{"no parent", func(x *sample) Edit { return Insert{nil, 0, NewNode(play(6))} }, "the position is not in this game tree"},
		{"parent in another tree", func(*sample) Edit { return Insert{other.a, 0, NewNode(play(6))} }, "the position is not in this game tree"},
		{"parent in no tree", func(*sample) Edit { return Insert{gone, 0, NewNode(play(6))} }, "the position is not in this game tree"},
		{"below itself", func(*sample) Edit { return Insert{gone, 0, gone} }, "the position is not in this game tree"},
		{"node in the tree", func(x *sample) Edit { return Insert{x.g, 0, x.d} }, "the branch is in a game tree already"},
		{"node in another tree", func(x *sample) Edit { return Insert{x.g, 0, other.d} }, "the branch is in a game tree already"},
		{"removed from another tree", func(x *sample) Edit { return Insert{x.c, 0, taken} }, "the branch belongs to another game tree"},
		{"root of another tree", func(x *sample) Edit { return Insert{x.g, 0, other.root} }, "the branch is in a game tree already"},
		{"remove the root", func(x *sample) Edit { return Remove{x.root} }, "the start of the game cannot be removed"},
		{"remove from another tree", func(*sample) Edit { return Remove{other.a} }, "the position is not in this game tree"},
		{"remove nothing", func(*sample) Edit { return Remove{} }, "the position is not in this game tree"},
		{"reorder the root", func(x *sample) Edit { return Reorder{x.root, 0} }, "the start of the game cannot be moved"},
		{"reorder elsewhere", func(*sample) Edit { return Reorder{other.a, 0} }, "the position is not in this game tree"},
		{"reorder too far", func(x *sample) Edit { return Reorder{x.b, 3} }, "there is no variation number 3"},
		{"set up a move", func(x *sample) Edit { return SetSetup{x.a, "1"} }, "a move has no position of its own"},
		{"set up an unreadable move", func(x *sample) Edit { return SetSetup{x.r, "1"} }, "a move has no position of its own"},
		{"set up nonsense", func(x *sample) Edit { return SetSetup{x.s, "x"} }, `"x" is no number`},
		{"set up elsewhere", func(*sample) Edit { return SetSetup{other.root, "1"} }, "the position is not in this game tree"},
		{"comment elsewhere", func(*sample) Edit { return SetComment{other.a, "x"} }, "the position is not in this game tree"},
		{"comment on nothing", func(*sample) Edit { return SetComment{nil, "x"} }, "the position is not in this game tree"},
		{"mark outside", func(x *sample) Edit { return SetMarks{x.a, []Mark{{8, MarkCross, ""}}} }, "a mark is outside the board"},
		{"mark nowhere", func(x *sample) Edit { return SetMarks{x.a, []Mark{{rules.NoCell, MarkCross, ""}}} }, "a mark is outside the board"},
		{"mark of no kind", func(x *sample) Edit { return SetMarks{x.a, []Mark{{0, "star", ""}}} }, `unknown mark "star"`},
		{"mark with text", func(x *sample) Edit { return SetMarks{x.a, []Mark{{0, MarkCross, "x"}}} }, "only a label can have text"},
		{"long label", func(x *sample) Edit { return SetMarks{x.a, []Mark{{0, MarkLabel, "äöüäöü"}}} }, "a label has 1 to 5 characters"},
		{"empty label", func(x *sample) Edit { return SetMarks{x.a, []Mark{{0, MarkLabel, ""}}} }, "a label has 1 to 5 characters"},
		{"glyph", func(x *sample) Edit { return SetGlyphs{x.a, []Glyph{"!!!"}} }, `unknown annotation symbol "!!!"`},
		{"glyph of a third player", func(x *sample) Edit { return SetGlyphs{x.a, []Glyph{"!", "C+"}} }, `unknown annotation symbol "C+"`},
		{"colour of a node", func(x *sample) Edit { return SetColor{x.a, "red"} }, `"red" is not a colour such as #20a0ff`},
		{"number below 0", func(x *sample) Edit { return SetNumber{x.a, -1} }, "a move number is from 1 to 999999"},
		{"number of 7 digits", func(x *sample) Edit { return SetNumber{x.a, 1_000_000} }, "a move number is from 1 to 999999"},
		{"line from nowhere", func(x *sample) Edit { return SetLines{x.a, []Line{{-1, 1, true}}} }, "a line does not join two cells of the board"},
		{"line to nowhere", func(x *sample) Edit { return SetLines{x.a, []Line{{1, -1, true}}} }, "a line does not join two cells of the board"},
		{"line from outside", func(x *sample) Edit { return SetLines{x.a, []Line{{8, 1, true}}} }, "a line does not join two cells of the board"},
		{"line to outside", func(x *sample) Edit { return SetLines{x.a, []Line{{0, 7, true}, {1, 8, true}}} }, "a line does not join two cells of the board"},
		{"line to itself", func(x *sample) Edit { return SetLines{x.a, []Line{{1, 1, false}}} }, "a line does not join two cells of the board"},
		{"correct the start", func(x *sample) Edit { return SetMove{x.root, play(1)} }, "the start and set-up positions are not moves"},
		{"correct a set-up", func(x *sample) Edit { return SetMove{x.s, play(1)} }, "the start and set-up positions are not moves"},
		{"correct elsewhere", func(*sample) Edit { return SetMove{other.a, play(1)} }, "the position is not in this game tree"},
		{"correct to a sibling", func(x *sample) Edit { return SetMove{x.d, play(0)} }, "this position already has the move a1"},
		{"correct to an illegal move", func(x *sample) Edit { return SetMove{x.d, play(1)} }, "1 cannot grow so"},
		{"correct what cannot be read", func(x *sample) Edit { return SetMove{x.r, play(2)} }, "0 cannot grow so"},
		{"relink the root", func(x *sample) Edit { return Relink{x.root, x.a, 0} }, "the start of the game cannot be moved"},
		{"relink elsewhere", func(x *sample) Edit { return Relink{x.a, other.a, 0} }, "the position is not in this game tree"},
		{"relink what is elsewhere", func(x *sample) Edit { return Relink{other.a, x.a, 0} }, "the position is not in this game tree"},
		{"relink into itself", func(x *sample) Edit { return Relink{x.b, x.c, 0} }, "a branch cannot be put into itself"},
		{"relink to itself", func(x *sample) Edit { return Relink{x.b, x.b, 0} }, "a branch cannot be put into itself"},
		{"relink too far", func(x *sample) Edit { return Relink{x.b, x.a, 3} }, "there is no variation number 3"},
		{"time", func(x *sample) Edit { return SetUsed{x.a, -1} }, "the time of a move cannot be negative"},
		{"info without key", func(x *sample) Edit { return SetInfo{x.doc, "", "x"} }, "the tag has no name"},
		{"info elsewhere", func(*sample) Edit { return SetInfo{other.doc, "x", "y"} }, "the game tree belongs to another document"},
		{"info of nothing", func(*sample) Edit { return SetInfo{nil, "x", "y"} }, "the game tree belongs to another document"},
		{"player elsewhere", func(*sample) Edit { return SetPlayer{other.doc, 0, Player{Kind: Human}} }, "the game tree belongs to another document"},
		{"seat 0", func(x *sample) Edit { return SetPlayer{x.doc, -1, Player{Kind: Human}} }, "there is no seat number 0"},
		{"seat 3", func(x *sample) Edit { return SetPlayer{x.doc, 2, Player{Kind: Human}} }, "there is no seat number 3"},
		{"player of no kind", func(x *sample) Edit { return SetPlayer{x.doc, 0, Player{}} }, "the player is neither a human nor an engine"},
		{"level", func(x *sample) Edit { return SetPlayer{x.doc, 0, Player{Kind: Human, Level: 6}} }, "the level must be from 1 to 5, not 6"},
		{"colour", func(x *sample) Edit { return SetPlayer{x.doc, 0, Player{Kind: Human, Color: "red"}} }, `"red" is not a colour such as #20a0ff`},
		{"symbol", func(x *sample) Edit { return SetPlayer{x.doc, 0, Player{Kind: Human, Symbol: "abc"}} }, `the symbol must be one or two letters, not "abc"`},
		{"symbol of signs", func(x *sample) Edit { return SetPlayer{x.doc, 0, Player{Kind: Human, Symbol: "+"}} }, `the symbol must be one or two letters, not "+"`},
	}
}

func TestRefusals(t *testing.T) {
	for _, tt := range refusals(t) {
		t.Run(tt.name, func(t *testing.T) {
			x := newSample()
			// A failed edit must not affect what can be undone and redone.
			if err := errors.Join(x.tree.Do("one", SetComment{x.a, "1"}), x.tree.Do("two", SetComment{x.a, "2"})); err != nil {
				t.Fatal(err)
			}
			x.tree.Undo()
			before, revision := dump(x.doc), x.tree.Revision()
			stop := x.tree.Watch(func(c Change) { t.Errorf("told of %+v", c) })
			// Edits of every kind before the failing one must be taken back.
			n := NewNode(play(6))
			err := x.tree.Do("refused", SetComment{x.c, "x"}, Remove{x.e}, Reorder{x.g, 0}, Insert{x.c, 0, n},
				SetSetup{x.s, "1"}, SetInfo{x.doc, "k", "v"}, SetPlayer{x.doc, 0, Player{Kind: Human, Score: 1}},
				tt.edit(x), SetComment{x.d, "x"})
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
			if now := dump(x.doc); now != before || x.tree.Revision() != revision {
				t.Errorf("changed to\n%sfrom\n%s", now, before)
			}
			checkSound(t, x.tree)
			if u, r := x.tree.UndoLabel(), x.tree.RedoLabel(); u != "one" || r != "two" {
				t.Errorf("%q can be undone and %q redone", u, r)
			}
			stop()
			if err := x.tree.Do("later", Insert{x.c, 0, n}); err != nil {
				t.Errorf("a node whose insertion was taken back: %v", err)
			}
		})
	}
}

func TestRefusalsWrapTheReason(t *testing.T) {
	x := newSample()
	err := x.tree.Do("in", Insert{x.root, -1, NewNode(play(2))})
	var (
		node *NodeError
		move *rules.MoveError
		text *msg.Error
	)
	if !errors.As(err, &node) || node.Ply != 1 || node.Move != "c1" {
		t.Errorf("NodeError %+v", node)
	}
	if !errors.As(err, &move) || move.Move != play(2) {
		t.Errorf("MoveError %+v", move)
	}
	if !errors.As(err, &text) || text.Error() != err.Error() || text.Format != "move %d (%s): %v" {
		t.Errorf("the catalogue's message is %+v", text)
	}
}

func TestCopy(t *testing.T) {
	x, y := newSample(), newSample()
	if err := x.tree.Do("note", SetComment{x.e, "here"}, SetGlyphs{x.c, []Glyph{GlyphGood}}); err != nil {
		t.Fatal(err)
	}
	for n := range y.root.Children() { // make room for the copy
		if err := y.tree.Do("out", Remove{n}); err != nil {
			t.Fatal(err)
		}
	}
	for c := range x.root.Children() {
		if err := y.tree.Do("in", Insert{y.root, -1, c.Copy()}); err != nil {
			t.Fatal(err)
		}
	}
	checkSound(t, y.tree)
	if err := Equal(x.doc, y.doc); err != nil {
		t.Error(err)
	}
	if err := y.tree.Do("note", SetComment{y.root.First().Last().First(), "there"}); err != nil {
		t.Fatal(err)
	}
	if x.e.Comment() != "here" {
		t.Error("the copy shares what is said with its original")
	}
	if err := errors.Join(x.tree.Do("start", SetSetup{x.root, "2"}), y.tree.Do("root", Insert{y.root, 0, x.root.Copy()})); err != nil {
		t.Fatal(err)
	}
	if c := y.root.First(); c.Setup() != "2" || c.First().First().First() == nil {
		t.Errorf("the copied root is %+v", c)
	}
	checkSound(t, y.tree)
}

// TestMoveOutsideTheBoard checks that a move with a cell outside the board is never formatted.
// Files may contain such moves.
func TestMoveOutsideTheBoard(t *testing.T) {
	d := NewDocument(gomoku(t))
	off := rules.Place(9999)
	d.Tree.Add(d.Tree.Root(), off)
	n := d.Tree.Add(d.Tree.Root(), rules.Place(7))
	for _, e := range []Edit{SetMove{n, off}, Insert{d.Tree.Root(), -1, NewNode(off)}, Insert{n, -1, NewNode(off)}} {
		if err := d.Tree.Do("off", e); err == nil || err.Error() == "" {
			t.Errorf("%T: %v", e, err)
		}
	}
	tree := NewTree(newFake()) // on a board of 8 cells
	for _, m := range []rules.Move{{From: -1, To: -2}, {From: -2, To: 0}, {From: -1, To: 8}, {From: 8, To: 0}} {
		if got := tree.format(m); got != "?" {
			t.Errorf("%+v is written %s", m, got)
		}
	}
	for m, want := range map[rules.Move]string{{From: -1, To: 7}: "h1", {From: 7, To: 0}: "a1", {From: -1, To: -1, Aux: 1}: "-"} {
		if got := tree.format(m); got != want {
			t.Errorf("%+v is written %s, want %s", m, got, want)
		}
	}
}

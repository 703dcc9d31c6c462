package model

import (
	"math"
	"strings"
	"testing"
	"time"

	"boardstudio/rules"
)

func TestEqualSaysTheDifference(t *testing.T) {
	other := func(name string, cells int) *sample {
		x := newSample()
		r := x.tree.rules.(*fake)
		r.name, r.board.Cells = name, r.board.Cells[:cells]
		return x
	}
	edited := func(edits func(x *sample) []Edit) *sample {
		x := newSample()
		if err := x.tree.Do("x", edits(x)...); err != nil {
			t.Fatal(err)
		}
		return x
	}
	foreign := newSample()
	foreign.doc.Foreign = []Foreign{{"<new/>"}}
	fewer := newSample()
	fewer.doc.Players = fewer.doc.Players[:1]
	raw := newSample()
	raw.tree.Annotate(raw.f, Annotation{Foreign: []Foreign{{"<new/>"}}})
	raw.r.setText("zz8")
	unknown := newSample()
	unknown.tree.Annotate(unknown.f, Annotation{Foreign: []Foreign{{"<new/>"}}})
	tests := []struct {
		name string
		x    *sample
		want string
	}{
		{"nothing", newSample(), ""},
		{"game", other("fake2", 8), "games differ: fake and fake2"},
		{"parameter", other("fake", 7), `parameters cells differ: "8" and "7"`},
		{"players", fewer, "numbers of players differ: 2 and 1"},
		{"player", edited(func(x *sample) []Edit { return []Edit{SetPlayer{x.doc, 1, Player{Name: "Eve", Kind: Human}}} }), "players 2 differ: {Name: Kind:human Level:0 Symbol: Color: Score:0} and {Name:Eve Kind:human Level:0 Symbol: Color: Score:0}"},
		{"info", edited(func(x *sample) []Edit { return []Edit{SetInfo{x.doc, "b", "2"}, SetInfo{x.doc, "a", "1"}} }), `the values of a in the game information differ: "" and "1"`},
		{"unknown of the document", foreign, `unknown elements of the documents differ: [] and [{"<new/>"}]`},
		{"start", edited(func(x *sample) []Edit { return []Edit{SetSetup{x.root, "2"}} }), `texts differ at the root: "" and "2"`},
		{"set-up", edited(func(x *sample) []Edit { return []Edit{SetSetup{x.s, "2"}} }), `texts differ at move 1 (a1 [set-up]): "7" and "2"`},
		{"raw", raw, `texts differ at move 1 (zz9): "zz9" and "zz8"`},
		{"unknown of a node", unknown, `annotations differ at move 2 (zz9 a1) (unknown elements): {Comment: Name: Color: Marks:[] Lines:[] Glyphs:[] Evals:[] Foreign:[] Used:0s Number:0 Bookmark:false Advice:{By: Move:{From:0 To:0 Aux:0}}} and {Comment: Name: Color: Marks:[] Lines:[] Glyphs:[] Evals:[] Foreign:[{XML:<new/>}] Used:0s Number:0 Bookmark:false Advice:{By: Move:{From:0 To:0 Aux:0}}}`},
		{"comment", edited(func(x *sample) []Edit { return []Edit{SetComment{x.e, "x"}} }), `annotations differ at move 2 (a1 [set-up] a1) (comment): {Comment: Name: Color: Marks:[] Lines:[] Glyphs:[] Evals:[] Foreign:[] Used:0s Number:0 Bookmark:false Advice:{By: Move:{From:0 To:0 Aux:0}}} and {Comment:x Name: Color: Marks:[] Lines:[] Glyphs:[] Evals:[] Foreign:[] Used:0s Number:0 Bookmark:false Advice:{By: Move:{From:0 To:0 Aux:0}}}`},
		{"order", edited(func(x *sample) []Edit { return []Edit{Reorder{x.d, 0}} }), "moves differ: move 2 (a1 a1) and move 2 (a1 d1)"},
		{"kind", edited(func(x *sample) []Edit { return []Edit{Reorder{x.s, 0}} }), "moves differ: move 2 (a1 a1) and move 1 (a1 [set-up])"},
		{"missing child", edited(func(x *sample) []Edit { return []Edit{Remove{x.c}} }), "the first document has more at move 3 (a1 a1 b1)"},
		{"missing sibling", edited(func(x *sample) []Edit { return []Edit{Remove{x.g}} }), "the first document has more at move 1 (b1)"},
		{"missing branch", edited(func(x *sample) []Edit { return []Edit{Remove{x.s}} }), "the first document has more at move 1 (a1 [set-up])"},
		{"new child", edited(func(x *sample) []Edit { return []Edit{Insert{x.e, 0, NewNode(play(1))}} }), "the second document has more at move 3 (a1 [set-up] a1 b1)"},
		{"new sibling", edited(func(x *sample) []Edit { return []Edit{Insert{x.b, 1, NewNode(rules.Resign)}} }), "the second document has more at move 3 (a1 a1 resign)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ""
			if err := Equal(newSample().doc, tt.x.doc); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if back := Equal(tt.x.doc, newSample().doc); (back == nil) != (tt.want == "") {
				t.Errorf("the other way round: %v", back)
			}
		})
	}
}

// TestEqualFarDown checks that an error names at most the last twelve moves.
func TestEqualFarDown(t *testing.T) {
	deep := func(n int, comment string) *Document {
		x := newSample()
		at := x.tree.root
		for i := range n {
			at = x.tree.Add(at, play(1+i%7))
		}
		x.tree.Annotate(at, Annotation{Comment: comment})
		return x.doc
	}
	for n, want := range map[int]string{
		11: "annotations differ at move 11 (b1 c1 d1 e1 f1 g1 h1 b1 c1 d1 e1) (comment): ",
		12: "annotations differ at move 12 (b1 c1 d1 e1 f1 g1 h1 b1 c1 d1 e1 f1) (comment): ",
		13: "annotations differ at move 13 (… c1 d1 e1 f1 g1 h1 b1 c1 d1 e1 f1 g1) (comment): ",
		20: "annotations differ at move 20 (… c1 d1 e1 f1 g1 h1 b1 c1 d1 e1 f1 g1) (comment): ",
	} {
		if err := Equal(deep(n, "a"), deep(n, "a")); err != nil {
			t.Errorf("%d moves: %v", n, err)
		}
		if err := Equal(deep(n, "a"), deep(n, "b")); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%d moves: %v; want %s", n, err, want)
		}
	}
}

// TestEqualComparesEveryField checks that no field of an annotation is ignored.
func TestEqualComparesEveryField(t *testing.T) {
	full := func() Annotation {
		return Annotation{
			Comment: "c", Marks: []Mark{{1, MarkLabel, "x"}}, Glyphs: []Glyph{GlyphGood}, Used: time.Second,
			Evals:   []Eval{{"e", math.NaN(), true, 1, 2, 3, []rules.Move{play(1)}, true, 4, []float64{math.NaN(), 1}, "2"}},
			Foreign: []Foreign{{"<x/>"}},
			Name:    "n", Color: "#123456", Lines: []Line{{1, 2, true}}, Number: 5, Bookmark: true, Advice: Advice{"e", play(1)},
		}
	}
	changes := map[string]func(a *Annotation){
		"comment":          func(a *Annotation) { a.Comment = "" },
		"mark cell":        func(a *Annotation) { a.Marks[0].Cell = 2 },
		"mark kind":        func(a *Annotation) { a.Marks[0].Kind = MarkCross },
		"mark text":        func(a *Annotation) { a.Marks[0].Text = "y" },
		"no marks":         func(a *Annotation) { a.Marks = nil },
		"glyph":            func(a *Annotation) { a.Glyphs[0] = GlyphBad },
		"time":             func(a *Annotation) { a.Used++ },
		"engine":           func(a *Annotation) { a.Evals[0].Engine = "" },
		"score":            func(a *Annotation) { a.Evals[0].Score = 0 },
		"proved":           func(a *Annotation) { a.Evals[0].Proved = false },
		"plies":            func(a *Annotation) { a.Evals[0].Plies = 0 },
		"depth":            func(a *Annotation) { a.Evals[0].Depth = 0 },
		"nodes":            func(a *Annotation) { a.Evals[0].Nodes = 0 },
		"variation":        func(a *Annotation) { a.Evals[0].PV = nil },
		"foreign":          func(a *Annotation) { a.Foreign[0].XML = "" },
		"name":             func(a *Annotation) { a.Name = "" },
		"colour":           func(a *Annotation) { a.Color = "#123457" },
		"line's beginning": func(a *Annotation) { a.Lines[0].From = 3 },
		"line's end":       func(a *Annotation) { a.Lines[0].To = 3 },
		"arrow":            func(a *Annotation) { a.Lines[0].Arrow = false },
		"no lines":         func(a *Annotation) { a.Lines = nil },
		"number":           func(a *Annotation) { a.Number++ },
		"bookmark":         func(a *Annotation) { a.Bookmark = false },
		"adviser":          func(a *Annotation) { a.Advice.By = "f" },
		"advised move":     func(a *Annotation) { a.Advice.Move = play(2) },
		"more evaluations": func(a *Annotation) { a.Evals = append(a.Evals, Eval{}) },
	}
	make2 := func(a Annotation) *Document {
		x := newSample()
		x.tree.Annotate(x.d, a)
		return x.doc
	}
	if err := Equal(make2(full()), make2(full())); err != nil {
		t.Errorf("the same: %v", err)
	}
	for name, change := range changes {
		a := full()
		change(&a)
		if Equal(make2(full()), make2(a)) == nil {
			t.Errorf("%s is not compared", name)
		}
	}
}

// TestCheckNotices checks that Check detects every wrong link, count and mark.
func TestCheckNotices(t *testing.T) {
	faults := map[string]func(x *sample){
		"parent":           func(x *sample) { x.d.parent = x.g },
		"no parent":        func(x *sample) { x.a.parent = nil },
		"first child":      func(x *sample) { x.a.first = x.d },
		"next":             func(x *sample) { x.b.next = x.s },
		"next is a cycle":  func(x *sample) { x.s.next = x.b },
		"child is above":   func(x *sample) { x.c.first = x.a },
		"own child":        func(x *sample) { x.g.first = x.g },
		"prev":             func(x *sample) { x.d.prev = x.s },
		"last":             func(x *sample) { x.b.prev = x.d },
		"last of one":      func(x *sample) { x.c.prev = nil },
		"count is small":   func(x *sample) { x.tree.len-- },
		"count is large":   func(x *sample) { x.tree.len++ },
		"root has parent":  func(x *sample) { x.root.parent = x.a },
		"root has sibling": func(x *sample) { x.root.next = x.a },
		"root is sibling":  func(x *sample) { x.root.prev = x.a },
		"other tree":       func(x *sample) { x.c.mark = 0 },
		"no checkpoint":    func(x *sample) { x.tree.addCheckpoint(x.c, nodeState{}); x.c.mark &^= markCheckpoint },
		"empty rare":       func(x *sample) { x.a.extra = &extra{comment: "x", details: &details{rare: &rare{}}} },
		"raw move":         func(x *sample) { x.r.extra.kind = isMove },
		"second root":      func(x *sample) { x.s.extra.kind = isRoot },
		"no root":          func(x *sample) { x.root.extra = nil },
		"empty other":      func(x *sample) { x.a.extra = &extra{comment: "x", details: &details{}} },
		"empty extra":      func(x *sample) { x.a.extra = &extra{} },
		"move with text":   func(x *sample) { x.a.extra = &extra{details: &details{text: "x", used: 1}} },
		"empty set-up":     func(x *sample) { x.s.setText("") },
		"empty raw":        func(x *sample) { x.r.setText("") },
		"lost checkpoint":  func(x *sample) { x.tree.checkpoints[NewNode(play(0))] = nodeState{} },
		"lost last":        func(x *sample) { x.tree.last = NewNode(play(0)) },
		"lost branch":      func(x *sample) { x.a.unlink() },
	}
	for name, fault := range faults {
		t.Run(name, func(t *testing.T) {
			x := newSample()
			if err := x.tree.Check(); err != nil {
				t.Fatal(err)
			}
			fault(x)
			if err := x.tree.Check(); err == nil {
				t.Error("not noticed")
			}
		})
	}
}

// TestEqualEdits checks that EqualEdits ignores only evaluations.
func TestEqualEdits(t *testing.T) {
	x := newSample()
	if err := x.tree.Evaluate(x.e, []Eval{{Engine: "e"}}); err != nil {
		t.Fatal(err)
	}
	if err := Equal(x.doc, newSample().doc); err == nil || !strings.Contains(err.Error(), "(evaluations)") {
		t.Error(err)
	}
	if err := EqualEdits(x.doc, newSample().doc); err != nil {
		t.Error(err)
	}
	if err := x.tree.Do("Comment", SetComment{x.e, "x"}); err != nil {
		t.Fatal(err)
	}
	if err := EqualEdits(x.doc, newSample().doc); err == nil || !strings.Contains(err.Error(), "(comment)") {
		t.Error(err)
	}
}

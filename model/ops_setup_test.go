package model

import (
	"slices"
	"testing"

	"boardstudio/rules"
)

// TestPasteOfSetups checks that pasted set-ups must be valid positions, and that the start of a
// game is written out.
func TestPasteOfSetups(t *testing.T) {
	r := gomoku(t)
	start := r.Start().String()
	d, at := sketched(t, r, "d4 e5")
	for _, text := range []string{"nonsense", "x\x00"} {
		if edits, err := Paste(d.Tree, at("d4"), nil, NewNode(mustParse(t, d, "f5")), NewSetup(text)); err == nil {
			t.Errorf("%q was pasted by %v", text, edits)
		}
	}
	other, from := sketched(t, r, "a1 b1")
	edits, err := Paste(d.Tree, at("d4"), nil, other.Tree.Root(), NewSetup(""), NewSetup(start))
	do(t, d, edits, err)
	shows(t, d, "d4 (e5) ["+start+"] a1 b1")
	edits, err = Paste(d.Tree, at("d4"), nil, other.Tree.Root(), from("a1").Copy()) // the same again, and a move
	do(t, d, edits, err)
	shows(t, d, "d4 (e5) (["+start+"] a1 b1) a1 b1")
	// Below an illegal node any move is accepted; an unreadable move is accepted everywhere.
	d, at = sketched(t, r, "d4 d4")
	raw := &Node{extra: textExtra(isRaw, "?zz")}
	edits, err = Paste(d.Tree, at("d4 d4"), nil, at("d4"), raw)
	do(t, d, edits, err)
	shows(t, d, "d4 d4 (d4 d4) ?zz")
	edits, err = Paste(d.Tree, d.Tree.Root(), nil, raw)
	do(t, d, edits, err)
	shows(t, d, "(d4 d4 (d4 d4) ?zz) ?zz")
	// An illegal move that is already present is merged.
	edits, err = Paste(d.Tree, at("d4"), nil, at("d4 d4"))
	do(t, d, edits, err)
	shows(t, d, "(d4 d4 (d4 d4) ?zz) ?zz")
}

// TestMergeOfTheUsualStart checks that a game with another start is inserted as a set-up, and only
// once.
func TestMergeOfTheUsualStart(t *testing.T) {
	r := gomoku(t)
	d, _ := sketched(t, r, "")
	pos, err := r.Start().Play(mustParse(t, d, "h8"))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Tree.SetStart(pos.String()); err != nil {
		t.Fatal(err)
	}
	d.Tree.Add(d.Tree.Root(), mustParse(t, d, "a1"))
	other, _ := sketched(t, r, "{theirs} b1 c1")
	for i := range 2 {
		edits, into, err := MergeTree(d.Tree, d.Tree.Root(), other.Tree, nil)
		do(t, d, edits, err)
		if s := d.Tree.Root().Last(); into.Setup != (i == 0) || s.Setup() != r.Start().String() || s.Comment() != "theirs" || d.Tree.Len() != 5 {
			t.Errorf("merged %+v: %s", into, sketch(d.Tree))
		}
	}
	// A tree with an invalid start fails.
	lost := NewTree(r)
	lost.root.setText("nonsense")
	if _, _, err := MergeTree(d.Tree, d.Tree.Root(), lost, nil); err == nil {
		t.Error("a game without a start was merged")
	}
	if _, _, err := MergeTree(d.Tree, NewNode(rules.Pass), other.Tree, nil); err == nil {
		t.Error("merged at a node of no tree")
	}
}

// TestMergeChoosesThePlace checks that the requested node takes precedence over other nodes with
// the same position.
func TestMergeChoosesThePlace(t *testing.T) {
	d, at := sketched(t, gomoku(t), "(a1 b1 c1) c1 b1 a1")
	x := Extract(d, at("a1 b1 c1"), nil)
	y := NewDocument(x.Tree.Rules())
	pos, err := d.Tree.Position(at("c1 b1 a1"))
	if err != nil {
		t.Fatal(err)
	}
	if err := y.Tree.SetStart(pos.String()); err != nil {
		t.Fatal(err)
	}
	y.Tree.Add(y.Tree.Root(), mustParse(t, d, "h8"))
	for _, tt := range []struct{ at, want *Node }{
		{at("c1 b1 a1"), at("c1 b1 a1")},
		{at("a1 b1 c1"), at("a1 b1 c1")},
		{d.Tree.Root(), at("a1 b1 c1")},
		{at("c1 b1"), at("a1 b1 c1")},
	} {
		if _, into, err := MergeTree(d.Tree, tt.at, y.Tree, nil); err != nil || into.Setup || into.Node != tt.want {
			t.Errorf("at %s: %s, %v", d.Tree.pathText(tt.at), d.Tree.pathText(into.Node), err)
		}
	}
}

// TestMergeLooksAtTheWholePosition checks that a finished and an unfinished game differ, even with
// equal boards.
func TestMergeLooksAtTheWholePosition(t *testing.T) {
	tree, other := NewTree(newFake()), NewTree(newFake())
	over := tree.Add(tree.Root(), play(0))
	goal := tree.Add(tree.Root(), rules.Move{From: rules.NoCell, To: 0, Aux: 1})
	end := tree.Add(over, rules.Resign)
	if err := other.SetStart("1"); err != nil {
		t.Fatal(err)
	}
	other.Add(other.Root(), play(2))
	_, into, err := MergeTree(tree, end, other, nil)
	if err != nil || into.Setup || into.Node != over {
		t.Errorf("merged at %s, %v; want %s", tree.pathText(into.Node), err, tree.pathText(over))
	}
	if _, into, err = MergeTree(tree, goal, other, nil); err != nil || into.Node != goal {
		t.Errorf("merged at %s, %v; want %s", tree.pathText(into.Node), err, tree.pathText(goal))
	}
}

// TestExtractKeepsAnnotations checks that annotations stay with their nodes in extracted documents.
func TestExtractKeepsAnnotations(t *testing.T) {
	d, at := sketched(t, gomoku(t), "{game} d4 {move} e5 [] {set} a1 {last}")
	d.Foreign = []Foreign{{"<x/>"}}
	for name, tt := range map[string]struct {
		d        *Document
		want     string
		foreign  int
		mistaken int // number of illegal nodes
	}{
		"the whole":          {Extract(d, d.Tree.Root(), nil), "{game} d4{move} e5 [" + gomoku(t).Start().String() + "]{set} a1{last}", 1, 0},
		"the whole, clipped": {Clip(d, d.Tree.Root(), nil), "{game} d4{move} e5 [" + gomoku(t).Start().String() + "]{set} a1{last}", 1, 0},
		"a set-up":           {Extract(d, at("e5").First(), nil), "{set} a1{last}", 0, 0},
		"the first move":     {Extract(d, at("d4"), nil), "d4{move} e5 [" + gomoku(t).Start().String() + "]{set} a1{last}", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			shows(t, tt.d, tt.want)
			if len(tt.d.Foreign) != tt.foreign || len(tt.d.Tree.Validate(-1)) != tt.mistaken || tt.d.Tree.Check() != nil {
				t.Errorf("%v %v %v", tt.d.Foreign, tt.d.Tree.Validate(-1), tt.d.Tree.Check())
			}
			if tt.d.Tree.Root().Setup() != "" {
				t.Errorf("the usual start is written as %q", tt.d.Tree.Root().Setup())
			}
		})
	}
	long := combTree(t, 2000)
	for _, n := range []*Node{long.Tree.Root(), long.Tree.Root().First(), long.Tree.AddSetup(long.Tree.Root(), "")} {
		if n.First() == nil {
			line(t, long.Tree, n, 1100)
		}
		if Extract(long, n, func(int) bool { return false }) != nil || Clip(long, n, func(int) bool { return false }) != nil {
			t.Error("a copy that was ended is a document")
		}
		if Extract(long, n, func(int) bool { return true }) == nil {
			t.Error("a copy that was not ended is none")
		}
	}
}

func TestCountIllegal(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 (d4 a1) (e5 e5 a2) g5")
	tree := d.Tree
	first, second := at("d4 d4"), at("d4 e5")
	for _, tt := range []struct {
		limit    int
		branches []*Node
		want     int
	}{
		{-1, []*Node{tree.Root()}, 4},
		{0, []*Node{tree.Root()}, 0},
		{2, []*Node{tree.Root()}, 0},
		{3, []*Node{tree.Root()}, 1},
		{4, []*Node{tree.Root()}, 2},
		{6, []*Node{tree.Root()}, 3},
		{100, []*Node{tree.Root()}, 4},
		{-1, nil, 0},
		{-1, []*Node{first, second}, 4},
		{-1, []*Node{second.First(), first, second}, 4},
		{-1, []*Node{at("d4 g5")}, 0},
		{-1, []*Node{second.First().First()}, 1},
		{3, []*Node{first, second}, 2},
		{4, []*Node{first, second}, 3},
		{-1, []*Node{NewNode(rules.Pass), nil, first}, 2},
	} {
		if got := tree.CountIllegal(tt.limit, nil, tt.branches...); got != tt.want {
			t.Errorf("%d of the first %d nodes of %d branches do not play, want %d", got, tt.limit, len(tt.branches), tt.want)
		}
	}
}

// TestRepairsAreSorted checks that repairs are sorted by the number of illegal nodes, then passing
// first, then by the distance from the cell of the move.
func TestRepairsAreSorted(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 e5 d4 e6 f6")
	n := at("e5 d4")
	all, err := Repairs(d.Tree, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	moves := all[:len(all)-2]
	if !slices.IsSortedFunc(moves, func(a, b Repair) int {
		if x := (a.Of - a.Plays) - (b.Of - b.Plays); x != 0 {
			return x
		}
		cells := d.Tree.Rules().Board().Cells
		dist := func(m rules.Move) int {
			c, from := cells[m.To], cells[n.move.To]
			return (c.Row-from.Row)*(c.Row-from.Row) + (c.Col-from.Col)*(c.Col-from.Col)
		}
		return dist(a.Move) - dist(b.Move)
	}) {
		t.Errorf("not sorted: %+v", moves)
	}
	out, cut := all[len(all)-2], all[len(all)-1]
	if out != (Repair{Kind: RepairOut, Plays: 2, Of: 2}) || cut != (Repair{Kind: RepairCut}) {
		t.Errorf("the last repairs are %+v and %+v", out, cut)
	}
	// A leaf has no continuation to keep.
	d, at = sketched(t, gomoku(t), "d4 d4")
	if all, err = Repairs(d.Tree, at("d4 d4"), nil); err != nil || len(all) != 15*15-1+1 || all[len(all)-2].Kind != RepairMove {
		t.Errorf("%d repairs of a leaf, %v", len(all), err)
	}
	// Below an illegal node no replacement can be checked.
	d, at = sketched(t, gomoku(t), "d4 d4 a1 a2")
	all, err = Repairs(d.Tree, at("a1"), nil)
	if err != nil || !slices.Equal(all, []Repair{{Kind: RepairOut}, {Kind: RepairCut}}) {
		t.Errorf("%+v %v", all, err)
	}
}

package model

import (
	"strings"
	"testing"

	"boardstudio/rules"
	"boardstudio/rules/othello"
)

func TestPromoteAndDemoteMoveTheVariation(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 (d5 d6 (d7) d8) (e5) (f5 f6) g5")
	do(t, d, Promote(at("f6")), nil)
	shows(t, d, "d4 (d5 d6 (d7) d8) (f5 f6) (e5) g5")
	do(t, d, Promote(at("f6")), nil)
	do(t, d, Promote(at("f6")), nil)
	shows(t, d, "d4 (f5 f6) (d5 d6 (d7) d8) (e5) g5")
	if e := Promote(at("f6")); e != nil {
		t.Errorf("the main line was promoted by %v", e)
	}
	do(t, d, Promote(at("d8")), nil) // the inner variation first
	do(t, d, Promote(at("d8")), nil) // then the outer one
	shows(t, d, "d4 (d5 d6 (d8) d7) (f5 f6) (e5) g5")
	do(t, d, Demote(at("d6")), nil)
	shows(t, d, "d4 (f5 f6) (d5 d6 (d8) d7) (e5) g5")
	if e := Demote(at("g5")); e != nil {
		t.Errorf("the last variation was demoted by %v", e)
	}
	if Promote(d.Tree.Root()) != nil || Demote(d.Tree.Root()) != nil {
		t.Error("the root has another place")
	}
}

func TestDeletingAroundAPlace(t *testing.T) {
	const all = "d4 (d5 d6) (e5 e6 (e7 e8) (f7) g7) h5"
	d, at := sketched(t, gomoku(t), all)
	tree := d.Tree
	edits, err := DeleteOthers(tree, at("e7"))
	do(t, d, edits, err)
	shows(t, d, "d4 e5 e6 e7 e8")
	tree.Undo()
	do(t, d, DeleteAfter(at("e6")), nil)
	shows(t, d, "d4 (d5 d6) (e5 e6) h5")
	tree.Undo()
	edits, err = Flatten(tree, at("e5"))
	do(t, d, edits, err)
	shows(t, d, "d4 e5 e6 e7 e8")
	tree.Undo()
	edits, err = Flatten(tree, tree.Root())
	do(t, d, edits, err)
	shows(t, d, "d4 d5 d6")
	tree.Undo()
	shows(t, d, all)
	edits, err = DeleteOthers(tree, at("d4"))
	if err != nil || edits != nil {
		t.Errorf("nothing to delete: %v %v", edits, err)
	}
}

func TestDeleteBeforeStartsFromThePosition(t *testing.T) {
	for name, tt := range map[string]struct {
		rules      rules.Rules
		moves, at  string
		left, rest string
	}{
		"line":          {gomoku(t), "d4 (a1) d5 {note} (e5) f5", "d5", "(e5) f5", "d4 d5"},
		"three players": {threePlayers(t), "d4 d5 {note} (e5) f5", "d5", "(e5) f5", "d4 d5"},
		"awale":         {sowing(t), "C b {note} (D) E", "b", "(D) E", "C b"},
	} {
		t.Run(name, func(t *testing.T) {
			d, at := sketched(t, tt.rules, tt.moves)
			tree := d.Tree
			n := at(tt.at)
			pos, err := tree.Position(n)
			if err != nil {
				t.Fatal(err)
			}
			tree.Annotate(tree.Root(), Annotation{Comment: "the game", Name: "kept"})
			edits, err := DeleteBefore(tree, n)
			do(t, d, edits, err)
			got, err := tree.Position(tree.Root())
			if err != nil || got.Hash() != pos.Hash() || got.Turn() != pos.Turn() {
				t.Errorf("the start is %v, want %v (%v)", got, pos, err)
			}
			if c := tree.Root().Comment(); c != "the game\n\nnote" || tree.Root().Name() != "kept" {
				t.Errorf("the root says %q", c)
			}
			if got := strings.SplitN(sketch(tree), "}", 2)[1]; strings.TrimSpace(got) != tt.left {
				t.Errorf("left is %s, want %s", got, tt.left)
			}
			if bad := tree.CountIllegal(-1, nil, tree.Root()); bad != 0 {
				t.Errorf("%d moves do not play", bad)
			}
		})
	}
	d, at := sketched(t, gomoku(t), "d4 d4 e5")
	if edits, err := DeleteBefore(d.Tree, at("e5")); err == nil {
		t.Errorf("a place without a position became the start by %v", edits)
	}
	if edits, err := DeleteBefore(d.Tree, d.Tree.Root()); err != nil || edits != nil {
		t.Errorf("the root: %v %v", edits, err)
	}
}

func TestPasteJoinsEqualMoves(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 (d5 d6 {old}) e5")
	x, from := sketched(t, gomoku(t), "a1 (d5 {first} (d6 {new} (d7) d8) a9) f5")
	edits, err := Paste(d.Tree, at("d4"), nil, from("a1").First(), from("f5"))
	do(t, d, edits, err)
	shows(t, d, "d4 (d5{first} (d6{old\n\nnew} (d7) d8) a9) (e5) f5")
	shows(t, x, "a1 (d5{first} (d6{new} (d7) d8) a9) f5") // the source is unchanged
	steps := d.Tree.Steps()
	edits, err = Paste(d.Tree, at("d4"), nil, from("d5")) // again: no change
	do(t, d, edits, err)
	if d.Tree.Steps() != steps {
		t.Errorf("pasting the same again changed the tree to %s", sketch(d.Tree))
	}
	// Below itself, as long as the first move is legal.
	edits, err = Paste(d.Tree, at("e5"), nil, at("d5"))
	do(t, d, edits, err)
	shows(t, d, "d4 (d5{first} (d6{old\n\nnew} (d7) d8) a9) (e5 d5{first} (d6{old\n\nnew} (d7) d8) a9) f5")
}

func TestPasteAsksForTheFirstMoveOnly(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 e5")
	_, from := sketched(t, gomoku(t), "d4 a1 d5 e5 a2")
	if edits, err := Paste(d.Tree, at("e5"), nil, from("d4")); err == nil || !strings.Contains(err.Error(), "d4") {
		t.Errorf("an occupied cell was taken: %v %v", edits, err)
	}
	edits, err := Paste(d.Tree, at("e5"), nil, from("a1"))
	do(t, d, edits, err)
	shows(t, d, "d4 e5 a1 d5 e5 a2")
	if bad := d.Tree.CountIllegal(-1, nil, d.Tree.Root()); bad != 2 {
		t.Errorf("%d moves do not play, want e5 and what follows", bad)
	}
	if _, err := Paste(d.Tree, at("e5"), nil); err == nil {
		t.Error("nothing was pasted")
	}
}

func TestPasteOfEqualSiblingsMakesOne(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4")
	_, from := sketched(t, gomoku(t), "(d5 a1) (e5) (d5 a2) (d5 (a1 a3) a4) f5")
	var all []*Node
	for c := range from("d5").Parent().Children() {
		all = append(all, c)
	}
	edits, err := Paste(d.Tree, at("d4"), nil, all...)
	do(t, d, edits, err)
	shows(t, d, "d4 (d5 (a1 a3) (a2) a4) (e5) f5")
}

func TestDuplicateAndMergeDuplicates(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 (d5 {one} d6 (d7) d8) e5")
	edits, err := Duplicate(d.Tree, at("d5"), nil)
	do(t, d, edits, err)
	shows(t, d, "d4 (d5{one} d6 (d7) d8) (d5{one} d6 (d7) d8) e5")
	twin := at("d5").Next()
	if err := d.Tree.Do("x", SetComment{twin, "two"}, SetComment{twin.First(), "three"},
		Insert{twin.First(), 0, NewNode(mustParse(t, d, "a1"))}); err != nil {
		t.Fatal(err)
	}
	edits, err = MergeDuplicates(d.Tree, d.Tree.Root(), nil)
	do(t, d, edits, err)
	shows(t, d, "d4 (d5{one\n\ntwo} d6{three} (d7) (d8) a1) e5")
	if edits, err := MergeDuplicates(d.Tree, d.Tree.Root(), nil); err != nil || len(edits) != 0 {
		t.Errorf("nothing is double any more: %v %v", edits, err)
	}
	if _, err := Duplicate(d.Tree, d.Tree.Root(), nil); err == nil {
		t.Error("the root was doubled")
	}
}

func TestMergeDuplicatesEverywhere(t *testing.T) {
	// Duplicates inside duplicates, set-ups, unreadable moves, and moved branches with duplicates.
	start := gomoku(t).Start().String()
	d, _ := sketched(t, gomoku(t),
		"(a1 (a2 a3) (b2 (c3) c3 c4)) (a1 (a2 (a4) a3 a5) (b2 c3 c5) (d2 (d3) d3 d4)) (["+start+"] a1) (["+start+"] (a1) b1) (?x g1) ?x g2")
	edits, err := MergeDuplicates(d.Tree, d.Tree.Root(), nil)
	do(t, d, edits, err)
	shows(t, d, "(a1 (a2 (a3 a5) a4) (b2 c3 (c4) c5) d2 d3 d4) (["+start+"] (a1) b1) ?x (g1) g2")
}

func TestWideDuplicates(t *testing.T) {
	r := newFake()
	d := NewDocument(r)
	const wide = 3000
	for i := range 2 * wide {
		m := play(0)
		m.Aux = int32(i % wide)
		c := d.Tree.Add(d.Tree.Root(), m)
		d.Tree.Add(c, play(i/wide))
	}
	edits, err := MergeDuplicates(d.Tree, d.Tree.Root(), nil)
	do(t, d, edits, err)
	if d.Tree.Len() != 1+3*wide {
		t.Errorf("%d nodes left, want %d", d.Tree.Len(), 1+3*wide)
	}
}

func TestMergeTree(t *testing.T) {
	r := reversi(t)
	d, at := sketched(t, r, "d5 (e3) c5")
	x, _ := sketched(t, r, "{theirs} d5 (e3 (f2) f3) c5 {good}")
	edits, into, err := MergeTree(d.Tree, d.Tree.Root(), x.Tree, nil)
	do(t, d, edits, err)
	if into.Node != d.Tree.Root() || into.Setup {
		t.Errorf("merged at %v", into)
	}
	shows(t, d, "{theirs} d5 (e3 (f2) f3) c5{good}")
	// A game that starts from the position after d5 is merged there.
	y := Extract(d, at("c5"), nil)
	shows(t, y, "start["+y.Tree.Root().Setup()+"] c5{good}")
	y.Tree.Add(y.Tree.Root().First(), mustMove(t, y, y.Tree.Root().First()))
	edits, into, err = MergeTree(d.Tree, d.Tree.Root(), y.Tree, nil)
	do(t, d, edits, err)
	if into.Node != at("d5") || into.Setup || at("c5").First() == nil {
		t.Errorf("merged at %v: %s", into, sketch(d.Tree))
	}
	// A game whose start position is not in the tree is added with a set-up.
	start := y.Tree.Root().Setup()
	if err := y.Tree.SetStart(start[:len(start)-1] + "X"); err != nil {
		t.Fatal(err)
	}
	edits, into, err = MergeTree(d.Tree, at("e3"), y.Tree, nil)
	do(t, d, edits, err)
	if s := at("e3").Last(); !into.Setup || into.Node != at("e3") || s.Setup() != y.Tree.Root().Setup() || s.First() == nil {
		t.Errorf("set up at %v: %s", into, sketch(d.Tree))
	}
	if _, _, err := MergeTree(d.Tree, d.Tree.Root(), NewTree(gomoku(t)), nil); err == nil {
		t.Error("another game was merged")
	}
	if _, _, err := MergeTree(d.Tree, d.Tree.Root(), NewTree(game(t, &othello.Game, "othello", nil)), nil); err == nil {
		t.Error("other parameters were merged")
	}
	if _, _, err := MergeTree(d.Tree, d.Tree.Root(), d.Tree, nil); err == nil {
		t.Error("merged into itself")
	}
}

func TestExtract(t *testing.T) {
	d, at := sketched(t, threePlayers(t), "{root} d4 (d5 {x} d6 (e6) f6) e5 [] a1 (a1) b1")
	d.Players[1].Name = "Ada"
	d.Info["event"] = "Cup"
	x := Extract(d, at("d5"), nil)
	pos, _ := d.Tree.Position(at("d4"))
	shows(t, x, "start["+pos.String()+"] d5{x} d6 (e6) f6")
	if x.Players[1].Name != "Ada" || x.Info["event"] != "Cup" || x.Tree.Check() != nil {
		t.Errorf("%+v %v %v", x.Players, x.Info, x.Tree.Check())
	}
	x.Info["event"] = "other"
	if d.Info["event"] != "Cup" {
		t.Error("the copy shares its info")
	}
	edits, err := Paste(d.Tree, at("d4"), nil, x.Tree.Root().First())
	do(t, d, edits, err)
	if err := Equal(d, Extract(d, d.Tree.Root(), nil)); err != nil {
		t.Error(err)
	}
	set := at("e5").First()
	y := Extract(d, set, nil) // a set-up becomes the start of the document
	shows(t, y, "a1 (a1) b1")
	z := Clip(d, set, nil) // and the first variation on the clipboard
	if z.Tree.Root().First().Setup() != set.Setup() || z.Tree.Len() != y.Tree.Len()+1 {
		t.Errorf("%s", sketch(z.Tree))
	}
	w := Extract(d, at("a1 a1"), nil) // the move is illegal, but is kept
	if w.Tree.Len() != 2 || w.Tree.Check() != nil {
		t.Errorf("%s", sketch(w.Tree))
	}
}

func TestOperationsAreForTheTreeAsItIs(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 (d5 d6) e5")
	edits, err := Duplicate(d.Tree, at("d5"), nil)
	if err != nil {
		t.Fatal(err)
	}
	do(t, d, DeleteAfter(at("d4")), nil)
	if err := d.Tree.Do("late", edits...); err == nil {
		t.Error("edits for another state of the tree were done")
	}
	if err := d.Tree.Check(); err != nil {
		t.Error(err)
	}
	gone := NewNode(mustParse(t, d, "a1"))
	for name, err := range map[string]error{
		"others": second(DeleteOthers(d.Tree, gone)), "flatten": second(Flatten(d.Tree, gone)),
		"before": second(DeleteBefore(d.Tree, gone)), "duplicate": second(Duplicate(d.Tree, gone, nil)),
		"paste": second(Paste(d.Tree, gone, nil, gone)), "replace": second(ReplaceMove(d.Tree, gone, rules.Pass)),
		"insert": second(InsertMove(d.Tree, gone, rules.Pass)), "out": second(DeleteMove(d.Tree, gone)),
		"merge": second(MergeDuplicates(d.Tree, gone, nil)), "setup": second(Setup(d.Tree, gone, "")),
	} {
		t.Run(name, func(t *testing.T) {
			if err == nil {
				t.Error("a node outside the tree was taken")
			}
		})
	}
}

func second(_ []Edit, err error) error { return err }

func mustParse(t testing.TB, d *Document, text string) rules.Move {
	t.Helper()
	m, err := d.Tree.Rules().ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// mustMove returns a legal move at n.
func mustMove(t testing.TB, d *Document, n *Node) rules.Move {
	t.Helper()
	pos, err := d.Tree.Position(n)
	if err != nil {
		t.Fatal(err)
	}
	for m := range pos.Moves() {
		return m
	}
	t.Fatal("the game is over")
	return rules.Move{}
}

package model

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/rules"
)

func TestReplaceMoveKeepsTheContinuation(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 (d5 {x} d6 (e6) f6) e5 d6 {y}")
	edits, err := ReplaceMove(d.Tree, at("d5"), mustParse(t, d, "d6"))
	do(t, d, edits, err)
	shows(t, d, "d4 (d6{x} d6 (e6) f6) e5 d6{y}") // parsed as (d6 then d6 or e6 or f6)
	var illegal []string
	for _, err := range d.Tree.Validate(-1) {
		illegal = append(illegal, err.(*NodeError).Node.word(d.Tree))
	}
	if strings.Join(illegal, " ") != "d6" {
		t.Errorf("illegal are %v", illegal)
	}
	edits, err = ReplaceMove(d.Tree, at("d4 d6"), mustParse(t, d, "e5"))
	do(t, d, edits, err)
	shows(t, d, "d4 e5{x} d6{y} (e6) f6")
	if _, err := ReplaceMove(d.Tree, at("e5"), mustParse(t, d, "d4")); err == nil {
		t.Error("a move that cannot be made was accepted")
	}
	if _, err := ReplaceMove(d.Tree, d.Tree.Root(), mustParse(t, d, "a1")); err == nil {
		t.Error("the root became a move")
	}
}

func TestReplaceAnUnreadableMove(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 ?zz {why} e5")
	edits, err := ReplaceMove(d.Tree, at("?zz"), mustParse(t, d, "d5"))
	do(t, d, edits, err)
	shows(t, d, "d4 d5{why} e5")
	if d.Tree.NextIllegal(d.Tree.Root(), nil) != nil {
		t.Error("something does not play")
	}
}

func TestInsertMoveAndTakeItOut(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 (a1) (d5 e5) f5 e5")
	n := at("d5")
	edits, err := InsertMove(d.Tree, n, mustParse(t, d, "g7"))
	do(t, d, edits, err)
	shows(t, d, "d4 (a1) (g7 d5 e5) f5 e5")
	edits, err = DeleteMove(d.Tree, at("g7"))
	do(t, d, edits, err)
	shows(t, d, "d4 (a1) (d5 e5) f5 e5")
	edits, err = InsertMove(d.Tree, at("d5"), mustParse(t, d, "f5")) // already present
	do(t, d, edits, err)
	shows(t, d, "d4 (a1) f5 (e5) d5 e5")
	edits, err = DeleteMove(d.Tree, at("f5"))
	do(t, d, edits, err)
	shows(t, d, "d4 (a1) (e5) d5 e5")
	if _, err := DeleteMove(d.Tree, d.Tree.Root()); err == nil {
		t.Error("the start was taken out")
	}
	if _, err := InsertMove(d.Tree, d.Tree.Root(), mustParse(t, d, "f5")); err == nil {
		t.Error("a move was put before the start")
	}
}

func TestTakeOutJoinsEqualMoves(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 (a1 {here} b1) (d5 (a1 {there} c1) e5 (e6) e7) f5")
	edits, err := DeleteMove(d.Tree, at("d5"))
	do(t, d, edits, err)
	shows(t, d, "d4 (a1{here\n\nthere} (b1) c1) (e5 (e6) e7) f5")
}

func TestSetupAtAMove(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 (d5 {why} d6 (e6) f6) e5")
	pos, err := d.Tree.Position(at("e6"))
	if err != nil {
		t.Fatal(err)
	}
	edits, err := Setup(d.Tree, at("d5"), pos.String())
	do(t, d, edits, err)
	shows(t, d, "d4 (["+pos.String()+"]{why} d6 (e6) f6) e5")
	if illegal := d.Tree.CountIllegal(-1, nil, d.Tree.Root()); illegal != 3 { // d6 is occupied
		t.Errorf("%d moves do not play", illegal)
	}
	edits, err = Setup(d.Tree, at("d6").Parent(), "")
	do(t, d, edits, err)
	edits, err = Setup(d.Tree, d.Tree.Root(), pos.String())
	do(t, d, edits, err)
	if got, _ := d.Tree.Position(d.Tree.Root()); got.Hash() != pos.Hash() {
		t.Error("the start is another")
	}
	if _, err := Setup(d.Tree, d.Tree.Root(), "nonsense"); err == nil {
		t.Error("nonsense was set up")
	}
}

func TestNextAndPrevIllegal(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 (d4 a1) (e5 (e5) f5 ?zz a2 [no position] a3) g5 d4")
	tree := d.Tree
	var want []*Node
	for _, err := range tree.Validate(-1) {
		want = append(want, err.(*NodeError).Node)
	}
	if len(want) != 5 {
		t.Fatalf("%d do not play", len(want))
	}
	n, m := tree.Root(), tree.Root()
	for i := range 2 * len(want) {
		n, m = tree.NextIllegal(n, nil), tree.PrevIllegal(m, nil)
		if n != want[i%len(want)] || m != want[len(want)-1-i%len(want)] {
			t.Fatalf("step %d: %v and %v", i, n.word(tree), m.word(tree))
		}
	}
	all := slices.Collect(tree.All())
	for i, n := range all { // from every node, compared with a walk around the tree
		around := slices.DeleteFunc(append(slices.Clone(all[i+1:]), all[:i]...), func(m *Node) bool {
			return !slices.Contains(want, m)
		})
		if next, prev := tree.NextIllegal(n, nil), tree.PrevIllegal(n, nil); next != around[0] || prev != around[len(around)-1] {
			t.Errorf("from %s to %s and %s", n.word(tree), next.word(tree), prev.word(tree))
		}
	}
	edits, err := DeleteIllegal(tree, nil)
	do(t, d, edits, err)
	shows(t, d, "d4 (e5 f5) g5")
	edits, err = DeleteIllegal(tree, nil)
	if tree.NextIllegal(at("f5"), nil) != nil || tree.PrevIllegal(at("f5"), nil) != nil || edits != nil || err != nil {
		t.Error("something does not play still")
	}
}

// TestOneIllegal checks that NextIllegal and PrevIllegal return nil from the only illegal node.
func TestOneIllegal(t *testing.T) {
	d, at := sketched(t, gomoku(t), "d4 (d4) e5")
	illegal := at("d4").First()
	if illegal.Next() == nil || len(d.Tree.Validate(-1)) != 1 {
		t.Fatal(d.Tree.Validate(-1))
	}
	if n, m := d.Tree.NextIllegal(illegal, nil), d.Tree.PrevIllegal(illegal, nil); n != nil || m != nil {
		t.Errorf("to %v and %v", n, m)
	}
	if n, m := d.Tree.NextIllegal(at("e5"), nil), d.Tree.PrevIllegal(at("e5"), nil); n != illegal || m != illegal {
		t.Errorf("from another to %v and %v", n, m)
	}
}

func TestRepairs(t *testing.T) {
	// d4 should have been d5. The continuation is legal after most moves, except e6 and f6.
	d, at := sketched(t, gomoku(t), "d4 e5 d4 {slip} e6 f6")
	n := at("e5 d4")
	all, err := Repairs(d.Tree, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	first := all[0]
	if first.Kind != RepairMove || first.Plays != 3 || first.Of != 3 || d.Tree.distanceSquared(n.move, first.Move) != 1 {
		t.Errorf("the first repair is %+v", first)
	}
	if len(all) != 15*15-2+2 || all[len(all)-1].Kind != RepairCut || all[len(all)-2].Kind != RepairOut {
		t.Errorf("%d repairs", len(all))
	}
	for _, r := range []Repair{all[0], all[len(all)-3], all[len(all)-2], all[len(all)-1]} {
		edits, err := r.Edits(d.Tree, n)
		do(t, d, edits, err)
		if illegal := d.Tree.CountIllegal(-1, nil, d.Tree.Root()); illegal != r.Of-r.Plays {
			t.Errorf("%+v leaves %d that do not play", r, illegal)
		}
		d.Tree.Undo()
	}
	if _, err := Repairs(d.Tree, d.Tree.Root(), nil); err == nil {
		t.Error("the root was repaired")
	}
}

func TestRepairByPassing(t *testing.T) {
	var d *Document
	var passed *Node
	for seed := uint64(0); passed == nil || passed.First() == nil; seed++ { // find a game with a pass
		chance := rand.New(rand.NewPCG(seed, 1))
		d, passed = NewDocument(reversi(t)), nil
		for n := d.Tree.Root(); n != nil; {
			pos, err := d.Tree.Position(n)
			if err != nil {
				t.Fatal(err)
			}
			moves := slices.Collect(pos.Moves())
			if len(moves) == 0 {
				break
			}
			if n = d.Tree.Add(n, moves[chance.IntN(len(moves))]); n.move == rules.Pass && passed == nil {
				passed = n
			}
		}
	}
	want := rebuild(d)
	next := passed.First()
	edits, err := DeleteMove(d.Tree, passed)
	do(t, d, edits, err)
	if d.Tree.NextIllegal(d.Tree.Root(), nil) != next {
		t.Fatal("the move after the pass plays without it")
	}
	all, err := Repairs(d.Tree, next, nil)
	if err != nil || all[0].Kind != RepairBefore || all[0].Plays != all[0].Of {
		t.Fatalf("%+v %v", all[0], err)
	}
	edits, err = all[0].Edits(d.Tree, next)
	do(t, d, edits, err)
	if err := Equal(want, d); err != nil {
		t.Error(err)
	}
}

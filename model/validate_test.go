package model

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"boardstudio/rules"
)

// shapes are trees in which moves are illegal here and there.
func shapes(t *testing.T) map[string]*Tree {
	chance := rand.New(rand.NewPCG(5, 6))
	trees := map[string]*Tree{}
	grow := func(name string, nodes int, parent func(all []*Node) *Node) {
		tree := NewTree(newFake())
		all := []*Node{tree.Root()}
		for len(all) < nodes {
			n := parent(all)
			switch chance.IntN(200) {
			case 0:
				n = tree.AddRaw(n, "zz")
			case 1:
				n = tree.AddSetup(n, "7")
			case 2:
				n = tree.AddSetup(n, "nonsense")
			case 3:
				n = tree.Add(n, play(chance.IntN(8)))
			default: // legal wherever the number is no multiple of 3
				pos, err := tree.Position(n)
				m := play(0)
				if err == nil {
					for m = range pos.Moves() {
						break
					}
				}
				m.Aux = int32(len(all))
				n = tree.Add(n, m)
			}
			all = append(all, n)
		}
		trees[name] = tree
	}
	last := func(all []*Node) *Node { return all[len(all)-1] }
	grow("one line", 3000, last)
	grow("siblings", 3000, func(all []*Node) *Node { return all[0] })
	grow("games", 5000, func(all []*Node) *Node {
		if len(all)%60 == 0 {
			return all[0]
		}
		return last(all)
	})
	grow("comb", 3000, func(all []*Node) *Node {
		if len(all)%2 == 0 {
			return all[len(all)-2]
		}
		return last(all)
	})
	grow("bushy", 5000, func(all []*Node) *Node { return all[chance.IntN(len(all))] })
	grow("late", 5000, func(all []*Node) *Node {
		if chance.IntN(10) > 0 {
			return last(all)
		}
		return all[len(all)-1-chance.IntN(min(len(all), 50))]
	})
	grow("one node", 1, last)
	return trees
}

// Several goroutines find the same as one, however often they share, and so do later edits.
func TestExamineShared(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for name, tree := range shapes(t) {
		var want []*Node
		for n, p := range tree.walk(&asker{}, tree.root, tree.root) {
			if p.err != nil && p.err.Node == n {
				want = append(want, n)
			}
		}
		for _, l := range []limits{
			{alone: 1 << 20, piece: 256},
			{piece: 1},
			{piece: 2, open: 3},
			{piece: 7, open: 40, places: 1000, apart: 4},
			{piece: 100, dense: 700},
			{piece: 256},
		} {
			tree.limits = usual
			tree.limits.alone, tree.limits.piece = l.alone, l.piece
			tree.limits.open, tree.limits.apart = max(l.open, 1), max(l.apart, 5)
			if l.open == 0 {
				tree.limits.open = usual.open
			}
			if l.places > 0 {
				tree.limits.places = l.places
			}
			if l.dense > 0 {
				tree.limits.dense, tree.limits.places = l.dense, 100
			}
			tree.places, tree.wide, tree.residue, tree.counted = map[*Node]place{}, 0, 0, 0
			asked := 0
			v := tree.Examine(-1, func(done int) bool { asked = done; return true })
			var got []*Node
			for _, err := range v.Illegal {
				got = append(got, err.(*NodeError).Node)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s, %+v: %d illegal nodes, want %d, or in another order", name, l, len(got), len(want))
			}
			if some := tree.Examine(3, nil).Illegal; len(some) != min(3, len(want)) || len(want) > 0 && some[0].(*NodeError).Node != want[0] {
				t.Errorf("%s, %+v: of %d illegal nodes %d are told", name, l, len(want), len(some))
			}
			if !v.Whole || asked > tree.Len() {
				t.Errorf("%s, %+v: whole %v, %d of %d nodes", name, l, v.Whole, asked, tree.Len())
			}
			tree.Adopt(v)
			if name == "one line" && len(tree.places) < tree.Len()/tree.gap() {
				t.Errorf("%s, %+v: %d checkpoints", name, l, len(tree.places))
			}
			for n, p := range tree.places {
				q := tree.look(&asker{}, n)
				if p.ply != q.ply || p.depth != q.depth || p.dist != q.dist || (p.err == nil) != (q.err == nil) || p.err == nil && p.pos != q.pos {
					t.Fatalf("%s, %+v: a checkpoint says %v, the moves %v", name, l, p, q)
				}
				if int(p.depth)%tree.gap() != tree.residue {
					t.Fatalf("%s, %+v: a checkpoint on level %d", name, l, p.depth)
				}
			}
			sound(t, tree)
		}
	}
}

// What was found before an edit is not believed after it.
func TestAdoptAfterEdit(t *testing.T) {
	tree := NewTree(newFake())
	line(t, tree, tree.Root(), 300)
	v := tree.Examine(-1, nil)
	if err := tree.Do("correct", setMove{tree.Root().First(), rules.Move{From: rules.NoCell, To: 3}, isMove, ""}); err != nil {
		t.Fatal(err)
	}
	tree.Adopt(v)
	if tree.Warm(0) {
		t.Error("positions from before an edit are kept")
	}
	for n := range tree.Main() {
		want := tree.look(&asker{}, n)
		if got, err := tree.Position(n); (err == nil) != (want.err == nil) || err == nil && got != want.pos {
			t.Fatalf("position %v %v, want %v", got, err, want)
		}
	}
	other := NewTree(tree.Rules())
	other.Adopt(tree.Examine(-1, nil))
	if len(other.places) > 0 {
		t.Error("positions of another tree are kept")
	}
}

// In a large tree checkpoints are further apart.
func TestCheckpointsOfLargeTrees(t *testing.T) {
	tree := NewTree(newFake())
	tree.limits.places, tree.limits.dense = 10, 1000
	nodes := tree.Line(line(t, tree, tree.Root(), 4500))
	tree.Validate(0)
	if tree.gap() != 4*usual.apart || len(tree.places) > tree.Len()/tree.gap()+1 {
		t.Errorf("%d checkpoints, %d levels apart", len(tree.places), tree.gap())
	}
	if err := tree.Do("shorter", Remove{nodes[900]}); err != nil {
		t.Fatal(err)
	}
	for !tree.Warm(1000) {
	}
	if tree.gap() != usual.apart || len(tree.places) < 900/tree.gap() {
		t.Errorf("%d checkpoints of the rest, %d levels apart", len(tree.places), tree.gap())
	}
	sound(t, tree)
}

package model

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"boardstudio/rules"
)

// shapes returns trees of different shapes with some illegal moves.
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
			default: // legal unless the sum is a multiple of 3
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

// TestExamineShared checks that several goroutines find the same as one, however often they share
// work, also after edits.
func TestExamineShared(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for name, tree := range shapes(t) {
		t.Run(name, func(t *testing.T) {
			var want []*Node
			for n, p := range tree.walk(&poller{}, tree.root, tree.root) {
				if p.err != nil && p.err.Node == n {
					want = append(want, n)
				}
			}
			for _, l := range []limits{
				{serialMax: 1 << 20, pollNodes: 256},
				{pollNodes: 1},
				{pollNodes: 2, openMax: 3},
				{pollNodes: 7, openMax: 40, checkpoints: 1000, spacing: 4},
				{pollNodes: 100, denseMax: 700},
				{pollNodes: 256},
			} {
				tree.limits = defaultLimits
				tree.limits.serialMax, tree.limits.pollNodes = l.serialMax, l.pollNodes
				tree.limits.openMax, tree.limits.spacing = max(l.openMax, 1), max(l.spacing, 5)
				if l.openMax == 0 {
					tree.limits.openMax = defaultLimits.openMax
				}
				if l.checkpoints > 0 {
					tree.limits.checkpoints = l.checkpoints
				}
				if l.denseMax > 0 {
					tree.limits.denseMax, tree.limits.checkpoints = l.denseMax, 100
				}
				tree.checkpoints, tree.wide, tree.residue, tree.counted = map[*Node]nodeState{}, 0, 0, 0
				asked := 0
				v := tree.Examine(-1, func(done int) bool { asked = done; return true })
				var got []*Node
				for _, err := range v.Illegal {
					got = append(got, err.(*NodeError).Node)
				}
				if !slices.Equal(got, want) {
					t.Fatalf("%+v: %d illegal nodes, want %d, or in another order", l, len(got), len(want))
				}
				if some := tree.Examine(3, nil).Illegal; len(some) != min(3, len(want)) || len(want) > 0 && some[0].(*NodeError).Node != want[0] {
					t.Errorf("%+v: of %d illegal nodes %d are told", l, len(want), len(some))
				}
				if !v.Whole || asked > tree.Len() {
					t.Errorf("%+v: whole %v, %d of %d nodes", l, v.Whole, asked, tree.Len())
				}
				tree.Adopt(v)
				if name == "one line" && len(tree.checkpoints) < tree.Len()/tree.gap() {
					t.Errorf("%+v: %d checkpoints", l, len(tree.checkpoints))
				}
				for n, p := range tree.checkpoints {
					q := tree.computeState(&poller{}, n)
					if p.ply != q.ply || p.depth != q.depth || p.dist != q.dist || (p.err == nil) != (q.err == nil) || p.err == nil && p.pos != q.pos {
						t.Fatalf("%+v: a checkpoint says %v, the moves %v", l, p, q)
					}
					if int(p.depth)%tree.gap() != tree.residue {
						t.Fatalf("%+v: a checkpoint on level %d", l, p.depth)
					}
				}
				checkSound(t, tree)
			}
		})
	}
}

// TestAdoptAfterEdit checks that results from before an edit are not used.
func TestAdoptAfterEdit(t *testing.T) {
	tree := NewTree(newFake())
	line(t, tree, tree.Root(), 300)
	v := tree.Examine(-1, nil)
	if err := tree.Do("correct", setMove{tree.Root().First(), rules.Move{From: rules.NoCell, To: 3}, isMove, ""}); err != nil {
		t.Fatal(err)
	}
	tree.Adopt(v)
	if tree.Prefetch(0) {
		t.Error("positions from before an edit are kept")
	}
	for n := range tree.Main() {
		want := tree.computeState(&poller{}, n)
		if got, err := tree.Position(n); (err == nil) != (want.err == nil) || err == nil && got != want.pos {
			t.Fatalf("position %v %v, want %v", got, err, want)
		}
	}
	other := NewTree(tree.Rules())
	other.Adopt(tree.Examine(-1, nil))
	if len(other.checkpoints) > 0 {
		t.Error("positions of another tree are kept")
	}
}

// TestCheckpointsOfLargeTrees checks that the checkpoints of large trees are further apart.
func TestCheckpointsOfLargeTrees(t *testing.T) {
	tree := NewTree(newFake())
	tree.limits.checkpoints, tree.limits.denseMax = 10, 1000
	nodes := tree.Line(line(t, tree, tree.Root(), 4500))
	tree.Validate(0)
	if tree.gap() != 4*defaultLimits.spacing || len(tree.checkpoints) > tree.Len()/tree.gap()+1 {
		t.Errorf("%d checkpoints, %d levels apart", len(tree.checkpoints), tree.gap())
	}
	if err := tree.Do("shorter", Remove{nodes[900]}); err != nil {
		t.Fatal(err)
	}
	for !tree.Prefetch(1000) {
	}
	if tree.gap() != defaultLimits.spacing || len(tree.checkpoints) < 900/tree.gap() {
		t.Errorf("%d checkpoints of the rest, %d levels apart", len(tree.checkpoints), tree.gap())
	}
	checkSound(t, tree)
}

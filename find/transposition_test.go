package find_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardstudio/find"
	"boardstudio/internal/race"
	"boardstudio/model"
	"boardstudio/rules"
)

func index(t testing.TB, d *model.Document) *find.Index {
	t.Helper()
	x, err := find.Collect(context.Background(), d.Tree, nil)
	if err != nil {
		t.Fatal(err)
	}
	x.Sort()
	return x
}

// same reports whether perm maps p to q.
func same(r rules.Rules, p, q rules.Position, perm rules.Perm) bool {
	a, b := perm.Setup(rules.SetupOf(r, p)), rules.SetupOf(r, q)
	return slices.Equal(a.Cells, b.Cells) && a.Turn == b.Turn && slices.Equal(a.Held, b.Held)
}

// groups returns the transpositions of each node, and checks each of them.
func groups(t *testing.T, d *model.Document, x *find.Index) map[*model.Node][]*model.Node {
	t.Helper()
	found := map[*model.Node][]*model.Node{}
	r := d.Tree.Rules()
	for n := range d.Tree.All() {
		for _, l := range x.Of(n, 1000) {
			p, err := d.Tree.Position(n)
			if err != nil {
				t.Fatal(err)
			}
			q, err := d.Tree.Position(l.Node)
			if err != nil {
				t.Fatal(err)
			}
			if !same(r, p, q, l.Perm) {
				t.Fatalf("%v: %s and %s are not the same", r.Spec(), path(d, n), path(d, l.Node))
			}
			found[n] = append(found[n], l.Node)
		}
	}
	return found
}

// slowGroups finds transpositions by trying all symmetries on all pairs.
func slowGroups(d *model.Document) map[*model.Node]map[*model.Node]bool {
	r := d.Tree.Rules()
	sym := rules.SymmetriesOf(r.Board())
	type entry struct {
		n *model.Node
		p rules.Position
	}
	var all []entry
	for n := range d.Tree.All() {
		if p, err := d.Tree.Position(n); err == nil {
			all = append(all, entry{n, p})
		}
	}
	found := map[*model.Node]map[*model.Node]bool{}
	for i, a := range all {
		for _, b := range all[i+1:] {
			if a.p.Turn() != b.p.Turn() {
				continue
			}
			for perm := range sym.All() {
				if same(r, a.p, b.p, perm) {
					for _, x := range [][2]*model.Node{{a.n, b.n}, {b.n, a.n}} {
						if found[x[0]] == nil {
							found[x[0]] = map[*model.Node]bool{}
						}
						found[x[0]][x[1]] = true
					}
					break
				}
			}
		}
	}
	return found
}

func compare(t *testing.T, d *model.Document, x *find.Index) int {
	t.Helper()
	got, want := groups(t, d, x), slowGroups(d)
	for n := range d.Tree.All() {
		if len(got[n]) != len(want[n]) {
			t.Fatalf("%v: %s has %d found, want %d", d.Tree.Rules().Spec(), path(d, n), len(got[n]), len(want[n]))
		}
		for _, m := range got[n] {
			if !want[n][m] {
				t.Fatalf("%s leads to %s", path(d, n), path(d, m))
			}
		}
		if count := x.Count(n); count != min(9, len(got[n])) {
			t.Fatalf("%v: Count of %s: %d, want %d", d.Tree.Rules().Spec(), path(d, n), count, len(got[n]))
		}
	}
	return len(want)
}

func TestTranspositionsAgainstSlowSearch(t *testing.T) {
	race.Skip(t)
	for _, r := range []rules.Rules{
		build(t, "tictactoe"), build(t, "line", "rows=4", "cols=4", "k=4", "topology=torus"), build(t, "othello", "size=4"),
		build(t, "awale", "seeds=1"), build(t, "line", "rows=3", "cols=4", "k=3", "topology=mobius"), build(t, "connect4"),
		build(t, "line", "rows=4", "cols=4", "k=4", "topology=sphere"), build(t, "line", "rows=5", "cols=5", "k=4", "players=3", "captures=5"),
	} {
		d := randomTree(t, r, 150, 4, 3, 4)
		if n := compare(t, d, index(t, d)); n < 5 {
			t.Errorf("%v: only %d places have equal ones", r.Spec(), n)
		}
	}
}

// TestTranspositionsOnHugeTorus tests a board with very many symmetries, for which fingerprints use
// surroundings only.
func TestTranspositionsOnHugeTorus(t *testing.T) {
	r := build(t, "line", "rows=40", "cols=40", "k=5", "topology=torus")
	d := model.NewDocument(r)
	root := d.Tree.Root()
	a := play(t, d.Tree, root, "a1 c2 d5")
	b := play(t, d.Tree, root, "an40 am38 aj37") // shifted and turned
	c := play(t, d.Tree, root, "d5 c2 a1")       // another order
	other := play(t, d.Tree, root, "a1 c2 d6")
	far := play(t, d.Tree, root, "a1 t20 p9")
	play(t, d.Tree, root, "a1 t20 p19") // no adjacent pieces, but a different position
	x := index(t, d)
	found := groups(t, d, x)
	has := func(n *model.Node, want ...*model.Node) {
		t.Helper()
		if len(found[n]) != len(want) {
			t.Errorf("%s: %d found, want %d", path(d, n), len(found[n]), len(want))
		}
		for _, m := range want {
			if !slices.Contains(found[n], m) {
				t.Errorf("%s does not lead to %s", path(d, n), path(d, m))
			}
		}
	}
	has(a, b, c)
	has(b, a, c)
	has(far)
	if x.Count(other) != 0 || x.Count(a) != 2 {
		t.Errorf("%d and %d places look alike", x.Count(other), x.Count(a))
	}
}

// TestManyTranspositions checks that Count stops at 9 and Of at its limit.
func TestManyTranspositions(t *testing.T) {
	d := model.NewDocument(build(t, "tictactoe"))
	var last *model.Node
	for range 12 {
		last = d.Tree.AddSetup(d.Tree.Root(), "A../.../..B A")
	}
	x := index(t, d)
	if n := x.Count(last); n != 9 {
		t.Errorf("%d places are counted", n)
	}
	if n := len(x.Of(last, 100)); n != 11 {
		t.Errorf("%d places are found", n)
	}
}

// TestIndexFollowsEdits compares an updated index with a new one.
func TestIndexFollowsEdits(t *testing.T) {
	r := build(t, "tictactoe")
	d := randomTree(t, r, 80, 9, 5, 8)
	for i, n := range slices.Collect(d.Tree.All()) {
		if i%20 == 3 {
			play(t, d.Tree, d.Tree.AddSetup(n, "A../.../..B A"), "b2 c1")
		}
	}
	x := index(t, d)
	d.Tree.Watch(func(c model.Change) {
		if !x.Changed(c) {
			t.Error("a small change asks for a new index")
		}
	})
	rnd := rand.New(rand.NewPCG(7, 7))
	done := 0
	for range 150 {
		var nodes []*model.Node
		for n := range d.Tree.All() {
			nodes = append(nodes, n)
		}
		n := nodes[rnd.IntN(len(nodes))]
		m := rules.Place(rules.Cell(rnd.IntN(9)))
		var err error
		switch rnd.IntN(12) {
		case 7:
			err = d.Tree.Do("", model.Insert{Parent: n, Index: -1, Node: model.NewSetup("A../.../..B B")})
		case 8:
			err = d.Tree.Do("", model.SetSetup{Node: n, Text: []string{"", "A../.../..B A", ".B./.../..A A"}[rnd.IntN(3)]})
		case 9:
			err = d.Tree.Do("", model.Reorder{Node: n, Index: 0}, model.SetComment{Node: n, Text: "moved"})
		case 10: // insert and remove a node in one step
			c := model.NewNode(m)
			err = d.Tree.Do("", model.Insert{Parent: n, Index: -1, Node: c}, model.Remove{Node: c})
		case 11: // move the first child of n elsewhere and remove n
			if c := n.First(); c != nil {
				err = d.Tree.Do("", model.Relink{Node: c, Parent: nodes[rnd.IntN(len(nodes))], Index: -1}, model.Remove{Node: n})
				if err == nil && rnd.IntN(2) == 0 {
					d.Tree.Undo()
				}
			}
		case 0:
			err = d.Tree.Do("", model.Remove{Node: n})
		case 1:
			err = d.Tree.Do("", model.SetMove{Node: n, Move: m})
		case 2:
			err = d.Tree.Do("", model.Relink{Node: n, Parent: nodes[rnd.IntN(len(nodes))], Index: -1})
		case 3:
			d.Tree.Undo()
		case 4:
			d.Tree.Redo()
		default:
			err = d.Tree.Do("", model.Insert{Parent: n, Index: -1, Node: model.NewNode(m)})
		}
		if err == nil {
			done++
		}
		if done%10 == 0 {
			compare(t, d, x)
		}
	}
	if done < 60 {
		t.Errorf("only %d edits were made", done)
	}
}

// TestIndexOfLateNodes checks that nodes added after indexing find each other and the older ones.
func TestIndexOfLateNodes(t *testing.T) {
	d := model.NewDocument(build(t, "gomoku"))
	tr := d.Tree
	first := play(t, tr, tr.Root(), "h8 i9 j10 k11")
	x := index(t, d)
	tr.Watch(func(c model.Change) {
		if !x.Changed(c) {
			t.Error("a small change asks for a new index")
		}
	})
	insert := func(moves string) (n *model.Node) {
		t.Helper()
		n = tr.Root()
		for _, text := range strings.Fields(moves) {
			m, err := tr.Rules().ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			if c := tr.Find(n, m); c != nil {
				n = c
				continue
			}
			c := model.NewNode(m)
			if err := tr.Do("", model.Insert{Parent: n, Index: -1, Node: c}); err != nil {
				t.Fatal(err)
			}
			n = c
		}
		return n
	}
	places := []*model.Node{first, insert("j10 i9 h8 k11"), insert("h8 k11 j10 i9"), insert("j10 k11 h8 i9")}
	if n := compare(t, d, x); n < len(places) {
		t.Errorf("%d places have equal ones", n)
	}
	for _, n := range places {
		if got := len(x.Of(n, 10)); got != 3 {
			t.Errorf("%s: %d found", path(d, n), got)
		}
		if got := len(x.Of(n, 2)); got != 2 {
			t.Errorf("%s: %d found of at most 2", path(d, n), got)
		}
	}
	// A node with a changed position must not be found any more.
	m, err := tr.Rules().ParseMove("a1")
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Do("", model.SetMove{Node: places[2], Move: m}); err != nil {
		t.Fatal(err)
	}
	compare(t, d, x)
	if got := len(x.Of(first, 10)); got != 2 {
		t.Errorf("%d found", got)
	}
}

// at returns the position at n.
func at(t *testing.T, tr *model.Tree, n *model.Node) rules.Position {
	t.Helper()
	p, err := tr.Position(n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestIndexOfLargeChange checks that Changed refuses a change that is too large, and that the index
// then returns no wrong nodes.
func TestIndexOfLargeChange(t *testing.T) {
	race.Skip(t)
	d := model.NewDocument(build(t, "line", "rows=19", "cols=19", "k=5"))
	tr := d.Tree
	top := tr.Add(tr.Add(tr.Root(), rules.Place(0)), rules.Place(1))
	for a := rules.Cell(2); tr.Len() < 20_000+2; a++ {
		n := tr.Add(top, rules.Place(a))
		for b := rules.Cell(180); b < 340 && tr.Len() < 20_000+2; b++ { // 20,000 including top
			tr.Add(n, rules.Place(b))
		}
	}
	home, other := top.Parent(), tr.Add(tr.Root(), rules.Place(350))
	x := index(t, d)
	small := true
	tr.Watch(func(c model.Change) { small = x.Changed(c) })
	do := func(e model.Edit) {
		t.Helper()
		if err := tr.Do("", e); err != nil {
			t.Fatal(err)
		}
	}
	for _, more := range []bool{false, true} {
		if more {
			do(model.Insert{Parent: top, Index: -1, Node: model.NewNode(rules.Place(355))})
		}
		for i, change := range []func(){
			func() { do(model.Relink{Node: top, Parent: other, Index: -1}) },
			func() { do(model.Relink{Node: top, Parent: home, Index: -1}) },
			func() { do(model.Remove{Node: top}) },
			func() { tr.Undo() },
		} {
			small = more
			if change(); small == more {
				t.Errorf("change %d, of more than 20,000 nodes %v: a new index is needed %v", i, more, !small)
			}
		}
		small = false
		if do(model.SetComment{Node: top, Text: fmt.Sprint(more)}); !small {
			t.Error("a comment asks for a new index")
		}
	}
}

package treelayout

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/model"
	"boardstudio/model/trees"
	"boardstudio/rules"
)

// gomoku returns an empty tree on a large board.
func gomoku(t testing.TB) *model.Tree { return trees.Gomoku(t).Tree }

// whole is an area that contains any tree.
var whole = Area{0, 1 << 30, 0, 1 << 30}

// checkLayout checks that a layout is consistent: no two items overlap, lines run straight down,
// and no line crosses a node or another line.
func checkLayout(t *testing.T, l *Layout) map[*model.Node]Place {
	t.Helper()
	type at struct{ row, col int }
	rows, cols := l.Size()
	var p Picture
	l.View(whole, &p)
	places, seen := map[*model.Node]Place{}, map[at]Place{}
	for _, q := range p.Places {
		wide := 1
		if q.Kind != PlaceNode {
			wide = 2
		}
		for c := q.Col; c < q.Col+wide; c++ {
			if o, ok := seen[at{q.Row, c}]; ok {
				t.Fatalf("%+v stands on %+v", q, o)
			}
			seen[at{q.Row, c}] = q
		}
		if q.Row < 0 || q.Row >= rows || q.Col < 0 || q.Col+wide > cols {
			t.Fatalf("%+v is outside %d rows and %d columns", q, rows, cols)
		}
		if q.Kind != PlaceMore {
			places[q.Node] = q
		}
	}
	down := map[at]bool{} // from an item to the one below
	for _, r := range p.Runs {
		for row := r.From; row < r.To; row++ {
			if down[at{row, r.Col}] {
				t.Fatalf("two lines from row %d in column %d", row, r.Col)
			}
			down[at{row, r.Col}] = true
		}
	}
	for n, q := range places {
		row, col, ok := l.Find(n)
		if !ok || row != q.Row || col != q.Col {
			t.Fatalf("found at %d, %d %v: %+v", row, col, ok, q)
		}
		if got, ok := l.At(q.Row, q.Col); !ok || got.Node != n {
			t.Fatalf("at %d, %d is %+v", q.Row, q.Col, got)
		}
		up := n.Parent()
		if up == nil {
			if q.Row != 0 || q.Col != 0 {
				t.Fatalf("the root stands at %d, %d", q.Row, q.Col)
			}
			continue
		}
		o, ok := places[up]
		switch {
		case !ok:
			t.Fatalf("%+v is shown without its parent", q)
		case o.Row != q.Row-1 || n == up.First() != (o.Col == q.Col) || o.Col > q.Col:
			t.Fatalf("%+v below %+v", q, o)
		case n == up.First() != down[at{o.Row, o.Col}] && n == up.First():
			t.Fatalf("no line down to %+v", q)
		}
	}
	for _, b := range p.Branches {
		if _, ok := seen[at{b.Row + 1, b.To}]; !ok || down[at{b.Row, b.To}] {
			t.Fatalf("%+v leads nowhere", b)
		}
		for c := b.From + 1; c <= b.To; c++ {
			if down[at{b.Row, c}] {
				t.Fatalf("%+v crosses a line in column %d", b, c)
			}
		}
	}
	for m := l.current; m != nil; m = m.Parent() {
		if q, ok := places[m]; !ok || !q.OnPath {
			t.Fatalf("the way to the current node is not shown: %+v", q)
		}
	}
	for n := range places {
		checkLine(t, l, n)
	}
	for n, q := range places {
		if q.OnPath != onLine(l.current, n) {
			t.Fatalf("%+v: on the current line %v", q, q.OnPath)
		}
	}
	return places
}

// checkLine compares the line through n in the layout with the tree.
func checkLine(t *testing.T, l *Layout, n *model.Node) {
	t.Helper()
	var before, after, below bool
	depth, under := -1, -1
	top := n
	for m := n; m != nil; m = m.Parent() {
		before, after = before || m.Prev() != nil, after || m.Next() != nil
		depth++
		if depth <= 300 {
			top = m
		}
	}
	for m := n; m != nil; m = m.First() {
		below = below || m.First() != m.Last()
		under++
	}
	if b, a, u := l.Forks(n); b != before || a != after || u != below {
		t.Fatalf("forks before, after and below are %v %v %v, not %v %v %v", before, after, below, b, a, u)
	}
	if got := l.Depth(n); got != depth {
		t.Fatalf("depth is %d, not %d", depth, got)
	}
	if got := l.Below(n); got != under {
		t.Fatalf("%d nodes follow, not %d", under, got)
	}
	if got := l.Above(n, min(depth, 300)); got != top {
		t.Fatalf("%d above is another node", min(depth, 300))
	}
	if l.Ahead(n, under+1) != nil || l.Ahead(n, under) == nil || l.Above(n, depth) != l.t.Root() || l.Above(n, depth+1) != nil {
		t.Fatal("the ends of the line are elsewhere")
	}
}

func onLine(n, m *model.Node) bool {
	for ; n != nil; n = n.Parent() {
		if n == m {
			return true
		}
	}
	return false
}

// rebuilt returns a new layout with the same folds as l.
func rebuilt(l *Layout) *Layout {
	f := &Layout{t: l.t, current: l.current, folds: l.folds, more: l.more, foldShort: l.foldShort}
	f.build()
	return f
}

// same checks that two layouts show the same items at the same positions.
func same(t *testing.T, step string, got, want *Layout) {
	t.Helper()
	var a, b Picture
	got.View(whole, &a)
	want.View(whole, &b)
	places := map[string]bool{}
	for _, q := range b.Places {
		places[fmt.Sprintf("%p%+v", q.Node, q)] = true
	}
	for _, q := range a.Places {
		k := fmt.Sprintf("%p%+v", q.Node, q)
		if !places[k] {
			t.Fatalf("%s: %+v should not stand there", step, q)
		}
		delete(places, k)
	}
	if len(places) > 0 {
		t.Fatalf("%s: %d of %d places are missing: %v", step, len(places), len(b.Places), places)
	}
	r1, c1 := got.Size()
	if r2, c2 := want.Size(); r1 != r2 || c1 != c2 {
		t.Fatalf("%s: %d rows and %d columns, should be %d and %d", step, r1, c1, r2, c2)
	}
	if len(a.Branches) != len(b.Branches) {
		t.Fatalf("%s: %d branches, should be %d", step, len(a.Branches), len(b.Branches))
	}
}

func pick(r *rand.Rand, t *model.Tree) *model.Node {
	n := t.Root()
	for n.First() != nil && r.IntN(12) > 0 {
		c := n.First()
		for c.Next() != nil && r.IntN(3) == 0 {
			c = c.Next()
		}
		n = c
	}
	return n
}

// branch returns a detached branch of random moves, which may be illegal.
func branch(r *rand.Rand, nodes int) *model.Node {
	scratch := model.NewTree(gameForBranches)
	n := scratch.Root()
	all := []*model.Node{n}
	for i := range nodes {
		if r.IntN(6) == 0 {
			n = all[r.IntN(len(all))]
		}
		n = scratch.Add(n, rules.Place(rules.Cell(i%361)))
		all = append(all, n)
	}
	top := scratch.Root().First().Copy()
	return top
}

var gameForBranches rules.Rules

// TestLayoutFollowsEdits checks that after random edits, undo steps and folds the layout equals a
// new one.
func TestLayoutFollowsEdits(t *testing.T) {
	rounds, steps := 25, 400
	if testing.Short() {
		rounds = 6
	}
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		tr := gomoku(t)
		gameForBranches = tr.Rules()
		l := New(tr)
		tr.Watch(l.Apply)
		cur := tr.Root()
		for step := range steps {
			what := randomEdit(r, tr, l, &cur)
			if !tr.Contains(cur) {
				cur = tr.Root()
			}
			if r.IntN(4) == 0 {
				continue // several edits at once
			}
			l.Show(cur)
			name := fmt.Sprintf("seed %d step %d %s", seed, step, what)
			same(t, name, l, rebuilt(l))
			if step%7 == 0 {
				checkLayout(t, l)
			}
		}
	}
}

func randomEdit(r *rand.Rand, tr *model.Tree, l *Layout, cur **model.Node) string {
	n := pick(r, tr)
	free := rules.Place(rules.Cell(r.IntN(361)))
	switch k := r.IntN(30); {
	case k < 8:
		index := -1
		if r.IntN(3) == 0 {
			index = 0
		}
		add := model.NewNode(free)
		if tr.Do("add", model.Insert{Parent: n, Index: index, Node: add}) == nil && r.IntN(2) == 0 {
			*cur = add
		}
		return "add"
	case k < 12:
		size := 1 + r.IntN(20)
		if r.IntN(5) == 0 {
			size = 600
		}
		_ = tr.Do("branch", model.Insert{Parent: n, Index: r.IntN(2) - 1, Node: branch(r, size)})
		return "branch"
	case k < 15:
		_ = tr.Do("remove", model.Remove{Node: n})
		return "remove"
	case k < 18:
		_ = tr.Do("main", model.MakeMain(n)...)
		return "main"
	case k < 20:
		_ = tr.Do("relink", model.Relink{Node: n, Parent: pick(r, tr), Index: r.IntN(2) - 1})
		return "relink"
	case k < 21: // insert a move between two others
		add := model.NewNode(free)
		if n.Parent() != nil {
			_ = tr.Do("between", model.Insert{Parent: n.Parent(), Index: n.Index(), Node: add}, model.Relink{Node: n, Parent: add, Index: 0})
		}
		return "between"
	case k < 22: // save a part of a branch and remove the rest
		m := n
		for range r.IntN(5) {
			if m.First() != nil {
				m = m.Last()
			}
		}
		if n.Parent() != nil && m != n {
			_ = tr.Do("saved", model.Relink{Node: m, Parent: n.Parent(), Index: -1}, model.Remove{Node: n})
		}
		return "saved"
	case k < 23:
		var all []model.Edit
		for c := range n.Children() {
			if c != n.First() {
				all = append(all, model.Remove{Node: c})
			}
		}
		_ = tr.Do("others", all...)
		return "others"
	case k < 25:
		tr.Undo()
		return "undo"
	case k < 26:
		tr.Redo()
		return "redo"
	case k < 27:
		tr.Jump(r.IntN(tr.Steps() + 1))
		return "jump"
	case k < 28:
		for range 1 + r.IntN(40) {
			_ = tr.Do("many", model.Insert{Parent: n, Index: -1, Node: model.NewNode(rules.Place(rules.Cell(r.IntN(361))))})
		}
		return "many"
	case k < 29 && r.IntN(10) == 0:
		*cur = n
		l.Show(n)
		switch r.IntN(3) {
		case 0:
			l.FoldOthers()
			return "fold others"
		default:
			l.UnfoldAll(n)
			return "unfold all"
		}
	case k < 29:
		*cur = n
		l.Show(n)
		if r.IntN(2) == 0 {
			l.Unfold(n)
			return "unfold"
		}
		if to := l.Fold(n); to != nil {
			*cur = to
		}
		return "fold"
	default:
		*cur = n
		return "go"
	}
}

// TestLineAndMainLineEnd compares Line and MainLineEnd with walks along the nodes.
func TestLineAndMainLineEnd(t *testing.T) {
	tr, rng := gomoku(t), rand.New(rand.NewPCG(5, 5))
	nodes := []*model.Node{tr.Root()}
	for len(nodes) < 700 {
		from := nodes[len(nodes)-1]
		if rng.IntN(20) == 0 {
			from = nodes[rng.IntN(len(nodes))]
		}
		n := tr.Add(from, rules.Place(rules.Cell(rng.IntN(100))))
		if slices.Contains(nodes, n) {
			continue
		}
		nodes = append(nodes, n)
	}
	l := New(tr)
	for range 200 {
		n := nodes[rng.IntN(len(nodes))]
		l.Show(n)
		trunk, way := n, []*model.Node{n}
		for m := n; m.Parent() != nil; m = m.Parent() {
			if m.Parent().First() != m {
				trunk = m.Parent()
			}
			way = append(way, m.Parent())
		}
		slices.Reverse(way)
		here := len(way) - 1
		for m := n.First(); m != nil; m = m.First() {
			way = append(way, m)
		}
		if got := l.MainLineEnd(); got != trunk {
			t.Fatalf("the trunk of %v is %v, want %v", n, got, trunk)
		}
		from := rng.IntN(len(way))
		to := from + rng.IntN(len(way)-from)
		if got := l.Line(n, from-here, to-here); !slices.Equal(got, way[from:to+1]) {
			t.Fatalf("the line from %d to %d has %d nodes, want %d", from, to, len(got), to+1-from)
		}
	}
}

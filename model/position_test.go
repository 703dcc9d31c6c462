package model

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"boardstudio/rules"
)

func TestPositions(t *testing.T) {
	x := newSample()
	bad := x.tree.Add(x.g, play(0)) // 2 + 1
	below := x.tree.Add(bad, play(0))
	saved := x.tree.AddSetup(below, "4")
	first := x.tree.AddSetup(x.root, "nonsense")
	lost := x.tree.AddSetup(x.g, "nonsense")
	under := x.tree.Add(lost, play(0))
	tests := []struct {
		n    *Node
		want string
		bad  *Node
		ply  int
	}{
		{x.root, "0", nil, 0},
		{x.a, "1", nil, 1},
		{x.c, "4", nil, 3},
		{x.d, "5", nil, 2},
		{x.s, "7", nil, 1},
		{x.e, "8", nil, 2},
		{x.r, "move 1 (zz9): the move could not be read", x.r, 1},
		{x.f, "move 1 (zz9): the move could not be read", x.r, 2},
		{x.g, "2", nil, 1},
		{bad, "move 2 (a1): 2 cannot grow so", bad, 2},
		{below, "move 2 (a1): 2 cannot grow so", bad, 3},
		{saved, "4", nil, 3},
		{lost, `position after move 1: "nonsense" is no number`, lost, 1},
		{under, `position after move 1: "nonsense" is no number`, lost, 2},
		{first, `start position: "nonsense" is no number`, first, 0},
	}
	for range 3 { // first without, then with cached states
		for _, tt := range tests {
			p, err := x.tree.Position(tt.n)
			got := fmt.Sprint(p)
			if err != nil {
				got = err.Error()
			}
			var node *NodeError
			errors.As(err, &node)
			if got != tt.want || (node != nil) != (tt.bad != nil) || node != nil && node.Node != tt.bad || tt.n.Ply() != tt.ply {
				t.Errorf("%s at ply %d: got %q, want %q at %d", x.tree.pathText(tt.n), tt.n.Ply(), got, tt.want, tt.ply)
			}
		}
	}
	if got, want := fmt.Sprint(x.tree.Validate(-1)), "[move 1 (zz9): the move could not be read "+
		`move 2 (a1): 2 cannot grow so position after move 1: "nonsense" is no number start position: "nonsense" is no number]`; got != want {
		t.Errorf("Validate = %s\nwant %s", got, want)
	}
	for limit, want := range []int{0, 1, 2, 3, 4, 4} {
		if got := len(x.tree.Validate(limit)); got != want {
			t.Errorf("Validate(%d) returns %d", limit, got)
		}
	}
}

func TestStart(t *testing.T) {
	x := newSample()
	tests := []struct {
		name  string
		n     *Node
		start string
		moves []rules.Move
	}{
		{"root", x.root, "0", nil},
		{"variation", x.c, "0", []rules.Move{play(0), play(0), play(1)}},
		{"set-up", x.s, "7", nil},
		{"after the set-up", x.e, "7", []rules.Move{play(0)}},
	}
	for _, forgetful := range []bool{false, true} {
		for _, tt := range tests {
			t.Run(fmt.Sprint(tt.name, ", forgetful ", forgetful), func(t *testing.T) {
				if _, err := x.tree.Position(tt.n); err != nil {
					t.Fatal(err)
				}
				if forgetful { // the start may not be cached
					clear(x.tree.checkpoints)
				}
				p, moves, err := x.tree.Start(tt.n)
				if err != nil || p.String() != tt.start || !slices.Equal(moves, tt.moves) {
					t.Errorf("Start(%s) = %v %v %v", x.tree.pathText(tt.n), p, moves, err)
				}
			})
		}
	}
	if _, _, err := x.tree.Start(x.f); err == nil || err.(*NodeError).Node != x.r {
		t.Errorf("Start below what cannot be read: %v", err)
	}
	if _, _, err := x.tree.Start(NewNode(play(0))); err == nil {
		t.Error("Start of a node in no tree")
	}
}

// TestRestart checks that a new start position makes moves illegal, and that restoring it makes
// them legal again.
func TestRestart(t *testing.T) {
	x := newSample()
	deep := line(t, x.tree, x.c, 200)
	if _, err := x.tree.Position(deep); err != nil {
		t.Fatal(err)
	}
	if err := x.tree.Do("start", SetSetup{x.root, "2"}); err != nil {
		t.Fatal(err)
	}
	_, err := x.tree.Position(deep)
	var node *NodeError
	if !errors.As(err, &node) || node.Node != x.a || node.Ply != 1 || x.tree.Len() != 210 {
		t.Errorf("after the change: %v, %d nodes", err, x.tree.Len())
	}
	if p, err := x.tree.Position(x.e); err != nil || p.String() != "8" {
		t.Errorf("below the inner set-up: %v %v", p, err)
	}
	x.tree.Undo()
	if _, err := x.tree.Position(deep); err != nil {
		t.Errorf("after undo: %v", err)
	}
}

// TestRepairSetup checks that an invalid set-up from a file can be replaced, and that this can be
// undone.
func TestRepairSetup(t *testing.T) {
	x := newSample()
	n := x.tree.AddSetup(x.c, "nonsense")
	if err := x.tree.Do("repair", SetSetup{n, "3"}); err != nil {
		t.Fatal(err)
	}
	checkSound(t, x.tree)
	x.tree.Undo()
	if n.Setup() != "nonsense" || len(x.tree.Validate(-1)) != 2 {
		t.Errorf("set-up %q, %v", n.Setup(), x.tree.Validate(-1))
	}
}

// cost returns the number of Plays made by f.
func cost(tree *Tree, f func()) int {
	r := tree.Rules().(*fake)
	before := r.plays.Load()
	f()
	return int(r.plays.Load() - before)
}

func TestPositionCosts(t *testing.T) {
	tree := NewTree(newFake())
	end := line(t, tree, tree.Root(), 10000)
	nodes := tree.Line(end)
	ask := func(n *Node) func() {
		return func() {
			if _, err := tree.Position(n); err != nil {
				t.Error(err)
			}
		}
	}
	if c := cost(tree, func() { tree.Validate(0) }); c != 10000 {
		t.Errorf("Validate costs %d plays", c)
	}
	for i := range 9999 { // single steps
		want := 1
		if i == 0 {
			want = 0
		}
		if c := cost(tree, ask(nodes[i])); c > want {
			t.Fatalf("a step to node %d costs %d plays", i, c)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		if c := cost(tree, ask(nodes[r.IntN(len(nodes))])); c >= 32 {
			t.Fatalf("a jump after Validate costs %d plays", c)
		}
	}
	if c := cost(tree, ask(tree.last)); c != 0 {
		t.Errorf("asking again costs %d plays", c)
	}
	p, err := tree.Position(nodes[9000])
	if err != nil {
		t.Fatal(err)
	}
	n := NewNode(slices.Collect(p.Moves())[1]) // line took the first
	if c := cost(tree, func() {
		if err := tree.Do("in", Insert{nodes[9000], 0, n}); err != nil {
			t.Error(err)
		}
		ask(n)()
	}); c != 1 {
		t.Errorf("playing a move costs %d plays", c)
	}
	// Removing a leaf keeps all other checkpoints.
	if err := tree.Do("out", Remove{n}); err != nil {
		t.Fatal(err)
	}
	if c := cost(tree, ask(nodes[9000])); c >= 32 {
		t.Errorf("a jump after removing a leaf costs %d plays", c)
	}
}

// TestCheckpointsAreBounded checks that jumps stay short if not all checkpoints can be stored.
func TestCheckpointsAreBounded(t *testing.T) {
	tree := NewTree(newFake())
	tree.limits = limits{checkpoints: 100, ratio: 8, spacing: 4, forgetMax: 100, openMax: 10}
	nodes := tree.Line(line(t, tree, tree.Root(), 20000))
	r := rand.New(rand.NewPCG(1, 2))
	sum := 0
	for i := range 2000 {
		n := nodes[r.IntN(len(nodes))]
		c := cost(tree, func() {
			if p, err := tree.Position(n); err != nil || int(n.Ply()) != 0 && p.String() == "0" {
				t.Error(p, err)
			}
		})
		if i >= 100 {
			sum += c
		}
		if len(tree.checkpoints) > tree.Len()/8 {
			t.Fatalf("%d checkpoints", len(tree.checkpoints))
		}
	}
	if mean := sum / 1900; mean > 100 { // 10000 without checkpoints
		t.Errorf("a jump costs %d plays", mean)
	} else {
		t.Logf("a jump costs %d plays with %d checkpoints on 20000 nodes", mean, len(tree.checkpoints))
	}
}

// TestMovedBranchDropsCachedStates checks that no cached state of a removed branch survives if it is
// inserted elsewhere.
func TestMovedBranchDropsCachedStates(t *testing.T) {
	for _, size := range []int{1, 3, 40, 400} {
		t.Run(fmt.Sprint("size ", size), func(t *testing.T) {
			x := newSample()
			x.tree.limits.checkpoints = 100
			line(t, x.tree, x.c, size)
			if errs := x.tree.Validate(-1); len(errs) != 1 {
				t.Fatal(errs)
			}
			end := x.tree.Line(x.c)[3]
			for end.First() != nil {
				end = end.First()
			}
			if _, err := x.tree.Position(end); err != nil {
				t.Fatal(err)
			}
			if err := x.tree.Do("out", Remove{x.c}); err != nil {
				t.Fatal(err)
			}
			if _, err := x.tree.Position(end); err == nil || x.tree.Contains(end) {
				t.Error("a removed node has a position")
			}
			if err := x.tree.Do("in", Insert{x.d, 0, x.c}); err != nil {
				t.Fatal(err)
			}
			if p, err := x.tree.Position(x.c); err != nil || p.String() != "7" {
				t.Errorf("the moved branch stands at %v %v", p, err)
			}
			checkSound(t, x.tree)
		})
	}
}

func TestCallersErrors(t *testing.T) {
	x, y := newSample(), newSample()
	for name, n := range map[string]*Node{"nil": nil, "other tree": y.a, "other set-up": y.e, "detached": NewNode(play(0)), "detached set-up": NewSetup("1")} {
		t.Run(name, func(t *testing.T) {
			if _, err := x.tree.Position(n); err == nil || x.tree.Contains(n) {
				t.Error("it has a position")
			}
		})
	}
	if err := x.tree.Check(); err != nil {
		t.Error(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("Add took a parent outside the tree")
		}
	}()
	x.tree.Add(NewNode(play(0)), play(1))
}

func TestBuilders(t *testing.T) {
	x := newSample()
	if n := x.tree.AddSetup(x.c, ""); n.Setup() != "0" {
		t.Errorf("set-up %q", n.Setup())
	}
	if n := x.tree.AddRaw(x.c, ""); n.Raw() != "?" {
		t.Errorf("raw %q", n.Raw())
	}
	if _, err := x.tree.Position(x.c); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ text, want string }{{" 3 ", "3"}, {"0", ""}, {"3", "3"}, {"", ""}, {"12", "12"}} {
		if err := x.tree.SetStart(tt.text); err != nil || x.root.Setup() != tt.want {
			t.Errorf("SetStart(%q): %v, %q", tt.text, err, x.root.Setup())
		}
	}
	if err := x.tree.SetStart("x"); err == nil || x.root.Setup() != "12" {
		t.Errorf("SetStart of nonsense: %v, %q", err, x.root.Setup())
	}
	if p, err := x.tree.Position(x.c); err != nil || p.String() != "16" {
		t.Errorf("position %v %v", p, err)
	}
	x.tree.Add(x.a, rules.Move{}) // as a careless decoder might
	if err := x.tree.Do("in", Insert{x.a, -1, NewSetup("5")}); err != nil {
		t.Errorf("a set-up node is taken for a move: %v", err)
	}
	checkSound(t, x.tree)
}

func TestWalks(t *testing.T) {
	x := newSample()
	tests := []struct {
		name      string
		got, want []*Node
	}{
		{"All", slices.Collect(x.tree.All()), []*Node{x.root, x.a, x.b, x.c, x.d, x.s, x.e, x.r, x.f, x.g}},
		{"Subtree", slices.Collect(x.tree.Subtree(x.a)), []*Node{x.a, x.b, x.c, x.d, x.s, x.e}},
		{"Subtree of a leaf", slices.Collect(x.tree.Subtree(x.d)), []*Node{x.d}},
		{"Main", slices.Collect(x.tree.Main()), []*Node{x.root, x.a, x.b, x.c}},
		{"Line", x.tree.Line(x.e), []*Node{x.root, x.a, x.s, x.e}},
		{"Children", slices.Collect(x.a.Children()), []*Node{x.b, x.d, x.s}},
		{"Find", []*Node{x.tree.Find(x.a, play(3)), x.tree.Find(x.a, play(4)), x.tree.Find(x.root, rules.Move{})}, []*Node{x.d, nil, nil}},
		{"First and Last", []*Node{x.a.First(), x.a.Last(), x.d.First(), x.d.Last()}, []*Node{x.b, x.s, nil, nil}},
		{"Next", []*Node{x.b.Next(), x.d.Next(), x.s.Next(), x.root.Next()}, []*Node{x.d, x.s, nil, nil}},
		{"Prev", []*Node{x.b.Prev(), x.d.Prev(), x.s.Prev(), x.root.Prev()}, []*Node{nil, x.b, x.d, nil}},
	}
	for _, tt := range tests {
		if !slices.Equal(tt.got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.name, tt.got, tt.want)
		}
	}
	for range x.tree.All() {
		break
	}
	for range x.tree.Main() {
		break
	}
	for range x.a.Children() {
		break
	}
	if b, s, r := x.b.Index(), x.s.Index(), x.root.Index(); b != 0 || s != 2 || r != 0 {
		t.Errorf("Index %d %d %d", b, s, r)
	}
	if x.tree.Len() != 10 {
		t.Errorf("Len %d", x.tree.Len())
	}
}

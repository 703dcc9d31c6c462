package model

import (
	"slices"
	"testing"
)

// farthest returns the maximum number of moves played for a jump.
func farthest(t *testing.T, tree *Tree) int {
	t.Helper()
	most := 0
	nodes := slices.Collect(tree.All())
	for i := range nodes {
		n := nodes[(i*37)%len(nodes)] // rarely close to the last one
		most = max(most, cost(tree, func() {
			if _, err := tree.Position(n); err != nil {
				t.Fatal(err)
			}
		}))
	}
	return most
}

// TestPrefetchRestartsAfterEdits checks that Prefetch starts again after an edit of any kind, and that jumps
// are then as short as before.
func TestPrefetchRestartsAfterEdits(t *testing.T) {
	const plies = 400
	build := func() (tree *Tree, a, b []*Node) { // two lines below the root
		tree = NewTree(newFake())
		for i, list := range []*[]*Node{&a, &b} {
			n := tree.Add(tree.Root(), play(3*i))
			for range plies {
				*list = append(*list, n)
				n = tree.Add(n, play(2))
			}
		}
		return tree, a, b
	}
	for name, edit := range map[string]func(tree *Tree, a, b []*Node) []Edit{
		"nothing":       func(*Tree, []*Node, []*Node) []Edit { return nil },
		"a correction":  func(_ *Tree, a, _ []*Node) []Edit { return []Edit{SetMove{a[0], play(6)}} },
		"another start": func(tree *Tree, _, _ []*Node) []Edit { return []Edit{SetSetup{tree.Root(), "3"}} },
		"a branch that comes in": func(tree *Tree, a, _ []*Node) []Edit {
			edits, err := Duplicate(tree, a[1], nil)
			if err != nil {
				t.Fatal(err)
			}
			return edits
		},
		"a branch that is moved": func(_ *Tree, a, b []*Node) []Edit { return []Edit{Relink{b[200], a[200], 0}} },
		"a branch that goes":     func(_ *Tree, a, _ []*Node) []Edit { return []Edit{Remove{a[100]}} },
		"the end goes":           func(_ *Tree, a, b []*Node) []Edit { return []Edit{Remove{a[390]}, Remove{b[390]}} },
		"another order":          func(_ *Tree, _, b []*Node) []Edit { return []Edit{Reorder{b[0], 0}} },
		"a comment":              func(_ *Tree, a, _ []*Node) []Edit { return []Edit{SetComment{a[7], "x"}} },
	} {
		t.Run(name, func(t *testing.T) {
			for stop := range 9 { // the progress of Prefetch at the time of the edit
				tree, a, b := build()
				at := []*Node{tree.Root(), a[0], a[101], a[250], a[391], b[0], b[150], b[391], nil}[stop]
				for tree.prefetch.at != at || at == nil && !tree.Prefetch(0) {
					tree.Prefetch(1)
				}
				if err := tree.Do("edit", edit(tree, a, b)...); err != nil {
					t.Fatal(err)
				}
				for turns := 0; !tree.Prefetch(500); turns++ {
					if turns > 1000 {
						t.Fatalf("at place %d: Prefetch does not end", stop)
					}
				}
				if most := farthest(t, tree); most > 32 {
					t.Errorf("at place %d: a jump costs %d plays", stop, most)
				}
				checkSound(t, tree)
			}
		})
	}
}

// TestPrefetchRestartsAfterBuilders checks that nodes added by a builder make Prefetch start again.
func TestPrefetchRestartsAfterBuilders(t *testing.T) {
	tree := NewTree(newFake())
	for _, length := range []int{100, 1000} {
		line(t, tree, tree.Root(), length)
		tree.forgetAll()
		tree.Prefetch(1 << 20)
		last := tree.Root()
		for last.First() != nil {
			last = last.First()
		}
		line(t, tree, last, length)
		tree.last = nil
		if tree.Prefetch(0) {
			t.Error("what was just added is warm")
		}
		for !tree.Prefetch(1 << 20) {
		}
		if most := farthest(t, tree); most > 32 {
			t.Errorf("a jump costs %d plays", most)
		}
	}
}

// TestPlayedGamesHaveCheckpoints checks that a game played move by move leaves checkpoints, so
// jumps back are short.
func TestPlayedGamesHaveCheckpoints(t *testing.T) {
	tree := NewTree(newFake())
	n := tree.Root()
	for i := range 1000 {
		m := NewNode(play([]int{0, 2}[min(i, 1)]))
		if err := tree.Do("move", Insert{n, -1, m}); err != nil {
			t.Fatal(err)
		}
		n = m
	}
	if most := farthest(t, tree); most > 32 {
		t.Errorf("a jump costs %d plays", most)
	}
}

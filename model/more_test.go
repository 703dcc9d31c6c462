package model

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"boardstudio/rules"
)

// combTree returns a long line with an alternative to each move. Some of these are illegal.
func combTree(t testing.TB, plies int) *Document {
	d := NewDocument(newFake())
	n := d.Tree.Root()
	for i := range plies {
		next := d.Tree.Add(n, play(i%8))
		m := rules.Resign
		if i%7 == 3 {
			d.Tree.AddRaw(n, "zz")
		} else {
			d.Tree.Add(n, m)
		}
		n = next
	}
	return d
}

// TestPlannersStop stops each of the long operations at each call of More. The
// operation must return an error and leave the tree unchanged.
func TestPlannersStop(t *testing.T) {
	d, other := combTree(t, 3000), combTree(t, 3000)
	tree := d.Tree
	tree.Add(tree.Root(), play(0)) // a duplicate
	deep := slices.Collect(tree.Main())[2500]
	before := tree.Revision()
	for name, f := range map[string]func(More) error{
		"merge duplicates": func(more More) error { _, err := MergeDuplicates(tree, tree.Root(), more); return err },
		"paste":            func(more More) error { _, err := Paste(tree, deep, more, other.Tree.Root().First()); return err },
		"merge":            func(more More) error { _, _, err := MergeTree(tree, deep, other.Tree, more); return err },
		"cut bad":          func(more More) error { _, err := DeleteIllegal(tree, more); return err },
		"become":           func(more More) error { _, err := ReplaceContent(d, other, more); return err },
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			if err := f(func(int) bool { asked++; return true }); err != nil || asked == 0 {
				t.Errorf("%v after %d questions", err, asked)
			}
			for end := range asked {
				n := 0
				err := f(func(int) bool { n++; return n <= end })
				if !errors.Is(err, context.Canceled) || n != end+1 {
					t.Errorf("%s ended at question %d: %v, asked %d times", name, end, err, n)
				}
			}
		})
	}
	for name, f := range map[string]func(More){
		"next illegal": func(more More) { tree.NextIllegal(deep, more) },
		"diff":         func(more More) { Diff(d, other, 1, more) },
		"prev illegal": func(more More) { tree.PrevIllegal(deep, more) },
		"count":        func(more More) { tree.CountIllegal(-1, more, tree.Root()) },
	} {
		t.Run(name, func(t *testing.T) {
			n := 0
			if f(func(int) bool { n++; return n < 2 }); n > 2 {
				t.Errorf("%s went on after it was to end: %d questions", name, n)
			}
		})
	}
	if tree.Revision() != before {
		t.Error("the tree was changed")
	}
}

// TestWalkGivesPlacesUp checks a walk through a tree with more open branches than stored states.
func TestWalkGivesPlacesUp(t *testing.T) {
	for _, open := range []int{1, 2, 3, 40, 1000} {
		t.Run(fmt.Sprint("limit ", open), func(t *testing.T) {
			tree := combTree(t, 300).Tree
			tree.limits.openMax = open
			main := slices.Collect(tree.Main())
			all := slices.Collect(tree.All())
			for _, from := range []*Node{tree.Root(), main[1], main[150], main[300], main[150].Next()} {
				i := slices.Index(all, from)
				for n, p := range tree.walk(&poller{}, tree.Root(), from) {
					if n != all[i] {
						t.Fatal("another node than All's")
					}
					i++
					want, err := tree.locate(n)
					if err != nil || p.ply != want.ply || p.depth != want.depth || p.dist != want.dist ||
						(p.err == nil) != (want.err == nil) || p.err == nil && p.pos.String() != want.pos.String() {
						t.Fatalf("%v at node %d, want %v", p, i, want)
					}
				}
				if i != len(all) {
					t.Errorf("%d of %d nodes", i, len(all))
				}
			}
		})
	}
}

// TestWalkPlaysEachNodeOnce checks how many moves a walk plays, with and without room for the
// states of all open branches.
func TestWalkPlaysEachNodeOnce(t *testing.T) {
	tree := NewTree(newFake())
	n := tree.Add(tree.Root(), play(0))
	for range 400 { // each move has a sibling with the same effect
		next := tree.Add(n, play(2))
		tree.Add(n, rules.Move{From: rules.NoCell, To: 2, Aux: 1})
		n = next
	}
	walk := func(open int) int {
		tree.limits.openMax = open
		return cost(tree, func() {
			for _, p := range tree.walk(&poller{}, tree.Root(), tree.Root()) {
				if p.err != nil {
					t.Fatal(p.err)
				}
			}
		})
	}
	if all := tree.Len() - 1; walk(400) != all || walk(defaultLimits.openMax) != all {
		t.Errorf("%d moves are played, and %d, want %d", walk(400), walk(defaultLimits.openMax), all)
	}
	// Only the states of two of 400 open branches and of every 32nd are stored.
	if most := tree.Len() - 1 + 400*stateEvery*2; walk(2) > most || walk(2) < tree.Len() {
		t.Errorf("%d moves are played with few places, want at most %d", walk(2), most)
	}
	open := openStack{t: tree}
	for i := range 1000 {
		open.push(tree.Root(), nodeState{depth: int32(i)})
	}
	kept := 0
	for _, r := range open.list {
		if r.above != nil {
			kept++
		}
	}
	if kept > 2+1000/stateEvery+1 {
		t.Errorf("%d places of 1000 are kept", kept)
	}
}

package model

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkBytesPerNode reports the memory of a plain node, and of one with a
// comment (its text not counted).
func BenchmarkBytesPerNode(b *testing.B) {
	const nodes = 1_000_000
	var plain, commented float64
	for range b.N {
		plain = bytesPerNode(func(tree *Tree) { line(b, tree, tree.Root(), nodes) })
		commented = bytesPerNode(func(tree *Tree) {
			line(b, tree, tree.Root(), nodes)
			for n := range tree.Main() {
				tree.Annotate(n, Annotation{Comment: "shared"})
			}
		})
	}
	b.ReportMetric(plain, "bytes/node")
	b.ReportMetric(commented, "bytes/commented")
}

// games makes a tree of n nodes out of games of 60 moves each that branch off at
// random places of one another, as in a database.
func games(tb testing.TB, n int) (*Tree, []*Node) {
	tree := NewTree(newFake())
	r := rand.New(rand.NewPCG(1, 2))
	nodes := []*Node{tree.Root()}
	for len(nodes) < n {
		from := tree.Root()
		if len(nodes) > 1 && r.IntN(4) > 0 {
			from = nodes[r.IntN(len(nodes))]
		}
		if from.Ply() > 150 {
			continue
		}
		for m := line(tb, tree, from, 60); m != from; m = m.Parent() {
			nodes = append(nodes, m)
		}
	}
	return tree, nodes
}

func BenchmarkAdd(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		tree := NewTree(newFake())
		n := tree.Root()
		for i := range 1000 {
			n = tree.Add(n, play(i%8))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000, "ns/node")
}

// BenchmarkDoUndo writes a comment somewhere in a tree of a million nodes, and takes it back.
func BenchmarkDoUndo(b *testing.B) {
	tree, nodes := games(b, 1_000_000)
	r := rand.New(rand.NewPCG(3, 4))
	tree.Watch(func(Change) {})
	for b.Loop() {
		at := nodes[r.IntN(len(nodes))]
		if err := tree.Do("comment", SetComment{at, "x"}); err != nil {
			b.Fatal(err)
		}
		tree.Undo()
	}
}

// BenchmarkDoUndoMove plays a move in such a tree and takes it back.
func BenchmarkDoUndoMove(b *testing.B) {
	tree, nodes := games(b, 1_000_000)
	at := nodes[500_000]
	p, err := tree.Position(at)
	if err != nil {
		b.Fatal(err)
	}
	var n *Node
	for m := range p.Moves() {
		if tree.Find(at, m) == nil {
			n = NewNode(m)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := tree.Do("move", Insert{at, -1, n}); err != nil {
			b.Fatal(err)
		}
		tree.Undo()
	}
}

// BenchmarkJump asks for positions all over a tree of a million nodes.
func BenchmarkJump(b *testing.B) {
	tree, nodes := games(b, 1_000_000)
	r := rand.New(rand.NewPCG(3, 4))
	for b.Loop() {
		if _, err := tree.Position(nodes[r.IntN(len(nodes))]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkJumpLine does the same on one line of a million moves, after Validate.
func BenchmarkJumpLine(b *testing.B) {
	tree := NewTree(newFake())
	nodes := tree.Line(line(b, tree, tree.Root(), 1_000_000))
	tree.Validate(0)
	r := rand.New(rand.NewPCG(3, 4))
	for b.Loop() {
		if _, err := tree.Position(nodes[r.IntN(len(nodes))]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStep asks for one position after the other.
func BenchmarkStep(b *testing.B) {
	tree := NewTree(newFake())
	line(b, tree, tree.Root(), 1_000_000)
	n := tree.Root()
	for b.Loop() {
		if _, err := tree.Position(n); err != nil {
			b.Fatal(err)
		}
		if n = n.First(); n == nil {
			n = tree.Root()
		}
	}
}

// BenchmarkStepBack goes towards the root.
func BenchmarkStepBack(b *testing.B) {
	tree := NewTree(newFake())
	end := line(b, tree, tree.Root(), 1_000_000)
	n := end
	for b.Loop() {
		if _, err := tree.Position(n); err != nil {
			b.Fatal(err)
		}
		if n = n.Parent(); n == nil {
			n = end
		}
	}
}

// BenchmarkValidate plays all of a million nodes.
func BenchmarkValidate(b *testing.B) {
	tree, _ := games(b, 1_000_000)
	for b.Loop() {
		tree.Validate(10)
	}
}

// BenchmarkRemoveUndo takes away and brings back a branch of a million nodes.
func BenchmarkRemoveUndo(b *testing.B) {
	tree := NewTree(newFake())
	line(b, tree, tree.Root(), 1_000_000)
	for b.Loop() {
		if err := tree.Do("out", Remove{tree.Root().First()}); err != nil {
			b.Fatal(err)
		}
		tree.Undo()
	}
}

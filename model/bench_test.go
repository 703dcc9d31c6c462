package model

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkBytesPerNode reports the memory used by a plain node and by a node with a comment,
// without its text.
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

// games returns a tree of n nodes. It consists of games of 60 moves that branch off at random nodes
// of earlier games, as in a database.
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

// BenchmarkDoUndo sets and undoes a comment at random nodes in a tree of a million nodes.
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

// BenchmarkDoUndoMove plays and undoes a move in a tree of a million nodes.
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

// BenchmarkJump requests positions at random nodes in a tree of a million nodes.
func BenchmarkJump(b *testing.B) {
	tree, nodes := games(b, 1_000_000)
	r := rand.New(rand.NewPCG(3, 4))
	for b.Loop() {
		if _, err := tree.Position(nodes[r.IntN(len(nodes))]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkJumpLine requests positions at random nodes in a line of a million moves, after
// Validate.
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

// BenchmarkStep requests positions along a line, from the root on.
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

// BenchmarkStepBack requests positions along a line, towards the root.
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

// BenchmarkValidate validates a tree of a million nodes.
func BenchmarkValidate(b *testing.B) {
	tree, _ := games(b, 1_000_000)
	for b.Loop() {
		tree.Validate(10)
	}
}

// BenchmarkRemoveUndo removes and restores a branch of a million nodes.
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

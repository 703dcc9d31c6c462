package model

import (
	"testing"

	"boardstudio/rules"
)

// BenchmarkOperations measures applying and undoing operations on a tree of a million nodes in
// lines of 60 moves.
func BenchmarkOperations(b *testing.B) {
	tree, nodes := games(b, 1_000_000)
	n := nodes[len(nodes)/2]
	deep := NewTree(tree.rules)
	end := line(b, deep, deep.Root(), 100_000)
	for m := end; m.Parent() != nil; m = m.Parent() {
		deep.Add(m.Parent(), m.move)
	}
	other := NewTree(tree.rules)
	if pos, err := tree.Position(n); err != nil || other.SetStart(pos.String()) != nil {
		b.Fatal(err)
	}
	line(b, other, other.Root(), 60)
	for _, op := range []struct {
		name string
		t    *Tree
		f    func() ([]Edit, error)
	}{
		{"promote", tree, func() ([]Edit, error) { return Promote(n), nil }},
		{"insert", tree, func() ([]Edit, error) { return InsertMove(tree, n, unused(tree, n.Parent())) }},
		{"out", tree, func() ([]Edit, error) { return DeleteMove(tree, n) }},
		{"paste 60 moves", tree, func() ([]Edit, error) { return Paste(tree, n, nil, other.Root().First()) }},
		{"delete others", tree, func() ([]Edit, error) { return DeleteOthers(tree, n) }},
		{"merge duplicates", tree, func() ([]Edit, error) { return MergeDuplicates(tree, tree.Root(), nil) }},
		{"merge 100000 duplicates of a line", deep, func() ([]Edit, error) { return MergeDuplicates(deep, deep.Root(), nil) }},
		{"flatten 100000 variations", deep, func() ([]Edit, error) { return Flatten(deep, deep.Root()) }},
		{"cut bad", tree, func() ([]Edit, error) { return DeleteIllegal(tree, nil) }},
	} {
		b.Run(op.name, func(b *testing.B) {
			for b.Loop() {
				edits, err := op.f()
				if err == nil {
					err = op.t.Do("x", edits...)
				}
				if err != nil {
					b.Fatal(err)
				}
				if len(edits) > 0 {
					op.t.Undo()
				}
			}
		})
	}
}

// unused returns a legal move at n that no child makes.
func unused(t *Tree, n *Node) rules.Move {
	pos, _ := t.Position(n)
	for m := range pos.Moves() {
		if t.Find(n, m) == nil {
			return m
		}
	}
	return rules.Resign
}

package model

import (
	"runtime"
	"slices"
	"testing"

	"boardstudio/internal/race"
)

// million returns the size of the big trees, which is smaller in short mode.
func million(short bool) int {
	if short {
		return 100_000
	}
	return 1_000_000
}

// bigTest runs all operations that walk the tree: checks, positions, edits, undo, comparison and
// copying. end must be one of the deepest nodes.
func bigTest(t *testing.T, doc *Document, end *Node, nodes, bad int) {
	tree := doc.Tree
	if err := tree.Check(); err != nil || tree.Len() != nodes {
		t.Fatalf("%d nodes, want %d: %v", tree.Len(), nodes, err)
	}
	if errs := tree.Validate(-1); len(errs) != bad {
		t.Errorf("Validate returns %d errors, want %d", len(errs), bad)
	}
	p, err := tree.Position(end)
	if err != nil {
		t.Fatal(err)
	}
	if _, moves, err := tree.Start(end); err != nil || len(moves) != end.Ply() {
		t.Errorf("Start: %d moves to ply %d, %v", len(moves), end.Ply(), err)
	}
	twin := NewDocument(tree.Rules())
	for c := range tree.Root().Children() {
		// Insert would refuse illegal moves.
		if err := twin.Tree.Do("copy", restore{c.Copy(), twin.Tree.Root(), nil}); err != nil {
			t.Fatal(err)
		}
	}
	if err := Equal(doc, twin); err != nil {
		t.Error(err)
	}
	top := tree.Root().First()
	if err := tree.Do("edits", append(MakeMain(end), Remove{end}, Remove{top}, SetSetup{tree.Root(), "3"}, Insert{tree.Root(), -1, top})...); err != nil {
		t.Fatal(err)
	}
	if Equal(doc, twin) == nil || tree.Len() != nodes-1 {
		t.Errorf("after edits: %d nodes", tree.Len())
	}
	if err := tree.Check(); err != nil {
		t.Fatal(err)
	}
	tree.Undo()
	if err := Equal(doc, twin); err != nil {
		t.Error(err)
	}
	if q, err := tree.Position(end); err != nil || q.String() != p.String() {
		t.Errorf("after undo the end is %v %v, was %v", q, err, p)
	}
	if err := twin.Tree.Do("comment", SetComment{last(twin.Tree), "different"}); err != nil {
		t.Fatal(err)
	}
	if err := Equal(doc, twin); err == nil || len(err.Error()) > 1000 {
		t.Errorf("Equal: %v", err)
	}
}

func last(t *Tree) *Node {
	n := t.Root()
	for n.First() != nil {
		n = n.Last()
	}
	return n
}

func TestMillionMoves(t *testing.T) {
	doc := NewDocument(newFake())
	end := line(t, doc.Tree, doc.Tree.Root(), million(testing.Short()))
	bigTest(t, doc, end, million(testing.Short())+1, 0)
}

// TestLongComb checks Validate on a line in which each move has an alternative. It cannot store all
// the positions that it returns to.
func TestLongComb(t *testing.T) {
	const comb = 100_000
	doc := NewDocument(newFake())
	end := line(t, doc.Tree, doc.Tree.Root(), comb)
	bad := 0
	for n := range doc.Tree.Main() {
		if n == end {
			break
		}
		p, err := doc.Tree.Position(n)
		if err != nil {
			t.Fatal(err)
		}
		m := play(7)
		if !p.(state).legal(m) {
			bad++
		}
		doc.Tree.Add(n, m)
	}
	if bad == 0 || bad == comb {
		t.Errorf("%d of the alternatives are bad", bad)
	}
	bigTest(t, doc, end, 2*comb+1, bad)
}

func TestHundredThousandSiblings(t *testing.T) {
	doc := NewDocument(newFake())
	tree := doc.Tree
	for i := range 100_000 {
		m := play(i % 8)
		m.Aux = int32(i)
		tree.Add(tree.Root(), m)
	}
	if i := tree.Root().Last().Index(); i != 99_999 {
		t.Errorf("the last of the siblings has index %d", i)
	}
	bigTest(t, doc, tree.Root().Last(), 100_001, 25_000) // cells c1 and f1
}

// TestTenThousandNestedVariations checks trees in which each variation is inside the previous one.
func TestTenThousandNestedVariations(t *testing.T) {
	for _, first := range []bool{true, false} {
		doc := NewDocument(newFake())
		tree := doc.Tree
		n := tree.Root()
		for range 10_000 {
			n = line(t, tree, n, 3).Parent() // branch off one move before the end
			p, err := tree.Position(n)
			if err != nil {
				t.Fatal(err)
			}
			v := NewNode(slices.Collect(p.Moves())[1])
			index := -1
			if first {
				index = 0
			}
			if err := tree.Do("vary", Insert{n, index, v}); err != nil {
				t.Fatal(err)
			}
			n = v
		}
		bigTest(t, doc, n, 40_001, 0)
	}
}

// TestManyEditsInOneStep checks a step with very many edits along one line.
func TestManyEditsInOneStep(t *testing.T) {
	race.Skip(t)
	const many = 200_000
	tree := NewTree(newFake())
	edits := make([]Edit, 0, many)
	at, parent := uint64(0), tree.Root()
	for range cap(edits) {
		c := 0
		if at%3 == 2 {
			c = 1
		}
		at += uint64(c) + 1
		n := NewNode(play(c))
		edits = append(edits, Insert{parent, -1, n})
		parent = n
	}
	if err := tree.Do("line", edits...); err != nil {
		t.Fatal(err)
	}
	if c := cost(tree, func() {
		if p, err := tree.Position(parent); err != nil || p.(state).n != at {
			t.Errorf("position %v %v, want %d", p, err, at)
		}
	}); c != 0 {
		t.Errorf("the position of what was inserted last costs %d plays", c)
	}
	above := parent.Parent()
	if c := cost(tree, func() { _, _ = tree.Position(above) }); c >= 32 {
		t.Errorf("the position above it costs %d plays: no checkpoints were left", c)
	}
	reported := 0
	tree.Watch(func(Change) { reported++ })
	tree.Undo()
	if tree.Len() != 1 || reported != many || len(tree.checkpoints) > 1 || tree.last != nil {
		t.Errorf("undone: %d nodes, %d changes, %d checkpoints", tree.Len(), reported, len(tree.checkpoints))
	}
	tree.Redo()
	if err := tree.Check(); err != nil || tree.Len() != many+1 {
		t.Errorf("redone: %d nodes, %v", tree.Len(), err)
	}
}

// bytesPerNode returns the heap memory per node of a tree constructed by build.
func bytesPerNode(build func(*Tree)) float64 {
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	tree := NewTree(newFake())
	build(tree)
	bytes := float64(heap()-before) / float64(tree.Len())
	runtime.KeepAlive(tree)
	return bytes
}

// TestBytesPerNode checks that a node takes at most 200 bytes on average, including annotations but
// not the text itself.
func TestBytesPerNode(t *testing.T) {
	const nodes = 100_000
	builds := map[string]func(*Tree){
		"plain": func(tree *Tree) { line(t, tree, tree.Root(), nodes) },
		"made one by one": func(tree *Tree) {
			line(t, tree, tree.Root(), nodes/2)
			for _, n := range slices.Collect(tree.Main()) {
				n.setAnnotation(Annotation{Used: 1})
				NewNode(play(6)).link(n, nil)
				tree.len++
			}
		},
		"commented": func(tree *Tree) {
			line(t, tree, tree.Root(), nodes)
			for n := range tree.Main() {
				tree.Annotate(n, Annotation{Comment: "shared", Used: 1})
			}
		},
		"set-ups": func(tree *Tree) {
			for range nodes {
				tree.AddSetup(tree.Root(), "7")
			}
		},
	}
	for name, build := range builds {
		if b := bytesPerNode(build); b > 200 {
			t.Errorf("%s: %.1f bytes a node", name, b)
		} else {
			t.Logf("%s: %.1f bytes a node", name, b)
		}
	}
}

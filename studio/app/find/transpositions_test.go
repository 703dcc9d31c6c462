package find

import (
	"slices"
	"testing"

	"boardstudio/model"
	"boardstudio/rules"
)

// transposer is the transpositions of an open document, updated after its edits.
type transposer struct {
	*fixture
	*Transpositions
}

func newTransposer(t *testing.T) *transposer {
	t.Helper()
	x := &transposer{fixture: newFixture(t, "tictactoe")}
	x.Transpositions = NewTranspositions(x.fixture.loop, x.fixture.jobs, x.fixture.changed)
	x.doc.Tree.Watch(func(c model.Change) { x.Heard(c) })
	t.Cleanup(x.Transpositions.Close)
	return x
}

// known waits until the index is built.
func (x *transposer) known() {
	x.t.Helper()
	x.fixture.loop.Until(x.t, "the index", func() bool { return x.index != nil && !x.stale && !x.busy })
}

func (x *transposer) list(n *model.Node) []Transposition {
	x.t.Helper()
	list, ok := x.List(n)
	if !ok {
		x.t.Fatal("they are not known")
	}
	return list
}

// turn runs everything in the queue of the loop.
func (x *transposer) turn() {
	for len(x.fixture.loop.Queue) > 0 {
		x.fixture.loop.Turn(x.t)
	}
}

// TestTranspositions checks that nodes with equal positions, including rotated ones, are counted
// and listed in tree order. Moves that continue only there are counted.
func TestTranspositions(t *testing.T) {
	x := newTransposer(t)
	root := x.doc.Tree.Root()
	first := x.add(root, "a1", "b1")
	x.add(first, "a2")
	turned := x.add(root, "c1", "c2") // rotated by a quarter, so that a2 becomes b1
	x.add(turned, "b1")
	x.add(turned, "a1")
	x.add(turned, "b3")
	same := x.doc.Tree.Add(x.doc.Tree.Add(root, rules.Place(0)), rules.Place(1)) // the same moves once more
	x.add(same, "c2")
	if x.wanted {
		t.Error("nobody has asked yet")
	}
	if n := x.Count(first); n != 0 || !x.wanted || !x.busy {
		t.Errorf("counted %d before there is an index, which is made: %v", n, x.busy)
	}
	if list, ok := x.List(first); ok || list != nil {
		t.Errorf("listed %v before there is an index", list)
	}
	before := x.changes
	awaited := 0
	x.Await(func() { t.Error("another function is to be called") })
	x.Await(func() { awaited++ })
	x.known()
	if x.changes == before || awaited != 1 {
		t.Errorf("told of %d changes, awaited %d times", x.changes-before, awaited)
	}
	if n := x.Count(first); n != 2 {
		t.Errorf("counted %d", n)
	}
	list := x.list(first)
	if len(list) != 2 || list[0].Node != turned || list[1].Node != same || !list[0].Turned || list[1].Turned {
		t.Fatalf("listed %+v", list)
	}
	if list[0].More != 2 || list[1].More != 1 {
		t.Errorf("%d and %d moves more, want 2 and 1", list[0].More, list[1].More)
	}
	if n := x.Count(x.add(first, "b3")); n != 0 {
		t.Errorf("counted %d of a position that is there once", n)
	}
	if run := x.run; len(x.list(first)) != 2 || x.run != run {
		t.Error("the index is made again")
	}
}

// TestFollowsEdits checks that the index and the lists follow a small edit.
func TestFollowsEdits(t *testing.T) {
	x := newTransposer(t)
	root := x.doc.Tree.Root()
	x.comment(root, "before anybody asks")
	if len(x.fixture.loop.timers) > 0 || x.stale {
		t.Error("an index is to be made that nobody has asked for")
	}
	a := x.add(root, "a1", "b2", "c3")
	x.List(a)
	x.known()
	if len(x.list(a)) != 0 {
		t.Fatal("there is another one")
	}
	b := x.add(root, "c3", "b2", "a1")
	if n := x.Count(a); n != 1 {
		t.Errorf("counted %d", n)
	}
	if list := x.list(a); len(list) != 1 || list[0].Node != b || list[0].More != 0 {
		t.Errorf("listed %+v", list)
	}
	x.add(b, "b1")
	if list := x.list(a); len(list) != 1 || list[0].More != 1 {
		t.Errorf("listed %+v", list)
	}
	x.do(model.Remove{Node: b})
	if list := x.list(a); len(list) != 0 {
		t.Errorf("listed %+v after that was removed", list)
	}
	if len(x.fixture.loop.timers) > 0 {
		t.Error("small edits make a new index")
	}
}

// TestEditMeanwhile checks that an edit stops building the index, which starts again after edits
// have settled.
func TestEditMeanwhile(t *testing.T) {
	x := newTransposer(t)
	root := x.doc.Tree.Root()
	a := x.add(root, "a1", "b2", "c3")
	x.List(a)
	run := x.run
	x.comment(a, "meanwhile")
	if !x.stale || x.busy || x.run == run {
		t.Fatal("it goes on as if there had been no edit")
	}
	if _, ok := x.List(a); ok || x.busy {
		t.Error("it does not wait until the document is left alone")
	}
	b := x.add(root, "c3", "b2", "a1")
	x.turn()
	if x.index != nil {
		t.Error("what was stopped made an index")
	}
	x.fixture.loop.settle(t)
	if !x.busy || x.wait != nil {
		t.Error("it is not made again")
	}
	x.known()
	if list := x.list(a); len(list) != 1 || list[0].Node != b {
		t.Errorf("listed %+v", list)
	}
	x.comment(a, "afterwards") // stops no search
	if len(x.fixture.loop.running()) > 0 || x.stale {
		t.Error("a comment makes a new index")
	}
}

// TestNamesAreNoMoves checks that comments and player names affect the index only while it is being
// built.
func TestNamesAreNoMoves(t *testing.T) {
	x := newTransposer(t)
	a := x.add(x.doc.Tree.Root(), "a1")
	x.List(a)
	x.known()
	x.stale, x.busy = true, false
	x.Heard(model.Change{Kind: model.Meta})
	x.Heard(model.Change{Kind: model.Edited, Node: a})
	if len(x.fixture.loop.timers) > 0 {
		t.Error("a new index is to be made")
	}
	x.Heard(model.Change{Kind: model.Moved, Node: a})
	if len(x.fixture.loop.running()) != 1 {
		t.Error("no new index is to be made after a move")
	}
	x.Heard(model.Change{Kind: model.Moved, Node: a})
	if _, ok := x.List(a); ok {
		t.Error("a stale index is listed")
	}
	x.fixture.loop.settle(t)
	x.known()
	x.list(a)
}

// TestMaxListed checks that at most maxListed transpositions are listed.
func TestMaxListed(t *testing.T) {
	x := newTransposer(t)
	root := x.doc.Tree.Root()
	x.fixture.jobs.Close()
	var nodes []*model.Node
	for range maxListed + 20 {
		nodes = append(nodes, x.doc.Tree.Add(root, rules.Place(4)))
	}
	x.fixture.jobs.Open(x.doc)
	x.List(nodes[0])
	x.known()
	list := x.list(nodes[0])
	if len(list) != maxListed || !slices.IsSortedFunc(list, func(a, b Transposition) int { return a.Node.Index() - b.Node.Index() }) {
		t.Errorf("%d listed", len(list))
	}
	if n := x.Count(nodes[0]); n != 9 {
		t.Errorf("counted %d", n)
	}
}

// TestManyNodes checks that in a very large tree the index is built only on request for a list,
// with progress.
func TestManyNodes(t *testing.T) {
	x := newTransposer(t)
	root := x.doc.Tree.Root()
	x.fixture.jobs.Close()
	var last *model.Node
	for x.doc.Tree.Len() < manyNodes {
		last = x.doc.Tree.Add(root, rules.Place(0))
	}
	x.fixture.jobs.Open(x.doc)
	x.Count(last)
	if !x.busy {
		t.Errorf("%d nodes are too many", x.doc.Tree.Len())
	}
	before := x.changes
	x.known()
	if done, total := x.Progress(); done != manyNodes || total != manyNodes || x.changes < before+10 {
		t.Errorf("%d of %d done, told %d times", done, total, x.changes-before)
	}

	y := newTransposer(t)
	y.fixture.jobs.Close()
	for y.doc.Tree.Len() < manyNodes-1 {
		y.doc.Tree.Add(y.doc.Tree.Root(), rules.Place(0))
	}
	y.fixture.jobs.Open(y.doc)
	y.Count(y.doc.Tree.Root())
	y.known()
	if done, total := y.Progress(); done != 0 || total != 0 {
		t.Errorf("%d of %d done of a small tree", done, total)
	}
	y.Close()

	z := newTransposer(t)
	z.fixture.jobs.Close()
	for z.doc.Tree.Len() <= manyNodes {
		z.doc.Tree.Add(z.doc.Tree.Root(), rules.Place(0))
	}
	z.fixture.jobs.Open(z.doc)
	if n := z.Count(z.doc.Tree.Root()); n != 0 || z.busy || z.wanted {
		t.Error("the index of a very large tree is made unasked")
	}
	z.List(z.doc.Tree.Root())
	if !z.busy {
		t.Error("asked, it is not made")
	}
	z.known()
}

// TestClosed checks that no results arrive after Close, even after an edit.
func TestClosed(t *testing.T) {
	x := newTransposer(t)
	a := x.add(x.doc.Tree.Root(), "a1")
	x.List(a)
	x.Close()
	if x.wanted {
		t.Error("it is wanted still")
	}
	x.fixture.jobs.Close()
	x.turn()
	if x.index != nil {
		t.Error("an index is made after Close")
	}
	x.fixture.jobs.Open(x.doc)
	x.add(a, "b2")
	if len(x.fixture.loop.timers) > 0 {
		t.Error("an edit after Close makes an index")
	}

	y := newTransposer(t)
	n := y.add(y.doc.Tree.Root(), "a1")
	y.List(n)
	y.add(n, "b2")
	if len(y.fixture.loop.running()) != 1 {
		t.Fatal("no index is to be made")
	}
	y.Close()
	if len(y.fixture.loop.running()) != 0 {
		t.Error("an index is still to be made after Close")
	}
}

// TestResultOfAnEarlierIndex checks that an index collected before an edit is ignored.
func TestResultOfAnEarlierIndex(t *testing.T) {
	x := newTransposer(t)
	root := x.doc.Tree.Root()
	a := x.add(root, "a1")
	x.List(a)
	early := <-x.fixture.loop.Queue // the index
	b := x.add(root, "c3")
	x.fixture.loop.settle(t)
	late := <-x.fixture.loop.Queue
	early()
	if x.index != nil || !x.busy {
		t.Fatal("the earlier index is taken for the later one")
	}
	late()
	if list := x.list(a); len(list) != 1 || list[0].Node != b {
		t.Errorf("listed %+v", list)
	}
}

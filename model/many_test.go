package model

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

var manyEdits = flag.Int("edits", 30_000, "edits that TestManyEdits makes")

// TestManyEdits makes random edits of all kinds in many small documents. Each document must stay
// sound. Cached positions must equal replayed ones, and undoing and redoing all steps must be
// exact. A twin that replays the journal must stay equal.
//
// Only accepted edits are counted, and a step of several edits counts once. Run it with -edits
// 10000000 -timeout 0 for ten million edits.
func TestManyEdits(t *testing.T) {
	race.Skip(t)
	start := time.Now()
	var sum tally
	for seed := uint64(1); sum.accepted < *manyEdits; seed++ {
		e := newEpisode(t, seed)
		e.run(min(1+int(seed%7)*500, *manyEdits-sum.accepted))
		sum.add(e.tally)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d accepted edits, %d refused, in %d documents, seeds 1 to %d; %d undone or redone, %d steps of %d primitives replayed, "+
		"%d positions compared, %d checks, the largest tree had %d nodes; %v",
		sum.accepted, sum.refused, sum.documents, sum.documents, sum.turned, sum.replayed, sum.ops,
		sum.positions, sum.checks, sum.largest, time.Since(start).Round(time.Second))
	for kind, n := range sum.kinds {
		if n < *manyEdits/2000 {
			t.Errorf("edits of kind %d were accepted %d times only", kind, n)
		}
	}
	if sum.refused < *manyEdits/20 || sum.turned < *manyEdits/20 {
		t.Errorf("%d edits were refused, %d undone", sum.refused, sum.turned)
	}
}

// tally counts events.
type tally struct {
	accepted, refused, documents, turned, replayed, ops, positions, checks, largest int

	kinds [edits]int
}

func (a *tally) add(b tally) {
	a.accepted += b.accepted
	a.refused += b.refused
	a.documents++
	a.turned += b.turned
	a.replayed += b.replayed
	a.ops += b.ops
	a.positions += b.positions
	a.checks += b.checks
	a.largest = max(a.largest, b.largest)
	for i, n := range b.kinds {
		a.kinds[i] += n
	}
}

// episode is a document with a twin that replays its journal.
type episode struct {
	tally
	t     *testing.T
	r     *rand.Rand
	doc   *Document
	tree  *Tree
	twin  *Document
	start *Document
	size  int     // approximate size of the tree
	pool  []*Node // nodes that are or were in the tree
	first uint64  // initial revision
	moves []rules.Move
	seed  uint64
}

func newEpisode(t *testing.T, seed uint64) *episode {
	e := &episode{t: t, seed: seed, r: rand.New(rand.NewPCG(seed, 7))}
	var game func() rules.Rules
	switch seed % 8 {
	case 0:
		r := gomoku(t)
		game = func() rules.Rules { return r }
	case 1:
		r := reversi(t)
		game = func() rules.Rules { return r }
	case 2:
		r := sowing(t)
		game = func() rules.Rules { return r }
	case 3:
		r := threePlayers(t)
		game = func() rules.Rules { return r }
	default:
		game = func() rules.Rules { return newFake() }
	}
	e.size = []int{3, 12, 40, 150}[e.r.IntN(4)]
	document := func() *Document {
		d := NewDocument(game())
		if seed%4 < 3 { // small, to reach all cases
			d.Tree.limits = limits{checkpoints: 6, ratio: 1 << 30, spacing: 2, forgetMax: 6, openMax: 2}
		}
		n := d.Tree.Root()
		if seed%3 == 0 {
			d.Tree.AddRaw(d.Tree.AddSetup(n, "no position"), "zz9")
		}
		d.Tree.AddSetup(n, "")
		return d
	}
	e.doc, e.twin, e.start = document(), document(), document()
	e.tree = e.doc.Tree
	for n := range e.tree.All() {
		e.pool = append(e.pool, n)
	}
	e.first = e.tree.Revision()
	e.tree.Watch(func(c Change) {
		if c.Kind == Inserted {
			for n := range e.tree.Subtree(c.Node) {
				if len(e.pool) < 4*e.size+100 {
					e.pool = append(e.pool, n)
				} else {
					e.pool[e.r.IntN(len(e.pool))] = n
				}
			}
		}
	})
	record(e.doc, func(step Step) {
		e.replayed++
		e.ops += len(step.Ops)
		if err := e.twin.Replay(step); err != nil {
			t.Fatalf("seed %d: step %+v: %v", seed, step, err)
		}
	})
	return e
}

// node returns a node, usually one in the tree.
func (e *episode) node() *Node {
	for range 8 {
		if n := e.pool[e.r.IntN(len(e.pool))]; e.tree.Contains(n) || e.r.IntN(50) == 0 {
			return n
		}
	}
	return e.tree.Root()
}

// run makes the given number of edits.
func (e *episode) run(edits int) {
	for e.accepted < edits && !e.t.Failed() {
		switch x := e.r.IntN(100); {
		case x < 10:
			e.tree.Undo()
			e.turned++
		case x < 16:
			e.tree.Redo()
			e.turned++
		case x == 16:
			e.tree.Jump(max(0, e.tree.At()-3+e.r.IntN(7)))
			e.turned++
		case x == 17:
			e.tree.Prefetch(e.r.IntN(200))
		case x < 22:
			e.position(e.node())
		default:
			e.step()
		}
		if e.largest = max(e.largest, e.tree.Len()); e.r.IntN(60) == 0 {
			e.check()
		}
	}
	e.undoRedoAll()
}

func (e *episode) step() {
	before, steps := e.tree.Revision(), e.tree.At()
	kind, list := e.edit()
	do := e.tree.Do
	if e.r.IntN(3) == 0 {
		do = e.tree.Amend
	}
	if kind < edits-1 && e.r.IntN(8) == 0 {
		_, more := e.editOf(e.r.IntN(edits - 1))
		list = append(list, more...)
	}
	err := do(msg.Key([]string{"one", "two"}[e.r.IntN(2)]), list...)
	switch {
	case err != nil:
		if e.refused++; e.tree.Revision() != before || e.tree.At() != steps {
			e.t.Errorf("refused with %v, but the revision went from %d to %d", err, before, e.tree.Revision())
		}
	case e.tree.Revision() != before:
		e.accepted++
		e.kinds[kind]++
	}
}

// check checks the invariants of the document and the twin.
func (e *episode) check() {
	e.checks++
	for _, d := range []*Document{e.doc, e.twin} {
		if err := d.Tree.Check(); err != nil {
			e.t.Fatalf("seed %d: %v", e.seed, err)
		}
	}
	a, b := e.tree, e.twin.Tree
	if err := Equal(e.doc, e.twin); err != nil {
		e.t.Fatalf("seed %d: the twin differs: %v", e.seed, err)
	}
	if a.Revision() != b.Revision() || a.At() != b.At() || a.Steps() != b.Steps() || a.UndoLabel() != b.UndoLabel() || a.RedoLabel() != b.RedoLabel() {
		e.t.Errorf("seed %d: the twin is at revision %d, step %d of %d, not %d, %d of %d", e.seed, b.Revision(), b.At(), b.Steps(), a.Revision(), a.At(), a.Steps())
	}
	for n, p := range a.checkpoints {
		e.compare(n, p)
		break
	}
}

// position compares the state of n in the tree with the replayed one.
func (e *episode) position(n *Node) {
	p, err := e.tree.locate(n)
	if (err == nil) != e.tree.Contains(n) {
		e.t.Errorf("seed %d: %v for a node", e.seed, err)
	}
	if err == nil {
		e.compare(n, p)
	}
}

func (e *episode) compare(n *Node, got nodeState) {
	e.positions++
	want := nodeState{ply: int32(n.Ply())}
	path := []*Node{n}
	for m := n; m.counts(); m = m.parent {
		path = append(path, m.parent)
	}
	for i := len(path) - 1; i >= 0; i-- {
		m := path[i]
		switch k := m.kind(); {
		case (k == isRoot || k == isSetup) && m.Setup() == "":
			want.pos = e.tree.Rules().Start()
		case k == isRoot || k == isSetup:
			p, err := e.tree.Rules().Parse(m.Setup())
			if want.pos = p; err != nil {
				want.err = &NodeError{Node: m}
			}
		case want.err != nil:
		case k == isRaw:
			want.err = &NodeError{Node: m}
		default:
			p, err := want.pos.Play(m.move)
			if want.pos = p; err != nil {
				want.err = &NodeError{Node: m}
			}
		}
	}
	text := func(p nodeState) string {
		if p.err != nil {
			return fmt.Sprintf("%p", p.err.Node)
		}
		return p.pos.String() + fmt.Sprint(p.pos.Turn(), p.pos.Hash())
	}
	if a, b := text(got), text(want); a != b || got.ply != want.ply || int(got.dist) != len(path)-1 {
		e.t.Errorf("seed %d: %s stands at %s, ply %d, %d from its start; replayed %s, ply %d, %d", e.seed, e.tree.pathText(n), a, got.ply, got.dist, b, want.ply, len(path)-1)
	}
}

// undoRedoAll undoes and redoes all steps, and compares both ends.
func (e *episode) undoRedoAll() {
	tree := e.tree
	e.check()
	tree.Jump(tree.Steps())
	copied := NewDocument(tree.Rules())
	edits, err := ReplaceContent(copied, e.doc, nil)
	if err == nil {
		err = copied.Tree.Do("copy", edits...)
	}
	if err != nil {
		e.t.Fatalf("seed %d: %v", e.seed, err)
	}
	last := tree.Revision()
	tree.Jump(0)
	e.check()
	if err := Equal(e.doc, e.start); err != nil || tree.Revision() != e.first {
		e.t.Errorf("seed %d: all undone, revision %d, not %d: %v", e.seed, tree.Revision(), e.first, err)
	}
	tree.Jump(tree.Steps())
	e.check()
	if err := Equal(e.doc, copied); err != nil || tree.Revision() != last {
		e.t.Errorf("seed %d: all redone, revision %d, not %d: %v", e.seed, tree.Revision(), last, err)
	}
	for n := range tree.All() {
		e.position(n)
	}
}

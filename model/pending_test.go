package model

import (
	"fmt"
	"slices"
	"testing"

	"boardstudio/internal/race"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// piecewise makes steps in pieces, and checks the tree between them.
type piecewise struct {
	*operator
	pieces int
}

// run makes a step in pieces and returns the number of pieces. It cancels the step after piece
// cancelAfter, counted from 0.
func (p *piecewise) run(name string, m *PendingStep, cancelAfter int) (pieces int) {
	t, tree := p.t, p.d.Tree
	t.Helper()
	seen := map[uint64]bool{tree.Revision(): true}
	left := p.chance.IntN(3)
	for ; !m.Run(func() bool { left--; return left < 0 }); pieces++ {
		left = p.chance.IntN(3)
		if seen[tree.Revision()] {
			t.Fatalf("%s: two states have the revision %d", name, tree.Revision())
		}
		seen[tree.Revision()] = true
		if !tree.StepPending() || tree.Undo() || tree.Redo() || tree.Do("x", SetComment{tree.root, "x"}) == nil || tree.BeginUndo() != nil {
			t.Fatalf("%s: another edit was taken between two pieces", name)
		}
		p.checkBetween(name)
		if pieces == cancelAfter {
			m.Cancel()
		}
	}
	p.pieces += pieces
	if tree.StepPending() || tree.partial != nil || m.Err() != nil {
		t.Fatalf("%s: not over: %v", name, m.Err())
	}
	p.sound(name)
	return pieces
}

// checkBetween checks the invariants within a step.
func (p *piecewise) checkBetween(name string) {
	t, tree := p.t, p.d.Tree
	t.Helper()
	nodes := 0
	for n := range tree.All() {
		nodes++
		if !tree.Contains(n) || !p.seen[n] {
			t.Fatalf("%s: a node of the tree is not in it, or no watcher heard of it", name)
		}
	}
	n := slices.Collect(tree.All())[p.chance.IntN(nodes)]
	if got, want := placed(tree.Position(n)), replayed(tree)[n]; got != want {
		t.Fatalf("%s: position %v, want %v", name, got, want)
	}
	if tree.partial == nil {
		if err := tree.Check(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return
	}
	for n := tree.partial; n != nil; n = n.after(tree.partial) {
		if tree.Contains(n) {
			t.Fatalf("%s: a node that is neither in nor out is in the tree", name)
		}
		if _, err := tree.Position(n); err == nil {
			t.Fatalf("%s: such a node has a position", name)
		}
	}
	tree.Prefetch(p.chance.IntN(100))
}

// TestStepsInPieces makes random operations in pieces. It cancels some, undoes and redoes others in
// pieces, and replays the journal.
func TestStepsInPieces(t *testing.T) {
	race.Skip(t)
	games := []rules.Rules{newFake(), gomoku(t)}
	rounds := 12
	if testing.Short() {
		rounds = 4
	}
	for seed := range rounds {
		p := &piecewise{operator: newOperator(t, games[seed%2], uint64(seed))}
		tree := p.d.Tree
		tree.limits.batch = 1
		var records []Step
		copied := rebuild(p.d)
		apart := copied.Tree.Revision() - tree.Revision()
		record(p.d, func(r Step) { records = append(records, r) })
		cancelled, made := 0, 0
		for range 150 {
			before, at, revision := rebuild(p.d), tree.At(), tree.Revision()
			name, edits, err := p.operation()
			if err != nil || len(edits) == 0 {
				continue
			}
			m, err := tree.Begin(msg.Key(name), edits...)
			if err != nil {
				t.Fatal(err)
			}
			cancelAfter := p.chance.IntN(12)
			pieces := p.run(name, m, cancelAfter)
			if !m.Done() {
				if err := Equal(before, p.d); err != nil || tree.At() != at || tree.Revision() != revision {
					t.Fatalf("%s cancelled: %v, revision %d, want %d", name, err, tree.Revision(), revision)
				}
				if pieces > cancelAfter {
					cancelled++
				}
				continue
			}
			made++
			after := rebuild(p.d)
			if m = tree.BeginUndo(); p.chance.IntN(2) == 0 {
				p.run(name+" undone", m, -1)
				if err := Equal(before, p.d); err != nil || tree.Revision() != revision {
					t.Fatalf("%s undone: %v", name, err)
				}
				m = tree.BeginRedo()
				p.run(name+" redone", m, p.chance.IntN(4))
				if !m.Done() {
					if err := Equal(before, p.d); err != nil || tree.Revision() != revision {
						t.Fatalf("%s, whose redo was cancelled: %v", name, err)
					}
					tree.Redo()
				}
			} else if p.run(name+" undone", m, 0); m.Done() {
				tree.Redo()
			}
			if err := Equal(after, p.d); err != nil {
				t.Fatalf("%s done, undone and redone: %v", name, err)
			}
		}
		for i, r := range records {
			if err := copied.Replay(r); err != nil {
				t.Fatalf("record %d: %v", i, err)
			}
		}
		if err := Equal(copied, p.d); err != nil {
			t.Fatalf("the journal leads elsewhere: %v", err)
		}
		if copied.Tree.Revision() != tree.Revision()+apart || copied.Tree.At() != tree.At() {
			t.Errorf("revision %d at %d, replayed %d at %d", tree.Revision(), tree.At(), copied.Tree.Revision(), copied.Tree.At())
		}
		if made < 20 || cancelled < 5 || p.pieces < 200 {
			t.Errorf("seed %d: only %d made, %d cancelled, %d pieces", seed, made, cancelled, p.pieces)
		}
	}
}

// TestRefusedEditEndsStepInPieces checks steps whose last edit fails.
func TestRefusedEditEndsStepInPieces(t *testing.T) {
	for pauses := range 8 {
		d := combTree(t, 40)
		tree := d.Tree
		before := rebuild(d)
		reported := 0
		tree.Watch(func(Change) { reported++ })
		var edits []Edit
		for c := range tree.Root().First().Children() {
			edits = append(edits, Remove{c})
		}
		edits = append(edits, SetComment{tree.Root(), "x"}, Remove{tree.Root()})
		m, err := tree.Begin("x", edits...)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for !m.Run(func() bool { n++; return n <= pauses }) {
		}
		if m.Err() == nil || m.Done() || tree.At() != 0 {
			t.Errorf("%d pauses: %v, made %v", pauses, m.Err(), m.Done())
		}
		if err := Equal(before, d); err != nil {
			t.Errorf("%d pauses: %v", pauses, err)
		}
		if pauses == 0 && reported != 0 {
			t.Errorf("a step that was refused at once reported of %d changes", reported)
		}
		if err := tree.Do("y", SetComment{tree.Root(), fmt.Sprint(pauses)}); err != nil {
			t.Error(err)
		}
	}
}

// TestStepsPauseAfterEachEdit checks that pause is called after each edit except the last, and
// after a few nodes of a branch.
func TestStepsPauseAfterEachEdit(t *testing.T) {
	always := func() bool { return true }
	pieces := func(m *PendingStep, done ...int) {
		t.Helper()
		for _, want := range done {
			if m.Run(always) {
				t.Fatal("over too soon")
			}
			if got, _ := m.Progress(); got != want {
				t.Errorf("%d edits are done, want %d", got, want)
			}
		}
		for range 2 { // another call of Run changes nothing
			if !m.Run(always) {
				t.Fatal("not over")
			}
		}
	}
	x := newSample()
	changes := changeLog(x)
	edits := []Edit{SetComment{x.a, "1"}, SetComment{x.b, "2"}, SetComment{x.c, ""}, SetComment{x.d, "4"}}
	m, err := x.tree.Begin("x", edits...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.tree.Begin("y", edits...); err == nil {
		t.Error("two steps were begun")
	}
	if m.Done() {
		t.Error("made before it was begun")
	}
	pieces(m, 1, 2, 3)
	if !m.Done() || m.Err() != nil || x.tree.StepPending() {
		t.Errorf("made %v, %v", m.Done(), m.Err())
	}
	if got := changes(); got != "Edited a1/-/- x; Edited a1 a1/-/- x; Edited a1 d1/-/- x" {
		t.Errorf("reported %s", got)
	}
	pieces(x.tree.BeginUndo(), 1, 2)
	pieces(x.tree.BeginRedo(), 1, 2)
	if x.tree.BeginRedo() != nil {
		t.Error("there is nothing to redo")
	}
	// A cancelled step is taken back in pieces.
	x.tree.Undo()
	changes()
	m, err = x.tree.Begin("x", edits...)
	if err != nil {
		t.Fatal(err)
	}
	m.Run(always)
	m.Run(always)
	m.Cancel()
	pieces(m, 1)
	if m.Done() || m.Err() != nil || x.tree.At() != 0 || x.b.Comment() != "" {
		t.Errorf("cancelled: made %v, %v", m.Done(), m.Err())
	}
	if got := changes(); got != "Edited a1/-/- x; Edited a1 a1/-/- x; Edited a1 a1/-/- x; Edited a1/-/- x" {
		t.Errorf("reported %s", got)
	}
	// A branch of 100 nodes, 30 at a time.
	line(t, x.tree, x.g, 99)
	x.tree.limits.batch = 30
	if m, err = x.tree.Begin("x", Remove{x.g}); err != nil {
		t.Fatal(err)
	}
	pieces(m) // in one piece, because Remove makes checks first
	m = x.tree.BeginUndo()
	pieces(m, 0, 0, 0)
	if x.g.Parent() != x.root {
		t.Error("the branch is not back")
	}
	pieces(x.tree.BeginRedo(), 0, 0, 0)
}

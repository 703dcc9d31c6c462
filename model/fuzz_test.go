package model

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// editor derives edits from bytes and checks the tree after each of them.
type editor struct {
	t        *testing.T
	doc      *Document
	data     []byte
	detached []*Node           // nodes that were removed or never inserted
	states   map[uint64]string // content at each revision
	seen     map[*Node]bool    // nodes of the tree according to a watcher
	twin     *Document         // a document that replays the journal
	pending  []Step            // records not yet replayed by twin

	done, refused, largest int
}

func newEditor(t *testing.T, data []byte) *editor {
	e := &editor{t: t, doc: startDocument(t), twin: startDocument(t), data: data, states: map[uint64]string{}, seen: map[*Node]bool{}}
	tree := e.doc.Tree
	for n := range tree.All() {
		e.seen[n] = true
	}
	tree.Watch(e.watch)
	record(e.doc, func(step Step) { e.pending = append(e.pending, step) })
	e.states[tree.Revision()] = dump(e.doc)
	return e
}

// startDocument returns the initial document of an editor.
func startDocument(t *testing.T) *Document {
	doc := NewDocument(newFake())
	tree := doc.Tree
	tree.limits = limits{checkpoints: 6, ratio: 1 << 30, spacing: 2, forgetMax: 6, openMax: 2} // small, to reach all cases
	n := tree.Root()
	for i := range 5 {
		n = line(t, tree, n, 3)
		tree.Add(n.Parent(), play(3+i)) // some are legal, some are not
	}
	tree.AddRaw(n, "zz9")
	line(t, tree, tree.AddSetup(n, "7"), 4)
	tree.AddSetup(n, "no position")
	return doc
}

// replay replays the pending records on the twin and compares the documents.
func (e *editor) replay() {
	e.t.Helper()
	for _, record := range e.pending {
		if err := e.twin.Replay(record); err != nil {
			e.t.Fatalf("step %+v: %v", record, err)
		}
	}
	e.pending = e.pending[:0]
	a, b := e.doc.Tree, e.twin.Tree
	if dump(e.doc) != dump(e.twin) || Equal(e.doc, e.twin) != nil {
		e.t.Fatalf("replayed\n%s\nwant\n%s\n%v", dump(e.twin), dump(e.doc), Equal(e.doc, e.twin))
	}
	if a.Revision() != b.Revision() || a.Steps() != b.Steps() || a.At() != b.At() || a.UndoLabel() != b.UndoLabel() || a.RedoLabel() != b.RedoLabel() {
		e.t.Errorf("replayed to revision %d, step %d of %d, want %d, %d of %d", b.Revision(), b.At(), b.Steps(), a.Revision(), a.At(), a.Steps())
	}
}

// watch updates the set of nodes from a change alone.
func (e *editor) watch(c Change) {
	tree := e.doc.Tree
	top := c.Gone
	if c.Kind == Inserted || c.From != nil {
		top = c.Node
	}
	if top != nil {
		there := tree.Contains(top)
		for n := range tree.Subtree(top) {
			if there {
				e.seen[n] = true
			} else {
				delete(e.seen, n)
			}
		}
	}
	if c.Kind == Removed {
		if c.Node != c.Parent || c.Gone == nil {
			e.t.Errorf("removed: %+v", c)
		}
	}
	if (c.Node == nil) != (c.Kind == Meta) || (c.Gone != nil) != (c.Kind == Removed) {
		e.t.Errorf("change %+v", c)
	}
}

// byte returns the next byte, or 0 at the end.
func (e *editor) byte() int {
	if len(e.data) == 0 {
		return 0
	}
	b := e.data[0]
	e.data = e.data[1:]
	return int(b)
}

// node returns a node of the tree, or occasionally one outside it.
func (e *editor) node() *Node {
	b := e.byte()
	if len(e.detached) > 0 && b%16 == 15 {
		return e.detached[b/16%len(e.detached)]
	}
	all := slices.Collect(e.doc.Tree.All())
	return all[(b*7)%len(all)]
}

// newBranch returns a node to insert.
func (e *editor) newBranch() *Node {
	b := e.byte()
	var n *Node
	switch {
	case b%8 == 0 && len(e.detached) > 0:
		return e.detached[b/8%len(e.detached)]
	case b%8 == 1:
		n = NewSetup([]string{"", "5", "6", "x"}[b/8%4])
	case b%8 == 2 && e.doc.Tree.Len() < 100: // copies of copies grow fast
		n = e.node().Copy()
	case b%8 == 3:
		n = NewNode(rules.Resign)
	default:
		n = NewNode(play(b / 8 % 10)) // the last two cells are outside the board
	}
	e.detached = append(e.detached, n)
	return n
}

func (e *editor) edit() []Edit {
	b := e.byte()
	i := b/16 - 1 // at least -1
	switch b % 16 {
	default:
		return []Edit{Insert{Parent: e.node(), Index: []int{-1, 0, 1, -1, 0, 7}[(i+1)%6], Node: e.newBranch()}}
	case 3:
		n := e.node()
		for i > 2 && n.First() != nil { // remove leaves mostly, so the tree grows
			n = n.First()
		}
		return []Edit{Remove{n}}
	case 4:
		return []Edit{Reorder{e.node(), i % 4}}
	case 5:
		return []Edit{SetComment{e.node(), fmt.Sprint(i%3, "é")[:i%3+1]}}
	case 6:
		return []Edit{SetMarks{e.node(), []Mark{{rules.Cell(i), MarkLabel, "A"}}}}
	case 7:
		return []Edit{SetGlyphs{e.node(), []Glyph{"!?", "+-"}[:(i+1)%3]}}
	case 8:
		return []Edit{SetSetup{e.node(), []string{"", "1", " 2", "4", "x"}[(i+1)%5]}}
	case 9:
		switch n := e.node(); i % 3 {
		default:
			return MakeMain(n)
		case 0:
			return Promote(n)
		case 1:
			return Demote(n)
		}
	case 10:
		return []Edit{
			SetUsed{e.node(), time.Duration(i%2) * time.Second},
			SetEvals{e.node(), []Eval{{Score: float64(i)}}},
		}
	case 11:
		return []Edit{
			SetInfo{e.doc, []string{"", "event", "x"}[(i+1)%3], []string{"", "y"}[b%2]},
			SetPlayer{e.doc, i, Player{Kind: Human, Score: b}},
		}
	case 12:
		return []Edit{SetMove{e.node(), play(i)}}
	case 13:
		return []Edit{Relink{e.node(), e.node(), []int{-1, 0, 1, 7}[(i+1)%4]}}
	case 14:
		n := e.node()
		return []Edit{
			SetName{n, []string{"", "n", "N"}[b%3]},
			SetBookmark{n, b%2 == 0},
			SetAdvice{n, Advice{"a", play(1)}},
			SetColor{n, []string{"", "#123456", "#abcdef", "red"}[(i+1)%4]},
			SetLines{n, []Line{{rules.Cell(i), 0, i > 3}, {0, 1, false}}[b%3:]},
			SetNumber{n, i},
		}[max(i, 0)%5:][:1]
	}
}

// run carries out the operations that the bytes encode, and checks the tree after each.
func (e *editor) run() {
	tree := e.doc.Tree
	for len(e.data) > 0 && !e.t.Failed() {
		before, revision := dump(e.doc), tree.Revision()
		switch op := e.byte(); op % 16 {
		case 0:
			if had := tree.UndoLabel() != ""; tree.Undo() != had {
				e.t.Errorf("Undo disagrees with UndoLabel %v", had)
			}
		case 1:
			if had := tree.RedoLabel() != ""; tree.Redo() != had {
				e.t.Errorf("Redo disagrees with RedoLabel %v", had)
			}
		case 2:
			n := e.node()
			if tree.Contains(n) {
				if got, want := placed(tree.Position(n)), replayed(tree)[n]; got != want {
					e.t.Errorf("position %v, want %v", got, want)
				}
			} else if _, err := tree.Position(n); err == nil {
				e.t.Errorf("a removed node has a position")
			}
		case 3:
			if op/16%2 == 0 {
				tree.Validate(op / 16)
			} else {
				tree.Prefetch(op)
			}
		case 4:
			at := op / 16 % (tree.Steps() + 1)
			if tree.Jump(at); tree.At() != at {
				e.t.Errorf("a jump to step %d leads to %d", at, tree.At())
			}
		default:
			var edits []Edit
			for range []int{1, 1, 2, 3}[op/16%4] {
				edits = append(edits, e.edit()...)
			}
			do := tree.Do
			if op%16 > 13 {
				do = tree.Amend
			}
			err := do(msg.Key(fmt.Sprint("step ", op/128)), edits...)
			if err == nil {
				e.done++
				break
			}
			e.refused++
			if dump(e.doc) != before || tree.Revision() != revision {
				e.t.Errorf("refused with %v, but changed from\n%sto\n%s", err, before, dump(e.doc))
			}
		}
		for n := range e.seen {
			if !slices.Contains(e.detached, n) {
				e.detached = append(e.detached, n)
			}
		}
		e.detached = slices.DeleteFunc(e.detached, tree.Contains)
		e.check()
	}
}

// check checks the invariants of the tree.
func (e *editor) check() {
	e.t.Helper()
	tree := e.doc.Tree
	if err := tree.Check(); err != nil {
		e.t.Fatal(err)
	}
	e.replay()
	now := dump(e.doc)
	if was, ok := e.states[tree.Revision()]; ok && was != now {
		e.t.Errorf("revision %d was\n%sand is now\n%s", tree.Revision(), was, now)
	}
	e.states[tree.Revision()] = now
	e.largest = max(e.largest, tree.Len())
	want := replayed(tree)
	if len(want) != len(e.seen) {
		e.t.Errorf("%d nodes, a watcher knows %d", len(want), len(e.seen))
	}
	for n := range want {
		if !e.seen[n] {
			e.t.Errorf("a watcher does not know %s", tree.pathText(n))
		}
	}
	if len(tree.checkpoints) > tree.limits.checkpoints {
		e.t.Errorf("%d checkpoints", len(tree.checkpoints))
	}
	kept := map[*Node]nodeState{}
	for n, p := range tree.checkpoints {
		kept[n] = p
	}
	if tree.last != nil {
		kept[tree.last] = tree.lastState
	}
	for n, p := range kept {
		var got any
		if p.err != nil {
			got = p.err.Node
		} else {
			got = p.pos.String()
		}
		dist := 0
		for m := n; m.counts(); m = m.parent {
			dist++
		}
		if int(p.depth) != len(tree.Line(n))-1 {
			e.t.Errorf("%s is kept as %d nodes deep", tree.pathText(n), p.depth)
		}
		if got != want[n] || int(p.ply) != n.Ply() || int(p.dist) != dist {
			e.t.Errorf("%s is kept as %v at ply %d, %d from the set-up; replayed %v at ply %d, %d", tree.pathText(n), got, p.ply, p.dist, want[n], n.Ply(), dist)
		}
	}
}

// undoRedoAll undoes and redoes all steps, and compares both ends.
func (e *editor) undoRedoAll() {
	tree := e.doc.Tree
	for tree.Redo() {
	}
	end := rebuild(e.doc)
	endText, endRevision := dump(e.doc), tree.Revision()
	for tree.Undo() {
		e.check()
	}
	fresh := newEditor(e.t, nil)
	if err := Equal(fresh.doc, e.doc); err != nil || dump(fresh.doc) != dump(e.doc) || tree.Revision() != fresh.doc.Tree.Revision() {
		e.t.Errorf("after undoing all: %v", err)
	}
	for tree.Redo() {
		e.check()
	}
	if err := Equal(end, e.doc); err != nil || dump(e.doc) != endText || tree.Revision() != endRevision {
		e.t.Errorf("after redoing all: %v", err)
	}
	e.validate()
}

// validate compares Validate with the replayed positions.
func (e *editor) validate() {
	tree := e.doc.Tree
	at := replayed(tree)
	var want []*Node
	for n := range tree.All() {
		if at[n] == n {
			want = append(want, n)
		}
	}
	tree.forgetAll()
	var got []*Node
	for _, err := range tree.Validate(-1) {
		n := err.(*NodeError)
		got = append(got, n.Node)
		if n.Ply != n.Node.Ply() {
			e.t.Errorf("%v is at ply %d", err, n.Node.Ply())
		}
	}
	if !slices.Equal(got, want) {
		e.t.Errorf("Validate names %d nodes, want %d", len(got), len(want))
	}
	e.check()
}

func FuzzEdits(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("insert, remove, undo\x00\x00\x01\x01 and more of it"))
	for seed := range uint64(4) {
		f.Add(randomBytes(seed, 200))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		e := newEditor(t, data[:min(len(data), 600)])
		e.run()
		e.undoRedoAll()
	})
}

func randomBytes(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// TestRandomEdits runs FuzzEdits on random bytes. It also checks that most of the resulting edits
// are accepted and that some are refused.
func TestRandomEdits(t *testing.T) {
	done, refused, largest := 0, 0, 0
	for seed := range uint64(12) {
		e := newEditor(t, randomBytes(seed, 1500))
		e.run()
		done, refused, largest = done+e.done, refused+e.refused, max(largest, e.largest)
		e.undoRedoAll()
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	t.Logf("%d done, %d refused, at most %d nodes", done, refused, largest)
	if done < 800 || refused < 500 || largest < 40 {
		t.Errorf("%d steps done, %d refused, largest tree of %d nodes", done, refused, largest)
	}
}

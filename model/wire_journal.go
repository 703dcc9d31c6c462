package model

import (
	"encoding/binary"
	"iter"

	"boardstudio/text/msg"
)

// wire is the state of a tree whose steps are recorded. Nodes are numbered from 1, in the order of insertion.
type wire struct {
	last      uint32    // the last number assigned
	journal   *listener // nil if there is no journal
	recording bool      // a step is in progress and must be recorded
	ops       []byte    // encoded primitives of the step in progress
	added     []*Node   // branches inserted by that step
	nodes     []*Node   // by number; nil if Replay is not used
}

// Journal registers f to receive a record of each step made by Do, Amend, Evaluate, Undo or Redo.
// The slice belongs to f. f is called before the watchers are notified, in the order in which
// Replay must apply the records. f must not edit the document. stop ends the journal, and so does
// another call of Journal.
//
// The first call numbers all nodes, at the cost of a step per node. Records refer to these numbers.
// They can be replayed on a document with the same content and history at that time. Builders must
// not be used from then on. Recording an edit costs as much as the edit itself, and a record is no
// longer than the inserted content.
func (d *Document) Journal(f func(record []byte)) (stop func()) {
	w := d.Tree.numbered()
	w.nodes = nil
	l := &listener{f}
	w.journal = l
	return func() {
		if w.journal == l {
			w.journal = nil
		}
	}
}

// Number assigns the numbers that Journal needs. It is for a document that is not yet shared; the
// first call of Journal is then free.
func (d *Document) Number() { d.Tree.numbered() }

type listener struct{ f func(record []byte) }

// Replay applies a record written by Journal. Watchers are notified, and the history and Revision
// change as they did originally. It returns an error, and changes nothing, if the record is damaged
// or was made for another document.
//
// If Journal was not called before, the first call costs a step per node. It also allocates a table
// of all nodes, which the next call of Journal frees.
func (d *Document) Replay(record []byte) error {
	t := d.Tree
	t.numbered().buildTable(t)
	s := source{b: record}
	join := separate
	switch s.byte() {
	case recordUndo:
		return t.again(&s, t.Undo)
	case recordRedo:
		return t.again(&s, t.Redo)
	case recordAmend:
		join = joined
	case recordEvaluate:
		join = noStep
	case recordDo:
	default:
		return damaged()
	}
	label := s.text()
	var edits []Edit
	for len(s.b) > 0 {
		edits = append(edits, s.op(d))
	}
	if s.bad || len(edits) == 0 {
		return damaged()
	}
	return t.do(msg.Key(label), join, edits)
}

// again calls f to undo or redo a step.
func (t *Tree) again(s *source, f func() bool) error {
	if len(s.b) > 0 {
		return damaged()
	}
	if !f() {
		return mismatch()
	}
	return nil
}

// numbered returns t.wire. It creates it and numbers all nodes if necessary.
func (t *Tree) numbered() *wire {
	if t.wire == nil {
		t.wire = &wire{}
		for n := range t.reachable() {
			t.wire.number(n)
		}
	}
	return t.wire
}

// reachable yields all nodes of the tree, then the nodes of branches that the history can restore.
// Nodes of such branches may be yielded more than once.
func (t *Tree) reachable() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for n := range t.All() {
			if !yield(n) {
				return
			}
		}
		for _, steps := range [][]step{t.undo, t.redo} {
			for _, s := range steps {
				for _, e := range s.inverse {
					r, ok := e.(restore)
					if !ok || r.node.parent != nil {
						continue
					}
					for n := r.node; n != nil; n = n.after(r.node) {
						if !yield(n) {
							return
						}
					}
				}
			}
		}
	}
}

func (w *wire) number(n *Node) {
	if n.number == 0 {
		w.last++
		n.number = w.last
		if w.nodes != nil {
			w.nodes = append(w.nodes, n)
		}
	}
}

// buildTable builds the table of nodes by number.
func (w *wire) buildTable(t *Tree) {
	if w.nodes != nil {
		return
	}
	w.nodes = make([]*Node, w.last+1)
	for n := range t.reachable() {
		w.nodes[n.number] = n
	}
}

// node returns the node with the given number, or nil.
func (w *wire) node(number uint32) *Node {
	if uint64(number) >= uint64(len(w.nodes)) {
		return nil
	}
	return w.nodes[number]
}

// sibling returns the child of parent with the given number. It returns nil and true for 0.
func (w *wire) sibling(number uint32, parent *Node) (n *Node, ok bool) {
	if number == 0 {
		return nil, true
	}
	n = w.node(number)
	return n, n != nil && n.parent == parent && parent != nil
}

// begin starts recording a step.
func (w *wire) begin() {
	if w != nil {
		w.recording, w.ops, w.added = w.journal != nil, w.ops[:0], w.added[:0]
	}
}

// cancel discards the record of a rejected step. The nodes that it inserted lose their numbers.
func (w *wire) cancel() {
	if w == nil {
		return
	}
	w.recording = false
	for _, top := range w.added {
		w.last = min(w.last, top.number-1)
		for n := top; n != nil; n = n.after(top) {
			n.number = 0
		}
	}
	w.added = w.added[:0]
	if w.nodes != nil {
		clear(w.nodes[w.last+1:])
		w.nodes = w.nodes[:w.last+1]
	}
}

// end passes the record of a step to the journal.
func (w *wire) end(kind byte, label msg.Key) {
	if w == nil {
		return
	}
	clear(w.added)
	w.added, w.recording = w.added[:0], false
	if w.journal == nil {
		return
	}
	record := []byte{kind}
	if kind != recordUndo && kind != recordRedo {
		record = append(putText(record, string(label)), w.ops...)
	}
	if cap(w.ops) > 1<<16 {
		w.ops = nil
	}
	w.journal.f(record)
}

// writeOp writes a primitive and the numbers of its nodes, 0 for nil. It reports whether the step is recorded.
func (w *wire) writeOp(code opcode, nodes ...*Node) bool {
	if w == nil || !w.recording {
		return false
	}
	w.ops = append(w.ops, byte(code))
	for _, n := range nodes {
		number := uint32(0)
		if n != nil {
			number = n.number
		}
		w.ops = binary.AppendUvarint(w.ops, uint64(number))
	}
	return true
}

// writeInsert writes the insertion of a branch. fresh reports whether its nodes are new and must be
// numbered, written whether they must be written.
func (w *wire) writeInsert(e restore) (fresh, written bool) {
	if w == nil || e.node.number != 0 {
		w.writeOp(opRestore, e.node, e.parent, e.before)
		return false, false
	}
	written = w.writeOp(opGraft, e.parent, e.before)
	w.added = append(w.added, e.node)
	w.number(e.node)
	return true, written
}

func (w *wire) text(e setText) {
	if w.writeOp(opSetText, e.node) {
		w.ops = putText(w.ops, e.text)
	}
}

func (w *wire) move(e setMove) {
	if w.writeOp(opSetMove, e.node) {
		w.ops = putText(putMove(append(w.ops, byte(e.kind)), e.move), e.text)
	}
}

func (w *wire) patch(n *Node, old, a *Annotation) {
	if w.writeOp(opAnnotate, n) {
		w.ops = putPatch(w.ops, old, a)
	}
}

func (w *wire) info(e info) {
	if w.writeOp(opInfo) {
		w.ops = putText(putText(w.ops, e.Key), e.Value)
	}
}

func (w *wire) seat(e seat) {
	if w.writeOp(opSeat) {
		w.ops = putPlayer(binary.AppendUvarint(w.ops, uint64(e.Seat)), e.Player)
	}
}

package model

import (
	"encoding/binary"
	"iter"

	"boardstudio/msg"
)

// wire is what a tree keeps while its steps are written down: nodes have numbers,
// from 1, given out in the order in which they come in.
type wire struct {
	last  uint32    // the number given out last
	tell  *listener // nil when no journal is kept
	doing bool      // a step is being made: its primitives are written
	ops   []byte    // of the step being made
	fresh []*Node   // branches that came in with it
	nodes []*Node   // by number, nil when nobody replays
}

// Journal has f called with each step that is made from now on, by Do, Amend, Evaluate, Undo
// or Redo, as bytes that belong to f: before the watchers hear of it, and in the order
// in which Replay makes the steps again. f must not edit. stop ends it, as does another
// call of Journal.
//
// The first call numbers all nodes, and the records name nodes by number: they fit
// a document that was equal to this one, and had the same history, at that moment. No
// builder may be used from then on. It costs a step for each node; later a record
// costs as its edit does, and is no longer than what that brings in.
func (d *Document) Journal(f func(record []byte)) (stop func()) {
	w := d.Tree.numbered()
	w.nodes = nil
	l := &listener{f}
	w.tell = l
	return func() {
		if w.tell == l {
			w.tell = nil
		}
	}
}

// Number gives the nodes the numbers that Journal needs, for a document that nobody has yet: the first
// call of Journal then costs nothing.
func (d *Document) Number() { d.Tree.numbered() }

type listener struct{ f func(record []byte) }

// Replay makes the step that a record of Journal tells of. Watchers are told, and
// the history and Revision go on as they did then. On an error, when the bytes are
// damaged or made for another document, nothing is changed.
//
// The first call costs a step for each node, if Journal was not called before, and
// takes memory for each that the next call of Journal gives back.
func (d *Document) Replay(record []byte) error {
	t := d.Tree
	t.numbered().list(t)
	s := source{b: record}
	join := separate
	switch s.byte() {
	case recordUndo:
		return t.again(&s, t.Undo)
	case recordRedo:
		return t.again(&s, t.Redo)
	case recordAmend:
		join = joined
	case recordAside:
		join = aside
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

// again undoes or redoes.
func (t *Tree) again(s *source, f func() bool) error {
	if len(s.b) > 0 {
		return damaged()
	}
	if !f() {
		return misfit()
	}
	return nil
}

// numbered returns the tree's wire, after numbering all nodes if it had none.
func (t *Tree) numbered() *wire {
	if t.wire == nil {
		t.wire = &wire{}
		for n := range t.known() {
			t.wire.number(n)
		}
	}
	return t.wire
}

// known yields all nodes, and after them those of branches that the history can
// bring back; of these it yields some more than once.
func (t *Tree) known() iter.Seq[*Node] {
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

// list makes the table of nodes.
func (w *wire) list(t *Tree) {
	if w.nodes != nil {
		return
	}
	w.nodes = make([]*Node, w.last+1)
	for n := range t.known() {
		w.nodes[n.number] = n
	}
}

// node returns the node with a number, nil when there is none.
func (w *wire) node(number uint32) *Node {
	if uint64(number) >= uint64(len(w.nodes)) {
		return nil
	}
	return w.nodes[number]
}

// sibling returns the child of parent with a number, nil and true for 0.
func (w *wire) sibling(number uint32, parent *Node) (n *Node, ok bool) {
	if number == 0 {
		return nil, true
	}
	n = w.node(number)
	return n, n != nil && n.parent == parent && parent != nil
}

// begin starts a step.
func (w *wire) begin() {
	if w != nil {
		w.doing, w.ops, w.fresh = w.tell != nil, w.ops[:0], w.fresh[:0]
	}
}

// cancel ends a step that was refused. What came in with it is gone again, and loses its numbers.
func (w *wire) cancel() {
	if w == nil {
		return
	}
	w.doing = false
	for _, top := range w.fresh {
		w.last = min(w.last, top.number-1)
		for n := top; n != nil; n = n.after(top) {
			n.number = 0
		}
	}
	w.fresh = w.fresh[:0]
	if w.nodes != nil {
		clear(w.nodes[w.last+1:])
		w.nodes = w.nodes[:w.last+1]
	}
}

// end tells of a step.
func (w *wire) end(kind byte, label msg.Key) {
	if w == nil {
		return
	}
	clear(w.fresh)
	w.fresh, w.doing = w.fresh[:0], false
	if w.tell == nil {
		return
	}
	record := []byte{kind}
	if kind != recordUndo && kind != recordRedo {
		record = append(putText(record, string(label)), w.ops...)
	}
	if cap(w.ops) > 1<<16 {
		w.ops = nil
	}
	w.tell.f(record)
}

// note writes a primitive about nodes, 0 for none. It returns whether steps are written down.
func (w *wire) note(code opcode, nodes ...*Node) bool {
	if w == nil || !w.doing {
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

// arrives writes that a branch comes in. It returns whether the branch was not there before, so
// that its nodes get numbers, and whether they are to be written.
func (w *wire) arrives(e restore) (fresh, written bool) {
	if w == nil || e.node.number != 0 {
		w.note(opRestore, e.node, e.parent, e.before)
		return false, false
	}
	written = w.note(opGraft, e.parent, e.before)
	w.fresh = append(w.fresh, e.node)
	w.number(e.node)
	return true, written
}

func (w *wire) text(e setText) {
	if w.note(opSetText, e.node) {
		w.ops = putText(w.ops, e.text)
	}
}

func (w *wire) move(e setMove) {
	if w.note(opSetMove, e.node) {
		w.ops = putText(putMove(append(w.ops, byte(e.kind)), e.move), e.text)
	}
}

func (w *wire) patch(n *Node, old, a *Annotation) {
	if w.note(opAnnotate, n) {
		w.ops = putPatch(w.ops, old, a)
	}
}

func (w *wire) info(e info) {
	if w.note(opInfo) {
		w.ops = putText(putText(w.ops, e.Key), e.Value)
	}
}

func (w *wire) seat(e seat) {
	if w.note(opSeat) {
		w.ops = putPlayer(binary.AppendUvarint(w.ops, uint64(e.Seat)), e.Player)
	}
}

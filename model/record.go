package model

import (
	"iter"

	"boardstudio/text/msg"
)

// A Recorder receives the steps of a document while they are applied. Its methods must not edit the
// document, and may use nodes, such as Op.Branch, only until End is called.
type Recorder interface {
	// Op is called before op is applied.
	Op(op Op)
	// Node is called after an OpGraft for each node of its branch, in preorder.
	Node(n *Node)
	// End is called at the end of a step, which consists of the Ops since the last call of End.
	// Undone and redone steps have neither Ops nor a label.
	End(kind StepKind, label msg.Key)
}

// StepKind is how a step changed a document and its history.
type StepKind uint8

// The kinds of steps.
const (
	StepDone      StepKind = iota // Do, Begin
	StepAmended                   // Amend, which extended the last step
	StepUndone                    // Undo
	StepRedone                    // Redo
	StepEvaluated                 // Evaluate
	StepRefused                   // an edit failed or the step was cancelled; for a Recorder only
)

// Step is a recorded step, for Replay. The branch of an OpGraft is one of its own, made by NewChild or
// Copy, not the node that the Recorder received.
type Step struct {
	Kind  StepKind
	Label msg.Key
	Ops   []Op
}

// numbers is the state of a tree whose steps are recorded. Nodes are numbered from 1, in the order
// of insertion.
type numbers struct {
	last      uint32    // the last number assigned
	journal   *listener // nil if there is no recorder
	recording bool      // a step is in progress and must be recorded
	added     []*Node   // branches inserted by that step
	nodes     []*Node   // by number; nil if Replay is not used
}

type listener struct{ Recorder }

// Record registers r to receive each step made by Do, Amend, Evaluate, Undo or Redo, before the
// watchers are notified. stop ends this, and so does another call of Record. Record must not be
// called while a step is in progress.
//
// The first call numbers all nodes, at the cost of a step per node. Ops refer to these numbers. They
// can be replayed, in order, on a document with the same content and history at that time. Builders
// must not be used from then on.
func (d *Document) Record(r Recorder) (stop func()) {
	ns := d.Tree.numbered()
	ns.nodes = nil
	l := &listener{r}
	ns.journal = l
	return func() {
		if ns.journal == l {
			ns.journal = nil
		}
	}
}

// Number assigns the numbers that Record needs. It is for a document that is not yet shared; the
// first call of Record is then free.
func (d *Document) Number() { d.Tree.numbered() }

// Replay repeats a recorded step. Watchers are notified, and the history and Revision change as they
// did originally. It returns an error, and changes nothing, if the step was made for another
// document.
//
// If Record was not called before, the first call costs a step per node. It also allocates a table
// of all nodes, which the next call of Record frees.
func (d *Document) Replay(s Step) error {
	t := d.Tree
	t.numbered().buildTable(t)
	join := separate
	switch s.Kind {
	case StepDone:
	case StepAmended:
		join = joined
	case StepEvaluated:
		join = noStep
	case StepUndone:
		return fits(t.Undo())
	case StepRedone:
		return fits(t.Redo())
	default:
		return mismatch()
	}
	edits := make([]Edit, len(s.Ops))
	for i := range s.Ops {
		edits[i] = opEdit{&s.Ops[i], d}
	}
	return t.do(s.Label, join, edits)
}

func fits(ok bool) error {
	if !ok {
		return mismatch()
	}
	return nil
}

func mismatch() error { return msg.Errorf("the record of a step does not fit the document") }

// numbered returns t.numbers. It creates it and numbers all nodes if necessary.
func (t *Tree) numbered() *numbers {
	if t.numbers == nil {
		t.numbers = &numbers{}
		for n := range t.reachable() {
			t.numbers.number(n)
		}
	}
	return t.numbers
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

func (ns *numbers) number(n *Node) {
	if n.number == 0 {
		ns.last++
		n.number = ns.last
		if ns.nodes != nil {
			ns.nodes = append(ns.nodes, n)
		}
	}
}

// buildTable builds the table of nodes by number.
func (ns *numbers) buildTable(t *Tree) {
	if ns.nodes != nil {
		return
	}
	ns.nodes = make([]*Node, ns.last+1)
	for n := range t.reachable() {
		ns.nodes[n.number] = n
	}
}

// node returns the node with the given number, or nil.
func (ns *numbers) node(number uint32) *Node {
	if uint64(number) >= uint64(len(ns.nodes)) {
		return nil
	}
	return ns.nodes[number]
}

// sibling returns the child of parent with the given number. It returns nil and true for 0.
func (ns *numbers) sibling(number uint32, parent *Node) (n *Node, ok bool) {
	if number == 0 {
		return nil, true
	}
	n = ns.node(number)
	return n, n != nil && n.parent == parent && parent != nil
}

// begin starts recording a step.
func (ns *numbers) begin() {
	if ns != nil {
		ns.recording, ns.added = ns.journal != nil, ns.added[:0]
	}
}

// cancel discards the record of a rejected step. The nodes that it inserted lose their numbers.
func (ns *numbers) cancel() {
	if ns == nil {
		return
	}
	for _, top := range ns.added {
		ns.last = min(ns.last, top.number-1)
		for n := top; n != nil; n = n.after(top) {
			n.number = 0
		}
	}
	if ns.nodes != nil {
		clear(ns.nodes[ns.last+1:])
		ns.nodes = ns.nodes[:ns.last+1]
	}
	ns.end(StepRefused, "")
}

// end ends the record of a step.
func (ns *numbers) end(kind StepKind, label msg.Key) {
	if ns == nil {
		return
	}
	clear(ns.added)
	ns.added, ns.recording = ns.added[:0], false
	if ns.journal != nil {
		ns.journal.End(kind, label)
	}
}

// recorder returns the recorder of the step in progress, or nil.
func (ns *numbers) recorder() Recorder {
	if ns == nil || !ns.recording || ns.journal == nil {
		return nil
	}
	return ns.journal
}

// op passes op to the recorder, if there is one.
func (ns *numbers) op(op Op) {
	if r := ns.recorder(); r != nil {
		r.Op(op)
	}
}

// insert records the insertion of a branch. fresh reports whether its nodes are new and must be
// numbered, written whether they must be recorded.
func (ns *numbers) insert(e restore) (fresh, written bool) {
	op := Op{Kind: OpGraft, Branch: e.node, Parent: e.parent.id(), Before: e.before.id()}
	fresh = ns != nil && e.node.number == 0
	if !fresh {
		op.Kind, op.Branch, op.Node = OpRestore, nil, e.node.number
	}
	ns.op(op)
	if fresh {
		ns.added = append(ns.added, e.node)
		ns.number(e.node)
	}
	return fresh, fresh && ns.recorder() != nil
}

// id returns the number of n, or 0 for nil.
func (n *Node) id() uint32 {
	if n == nil {
		return 0
	}
	return n.number
}

package model

import (
	"slices"

	"boardstudio/msg"
)

// step is one entry of the undo or the redo list.
type step struct {
	label   msg.Key
	inverse []Edit // in the order in which their opposites were applied
	before  uint64 // revision that the step leads back to
	after   uint64
}

// ChangeKind says what happened to a tree.
type ChangeKind uint8

// The kinds of changes.
const (
	Inserted  ChangeKind = iota // Node came in, with all below it
	Removed                     // Gone went, with all below it
	Moved                       // Node has another index among its siblings, or another parent
	Edited                      // Node has other annotations
	Restarted                   // the move or the position of Node, and with it all below, is another
	Meta                        // the document's info or players; Node is nil
)

// Change tells a watcher of one edit. It is told after the whole step, so the nodes that it names stand where the step
// has put them in the end: what was moved out of a branch later in the step is no longer below its Node or Gone, and either may
// have left the tree or come back. Over a step this much is sure: what is new in the tree stands below the Node of an Inserted, or
// of a Moved that has a From, and what is no longer in the tree stands below a Gone. Tree.Contains tells which is the case.
type Change struct {
	Kind ChangeKind
	// Node is where a view should go: what came in or changed, or, of a removed
	// one, the parent it had. nil for Meta.
	Node   *Node
	Parent *Node   // of Node when it came in or moved, of Gone when that went; else nil
	From   *Node   // the parent that a moved node had, nil when it is the same
	Gone   *Node   // what was removed, else nil
	Label  msg.Key // of the undo step
}

type watcher struct{ f func(Change) }

// Watch has f called for every change made by Do, Amend, Evaluate, Undo and Redo: once
// for each edit, in order, after all edits of the step are applied. f may edit; it is
// then told of that after the present step. stop ends it at once.
func (t *Tree) Watch(f func(Change)) (stop func()) {
	w := &watcher{f}
	t.watchers = append(t.watchers, w)
	return func() {
		w.f = nil
		// A copy, as notify may be reading the list.
		t.watchers = slices.DeleteFunc(slices.Clone(t.watchers), func(x *watcher) bool { return x == w })
	}
}

// Before has f called before edits are applied, by Do, Amend, Undo or Redo: what
// reads the tree in the background must be done with it when f returns. f must not
// edit. stop ends it.
func (t *Tree) Before(f func()) (stop func()) {
	b := &f
	t.before = append(t.before, b)
	return func() { t.before = slices.DeleteFunc(slices.Clone(t.before), func(x *func()) bool { return x == b }) }
}

func (t *Tree) notify(changes []Change) {
	if len(t.watchers) == 0 {
		return
	}
	t.pending = append(t.pending, changes...)
	if t.notifying {
		return // the loop below, further up the stack, goes on with them
	}
	t.notifying = true
	defer func() { t.notifying, t.pending = false, nil }()
	for i := 0; i < len(t.pending); i++ {
		for _, w := range t.watchers {
			if w.f != nil {
				w.f(t.pending[i])
			}
		}
	}
}

// Do applies the edits in order as one undo step, or none of them: then it
// returns the first refusal, and no watcher is told. Edits that change nothing are
// left out; a Do that changes nothing adds no step. label names the step; it is
// an English catalogue key. A new step ends what could be redone.
func (t *Tree) Do(label msg.Key, edits ...Edit) error { return t.do(label, separate, edits) }

// Amend does as Do, but joins the edits to the last undo step if that has the
// same label and ended with setting the same thing: the position or what is said about
// one node, the player at one seat, one info. So typing in one comment is one step.
func (t *Tree) Amend(label msg.Key, edits ...Edit) error { return t.do(label, joinable, edits) }

// joining says whether a step becomes part of the one before.
type joining uint8

const (
	separate joining = iota
	joinable         // if it can
	joined           // or it is refused
	aside            // it is no step
)

func (t *Tree) do(label msg.Key, join joining, edits []Edit) error {
	m, err := t.begin(label, join, edits)
	if err != nil {
		return err
	}
	m.Run(nil)
	return m.err
}

// joins returns the last step if e continues it, else nil.
func (t *Tree) joins(label msg.Key, e Edit) *step {
	if len(t.undo) == 0 {
		return nil
	}
	s := &t.undo[len(t.undo)-1]
	if x := subject(e); s.label != label || x == nil || x != subject(s.inverse[len(s.inverse)-1]) {
		return nil
	}
	return s
}

// subject returns what e sets as a whole, nil for any other edit.
func subject(e Edit) any {
	switch e := e.(type) {
	case setAnnotation:
		return e.node
	case setText:
		return setText{node: e.node}
	case info:
		return info{Doc: e.Doc, Key: e.Key}
	case seat:
		return seat{Doc: e.Doc, Seat: e.Seat}
	}
	return nil
}

// Undo takes the last step back; false when there is none, or a step is being made.
func (t *Tree) Undo() bool { return t.BeginUndo().all() }

// Redo does again what Undo took back; false when there is nothing, or a step is being made.
func (t *Tree) Redo() bool { return t.BeginRedo().all() }

// all makes a step that is not nil.
func (m *Making) all() bool { return m != nil && m.Run(nil) }

// Steps returns how many steps the history has, those taken back included.
func (t *Tree) Steps() int { return len(t.undo) + len(t.redo) }

// At returns how many steps of the history are done: Undo makes it one less.
func (t *Tree) At() int { return len(t.undo) }

// StepLabel returns the label of step i, counted from 0, the oldest.
func (t *Tree) StepLabel(i int) msg.Key {
	if i < len(t.undo) {
		return t.undo[i].label
	}
	return t.redo[len(t.redo)-1-(i-len(t.undo))].label
}

// Jump undoes or redoes until At is at, or as near as there are steps.
func (t *Tree) Jump(at int) {
	for at < t.At() && t.Undo() {
	}
	for at > t.At() && t.Redo() {
	}
}

// UndoLabel returns the label of the step that Undo would take back, "" when there is none.
func (t *Tree) UndoLabel() msg.Key { return label(t.undo) }

// RedoLabel returns the label of the step that Redo would do, "" when there is none.
func (t *Tree) RedoLabel() msg.Key { return label(t.redo) }

func label(steps []step) msg.Key {
	if len(steps) == 0 {
		return ""
	}
	return steps[len(steps)-1].label
}

// Revision returns a number that names the present state: Undo and Redo return
// to the number of the state they return to, and no other state ever gets it.
// Evaluate leads to another number, before and after which all others are others too.
func (t *Tree) Revision() uint64 { return t.revision + t.asides<<32 }

package model

import (
	"slices"

	"boardstudio/text/msg"
)

// step is an entry of the undo or redo list.
type step struct {
	label   msg.Key
	inverse []Edit // in the order in which the edits were applied
	before  uint64 // revision before the step
	after   uint64
}

// ChangeKind is the kind of a Change.
type ChangeKind uint8

// The kinds of changes.
const (
	Inserted  ChangeKind = iota // the branch of Node was inserted
	Removed                     // the branch of Gone was removed
	Moved                       // Node has another index among its siblings, or another parent
	Edited                      // the annotation of Node changed
	Restarted                   // the move or position of Node changed, and with it all positions below
	Meta                        // info or players changed; Node is nil
)

// Change describes the effect of one edit to a watcher. Watchers are notified after the whole step,
// so the nodes are where the step finally put them. A node that a later edit of the step moved out
// of a branch is no longer below Node or Gone. Node and Gone themselves may have left the tree or
// come back.
//
// For a step as a whole, the following holds. Every new node of the tree is below the Node of an
// Inserted, or of a Moved with a From. Every node that left the tree is below a Gone. Tree.Contains
// distinguishes these cases.
type Change struct {
	Kind ChangeKind
	// Node is the node that a view should show: the inserted or changed node, or the previous
	// parent of a removed node. It is nil for Meta.
	Node   *Node
	Parent *Node   // parent of an inserted or moved Node, former parent of Gone, else nil
	From   *Node   // previous parent of a moved node; nil if it is the same
	Gone   *Node   // top of a removed branch, else nil
	Label  msg.Key // label of the undo step
}

type watcher struct{ f func(Change) }

// Watch registers f for changes made by Do, Amend, Evaluate, Undo and Redo. f is called once per
// edit, in order, after all edits of the step have been applied. f may edit the tree; it is
// notified of that after the current step. stop unregisters f immediately.
func (t *Tree) Watch(f func(Change)) (stop func()) {
	w := &watcher{f}
	t.watchers = append(t.watchers, w)
	return func() {
		w.f = nil
		// Copy the list, because notify may be reading it.
		t.watchers = slices.DeleteFunc(slices.Clone(t.watchers), func(x *watcher) bool { return x == w })
	}
}

// Before registers f to be called before Do, Amend, Undo or Redo apply edits. Background readers of
// the tree must have finished when f returns. f must not edit the tree. stop unregisters f.
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
		return // the outer call reports these changes in its loop below
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

// Do applies the edits in order as one undo step. If an edit fails, Do returns its error, all edits are taken
// back, and watchers are not notified. Edits that change nothing are dropped; if no edit remains, no step is
// added. label names the step and must be an English catalogue key. A new step clears the redo list.
func (t *Tree) Do(label msg.Key, edits ...Edit) error { return t.do(label, separate, edits) }

// Amend is like Do, but extends the last undo step if it has the same label and its last edit set
// the same thing: the annotation or position of a node, the player of a seat, or a key of the info.
// So typing a comment is a single step.
func (t *Tree) Amend(label msg.Key, edits ...Edit) error { return t.do(label, joinable, edits) }

// joining is how a new step relates to the last one.
type joining uint8

const (
	separate joining = iota
	joinable         // extend the last step if possible
	joined           // extend the last step or fail
	noStep           // do not add a step
)

func (t *Tree) do(label msg.Key, join joining, edits []Edit) error {
	m, err := t.begin(label, join, edits)
	if err != nil {
		return err
	}
	m.Run(nil)
	return m.err
}

// amendable returns the last step if e can extend it, else nil.
func (t *Tree) amendable(label msg.Key, e Edit) *step {
	if len(t.undo) == 0 {
		return nil
	}
	s := &t.undo[len(t.undo)-1]
	if x := subject(e); s.label != label || x == nil || x != subject(s.inverse[len(s.inverse)-1]) {
		return nil
	}
	return s
}

// subject returns a value that identifies the thing that e sets, or nil for other edits.
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

// Undo undoes the last step. It returns false if there is no step, or if a step is in progress.
func (t *Tree) Undo() bool { return t.BeginUndo().all() }

// Redo repeats the step undone last. It returns false if there is no step, or if a step is in progress.
func (t *Tree) Redo() bool { return t.BeginRedo().all() }

// all runs m to the end. It returns false if m is nil.
func (m *PendingStep) all() bool { return m != nil && m.Run(nil) }

// Steps returns the number of steps in the history, including undone steps.
func (t *Tree) Steps() int { return len(t.undo) + len(t.redo) }

// At returns the number of steps that can be undone.
func (t *Tree) At() int { return len(t.undo) }

// StepLabel returns the label of step i, counted from 0, the oldest.
func (t *Tree) StepLabel(i int) msg.Key {
	if i < len(t.undo) {
		return t.undo[i].label
	}
	return t.redo[len(t.redo)-1-(i-len(t.undo))].label
}

// Jump undoes or redoes steps until At returns at, or as close as possible.
func (t *Tree) Jump(at int) {
	for at < t.At() && t.Undo() {
	}
	for at > t.At() && t.Redo() {
	}
}

// UndoLabel returns the label of the step that Undo would undo, or "".
func (t *Tree) UndoLabel() msg.Key { return label(t.undo) }

// RedoLabel returns the label of the step that Redo would redo, or "".
func (t *Tree) RedoLabel() msg.Key { return label(t.redo) }

func label(steps []step) msg.Key {
	if len(steps) == 0 {
		return ""
	}
	return steps[len(steps)-1].label
}

// Revision identifies the current state of the tree. Undo and Redo restore the revision of the state they
// return to. No other state ever has the same revision. Evaluate changes the revision of all states.
func (t *Tree) Revision() uint64 { return t.revisionOf(t.revision) }

// revisionOf returns the revision of the state with the given EditRevision.
func (t *Tree) revisionOf(edits uint64) uint64 { return edits + t.evalChanges<<32 }

// EditRevision is like Revision but ignores evaluations: only edits change it, Evaluate does not.
func (t *Tree) EditRevision() uint64 { return t.revision }

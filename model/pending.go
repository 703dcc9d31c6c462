package model

import (
	"math"
	"slices"

	"boardstudio/text/msg"
)

// PendingStep is a step that is applied, undone or redone in pieces, so the owner of the tree can do
// other work in between. The tree is sound between two pieces: watchers have been notified of the
// changes so far, and Revision has a value that Undo and Redo never return to. The tree accepts no
// other edit until the step is over. Only then is the step added to the history and the journal.
type PendingStep struct {
	t        *Tree
	label    msg.Key
	todo     []Edit
	done     int        // number of edits applied
	inverses []Edit     // inverses of the edits, in the same order
	changes  []Change   // not yet reported to watchers
	notified bool       // some changes were reported
	from     uint64     // the revision before the step
	current  branchEdit // the branch being inserted or removed
	// finish adds the step to the history. It returns an error, and changes nothing, if the step does
	// not fit. undone is called instead if all edits were taken back.
	finish    func() error
	undone    func()
	cancelled bool
	reverting bool
	err       error
	over      bool
}

// partialBit is set in the revision of a state within a step.
const partialBit = 1 << 63

// Begin starts the step that Do would make. Run makes its first piece. It returns an error if
// another step is in progress.
func (t *Tree) Begin(label msg.Key, edits ...Edit) (*PendingStep, error) {
	return t.begin(label, separate, edits)
}

func (t *Tree) begin(label msg.Key, join joining, edits []Edit) (*PendingStep, error) {
	if t.inProgress != nil {
		return nil, msg.Errorf("the game tree is being changed")
	}
	t.built = nil
	t.numbers.begin()
	m := &PendingStep{t: t, label: label, todo: edits, from: t.revision, undone: t.numbers.cancel}
	m.finish = func() error { return t.commit(m, join) }
	t.inProgress = m
	return m, nil
}

// commit adds a completed step to the history.
func (t *Tree) commit(m *PendingStep, join joining) error {
	if join == noStep {
		for _, e := range m.inverses {
			if a, ok := e.(setAnnotation); !ok || a.bits != PartEvals {
				return mismatch()
			}
		}
		t.evalChanges++
		t.revision = m.from
		t.numbers.end(StepEvaluated, m.label)
		return nil
	}
	var s *step
	if join != separate {
		s = t.amendable(m.label, m.inverses[0])
	}
	if join == joined && s == nil {
		return mismatch()
	}
	kind := StepDone
	t.revisions++
	t.redo = nil
	if s != nil {
		kind = StepAmended
		for _, e := range m.inverses {
			// Keep a single inverse if the same thing is set repeatedly. Otherwise each letter
			// typed would store a whole comment.
			last := &s.inverse[len(s.inverse)-1]
			if x := subject(e); x == nil || x != subject(*last) {
				s.inverse = append(s.inverse, e)
			} else if e, ok := e.(setAnnotation); ok {
				*last = (*last).(setAnnotation).merge(e)
			}
		}
		s.after = t.revisions
	} else {
		t.undo = append(t.undo, step{m.label, m.inverses, m.from, t.revisions})
	}
	t.revision = t.revisions
	t.numbers.end(kind, m.label)
	return nil
}

// BeginUndo starts an undo in pieces. It returns nil if there is nothing to undo, or if a step is in progress.
func (t *Tree) BeginUndo() *PendingStep {
	return t.flip(&t.undo, &t.redo, StepUndone, func(s *step) uint64 { return s.before })
}

// BeginRedo starts a redo in pieces. It returns nil if there is nothing to redo, or if a step is in progress.
func (t *Tree) BeginRedo() *PendingStep {
	return t.flip(&t.redo, &t.undo, StepRedone, func(s *step) uint64 { return s.after })
}

// flip moves the last step of one list to the other, and returns a PendingStep that reverts it.
func (t *Tree) flip(from, to *[]step, kind StepKind, revision func(*step) uint64) *PendingStep {
	last := len(*from) - 1
	if last < 0 || t.inProgress != nil {
		return nil
	}
	s := (*from)[last]
	(*from)[last] = step{}
	*from = (*from)[:last]
	todo := slices.Clone(s.inverse)
	slices.Reverse(todo)
	m := &PendingStep{t: t, label: s.label, todo: todo, from: t.revision}
	m.finish = func() error {
		s.inverse = m.inverses
		*to = append(*to, s)
		t.revision = revision(&s)
		t.numbers.end(kind, "")
		return nil
	}
	m.undone = func() { *from = append(*from, s) }
	t.inProgress = m
	return m
}

// Run continues the step until it is over or pause returns true. pause is called after each edit, and after
// every few thousand nodes of a branch; nil never pauses. Run reports whether the step is over.
func (m *PendingStep) Run(pause func() bool) bool {
	t := m.t
	if m.over {
		return true
	}
	if pause == nil {
		pause = func() bool { return false }
	}
	for _, f := range t.before {
		(*f)()
	}
	for m.runPiece(pause) {
		if !m.reverting && m.err == nil && len(m.inverses) > 0 {
			if m.err = m.finish(); m.err != nil {
				m.revert()
				continue
			}
		} else {
			t.revision = m.from
			if m.undone != nil {
				m.undone()
			}
			if !m.notified { // watchers never saw the changes
				m.changes = nil
			}
		}
		m.over, t.inProgress = true, nil
		m.notify()
		return true
	}
	t.partialStates++
	t.revision = partialBit | t.partialStates
	m.notified = true
	m.notify()
	return false
}

// runPiece applies edits until pause returns true. It reports whether all edits are applied.
func (m *PendingStep) runPiece(pause func() bool) bool {
	for {
		if m.cancelled && !m.reverting && m.current.top == nil {
			m.revert()
		}
		if m.done == len(m.todo) {
			return true
		}
		c, did, whole, err := m.edit(pause)
		if !whole {
			return false
		}
		m.done++
		switch {
		case err != nil && m.reverting:
			panic("model: an inverse edit was refused: " + err.Error())
		case err != nil:
			m.err = err
			m.revert()
		case did:
			c.Label = m.label
			m.changes = append(m.changes, c)
		}
		if pause() && (m.done < len(m.todo) || m.cancelled != m.reverting) {
			return false
		}
	}
}

// edit applies the next edit, or a piece of it. did reports whether it changed anything, whole
// whether it is complete.
func (m *PendingStep) edit(pause func() bool) (c Change, did, whole bool, err error) {
	t := m.t
	if m.current.top == nil {
		e := m.todo[m.done]
		if p, ok := e.(planned); ok {
			if err := p.fits(t); err != nil {
				return c, false, true, err
			}
			e = p.Edit
		}
		s, ok := e.(incrementalEdit)
		if !ok {
			back, c, err := e.apply(t)
			if err == nil && back != nil {
				m.inverses = append(m.inverses, back)
			}
			return c, back != nil, true, err
		}
		m.current = s.begin(t)
		t.partial = m.current.top
	}
	for !m.current.visit(t, max(t.limits.batch, 1)) {
		if pause() {
			return c, false, false, nil
		}
	}
	back, c := m.current.end(t)
	m.current, t.partial = branchEdit{}, nil
	m.inverses = append(m.inverses, back)
	return c, true, true, nil
}

// revert makes the following pieces take back the edits applied so far.
func (m *PendingStep) revert() {
	m.reverting = true
	m.todo, m.done = m.inverses, 0
	slices.Reverse(m.todo)
	m.inverses = nil
}

func (m *PendingStep) notify() {
	changes := m.changes
	m.changes = nil
	m.t.notify(changes)
}

// Cancel makes the following calls of Run take back the edits applied so far.
func (m *PendingStep) Cancel() { m.cancelled = true }

// Err returns why the step was rejected, once it is over. The tree is then unchanged. Err returns
// nil for a cancelled step.
func (m *PendingStep) Err() error { return m.err }

// Done reports whether the step is over and was added to the history.
func (m *PendingStep) Done() bool {
	return m.over && !m.reverting && m.err == nil && len(m.inverses) > 0
}

// Progress returns the number of edits applied, and their total number.
func (m *PendingStep) Progress() (done, total int) { return m.done, len(m.todo) }

// StepPending reports whether a step is in progress.
func (t *Tree) StepPending() bool { return t.inProgress != nil }

// incrementalEdit is an edit that visits every node of a branch, and that can be applied in pieces.
type incrementalEdit interface {
	Edit
	begin(t *Tree) branchEdit
}

// branchEdit is the insertion or removal of a branch. The branch is not linked to the tree until
// all its nodes have been visited.
type branchEdit struct {
	top, at *Node // at is the next node to visit
	in      bool
	fresh   bool // the nodes are new to the tree and need numbers
	written bool // the nodes are recorded
	back    Edit
	change  Change
	to      restore
}

// applyWhole applies an incremental edit in one piece.
func applyWhole(t *Tree, e incrementalEdit) (Edit, Change, error) {
	l := e.begin(t)
	l.visit(t, math.MaxInt)
	back, c := l.end(t)
	return back, c, nil
}

// visit visits up to n nodes. It reports whether all nodes have been visited.
func (l *branchEdit) visit(t *Tree, n int) bool {
	for ; n > 0 && l.at != nil; n-- {
		m := l.at
		if l.in {
			m.setMark(t.mark)
			t.len++
			if l.fresh {
				t.numbers.number(m)
			}
			if r := t.numbers.recorder(); r != nil && l.written {
				r.Node(m)
			}
		} else {
			t.forgetOne(m)
			m.setMark(0)
			t.len--
		}
		l.at = m.after(l.top)
	}
	return l.at == nil
}

func (l *branchEdit) end(t *Tree) (Edit, Change) {
	if l.in {
		if l.top.first != nil {
			t.prefetch = prefetch{}
		}
		l.top.link(l.to.parent, l.to.before)
	}
	return l.back, l.change
}

// inPartial reports whether n is in the branch that is being inserted or removed.
func (t *Tree) inPartial(n *Node) bool {
	for ; n != nil; n = n.parent {
		if n == t.partial {
			return true
		}
	}
	return false
}

package model

import (
	"math"
	"slices"

	"boardstudio/msg"
)

// Making is a step that is made, undone or redone in pieces, so that the owner of the tree can do
// something else in between. Between two pieces the tree is sound: watchers were told of
// what was done so far, and its Revision is one that Undo and Redo never lead to. It takes no other edit until the
// step is over, and the step stands in the history, and in the journal, only then.
type Making struct {
	t       *Tree
	label   msg.Key
	todo    []Edit
	done    int      // edits of todo that are done
	back    []Edit   // what takes them back, in the same order
	changes []Change // that were not told yet
	told    bool     // some were
	from    uint64   // the revision before
	limb    limb     // what the edit at hand brings in or takes out
	// finish puts the step into the history; an error, before anything is changed, says why
	// it cannot. undone is told instead when all was taken back.
	finish    func() error
	undone    func()
	cancelled bool
	reverting bool
	err       error
	over      bool
}

// between is the bit that is set in the revisions of states within a step.
const between = 1 << 63

// Begin begins the step that Do would make; the first piece is made by Run. The error says that
// another step is being made.
func (t *Tree) Begin(label msg.Key, edits ...Edit) (*Making, error) {
	return t.begin(label, separate, edits)
}

func (t *Tree) begin(label msg.Key, join joining, edits []Edit) (*Making, error) {
	if t.making != nil {
		return nil, msg.Errorf("the game tree is being changed")
	}
	t.built = nil
	t.wire.begin()
	m := &Making{t: t, label: label, todo: edits, from: t.revision, undone: t.wire.cancel}
	m.finish = func() error { return t.done(m, join) }
	t.making = m
	return m, nil
}

// done puts a step into the history.
func (t *Tree) done(m *Making, join joining) error {
	if join == aside {
		for _, e := range m.back {
			if a, ok := e.(setAnnotation); !ok || a.bits != partEvals {
				return misfit()
			}
		}
		t.asides++
		t.revision = m.from
		t.wire.end(recordAside, m.label)
		return nil
	}
	var s *step
	if join != separate {
		s = t.joins(m.label, m.back[0])
	}
	if join == joined && s == nil {
		return misfit()
	}
	kind := recordDo
	t.revisions++
	t.redo = nil
	if s != nil {
		kind = recordAmend
		for _, e := range m.back {
			// What sets the same is not kept twice, or each letter typed would keep a
			// whole comment.
			last := &s.inverse[len(s.inverse)-1]
			if x := subject(e); x == nil || x != subject(*last) {
				s.inverse = append(s.inverse, e)
			} else if e, ok := e.(setAnnotation); ok {
				*last = (*last).(setAnnotation).also(e)
			}
		}
		s.after = t.revisions
	} else {
		t.undo = append(t.undo, step{m.label, m.back, m.from, t.revisions})
	}
	t.revision = t.revisions
	t.wire.end(kind, m.label)
	return nil
}

// BeginUndo begins what Undo would do; nil when there is nothing, or a step is being made.
func (t *Tree) BeginUndo() *Making {
	return t.flip(&t.undo, &t.redo, recordUndo, func(s *step) uint64 { return s.before })
}

// BeginRedo begins what Redo would do; nil when there is nothing, or a step is being made.
func (t *Tree) BeginRedo() *Making {
	return t.flip(&t.redo, &t.undo, recordRedo, func(s *step) uint64 { return s.after })
}

// flip reverts the last step of one list and puts what reverts that on the other.
func (t *Tree) flip(from, to *[]step, kind byte, revision func(*step) uint64) *Making {
	last := len(*from) - 1
	if last < 0 || t.making != nil {
		return nil
	}
	s := (*from)[last]
	(*from)[last] = step{}
	*from = (*from)[:last]
	todo := slices.Clone(s.inverse)
	slices.Reverse(todo)
	m := &Making{t: t, label: s.label, todo: todo, from: t.revision}
	m.finish = func() error {
		s.inverse = m.back
		*to = append(*to, s)
		t.revision = revision(&s)
		t.wire.end(kind, "")
		return nil
	}
	m.undone = func() { *from = append(*from, s) }
	t.making = m
	return m
}

// Run goes on with the step until pause, which is asked after each edit and after every
// few thousand nodes of a branch, returns true; nil is never to pause. It returns whether the step is over.
func (m *Making) Run(pause func() bool) bool {
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
	for m.piece(pause) {
		if !m.reverting && m.err == nil && len(m.back) > 0 {
			if m.err = m.finish(); m.err != nil {
				m.revert()
				continue
			}
		} else {
			t.revision = m.from
			if m.undone != nil {
				m.undone()
			}
			if !m.told { // it never was
				m.changes = nil
			}
		}
		m.over, t.making = true, nil
		m.tell()
		return true
	}
	t.betweens++
	t.revision = between | t.betweens
	m.told = true
	m.tell()
	return false
}

// piece does edits until pause says so. It returns whether all are done.
func (m *Making) piece(pause func() bool) bool {
	for {
		if m.cancelled && !m.reverting && m.limb.top == nil {
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

// edit does the next edit, or a piece of it, and tells whether it is whole and has changed anything.
func (m *Making) edit(pause func() bool) (c Change, did, whole bool, err error) {
	t := m.t
	if m.limb.top == nil {
		e := m.todo[m.done]
		if p, ok := e.(planned); ok {
			if err := p.fits(t); err != nil {
				return c, false, true, err
			}
			e = p.Edit
		}
		s, ok := e.(sprawling)
		if !ok {
			back, c, err := e.apply(t)
			if err == nil && back != nil {
				m.back = append(m.back, back)
			}
			return c, back != nil, true, err
		}
		m.limb = s.begin(t)
		t.limb = m.limb.top
	}
	for !m.limb.visit(t, max(t.limits.turn, 1)) {
		if pause() {
			return c, false, false, nil
		}
	}
	back, c := m.limb.end(t)
	m.limb, t.limb = limb{}, nil
	m.back = append(m.back, back)
	return c, true, true, nil
}

// revert turns round: what was done is to be taken back.
func (m *Making) revert() {
	m.reverting = true
	m.todo, m.done = m.back, 0
	slices.Reverse(m.todo)
	m.back = nil
}

func (m *Making) tell() {
	changes := m.changes
	m.changes = nil
	m.t.notify(changes)
}

// Cancel has the following calls of Run take back what was done.
func (m *Making) Cancel() { m.cancelled = true }

// Err returns why the step was refused, once it is over: nothing is changed then. It is nil for a
// step that was cancelled.
func (m *Making) Err() error { return m.err }

// Made reports whether the step is over and stands in the history.
func (m *Making) Made() bool { return m.over && !m.reverting && m.err == nil && len(m.back) > 0 }

// Progress returns how many of the edits are done.
func (m *Making) Progress() (done, total int) { return m.done, len(m.todo) }

// Making reports whether a step is being made in pieces.
func (t *Tree) Making() bool { return t.making != nil }

// sprawling is an edit that visits each node of a branch, and so can be made in pieces.
type sprawling interface {
	Edit
	begin(t *Tree) limb
}

// limb is a branch that comes in or goes. Until all its nodes are visited it is linked to nothing,
// and belongs to no tree.
type limb struct {
	top, at *Node // at is the one to be visited next
	in      bool
	fresh   bool // it was never in the tree: its nodes get numbers
	written bool // and are written to the record of the step
	back    Edit
	change  Change
	to      restore
}

// whole makes a sprawling edit at once.
func whole(t *Tree, e sprawling) (Edit, Change, error) {
	l := e.begin(t)
	l.visit(t, math.MaxInt)
	back, c := l.end(t)
	return back, c, nil
}

// visit visits up to n nodes, and returns whether there are no more.
func (l *limb) visit(t *Tree, n int) bool {
	for ; n > 0 && l.at != nil; n-- {
		m := l.at
		if l.in {
			m.setMark(t.mark)
			t.len++
			if l.fresh {
				t.wire.number(m)
			}
			if l.written {
				t.wire.ops = putNode(t.wire.ops, l.top, m)
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

func (l *limb) end(t *Tree) (Edit, Change) {
	if l.in {
		if l.top.first != nil {
			t.warmth = warming{}
		}
		l.top.link(l.to.parent, l.to.before)
	}
	return l.back, l.change
}

// holds reports whether n is in the branch that is half in the tree.
func (t *Tree) holds(n *Node) bool {
	for ; n != nil; n = n.parent {
		if n == t.limb {
			return true
		}
	}
	return false
}

package app

import (
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Labels of edits that correct moves.
const (
	labelCorrect msg.Key = "Correct the move"
	labelInsert  msg.Key = "Insert a move"
)

// correction is a move that the person is about to correct: the next move that is
// made at the current node, which is its parent, takes its place or comes before it.
type correction struct {
	node   *model.Node
	insert bool
}

// Correct has the next move take the place of the current one; what follows it
// is kept. The board shows the position before it meanwhile.
func (s *Session) Correct() { s.correct(false) }

// InsertBefore has the next move come before the current one, which is kept with what follows.
func (s *Session) InsertBefore() { s.correct(true) }

func (s *Session) correct(insert bool) {
	n := s.node
	if !hasParent(s) {
		return
	}
	if _, err := s.tree.Position(n.Parent()); err != nil {
		s.fail(msg.Errorf("a move before this one does not play: put that right first (%v)", err))
		return
	}
	s.interrupt()
	s.replay.Pause()
	s.halt()
	s.tool = ToolPlay
	s.goTo(n.Parent())
	s.fixing = &correction{n, insert}
	s.changed(TopicMode | TopicHere)
}

// Correcting returns the move that is being corrected, nil when none is.
func (s *Session) Correcting() *model.Node {
	if s.fixing == nil {
		return nil
	}
	return s.fixing.node
}

// CorrectingCell returns the cell of the move that is being corrected, NoCell when
// there is none.
func (s *Session) CorrectingCell() rules.Cell {
	if s.fixing == nil {
		return rules.NoCell
	}
	m, ok := s.fixing.node.Move()
	before, err := s.tree.Position(s.node)
	if !ok || err != nil {
		return rules.NoCell
	}
	after, err := before.Play(m)
	if err != nil {
		return rules.NoCell
	}
	return rules.Landing(s.Rules().Board(), before, after, m)
}

// CancelCorrection goes back to the move that was to be corrected; false when there is none.
func (s *Session) CancelCorrection() bool {
	f := s.fixing
	if f == nil {
		return false
	}
	s.goTo(f.node)
	s.changed(TopicMode)
	return true
}

// asks returns what the status line says while a move is being corrected.
func (f *correction) asks(s *Session) string {
	name := s.MoveName(f.node)
	if f.insert {
		return locale.T("Make the move that comes before %s, or press Escape", name)
	}
	return locale.T("Make the move to be played instead of %s, or press Escape", name)
}

// corrected makes the correction with the move m.
func (s *Session) corrected(m rules.Move) {
	f, parent := s.fixing, s.node
	var edits []model.Edit
	var err error
	label := labelCorrect
	if f.insert {
		label = labelInsert
		edits, err = model.InsertMove(s.tree, f.node, m)
	} else {
		edits, err = model.ReplaceMove(s.tree, f.node, m)
	}
	if err != nil {
		s.fail(err)
		return
	}
	after := func() { s.correctedAt(f, parent, m) }
	if len(edits) == 0 {
		after()
		return
	}
	s.change(label, edits, nil, after)
}

// correctedAt goes to the move m, which was made as f asked for.
func (s *Session) correctedAt(f *correction, parent *model.Node, m rules.Move) {
	s.fixing = nil
	n := s.tree.Find(parent, m)
	if n == nil {
		n = parent
	}
	s.goTo(n)
	s.changed(TopicAll)
	if f.insert {
		s.tell(locale.T("%s comes before %s now", s.MoveName(n), s.MoveName(f.node)), n)
	} else {
		s.tell(locale.T("The move is %s now", s.MoveName(n)), n)
	}
}

package app

import (
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Labels of edits that correct moves.
const (
	labelCorrect msg.Key = "Correct Move"
	labelInsert  msg.Key = "Insert Move"
)

// correction is a move that the person is about to correct: the next move that is
// made at the current node, which is its parent, takes its place or comes before it.
type correction struct {
	playMode
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
	if ok, _ := s.mode.editable(); !ok || n.Parent() == nil {
		return
	}
	if _, err := s.doc.Tree.Position(n.Parent()); err != nil {
		s.fail(msg.Errorf("a move before this one is illegal; correct that first (%v)", err))
		return
	}
	s.enterMode(playMode{s})
	s.goTo(n.Parent())
	s.setMode(&correction{playMode{s}, n, insert})
	s.changed(TopicMode | TopicHere)
}

// Correcting returns the move that is being corrected, nil when none is.
func (s *Session) Correcting() *model.Node {
	if f := s.correction(); f != nil {
		return f.node
	}
	return nil
}

// correction returns the correction that is the mode, nil when another is.
func (s *Session) correction() *correction {
	f, _ := s.base().(*correction)
	return f
}

// dropCorrection ends a correction: what it was about has changed, or is elsewhere.
func (s *Session) dropCorrection() {
	if s.correction() != nil {
		s.setMode(playMode{s})
	}
}

// CorrectingCell returns the cell of the move that is being corrected, NoCell when
// there is none.
func (s *Session) CorrectingCell() rules.Cell {
	f := s.correction()
	if f == nil {
		return rules.NoCell
	}
	if m, ok := f.node.Move(); ok {
		return s.landing(s.node, m)
	}
	return rules.NoCell
}

// CancelCorrection goes back to the move that was to be corrected; false when there is none.
func (s *Session) CancelCorrection() bool {
	f := s.correction()
	return f != nil && f.escape()
}

func (f *correction) escape() bool {
	f.s.goTo(f.node)
	f.s.changed(TopicMode)
	return true
}

func (f *correction) status() string {
	name := f.s.MoveName(f.node)
	if f.insert {
		return locale.T("Make the move that comes before %s, or press Escape", name)
	}
	return locale.T("Make the move to be played instead of %s, or press Escape", name)
}

// play makes the correction with the move m.
func (f *correction) play(m rules.Move) {
	s, parent := f.s, f.s.node
	var edits []model.Edit
	var err error
	label := labelCorrect
	if f.insert {
		label = labelInsert
		edits, err = model.InsertMove(s.doc.Tree, f.node, m)
	} else {
		edits, err = model.ReplaceMove(s.doc.Tree, f.node, m)
	}
	if err != nil {
		s.fail(err)
		return
	}
	after := func() { f.made(parent, m) }
	if len(edits) == 0 {
		after()
		return
	}
	s.change(label, edits, nil, after)
}

// made goes to the move m, which was made as f asked for.
func (f *correction) made(parent *model.Node, m rules.Move) {
	s := f.s
	s.dropCorrection()
	n := s.doc.Tree.Find(parent, m)
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

package app

import (
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Labels of edits that correct moves.
const (
	labelCorrect msg.Key = "Correct Move"
	labelInsert  msg.Key = "Insert Move"
)

// correction is the mode for correcting a move. The current node is the parent of that move. The
// next move played there replaces it, or is inserted before it.
type correction struct {
	playMode
	node   *model.Node
	insert bool
}

// Correct starts the correction of the current move: the next move played replaces it, and its
// continuation stays. Meanwhile the board shows the position before it.
func (s *Session) Correct() { s.correct(false) }

// InsertBefore starts an insertion: the next move played is inserted before the current one.
func (s *Session) InsertBefore() { s.correct(true) }

func (s *Session) correct(insert bool) {
	n := s.View.node
	if ok, _ := s.mode.editable(); !ok || n.Parent() == nil {
		return
	}
	if _, err := s.View.doc.Tree.Position(n.Parent()); err != nil {
		s.fail(msg.Errorf("an earlier move is illegal; correct it first (%v)", err))
		return
	}
	s.enterMode(playMode{})
	s.goTo(n.Parent())
	s.setMode(&correction{node: n, insert: insert})
	s.changed(TopicMode | TopicHere)
}

// Correcting returns the move being corrected, or nil.
func (s *Session) Correcting() *model.Node {
	if f := s.correction(); f != nil {
		return f.node
	}
	return nil
}

// correction returns the current mode if it is a correction, or nil.
func (s *Session) correction() *correction {
	f, _ := s.base().(*correction)
	return f
}

// dropCorrection ends a correction after its node has changed or the user has left it.
func (s *Session) dropCorrection() {
	if s.correction() != nil {
		s.setMode(playMode{})
	}
}

// CorrectingCell returns the cell of the move being corrected, or NoCell.
func (s *Session) CorrectingCell() rules.Cell {
	f := s.correction()
	if f == nil {
		return rules.NoCell
	}
	if m, ok := f.node.Move(); ok {
		return s.View.landing(s.View.node, m)
	}
	return rules.NoCell
}

// CancelCorrection goes back to the move being corrected. It returns false if no move is being
// corrected.
func (s *Session) CancelCorrection() bool {
	f := s.correction()
	return f != nil && f.escape(s)
}

func (f *correction) escape(s *Session) bool {
	s.goTo(f.node)
	s.changed(TopicMode)
	return true
}

func (f *correction) status(s *Session) string {
	name := s.View.MoveName(f.node)
	if f.insert {
		return locale.T("Play the move to insert before %s, or press Escape", name)
	}
	return locale.T("Play the move that replaces %s, or press Escape", name)
}

// play applies the correction with the move m.
func (f *correction) play(s *Session, m rules.Move) {
	parent := s.View.node
	var edits []model.Edit
	var err error
	label := labelCorrect
	if f.insert {
		label = labelInsert
		edits, err = model.InsertMove(s.View.doc.Tree, f.node, m)
	} else {
		edits, err = model.ReplaceMove(s.View.doc.Tree, f.node, m)
	}
	if err != nil {
		s.fail(err)
		return
	}
	after := func() { f.made(s, parent, m) }
	if len(edits) == 0 {
		after()
		return
	}
	s.change(label, edits, nil, after)
}

// made goes to the move m after the correction.
func (f *correction) made(s *Session, parent *model.Node, m rules.Move) {
	s.dropCorrection()
	n := s.View.doc.Tree.Find(parent, m)
	if n == nil {
		n = parent
	}
	s.goTo(n)
	s.changed(TopicAll)
	if f.insert {
		s.sayCounted(locale.T("%s was inserted before %s", s.View.MoveName(n), s.View.MoveName(f.node)), n)
	} else {
		s.sayCounted(locale.T("The move was corrected to %s", s.View.MoveName(n)), n)
	}
}

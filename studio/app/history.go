package app

import "boardstudio/locale"

// HistoryStep is one line of the list of what was done to the document.
type HistoryStep struct {
	Title string // what was done
	Where string // the move it was done to, "" for none
	Done  bool   // false for what was taken back
}

// History returns step i of the document's history: 0 is the document as it was
// at the start, i the state after i steps. There are Tree().Steps() + 1. It costs the
// same anywhere.
func (s *Session) History(i int) HistoryStep {
	if i <= 0 {
		return HistoryStep{Title: locale.T("Start of the document"), Done: true}
	}
	h := HistoryStep{Title: locale.T(s.doc.Tree.StepLabel(i - 1)), Done: i <= s.doc.Tree.At()}
	if n := s.doc.Tree.StepNode(i - 1); n != nil {
		h.Where = s.MoveName(n)
	}
	return h
}

// JumpTo takes steps back or makes them again until i are done, and goes where the
// last change happened. It costs what those steps cost.
func (s *Session) JumpTo(i int) {
	if i == s.doc.Tree.At() || s.fixed() {
		return
	}
	s.CancelCorrection()
	s.pauseGame()
	s.jump(i, func() {})
}

package app

import "boardstudio/text/locale"

// HistoryStep is an entry of the undo history.
type HistoryStep struct {
	Title string // description of the step
	Where string // the move that the step changed, or ""
	Done  bool   // false for an undone step
}

// History returns entry i of the document's history. Entry 0 is the initial document, entry i the
// state after i steps. There are Tree().Steps() + 1 entries. The cost is the same for all entries.
func (v *View) History(i int) HistoryStep {
	if i <= 0 {
		return HistoryStep{Title: locale.T("Start of the document"), Done: true}
	}
	h := HistoryStep{Title: locale.T(v.doc.Tree.StepLabel(i - 1)), Done: i <= v.doc.Tree.At()}
	if n := v.doc.Tree.StepNode(i - 1); n != nil {
		h.Where = v.MoveName(n)
	}
	return h
}

// JumpTo undoes or redoes steps until i steps are done, and goes to the node of the last change. It
// costs as much as the steps.
func (s *Session) JumpTo(i int) {
	if i == s.View.doc.Tree.At() || s.fixed() {
		return
	}
	s.CancelCorrection()
	s.Game.pause()
	s.jump(i, func() {})
}

package app

import (
	"maps"
	"slices"

	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/studio/app/summaries"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// do applies edits as one undo step and reports whether they were made. Errors are shown to the
// user.
func (s *Session) do(label msg.Key, edits ...model.Edit) bool {
	if len(edits) == 0 || s.fixed() {
		return false
	}
	before := s.View.doc.Tree.Len()
	if err := s.View.doc.Tree.Do(label, edits...); err != nil {
		s.fail(err)
		return false
	}
	s.report(label, edits, before)
	return true
}

// report shows a message about an undo step. before is the number of nodes before it.
func (s *Session) report(label msg.Key, edits []model.Edit, before int) {
	s.Say(Note|Undoable, summaries.Edit(label, edits, before, s.View.doc.Tree.Len()))
}

// Glyphs lists the annotation symbols for moves, from good to bad.
var Glyphs = []model.Glyph{"!!", "!", "!?", "?!", "?", "??"}

// ToggleGlyph adds the symbol g to the current node, or removes it. A node has at most one symbol
// for its move and one for its position.
func (s *Session) ToggleGlyph(g model.Glyph) {
	_, _, position := g.Position()
	var gs []model.Glyph
	had := false
	for _, old := range s.View.node.Glyphs() {
		_, _, p := old.Position()
		had = had || old == g
		if p != position {
			gs = append(gs, old)
		}
	}
	switch {
	case had:
	case position:
		gs = append(gs, g)
	default:
		gs = slices.Insert(gs, 0, g)
	}
	s.do("Annotation symbol", model.SetGlyphs{Node: s.View.node, Glyphs: gs})
}

// Comment changes the comment of n. Consecutive changes at one node are one undo step. During a
// change in pieces, the comment is changed afterwards.
func (s *Session) Comment(n *model.Node, text string) {
	if s.Jobs.Changing() {
		s.Jobs.When(func() bool { return !s.Jobs.Changing() }, func() { s.Comment(n, text) }, nil)
		return
	}
	if text == n.Comment() || s.fixed() {
		return
	}
	if err := s.View.doc.Tree.Amend("Comment", model.SetComment{Node: n, Text: text}); err != nil {
		s.fail(err)
	}
}

// Change applies edits as one undo step and then calls then.
func (s *Session) Change(label msg.Key, edits []model.Edit, then func()) {
	s.change(label, edits, nil, then)
}

// Evaluate stores evaluations at a node without an undo step. During a change in pieces, they are
// stored afterwards.
func (s *Session) Evaluate(n *model.Node, evals []model.Eval) {
	t := s.View.doc.Tree
	s.Jobs.When(func() bool { return !s.Jobs.Changing() }, func() {
		if s.View.doc.Tree == t && t.Contains(n) {
			s.fail(t.Evaluate(n, evals))
		}
	}, nil)
}

// DeleteBranch deletes the current branch.
func (s *Session) DeleteBranch() {
	if s.View.node.Parent() == nil {
		s.Say(Note, locale.T("The start cannot be deleted"))
		return
	}
	if s.fixed() {
		return
	}
	s.Game.pause()
	s.steps("Delete Branch", []model.Edit{model.Remove{Node: s.View.node}}, func(bool) {})
}

// MakeMain makes the line to the current node the main line.
func (s *Session) MakeMain() {
	edits := model.MakeMain(s.View.node)
	if len(edits) == 0 {
		s.Say(Note, locale.T("This is the main line"))
		return
	}
	s.forward("Make Main Line", edits, "This is the main line now; the old main line is collapsed")
}

// SetInfo changes information fields of the document. "" deletes a field.
func (s *Session) SetInfo(fields map[string]string) {
	var edits []model.Edit
	for _, k := range slices.Sorted(maps.Keys(fields)) {
		if s.View.doc.Info[k] != fields[k] {
			edits = append(edits, model.SetInfo{Doc: s.View.doc, Key: k, Value: fields[k]})
		}
	}
	s.do("Information", edits...)
}

// SetPlayers changes the players of the document. It returns an error for equal names or symbols,
// see model.CheckPlayers, unless the document already has some. A player without a symbol gets a
// free one if another player has chosen its usual one.
func (s *Session) SetPlayers(ps []model.Player) error {
	if err := model.CheckPlayers(ps); err != nil && model.CheckPlayers(s.View.doc.Players) == nil {
		return err
	}
	ps = slices.Clone(ps)
	diagram.FreeSymbols(ps, s.View.Rules())
	s.setPlayers("Players", ps)
	return nil
}

func (s *Session) setPlayers(label msg.Key, ps []model.Player) {
	var edits []model.Edit
	for i, p := range ps {
		if i < len(s.View.doc.Players) && p != s.View.doc.Players[i] {
			edits = append(edits, model.SetPlayer{Doc: s.View.doc, Seat: i, Player: p})
		}
	}
	if s.do(label, edits...) && s.Game.live {
		s.Game.interrupt()
		s.Game.think()
	}
}

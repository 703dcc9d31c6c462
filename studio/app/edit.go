package app

import (
	"maps"
	"slices"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/studio/reports"
)

// do makes edits as one step of undo, and tells the person if they fail.
func (s *Session) do(label msg.Key, edits ...model.Edit) bool {
	if len(edits) == 0 || s.fixed() {
		return false
	}
	before := s.doc.Tree.Len()
	if err := s.doc.Tree.Do(label, edits...); err != nil {
		s.fail(err)
		return false
	}
	s.report(label, edits, before)
	return true
}

// report tells what the step of undo with a label did, before which there were so many moves.
func (s *Session) report(label msg.Key, edits []model.Edit, before int) {
	s.Say(Note|Undoable, reports.Edit(label, edits, before, s.doc.Tree.Len()))
}

// Glyphs are the annotation signs for a move, good to bad.
var Glyphs = []model.Glyph{"!!", "!", "!?", "?!", "?", "??"}

// ToggleGlyph gives the current node the sign g, or takes it away. A node has one
// sign for its move and one for the position, at most.
func (s *Session) ToggleGlyph(g model.Glyph) {
	_, _, position := g.Position()
	var gs []model.Glyph
	had := false
	for _, old := range s.node.Glyphs() {
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
	s.do("Sign", model.SetGlyphs{Node: s.node, Glyphs: gs})
}

// Comment changes the comment of n. Changes that follow each other at one
// node are one step of undo. What is typed while the document is changed in pieces comes
// after that.
func (s *Session) Comment(n *model.Node, text string) {
	if s.Jobs.Changing() {
		s.Jobs.When(func() bool { return !s.Jobs.Changing() }, func() { s.Comment(n, text) }, nil)
		return
	}
	if text == n.Comment() || s.fixed() {
		return
	}
	if err := s.doc.Tree.Amend("Comment", model.SetComment{Node: n, Text: text}); err != nil {
		s.fail(err)
	}
}

// Change makes edits as one step of undo, and then calls then.
func (s *Session) Change(label msg.Key, edits []model.Edit, then func()) {
	s.change(label, edits, nil, then)
}

// Evaluate keeps evaluations at a node, which is no step of undo. While the document is changed in pieces they come after that.
func (s *Session) Evaluate(n *model.Node, evals []model.Eval) {
	t := s.doc.Tree
	s.Jobs.When(func() bool { return !s.Jobs.Changing() }, func() {
		if s.doc.Tree == t && t.Contains(n) {
			s.fail(t.Evaluate(n, evals))
		}
	}, nil)
}

// DeleteBranch deletes the current move and all that follows it.
func (s *Session) DeleteBranch() {
	if s.node.Parent() == nil {
		s.Say(Note, locale.T("The start cannot be deleted"))
		return
	}
	if s.fixed() {
		return
	}
	s.pauseGame()
	s.steps("Delete Branch", []model.Edit{model.Remove{Node: s.node}}, func(bool) {})
}

// MakeMain makes the line to the current node the main line.
func (s *Session) MakeMain() {
	edits := model.MakeMain(s.node)
	if len(edits) == 0 {
		s.Say(Note, locale.T("This is the main line"))
		return
	}
	s.forward("Make Main Line", edits, "This is the main line now; the old main line is collapsed")
}

// SetInfo changes an information field of the document; "" deletes it.
func (s *Session) SetInfo(fields map[string]string) {
	var edits []model.Edit
	for _, k := range slices.Sorted(maps.Keys(fields)) {
		if s.doc.Info[k] != fields[k] {
			edits = append(edits, model.SetInfo{Doc: s.doc, Key: k, Value: fields[k]})
		}
	}
	s.do("Information", edits...)
}

// SetPlayers changes the players of the document.
func (s *Session) SetPlayers(ps []model.Player) { s.setPlayers("Players", ps) }

func (s *Session) setPlayers(label msg.Key, ps []model.Player) {
	var edits []model.Edit
	for i, p := range ps {
		if i < len(s.doc.Players) && p != s.doc.Players[i] {
			edits = append(edits, model.SetPlayer{Doc: s.doc, Seat: i, Player: p})
		}
	}
	if s.do(label, edits...) && s.live {
		s.interrupt()
		s.think()
	}
}

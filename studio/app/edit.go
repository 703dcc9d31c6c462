package app

import (
	"slices"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Tool is what a click on the board does.
type Tool int

// The tools: playing, and one for each kind of mark.
const (
	ToolPlay Tool = iota
	ToolCircle
	ToolCross
	ToolSquare
	ToolTriangle
	ToolLetter
	ToolNumber
	ToolText
	ToolArrow
	ToolLine
	ToolErase
)

// kinds maps tools to what they draw.
var kinds = map[Tool]model.MarkKind{
	ToolCircle: "circle", ToolCross: "cross", ToolSquare: "square", ToolTriangle: "triangle",
	ToolLetter: "label", ToolNumber: "label",
}

// Tool returns the tool in hand.
func (s *Session) Tool() Tool { return s.tool }

// Pick takes a tool in hand; picking it again goes back to playing.
func (s *Session) Pick(t Tool) {
	if t == s.tool {
		t = ToolPlay
	}
	s.tool, s.hold = t, rules.NoCell
	s.changed(TopicMode | TopicCursor)
}

// do makes edits as one step of undo, and tells the person if they fail.
func (s *Session) do(label msg.Key, edits ...model.Edit) bool {
	if s.setup != nil || len(edits) == 0 || s.fixed() {
		return false
	}
	if err := s.tree.Do(label, edits...); err != nil {
		s.fail(err)
		return false
	}
	return true
}

// Mark uses the tool in hand on c: it puts a mark there or takes it off, begins or
// ends a line, asks for a text, or erases.
func (s *Session) Mark(c rules.Cell) {
	switch s.tool {
	case ToolText:
		if s.Ask != nil {
			s.Ask(c, s.textAt(c))
		}
		return
	case ToolArrow, ToolLine:
		s.lineAt(c)
		return
	case ToolErase:
		s.eraseAt(c)
		return
	}
	old := s.node.Marks()
	marks := slices.DeleteFunc(slices.Clone(old), func(m model.Mark) bool { return m.Cell == c })
	kind := kinds[s.tool]
	had := slices.ContainsFunc(old, func(m model.Mark) bool { return m.Cell == c && m.Kind == kind })
	if kind != "" && !had {
		m := model.Mark{Cell: c, Kind: kind}
		switch s.tool {
		case ToolLetter:
			m.Text = nextLabel(old, 'A')
		case ToolNumber:
			m.Text = nextLabel(old, '1')
		}
		marks = append(marks, m)
	}
	if len(marks) != len(old) || !slices.Equal(marks, old) {
		s.do("Mark", model.SetMarks{Node: s.node, Marks: marks})
	}
}

// nextLabel returns the first letter or number that no mark shows yet.
func nextLabel(marks []model.Mark, first byte) string {
	for i := 0; ; i++ {
		text := itoa(i + 1)
		if first == 'A' {
			text = upper(rules.ColumnName(i))
		}
		if !slices.ContainsFunc(marks, func(m model.Mark) bool { return m.Text == text }) {
			return text
		}
	}
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
	if s.making != nil {
		s.when(func() bool { return s.making == nil }, func() { s.Comment(n, text) }, nil)
		return
	}
	if s.setup != nil || text == n.Comment() || s.fixed() {
		return
	}
	if err := s.tree.Amend("Comment", model.SetComment{Node: n, Text: text}); err != nil {
		s.fail(err)
	}
}

// DeleteBranch deletes the current move and all that follows it.
func (s *Session) DeleteBranch() {
	if s.node.Parent() == nil {
		s.Say(Note, locale.T("The start cannot be deleted"))
		return
	}
	if s.setup != nil || s.fixed() {
		return
	}
	s.interrupt()
	s.halt()
	s.steps("Delete branch", []model.Edit{model.Remove{Node: s.node}}, func(bool) {})
}

// MakeMain makes the line to the current node the main line.
func (s *Session) MakeMain() {
	edits := model.MakeMain(s.node)
	if len(edits) == 0 {
		s.Say(Note, locale.T("This is the main line"))
		return
	}
	s.do("Make main line", edits...)
}

// SetInfo changes an information field of the document; "" deletes it.
func (s *Session) SetInfo(fields map[string]string) {
	var edits []model.Edit
	for _, k := range sortedKeys(fields) {
		if s.doc.Info[k] != fields[k] {
			edits = append(edits, model.SetInfo{Doc: s.doc, Key: k, Value: fields[k]})
		}
	}
	s.do("Information", edits...)
}

// SetPlayers changes the players of the document.
func (s *Session) SetPlayers(ps []model.Player) {
	var edits []model.Edit
	for i, p := range ps {
		if i < len(s.doc.Players) && p != s.doc.Players[i] {
			edits = append(edits, model.SetPlayer{Doc: s.doc, Seat: i, Player: p})
		}
	}
	if s.do("Players", edits...) && s.live {
		s.interrupt()
		s.think()
	}
}

package app

import (
	"slices"
	"strconv"
	"strings"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/command"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// Tool determines the effect of a click on the board.
type Tool int

// Tools: playing, and one for each kind of mark.
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

// toolCommands maps tools to the commands that select them.
var toolCommands = map[Tool]command.ID{
	ToolCircle: command.MarkCircle, ToolCross: command.MarkCross, ToolSquare: command.MarkSquare, ToolTriangle: command.MarkTriangle,
	ToolLetter: command.MarkLetter, ToolNumber: command.MarkNumber, ToolText: command.MarkText,
	ToolArrow: command.MarkArrow, ToolLine: command.MarkLine, ToolErase: command.MarkErase,
}

// Command returns the command that selects the tool.
func (t Tool) Command() command.ID { return toolCommands[t] }

// kinds maps tools to kinds of marks.
var kinds = map[Tool]model.MarkKind{
	ToolCircle: "circle", ToolCross: "cross", ToolSquare: "square", ToolTriangle: "triangle",
	ToolLetter: "label", ToolNumber: "label",
}

// markMode is the mode in which clicks mark cells.
type markMode struct {
	playMode
	tool Tool
}

// Tool returns the selected tool.
func (s *Session) Tool() Tool {
	if m, ok := s.base().(markMode); ok {
		return m.tool
	}
	return ToolPlay
}

// Pick selects a tool. Selecting the current tool again returns to playing. During a set-up or
// guessing, Pick does nothing.
func (s *Session) Pick(t Tool) {
	if ok, _ := s.mode.editable(); !ok {
		return
	}
	if t == s.Tool() || t == ToolPlay {
		s.setMode(playMode{})
	} else {
		s.setMode(markMode{playMode{}, t})
	}
	s.changed(TopicMode | TopicCursor)
}

// lines reports whether the tool draws from cell to cell.
func (m markMode) lines() bool { return m.tool == ToolArrow || m.tool == ToolLine }

func (m markMode) press(s *Session, c rules.Cell, other bool) {
	switch {
	case m.lines() && (other || s.Cursor.hold == rules.NoCell):
		s.Cursor.draw(c, m.tool == ToolArrow, !other)
	case !other:
		s.Mark(c)
	}
}

// release ends a line. If it ends at its start, the next click sets its end.
func (m markMode) release(s *Session, c rules.Cell) {
	if l, tap := s.Cursor.drawn(); tap && l.From == c && c != rules.NoCell {
		s.Mark(c)
	} else {
		s.Line(l.From, c, l.Arrow)
	}
}

func (m markMode) ghost(*Session, rules.Cell) (rules.Player, bool) { return rules.NoPlayer, false }

func (m markMode) escape(s *Session) bool {
	s.Pick(ToolPlay)
	return true
}

func (m markMode) status(s *Session) string {
	return locale.T("%s; press Escape to stop", locale.T(command.All[m.tool.Command()].Title))
}

// MarkWith uses a tool on c without changing the selected one.
func (s *Session) MarkWith(t Tool, c rules.Cell) {
	was := s.Tool()
	if t != was {
		s.Pick(t)
	}
	s.Mark(c)
	if t != was {
		s.Pick(was)
	}
}

// Mark uses the selected tool on c: it toggles a mark, starts or ends a line, asks for a text, or
// erases.
func (s *Session) Mark(c rules.Cell) {
	switch s.Tool() {
	case ToolText:
		if s.Ask != nil {
			s.Ask(c, s.View.textAt(c))
		}
		return
	case ToolArrow, ToolLine:
		s.lineAt(c)
		return
	case ToolErase:
		s.eraseAt(c)
		return
	}
	old := s.View.node.Marks()
	marks := slices.DeleteFunc(slices.Clone(old), func(m model.Mark) bool { return m.Cell == c })
	kind := kinds[s.Tool()]
	had := slices.ContainsFunc(old, func(m model.Mark) bool { return m.Cell == c && m.Kind == kind })
	if kind != "" && !had {
		m := model.Mark{Cell: c, Kind: kind}
		switch s.Tool() {
		case ToolLetter:
			m.Text = nextLabel(old, 'A')
		case ToolNumber:
			m.Text = nextLabel(old, '1')
		}
		marks = append(marks, m)
	}
	if len(marks) != len(old) || !slices.Equal(marks, old) {
		s.do("Mark", model.SetMarks{Node: s.View.node, Marks: marks})
	}
}

// nextLabel returns the first letter or number that no mark uses.
func nextLabel(marks []model.Mark, first byte) string {
	for i := 0; ; i++ {
		text := strconv.Itoa(i + 1)
		if first == 'A' {
			text = strings.ToUpper(rules.ColumnName(i))
		}
		if !slices.ContainsFunc(marks, func(m model.Mark) bool { return m.Text == text }) {
			return text
		}
	}
}

// lineAt starts a line at c, or ends a started one.
func (s *Session) lineAt(c rules.Cell) {
	from := s.Cursor.hold
	s.Cursor.hold = rules.NoCell
	switch from {
	case rules.NoCell:
		s.Cursor.hold = c
	case c: // same cell again: cancel
	default:
		s.Line(from, c, s.Tool() == ToolArrow)
	}
	s.changed(TopicCursor)
}

// Line draws a line or an arrow at the current node, or removes it if it exists.
func (s *Session) Line(from, to rules.Cell, arrow bool) {
	if from == to || from == rules.NoCell || to == rules.NoCell {
		return
	}
	old := s.View.node.Lines()
	lines := slices.DeleteFunc(slices.Clone(old), func(l model.Line) bool {
		return l.Arrow == arrow && (l.From == from && l.To == to || !arrow && l.From == to && l.To == from)
	})
	if len(lines) == len(old) {
		lines = append(lines, model.Line{From: from, To: to, Arrow: arrow})
	}
	label := msg.Key("Line")
	if arrow {
		label = "Arrow"
	}
	s.do(label, model.SetLines{Node: s.View.node, Lines: lines})
}

// eraseAt removes the mark on c and the lines that start or end there.
func (s *Session) eraseAt(c rules.Cell) {
	marks := slices.DeleteFunc(slices.Clone(s.View.node.Marks()), func(m model.Mark) bool { return m.Cell == c })
	lines := slices.DeleteFunc(slices.Clone(s.View.node.Lines()), func(l model.Line) bool { return l.From == c || l.To == c })
	var edits []model.Edit
	if len(marks) != len(s.View.node.Marks()) {
		edits = append(edits, model.SetMarks{Node: s.View.node, Marks: marks})
	}
	if len(lines) != len(s.View.node.Lines()) {
		edits = append(edits, model.SetLines{Node: s.View.node, Lines: lines})
	}
	s.do("Erase Marks", edits...)
}

// MarkText sets a text of at most model.MaxLabel characters on c at n. It replaces the mark there.
// "" removes it.
func (s *Session) MarkText(n *model.Node, c rules.Cell, text string) {
	text = strings.TrimSpace(text)
	if r := []rune(text); len(r) > model.MaxLabel {
		text = string(r[:model.MaxLabel])
	}
	old := n.Marks()
	marks := slices.DeleteFunc(slices.Clone(old), func(m model.Mark) bool { return m.Cell == c })
	if text != "" {
		marks = append(marks, model.Mark{Cell: c, Kind: model.MarkLabel, Text: text})
	}
	if !slices.Equal(marks, old) {
		s.do("Mark", model.SetMarks{Node: n, Marks: marks})
	}
}

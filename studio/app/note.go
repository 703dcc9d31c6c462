package app

import (
	"slices"
	"strings"
	"unicode"

	"boardstudio/locale"
	"boardstudio/markup"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/numbering"
	"boardstudio/words"
)

// SetColor colours the current node; "" takes the colour away.
func (s *Session) SetColor(hex string) { s.do("Colour", model.SetColor{Node: s.node, Color: hex}) }

// SetName gives n a title. Changes that follow each other are one step of undo.
func (s *Session) SetName(n *model.Node, name string) {
	if s.Jobs.Changing() {
		s.Jobs.When(func() bool { return !s.Jobs.Changing() }, func() { s.SetName(n, name) }, nil)
		return
	}
	if name == n.Name() || s.fixed() {
		return
	}
	if err := s.doc.Tree.Amend("Name", model.SetName{Node: n, Name: name}); err != nil {
		s.fail(err)
	}
}

// ToggleBookmark puts a bookmark at the current node, or takes it away.
func (s *Session) ToggleBookmark() {
	s.do("Bookmark", model.SetBookmark{Node: s.node, On: !s.node.Bookmarked()})
}

// Bookmarks returns the nodes with bookmarks, in the order of the tree, to be read only. After an
// edit it takes a step for each node of the tree.
func (s *Session) Bookmarks() []*model.Node {
	return s.bookmarks.Get(s.doc.Tree, nil, func() []*model.Node {
		var nodes []*model.Node
		for n := range s.doc.Tree.All() {
			if n.Bookmarked() {
				nodes = append(nodes, n)
			}
		}
		return nodes
	})
}

// NextBookmark goes to the bookmark that comes after the current node in the order
// of the tree, from the last one to the first. It takes a step for each node of the tree.
func (s *Session) NextBookmark() { s.bookmark(true) }

// PrevBookmark goes to the bookmark before the current node.
func (s *Session) PrevBookmark() { s.bookmark(false) }

func (s *Session) bookmark(forward bool) {
	var before, after, first, last *model.Node // before and after the current node
	passed := false
	for n := range s.doc.Tree.All() {
		if n == s.node {
			passed = true
			continue
		}
		if !n.Bookmarked() {
			continue
		}
		if first == nil {
			first = n
		}
		last = n
		switch {
		case !passed:
			before = n
		case after == nil:
			after = n
		}
	}
	to := after
	if !forward {
		to = before
	}
	if to == nil {
		if to = first; !forward {
			to = last
		}
	}
	switch {
	case to != nil:
		s.Go(to)
	case s.node.Bookmarked():
		s.Say(Note, locale.T("There is no other bookmark"))
	default:
		s.Say(Note, locale.T("There are no bookmarks"))
	}
}

// MoveLabel returns the number of a node's move and the move: "12. h8".
func (s *Session) MoveLabel(n *model.Node) string {
	if n.Parent() == nil || n.Setup() != "" {
		return s.MoveName(n)
	}
	return itoa(n.Ply()) + ". " + s.MoveName(n)
}

// Place returns what a list calls a node: its name, else the beginning of what is said about it.
func (s *Session) Place(n *model.Node) string {
	if name := n.Name(); name != "" {
		return name
	}
	text, _, _ := strings.Cut(strings.TrimSpace(markup.Plain(n.Comment())), "\n")
	if r := []rune(text); len(r) > 60 {
		text = string(r[:60]) + "…"
	}
	return text
}

// PointTo puts the cursor on the cell that the word at a character of a text names; false when it names none.
func (s *Session) PointTo(text string, at int) bool {
	r := []rune(text)
	letter := func(i int) bool {
		return i >= 0 && i < len(r) && (unicode.IsLetter(r[i]) || unicode.IsDigit(r[i]))
	}
	from, to := at, at
	for letter(from - 1) {
		from--
	}
	for letter(to) {
		to++
	}
	if from < 0 || from >= to {
		return false
	}
	b, word := s.Rules().Board(), string(r[from:to])
	c := b.Find(word)
	if c == rules.NoCell {
		c = b.Find(strings.ToLower(word))
	}
	if c == rules.NoCell || s.Setup() != nil {
		return false
	}
	s.Cursor.cell, s.Cursor.shown = c, true
	s.changed(TopicCursor)
	return true
}

// CycleNumbers goes to the next way to show move numbers on stones.
func (s *Session) CycleNumbers() {
	i := slices.Index(numbering.Modes, numbering.Mode(s.Settings.Numbers))
	s.SetNumbers(numbering.Modes[(i+1)%len(numbering.Modes)])
}

// numberWords say what a mode shows.
var numberWords = map[numbering.Mode]msg.Key{
	numbering.Off:       "No numbers on the stones",
	numbering.All:       "Numbers on all stones",
	numbering.Last:      "Numbers on the last ten moves",
	numbering.Variation: "Numbers from 1 in a variation",
}

// SetNumbers says which stones show the number of their move.
func (s *Session) SetNumbers(m numbering.Mode) {
	s.Settings.Numbers = string(m)
	s.Say(Note, locale.T(numberWords[m]))
	s.changed(TopicHere)
}

// ToggleNumber has the moves counted from 1 at the current node, or lets the count go on.
func (s *Session) ToggleNumber() {
	to := 1
	if s.node.Number() != 0 {
		to = 0
	}
	if s.do("Number", model.SetNumber{Node: s.node, Number: to}) && to != 0 && numbering.Mode(s.Settings.Numbers) == numbering.Off {
		s.SetNumbers(numbering.All)
	}
}

// StoneNumbers returns the numbers to show on the stones at the current node.
func (s *Session) StoneNumbers() map[rules.Cell]int {
	return s.numbers.Of(s.node, numbering.Mode(s.Settings.Numbers))
}

// PositionGlyph returns what is said about the position at the current node, "" for nothing.
func (s *Session) PositionGlyph() model.Glyph {
	for _, g := range s.node.Glyphs() {
		if _, _, ok := g.Position(); ok {
			return g
		}
	}
	return ""
}

// MoveGlyph returns what is said about the current move, "" for nothing.
func (s *Session) MoveGlyph() model.Glyph {
	for _, g := range s.node.Glyphs() {
		if _, _, ok := g.Position(); !ok {
			return g
		}
	}
	return ""
}

// ClearPosition takes away what is said about the position.
func (s *Session) ClearPosition() {
	if g := s.PositionGlyph(); g != "" {
		s.ToggleGlyph(g)
	}
}

// GlyphText returns how a sign is written for a person.
func (s *Session) GlyphText(g model.Glyph) string { return words.Glyph(s.Rules(), g) }

// GlyphWords returns what a sign for a position means.
func (s *Session) GlyphWords(g model.Glyph) string { return words.Judgement(g, s.Name) }

// GlyphsText returns the signs of a node as a list of moves shows them behind the move: "! =".
func (s *Session) GlyphsText(n *model.Node) string { return words.Glyphs(s.Rules(), n) }

// DescribeMarks returns what a screen reader says of the marks and lines at the
// current node; "" when there are none.
func (s *Session) DescribeMarks() string { return words.Marks(s.Rules(), s.node) }

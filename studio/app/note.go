package app

import (
	"slices"
	"strings"
	"unicode"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/numbering"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// SetColor sets the colour of the current node. "" removes it.
func (s *Session) SetColor(hex string) { s.do("Colour", model.SetColor{Node: s.View.node, Color: hex}) }

// SetName sets the name of n. Consecutive changes are one undo step.
func (s *Session) SetName(n *model.Node, name string) {
	if s.Jobs.Changing() {
		s.Jobs.When(func() bool { return !s.Jobs.Changing() }, func() { s.SetName(n, name) }, nil)
		return
	}
	if name == n.Name() || s.fixed() {
		return
	}
	if err := s.View.doc.Tree.Amend("Name", model.SetName{Node: n, Name: name}); err != nil {
		s.fail(err)
	}
}

// ToggleBookmark adds or removes a bookmark at the current node.
func (s *Session) ToggleBookmark() {
	s.do("Bookmark", model.SetBookmark{Node: s.View.node, On: !s.View.node.Bookmarked()})
}

// NextBookmark goes to the next bookmark in tree order, and from the last to the first. The cost is
// one step for each node of the tree.
func (s *Session) NextBookmark() { s.bookmark(true) }

// PrevBookmark goes to the previous bookmark in tree order, and from the first to the last.
func (s *Session) PrevBookmark() { s.bookmark(false) }

func (s *Session) bookmark(forward bool) {
	var before, after, first, last *model.Node // relative to the current node
	passed := false
	for n := range s.View.doc.Tree.All() {
		if n == s.View.node {
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
	case s.View.node.Bookmarked():
		s.Say(Note, locale.T("There is no other bookmark"))
	default:
		s.Say(Note, locale.T("There are no bookmarks"))
	}
}

// PointTo moves the cursor to the cell named by the word at index at of a text. It returns false if
// the word is not a cell.
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
	b, word := s.View.Rules().Board(), string(r[from:to])
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

// CycleNumbers selects the next mode of move numbers on stones.
func (s *Session) CycleNumbers() {
	i := slices.Index(numbering.Modes, numbering.Mode(s.App.Settings.Numbers))
	s.SetNumbers(numbering.Modes[(i+1)%len(numbering.Modes)])
}

// numberWords describes the modes of move numbers.
var numberWords = map[numbering.Mode]msg.Key{
	numbering.Off:       "No numbers on the stones",
	numbering.All:       "Numbers on all stones",
	numbering.Last:      "Numbers on the last ten moves",
	numbering.Variation: "Numbers from 1 in a variation",
}

// SetNumbers sets which stones show their move numbers.
func (s *Session) SetNumbers(m numbering.Mode) {
	s.App.Settings.Numbers = string(m)
	s.Say(Note, locale.T(numberWords[m]))
	s.changed(TopicHere)
}

// ToggleNumber restarts move numbers from 1 at the current node, or removes the restart there.
func (s *Session) ToggleNumber() {
	to := 1
	if s.View.node.Number() != 0 {
		to = 0
	}
	if s.do("Number", model.SetNumber{Node: s.View.node, Number: to}) && to != 0 && numbering.Mode(s.App.Settings.Numbers) == numbering.Off {
		s.SetNumbers(numbering.All)
	}
}

// ClearPosition removes the symbol for the position.
func (s *Session) ClearPosition() {
	if g := s.View.PositionGlyph(); g != "" {
		s.ToggleGlyph(g)
	}
}

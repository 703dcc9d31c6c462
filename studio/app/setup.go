package app

import (
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/setup"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
)

// SetupMode is the mode for setting up a position. Clicks and undo apply to the draft, and the
// document is unchanged until Session.ApplySetup adds the position as one edit.
type SetupMode struct {
	playMode
	*setup.Draft
}

// Where is the destination of a position.
type Where int

// AsStart makes the position the start of the game. AsBranch adds it as a new child of the current
// node. AsHere changes the set-up at the current node, or replaces its move by a set-up.
const (
	AsStart Where = iota
	AsBranch
	AsHere
)

// Setup returns the set-up mode, or nil.
func (s *Session) Setup() *SetupMode {
	m, _ := s.base().(*SetupMode)
	return m
}

// StartSetup starts setting up a position, initially the current one.
func (s *Session) StartSetup() {
	if s.fixed() {
		return
	}
	pos, _ := s.View.Position()
	s.enterMode(&SetupMode{Draft: setup.New(s.View.Rules(), pos, func() { s.changed(TopicMode | TopicHere) })})
	s.Cursor.typed = ""
	s.changed(TopicAll)
}

func (m *SetupMode) press(s *Session, c rules.Cell, other bool) {
	if other {
		m.Remove(c)
	} else {
		m.Put(c)
	}
}

func (m *SetupMode) ghost(*Session, rules.Cell) (rules.Player, bool) { return m.Piece, true }

// key sets the number of seeds in the pit under the cursor to a digit, or removes one for −.
func (m *SetupMode) key(s *Session, r rune) bool {
	c := s.Cursor.Cell()
	switch {
	case c == rules.NoCell || s.Cursor.Typed() != "" || !m.Piles():
		return false
	case r >= '0' && r <= '9':
		m.SetCount(c, int(r-'0'))
	case r == '-':
		m.Remove(c)
	default:
		return false
	}
	return true
}

func (m *SetupMode) enter(s *Session, text string) {
	if c := s.View.Rules().Board().Find(text); c != rules.NoCell {
		m.Put(c)
	} else {
		s.fail(msg.Errorf("there is no cell %q", text))
	}
}

func (m *SetupMode) play(*Session, rules.Move) {}

// escape discards the draft. The window first asks if it has changes.
func (m *SetupMode) escape(s *Session) bool {
	s.CancelSetup()
	return true
}

func (m *SetupMode) status(s *Session) string  { return locale.T("Setting up a position") }
func (m *SetupMode) editable() (bool, msg.Key) { return false, "" }

// CancelSetup ends setting up a position without changes.
func (s *Session) CancelSetup() {
	s.setMode(playMode{})
	s.changed(TopicAll)
}

// SetupHere describes the effect of AsHere on the current node.
func (s *Session) SetupHere() string {
	switch {
	case s.View.node.Parent() == nil:
		return locale.T("Use as Start: the game begins with this position and keeps its continuation. Add After This Position: keeps the start and adds a branch after it.")
	case s.View.node.Setup() != "":
		return locale.T("Replace This Position: changes this set-up and keeps the continuation. Add After This Position: keeps this set-up and adds a branch after it.")
	}
	return locale.T("Replace This Position: replaces %s and keeps the continuation. Add After This Position: keeps %s and adds a branch after it.",
		s.View.MoveName(s.View.node), s.View.MoveName(s.View.node))
}

// ApplySetup adds the position being set up to the document and ends the mode. An invalid position is refused with a
// message, and the mode stays. A position that cannot be reached by play is accepted with a
// warning.
func (s *Session) ApplySetup(w Where) bool {
	m := s.Setup()
	pos, err := m.Position()
	if err != nil {
		s.fail(err)
		return false
	}
	text, at := pos.String(), s.View.node
	if w == AsStart {
		at = s.View.doc.Tree.Root()
	}
	var edits []model.Edit
	to, parent, before := at, at.Parent(), at.Prev()
	if w == AsBranch {
		to = model.NewSetup(text)
		edits = []model.Edit{model.Insert{Parent: at, Index: -1, Node: to}}
	} else if edits, err = model.Setup(s.View.doc.Tree, at, text); err != nil {
		s.fail(err)
		return false
	}
	s.setMode(playMode{})
	if !s.do("Set up", edits...) {
		s.setMode(m)
		return false
	}
	if !s.View.doc.Tree.Contains(to) { // a new node replaced the move
		if to = parent.First(); before != nil {
			to = before.Next()
		}
	}
	s.goTo(to)
	s.changed(TopicAll)
	if wr, ok := s.View.Rules().(rules.Warner); ok {
		if err := wr.Warn(pos); err != nil {
			s.Say(Warning|Undoable, locale.Err(err))
			return true
		}
	}
	s.countIllegal([]*model.Node{to}, func(illegal int) {
		if illegal > 0 {
			s.Say(Problem|Undoable, locale.N("%d illegal move after it (F8 goes there)", "%d illegal moves after it (F8 goes there)", illegal, illegal))
		}
	})
	return true
}

// Shown returns the displayed position: the draft in set-up mode, the refutation of a wrong try in
// a puzzle, or else the current position.
func (s *Session) Shown() rules.Position {
	if m := s.Setup(); m != nil {
		return m.Shown()
	}
	if p, _ := s.Guess.Refutation(); p != nil {
		return p
	}
	p, _ := s.View.Position()
	return p
}

package app

import (
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/setup"
)

// SetupMode is a position being laid out. While it lasts, clicks and undo
// belong to it and the document stays as it is; Apply brings it in as one edit.
type SetupMode struct {
	playMode
	*setup.Draft
}

// Where says what a laid-out position becomes.
type Where int

// A laid-out position becomes the start of the game, a new child of the current
// node, or what stands at the current node: a set-up changes, a move becomes one.
const (
	AsStart Where = iota
	AsBranch
	AsHere
)

// Setup returns the position being laid out, nil when none is.
func (s *Session) Setup() *SetupMode {
	m, _ := s.base().(*SetupMode)
	return m
}

// StartSetup begins to lay out a position, from the one at the current node.
func (s *Session) StartSetup() {
	if s.fixed() {
		return
	}
	pos, _ := s.Position()
	s.enterMode(&SetupMode{playMode{s}, setup.New(s.Rules(), pos, func() { s.changed(TopicMode | TopicHere) })})
	s.Cursor.typed = ""
	s.changed(TopicAll)
}

func (m *SetupMode) press(c rules.Cell, other bool) {
	if other {
		m.Remove(c)
	} else {
		m.Put(c)
	}
}

func (m *SetupMode) ghost(rules.Cell) (rules.Player, bool) { return m.Piece, true }

// key has a digit say how many seeds are in the pit under the cursor, and − take one out.
func (m *SetupMode) key(r rune) bool {
	c := m.s.Cursor.Cell()
	switch {
	case c == rules.NoCell || m.s.Cursor.Typed() != "" || !m.Pits():
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

func (m *SetupMode) enter(text string) {
	if c := m.s.Rules().Board().Find(text); c != rules.NoCell {
		m.Put(c)
	} else {
		m.s.fail(msg.Errorf("there is no cell %q", text))
	}
}

func (m *SetupMode) play(rules.Move) {}

// escape leaves the document as it is. The window asks first where something was laid out.
func (m *SetupMode) escape() bool {
	m.Cancel()
	return true
}

func (m *SetupMode) status() string            { return locale.T("Setting up a position") }
func (m *SetupMode) editable() (bool, msg.Key) { return false, "" }

// Cancel ends the layout without a trace.
func (m *SetupMode) Cancel() {
	m.s.setMode(playMode{m.s})
	m.s.changed(TopicAll)
}

// Here says in words what AsHere does to the current node.
func (m *SetupMode) Here() string {
	s := m.s
	switch {
	case s.node.Parent() == nil:
		return locale.T("Use as Start: the game begins with this position, and what follows is kept. Add After This Position: the start stays, and this becomes a new branch.")
	case s.node.Setup() != "":
		return locale.T("Replace This Position: this set-up is changed, and what follows is kept. Add After This Position: it stays, and this becomes a new branch.")
	}
	return locale.T("Replace This Position: it takes the place of %s, and what follows is kept. Add After This Position: %s stays, and this becomes a new branch.",
		s.MoveName(s.node), s.MoveName(s.node))
}

// Apply brings the layout into the document and ends the mode. A layout that
// makes no sense is refused with the reason and stays; one that no play could
// reach is taken with a warning.
func (m *SetupMode) Apply(w Where) bool {
	s := m.s
	pos, err := m.Position()
	if err != nil {
		s.fail(err)
		return false
	}
	text, at := pos.String(), s.node
	if w == AsStart {
		at = s.doc.Tree.Root()
	}
	var edits []model.Edit
	to, parent, before := at, at.Parent(), at.Prev()
	if w == AsBranch {
		to = model.NewSetup(text)
		edits = []model.Edit{model.Insert{Parent: at, Index: -1, Node: to}}
	} else if edits, err = model.Setup(s.doc.Tree, at, text); err != nil {
		s.fail(err)
		return false
	}
	s.setMode(playMode{s})
	if !s.do("Set up", edits...) {
		s.setMode(m)
		return false
	}
	if !s.doc.Tree.Contains(to) { // a new node stands where the move was
		if to = parent.First(); before != nil {
			to = before.Next()
		}
	}
	s.goTo(to)
	s.changed(TopicAll)
	if wr, ok := s.Rules().(rules.Warner); ok {
		if err := wr.Warn(pos); err != nil {
			s.Say(Warning|Undoable, locale.Err(err))
			return true
		}
	}
	s.countBad([]*model.Node{to}, func(bad int) {
		if bad > 0 {
			s.Say(Problem|Undoable, locale.N("%d illegal move after it (F8 goes there)", "%d illegal moves after it (F8 goes there)", bad, bad))
		}
	})
	return true
}

// Shown returns what the board shows: the layout in set-up mode, what refutes a wrong try in a puzzle, else the
// position at the current node.
func (s *Session) Shown() rules.Position {
	if m := s.Setup(); m != nil {
		return m.Shown()
	}
	if p, _ := s.guess.Refutation(); p != nil {
		return p
	}
	p, _ := s.Position()
	return p
}

package app

import (
	"iter"
	"slices"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// SetupMode is a position being laid out. While it lasts, clicks and undo
// belong to it and the document stays as it is; Apply brings it in as one edit.
type SetupMode struct {
	playMode
	// Piece is what a click puts on a cell; NoPlayer takes away.
	Piece        rules.Player
	now          rules.Setup
	past, future []rules.Setup
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
	m := &SetupMode{playMode: playMode{s}, now: rules.SetupOf(s.Rules(), pos)}
	if m.now.Turn == rules.NoPlayer {
		m.now.Turn = 0
	}
	s.enterMode(m)
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

// escape ends a set-up in which nothing was done yet; more is too much work for one key.
func (m *SetupMode) escape() bool {
	if m.Changed() {
		m.s.Say(Note, locale.T("Say what the position becomes, or press Cancel"))
	} else {
		m.Cancel()
	}
	return true
}

func (m *SetupMode) status() string            { return locale.T("Setting up a position") }
func (m *SetupMode) editable() (bool, msg.Key) { return false, "" }

// edit changes the layout as one step of its undo.
func (m *SetupMode) edit(f func(*rules.Setup)) {
	next := rules.Setup{Cells: slices.Clone(m.now.Cells), Turn: m.now.Turn, Held: slices.Clone(m.now.Held)}
	f(&next)
	if slices.Equal(next.Cells, m.now.Cells) && next.Turn == m.now.Turn && slices.Equal(next.Held, m.now.Held) {
		return
	}
	m.past, m.future = append(m.past, m.now), nil
	m.now = next
	m.s.changed(TopicMode | TopicHere)
}

// Pits reports whether cells hold counted seeds rather than pieces.
func (m *SetupMode) Pits() bool { return m.s.Rules().Board().Style == rules.Pits }

// Put puts the chosen piece on c; a piece that lies there already is taken
// off. In a pit it puts one seed more.
func (m *SetupMode) Put(c rules.Cell) {
	if m.Pits() {
		if m.Piece == rules.NoPlayer {
			m.Remove(c)
		} else {
			m.SetCount(c, int(m.now.Cells[c].Count)+1)
		}
		return
	}
	m.edit(func(s *rules.Setup) {
		if m.Piece == rules.NoPlayer || s.Cells[c] == rules.Piece(m.Piece) {
			s.Cells[c] = rules.Empty
		} else {
			s.Cells[c] = rules.Piece(m.Piece)
		}
	})
}

// Remove takes the piece off c, or one seed out of it.
func (m *SetupMode) Remove(c rules.Cell) {
	if m.Pits() {
		m.SetCount(c, int(m.now.Cells[c].Count)-1)
		return
	}
	m.edit(func(s *rules.Setup) { s.Cells[c] = rules.Empty })
}

// SetCount puts n seeds into the pit c.
func (m *SetupMode) SetCount(c rules.Cell, n int) {
	if !m.Pits() || n < 0 || n > 9999 {
		return
	}
	m.edit(func(s *rules.Setup) { s.Cells[c].Count = int16(n) })
}

// SetHeld gives p n pairs captured or seeds in its store.
func (m *SetupMode) SetHeld(p rules.Player, n int) {
	m.edit(func(s *rules.Setup) {
		if int(p) < len(s.Held) && n >= 0 {
			s.Held[p] = n
		}
	})
}

// SetTurn says who is to move.
func (m *SetupMode) SetTurn(p rules.Player) { m.edit(func(s *rules.Setup) { s.Turn = p }) }

// Clear empties the board.
func (m *SetupMode) Clear() {
	m.edit(func(s *rules.Setup) {
		for c := range s.Cells {
			if m.Pits() {
				s.Cells[c].Count = 0
			} else {
				s.Cells[c] = rules.Empty
			}
		}
		for i := range s.Held {
			s.Held[i] = 0
		}
	})
}

// Undo takes the last change of the layout back, Redo makes it again.
func (m *SetupMode) Undo() { m.swap(&m.past, &m.future) }

// Redo makes the change again that Undo took back.
func (m *SetupMode) Redo() { m.swap(&m.future, &m.past) }

func (m *SetupMode) swap(from, to *[]rules.Setup) {
	if n := len(*from); n > 0 {
		*to = append(*to, m.now)
		m.now = (*from)[n-1]
		*from = (*from)[:n-1]
		m.s.changed(TopicMode | TopicHere)
	}
}

// Turn returns who is to move in the layout.
func (m *SetupMode) Turn() rules.Player { return m.now.Turn }

// Held returns what p holds off the board in the layout.
func (m *SetupMode) Held(p rules.Player) int {
	if int(p) >= len(m.now.Held) {
		return 0
	}
	return m.now.Held[p]
}

// Total returns the pieces of each player on the board; for pits the one
// number of all seeds, those in the stores included.
func (m *SetupMode) Total() []int {
	if m.Pits() {
		n := 0
		for _, c := range m.now.Cells {
			n += int(c.Count)
		}
		for _, h := range m.now.Held {
			n += h
		}
		return []int{n}
	}
	count := make([]int, m.s.Rules().Players())
	for _, c := range m.now.Cells {
		if c.Owner != rules.NoPlayer {
			count[c.Owner]++
		}
	}
	return count
}

// Changed reports whether anything was laid out that Cancel would throw away.
func (m *SetupMode) Changed() bool { return len(m.past) > 0 }

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
		return locale.T("Use as start changes the start of the game; what follows is kept. New child leaves the start as it is.")
	case s.node.Setup() != "":
		return locale.T("Edit here changes this set-up; what follows is kept. New child leaves it as it is.")
	}
	return locale.T("Edit here puts this position in the place of %s; what follows is kept. New child leaves %s as it is.",
		s.MoveName(s.node), s.MoveName(s.node))
}

// Apply brings the layout into the document and ends the mode. A layout that
// makes no sense is refused with the reason and stays; one that no play could
// reach is taken with a warning.
func (m *SetupMode) Apply(w Where) bool {
	s := m.s
	pos, err := s.Rules().SetUp(m.now)
	if err != nil {
		s.fail(err)
		return false
	}
	text, at := pos.String(), s.node
	if w == AsStart {
		at = s.tree.Root()
	}
	var edits []model.Edit
	to, parent, before := at, at.Parent(), at.Prev()
	if w == AsBranch {
		to = model.NewSetup(text)
		edits = []model.Edit{model.Insert{Parent: at, Index: -1, Node: to}}
	} else if edits, err = model.Setup(s.tree, at, text); err != nil {
		s.fail(err)
		return false
	}
	s.setMode(playMode{s})
	if !s.do("Set up", edits...) {
		s.setMode(m)
		return false
	}
	if !s.tree.Contains(to) { // a new node stands where the move was
		if to = parent.First(); before != nil {
			to = before.Next()
		}
	}
	s.goTo(to)
	s.changed(TopicAll)
	if wr, ok := s.Rules().(rules.Warner); ok {
		if err := wr.Warn(pos); err != nil {
			s.Say(Warning, locale.Err(err))
			return true
		}
	}
	s.countBad([]*model.Node{to}, func(bad int) {
		if bad > 0 {
			s.Say(Problem, locale.N("%d move after it does not play (F8 goes there)", "%d moves after it do not play (F8 goes there)", bad, bad))
		}
	})
	return true
}

// Shown returns what the board shows: the layout in set-up mode, else the
// position at the current node.
func (s *Session) Shown() rules.Position {
	if m := s.Setup(); m != nil {
		return layout{m.now}
	}
	p, _ := s.Position()
	return p
}

// layout lets an unfinished setup be drawn as a position. Nothing plays in it.
type layout struct{ rules.Setup }

func (l layout) Turn() rules.Player            { return l.Setup.Turn }
func (l layout) Moves() iter.Seq[rules.Move]   { return func(func(rules.Move) bool) {} }
func (l layout) At(c rules.Cell) rules.Content { return l.Cells[c] }
func (l layout) Result() rules.Result          { return rules.Result{} }
func (l layout) Hash() uint64                  { return 0 }
func (l layout) String() string                { return "" }
func (l layout) Play(m rules.Move) (rules.Position, error) {
	return nil, rules.Illegal(m, "a position is being set up")
}

func (l layout) Held(p rules.Player) int {
	if int(p) < len(l.Setup.Held) {
		return l.Setup.Held[p]
	}
	return 0
}

// Score returns what p holds, or has on the board in games that hold nothing.
func (l layout) Score(p rules.Player) int {
	if len(l.Setup.Held) > 0 {
		return l.Held(p)
	}
	n := 0
	for _, c := range l.Cells {
		if c.Owner == p {
			n++
		}
	}
	return n
}

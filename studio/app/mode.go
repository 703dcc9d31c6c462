package app

import (
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/words"
)

// mode is what the person does at the board: it says what the pointer, the keys and a
// move mean, and whether the document may change. There is one at a time, except that
// cells can be selected over each of them.
type mode interface {
	// press, drag and release follow the pointer; other is the secondary button.
	press(c rules.Cell, other bool)
	drag(c rules.Cell)
	release(c rules.Cell)
	// ghost returns the piece that a press on c would put there; false when it puts none.
	ghost(c rules.Cell) (rules.Player, bool)
	// key uses a character typed at the board; false when it is part of a move.
	key(r rune) bool
	// enter acts on a text typed at the board.
	enter(text string)
	// play is given each legal move that the person makes.
	play(m rules.Move)
	// escape leaves the mode; false when it cannot be left so.
	escape() bool
	// status returns the line that says how things stand.
	status() string
	// editable reports whether the document may change, and if not, what to say of it,
	// "" for nothing.
	editable() (bool, msg.Key)
}

// base returns the mode below a selection of cells.
func (s *Session) base() mode {
	if over, ok := s.mode.(selecting); ok {
		return over.mode
	}
	return s.mode
}

// setMode makes m the mode; a selection of cells stays over it.
func (s *Session) setMode(m mode) {
	s.Cursor.drop()
	if over, ok := s.mode.(selecting); ok {
		over.mode = m
		s.mode = over
		return
	}
	s.mode = m
}

// enterMode is setMode for a mode that a game does not go on in.
func (s *Session) enterMode(m mode) {
	s.replay.Pause()
	s.pauseGame()
	s.setMode(m)
}

// Press is a press of the pointer on a cell, other that of its secondary button.
func (s *Session) Press(c rules.Cell, other bool) {
	if c != rules.NoCell {
		s.mode.press(c, other)
	}
}

// Drag is a move of the pointer to a cell, NoCell beside the board.
func (s *Session) Drag(c rules.Cell) { s.mode.drag(c) }

// Release ends a press on a cell, NoCell beside the board.
func (s *Session) Release(c rules.Cell) { s.mode.release(c) }

// Click is a press and release on a cell.
func (s *Session) Click(c rules.Cell) {
	s.Press(c, false)
	s.Release(c)
}

// Ghost returns the piece to show on a cell that the pointer is over; false for none.
func (s *Session) Ghost(c rules.Cell) (rules.Player, bool) {
	if c == rules.NoCell {
		return rules.NoPlayer, false
	}
	return s.mode.ghost(c)
}

// Type is a character typed at the board.
func (s *Session) Type(r rune) {
	if !s.mode.key(r) {
		s.Cursor.add(r)
	}
}

// Escape leaves the innermost thing: what was typed, the cursor, a line being drawn,
// the mode; false when there is nothing to leave.
func (s *Session) Escape() bool { return s.Cursor.Hide() || s.mode.escape() }

// Play makes the move at the current node: it goes to the variation that begins so, or
// adds one, and lets the computer answer. Some modes do something else with it.
func (s *Session) Play(m rules.Move) { s.mode.play(m) }

// Status returns the line that says how things stand at the current node.
func (s *Session) Status() string { return s.mode.status() }

// Editable reports whether the document can be changed now: no position is being
// set up, and nobody guesses.
func (s *Session) Editable() bool {
	ok, _ := s.mode.editable()
	return ok && !s.Jobs.Changing()
}

// fixed reports that the document cannot be changed now, and says so.
func (s *Session) fixed() bool {
	if s.Jobs.Changing() {
		s.Say(Note, locale.T("The tree is being changed: wait until that is done, or cancel it"))
		return true
	}
	ok, why := s.mode.editable()
	if why != "" {
		s.Say(Note, locale.T(why))
	}
	return !ok
}

// Later keeps what a person asks for while the document is being changed in pieces, which takes a moment on a busy machine, and in which no
// command makes sense: who types on does not wait for that. keep returns what does it later, and what gives it up. Later returns false when
// it can be done at once.
func (s *Session) Later(keep func() (do, drop func())) bool {
	if !s.Jobs.Holds() {
		return false
	}
	do, drop := keep()
	s.Jobs.Hold(do, func() {
		drop()
		if s.Jobs.Changing() {
			s.fixed()
		}
	})
	return true
}

// playMode is the mode in which moves are made. Others have most of it in common.
type playMode struct{ s *Session }

func (m playMode) press(c rules.Cell, other bool) {
	if other {
		m.s.Cursor.draw(c, true, false)
		return
	}
	m.s.playAt(c)
}

func (m playMode) drag(rules.Cell) {}

// release ends a line that was drawn from cell to cell.
func (m playMode) release(c rules.Cell) {
	l, _ := m.s.Cursor.drawn()
	m.s.Line(l.From, c, l.Arrow)
}

func (m playMode) ghost(c rules.Cell) (rules.Player, bool) {
	if m.s.thinking != nil {
		return rules.NoPlayer, false
	}
	pos, _ := m.s.Position()
	c = m.s.Rules().Board().Named(c)
	return pos.Turn(), pos.Turn() != rules.NoPlayer && (rules.Legal(pos, rules.Place(c)) || rules.Legal(pos, rules.Take(c)))
}

func (m playMode) key(rune) bool             { return false }
func (m playMode) enter(text string)         { m.s.PlayText(text) }
func (m playMode) play(move rules.Move)      { m.s.play(labelMove, move) }
func (m playMode) escape() bool              { return false }
func (m playMode) editable() (bool, msg.Key) { return true, "" }

func (m playMode) status() string {
	s := m.s
	pos, err := s.Position()
	switch {
	case err != nil:
		return locale.Err(err)
	case s.thinking != nil:
		return locale.T("%s is thinking…", s.Name(pos.Turn()))
	}
	return words.Status(s.Rules(), pos, s.Name)
}

// Drawing returns the line being drawn, which ends at the cell under the cursor, or
// at c under the pointer; false when there is none.
func (s *Session) Drawing(c rules.Cell) (model.Line, bool) {
	l := s.Cursor.line
	if tool := s.Tool(); l.From == rules.NoCell && (tool == ToolArrow || tool == ToolLine) {
		l = model.Line{From: s.Cursor.hold, Arrow: tool == ToolArrow}
		if k := s.Cursor.Cell(); k != rules.NoCell {
			c = k
		}
	}
	l.To = c
	return l, l.From != rules.NoCell && c != rules.NoCell && l.From != c
}

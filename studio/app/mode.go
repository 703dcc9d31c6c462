package app

import (
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// mode determines the meaning of the pointer, the keys and moves, and whether the document may
// change. There is one mode at a time, but cells can be selected in each of them.
type mode interface {
	// press, drag and release follow the pointer. other is set for the secondary button.
	press(c rules.Cell, other bool)
	drag(c rules.Cell)
	release(c rules.Cell)
	// ghost returns the piece that a press on c would place, or false.
	ghost(c rules.Cell) (rules.Player, bool)
	// key handles a character typed at the board. It returns false if the character is part of a
	// move.
	key(r rune) bool
	// enter handles a text typed at the board.
	enter(text string)
	// play handles a legal move of the user.
	play(m rules.Move)
	// escape leaves the mode. It returns false if that is not possible.
	escape() bool
	// status returns the text of the status line.
	status() string
	// editable reports whether the document may change, and if not, a message, which may be "".
	editable() (bool, msg.Key)
}

// base returns the mode without a selection of cells.
func (s *Session) base() mode {
	if over, ok := s.mode.(selecting); ok {
		return over.mode
	}
	return s.mode
}

// setMode changes the mode and keeps a selection of cells.
func (s *Session) setMode(m mode) {
	s.Cursor.drop()
	if over, ok := s.mode.(selecting); ok {
		over.mode = m
		s.mode = over
		return
	}
	s.mode = m
}

// enterMode is like setMode, but first pauses the game and the replay.
func (s *Session) enterMode(m mode) {
	s.replay.Pause()
	s.pauseGame()
	s.setMode(m)
}

// Press handles a press of the pointer on a cell. other is set for the secondary button.
func (s *Session) Press(c rules.Cell, other bool) {
	if c != rules.NoCell {
		s.mode.press(c, other)
	}
}

// Drag handles a movement of the pointer to a cell, or to NoCell outside the board.
func (s *Session) Drag(c rules.Cell) { s.mode.drag(c) }

// Release handles the end of a press on a cell, or on NoCell outside the board.
func (s *Session) Release(c rules.Cell) { s.mode.release(c) }

// Click is a press and release on a cell.
func (s *Session) Click(c rules.Cell) {
	s.Press(c, false)
	s.Release(c)
}

// Ghost returns the piece to show on a cell under the pointer, or false.
func (s *Session) Ghost(c rules.Cell) (rules.Player, bool) {
	if c == rules.NoCell {
		return rules.NoPlayer, false
	}
	return s.mode.ghost(c)
}

// Type handles a character typed at the board.
func (s *Session) Type(r rune) {
	if !s.mode.key(r) {
		s.Cursor.add(r)
	}
}

// Escape cancels the typed move, the cursor or line, or else leaves the mode. It returns false if
// there was nothing to cancel.
func (s *Session) Escape() bool { return s.Cursor.Hide() || s.mode.escape() }

// Play plays a move at the current node. It goes to an existing variation or adds one, and lets the
// computer answer. Some modes handle moves differently.
func (s *Session) Play(m rules.Move) { s.mode.play(m) }

// Status returns the text of the status line for the current node.
func (s *Session) Status() string { return s.mode.status() }

// Editable reports whether the document can be changed now: no set-up, guessing or other change is
// in progress.
func (s *Session) Editable() bool {
	ok, _ := s.mode.editable()
	return ok && !s.Jobs.Changing()
}

// fixed reports whether the document cannot be changed now, and shows a message if so.
func (s *Session) fixed() bool {
	if s.Jobs.Changing() {
		s.Say(Note, locale.T("The tree is being changed: wait, or cancel the change"))
		return true
	}
	ok, why := s.mode.editable()
	if why != "" {
		s.Say(Note, locale.T(why))
	}
	return !ok
}

// Later defers user input while the document is being changed in pieces, when no command is
// available. keep returns a function that performs the input later and one that discards it. Later
// returns false if the input can be performed at once.
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

// playMode is the mode in which moves are played. Other modes embed it.
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

// Drawing returns the line being drawn, or false. The line ends at the cell under the cursor, or at
// c under the pointer.
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

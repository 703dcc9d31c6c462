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
	press(s *Session, c rules.Cell, other bool)
	drag(s *Session, c rules.Cell)
	release(s *Session, c rules.Cell)
	// ghost returns the piece that a press on c would place, or false.
	ghost(s *Session, c rules.Cell) (rules.Player, bool)
	// key handles a character typed at the board. It returns false if the character is part of a
	// move.
	key(s *Session, r rune) bool
	// enter handles a text typed at the board.
	enter(s *Session, text string)
	// play handles a legal move of the user.
	play(s *Session, m rules.Move)
	// escape leaves the mode. It returns false if that is not possible.
	escape(s *Session) bool
	// status returns the text of the status line.
	status(s *Session) string
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
	s.Replay.Pause()
	s.Game.pause()
	s.setMode(m)
}

// Press handles a press of the pointer on a cell. other is set for the secondary button.
func (s *Session) Press(c rules.Cell, other bool) {
	if c != rules.NoCell {
		s.mode.press(s, c, other)
	}
}

// Drag handles a movement of the pointer to a cell, or to NoCell outside the board.
func (s *Session) Drag(c rules.Cell) { s.mode.drag(s, c) }

// Release handles the end of a press on a cell, or on NoCell outside the board.
func (s *Session) Release(c rules.Cell) { s.mode.release(s, c) }

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
	return s.mode.ghost(s, c)
}

// Type handles a character typed at the board.
func (s *Session) Type(r rune) {
	if !s.mode.key(s, r) {
		s.Replay.Pause() // the move is meant for the displayed position
		s.Cursor.add(r)
	}
}

// Enter plays the typed move, or else clicks the cell under the cursor. Without a typed move or
// visible cursor, it shows the cursor.
func (s *Session) Enter() {
	switch {
	case s.Cursor.typed != "":
		s.mode.enter(s, s.Cursor.take())
	case s.Cursor.shown:
		s.Click(s.Cursor.cell)
	default:
		s.Cursor.Show()
	}
}

// Escape cancels the typed move, the cursor or line, or else leaves the mode. It returns false if
// there was nothing to cancel.
func (s *Session) Escape() bool { return s.Cursor.Hide() || s.mode.escape(s) }

// Play plays a move at the current node. It goes to an existing variation or adds one, and lets the
// computer answer. Some modes handle moves differently.
func (s *Session) Play(m rules.Move) { s.mode.play(s, m) }

// Status returns the text of the status line for the current node.
func (s *Session) Status() string { return s.mode.status(s) }

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
type playMode struct{}

func (m playMode) press(s *Session, c rules.Cell, other bool) {
	if other {
		s.Cursor.draw(c, true, false)
		return
	}
	s.playAt(c)
}

func (m playMode) drag(*Session, rules.Cell) {}

// release ends a line that was drawn from cell to cell.
func (m playMode) release(s *Session, c rules.Cell) {
	l, _ := s.Cursor.drawn()
	s.Line(l.From, c, l.Arrow)
}

func (m playMode) ghost(s *Session, c rules.Cell) (rules.Player, bool) {
	if s.Game.thinking != nil {
		return rules.NoPlayer, false
	}
	pos, _ := s.View.Position()
	b := s.View.Rules().Board()
	return pos.Turn(), pos.Turn() != rules.NoPlayer && rules.Legal(pos, b.MoveAt(b.Named(c)))
}

func (m playMode) key(*Session, rune) bool          { return false }
func (m playMode) enter(s *Session, text string)    { s.PlayText(text) }
func (m playMode) play(s *Session, move rules.Move) { s.play(labelMove, move) }
func (m playMode) escape(s *Session) bool           { return false }
func (m playMode) editable() (bool, msg.Key)        { return true, "" }

func (m playMode) status(s *Session) string {
	pos, err := s.View.Position()
	switch {
	case err != nil:
		return locale.Err(err)
	case s.Game.thinking != nil:
		return locale.T("%s is thinking…", s.View.Name(pos.Turn()))
	}
	return words.Status(s.View.Rules(), pos, s.View.Name)
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

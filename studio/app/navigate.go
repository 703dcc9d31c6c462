package app

import (
	"boardstudio/clock"
	"boardstudio/locale"
	"boardstudio/model"
)

// Go makes n the current node, as a person who looks around does: a computer
// that thinks is interrupted, the clock stands still.
func (s *Session) Go(n *model.Node) {
	if n == nil || n == s.node || s.Setup() != nil {
		return
	}
	if s.Hidden(n) {
		s.Say(Note, locale.T("Guess the move, or have it shown"))
		s.changed(TopicHere) // what showed another place shows this one again
		return
	}
	if s.Jobs.Changing() {
		s.fixed()
		return
	}
	s.pauseGame()
	s.goTo(n)
}

// Came tells how the current node was reached.
func (s *Session) Came() Cause { return s.came }

// Cause is who or what went to the current node.
type Cause int

// A person went there, or a computer player moved.
const (
	ByPerson Cause = iota
	ByComputer
)

// goTo changes the current node and nothing else.
func (s *Session) goTo(n *model.Node) {
	s.node, s.came = n, ByPerson
	s.dropCorrection()
	s.Cursor.drop()
	s.Cursor.typed = ""
	if s.clocked {
		s.turn = clock.Watch{}
		s.turn.Start(s.now())
		s.arm()
	}
	s.changed(TopicHere)
}

// Forward goes one ply ahead, Back one ply back, Home to the start, End to the
// end of the line.
func (s *Session) Forward() { s.Go(s.node.First()) }

// Back goes one ply back.
func (s *Session) Back() { s.Go(s.node.Parent()) }

// Home goes to the start.
func (s *Session) Home() { s.Go(s.doc.Tree.Root()) }

// End goes to the end of the line.
func (s *Session) End() {
	n := s.node
	for n.First() != nil {
		n = n.First()
	}
	s.Go(n)
}

// NextSibling goes to the next variation of the current move.
func (s *Session) NextSibling() { s.Go(s.node.Next()) }

// PrevSibling goes to the previous variation of the current move.
func (s *Session) PrevSibling() { s.Go(s.node.Prev()) }

// NextFork goes ahead to the next node with several continuations, or the end.
func (s *Session) NextFork() {
	n := s.node.First()
	for n != nil && n.First() != nil && n.First() == n.Last() {
		n = n.First()
	}
	s.Go(n)
}

// PrevFork goes back to the last node with several continuations, or the start.
func (s *Session) PrevFork() {
	n := s.node.Parent()
	for n != nil && n.Parent() != nil && n.First() == n.Last() {
		n = n.Parent()
	}
	s.Go(n)
}

package app

import (
	"boardstudio/model"
	"boardstudio/text/locale"
)

// Go makes n the current node as the user navigates. It pauses the game and its clock.
func (s *Session) Go(n *model.Node) {
	if n == nil || n == s.View.node || s.Setup() != nil {
		return
	}
	if s.Hidden(n) {
		s.Say(Note, locale.T("Guess the move, or show it"))
		s.changed(TopicHere) // restores views that show another node
		return
	}
	if s.Jobs.Changing() {
		s.fixed()
		return
	}
	s.Game.pause()
	s.goTo(n)
}

// Came returns why the current node changed last.
func (s *Session) Came() Cause { return s.trail.came }

// Cause is the reason why the current node changed.
type Cause int

// Causes.
const (
	ByPerson Cause = iota
	ByComputer
)

// goTo changes the current node without pausing the game.
func (s *Session) goTo(n *model.Node) {
	s.View.node, s.trail.came = n, ByPerson
	s.dropCorrection()
	s.Cursor.drop()
	s.Cursor.typed = ""
	s.Game.restartTurn()
	s.changed(TopicHere)
}

// Forward goes to the next move of the line.
func (s *Session) Forward() { s.Go(s.View.node.First()) }

// Back goes to the previous move.
func (s *Session) Back() { s.Go(s.View.node.Parent()) }

// Home goes to the root.
func (s *Session) Home() { s.Go(s.View.doc.Tree.Root()) }

// End goes to the end of the line.
func (s *Session) End() {
	n := s.View.node
	for n.First() != nil {
		n = n.First()
	}
	s.Go(n)
}

// NextSibling goes to the next variation of the current move.
func (s *Session) NextSibling() { s.Go(s.View.node.Next()) }

// PrevSibling goes to the previous variation of the current move.
func (s *Session) PrevSibling() { s.Go(s.View.node.Prev()) }

// NextFork goes forward to the next node with several continuations, or to the end of the line.
func (s *Session) NextFork() {
	n := s.View.node.First()
	for n != nil && n.First() != nil && n.First() == n.Last() {
		n = n.First()
	}
	s.Go(n)
}

// PrevFork goes back to the last node with several continuations, or to the root.
func (s *Session) PrevFork() {
	n := s.View.node.Parent()
	for n != nil && n.Parent() != nil && n.First() == n.Last() {
		n = n.Parent()
	}
	s.Go(n)
}

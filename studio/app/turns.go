package app

import (
	"slices"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/advice"
	"boardstudio/text/msg"
)

// adviceHost implements advice.Host for a session.
type adviceHost struct{ *Session }

// Place implements advice.Host. It returns false if a computer is to move in a live game.
func (s adviceHost) Place() (advice.Place, bool) {
	pos, err := s.Position()
	if err != nil || pos.Turn() == rules.NoPlayer || !s.Editable() {
		return advice.Place{}, false
	}
	person := s.persons(pos)
	return advice.Place{Tree: s.doc.Tree, Node: s.node, Position: pos, Person: person}, person || !s.live
}

// Ended implements advice.Host.
func (s adviceHost) Ended() (advice.Place, bool) {
	pos, err := s.Position()
	return advice.Place{Tree: s.doc.Tree, Node: s.node, Position: pos}, err == nil && s.Session.Ended()
}

// Teaches implements advice.Host.
func (s adviceHost) Teaches() (bool, float64) {
	return s.Settings.Teacher && s.begun, float64(s.Settings.TeacherAmount) / 10
}

// Advised implements advice.Host.
func (s adviceHost) Advised() { s.changed(TopicAdvice) }

// Tell implements advice.Host.
func (s adviceHost) Tell(text string, err error) {
	if err != nil {
		s.fail(err)
		return
	}
	s.Say(Note, text)
}

// Advice returns the hints, advisers and teacher of the session.
func (s *Session) Advice() *advice.Desk { return s.advice }

// persons reports whether a human player is to move.
func (s *Session) persons(pos rules.Position) bool {
	return pos.Turn() != rules.NoPlayer && s.doc.Players[pos.Turn()].Kind == Human
}

// before returns the nearest node above the current one at which a human player had a choice, or
// nil.
func (s *Session) before() *model.Node {
	if !slices.ContainsFunc(s.doc.Players, func(p model.Player) bool { return p.Kind == Human }) {
		return nil // avoids a search of the whole line each time the commands are updated
	}
	for n := s.node.Parent(); n != nil; n = n.Parent() {
		if pos, err := s.doc.Tree.Position(n); err == nil && s.persons(pos) && !rules.MustPass(pos) {
			return n
		}
	}
	return nil
}

// TakeBack goes back to the last node at which a human player was to move. If the moves since then
// are the last edit, they are undone. Otherwise they stay as a variation. The game continues from
// there, with the players' times at that node.
func (s *Session) TakeBack() {
	to, tree := s.before(), s.doc.Tree
	if to == nil || s.fixed() {
		return
	}
	on := s.begun && (s.Running() || s.node == s.head)
	moves := []msg.Key{labelMove, labelComputer, labelResign, labelTimeout}
	if last := tree.StepNode(tree.At() - 1); last != nil && slices.Contains(moves, tree.UndoLabel()) && slices.Contains(tree.Line(s.node), last) {
		s.Undo()
	} else {
		s.interrupt()
		s.goTo(to)
	}
	if on {
		s.Continue()
	}
}

// SwitchSides moves each player to the previous seat.
func (s *Session) SwitchSides() {
	ps := s.doc.Players
	s.setPlayers("Switch Sides", append(slices.Clone(ps[1:]), ps[0]))
}

// Review goes to the start of the game and ends playing.
func (s *Session) Review() {
	s.pauseGame()
	s.begun, s.head = false, nil
	s.Home()
	s.changed(TopicMode)
}

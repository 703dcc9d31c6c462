package app

import (
	"slices"

	"boardstudio/rules"
	"boardstudio/studio/app/advice"
	"boardstudio/text/msg"
)

// adviceHost implements advice.Host for a session.
type adviceHost struct {
	*Session
	*View
}

// Place implements advice.Host. It returns false if a computer is to move in a live game.
func (s adviceHost) Place() (advice.Place, bool) {
	pos, err := s.View.Position()
	if err != nil || pos.Turn() == rules.NoPlayer || !s.Editable() {
		return advice.Place{}, false
	}
	person := s.View.persons(pos)
	return advice.Place{Tree: s.View.doc.Tree, Node: s.View.node, Position: pos, Person: person}, person || !s.Game.live
}

// Ended implements advice.Host.
func (s adviceHost) Ended() (advice.Place, bool) {
	pos, err := s.View.Position()
	return advice.Place{Tree: s.View.doc.Tree, Node: s.View.node, Position: pos}, err == nil && s.Session.Game.Ended()
}

// Teaches implements advice.Host.
func (s adviceHost) Teaches() (bool, float64) {
	return s.App.Settings.Teacher && s.Game.begun, float64(s.App.Settings.TeacherAmount) / 10
}

// Advised implements advice.Host.
func (s adviceHost) Advised() { s.changed(TopicAdvice) }

// Notify implements advice.Host.
func (s adviceHost) Notify(text string, err error) {
	if err != nil {
		s.fail(err)
		return
	}
	s.Say(Note, text)
}

// TakeBack goes back to the last node at which a human player was to move. If the moves since then
// are the last edit, they are undone. Otherwise they stay as a variation. The game continues from
// there, with the players' times at that node.
func (s *Session) TakeBack() {
	to, tree := s.View.before(), s.View.doc.Tree
	if to == nil || s.fixed() {
		return
	}
	on := s.Game.begun && (s.Game.Running() || s.View.node == s.Game.head)
	moves := []msg.Key{labelMove, labelComputer, labelResign, labelTimeout}
	if last := tree.StepNode(tree.At() - 1); last != nil && slices.Contains(moves, tree.UndoLabel()) && slices.Contains(tree.Line(s.View.node), last) {
		s.Undo()
	} else {
		s.Game.interrupt()
		s.goTo(to)
	}
	if on {
		s.Continue()
	}
}

// SwitchSides moves each player to the previous seat.
func (s *Session) SwitchSides() {
	ps := s.View.doc.Players
	s.setPlayers("Switch Sides", append(slices.Clone(ps[1:]), ps[0]))
}

// Review goes to the start of the game and ends playing.
func (s *Session) Review() {
	s.Game.pause()
	s.Game.end()
	s.Home()
	s.changed(TopicMode)
}

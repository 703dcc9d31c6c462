package app

import (
	"slices"

	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/advice"
)

// adviceHost is the session as what suggests moves knows it.
type adviceHost struct{ *Session }

// Place implements advice.Host: no move is suggested where a computer is about to move.
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

// Advice returns what suggests moves.
func (s *Session) Advice() *advice.Desk { return s.advice }

// persons reports whether a person is to move.
func (s *Session) persons(pos rules.Position) bool {
	return pos.Turn() != rules.NoPlayer && s.doc.Players[pos.Turn()].Kind == Human
}

// before returns the nearest node above the current one where a person had a choice, nil for none.
func (s *Session) before() *model.Node {
	if !slices.ContainsFunc(s.doc.Players, func(p model.Player) bool { return p.Kind == Human }) {
		return nil // without looking through the whole line, each time that the commands are shown
	}
	for n := s.node.Parent(); n != nil; n = n.Parent() {
		if pos, err := s.doc.Tree.Position(n); err == nil && s.persons(pos) && !rules.MustPass(pos) {
			return n
		}
	}
	return nil
}

// TakeBack goes back to where a person was to move last. What was played since goes with it if it is the last that
// was done, and stays a variation otherwise. A game goes on from there, with the time that the players had.
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

// SwitchSides gives each seat to the player of the next one.
func (s *Session) SwitchSides() {
	ps := s.doc.Players
	s.setPlayers("Switch Sides", append(slices.Clone(ps[1:]), ps[0]))
}

// Review goes to the start of the game, which is only looked at from now on.
func (s *Session) Review() {
	s.pauseGame()
	s.begun, s.head = false, nil
	s.Home()
	s.changed(TopicMode)
}

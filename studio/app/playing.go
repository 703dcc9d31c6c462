package app

import (
	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/studio/app/scripts"
)

// Stop interrupts the computer player and the replay. Continue resumes the game.
func (s *Session) Stop() { s.Game.interrupt(); s.Replay.Pause() }

// Continue resumes the game at the current node: it starts the clock, and the computer if it is to
// move.
func (s *Session) Continue() {
	if !s.fixed() {
		s.Game.resume()
	}
}

// Playing reports whether a game that was started here is at the current node and not over. It may
// be paused.
func (s *Session) Playing() bool {
	_, plays := s.mode.(playMode)
	return plays && s.Game.playable()
}

// Waiting reports whether a game that was started here is paused at another node.
func (s *Session) Waiting() bool { return settled(s) && s.Game.waiting() }

// Pause pauses a running game and resumes a paused one.
func (s *Session) Pause() {
	switch {
	case s.Game.Running():
		s.Game.pause()
		s.changed(TopicMode)
	case s.Waiting():
		s.goTo(s.Game.head)
		s.Continue()
	default:
		s.Continue()
	}
}

// answered plays the move that a computer player has chosen.
func (s *Session) answered(info ai.Info, err error) {
	m, ok := info.Move()
	text := ""
	if ok && err == nil {
		text = s.View.Rules().FormatMove(m)
	}
	if pos, err2 := s.View.Position(); err2 == nil && pos.Turn() != rules.NoPlayer {
		player := s.View.doc.Players[pos.Turn()]
		s.noteLog(player, scripts.Entry{Ply: s.View.doc.Tree.Ply(s.View.node) + 1, Move: text, Text: info.Text, Err: err})
		if err != nil {
			s.scripted.failed, s.scripted.path = s.View.node, scripts.Path(player.Kind)
		}
	}
	if err != nil {
		s.fail(err)
		return
	}
	if ok {
		still := s.InTestGame()
		s.play(labelComputer, m)
		if still {
			s.scripted.revision = s.View.doc.Tree.EditRevision()
		}
		s.trail.came = ByComputer
		s.changed(TopicHere)
	}
}

// timeout ends the game because the player to move has run out of time. If the document is being
// changed, it waits.
func (s *Session) timeout() {
	if s.Jobs.Changing() {
		s.Game.arm()
		return
	}
	s.play(labelTimeout, rules.Timeout)
}

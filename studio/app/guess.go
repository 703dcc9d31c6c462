package app

import (
	"context"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// guessHost implements guess.Host for a session.
type guessHost struct{ *Session }

// Enter implements guess.Host.
func (s guessHost) Enter() bool {
	if !settled(s.Session) {
		return false
	}
	s.enterMode(guessMode{playMode{}})
	s.Cursor.reset()
	return true
}

// Leave implements guess.Host.
func (s guessHost) Leave() {
	s.setMode(playMode{})
	s.changed(TopicAll)
}

// Visit implements guess.Host.
func (s guessHost) Visit(n *model.Node, sound bool) {
	if sound {
		s.App.Sound.Move(s.View.doc.Tree, n)
	}
	s.goTo(n)
}

// Beside implements guess.Host.
func (s guessHost) Beside(think func(context.Context) func()) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	s.App.leaving.Go(func() {
		then := think(ctx)
		s.App.Loop.Post(func() {
			if ctx.Err() == nil {
				cancel()
				then()
			}
		})
	})
	return cancel
}

// Changed implements guess.Host.
func (s guessHost) Changed() { s.changed(TopicMode | TopicHere | TopicCursor) }

// Notify implements guess.Host.
func (s guessHost) Notify(text string) { s.Say(Note, text) }

// Guessing reports whether the user is guessing moves or solving a puzzle.
func (s *Session) Guessing() bool { _, ok := s.base().(guessMode); return ok }

// Hidden reports whether n must not be shown because its moves are being guessed.
func (s *Session) Hidden(n *model.Node) bool { return s.Guessing() && s.Guess.Hidden(n) }

// guessMode is the mode in which moves of the user are guesses.
type guessMode struct{ playMode }

func (m guessMode) press(s *Session, c rules.Cell, other bool) {
	if !s.Guess.Resume() {
		m.playMode.press(s, c, other)
	}
}

func (m guessMode) ghost(s *Session, c rules.Cell) (rules.Player, bool) {
	if p, _ := s.Guess.Refutation(); p != nil {
		return rules.NoPlayer, false
	}
	return m.playMode.ghost(s, c)
}

func (m guessMode) key(s *Session, _ rune) bool { return s.Guess.Resume() }
func (m guessMode) enter(s *Session, text string) {
	if !s.Guess.Resume() {
		m.playMode.enter(s, text)
	}
}
func (m guessMode) play(s *Session, move rules.Move) { s.Guess.Try(move) }
func (m guessMode) escape(s *Session) bool           { return s.Guess.Resume() }
func (m guessMode) status(s *Session) string         { return s.Guess.Status() }

func (m guessMode) editable() (bool, msg.Key) {
	return false, "You cannot edit while guessing; finish guessing first"
}

package app

import (
	"context"

	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/guess"
	"boardstudio/text/msg"
)

// guessHost implements guess.Host for a session.
type guessHost struct{ *Session }

// Enter implements guess.Host.
func (s guessHost) Enter() bool {
	if !settled(s.Session) {
		return false
	}
	s.enterMode(guessMode{playMode{s.Session}})
	s.Cursor.reset()
	return true
}

// Leave implements guess.Host.
func (s guessHost) Leave() {
	s.setMode(playMode{s.Session})
	s.changed(TopicAll)
}

// Visit implements guess.Host.
func (s guessHost) Visit(n *model.Node, sound bool) {
	if sound {
		s.Sound.Move(s.doc.Tree, n)
	}
	s.goTo(n)
}

// Beside implements guess.Host.
func (s guessHost) Beside(think func(context.Context) func()) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	s.leaving.Go(func() {
		then := think(ctx)
		s.Loop.Post(func() {
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

// Tell implements guess.Host.
func (s guessHost) Tell(text string) { s.Say(Note, text) }

// Guess returns the guessing of moves and solving of puzzles.
func (s *Session) Guess() *guess.Guess { return s.guess }

// Guessing reports whether the user is guessing moves or solving a puzzle.
func (s *Session) Guessing() bool { _, ok := s.base().(guessMode); return ok }

// Hidden reports whether n must not be shown because its moves are being guessed.
func (s *Session) Hidden(n *model.Node) bool { return s.Guessing() && s.guess.Hidden(n) }

// guessMode is the mode in which moves of the user are guesses.
type guessMode struct{ playMode }

func (m guessMode) press(c rules.Cell, other bool) {
	if !m.s.guess.Resume() {
		m.playMode.press(c, other)
	}
}

func (m guessMode) ghost(c rules.Cell) (rules.Player, bool) {
	if p, _ := m.s.guess.Refutation(); p != nil {
		return rules.NoPlayer, false
	}
	return m.playMode.ghost(c)
}

func (m guessMode) key(rune) bool { return m.s.guess.Resume() }
func (m guessMode) enter(text string) {
	if !m.s.guess.Resume() {
		m.playMode.enter(text)
	}
}
func (m guessMode) play(move rules.Move) { m.s.guess.Try(move) }
func (m guessMode) escape() bool         { return m.s.guess.Resume() }
func (m guessMode) status() string       { return m.s.guess.Status() }

func (m guessMode) editable() (bool, msg.Key) {
	return false, "You cannot edit while guessing; finish guessing first"
}

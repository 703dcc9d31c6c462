package app

import (
	"math/rand/v2"

	"boardstudio/draw/diagram"
	"boardstudio/model"
	"boardstudio/studio/app/docfile"
	"boardstudio/studio/app/newgame"
	"boardstudio/studio/app/settings"
)

// NewGame starts the game described by c and stores the choice in the settings. Seat 0 is the
// player that was chosen or drawn to move first, and the other players follow in order. It returns
// an error if the choice or the players are invalid.
func (s *Session) NewGame(c settings.Choice) error { return s.NextGame(c, s) }

// NextGame is like NewGame, but the players keep their points from the game of prev, which may be
// in another tab.
func (s *Session) NextGame(c settings.Choice, prev *Session) error {
	d, seated, err := s.App.newDocument(c)
	if err == nil {
		err = model.CheckPlayers(d.Players)
	}
	if err != nil {
		return err
	}
	if prev.View.doc != nil {
		newgame.KeepScores(d.Players, prev.View.doc.Players)
	}
	s.App.Settings.NewGame = seated
	s.SaveSettings()
	if c.Clock.Limits() {
		d.Info[model.InfoClock] = c.Clock.String()
	}
	s.use(&docfile.Opened{Doc: d})
	if err := s.Advice.AdviseAll(c.Advice, d.Players, s.View.Rules()); err != nil {
		s.fail(err) // the adviser does not support this game, but the game starts
	}
	s.Continue()
	return nil
}

// Blank opens the initial position of a game. Computer players wait until a move is played or the
// game is continued. It returns an error if the choice is invalid.
func (s *Session) Blank(c settings.Choice) error {
	d, _, err := s.App.newDocument(c)
	if err != nil {
		return err
	}
	s.use(&docfile.Opened{Doc: d})
	return nil
}

// newDocument returns the initial document of a game, and the choice with its seats filled in.
func (a *App) newDocument(c settings.Choice) (*model.Document, settings.Choice, error) {
	r, err := newgame.Build(a.Games, c)
	if err != nil {
		return nil, c, err
	}
	n := r.Players()
	ps := newgame.Seats(c, n)
	c = newgame.Seated(c, ps)
	d := model.NewDocument(r)
	first := c.First
	if first == settings.RandomFirst {
		first = rand.IntN(n)
	}
	first = min(max(first, 0), n-1)
	for i := range n {
		d.Players[i] = ps[(first+i)%n]
	}
	diagram.FreeSymbols(d.Players, r)
	return d, c, nil
}

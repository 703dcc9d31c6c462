package app

import (
	"math/rand/v2"

	"boardstudio/model"
	"boardstudio/studio/docfile"
	"boardstudio/studio/newgame"
	"boardstudio/studio/settings"
)

// NewGame begins the game that c stands for and remembers the choice. The seat
// that was chosen or drawn to be first is seat 0; the others follow in turn.
func (s *Session) NewGame(c settings.Choice) error {
	d, seated, err := newDocument(c)
	if err != nil {
		return err
	}
	s.Settings.NewGame = seated
	s.SaveSettings()
	if c.Clock.Limits() {
		d.Info[model.InfoClock] = c.Clock.String()
	}
	s.use(&docfile.Opened{Doc: d})
	if err := s.advice.AdviseAll(c.Advice, d.Players, s.Rules()); err != nil {
		s.fail(err) // an adviser of another game; the game begins
	}
	s.Continue()
	return nil
}

// Blank opens the start of a game. Computer players wait until somebody moves or continues the game.
func (s *Session) Blank(c settings.Choice) error {
	d, _, err := newDocument(c)
	if err != nil {
		return err
	}
	s.use(&docfile.Opened{Doc: d})
	return nil
}

// newDocument returns the start of a game, and the choice as it was seated.
func newDocument(c settings.Choice) (*model.Document, settings.Choice, error) {
	r, err := newgame.Build(c)
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
	return d, c, nil
}

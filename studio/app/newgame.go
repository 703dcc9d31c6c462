package app

import (
	"maps"
	"math/rand/v2"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
)

// Rules returns the rules that the choice stands for.
func (c Choice) Rules() (rules.Rules, error) {
	for _, g := range all.Games {
		if g.Name == c.Game {
			return g.Build(c.Preset, c.Over[c.key()])
		}
	}
	return nil, msg.Errorf("unknown game %q", c.Game)
}

func (c Choice) key() string { return c.Game + "/" + c.Preset }

// Params returns the full parameters that the choice stands for, presets and
// changes in; they may not go together.
func (c Choice) Params() rules.Params {
	for _, g := range all.Games {
		if g.Name == c.Game {
			p := rules.Params{}
			if ps, ok := g.Preset(c.Preset); ok {
				maps.Copy(p, ps.Params)
			}
			maps.Copy(p, c.Over[c.key()])
			if full, err := rules.Resolve(g.Params, p); err == nil {
				return full
			}
			full, _ := rules.Resolve(g.Params, nil)
			return full
		}
	}
	return rules.Params{}
}

// With returns the choice with one parameter changed.
func (c Choice) With(name, value string) Choice {
	over := maps.Clone(c.Over)
	if over == nil {
		over = map[string]rules.Params{}
	}
	p := maps.Clone(over[c.key()])
	if p == nil {
		p = rules.Params{}
	}
	p[name] = value
	over[c.key()] = p
	c.Over = over
	return c
}

// Plain returns the choice with all parameters as the preset has them.
func (c Choice) Plain() Choice {
	over := maps.Clone(c.Over)
	delete(over, c.key())
	c.Over = over
	return c
}

// Seats returns n players to show in the dialog: those remembered, and persons after them.
func (c Choice) Seats(n int) []model.Player {
	ps := make([]model.Player, n)
	for i := range ps {
		ps[i] = model.Player{Kind: Human, Level: 3}
		if i < len(c.Players) {
			ps[i] = c.Players[i]
		}
		if ps[i].Kind == "" {
			ps[i].Kind = Human
		}
	}
	return ps
}

// Kinds returns the computer players that play r.
func Kinds(r rules.Rules) []*ai.Kind { return aiall.For(r) }

// LevelTitles are the names of levels 1 to 5.
var LevelTitles = [...]msg.Key{"Very easy", "Easy", "Medium", "Hard", "Expert"}

// LevelTitle returns the name of a level from 1 to 5 in the person's language.
func LevelTitle(n int) string { return locale.T(LevelTitles[min(max(n, 1), 5)-1]) }

// NewGame begins the game that c stands for and remembers the choice. The seat
// that was chosen or drawn to be first is seat 0; the others follow in turn.
func (s *Session) NewGame(c Choice) error {
	r, err := c.Rules()
	if err != nil {
		return err
	}
	n := r.Players()
	ps := c.Seats(n)
	for i, p := range c.Players {
		if i >= n {
			ps = append(ps, p) // remembered for a game with more players
		}
	}
	c.Players = ps
	s.Settings.NewGame = c
	s.SaveSettings()
	d := model.NewDocument(r)
	first := c.First
	if first == RandomFirst {
		first = rand.IntN(n)
	}
	first = min(max(first, 0), n-1)
	for i := range n {
		d.Players[i] = ps[(first+i)%n]
	}
	s.use(d, "", nil)
	s.Continue()
	return nil
}

// Again begins the same game anew with the same players.
func (s *Session) Again() {
	if err := s.NewGame(s.Settings.NewGame); err != nil {
		s.fail(err)
	}
}

// AllKinds returns all computer players.
func AllKinds() []*ai.Kind { return aiall.Kinds }

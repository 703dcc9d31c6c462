// Package newgame makes games of the choices that the dialog for new games remembers.
package newgame

import (
	"maps"

	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/settings"
)

// Build returns the rules that a choice stands for.
func Build(c settings.Choice) (rules.Rules, error) {
	for _, g := range all.Games {
		if g.Name == c.Game {
			return g.Build(c.Preset, c.Changed())
		}
	}
	return nil, msg.Errorf("unknown game %q", c.Game)
}

// Params returns the full parameters that a choice stands for, presets and
// changes in; they may not go together.
func Params(c settings.Choice) rules.Params {
	for _, g := range all.Games {
		if g.Name == c.Game {
			p := rules.Params{}
			if ps, ok := g.Preset(c.Preset); ok {
				maps.Copy(p, ps.Params)
			}
			maps.Copy(p, c.Changed())
			if full, err := rules.Resolve(g.Params, p); err == nil {
				return full
			}
			full, _ := rules.Resolve(g.Params, nil)
			return full
		}
	}
	return rules.Params{}
}

// Seats returns n players to show in the dialog: those remembered, and persons after them.
func Seats(c settings.Choice, n int) []model.Player {
	ps := make([]model.Player, n)
	for i := range ps {
		ps[i] = model.Player{Kind: model.Human, Level: 3}
		if i < len(c.Players) {
			ps[i] = model.Player(c.Players[i])
		}
		if ps[i].Kind == "" {
			ps[i].Kind = model.Human
		}
	}
	return ps
}

// Seated returns the choice with these players; those remembered for games with more of them stay.
func Seated(c settings.Choice, players []model.Player) settings.Choice {
	var all []settings.Player
	for _, p := range players {
		all = append(all, settings.Player(p))
	}
	c.Players = append(all, c.Players[min(len(all), len(c.Players)):]...)
	return c
}

// LevelTitles are the names of levels 1 to 5.
var LevelTitles = [...]msg.Key{"Very easy", "Easy", "Medium", "Hard", "Expert"}

// LevelTitle returns the name of a level from 1 to 5 in the person's language.
func LevelTitle(n int) string { return locale.T(LevelTitles[min(max(n, 1), 5)-1]) }

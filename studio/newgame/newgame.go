// Package newgame makes games of the choices that the dialog for new games remembers, and says what there is to choose.
package newgame

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	aiall "boardstudio/ai/all"
	"boardstudio/ai/level"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/settings"
)

// Item is a game to choose.
type Item struct {
	Game   *rules.Game
	Preset rules.Preset
}

// Items lists the games, those of a family together.
func Items() []Item {
	var list []Item
	for _, g := range all.Games {
		for _, p := range g.Presets {
			list = append(list, Item{g, p})
		}
	}
	return list
}

// Of returns the item of a choice; the first one where there is no such game any more.
func Of(c settings.Choice) Item {
	list := Items()
	i := slices.IndexFunc(list, func(x Item) bool { return x.Game.Name == c.Game && x.Preset.Name == c.Preset })
	return list[max(i, 0)]
}

// Rule is a parameter to ask for.
type Rule struct {
	rules.Param
	Main bool // asked for at once: the size, and what makes the preset what it is
	Idle bool // it makes no difference beside the others
}

// Rules returns the parameters to ask for.
func Rules(c settings.Choice) []Rule {
	it, full := Of(c), Params(c)
	_, err := it.Game.Build("", full)
	var list []Rule
	for _, d := range it.Game.Params {
		if d.Kind == rules.Choice && len(d.Options) < 2 {
			continue
		}
		_, own := it.Preset.Params[d.Name]
		idle := it.Game.Idle != nil && it.Game.Idle(full, d.Name)
		list = append(list, Rule{Param: d, Main: d.Main || own, Idle: idle && (err == nil || full[d.Name] == d.Default)})
	}
	return list
}

// Opponent is one who can play without being explained.
type Opponent struct {
	Title, Kind string
	Level       int // of a computer
}

// Opponents returns a person, and the computer at its levels.
func Opponents() []Opponent {
	list := []Opponent{{Title: locale.T("Person"), Kind: model.Human}}
	for n := range level.Count {
		list = append(list, Opponent{AtLevel(n + 1), level.Name, n + 1})
	}
	return list
}

// AtLevel names the computer at a level from 1 to 5, 0 for the usual one: "Computer, easy".
func AtLevel(n int) string { return locale.T("Computer, %s", strings.ToLower(LevelTitle(n))) }

// Index returns the place of a player in a list of opponents, -1 where it is another one. Levels beyond
// those that there are count as the nearest.
func Index(list []Opponent, p model.Player) int {
	kind, at := aiall.Named(p.Kind, p.Level)
	return slices.IndexFunc(list, func(o Opponent) bool {
		return o.Kind == kind && (o.Level == 0 || o.Level == min(max(cmp.Or(at, level.Usual), 1), level.Count))
	})
}

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
	it := Of(c)
	p := rules.Params{}
	maps.Copy(p, it.Preset.Params)
	maps.Copy(p, c.Changed())
	full, err := rules.Resolve(it.Game.Params, p)
	if err != nil {
		full, _ = rules.Resolve(it.Game.Params, nil)
	}
	return full
}

// Seats returns n players to show in the dialog: those remembered, and persons after them.
func Seats(c settings.Choice, n int) []model.Player {
	ps := make([]model.Player, n)
	for i := range ps {
		ps[i] = model.Player{Kind: model.Human, Level: level.Usual}
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

// LevelTitle returns the name of a level from 1 to 5 in the person's language, 0 for the usual one.
func LevelTitle(n int) string {
	return locale.T(level.Titles[min(max(cmp.Or(n, level.Usual), 1), level.Count)-1])
}

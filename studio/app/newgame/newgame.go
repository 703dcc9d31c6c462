// Package newgame makes games of the choices that the dialog for new games remembers, and says what there is to choose.
package newgame

import (
	"cmp"
	"maps"
	"slices"

	aiall "boardstudio/ai/all"
	"boardstudio/ai/level"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/rules/all"
	"boardstudio/studio/app/settings"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
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

// Pick returns the choice with another game and its last settings. Without such settings, the first player is drawn by lot if the preset has Lots.
func Pick(c settings.Choice, it Item) settings.Choice {
	_, known := c.Past[it.Game.Name+"/"+it.Preset.Name]
	c = c.Pick(it.Game.Name, it.Preset.Name)
	if known {
		return c
	}
	c.First = 0
	if it.Preset.Lots {
		c.First = settings.RandomFirst
	}
	return c
}

// Rule is a parameter to ask for.
type Rule struct {
	rules.Param
	Main bool // asked for at once: the size, and what makes the preset what it is
	Idle bool // the parameter has no effect given the values of the others
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
	list := []Opponent{{Title: locale.T("Human"), Kind: model.Human}}
	for n := range level.Count {
		list = append(list, Opponent{words.Computer(n + 1), level.Name, n + 1})
	}
	return list
}

// Index returns the place of a player in a list of opponents, -1 where it is another one. Levels beyond
// those that there are count as the nearest.
func Index(list []Opponent, p model.Player) int {
	kind, at := aiall.Engines.CurrentName(p.Kind, p.Level)
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

// Counts reports whether the winner of a game that was opened gets a point: a computer plays in it, or the players have
// points already, as in a game that was started in Studio and saved. Moves that are tried in other records give no point.
func Counts(players []model.Player) bool {
	return slices.ContainsFunc(players, func(p model.Player) bool { return p.Score != 0 || p.Kind != model.Human && p.Kind != "" })
}

// KeepScores gives the players of a new game the points of the previous one. It finds players by name, kind and level, at the same
// seat if possible.
func KeepScores(ps, was []model.Player) {
	same := func(p, q model.Player) bool { return p.Name == q.Name && p.Kind == q.Kind && p.Level == q.Level }
	used, found := make([]bool, len(was)), make([]bool, len(ps))
	for i := range ps {
		ps[i].Score = 0
		if i < len(was) && same(ps[i], was[i]) {
			ps[i].Score, used[i], found[i] = was[i].Score, true, true
		}
	}
	for i := range ps {
		for j, q := range was {
			if !found[i] && !used[j] && same(ps[i], q) {
				ps[i].Score, used[j], found[i] = q.Score, true, true
			}
		}
	}
}

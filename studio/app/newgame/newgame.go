// Package newgame builds games from the settings of the new-game dialog, and lists the available
// games, rules and opponents.
package newgame

import (
	"cmp"
	"maps"
	"slices"

	"boardstudio/ai/level"
	"boardstudio/ai/player"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/settings"
	"boardstudio/text/locale"
	"boardstudio/text/msg"
	"boardstudio/text/words"
)

// Item is a game that can be chosen.
type Item struct {
	Game   *rules.Game
	Preset rules.Preset
}

// Items returns the games, grouped by family.
func Items(games rules.Catalog) []Item {
	var list []Item
	for _, g := range games {
		for _, p := range g.Presets {
			list = append(list, Item{g, p})
		}
	}
	return list
}

// Of returns the game of a choice, or the first game if the chosen one no longer exists.
func Of(games rules.Catalog, c settings.Choice) Item {
	list := Items(games)
	i := slices.IndexFunc(list, func(x Item) bool { return x.Game.Name == c.Game && x.Preset.Name == c.Preset })
	return list[max(i, 0)]
}

// Pick returns c with the game it and the last settings of that game. If there are no such
// settings, the first player is drawn by lot for presets with Lots.
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

// Rule is a parameter of the game that the user can set.
type Rule struct {
	rules.Param
	Main bool // always shown: the size, and parameters that the preset sets
	Idle bool // has no effect given the values of the other parameters
}

// Rules returns the parameters that the user can set. It omits choices with a single option.
func Rules(games rules.Catalog, c settings.Choice) []Rule {
	it, full := Of(games, c), Params(games, c)
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

// Opponent is a player in the short list: a human, or the computer at a level.
type Opponent struct {
	Title, Kind string
	Level       int // level of the computer, or 0
}

// Opponents returns a human player and the computer at each level.
func Opponents() []Opponent {
	list := []Opponent{{Title: locale.T("Human"), Kind: model.Human}}
	for n := range level.Count {
		list = append(list, Opponent{words.Computer(n + 1), level.Name, n + 1})
	}
	return list
}

// Index returns the index of a player in a list of opponents, or -1. A level out of range counts as
// the nearest one.
func Index(engines *player.Catalog, list []Opponent, p model.Player) int {
	kind, at := engines.CurrentName(p.Kind, p.Level)
	return slices.IndexFunc(list, func(o Opponent) bool {
		return o.Kind == kind && (o.Level == 0 || o.Level == min(max(cmp.Or(at, level.Usual), 1), level.Count))
	})
}

// Build returns the rules of a choice. It returns an error if the game is unknown or the parameters
// are invalid.
func Build(games rules.Catalog, c settings.Choice) (rules.Rules, error) {
	g := games.Family(c.Game)
	if g == nil {
		return nil, msg.Errorf("unknown game %q", c.Game)
	}
	return g.Build(c.Preset, c.Changed())
}

// Params returns all parameters of a choice, including those of the preset and the user's changes.
// Their combination may be invalid.
func Params(games rules.Catalog, c settings.Choice) rules.Params {
	it := Of(games, c)
	p := rules.Params{}
	maps.Copy(p, it.Preset.Params)
	maps.Copy(p, c.Changed())
	full, err := rules.Resolve(it.Game.Params, p)
	if err != nil {
		full, _ = rules.Resolve(it.Game.Params, nil)
	}
	return full
}

// Seats returns n players to show in the dialog: those of the choice, followed by human players.
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

// Seated returns the choice with the given players. It keeps the stored players of further seats,
// for games with more players.
func Seated(c settings.Choice, players []model.Player) settings.Choice {
	var all []settings.Player
	for _, p := range players {
		all = append(all, settings.Player(p))
	}
	c.Players = append(all, c.Players[min(len(all), len(c.Players)):]...)
	return c
}

// Counts reports whether the winner of an opened game gets a point. This is the case if a computer
// plays in it, or if a player already has points, as in a saved game that was started in Studio.
// Moves tried in other records give no points.
func Counts(players []model.Player) bool {
	return slices.ContainsFunc(players, func(p model.Player) bool { return p.Score != 0 || p.Kind != model.Human && p.Kind != "" })
}

// KeepScores gives the players ps of a new game their points from the previous one. It matches
// players by name, kind and level, at the same seat if possible. Other players get 0 points.
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

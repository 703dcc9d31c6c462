package words

import (
	"cmp"
	"slices"
	"strings"

	"boardstudio/ai/level"
	"boardstudio/ai/lua"
	"boardstudio/ai/player"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// Players returns the displayed names of a document's players. An engine without a name is called
// by its kind, a human without a name by the seat.
func Players(engines *player.Catalog, d *model.Document) []string {
	r := d.Tree.Rules()
	names := Seated(engines, d.Players, func(p rules.Player) string { return Seat(r, p) })
	for p := len(names); p < r.Players(); p++ {
		names = append(names, Seat(r, rules.Player(p)))
	}
	return names
}

// Player returns the displayed name of one player, see Players.
func Player(engines *player.Catalog, d *model.Document, p rules.Player) string {
	if p >= 0 && int(p) < len(d.Players) && !person(d.Players[p]) {
		return Players(engines, d)[p] // players with the same name are numbered
	}
	if p >= 0 && int(p) < len(d.Players) && d.Players[p].Name != "" {
		return d.Players[p].Name
	}
	return Seat(d.Tree.Rules(), p)
}

// Seated returns the names of players as they are displayed; seat names people without a name. Engines with the same
// name are numbered: the second "Computer, easy" is "Computer, easy 2".
func Seated(engines *player.Catalog, players []model.Player, seat Namer) []string {
	names := make([]string, len(players))
	for i, p := range players {
		switch {
		case p.Name != "":
			names[i] = p.Name
		case person(p):
			names[i] = seat(rules.Player(i))
		default:
			names[i] = Kind(engines, p)
		}
	}
	model.NumberNames(names, func(i int) bool { return person(players[i]) })
	return names
}

// Opponents returns the names of the first most players, joined as in a title: "Ann – Computer,
// easy". If there are more players, it ends with "…". It returns "" if all players are people
// without a name.
func Opponents(engines *player.Catalog, d *model.Document, most int) string {
	if !slices.ContainsFunc(d.Players, Known) {
		return ""
	}
	names := Players(engines, d)
	if len(names) > most {
		names = append(names[:most], "…")
	}
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
	}
	return strings.Join(names, " – ")
}

// Kind returns what kind of player p is, in a few words: "Human", "Computer, hard", the name of a script.
func Kind(engines *player.Catalog, p model.Player) string {
	if person(p) {
		return locale.T("Human")
	}
	kind, at := engines.CurrentName(p.Kind, p.Level)
	name, rest, has := strings.Cut(kind, ":")
	k := engines.Find(name)
	if k == nil {
		return p.Kind
	}
	if k.Name == lua.Kind.Name {
		if path, _ := lua.Split(rest); path != "" {
			return locale.FileName(path)
		}
	}
	if _, ok := k.Param("level"); ok {
		return Computer(at)
	}
	if has && k.Choices != nil {
		return rest
	}
	return locale.T(k.Title)
}

// Computer returns the name of the computer at a level from 1 to 5, 0 for the usual one: "Computer, easy".
func Computer(n int) string { return locale.T("Computer, %s", strings.ToLower(Level(n))) }

// Level returns the name of a level from 1 to 5, 0 for the usual one.
func Level(n int) string {
	return locale.T(level.Titles[min(max(cmp.Or(n, level.Usual), 1), level.Count)-1])
}

// Known reports whether a player has a displayed name of its own: it has a name, or is an engine.
func Known(p model.Player) bool { return strings.TrimSpace(p.Name) != "" || !person(p) }

func person(p model.Player) bool { return p.Kind == model.Human || p.Kind == "" }

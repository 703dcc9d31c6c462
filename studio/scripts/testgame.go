package scripts

import (
	"path/filepath"
	"strings"

	"boardstudio/ai/lua"
	"boardstudio/ai/lua/script"
	"boardstudio/model"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Path returns the path of the script in a player's kind, "" for another kind.
func Path(kind string) string {
	name, file, _ := strings.Cut(kind, ":")
	if name != lua.Kind.Name {
		return ""
	}
	path, _ := lua.Split(file)
	return path
}

// Values returns the values of the options of the script in a player's kind.
func Values(kind string) map[string]string {
	_, file, _ := strings.Cut(kind, ":")
	_, values := lua.Split(file)
	return values
}

// Kind returns the kind of a player whose moves the script chooses.
func Kind(path string, values map[string]string) string {
	return lua.Kind.Name + ":" + lua.Join(path, values)
}

// Title returns a title of the script in a player's kind: the name of its file.
func Title(kind string) string {
	return strings.TrimSuffix(filepath.Base(Path(kind)), extension)
}

// Game is a game that a script can be tried on.
type Game struct {
	Title msg.Key
	Rules rules.Rules
}

// Plays returns those presets of the games that a script plays.
func Plays(about *script.Description, games []*rules.Game) []Game {
	var list []Game
	for _, g := range games {
		for _, p := range g.Presets {
			if r, err := g.Build(p.Name, nil); err == nil && about.Plays(r, games) {
				list = append(list, Game{p.Title, r})
			}
		}
	}
	return list
}

// TestGame is a game begun to try a script.
type TestGame struct {
	Rules   rules.Rules
	Seat    int // of the script
	Against model.Player
}

// Document returns the game at its start, with the script of the kind among the players.
func (g TestGame) Document(kind string) *model.Document {
	d := model.NewDocument(g.Rules)
	for i := range d.Players {
		d.Players[i].Kind, d.Players[i].Name, d.Players[i].Level = g.Against.Kind, g.Against.Name, g.Against.Level
	}
	d.Players[min(max(g.Seat, 0), len(d.Players)-1)] = model.Player{Kind: kind, Name: Title(kind)}
	return d
}

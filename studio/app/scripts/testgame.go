package scripts

import (
	"path/filepath"
	"strings"

	"boardstudio/ai/lua"
	"boardstudio/ai/lua/script"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Path returns the path of the script in a player's kind, or "" if the player is not a script.
func Path(kind string) string {
	name, file, _ := strings.Cut(kind, ":")
	if name != lua.Kind.Name {
		return ""
	}
	path, _ := lua.Split(file)
	return path
}

// Values returns the option values of the script in a player's kind.
func Values(kind string) map[string]string {
	_, file, _ := strings.Cut(kind, ":")
	_, values := lua.Split(file)
	return values
}

// Kind returns the kind of a player that runs the script at path.
func Kind(path string, values map[string]string) string {
	return lua.Kind.Name + ":" + lua.Join(path, values)
}

// Title returns the file name, without extension, of the script in a player's kind.
func Title(kind string) string {
	return strings.TrimSuffix(filepath.Base(Path(kind)), extension)
}

// Game is a game for testing a script.
type Game struct {
	Title msg.Key
	Rules rules.Rules
}

// Plays returns the presets of games that a script can play.
func Plays(about *script.Description, games rules.Catalog) []Game {
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

// TestGame is a game started to test a script.
type TestGame struct {
	Rules   rules.Rules
	Seat    int // seat of the script
	Against model.Player
}

// Document returns the game at its start, with the script of the given kind among the players.
func (g TestGame) Document(kind string) *model.Document {
	d := model.NewDocument(g.Rules)
	for i := range d.Players {
		d.Players[i].Kind, d.Players[i].Name, d.Players[i].Level = g.Against.Kind, g.Against.Name, g.Against.Level
	}
	d.Players[min(max(g.Seat, 0), len(d.Players)-1)] = model.Player{Kind: kind, Name: Title(kind)}
	return d
}

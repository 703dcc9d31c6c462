package scripts

import (
	"embed"
	"io/fs"
	"strings"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// templates contains any.lua, commands.lua and, for some games, a file named after the game.
//
//go:embed templates/*.lua
var templates embed.FS

// Template is the initial text of a new script.
type Template struct {
	Game  string // the only game it plays, or "" for any game
	Title msg.Key
	text  string

	commands bool // defines commands instead of a player
}

// Templates returns the templates for the given games. The first is for any game, the last for
// commands.
func Templates(games rules.Catalog) []Template {
	list := []Template{{Title: "Any game"}}
	for _, g := range games {
		list = append(list, Template{Game: g.Name, Title: g.Title})
	}
	list = append(list, Template{Title: "Commands for game trees", commands: true})
	n := 0
	for _, t := range list {
		name := t.Game
		switch {
		case t.commands:
			name = "commands"
		case name == "":
			name = "any"
		}
		if data, err := fs.ReadFile(templates, "templates/"+name+extension); err == nil {
			t.text = string(data)
			list[n] = t
			n++
		}
	}
	return list[:n]
}

// Text returns the text of a new script named name.
func (t Template) Text(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r == '"' || r == '\\' {
			return -1
		}
		return r
	}, name)
	return strings.Replace(t.text, "NAME", plain, 1)
}

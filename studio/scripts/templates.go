package scripts

import (
	"embed"
	"io/fs"
	"strings"

	"boardstudio/msg"
	"boardstudio/rules"
)

// templates has any.lua and commands.lua, and may have one for a game with the game's name.
//
//go:embed templates/*.lua
var templates embed.FS

// Template is what a new script begins with.
type Template struct {
	Game  string // the only game that it plays, "" for any
	Title msg.Key
	text  string

	commands bool // it is no player
}

// Templates returns the templates for these games: first that for any game, last that for commands.
func Templates(games []*rules.Game) []Template {
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

// Text returns the text of a new script with that name.
func (t Template) Text(name string) string {
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r == '"' || r == '\\' {
			return -1
		}
		return r
	}, name)
	return strings.Replace(t.text, "NAME", plain, 1)
}

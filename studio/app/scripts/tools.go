package scripts

import (
	"boardstudio/ai/lua/script"
	"boardstudio/rules"
	"boardstudio/text/locale"
)

// Tool is a command of a script that works on game trees.
type Tool struct {
	Script
	Command script.Command
}

// Title returns the title of the command. Titles of included scripts are translated.
func (t *Tool) Title() string { return locale.Title(string(t.Command.Title)) }

// Tools returns the commands of the scripts known to fit the game.
func (l *Library) Tools(r rules.Rules) []Tool {
	var list []Tool
	for _, s := range l.List() {
		if s.About == nil || !s.About.Fits(r, l.games) {
			continue
		}
		for _, c := range s.About.Commands {
			list = append(list, Tool{s, c})
		}
	}
	return list
}

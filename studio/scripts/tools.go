package scripts

import (
	"boardstudio/ai/lua/script"
	"boardstudio/locale"
	"boardstudio/rules"
)

// Tool is a command of a script, which works on game trees.
type Tool struct {
	Script
	Command script.Command
}

// Title returns what the tool is called, in the person's language where the script came with the studio.
func (t *Tool) Title() string { return locale.Title(string(t.Command.Title)) }

// Tools returns the commands of the scripts that are known to be for the game.
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

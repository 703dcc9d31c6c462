package api

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"boardstudio/ai/lua/stdlib"
	"boardstudio/msg"
)

//go:embed manual.tmpl
var manualText string

// about says what the functions of a group belong to.
var about = map[msg.Key]string{
	positions: "Positions of all games have these. `pos` is the position that your function is given; one that `pos:play` returns is another.",
	lines:     "Positions of tic-tac-toe, gomoku, pente, connect four and all games with rows have these besides.",
	discs:     "Positions of Othello have these besides.",
	seeds:     "Positions of awale have these besides.",
	games:     "The table `game` tells of the game.",
	searches:  "For scripts that look ahead themselves, in `choose`.",
	basics:    "What is not in books on Lua, or differs.",
}

// Manual returns the manual of scripts, as Markdown.
func Manual() string {
	var b strings.Builder
	group := msg.Key("")
	for _, e := range Reference() {
		if e.Group != group {
			group = e.Group
			fmt.Fprintf(&b, "\n### %s\n\n%s\n", group, about[group])
		}
		fmt.Fprintf(&b, "\n#### `%s`\n\n%s\nCost: %s.\n\n```lua %s\n%s```\n", e.Signature, e.Text, e.Cost, e.Game, e.Example)
	}
	return strings.NewReplacer("{{reference}}\n", b.String()+"\n", "{{memory}}", strconv.Itoa(stdlib.MaxMemory>>20)).Replace(manualText)
}

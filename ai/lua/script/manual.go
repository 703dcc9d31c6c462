package script

import (
	_ "embed"
	"strconv"
	"strings"
)

//go:embed manual.tmpl
var manualText string

// about says what the functions of a group belong to.
var about = map[string]string{
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
	group := ""
	for _, e := range Reference() {
		if e.Group != group {
			group = e.Group
			b.WriteString("\n### " + group + "\n\n" + about[group] + "\n")
		}
		b.WriteString("\n#### `" + e.Signature + "`\n\n" + e.Text + "\nCost: " + e.Cost + ".\n\n```lua " + e.Game + "\n" + e.Example + "```\n")
	}
	return strings.NewReplacer("{{reference}}\n", b.String()+"\n", "{{memory}}", strconv.Itoa(maxMemory>>20)).Replace(manualText)
}

package connect4

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Expert returns the levels of a table with this engine at the highest, on boards of one word. On larger ones, of which it can solve the end only, it
// has lost to the search that all games share.
func Expert(of level.Table) level.Table {
	return level.Topped(of, func(r rules.Rules) bool {
		o := optionsOf(r)
		return o != nil && o.Cols*(o.Rows+1) <= 64
	}, level.By(Kind.Name, 5_000_000))
}

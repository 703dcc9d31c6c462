package connect4

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Expert returns the levels of a table with this engine at the highest, on boards of one word. On larger ones, of which it can solve the end only, it
// has lost to the search that all games share.
func Expert(of level.Table) level.Table {
	return func(r rules.Rules) *[level.Count]level.Level {
		levels := of(r)
		if o := optionsOf(r); levels != nil && o != nil && o.Cols*(o.Rows+1) <= 64 {
			levels[level.Count-1] = level.By(Kind.Name, 5_000_000)
		}
		return levels
	}
}

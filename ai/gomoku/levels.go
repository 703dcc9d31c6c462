package gomoku

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Expert returns the levels of a table with this engine at the highest, where it plays.
func Expert(of level.Table) level.Table {
	return func(r rules.Rules) *[level.Count]level.Level {
		levels := of(r)
		if levels != nil && optionsOf(r) != nil {
			levels[level.Count-1] = level.By(Kind.Name, 300_000)
		}
		return levels
	}
}

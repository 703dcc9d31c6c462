package gomoku

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Expert returns the levels of a table with this engine at the highest, where it plays.
func Expert(of level.Table) level.Table {
	return level.Topped(of, func(r rules.Rules) bool { return optionsOf(r) != nil }, level.By(Kind.Name, 300_000))
}

package gomoku

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Expert returns the levels of a table with this engine at the highest, where it plays best. Of the games in which stones are captured and need not
// touch others only those with the rules of pente were measured (docs/engines.md); in the rest the search that plays all games stays.
func Expert(of level.Table) level.Table {
	best := func(r rules.Rules) bool {
		o := optionsOf(r)
		return o != nil && (o.Captures == 0 || o.Adjacent || kindOf(o) == onlyTakes)
	}
	return level.Topped(of, best, level.By(Kind.Name, 300_000))
}

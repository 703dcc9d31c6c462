package gomoku

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Expert returns the levels of a table with this engine at the highest, where it plays best: where stones are captured and need not touch others,
// the search that plays all games wins three games of four at equal time (docs/engines.md).
func Expert(of level.Table) level.Table {
	best := func(r rules.Rules) bool {
		o := optionsOf(r)
		return o != nil && (o.Captures == 0 || o.Adjacent)
	}
	return level.Topped(of, best, level.By(Kind.Name, 300_000))
}

package gomoku

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Expert returns a table of levels that uses this engine for the highest level in the games that it
// plays best. Of the games with captures in which stones need not touch, only the rules of pente
// were measured (docs/engines.md); the other games use the shared search.
func Expert(of level.Table) level.Table {
	best := func(r rules.Rules) bool {
		o := optionsOf(r)
		return o != nil && (o.Captures == 0 || o.Adjacent || kindOf(o) == onlyCaptures)
	}
	return level.WithTop(of, best, level.By(Kind.Name, 300_000))
}

package connect4

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Expert returns the levels of a table with this engine at the highest, on boards of one word and on those of two where it has beaten the search that all
// games share: for four in a row on a plane, in columns of six cells or more.
func Expert(of level.Table) level.Table {
	return level.Topped(of, func(r rules.Rules) bool {
		o := optionsOf(r)
		return o != nil && (o.Cols*(o.Rows+1) <= 64 || o.K == 4 && o.Topology == "plane" && o.Rows >= 6 && fours[o.Rows+2].rows != nil)
	}, level.By(Kind.Name, 5_000_000))
}

package connect4

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Expert returns a table of levels that uses this engine for the highest level. It does so on
// one-word boards, and on the two-word boards on which it has beaten the shared search: four in a
// row on a plane, with columns of at least six cells.
func Expert(of level.Table) level.Table {
	return level.WithTop(of, func(r rules.Rules) bool {
		o := optionsOf(r)
		return o != nil && (o.Cols*(o.Rows+1) <= 64 || o.K == 4 && o.Topology == "plane" && o.Rows >= 6 && fourOps[o.Rows+2].rows != nil)
	}, level.By(Kind.Name, 5_000_000))
}

package solver

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// smallCells is the maximum number of cells of a board that is considered small for any winning
// length. With rows of four or less, all boards of this engine are.
const smallCells = 36

// Expert returns a table of levels that uses this engine for the highest level, on boards small
// enough for it to prove most positions.
func Expert(of level.Table) level.Table {
	return level.WithTop(of, func(r rules.Rules) bool {
		if plays(r) != nil {
			return false
		}
		o := r.(*line.Rules).Options()
		return o.K < 5 || o.Rows*o.Cols <= smallCells
	}, level.By(Kind.Name, 400_000))
}

package solver

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// smallCells is up to how many cells a board is small whatever the winning length. With rows of four or shorter, all that this engine plays on are.
const smallCells = 36

// Expert returns the levels of a table with this engine at the highest, on boards that are small enough for it to prove most positions.
func Expert(of level.Table) level.Table {
	return level.Topped(of, func(r rules.Rules) bool {
		if plays(r) != nil {
			return false
		}
		o := r.(*line.Rules).Options()
		return o.K < 5 || o.Rows*o.Cols <= smallCells
	}, level.By(Kind.Name, 400_000))
}

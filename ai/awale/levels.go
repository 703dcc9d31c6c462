package awale

import (
	"boardstudio/ai"
	"boardstudio/ai/awale/pits"
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Levels returns the levels of awale. The lowest level captures as many seeds as possible, and the
// highest uses endgame tables.
func Levels(r rules.Rules) *[level.Count]level.Level {
	if plays(r) != nil {
		return nil
	}
	ls := &[level.Count]level.Level{
		{Engine: "greedy", Limit: ai.Limit{Nodes: 300}, Overlooks: 0.8},
		level.Search(2, 600, 0.4), level.Search(3, 3_000, 0.13), level.Search(6, 12_000, 0.03), level.Full(100_000),
	}
	if pits.Fits(r) == nil {
		ls[level.Count-1] = level.By("awale", 2_000_000)
	}
	return ls
}

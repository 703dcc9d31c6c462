package othello

import (
	"boardstudio/ai"
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Levels are the levels of Othello. Beginners take as many discs as they can.
func Levels(r rules.Rules) *[level.Count]level.Level {
	if plays(r) != nil {
		return nil
	}
	ls := &[level.Count]level.Level{
		{Engine: "greedy", Limit: ai.Limit{Nodes: 300}, Overlooks: 0.6},
		level.Search(1, 600, 0.5), level.Search(3, 3_000, 0.15), level.Search(5, 10_000, 0.03), level.Full(100_000),
	}
	if r.Spec().Params["goal"] == "fewest" {
		ls[0], ls[1] = level.Search(1, 300, 0.9), level.Search(1, 600, 0.25)
	}
	return ls
}

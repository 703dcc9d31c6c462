package line

import (
	"boardstudio/ai"
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Levels are the levels of alignment games.
func Levels(r rules.Rules) *[level.Count]level.Level {
	if optionsOf(r) == nil {
		return nil
	}
	return &[level.Count]level.Level{
		{Engine: "alphabeta", Limit: ai.Limit{Depth: 1, Nodes: 300}, Overlooks: 0.75},
		{Engine: "alphabeta", Limit: ai.Limit{Depth: 1, Nodes: 600}, Overlooks: 0.3},
		{Engine: "alphabeta", Limit: ai.Limit{Depth: 2, Nodes: 3_000}, Overlooks: 0.1},
		{Engine: "alphabeta", Limit: ai.Limit{Depth: 4, Nodes: 15_000}, Overlooks: 0.03},
		{Engine: "alphabeta", Limit: ai.Limit{Nodes: 100_000, Time: level.MostTime}},
	}
}

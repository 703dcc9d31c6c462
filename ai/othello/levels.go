package othello

import (
	"boardstudio/ai"
	"boardstudio/ai/level"
	"boardstudio/ai/othello/deep"
	"boardstudio/rules"
)

// Levels returns the levels of Othello. The lowest level flips as many discs as possible, unless
// the fewest discs win.
func Levels(r rules.Rules) *[level.Count]level.Level {
	if plays(r) != nil {
		return nil
	}
	ls := &[level.Count]level.Level{
		{Engine: "greedy", Limit: ai.Limit{Nodes: 300}, Overlooks: 0.7},
		level.Search(2, 800, 0.5), level.Search(3, 3_000, 0.12), level.Search(6, 20_000, 0.01), level.Full(100_000),
	}
	if r.Spec().Params["goal"] == "fewest" {
		ls[0], ls[1], ls[2] = level.Search(1, 300, 0.9), level.Search(2, 600, 0.42), level.Search(3, 3_000, 0.07)
	}
	if deep.Kind.Plays(r) == nil {
		ls[level.Count-1] = level.By(deep.Name, 500_000)
	}
	return ls
}

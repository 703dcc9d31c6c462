package awale

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Levels are the levels of awale.
func Levels(r rules.Rules) *[level.Count]level.Level {
	if plays(r) != nil {
		return nil
	}
	return &[level.Count]level.Level{
		level.Search(1, 300, 0.9), level.Search(2, 600, 0.45), level.Search(3, 3_000, 0.15), level.Search(6, 12_000, 0.03), level.Full(100_000),
	}
}

package line

import (
	"boardstudio/ai/level"
	"boardstudio/rules"
)

// Levels are the levels of alignment games.
func Levels(r rules.Rules) *[level.Count]level.Level {
	o := optionsOf(r)
	switch {
	case o == nil:
		return nil
	case o.Drop:
		return &[level.Count]level.Level{
			level.Search(1, 300, 0.75), level.Search(2, 600, 0.35), level.Search(4, 3_000, 0.08), level.Search(6, 12_000, 0.02), level.Full(100_000),
		}
	case o.Captures > 0:
		return &[level.Count]level.Level{
			level.Search(1, 300, 0.8), level.Search(1, 600, 0.2), level.Search(2, 3_000, 0.06), level.Search(4, 15_000, 0.01), level.Full(60_000),
		}
	}
	return &[level.Count]level.Level{
		level.Search(1, 300, 0.8), level.Search(1, 600, 0.3), level.Search(2, 3_000, 0.08), level.Search(4, 15_000, 0.01), level.Full(100_000),
	}
}

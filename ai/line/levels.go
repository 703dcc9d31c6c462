package line

import (
	"math"
	"strconv"
	"strings"

	"boardstudio/ai"
	"boardstudio/ai/level"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// endless is the number of cells from which on a board counts as one without end.
const endless = 1000

// Levels are the levels of alignment games.
func Levels(r rules.Rules) *[level.Count]level.Level {
	o := optionsOf(r)
	switch {
	case o == nil:
		return nil
	case o.Players > 2:
		return several(o)
	case o.Drop:
		return &[level.Count]level.Level{
			level.Search(1, 300, 0.94), level.Search(2, 600, 0.49), level.Search(4, 3_000, 0.105), level.Search(8, 20_000, 0.04), level.Full(250_000),
		}
	case o.Captures > 0:
		return &[level.Count]level.Level{
			level.Search(1, 300, 0.88), level.Search(2, 800, 0.45), level.Search(3, 3_000, 0.14), level.Search(5, 12_000, 0.025), level.Full(60_000),
		}
	case o.Rows*o.Cols > endless:
		return &[level.Count]level.Level{
			level.Search(1, 300, 0.9), level.Search(1, 600, 0.35), level.Search(2, 3_000, 0.1), level.Search(4, 10_000, 0.028), level.Full(100_000),
		}
	}
	return &[level.Count]level.Level{
		level.Search(1, 300, 0.95), level.Search(2, 1_500, 0.39), level.Search(3, 3_000, 0.1), level.Search(6, 20_000, 0.018), level.Full(150_000),
	}
}

// several are the levels of games of three and more. There a player who takes all others to play against it
// defends too much, and one who blocks as soon as it can does the work of the others: counting tuples, its own first, wins more.
func several(o *line.Options) *[level.Count]level.Level {
	lowest := level.Search(1, 300, 0.98)
	tuples := func(overlooks float64) level.Level {
		return level.Level{Engine: KTuple.Name, Limit: ai.Limit{Nodes: 300}, Overlooks: overlooks}
	}
	eager := func(overlooks float64) level.Level {
		l := tuples(overlooks)
		l.Params = rules.Params{"own": rising(2, 16, 1e12, o.K), "block": rising(1, 8, 1e9, o.K)}
		return l
	}
	each := func(depth string, overlooks float64) level.Level {
		return level.Level{Engine: "maxn", Params: rules.Params{"depth": depth}, Limit: ai.Limit{Nodes: 20_000}, Overlooks: overlooks}
	}
	switch {
	case o.Drop:
		return &[level.Count]level.Level{lowest, level.Search(1, 600, 0.48), tuples(0.22), each("2", 0.07), each("4", 0)}
	case o.Captures > 0:
		return &[level.Count]level.Level{lowest, level.Search(1, 600, 0.87), eager(0.74), tuples(0.39), eager(0)}
	}
	second := level.Search(1, 600, 0.84)
	if o.Rows*o.Cols > endless {
		second.Overlooks = 0.9
	}
	return &[level.Count]level.Level{lowest, second, eager(0.77), eager(0.45), eager(0)}
}

// rising returns weights of tuples: the first, each of the next so many times the one before, and the last, which goes before all others.
func rising(first, times, last float64, k int) string {
	var all []string
	for n := range k - 1 {
		all = append(all, strconv.FormatFloat(min(first*math.Pow(times, float64(n)), last/1000), 'g', -1, 64))
	}
	return strings.Join(append(all, strconv.FormatFloat(last, 'g', -1, 64)), "/")
}

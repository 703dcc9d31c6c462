package line

import (
	"math"
	"strconv"
	"strings"
	"time"

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
		return several(r, o)
	case o.Drop:
		return &[level.Count]level.Level{
			level.Search(1, 300, 0.94), level.Search(2, 600, 0.49), level.Search(4, 3_000, 0.095), level.Search(8, 20_000, 0.04), level.Full(250_000),
		}
	case o.Captures > 0:
		return &[level.Count]level.Level{
			level.Search(1, 300, 0.88), level.Search(2, 800, 0.45), level.Search(3, 3_000, 0.14), level.Search(5, 12_000, 0.025), level.Full(60_000),
		}
	case o.Rows*o.Cols > endless:
		return &[level.Count]level.Level{
			level.Search(1, 300, 0.95), level.Search(1, 600, 0.45), level.Search(2, 3_000, 0.145), level.Search(4, 10_000, 0.036), level.Full(100_000),
		}
	}
	return &[level.Count]level.Level{
		level.Search(1, 300, 0.98), level.Search(2, 1_500, 0.47), level.Search(3, 3_000, 0.15), level.Search(6, 20_000, 0.05), level.Full(150_000),
	}
}

// several are the levels of games of three and more. Where rows alone win, a player who takes all others to play against
// it defends too much, and one who blocks as soon as it can does the work of the others: counting tuples, its own
// first, wins more, and so does foretelling what the others block. Who can also be captured is better off looking ahead against all others.
func several(r rules.Rules, o *line.Options) *[level.Count]level.Level {
	tuples := func(p rules.Params, overlooks float64) level.Level {
		return level.Level{Engine: KTuple.Name, Params: p, Limit: ai.Limit{Nodes: 300}, Overlooks: overlooks}
	}
	eager := func(own, overlooks float64) level.Level {
		return tuples(rules.Params{"own": rising(own, 16, 1e12, o.K), "block": rising(1, 8, 1e9, o.K)}, overlooks)
	}
	switch {
	case o.Drop:
		// With few columns to choose from, overlooking them alone makes nobody weak enough: the lower two see their own
		// rows only, and the lowest of these little more than how many cells lie in.
		const alike = "1"
		return &[level.Count]level.Level{
			tuples(rules.Params{"own": strings.Repeat("1/", o.K-1) + "3", "block": alike}, 0.98), tuples(rules.Params{"block": alike}, 0.91),
			level.Search(1, 600, 0.46), tuples(nil, 0.04),
			{Engine: "paranoid", Params: rules.Params{"depth": "2"}, Limit: ai.Limit{Nodes: 20_000}},
		}
	case o.Captures > 0:
		return &[level.Count]level.Level{level.Search(1, 300, 0.99), level.Search(1, 600, 0.84), eager(2, 0.7), eager(2, 0.3), level.Full(20_000)}
	}
	easy, medium, hard := 0.9, 0.81, 0.46
	// Without edges a threat can be answered from both ends, so that the same eyes make less of a difference.
	if o.Rows*o.Cols > endless {
		easy, medium, hard = 0.915, 0.815, 0.49
	}
	expert := eager(8, 0)
	if crowded(r) == nil && o.Rows*o.Cols <= endless { // it looks at every cell
		expert = level.Level{Engine: Crowd.Name, Limit: ai.Limit{Nodes: 60_000, Time: 2 * time.Second}}
	}
	return &[level.Count]level.Level{
		level.Search(1, 300, 0.995), level.Search(1, 600, easy), eager(2, medium), eager(2, hard), expert,
	}
}

// rising returns weights of tuples: the first, each of the next so many times the one before, and the last, which goes before all others.
func rising(first, times, last float64, k int) string {
	var all []string
	for n := range k - 1 {
		all = append(all, strconv.FormatFloat(min(first*math.Pow(times, float64(n)), last/1000), 'g', -1, 64))
	}
	return strings.Join(append(all, strconv.FormatFloat(last, 'g', -1, 64)), "/")
}

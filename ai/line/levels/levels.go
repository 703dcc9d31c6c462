// Package levels contains the levels of the computer in alignment games.
package levels

import (
	"strings"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/level"
	"boardstudio/ai/line/board"
	"boardstudio/ai/line/multiplayer"
	"boardstudio/ai/line/tuple"
	"boardstudio/rules"
	"boardstudio/rules/line"
)

// hugeBoard is the largest number of cells of a board that is not treated as infinite.
const hugeBoard = 1000

// Of returns the levels of an alignment game, or nil if r is not one.
func Of(r rules.Rules) *[level.Count]level.Level {
	o := board.OptionsOf(r)
	switch {
	case o == nil:
		return nil
	case o.Players > 2:
		return multiplayerLevels(r, o)
	case o.Drop:
		return &[level.Count]level.Level{
			level.Search(1, 300, 0.94), level.Search(2, 600, 0.49), level.Search(4, 3_000, 0.095), level.Search(8, 20_000, 0.04), level.Full(250_000),
		}
	case o.Captures > 0:
		return &[level.Count]level.Level{
			level.Search(1, 300, 0.88), level.Search(2, 800, 0.45), level.Search(3, 3_000, 0.14), level.Search(5, 12_000, 0.025), level.Full(60_000),
		}
	case o.Rows*o.Cols > hugeBoard:
		return &[level.Count]level.Level{
			level.Search(1, 300, 0.95), level.Search(1, 600, 0.45), level.Search(2, 3_000, 0.145), level.Search(4, 10_000, 0.036), level.Full(100_000),
		}
	}
	return &[level.Count]level.Level{
		level.Search(1, 300, 0.98), level.Search(2, 1_500, 0.47), level.Search(3, 3_000, 0.15), level.Search(6, 20_000, 0.05), level.Full(150_000),
	}
}

// multiplayerLevels returns the levels of games with three or more players. If rows alone win, a
// player who expects all others to cooperate against it defends too much, and a player who blocks
// at once does the work of the other opponents. Counting tuples with a preference for own rows wins
// more often, and so does predicting the blocks of the others. With captures, searching against all
// others works better.
func multiplayerLevels(r rules.Rules, o *line.Options) *[level.Count]level.Level {
	tuples := func(p rules.Params, overlooks float64) level.Level {
		return level.Level{Engine: tuple.KTuple.Name, Params: p, Limit: ai.Limit{Nodes: 300}, Overlooks: overlooks}
	}
	eager := func(own, overlooks float64) level.Level {
		return tuples(rules.Params{"own": tuple.Format(tuple.Rising(own, 16, 1e12, o.K)), "block": tuple.Format(tuple.Rising(1, 8, 1e9, o.K))}, overlooks)
	}
	switch {
	case o.Drop:
		// With few columns, overlooking moves alone does not make a player weak enough. The two
		// lowest levels only see their own rows, and the lowest sees little more than the number of
		// symbols in them.
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
	// Without edges a threat can be blocked at both ends, so overlooking moves matters less.
	if o.Rows*o.Cols > hugeBoard {
		easy, medium, hard = 0.915, 0.815, 0.49
	}
	expert := eager(8, 0)
	if multiplayer.Kind.Plays(r) == nil && o.Rows*o.Cols <= hugeBoard { // crowd examines every cell, so large boards take too long
		expert = level.Level{Engine: multiplayer.Kind.Name, Limit: ai.Limit{Nodes: 60_000, Time: 2 * time.Second}}
	}
	return &[level.Count]level.Level{
		level.Search(1, 300, 0.995), level.Search(1, 600, easy), eager(2, medium), eager(2, hard), expert,
	}
}

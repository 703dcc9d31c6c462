package script

import (
	"context"
	"testing"
	"time"

	"boardstudio/ai"
)

// perSecond measures a choose function that performs n operations. It reports the operations per
// second.
func perSecond(b *testing.B, game, code, unit string, n int) {
	m := machine(b, game, choosing(code), Options{Instructions: 1 << 40})
	b.ResetTimer()
	for range b.N {
		if _, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: time.Hour}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), unit+"/s")
}

// BenchmarkPlay measures the moves that a script can play on a 15×15 board.
func BenchmarkPlay(b *testing.B) {
	perSecond(b, "gomoku", `local p = pos
		for _, m in ipairs(moves) do
			p = p:play(m)
			if p:over() then p = pos end
		end`, "plays", 225)
}

// BenchmarkAt measures the cells that a script can read.
func BenchmarkAt(b *testing.B) {
	perSecond(b, "gomoku", `for i = 1, 225 do if pos:at(i) then return moves[2] end end`, "cells", 225)
}

// BenchmarkLoop measures a loop without function calls.
func BenchmarkLoop(b *testing.B) {
	perSecond(b, "tictactoe", `local n = 0 for i = 1, 1000 do n = n + i % 7 end`, "rounds", 1000)
}

// BenchmarkEvaluate measures the positions of connect four in a search for a script that evaluates.
func BenchmarkEvaluate(b *testing.B) {
	code := `return { name = "E", evaluate = function(pos, player)
		local mine, other = pos:tuples(player), pos:tuples(3 - player)
		return mine[1] + 4 * mine[2] + 16 * mine[3] - other[1] - 4 * other[2] - 16 * other[3]
	end }`
	m := machine(b, "connect4", code, Options{Instructions: 1 << 40})
	var nodes uint64
	b.ResetTimer()
	for range b.N {
		a, err := m.Choose(context.Background(), m.game.Rules.Start(), nil, ai.Limit{Time: time.Hour, Depth: 7})
		if err != nil {
			b.Fatal(err)
		}
		nodes += a.Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

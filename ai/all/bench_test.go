package all

import (
	"context"
	"testing"

	"boardstudio/ai"
	games "boardstudio/rules/all"
)

// BenchmarkNodes measures the positions per second of the search.
func BenchmarkNodes(b *testing.B) {
	for _, name := range []string{"connect4", "gomoku", "othello", "awale", "awale-abapa", "pente", "renju", "ninuki", "othello10", "infinite"} {
		b.Run(name, func(b *testing.B) {
			r, err := games.Games.Build(name, nil)
			if err != nil {
				b.Fatal(err)
			}
			e, err := Engines.New("alphabeta", r)
			if err != nil {
				b.Fatal(err)
			}
			q := ai.Request{Rules: r, Start: r.Start()}
			for i := range 6 { // a few moves into the game
				q.Seed = uint64(i)
				q.Limit.Nodes = 200
				info, err := e.Think(context.Background(), q, nil)
				if err != nil {
					b.Fatal(err)
				}
				m, _ := info.Move()
				q.Moves = append(q.Moves, m)
			}
			q.Limit.Nodes = 200_000
			var nodes, depth float64
			b.ResetTimer()
			for range b.N {
				info, err := e.Think(context.Background(), q, nil)
				if err != nil {
					b.Fatal(err)
				}
				nodes += float64(info.Nodes)
				depth += float64(info.Depth)
			}
			b.ReportMetric(nodes/b.Elapsed().Seconds(), "nodes/s")
			b.ReportMetric(depth/float64(b.N), "depth")
		})
	}
}

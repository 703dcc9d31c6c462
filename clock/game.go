package clock

import "time"

// Game is the clock of a game: the cost of earlier moves and the running turn.
type Game struct {
	Control TimeControl
	Turn    Watch
	Mover   int             // index into Costs, or -1
	Costs   []time.Duration // cost of each player's moves
}

// Used returns the cost of each player's moves, plus the time of the running turn.
func (g Game) Used(now time.Time) []time.Duration {
	used := make([]time.Duration, len(g.Costs))
	copy(used, g.Costs)
	if g.Mover >= 0 {
		used[g.Mover] += g.Turn.Elapsed(now)
	}
	return used
}

// Left returns the time left for each player, at least 0.
func (g Game) Left(now time.Time) []time.Duration {
	left := make([]time.Duration, len(g.Costs))
	for p, cost := range g.Costs {
		var running time.Duration
		if p == g.Mover {
			running = g.Turn.Elapsed(now)
		}
		left[p] = max(g.Control.Left(cost, running), 0)
	}
	return left
}

// Elapsed returns the time of the running turn, or 0 between games.
func (g Game) Elapsed(now time.Time) time.Duration {
	if g.Mover < 0 {
		return 0
	}
	return g.Turn.Elapsed(now)
}

// TimeToFlag returns the time until the flag of the mover falls. ok is false if it cannot fall.
func (g Game) TimeToFlag(now time.Time) (time.Duration, bool) {
	if !g.Control.Limits() || g.Mover < 0 || !g.Turn.Runs() {
		return 0, false
	}
	return g.Control.TimeToFlag(g.Costs[g.Mover], g.Turn.Elapsed(now)), true
}

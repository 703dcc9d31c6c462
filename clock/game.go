package clock

import "time"

// Game is the clock of a game: what is known of the turn that goes on, on top of what the moves before it cost.
type Game struct {
	Control TimeControl
	Turn    Watch
	Mover   int             // index into Costs, -1 for nobody
	Costs   []time.Duration // of each player's moves
}

// Used returns what the moves of each player cost, that of the running turn included.
func (g Game) Used(now time.Time) []time.Duration {
	each := make([]time.Duration, len(g.Costs))
	copy(each, g.Costs)
	if g.Mover >= 0 {
		each[g.Mover] += g.Turn.Elapsed(now)
	}
	return each
}

// Left returns how much time each player has left.
func (g Game) Left(now time.Time) []time.Duration {
	each := make([]time.Duration, len(g.Costs))
	for p, cost := range g.Costs {
		var running time.Duration
		if p == g.Mover {
			running = g.Turn.Elapsed(now)
		}
		each[p] = max(g.Control.Left(cost, running), 0)
	}
	return each
}

// Elapsed returns how long the turn goes on, 0 where no game stands.
func (g Game) Elapsed(now time.Time) time.Duration {
	if g.Mover < 0 {
		return 0
	}
	return g.Turn.Elapsed(now)
}

// Falls returns how long the mover has until the flag falls; false when it cannot.
func (g Game) Falls(now time.Time) (time.Duration, bool) {
	if !g.Control.Limits() || g.Mover < 0 || !g.Turn.Runs() {
		return 0, false
	}
	return g.Control.Falls(g.Costs[g.Mover], g.Turn.Elapsed(now)), true
}

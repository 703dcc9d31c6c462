package tournament

import (
	"cmp"
	"maps"
	"slices"
	"sync"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/match"
	"boardstudio/rules"
)

// Live is a game in progress.
type Live struct {
	Number, Round int
	Seats         []int          // entrant on each seat, from 0
	Last          rules.Position // current position
	Before        rules.Position // position before the last move, or nil before the first
	Moves         []rules.Move   // including the opening
	Infos         []ai.Info      // last report of the engine on each seat
	// Left is the time left on the clock of each seat, not counting the current move, which began
	// at Since. Limits reports which seats have a clock.
	Left   []time.Duration
	Limits []bool
	Since  time.Time
}

// LeftAt returns the time left on the clock of a seat at time now, or false if the seat has no
// clock.
func (l *Live) LeftAt(seat rules.Player, now time.Time) (time.Duration, bool) {
	if !l.Limits[seat] {
		return 0, false
	}
	left := l.Left[seat]
	if l.Last.Turn() == seat {
		left -= now.Sub(l.Since)
	}
	return max(left, 0), true
}

// live holds the games in progress by number.
type live struct {
	mu    sync.Mutex
	games map[int]*Live
}

// Live returns copies of the games in progress, ordered by number.
func (t *Tournament) Live() []Live {
	t.live.mu.Lock()
	defer t.live.mu.Unlock()
	var list []Live
	for _, g := range t.live.games {
		x := *g
		x.Infos, x.Left, x.Moves = slices.Clone(x.Infos), slices.Clone(x.Left), slices.Clip(x.Moves)
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b Live) int { return cmp.Compare(a.Number, b.Number) })
	return list
}

// watch registers a game that begins. The caller must call ply after each move and end when the
// game is over.
func (t *Tournament) watch(g *Live, begin Opening) (ply func(match.Ply), end func(), err error) {
	g.Moves = slices.Clone(begin.Moves)
	if g.Last, err = (ai.Request{Start: begin.Start, Moves: begin.Moves}).Position(); err != nil {
		return nil, nil, err
	}
	costs := make([]time.Duration, len(g.Seats))
	g.Infos, g.Left, g.Limits = make([]ai.Info, len(g.Seats)), make([]time.Duration, len(g.Seats)), make([]bool, len(g.Seats))
	for seat, who := range g.Seats {
		control := t.Entrants[who].Clock
		g.Left[seat], g.Limits[seat] = control.Left(0, 0), control.Limits()
	}
	g.Since = time.Now()
	t.live.mu.Lock()
	defer t.live.mu.Unlock()
	if t.live.games == nil {
		t.live.games = map[int]*Live{}
	}
	t.live.games[g.Number] = g
	return func(x match.Ply) {
			t.live.mu.Lock()
			defer t.live.mu.Unlock()
			control := t.Entrants[g.Seats[x.Seat]].Clock
			costs[x.Seat] += control.Cost(x.Time)
			g.Left[x.Seat] = control.Left(costs[x.Seat], 0)
			g.Before, g.Last, g.Moves, g.Infos[x.Seat], g.Since = g.Last, x.After, append(g.Moves, x.Move), x.Info, time.Now()
		}, func() {
			t.live.mu.Lock()
			defer t.live.mu.Unlock()
			maps.DeleteFunc(t.live.games, func(_ int, x *Live) bool { return x == g })
		}, nil
}

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

// Live is a game under way.
type Live struct {
	Number, Round int
	Seats         []int          // the entrant on each seat, from 0
	Last          rules.Position // where it stands
	Before        rules.Position // what it was before the last move; nil before the first
	Moves         []rules.Move   // with those of the opening
	Infos         []ai.Info      // what the engine on each seat said last
	// Left is what each seat has left on its clock without the move under way, Limits says which seats have a clock. Since is when that move began.
	Left   []time.Duration
	Limits []bool
	Since  time.Time
}

// LeftAt returns what a seat has left on its clock; false where it has none.
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

// live are the games under way, by their numbers.
type live struct {
	mu    sync.Mutex
	games map[int]*Live
}

// Live returns the games under way, in the order of their numbers. What is returned does not change any more.
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

// watch adds a game that begins, and returns what is to be told of each of its moves, and of its end.
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

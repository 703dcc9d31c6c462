package app

import (
	"time"

	"boardstudio/clock"
	"boardstudio/model"
	"boardstudio/rules"
)

// Running reports whether the clock runs.
func (g *game) Running() bool { return g.live && g.clocked }

// Playing reports whether a game that was begun stands at the current node and is not over. It goes on, or pauses.
func (g *game) Playing() bool {
	_, plays := g.s.mode.(playMode)
	pos, err := g.s.Position()
	return g.begun && plays && (g.Running() || g.s.node == g.head) && err == nil && pos.Turn() != rules.NoPlayer
}

// Waiting reports whether a game that was begun pauses at another node than the current one.
func (g *game) Waiting() bool {
	return g.begun && g.head != nil && g.s.node != g.head && g.award.node != g.head && settled(g.s) && g.s.doc.Tree.Contains(g.head)
}

// Pause stops the clock and the computer players, or has them go on where the game stands.
func (g *game) Pause() {
	switch {
	case g.Running():
		g.pauseGame()
		g.s.changed(TopicMode)
	case g.Waiting():
		g.s.goTo(g.head)
		g.Continue()
	default:
		g.Continue()
	}
}

// clock returns the clock at the current node. It is not to be changed.
func (g *game) clock() clock.Game {
	c := clock.Game{Mover: -1}
	c.Control, _ = clock.Parse(g.s.doc.Info[model.InfoClock]) // what somebody else wrote there is no limit
	c.Costs = g.used.Get(g.s.doc.Tree, g.s.node, func() []time.Duration {
		sum := make([]time.Duration, len(g.s.doc.Players))
		g.s.Layout().Used(g.s.node, c.Control, sum, g.s.Mover)
		return sum
	})
	if pos, err := g.s.Position(); err == nil && (g.Running() || g.s.node == g.head) {
		c.Mover, c.Turn = int(pos.Turn()), g.turn
	}
	return c
}

// Clock returns the time used along the line to the current node: in all, and by each player, the
// running move included.
func (g *game) Clock() (total time.Duration, each []time.Duration) {
	each = g.clock().Used(g.s.now())
	for _, d := range each {
		total += d
	}
	return total, each
}

// Left returns how much time each player has left; false without a time control.
func (g *game) Left() ([]time.Duration, bool) {
	c := g.clock()
	return c.Left(g.s.now()), c.Control.Limits()
}

// leastWait is how long the loop waits at least before it looks at the clock again.
const leastWait = 20 * time.Millisecond

// arm has the game end when the time of the player to move is over.
func (g *game) arm() {
	if g.flag != nil {
		g.flag()
		g.flag = nil
	}
	if in, ok := g.clock().Falls(g.s.now()); ok && g.Running() {
		g.flag = g.s.Loop.After(max(in, leastWait), g.fall)
	}
}

// fall ends the game if the time of the player to move is over.
func (g *game) fall() {
	g.flag = nil
	if g.s.game != g {
		return // another document is open
	}
	if in, ok := g.clock().Falls(g.s.now()); ok && in <= 0 && g.Running() && !g.s.Jobs.Changing() {
		g.s.play(labelTimeout, rules.Timeout)
		return
	}
	g.arm()
}

package app

import (
	"time"

	"boardstudio/clock"
	"boardstudio/model"
	"boardstudio/rules"
)

// Running reports whether the clock is running.
func (g *Game) Running() bool { return g.live && g.clocked }

// playable reports whether a game that was started here is at the current node and not over.
func (g *Game) playable() bool {
	pos, err := g.view.Position()
	return g.begun && (g.Running() || g.view.node == g.head) && err == nil && pos.Turn() != rules.NoPlayer
}

// waiting reports whether a game that was started here is paused at another node.
func (g *Game) waiting() bool {
	return g.begun && g.head != nil && g.view.node != g.head && g.over != g.head && g.view.doc.Tree.Contains(g.head)
}

// clock returns the clock at the current node. The result must not be modified.
func (g *Game) clock() clock.Game {
	c := clock.Game{Mover: -1}
	c.Control, _ = clock.Parse(g.view.doc.Info[model.InfoClock]) // an unknown time control means no limit
	c.Costs = g.used.Get(g.view.doc.Tree, g.view.node, func() []time.Duration {
		sum := make([]time.Duration, len(g.view.doc.Players))
		g.view.Layout().Used(g.view.node, c.Control, sum, g.view.Mover)
		return sum
	})
	if pos, err := g.view.Position(); err == nil && (g.Running() || g.view.node == g.head) {
		c.Mover, c.Turn = int(pos.Turn()), g.turn
	}
	return c
}

// Clock returns the time used in the line to the current node, in total and by each player. It
// includes the running move.
func (g *Game) Clock() (total time.Duration, each []time.Duration) {
	each = g.clock().Used(g.app.now())
	for _, d := range each {
		total += d
	}
	return total, each
}

// Left returns the time left for each player, or false without a time control.
func (g *Game) Left() ([]time.Duration, bool) {
	c := g.clock()
	return c.Left(g.app.now()), c.Control.Limits()
}

// leastWait is the minimum time until the clock is checked again.
const leastWait = 20 * time.Millisecond

// arm starts the timer that ends the game when the player to move runs out of time.
func (g *Game) arm() {
	if g.flag != nil {
		g.flag()
		g.flag = nil
	}
	if in, ok := g.clock().TimeToFlag(g.app.now()); ok && g.Running() {
		g.flag = g.app.Loop.After(max(in, leastWait), g.fall)
	}
}

// fall ends the game if the player to move has run out of time.
func (g *Game) fall() {
	g.flag = nil
	if in, ok := g.clock().TimeToFlag(g.app.now()); ok && in <= 0 && g.Running() {
		g.events.timeout()
		return
	}
	g.arm()
}

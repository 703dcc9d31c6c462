package app

import (
	"time"

	"boardstudio/clock"
	"boardstudio/model"
	"boardstudio/rules"
)

// Running reports whether the clock is running.
func (g *game) Running() bool { return g.live && g.clocked }

// Playing reports whether a game that was started here is at the current node and not over. It may
// be paused.
func (g *game) Playing() bool {
	_, plays := g.s.mode.(playMode)
	pos, err := g.s.Position()
	return g.begun && plays && (g.Running() || g.s.node == g.head) && err == nil && pos.Turn() != rules.NoPlayer
}

// Waiting reports whether a game that was started here is paused at another node.
func (g *game) Waiting() bool {
	return g.begun && g.head != nil && g.s.node != g.head && g.over != g.head && settled(g.s) && g.s.doc.Tree.Contains(g.head)
}

// Pause pauses a running game and resumes a paused one.
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

// clock returns the clock at the current node. The result must not be modified.
func (g *game) clock() clock.Game {
	c := clock.Game{Mover: -1}
	c.Control, _ = clock.Parse(g.s.doc.Info[model.InfoClock]) // an unknown time control means no limit
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

// Clock returns the time used in the line to the current node, in total and by each player. It
// includes the running move.
func (g *game) Clock() (total time.Duration, each []time.Duration) {
	each = g.clock().Used(g.s.now())
	for _, d := range each {
		total += d
	}
	return total, each
}

// Left returns the time left for each player, or false without a time control.
func (g *game) Left() ([]time.Duration, bool) {
	c := g.clock()
	return c.Left(g.s.now()), c.Control.Limits()
}

// leastWait is the minimum time until the clock is checked again.
const leastWait = 20 * time.Millisecond

// arm starts the timer that ends the game when the player to move runs out of time.
func (g *game) arm() {
	if g.flag != nil {
		g.flag()
		g.flag = nil
	}
	if in, ok := g.clock().TimeToFlag(g.s.now()); ok && g.Running() {
		g.flag = g.s.Loop.After(max(in, leastWait), g.fall)
	}
}

// fall ends the game if the player to move has run out of time.
func (g *game) fall() {
	g.flag = nil
	if g.s.game != g {
		return // another document was opened
	}
	if in, ok := g.clock().TimeToFlag(g.s.now()); ok && in <= 0 && g.Running() && !g.s.Jobs.Changing() {
		g.s.play(labelTimeout, rules.Timeout)
		return
	}
	g.arm()
}

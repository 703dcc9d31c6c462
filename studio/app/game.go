package app

import (
	"context"
	"time"

	"boardstudio/ai"
	"boardstudio/clock"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/players"
	"boardstudio/studio/app/scripts"
	"boardstudio/text/locale"
)

// Human is the kind of a human player. All other kinds name engines.
const Human = model.Human

// game has the state of the game being played: the thinking computer player, the clock and the
// result.
type game struct {
	s        *Session
	thinking *thinking
	table    *players.Table
	live     bool // a game is being played at the current node: computers move
	// the clock is running: the game was started as such and is not a trial at another node
	clocked bool
	begun   bool                                      // a game was started here, not only viewed
	head    *model.Node                               // last node of a paused game with a clock, or nil
	turn    clock.Watch                               // time of the current move
	flag    func()                                    // stops the timer that ends the game on time, or nil
	over    *model.Node                               // last node of the last game that ended here
	used    model.Cache[*model.Node, []time.Duration] // time used by each player in the line to a node
}

// thinking is a running request to a computer player. The answer is ignored unless it is still the
// current request.
type thinking struct {
	cancel context.CancelFunc
	node   *model.Node
	info   ai.Info
}

// Thinking returns the latest report of the thinking computer player, or false if no computer is
// thinking.
func (g *game) Thinking() (ai.Info, bool) {
	if g.thinking == nil {
		return ai.Info{}, false
	}
	return g.thinking.info, true
}

// interrupt stops the thinking computer player and ignores its answer.
func (g *game) interrupt() {
	if g.thinking != nil {
		g.thinking.cancel()
		g.thinking = nil
		g.s.changed(TopicMode)
	}
}

// Stop interrupts the computer player and the replay. Continue resumes the game.
func (s *Session) Stop() { s.interrupt(); s.replay.Pause() }

// pauseGame pauses the running game. If the game has a clock, a move at its last node resumes it. A
// move elsewhere is a trial and takes no time.
func (g *game) pauseGame() {
	g.interrupt()
	if g.live && g.clocked {
		g.head = g.s.node
		g.turn.Stop(g.s.now())
	}
	g.live, g.clocked = false, false
	g.arm()
}

// Continue resumes the game at the current node: it starts the clock, and the computer if it is to
// move.
func (g *game) Continue() {
	if g.s.fixed() {
		return
	}
	g.interrupt()
	if g.s.node != g.head {
		g.turn = clock.Watch{}
	}
	g.live, g.clocked, g.begun, g.head = true, true, true, nil
	g.turn.Start(g.s.now())
	g.arm()
	g.s.changed(TopicMode)
	g.think()
}

// farewell notifies the computer players of the result in the background. Script output is logged,
// and errors are shown to the user.
func (g *game) farewell(r rules.Result) {
	start, moves, err := g.s.doc.Tree.Start(g.s.node)
	if err != nil {
		return
	}
	q := ai.Request{Rules: g.s.Rules(), Start: start, Moves: moves, Seed: uint64(g.s.now().UnixNano())}
	tree, ply := g.s.doc.Tree, g.s.doc.Tree.Ply(g.s.node)
	g.table.Finish(q, r, func(p model.Player, info ai.Info, err error) {
		if g.s.doc.Tree != tree {
			return
		}
		g.s.noteLog(p, scripts.Entry{Ply: ply, End: true, Text: info.Text, Err: err})
		if err != nil {
			g.s.Say(Warning, locale.T("After the game: %s", locale.Err(err)))
		}
	})
}

// think lets the computer move if it is to move in a live game.
func (g *game) think() {
	pos, err := g.s.Position()
	if err != nil || !g.live || pos.Turn() == rules.NoPlayer {
		return
	}
	p := g.s.doc.Players[pos.Turn()]
	if p.Kind == Human || p.Kind == "" {
		return
	}
	start, moves, err := g.s.doc.Tree.Start(g.s.node)
	if err != nil {
		g.s.fail(err)
		return
	}
	q := ai.Request{
		Rules: g.s.Rules(), Start: start, Moves: moves,
		Seed: uint64(g.s.now().UnixNano()),
	}
	atLeast := time.Duration(g.s.Settings.MinThink) * time.Millisecond
	if c := g.clock(); c.Control.Limits() && g.Running() {
		q.Limit.Time = c.Control.Budget(c.Left(g.s.now())[pos.Turn()])
		atLeast = min(atLeast, q.Limit.Time)
	}
	t := &thinking{node: g.s.node}
	g.thinking = t
	t.cancel = g.table.Think(g.table.At(pos.Turn(), p, q.Rules), q, atLeast, players.Thought{
		Unbuilt: func(err error) { g.unbuilt(t, err) },
		Found: func(i ai.Info) {
			if g.thinking == t {
				t.info = i
				g.s.changed(TopicMode)
			}
		},
		Done: func(info ai.Info, err error) { g.answer(t, info, err) },
	})
	g.s.changed(TopicMode)
}

// unbuilt reports that a computer player could not be created.
func (g *game) unbuilt(t *thinking, err error) {
	if g.thinking == t {
		g.interrupt()
		g.s.fail(err)
	}
}

// answer plays the move of the computer player, unless it was interrupted.
func (g *game) answer(t *thinking, info ai.Info, err error) {
	if g.thinking != t || g.s.node != t.node {
		return
	}
	t.cancel()
	g.thinking = nil
	g.s.changed(TopicMode)
	m, ok := info.Move()
	text := ""
	if ok && err == nil {
		text = g.s.Rules().FormatMove(m)
	}
	if pos, err2 := g.s.Position(); err2 == nil && pos.Turn() != rules.NoPlayer {
		player := g.s.doc.Players[pos.Turn()]
		g.s.noteLog(player, scripts.Entry{Ply: g.s.doc.Tree.Ply(g.s.node) + 1, Move: text, Text: info.Text, Err: err})
		if err != nil {
			g.s.scripted.failed, g.s.scripted.path = g.s.node, scripts.Path(player.Kind)
		}
	}
	if err != nil {
		g.s.fail(err)
		return
	}
	if ok {
		still := g.s.InTestGame()
		g.s.play(labelComputer, m)
		if still {
			g.s.scripted.revision = g.s.doc.Tree.EditRevision()
		}
		g.s.came = ByComputer
		g.s.changed(TopicHere)
	}
}

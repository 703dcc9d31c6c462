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

// Game is the game being played: the thinking computer player, the clock and the result.
type Game struct {
	view   *View
	app    *App
	events gameEvents
	table  *players.Table

	thinking *thinking
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

// gameEvents are called by a game.
type gameEvents struct {
	changed  func(Topic)
	say      func(Level, string)
	answered func(ai.Info, error)              // a computer player has chosen a move or failed
	logged   func(model.Player, scripts.Entry) // a script has printed something
	timeout  func()                            // the player to move has run out of time
}

func newGame(v *View, a *App, e gameEvents) *Game {
	return &Game{view: v, app: a, events: e, table: players.New(a.Engines, a.Loop, &a.leaving)}
}

// reset ends the game, as another document was opened.
func (g *Game) reset() {
	g.table.Clear()
	if g.flag != nil {
		g.flag()
	}
	*g = *newGame(g.view, g.app, g.events)
}

// close ends the use of the computer players.
func (g *Game) close() { g.table.Clear() }

// fail shows an error to the user. It does nothing if err is nil.
func (g *Game) fail(err error) {
	if err != nil {
		g.events.say(Problem, locale.Err(err))
	}
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
func (g *Game) Thinking() (ai.Info, bool) {
	if g.thinking == nil {
		return ai.Info{}, false
	}
	return g.thinking.info, true
}

// interrupt stops the thinking computer player and ignores its answer.
func (g *Game) interrupt() {
	if g.thinking != nil {
		g.thinking.cancel()
		g.thinking = nil
		g.events.changed(TopicMode)
	}
}

// pause pauses the running game. If the game has a clock, a move at its last node resumes it. A
// move elsewhere is a trial and takes no time.
func (g *Game) pause() {
	g.interrupt()
	if g.live && g.clocked {
		g.head = g.view.node
		g.turn.Stop(g.app.now())
	}
	g.live, g.clocked = false, false
	g.arm()
}

// resume resumes the game at the current node.
func (g *Game) resume() {
	g.interrupt()
	if g.view.node != g.head {
		g.turn = clock.Watch{}
	}
	g.live, g.clocked, g.begun, g.head = true, true, true, nil
	g.turn.Start(g.app.now())
	g.arm()
	g.events.changed(TopicMode)
	g.think()
}

// restartTurn restarts the time of the current move if the clock is running.
func (g *Game) restartTurn() {
	if g.clocked {
		g.turn = clock.Watch{}
		g.turn.Start(g.app.now())
		g.arm()
	}
}

// moved starts the game with a move at the current node. It goes on with the clock if it was
// running or paused there.
func (g *Game) moved() {
	if g.clocked = g.live && g.clocked || g.view.node == g.head; g.clocked {
		g.head = nil
	}
	g.live = true
}

// turnUndone continues the paused game from the current node.
func (g *Game) turnUndone() { g.head, g.turn = g.view.node, clock.Watch{} }

// end ends playing.
func (g *Game) end() { g.begun, g.head = false, nil }

// farewell notifies the computer players of the result in the background. Script output is logged,
// and errors are shown to the user.
func (g *Game) farewell(r rules.Result) {
	start, moves, err := g.view.doc.Tree.Start(g.view.node)
	if err != nil {
		return
	}
	q := ai.Request{Rules: g.view.Rules(), Start: start, Moves: moves, Seed: uint64(g.app.now().UnixNano())}
	tree, ply := g.view.doc.Tree, g.view.doc.Tree.Ply(g.view.node)
	g.table.Finish(q, r, func(p model.Player, info ai.Info, err error) {
		if g.view.doc.Tree != tree {
			return
		}
		g.events.logged(p, scripts.Entry{Ply: ply, End: true, Text: info.Text, Err: err})
		if err != nil {
			g.events.say(Warning, locale.T("After the game: %s", locale.Err(err)))
		}
	})
}

// think lets the computer move if it is to move in a live game.
func (g *Game) think() {
	pos, err := g.view.Position()
	if err != nil || !g.live || pos.Turn() == rules.NoPlayer {
		return
	}
	p := g.view.doc.Players[pos.Turn()]
	if p.Kind == Human || p.Kind == "" {
		return
	}
	start, moves, err := g.view.doc.Tree.Start(g.view.node)
	if err != nil {
		g.fail(err)
		return
	}
	q := ai.Request{
		Rules: g.view.Rules(), Start: start, Moves: moves,
		Seed: uint64(g.app.now().UnixNano()),
	}
	atLeast := time.Duration(g.app.Settings.MinThink) * time.Millisecond
	if c := g.clock(); c.Control.Limits() && g.Running() {
		q.Limit.Time = c.Control.Budget(c.Left(g.app.now())[pos.Turn()])
		atLeast = min(atLeast, q.Limit.Time)
	}
	t := &thinking{node: g.view.node}
	g.thinking = t
	t.cancel = g.table.Think(g.table.At(pos.Turn(), p, q.Rules), q, atLeast, players.Thought{
		Unbuilt: func(err error) { g.unbuilt(t, err) },
		Found: func(i ai.Info) {
			if g.thinking == t {
				t.info = i
				g.events.changed(TopicMode)
			}
		},
		Done: func(info ai.Info, err error) { g.answer(t, info, err) },
	})
	g.events.changed(TopicMode)
}

// unbuilt reports that a computer player could not be created.
func (g *Game) unbuilt(t *thinking, err error) {
	if g.thinking == t {
		g.interrupt()
		g.fail(err)
	}
}

// answer reports the move of the computer player, unless it was interrupted.
func (g *Game) answer(t *thinking, info ai.Info, err error) {
	if g.thinking != t || g.view.node != t.node {
		return
	}
	t.cancel()
	g.thinking = nil
	g.events.changed(TopicMode)
	g.events.answered(info, err)
}

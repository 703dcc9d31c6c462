package app

import (
	"context"
	"time"

	"boardstudio/ai"
	"boardstudio/clock"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/scripts"
	"boardstudio/studio/seats"
)

// Human is the kind of a player who is a person; any other kind names an engine.
const Human = model.Human

// game is the course of the game on the board: whose turn it is to think, how long
// it took, and what it was worth.
type game struct {
	s        *Session
	thinking *thinking
	table    *seats.Table
	live     bool        // it goes on at the current node: computers move
	clocked  bool        // and its clock runs: it was begun as a game, and is no try at another place
	begun    bool        // a game was begun here, and not only looked at
	head     *model.Node // where a game with a clock stands that does not go on, nil for none
	turn     clock.Watch // of the player to move, where the game stands
	flag     func()      // ends waiting for the time to be over, nil while nobody waits
	award    award
	used     model.Cache[*model.Node, []time.Duration] // along the line to a node, by each player
}

// thinking is a computer player at work. Its answer counts only while it is
// the session's current one.
type thinking struct {
	cancel context.CancelFunc
	node   *model.Node
	info   ai.Info
}

// Thinking returns what the computer player at work has found so far; false
// when none is at work.
func (g *game) Thinking() (ai.Info, bool) {
	if g.thinking == nil {
		return ai.Info{}, false
	}
	return g.thinking.info, true
}

// interrupt stops the computer player at work; its answer is dropped.
func (g *game) interrupt() {
	if g.thinking != nil {
		g.thinking.cancel()
		g.thinking = nil
		g.s.changed(TopicMode)
	}
}

// Stop interrupts the computer player; Go on with Continue.
func (s *Session) Stop() { s.interrupt(); s.replay.Pause() }

// pauseGame stops the game that is going on, as the person turns to something else. One with a
// clock goes on when a move is made where it stands; a move elsewhere is a try, and takes no time.
func (g *game) pauseGame() {
	g.interrupt()
	if g.live && g.clocked {
		g.head = g.s.node
		g.turn.Stop(g.s.now())
	}
	g.live, g.clocked = false, false
	g.arm()
}

// Continue resumes the game at the current node: the clock runs, and a
// computer whose turn it is moves.
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

// farewell tells the computer players how the game ended, beside. What scripts log then stands
// in the log, and the person hears of an error.
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

// think lets the computer move if it is its turn in a live game.
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
	t.cancel = g.table.Think(g.table.At(pos.Turn(), p, q.Rules), q, atLeast, seats.Thought{
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

// unbuilt tells why there is no computer player.
func (g *game) unbuilt(t *thinking, err error) {
	if g.thinking == t {
		g.interrupt()
		g.s.fail(err)
	}
}

// answer plays what the computer found, unless it was interrupted since.
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
			g.s.scripted.revision = g.s.doc.Tree.Revision()
		}
		g.s.came = ByComputer
		g.s.changed(TopicHere)
	}
}

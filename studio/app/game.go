package app

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/scripts"
)

// Human is the kind of a player who is a person; any other kind names an engine.
const Human = model.Human

// game is the course of the game on the board: whose turn it is to think, how long
// it took, and what it was worth.
type game struct {
	s        *Session
	thinking *thinking
	seats    map[rules.Player]*seat
	live     bool        // it goes on at the current node: computers move
	clocked  bool        // and its clock runs: it was begun as a game, and is no try at another place
	head     *model.Node // where a game with a clock stands that does not go on, nil for none
	since    time.Time   // the mover's turn began
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
	}
	g.live, g.clocked = false, false
}

// Continue resumes the game at the current node: the clock runs, and a
// computer whose turn it is moves.
func (g *game) Continue() {
	if g.s.fixed() {
		return
	}
	g.interrupt()
	g.live, g.clocked, g.head, g.since = true, true, nil, g.s.now()
	g.s.changed(TopicMode)
	g.think()
}

// seat is a computer player at the board. It stays from move to move, so that a
// script remembers what it did.
type seat struct {
	player model.Player
	rules  rules.Rules
	busy   atomic.Bool // still at an answer that nobody waits for any more
	leave  func()      // ends what it says to the end of a game, nil for nothing

	mu     sync.Mutex // held while the engine is built
	engine ai.Engine  // nil until then
}

// seat returns the computer player of p: the one that played before, unless
// another one was chosen or it is still busy. Its engine is built when it thinks.
func (g *game) seat(p rules.Player) *seat {
	player := g.s.doc.Players[p]
	if old := g.seats[p]; old != nil && old.player == player && !old.busy.Load() {
		return old
	}
	fresh := &seat{player: player, rules: g.s.Rules()}
	g.dismiss(g.seats[p])
	g.seats[p] = fresh
	return fresh
}

// build returns the engine, which it builds if there is none yet. That takes as long as a large board or
// a script asks for, so it is not done on the loop.
func (x *seat) build() (_ ai.Engine, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.engine == nil {
		x.engine, err = aiall.NewAt(x.player.Kind, x.player.Level, x.rules)
	}
	return x.engine, err
}

// built returns the engine if there is one. It waits for one that is being built.
func (x *seat) built() ai.Engine {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.engine
}

// dismiss gives back what the computer player of a seat holds, which may be nil. That waits for
// an answer that is under way, so it happens beside.
func (g *game) dismiss(old *seat) {
	if old != nil {
		if old.leave != nil {
			old.leave()
		}
		g.s.leaving.Go(func() {
			if e := old.built(); e != nil {
				ai.Close(e)
			}
		})
	}
}

// dismissAll ends all computer players.
func (g *game) dismissAll() {
	for _, old := range g.seats {
		g.dismiss(old)
	}
	clear(g.seats)
}

// farewell tells the computer players how the game ended, beside. What scripts log then stands
// in the log, and an error also behind text, which tells how the game ended.
func (g *game) farewell(r rules.Result, text string) {
	start, moves, err := g.s.doc.Tree.Start(g.s.node)
	if err != nil {
		return
	}
	q := ai.Request{Rules: g.s.Rules(), Start: start, Moves: moves, Seed: uint64(g.s.now().UnixNano())}
	tree, ply := g.s.doc.Tree, g.s.doc.Tree.Ply(g.s.node)
	for p := range g.s.doc.Players {
		seat := g.seats[rules.Player(p)]
		if seat == nil {
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		seat.leave = cancel
		g.s.leaving.Go(func() {
			f, ok := seat.built().(ai.Finisher)
			if !ok {
				cancel()
				return
			}
			info, err := f.Finish(ctx, q, r)
			g.s.Loop.Post(func() {
				if g.s.doc.Tree == tree && ctx.Err() == nil && (info.Text != "" || err != nil) {
					g.s.noteLog(seat.player, scripts.Entry{Ply: ply, End: true, Text: info.Text, Err: err})
					if err != nil {
						text += "   " + locale.T("After the game: %s", locale.Err(err))
						g.s.Say(Warning, text)
					}
				}
				cancel()
			})
		})
	}
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
	seat := g.seat(pos.Turn())
	start, moves, err := g.s.doc.Tree.Start(g.s.node)
	if err != nil {
		g.s.fail(err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	t := &thinking{cancel: cancel, node: g.s.node}
	g.thinking = t
	g.s.changed(TopicMode)
	q := ai.Request{
		Rules: g.s.Rules(), Start: start, Moves: moves,
		Seed: uint64(g.s.now().UnixNano()),
	}
	atLeast := time.Duration(g.s.Settings.MinThink) * time.Millisecond
	seat.busy.Store(true)
	go func() {
		begun := time.Now()
		e, err := seat.build()
		if err != nil {
			seat.busy.Store(false)
			g.s.Loop.Post(func() { g.unbuilt(t, err) })
			return
		}
		news := make(chan ai.Info, 1) // holds the newest report only
		info, err := e.Think(ctx, q, func(i ai.Info) {
			select {
			case <-news:
			default:
			}
			news <- i
			g.s.Loop.Post(func() {
				if g.thinking != t {
					return
				}
				select {
				case t.info = <-news:
					g.s.changed(TopicMode)
				default:
				}
			})
		})
		seat.busy.Store(false)
		select { // a moment, so that a person sees the move
		case <-ctx.Done():
			return
		case <-time.After(atLeast - time.Since(begun)):
		}
		g.s.Loop.Post(func() { g.answer(t, info, err) })
	}()
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

// elapsed returns the time since the mover's turn began, 0 while the clock stands.
func (g *game) elapsed() time.Duration {
	if !g.Running() {
		return 0
	}
	return g.s.now().Sub(g.since)
}

// Clock returns the time used along the line to the current node: in all, and
// by each player, the running move included.
func (g *game) Clock() (total time.Duration, each []time.Duration) {
	each = make([]time.Duration, len(g.s.doc.Players))
	copy(each, g.used.Get(g.s.doc.Tree, g.s.node, func() []time.Duration {
		sum := make([]time.Duration, len(each))
		g.s.Layout().Used(g.s.node, sum, g.s.Mover)
		return sum
	}))
	if g.Running() {
		if pos, err := g.s.Position(); err == nil && pos.Turn() != rules.NoPlayer {
			each[pos.Turn()] += g.elapsed()
		}
	}
	for _, d := range each {
		total += d
	}
	return total, each
}

// Running reports whether the clock runs.
func (g *game) Running() bool { return g.live && g.clocked }

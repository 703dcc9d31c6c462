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
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/studio/scripts"
)

// Human is the kind of a player who is a person; any other kind names an engine.
const Human = model.Human

// thinking is a computer player at work. Its answer counts only while it is
// the session's current one.
type thinking struct {
	cancel context.CancelFunc
	node   *model.Node
	info   ai.Info
}

// Thinking returns what the computer player at work has found so far; false
// when none is at work.
func (s *Session) Thinking() (ai.Info, bool) {
	if s.thinking == nil {
		return ai.Info{}, false
	}
	return s.thinking.info, true
}

// interrupt stops the computer player at work; its answer is dropped.
func (s *Session) interrupt() {
	if s.thinking != nil {
		s.thinking.cancel()
		s.thinking = nil
		s.changed(TopicMode)
	}
}

// Stop interrupts the computer player; Go on with Continue.
func (s *Session) Stop() { s.interrupt(); s.replay.Pause() }

// pauseGame stops the game that is going on, as the person turns to something else. One with a
// clock goes on when a move is made where it stands; a move elsewhere is a try, and takes no time.
func (s *Session) pauseGame() {
	s.interrupt()
	if s.live && s.clocked {
		s.head = s.node
	}
	s.live, s.clocked = false, false
}

// Continue resumes the game at the current node: the clock runs, and a
// computer whose turn it is moves.
func (s *Session) Continue() {
	if s.fixed() {
		return
	}
	s.interrupt()
	s.live, s.clocked, s.head, s.since = true, true, nil, s.now()
	s.changed(TopicMode)
	s.think()
}

// engineParams returns the parameters of p's computer player: those its kind
// names, and its level.
func engineParams(p model.Player) rules.Params {
	kind, params, err := aiall.Parse(p.Kind)
	if err != nil || params == nil {
		params = rules.Params{}
	}
	if err == nil {
		for _, d := range kind.Params {
			if d.Name == "level" && p.Level > 0 && params["level"] == "" {
				v, err := d.Check(itoa(p.Level))
				if err == nil {
					params["level"] = v
				}
			}
		}
	}
	return params
}

// engine builds the computer player of p for the game r.
func engine(p model.Player, r rules.Rules) (ai.Engine, error) {
	kind, _, err := aiall.Parse(p.Kind)
	if err != nil {
		return nil, err
	}
	if kind.Plays != nil && !kind.Plays(r) {
		return nil, msg.Errorf("%s does not play this game", p.Kind)
	}
	full, err := rules.Resolve(kind.Params, engineParams(p))
	if err != nil {
		return nil, err
	}
	return kind.New(r, full)
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
func (s *Session) seat(p rules.Player) *seat {
	player := s.doc.Players[p]
	if old := s.seats[p]; old != nil && old.player == player && !old.busy.Load() {
		return old
	}
	fresh := &seat{player: player, rules: s.Rules()}
	s.dismiss(s.seats[p])
	s.seats[p] = fresh
	return fresh
}

// build returns the engine, which it builds if there is none yet. That takes as long as a large board or
// a script asks for, so it is not done on the loop.
func (x *seat) build() (_ ai.Engine, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.engine == nil {
		x.engine, err = engine(x.player, x.rules)
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
func (s *Session) dismiss(old *seat) {
	if old != nil {
		if old.leave != nil {
			old.leave()
		}
		s.leaving.Go(func() {
			if e := old.built(); e != nil {
				ai.Close(e)
			}
		})
	}
}

// dismissAll ends all computer players.
func (s *Session) dismissAll() {
	for _, old := range s.seats {
		s.dismiss(old)
	}
	s.seats = map[rules.Player]*seat{}
}

// farewell tells the computer players how the game ended, beside. What scripts log then stands
// in the log, and an error also behind text, which tells how the game ended.
func (s *Session) farewell(r rules.Result, text string) {
	start, moves, err := s.tree.Start(s.node)
	if err != nil {
		return
	}
	q := ai.Request{Rules: s.Rules(), Start: start, Moves: moves, Seed: uint64(s.now().UnixNano())}
	tree, ply := s.tree, s.tree.Ply(s.node)
	for p := range s.doc.Players {
		seat := s.seats[rules.Player(p)]
		if seat == nil {
			continue
		}
		ctx, cancel := context.WithCancel(context.Background())
		seat.leave = cancel
		s.leaving.Go(func() {
			f, ok := seat.built().(ai.Finisher)
			if !ok {
				cancel()
				return
			}
			info, err := f.Finish(ctx, q, r)
			s.Loop.Post(func() {
				if s.tree == tree && ctx.Err() == nil && (info.Text != "" || err != nil) {
					s.noteLog(seat.player, scripts.Entry{Ply: ply, End: true, Text: info.Text, Err: err})
					if err != nil {
						text += "   " + locale.T("After the game: %s", locale.Err(err))
						s.Say(Warning, text)
					}
				}
				cancel()
			})
		})
	}
}

// think lets the computer move if it is its turn in a live game.
func (s *Session) think() {
	pos, err := s.Position()
	if err != nil || !s.live || pos.Turn() == rules.NoPlayer {
		return
	}
	p := s.doc.Players[pos.Turn()]
	if p.Kind == Human || p.Kind == "" {
		return
	}
	seat := s.seat(pos.Turn())
	start, moves, err := s.tree.Start(s.node)
	if err != nil {
		s.fail(err)
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	t := &thinking{cancel: cancel, node: s.node}
	s.thinking = t
	s.changed(TopicMode)
	q := ai.Request{
		Rules: s.Rules(), Start: start, Moves: moves,
		Seed: uint64(s.now().UnixNano()),
	}
	atLeast := time.Duration(s.Settings.MinThink) * time.Millisecond
	seat.busy.Store(true)
	go func() {
		begun := time.Now()
		e, err := seat.build()
		if err != nil {
			seat.busy.Store(false)
			s.Loop.Post(func() { s.unbuilt(t, err) })
			return
		}
		news := make(chan ai.Info, 1) // holds the newest report only
		info, err := e.Think(ctx, q, func(i ai.Info) {
			select {
			case <-news:
			default:
			}
			news <- i
			s.Loop.Post(func() {
				if s.thinking != t {
					return
				}
				select {
				case t.info = <-news:
					s.changed(TopicMode)
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
		s.Loop.Post(func() { s.answer(t, info, err) })
	}()
}

// unbuilt tells why there is no computer player.
func (s *Session) unbuilt(t *thinking, err error) {
	if s.thinking == t {
		s.interrupt()
		s.fail(err)
	}
}

// answer plays what the computer found, unless it was interrupted since.
func (s *Session) answer(t *thinking, info ai.Info, err error) {
	if s.thinking != t || s.node != t.node {
		return
	}
	t.cancel()
	s.thinking = nil
	s.changed(TopicMode)
	m, ok := info.Move()
	text := ""
	if ok && err == nil {
		text = s.Rules().FormatMove(m)
	}
	if pos, err2 := s.Position(); err2 == nil && pos.Turn() != rules.NoPlayer {
		player := s.doc.Players[pos.Turn()]
		s.noteLog(player, scripts.Entry{Ply: s.tree.Ply(s.node) + 1, Move: text, Text: info.Text, Err: err})
		if err != nil {
			s.scripted.failed, s.scripted.path = s.node, scripts.Path(player.Kind)
		}
	}
	if err != nil {
		s.fail(err)
		return
	}
	if ok {
		still := s.InTestGame()
		s.play(labelComputer, m)
		if still {
			s.scripted.revision = s.tree.Revision()
		}
		s.came = ByComputer
		s.changed(TopicHere)
	}
}

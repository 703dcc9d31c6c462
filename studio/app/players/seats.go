// Package players manages the computer players of a game. An engine is reused from move to move, so
// scripts can keep state.
package players

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/player"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/app/jobs"
)

// Table contains the computer players of a game. It must be used on the main loop only.
type Table struct {
	engines *player.Catalog
	loop    jobs.Loop
	leaving *sync.WaitGroup
	seats   map[rules.Player]*Seat
}

// New returns an empty table, for computer players that are built from engines. The WaitGroup leaving
// counts the background work of closing players.
func New(engines *player.Catalog, loop jobs.Loop, leaving *sync.WaitGroup) *Table {
	return &Table{engines: engines, loop: loop, leaving: leaving, seats: map[rules.Player]*Seat{}}
}

// Seat is a computer player.
type Seat struct {
	Player  model.Player
	engines *player.Catalog
	rules   rules.Rules
	busy    atomic.Bool // computing an answer that may no longer be needed
	leave   func()      // cancels its comment on the end of the game, or nil

	mu     sync.Mutex // held while the engine is built
	engine ai.Engine  // nil until built
}

// At returns the computer player of p. It reuses the previous one unless another player was chosen
// or the previous one is busy. The engine is built by Think.
func (t *Table) At(p rules.Player, player model.Player, r rules.Rules) *Seat {
	if old := t.seats[p]; old != nil && old.Player == player && !old.busy.Load() {
		return old
	}
	fresh := &Seat{Player: player, engines: t.engines, rules: r}
	t.dismiss(t.seats[p])
	t.seats[p] = fresh
	return fresh
}

// build returns the engine and builds it first if necessary. This may be slow for a large board or
// a script, so it must not run on the loop.
func (x *Seat) build() (_ ai.Engine, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.engine == nil {
		x.engine, err = x.engines.NewAt(x.Player.Kind, x.Player.Level, x.rules)
	}
	return x.engine, err
}

// built returns the engine, or nil if it has not been built. It waits while the engine is being
// built.
func (x *Seat) built() ai.Engine {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.engine
}

// dismiss closes a computer player, which may be nil. It does so in the background, because it has
// to wait for a running computation.
func (t *Table) dismiss(old *Seat) {
	if old != nil {
		if old.leave != nil {
			old.leave()
		}
		t.leaving.Go(func() {
			if e := old.built(); e != nil {
				ai.Close(e)
			}
		})
	}
}

// Clear closes all computer players.
func (t *Table) Clear() {
	for _, old := range t.seats {
		t.dismiss(old)
	}
	clear(t.seats)
}

// Thought contains the callbacks of Think. They are called on the loop.
type Thought struct {
	Unbuilt func(error)   // called if the engine cannot be built
	Found   func(ai.Info) // called with intermediate results
	Done    func(ai.Info, error)
}

// Think makes a computer player think. The answer is not delivered before atLeast has passed, so
// the user can follow the moves. After cancel, Done is not called, but a pending report may still
// be delivered.
func (t *Table) Think(x *Seat, q ai.Request, atLeast time.Duration, then Thought) (cancel func()) {
	ctx, cancel := context.WithCancel(context.Background())
	x.busy.Store(true)
	go func() {
		begun := time.Now()
		e, err := x.build()
		if err != nil {
			x.busy.Store(false)
			t.loop.Post(func() { then.Unbuilt(err) })
			return
		}
		news := make(chan ai.Info, 1) // contains only the newest report
		info, err := e.Think(ctx, q, func(i ai.Info) {
			select {
			case <-news:
			default:
			}
			news <- i
			t.loop.Post(func() {
				select {
				case i := <-news:
					then.Found(i)
				default:
				}
			})
		})
		x.busy.Store(false)
		select {
		case <-ctx.Done():
			return
		case <-time.After(atLeast - time.Since(begun)):
		}
		t.loop.Post(func() {
			if ctx.Err() == nil {
				then.Done(info, err)
			}
		})
	}()
	return cancel
}

// Finish notifies the computer players, in the background, how the game q ended. It calls heard on
// the loop with the comment of each player.
func (t *Table) Finish(q ai.Request, r rules.Result, heard func(model.Player, ai.Info, error)) {
	for _, x := range t.seats {
		ctx, cancel := context.WithCancel(context.Background())
		x.leave = cancel
		t.leaving.Go(func() {
			f, ok := x.built().(ai.Finisher)
			if !ok {
				cancel()
				return
			}
			info, err := f.Finish(ctx, q, r)
			t.loop.Post(func() {
				if ctx.Err() == nil && (info.Text != "" || err != nil) {
					heard(x.Player, info, err)
				}
				cancel()
			})
		})
	}
}

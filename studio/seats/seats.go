// Package seats has the computer players at a board. One stays from move to move, so that a script
// remembers what it did.
package seats

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"boardstudio/ai"
	aiall "boardstudio/ai/all"
	"boardstudio/model"
	"boardstudio/rules"
	"boardstudio/studio/jobs"
)

// Table has the computer players of a game. It belongs to the loop's goroutine.
type Table struct {
	loop    jobs.Loop
	leaving *sync.WaitGroup
	seats   map[rules.Player]*Seat
}

// New returns a table at which nobody sits. What ends beside the loop is counted in leaving.
func New(loop jobs.Loop, leaving *sync.WaitGroup) *Table {
	return &Table{loop: loop, leaving: leaving, seats: map[rules.Player]*Seat{}}
}

// Seat is a computer player.
type Seat struct {
	Player model.Player
	rules  rules.Rules
	busy   atomic.Bool // still at an answer that nobody waits for any more
	leave  func()      // ends what it says to the end of a game, nil for nothing

	mu     sync.Mutex // held while the engine is built
	engine ai.Engine  // nil until then
}

// At returns the computer player of p: the one that played before, unless another one was chosen or it is
// still busy. Its engine is built when it thinks.
func (t *Table) At(p rules.Player, player model.Player, r rules.Rules) *Seat {
	if old := t.seats[p]; old != nil && old.Player == player && !old.busy.Load() {
		return old
	}
	fresh := &Seat{Player: player, rules: r}
	t.dismiss(t.seats[p])
	t.seats[p] = fresh
	return fresh
}

// build returns the engine, which it builds if there is none yet. That takes as long as a large board or
// a script asks for, so it is not done on the loop.
func (x *Seat) build() (_ ai.Engine, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.engine == nil {
		x.engine, err = aiall.NewAt(x.Player.Kind, x.Player.Level, x.rules)
	}
	return x.engine, err
}

// built returns the engine if there is one. It waits for one that is being built.
func (x *Seat) built() ai.Engine {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.engine
}

// dismiss gives back what a computer player holds, which may be nil. That waits for an answer that is
// under way, so it happens beside.
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

// Clear ends all computer players.
func (t *Table) Clear() {
	for _, old := range t.seats {
		t.dismiss(old)
	}
	clear(t.seats)
}

// Thought is what hears of a computer player that thinks, on the loop.
type Thought struct {
	Unbuilt func(error)   // there is no engine
	Found   func(ai.Info) // so far
	Done    func(ai.Info, error)
}

// Think has a computer player think, for a while at least, so that a person sees the move. Once it is cancelled
// nothing is done, but news that are under way still come.
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
		news := make(chan ai.Info, 1) // holds the newest report only
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
		t.loop.Post(func() { then.Done(info, err) })
	}()
	return cancel
}

// Finish tells the computer players how the game of q ended, without waiting for them. heard is called on the loop
// with what each of them says to that.
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

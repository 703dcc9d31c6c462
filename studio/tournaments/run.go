package tournaments

import (
	"context"
	"path/filepath"
	"sync/atomic"
	"time"

	"boardstudio/rules"
	"boardstudio/studio/jobs"
	"boardstudio/tournament"
)

// every is how often a tournament that is played is looked at: its table, and its games under way.
const every = 200 * time.Millisecond

// Run is the tournament that the studio plays, or looks at. It belongs to the loop's goroutine; the games are played beside it.
type Run struct {
	// Changed is called on the loop when something of it is to be shown anew, Ended when playing has ended: with nil when all is
	// played, context.Canceled when it was stopped. They may be nil.
	Changed func()
	Ended   func(error)

	loop jobs.Loop
	dir  string
	t    *tournament.Tournament // nil for none
	now  shown
	jobs int
	stop context.CancelFunc // nil while nothing is played
	then []func()           // to run when it has stopped
	wait int                // which opening is waited for
}

// shown is a tournament as it was at a moment.
type shown struct {
	table *tournament.Table
	games []tournament.Game
	live  []tournament.Live
}

// NewRun returns a run without a tournament.
func NewRun(loop jobs.Loop) *Run { return &Run{loop: loop} }

// Tournament returns the open tournament, nil for none.
func (r *Run) Tournament() *tournament.Tournament { return r.t }

// Folder returns where it is kept, "" for none.
func (r *Run) Folder() string { return r.dir }

// Title returns what it is called: its folder.
func (r *Run) Title() string { return filepath.Base(r.dir) }

// Rules returns those of its game. There must be one.
func (r *Run) Rules() rules.Rules { return r.t.Rules() }

// Playing reports whether games are played, or are being stopped.
func (r *Run) Playing() bool { return r.stop != nil }

// Stopping reports whether games are being stopped.
func (r *Run) Stopping() bool { return r.stop != nil && len(r.then) > 0 }

// Table returns how it stands, nil while there is none.
func (r *Run) Table() *tournament.Table { return r.now.table }

// Games returns those that were played, in their order.
func (r *Run) Games() []tournament.Game { return r.now.games }

// Live returns the games under way.
func (r *Run) Live() []tournament.Live { return r.now.live }

// Record returns the file of a game.
func (r *Run) Record(g tournament.Game) string {
	return filepath.Join(r.dir, tournament.RecordName(g.Number))
}

// Create begins a tournament in its folder, and plays it. done hears how that went. What was played before is stopped.
func (r *Run) Create(s Setup, done func(error)) {
	r.load(s.Folder, done, func(ctx context.Context) (*tournament.Tournament, error) {
		return tournament.Create(ctx, s.Folder, s.Description())
	}, func() { r.Start(s.Jobs) })
}

// Open shows the tournament in a folder. done hears how that went. What was played before is stopped if it can be opened.
func (r *Run) Open(dir string, done func(error)) {
	r.load(dir, done, func(ctx context.Context) (*tournament.Tournament, error) { return tournament.Open(ctx, dir) }, nil)
}

// load gets a tournament beside the loop, and shows it.
func (r *Run) load(dir string, done func(error), get func(context.Context) (*tournament.Tournament, error), then func()) {
	r.wait++
	at := r.wait
	go func() {
		t, err := get(context.Background())
		var s shown
		if err == nil {
			s = look(t, shown{})
		}
		r.loop.Post(func() {
			if at != r.wait {
				return // another one was asked for meanwhile
			}
			if err != nil {
				done(err)
				return
			}
			r.Stop(func() {
				if abs, err := filepath.Abs(dir); err == nil {
					dir = abs
				}
				r.dir, r.t, r.now = dir, t, s
				if then != nil {
					then()
				}
				done(nil)
				r.changed()
			})
		})
	}()
}

// look returns what is to be seen of a tournament now, was being what was seen before.
func look(t *tournament.Tournament, was shown) shown {
	s := shown{live: t.Live(), games: append(was.games, t.GamesFrom(len(was.games))...), table: was.table}
	if s.table == nil || len(s.games) != len(was.games) {
		s.table = t.Table()
	}
	return s
}

// Start plays what is not played yet, so many games at a time.
func (r *Run) Start(jobs int) {
	if r.t == nil || r.stop != nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.stop, r.jobs = cancel, jobs
	t, s := r.t, r.now
	ended := make(chan error, 1)
	go func() { ended <- t.Play(ctx, jobs, nil) }()
	go func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		var waits atomic.Bool // what was seen last was not shown yet
		for {
			select {
			case <-tick.C:
				if waits.Swap(true) {
					continue
				}
				s = look(t, s)
				seen := s
				r.loop.Post(func() {
					waits.Store(false)
					if r.t == t {
						r.now = seen
						r.changed()
					}
				})
			case err := <-ended:
				cancel()
				s = look(t, s)
				s.live, s.table = nil, t.Table()
				r.loop.Post(func() { r.over(s, err) })
				return
			}
		}
	}()
	r.changed()
}

// over is called when playing has ended.
func (r *Run) over(s shown, err error) {
	r.now, r.stop = s, nil
	then := r.then
	r.then = nil
	if r.Ended != nil {
		r.Ended(err)
	}
	r.changed()
	for _, f := range then {
		f()
	}
}

// Stop ends playing; the games under way are played again when it goes on. then, which may be nil, runs when they have ended.
func (r *Run) Stop(then func()) {
	if then == nil {
		then = func() {}
	}
	if r.stop == nil {
		then()
		return
	}
	r.then = append(r.then, then)
	r.stop()
	r.changed()
}

func (r *Run) changed() {
	if r.Changed != nil {
		r.Changed()
	}
}

package tournaments

import (
	"context"
	"path/filepath"
	"sync/atomic"
	"time"

	"boardstudio/ai/player"
	"boardstudio/document"
	"boardstudio/rules"
	"boardstudio/studio/app/jobs"
	"boardstudio/text/locale"
	"boardstudio/tournament"
)

// Run is the tournament that is shown or played. It must be used from the goroutine of the loop;
// games are played in the background.
type Run struct {
	// Changed is called on the loop when the display must be updated. Ended is called when playing
	// ends: with nil if all games have been played, or with context.Canceled if it was stopped.
	// Both may be nil.
	Changed func()
	Ended   func(error)

	engines   *player.Catalog
	documents *document.Library
	loop      jobs.Loop
	interval  time.Duration // time between updates of the table and the games of a running tournament
	dir       string
	t         *tournament.Tournament // nil without a tournament
	now       shown
	jobs      int
	stop      context.CancelFunc // nil unless games are being played
	afterStop []func()           // called when playing has stopped
	loads     int                // number of the last call of load
}

// shown is the state of a tournament at some time.
type shown struct {
	table *tournament.Table
	games []tournament.Game
	live  []tournament.Live
}

// NewRun returns a run without a tournament. Tournaments are played by engines, and documents reads
// and writes their games.
func NewRun(engines *player.Catalog, documents *document.Library, loop jobs.Loop) *Run {
	return &Run{engines: engines, documents: documents, loop: loop, interval: 200 * time.Millisecond}
}

// Tournament returns the open tournament, or nil.
func (r *Run) Tournament() *tournament.Tournament { return r.t }

// Folder returns the folder of the tournament, or "".
func (r *Run) Folder() string { return r.dir }

// Title returns the title of the tournament, which is the name of its folder.
func (r *Run) Title() string { return locale.FileName(r.dir) }

// Rules returns the rules of the tournament. A tournament must be open.
func (r *Run) Rules() rules.Rules { return r.t.Rules() }

// Playing reports whether games are being played or stopped.
func (r *Run) Playing() bool { return r.stop != nil }

// Stopping reports whether games are being stopped.
func (r *Run) Stopping() bool { return r.stop != nil && len(r.afterStop) > 0 }

// Table returns the current table, or nil.
func (r *Run) Table() *tournament.Table { return r.now.table }

// Games returns the games played so far, in order.
func (r *Run) Games() []tournament.Game { return r.now.games }

// Live returns the running games.
func (r *Run) Live() []tournament.Live { return r.now.live }

// Record returns the path of a game record.
func (r *Run) Record(g tournament.Game) string {
	return filepath.Join(r.dir, tournament.RecordName(r.documents, g.Number))
}

// Create creates a tournament in its folder and starts playing. done is called with the result. A
// tournament that is being played is stopped.
func (r *Run) Create(s Setup, done func(error)) {
	r.load(s.Folder, done, func(ctx context.Context) (*tournament.Tournament, error) {
		return tournament.Create(ctx, r.engines, r.documents, s.Folder, s.Description(r.engines))
	}, func() { r.Start(s.Jobs) })
}

// Open shows the tournament in a folder. done is called with the result. If it can be opened, a
// tournament that is being played is stopped.
func (r *Run) Open(dir string, done func(error)) {
	r.load(dir, done, func(ctx context.Context) (*tournament.Tournament, error) {
		return tournament.Open(ctx, r.engines, r.documents, dir)
	}, nil)
}

// load loads a tournament in the background and shows it.
func (r *Run) load(dir string, done func(error), get func(context.Context) (*tournament.Tournament, error), then func()) {
	r.loads++
	at := r.loads
	go func() {
		t, err := get(context.Background())
		var s shown
		if err == nil {
			s = look(t, shown{})
		}
		r.loop.Post(func() {
			if at != r.loads {
				return // another tournament was requested in the meantime
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

// look returns the current state of a tournament. was is the previous state.
func look(t *tournament.Tournament, was shown) shown {
	s := shown{live: t.Live(), games: append(was.games, t.GamesFrom(len(was.games))...), table: was.table}
	if s.table == nil || len(s.games) != len(was.games) {
		s.table = t.Table()
	}
	return s
}

// Start plays the remaining games, up to jobs of them concurrently.
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
		tick := time.NewTicker(r.interval)
		defer tick.Stop()
		var waits atomic.Bool // the last state has not been shown yet
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
	then := r.afterStop
	r.afterStop = nil
	if r.Ended != nil {
		r.Ended(err)
	}
	r.changed()
	for _, f := range then {
		f()
	}
}

// Stop stops playing. Running games will be played again from their start. then, which may be nil,
// is called when playing has stopped.
func (r *Run) Stop(then func()) {
	if then == nil {
		then = func() {}
	}
	if r.stop == nil {
		then()
		return
	}
	r.afterStop = append(r.afterStop, then)
	r.stop()
	r.changed()
}

func (r *Run) changed() {
	if r.Changed != nil {
		r.Changed()
	}
}

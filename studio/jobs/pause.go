package jobs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrAsked is the error of a job that the person cancelled; it is context.Canceled, too.
var ErrAsked = fmt.Errorf("by the person: %w", context.Canceled)

// count is how far a job is. It counts on its own goroutine, and is read on the loop.
type count struct {
	counting    sync.Mutex
	done, total int64
	// base is what was done when counting began, at the moment since.
	base  int64
	since time.Time
}

// Progress returns how much of the work is done; total is 0 while that is unknown.
func (c *count) Progress() (done, total int64) {
	c.counting.Lock()
	defer c.counting.Unlock()
	return c.done, c.total
}

// Count sets what Progress returns. It may be called from any goroutine.
func (c *count) Count(done, total int64) {
	c.counting.Lock()
	defer c.counting.Unlock()
	if c.since.IsZero() || done < c.done {
		c.base, c.since = done, time.Now()
	}
	c.done, c.total = done, total
}

// Left returns about how long the work will take yet, at the speed that it had since it began or went on; false while nothing can be
// said of that.
func (c *count) Left() (time.Duration, bool) {
	c.counting.Lock()
	defer c.counting.Unlock()
	if c.since.IsZero() {
		return 0, false
	}
	return left(time.Since(c.since), c.done-c.base, c.total-c.done)
}

// left returns how long the rest takes where so much was done in a time.
func left(in time.Duration, done, rest int64) (time.Duration, bool) {
	if done <= 0 || rest < 0 || in < time.Second {
		return 0, false
	}
	return time.Duration(float64(in) / float64(done) * float64(rest)), true
}

// forget begins to measure the speed anew.
func (c *count) forget() {
	c.counting.Lock()
	defer c.counting.Unlock()
	c.since = time.Time{}
}

// pauses is whether a job pauses: what it does is ended then, and begun again when it goes on.
type pauses struct {
	can     bool
	changed func()
	pausing sync.Mutex
	wait    chan struct{} // closed when the job goes on, nil unless it pauses
	stop    func()        // ends what goes on
}

// CanPause reports whether the job can pause.
func (p *pauses) CanPause() bool { return p.can }

// Paused reports whether it does.
func (p *pauses) Paused() bool {
	p.pausing.Lock()
	defer p.pausing.Unlock()
	return p.wait != nil
}

// Pause ends what the job does, until Resume is called.
func (p *pauses) Pause() {
	p.pausing.Lock()
	first := p.can && p.wait == nil
	if first {
		p.wait = make(chan struct{})
		if p.stop != nil {
			p.stop()
		}
	}
	p.pausing.Unlock()
	if first {
		p.changed()
	}
}

// Resume has a job that pauses go on.
func (j *Job) Resume() {
	j.pausing.Lock()
	wait := j.wait
	j.wait = nil
	j.pausing.Unlock()
	if wait != nil {
		j.forget()
		close(wait)
		j.changed()
	}
}

// run calls f, and again after each pause that ended it.
func (j *Job) run(ctx context.Context, f func(context.Context) error) error {
	if !j.can {
		return f(ctx)
	}
	for {
		c, stop := context.WithCancel(ctx)
		j.pausing.Lock()
		wait := j.wait
		j.stop = stop
		j.pausing.Unlock()
		if wait != nil {
			stop()
			select {
			case <-wait:
				continue
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		err := f(c)
		paused := c.Err() != nil && ctx.Err() == nil
		stop()
		if !paused || !errors.Is(err, context.Canceled) {
			return err
		}
	}
}

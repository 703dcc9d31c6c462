package jobs

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ErrAsked is the error of a job that the user cancelled. It wraps context.Canceled.
var ErrAsked = fmt.Errorf("by the person: %w", context.Canceled)

// count is the progress of a job. It is updated by the goroutine of the job and read by the loop.
type count struct {
	counting    sync.Mutex
	done, total int64
	// base is the value of done when counting started, at the time since.
	base  int64
	since time.Time
}

// Progress returns the amount of work done and the total. total is 0 if unknown.
func (c *count) Progress() (done, total int64) {
	c.counting.Lock()
	defer c.counting.Unlock()
	return c.done, c.total
}

// Count sets the values returned by Progress. It may be called from any goroutine.
func (c *count) Count(done, total int64) {
	c.counting.Lock()
	defer c.counting.Unlock()
	if c.since.IsZero() || done < c.done {
		c.base, c.since = done, time.Now()
	}
	c.done, c.total = done, total
}

// Left returns an estimate of the remaining time, based on the speed since the job started or
// resumed. ok is false if it cannot be estimated.
func (c *count) Left() (time.Duration, bool) {
	c.counting.Lock()
	defer c.counting.Unlock()
	if c.since.IsZero() {
		return 0, false
	}
	return left(time.Since(c.since), c.done-c.base, c.total-c.done)
}

// left returns the time for the rest of the work if done was completed within the time in.
func left(in time.Duration, done, rest int64) (time.Duration, bool) {
	if done <= 0 || rest < 0 || in < time.Second {
		return 0, false
	}
	return time.Duration(float64(in) / float64(done) * float64(rest)), true
}

// restart restarts the measurement of the speed.
func (c *count) restart() {
	c.counting.Lock()
	defer c.counting.Unlock()
	c.since = time.Time{}
}

// pauses is the pause state of a job. A pause ends the operation of the job; resuming starts it
// again.
type pauses struct {
	can     bool
	changed func()
	pausing sync.Mutex
	wait    chan struct{} // closed on resume; nil unless paused
	stop    func()        // ends the running operation
}

// CanPause reports whether the job can be paused.
func (p *pauses) CanPause() bool { return p.can }

// Paused reports whether the job is paused.
func (p *pauses) Paused() bool {
	p.pausing.Lock()
	defer p.pausing.Unlock()
	return p.wait != nil
}

// Pause pauses the job until Resume is called.
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

// Resume resumes a paused job.
func (j *Job) Resume() {
	j.pausing.Lock()
	wait := j.wait
	j.wait = nil
	j.pausing.Unlock()
	if wait != nil {
		j.restart()
		close(wait)
		j.changed()
	}
}

// run calls f, and calls it again after each pause that ended it.
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

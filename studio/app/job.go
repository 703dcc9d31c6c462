package app

import (
	"context"
	"sync/atomic"
)

// Job is work in the background that a person waits for, while the window stays alive.
type Job struct {
	Title  string
	cancel context.CancelFunc
	// Counted on the job's own goroutine, read on the loop.
	done, total atomic.Int64
}

// Progress returns how much of the work is done; total is 0 while that is unknown.
func (j *Job) Progress() (done, total int64) { return j.done.Load(), j.total.Load() }

// Cancel asks the job to end without an effect. It ends soon afterwards.
func (j *Job) Cancel() { j.cancel() }

// count is the progress function of what the job runs.
func (j *Job) count(done, total int64) {
	j.done.Store(done)
	j.total.Store(total)
}

// Job returns the work that goes on in the background, nil when there is none.
func (s *Session) Job() *Job { return s.job }

// begin starts a job; the one that was under way is cancelled, as the person has
// asked for something else. end must be called on the loop.
func (s *Session) begin(title string) (ctx context.Context, j *Job, end func()) {
	if s.job != nil {
		s.job.Cancel()
	}
	ctx, cancel := context.WithCancel(context.Background())
	j = &Job{Title: title, cancel: cancel}
	s.job = j
	s.changed(TopicJob)
	return ctx, j, func() {
		cancel()
		if s.job == j {
			s.job = nil
		}
		s.changed(TopicJob)
	}
}

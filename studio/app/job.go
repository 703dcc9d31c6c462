package app

import (
	"context"
	"slices"
	"sync/atomic"
)

// Job is work in the background that a person waits for, while the window stays alive.
type Job struct {
	Title  string
	kind   jobKind
	cancel context.CancelFunc
	// Counted on the job's own goroutine, read on the loop.
	done, total atomic.Int64
}

// jobKind says what a job is for. Jobs of different kinds go on beside each other.
type jobKind uint8

const (
	jobLook jobKind = iota // compares or searches; the next one takes its place
	jobOpen                // brings another document; the next one takes its place
	jobSave                // writes the document: only the person ends it early
)

// Progress returns how much of the work is done; total is 0 while that is unknown.
func (j *Job) Progress() (done, total int64) { return j.done.Load(), j.total.Load() }

// Cancel asks the job to end without an effect. It ends soon afterwards.
func (j *Job) Cancel() { j.cancel() }

// count is the progress function of what the job runs.
func (j *Job) count(done, total int64) {
	j.done.Store(done)
	j.total.Store(total)
}

// Job returns the work in the background that began last and goes on, nil when there is none.
func (s *Session) Job() *Job {
	if len(s.jobs) == 0 {
		return nil
	}
	return s.jobs[len(s.jobs)-1]
}

// begin starts a job. One of the same kind that is under way is cancelled, as the person
// has asked for something else, but never a save. end must be called on the loop.
func (s *Session) begin(kind jobKind, title string) (ctx context.Context, j *Job, end func()) {
	if kind != jobSave {
		s.cancelJobs(kind)
	}
	ctx, cancel := context.WithCancel(context.Background())
	j = &Job{Title: title, kind: kind, cancel: cancel}
	s.jobs = append(s.jobs, j)
	s.changed(TopicJob)
	return ctx, j, func() {
		cancel()
		s.jobs = slices.DeleteFunc(s.jobs, func(x *Job) bool { return x == j })
		s.changed(TopicJob)
	}
}

// cancelJobs cancels all jobs of a kind.
func (s *Session) cancelJobs(kind jobKind) {
	for _, j := range s.jobs {
		if j.kind == kind {
			j.Cancel()
		}
	}
}

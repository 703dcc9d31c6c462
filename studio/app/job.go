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
	asked  bool // the person cancelled it
	// Counted on the job's own goroutine, read on the loop.
	done, total atomic.Int64
}

// jobKind says what a job is for. Jobs of different kinds go on beside each other.
type jobKind uint8

const (
	jobLook   jobKind = iota // compares or searches; the next one takes its place
	jobOpen                  // brings another document; the next one takes its place
	jobEdit                  // changes the document; the next one waits for it
	jobScript                // reads a script; the next one takes its place
	jobFile                  // looks at the file before it is written
	jobSave                  // writes the document
)

// Progress returns how much of the work is done; total is 0 while that is unknown.
func (j *Job) Progress() (done, total int64) { return j.done.Load(), j.total.Load() }

// Cancel asks the job to end without an effect, as the person wishes. It ends soon afterwards.
func (j *Job) Cancel() {
	j.asked = true
	j.cancel()
}

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

// begin starts a job. One that looks at the document, or opens one or a script, is cancelled when another of its
// kind begins, as the person has asked for something else; what changes or writes the document
// never is. end must be called on the loop.
func (s *Session) begin(kind jobKind, title string) (ctx context.Context, j *Job, end func()) {
	if kind == jobLook || kind == jobOpen || kind == jobScript {
		for _, old := range s.jobs {
			if old.kind == kind {
				old.cancel()
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	j = &Job{Title: title, kind: kind, cancel: cancel}
	s.jobs = append(s.jobs, j)
	s.changed(TopicJob)
	return ctx, j, func() {
		cancel()
		s.jobs = slices.DeleteFunc(s.jobs, func(x *Job) bool { return x == j })
		s.changed(TopicJob)
		if len(s.waiters) > 0 {
			s.Loop.Post(s.wake)
		}
	}
}

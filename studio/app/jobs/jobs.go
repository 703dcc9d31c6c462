// Package jobs runs long operations in the background, or in pieces on the event loop, so the
// window stays responsive. A Runner runs the jobs of an open document. Jobs that read the document
// run in goroutines; an edit stops them, and they start again afterwards. Jobs that change the
// document run in pieces on the loop.
package jobs

import (
	"context"
	"slices"
	"time"

	"boardstudio/model"
)

// Loop is the event loop that owns sessions, trees and widgets.
type Loop interface {
	// Post calls f on the loop soon. It may be called from any goroutine.
	Post(f func())
	// After calls f on the loop once after d, unless stop is called before.
	After(d time.Duration, f func()) (stop func())
}

// SettleTime is the time without edits after which stopped jobs start again.
const SettleTime = 300 * time.Millisecond

// Kind is the kind of a job. Jobs of different kinds run concurrently.
type Kind uint8

// The kinds of jobs.
const (
	Look    Kind = iota // compares or searches; a new one cancels it
	Study               // analyses positions for a long time; a new one cancels it
	Analyse             // analyses games with an engine for longer; a new one cancels it
	Open                // opens another document; a new one cancels it
	Edit                // changes the document; a new one waits for it
	Script              // reads a script; a new one cancels it
	File                // checks the file before saving
	Save                // saves the document; only its button cancels it
	Check               // checks the moves of a new document; a new one cancels it
	Export              // exports a picture or page; several run concurrently
)

// Job is a background operation that the user waits for.
type Job struct {
	Title  string
	kind   Kind
	cancel context.CancelFunc
	asked  bool // the user cancelled the job
	pauses
	count
}

// Cancel cancels the job at the user's request. It ends soon afterwards, without an effect.
func (j *Job) Cancel() {
	j.asked = true
	j.cancel()
}

// Runner runs the jobs of the open document. It must be used from the goroutine of the loop.
type Runner struct {
	// AtOnce is the time that the loop spends on a step before the step becomes a job. PieceTime is
	// the time that the loop spends on each piece of a step that has become a job.
	AtOnce, PieceTime time.Duration
	// Check calls then when all moves of the open document have been checked, or not with an error
	// if that is prevented. Check is nil if moves are always checked.
	Check func(then func(), not func(error))

	loop    Loop
	changed func()
	say     func(text string)

	doc       *model.Document // nil at first
	stopGuard func()          // unregisters the function that stops readers before an edit
	jobs      []*Job          // running jobs, in order of their start
	readings  []*reading
	waiters   []waiter
	changing  bool   // a step is being made in pieces
	revision  uint64 // revision of the tree before that step
	held      []*held
	calling   bool // a held call is being made
}

// New returns a runner without a document. changed is called when a job starts or ends, and say
// with a message about a cancelled job.
func New(loop Loop, changed func(), say func(text string)) *Runner {
	return &Runner{
		AtOnce: 20 * time.Millisecond, PieceTime: 8 * time.Millisecond,
		loop: loop, changed: changed, say: say, stopGuard: func() {},
	}
}

// Open closes the current document and opens d. Jobs of the previous document end with
// context.Canceled.
func (r *Runner) Open(d *model.Document) {
	r.Close()
	r.doc = d
	r.stopGuard = d.Tree.Before(func() { r.stopReaders(false) })
}

// Close stops the readers of the document and cancels its jobs. It returns when all readers have
// ended. It waits for a save that is encoding.
func (r *Runner) Close() {
	for _, j := range r.jobs {
		if j.kind == Look || j.kind == Study || j.kind == Analyse || j.kind == Check || j.kind == Export {
			j.cancel()
		}
	}
	r.stopReaders(true)
	r.stopGuard()
	r.changing = false
	r.dropHeld()
}

// Document returns the open document.
func (r *Runner) Document() *model.Document { return r.doc }

// Changing reports whether the document is being changed in pieces. It then accepts no edits, and
// the drawing of the tree does not change.
func (r *Runner) Changing() bool { return r.changing }

// Revision returns the revision of the user's edits: see model.Tree.EditRevision. While the
// document is being changed in pieces, it is the revision before the change, which can still be
// cancelled.
func (r *Runner) Revision() uint64 {
	if r.changing {
		return r.revision
	}
	return r.doc.Tree.EditRevision()
}

// Job returns the running job that started last, or nil.
func (r *Runner) Job() *Job {
	if len(r.jobs) == 0 {
		return nil
	}
	return r.jobs[len(r.jobs)-1]
}

// Passing returns the running job that started last and cannot be paused, or nil.
func (r *Runner) Passing() *Job { return r.last(func(j *Job) bool { return !j.CanPause() }) }

// Pausable returns the running job that started last and can be paused, or nil.
func (r *Runner) Pausable() *Job { return r.last((*Job).CanPause) }

func (r *Runner) last(is func(*Job) bool) *Job {
	for _, j := range slices.Backward(r.jobs) {
		if is(j) {
			return j
		}
	}
	return nil
}

// Busy reports whether a job of one of the kinds is running.
func (r *Runner) Busy(kinds ...Kind) bool {
	return slices.ContainsFunc(r.jobs, func(j *Job) bool { return slices.Contains(kinds, j.kind) })
}

// Start starts a job. A job that reads the document, opens a document or reads a script cancels a
// running job of the same kind. The user has asked for something else. Jobs that change or write
// the document are not cancelled. end must be called on the loop when the job has ended.
func (r *Runner) Start(kind Kind, title string) (ctx context.Context, j *Job, end func()) {
	if kind == Look || kind == Study || kind == Analyse || kind == Open || kind == Script || kind == Check {
		for _, old := range r.jobs {
			if old.kind == kind {
				old.cancel()
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	j = &Job{Title: title, kind: kind, cancel: cancel, pauses: pauses{changed: r.changed}}
	r.jobs = append(r.jobs, j)
	r.changed()
	return ctx, j, func() {
		cancel()
		r.jobs = slices.DeleteFunc(r.jobs, func(x *Job) bool { return x == j })
		r.changed()
		if len(r.waiters) > 0 {
			r.loop.Post(r.wake)
		}
	}
}

// waiter is a call that waits for a condition.
type waiter struct {
	doc    *model.Document
	free   func() bool
	f      func()
	closed func(error)
}

// When calls f on the loop when free returns true. free is called whenever a job ends. If the
// document is closed first, closed is called with context.Canceled instead, unless it is nil.
func (r *Runner) When(free func() bool, f func(), closed func(error)) {
	if free() {
		f()
		return
	}
	r.waiters = append(r.waiters, waiter{r.doc, free, f, closed})
}

// wake makes the waiting calls whose conditions are true, in order.
func (r *Runner) wake() {
	for i := 0; i < len(r.waiters); {
		w := r.waiters[i]
		if w.doc == r.doc && !w.free() {
			i++
			continue
		}
		r.waiters = append(r.waiters[:i:i], r.waiters[i+1:]...)
		switch {
		case w.doc == r.doc:
			w.f()
		case w.closed != nil:
			w.closed(context.Canceled)
		}
		i = 0
	}
}

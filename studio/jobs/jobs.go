// Package jobs runs long work beside the event loop, or in pieces on it, so that the window
// always answers. A Runner has the jobs of one open document: those that read it in goroutines,
// which an edit stops and which then begin again, and those that change it piece by piece.
package jobs

import (
	"context"
	"slices"
	"time"

	"boardstudio/model"
)

// Loop is the event loop that owns sessions, trees and widgets.
type Loop interface {
	// Post runs f on the loop, soon. It may be called from any goroutine.
	Post(f func())
	// After runs f on the loop once, d from now, unless stop is called before.
	After(d time.Duration, f func()) (stop func())
}

// SettleTime is how long the document must be left alone before what an edit stopped begins again.
const SettleTime = 300 * time.Millisecond

// Kind says what a job is for. Jobs of different kinds go on beside each other.
type Kind uint8

// The kinds of jobs.
const (
	Look    Kind = iota // compares or searches; the next one cancels it
	Study               // thinks about positions, which takes long; the next one cancels it
	Analyse             // has an engine judge positions, which takes longer; the next one cancels it
	Open                // brings another document; the next one cancels it
	Edit                // changes the document; the next one waits for it
	Script              // reads a script; the next one cancels it
	File                // looks at the file before it is written
	Save                // writes the document; only its button cancels it
	Check               // checks the moves of a document that was just opened; the next one cancels it
	Export              // writes a picture or a page of the document; the next one goes on beside it
)

// Job is work in the background that a person waits for, while the window stays alive.
type Job struct {
	Title  string
	kind   Kind
	cancel context.CancelFunc
	asked  bool // the person cancelled it
	pauses
	count
}

// Cancel asks the job to end without an effect, as the person wishes. It ends soon afterwards.
func (j *Job) Cancel() {
	j.asked = true
	j.cancel()
}

// Runner runs the jobs of the open document. It belongs to the loop's goroutine.
type Runner struct {
	// AtOnce is how long the loop works on a step before the step becomes a job, and PieceTime
	// how long it works on a piece of one.
	AtOnce, PieceTime time.Duration
	// Check calls then once all moves of the open document were checked, or not with the error of what came between; nil when they
	// always are.
	Check func(then func(), not func(error))

	loop    Loop
	changed func()
	say     func(text string)

	doc      *model.Document // nil before the first one
	unguard  func()          // ends stopping readings before an edit
	jobs     []*Job          // under way, in the order in which they began
	readings []*reading
	waiters  []waiter
	making   bool   // a step is being made in pieces
	revision uint64 // of the tree before that step
	held     []*held
	giving   bool // one of held is being called
}

// New returns a runner without a document. It calls changed when a job begins or ends, and say to
// tell the person of one that was cancelled.
func New(loop Loop, changed func(), say func(text string)) *Runner {
	return &Runner{
		AtOnce: 20 * time.Millisecond, PieceTime: 8 * time.Millisecond,
		loop: loop, changed: changed, say: say, unguard: func() {},
	}
}

// Open closes the document and makes d the open one. What was asked for the old one ends with
// context.Canceled.
func (r *Runner) Open(d *model.Document) {
	r.Close()
	r.doc = d
	r.unguard = d.Tree.Before(func() { r.hush(false) })
}

// Close returns when nothing reads the document any more. It waits for a save that is encoding. What looks at the document
// or thinks about it is to end, too.
func (r *Runner) Close() {
	for _, j := range r.jobs {
		if j.kind == Look || j.kind == Study || j.kind == Analyse || j.kind == Check || j.kind == Export {
			j.cancel()
		}
	}
	r.hush(true)
	r.unguard()
	r.making = false
	r.release()
}

// Document returns the open document.
func (r *Runner) Document() *model.Document { return r.doc }

// Changing reports whether the document is being changed in pieces. Until that is over it takes no
// edit, and what is drawn of the tree stays as it was.
func (r *Runner) Changing() bool { return r.making }

// Revision returns the revision of the tree. While the document is changed in pieces, it is the one
// before: that change may yet be cancelled.
func (r *Runner) Revision() uint64 {
	if r.making {
		return r.revision
	}
	return r.doc.Tree.Revision()
}

// Job returns the running job that began last, or nil.
func (r *Runner) Job() *Job {
	if len(r.jobs) == 0 {
		return nil
	}
	return r.jobs[len(r.jobs)-1]
}

// Passing returns the running job that cannot pause and began last, or nil.
func (r *Runner) Passing() *Job { return r.last(func(j *Job) bool { return !j.CanPause() }) }

// Pausable returns the running job that can pause and began last, or nil.
func (r *Runner) Pausable() *Job { return r.last((*Job).CanPause) }

func (r *Runner) last(is func(*Job) bool) *Job {
	for _, j := range slices.Backward(r.jobs) {
		if is(j) {
			return j
		}
	}
	return nil
}

// Busy reports whether a job of one of these kinds goes on.
func (r *Runner) Busy(kinds ...Kind) bool {
	return slices.ContainsFunc(r.jobs, func(j *Job) bool { return slices.Contains(kinds, j.kind) })
}

// Start starts a job. One that looks at the document, or opens one or a script, cancels the job of its
// kind that goes on, as the person has asked for something else; what changes or writes the document
// goes on. end must be called on the loop when the job has ended.
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

// waiter is a call that waits for its condition.
type waiter struct {
	doc    *model.Document
	free   func() bool
	f      func()
	closed func(error)
}

// When calls f on the loop once free holds, which is asked when a job has ended. If the document is closed by
// then, it calls closed with context.Canceled instead, unless that is nil.
func (r *Runner) When(free func() bool, f func(), closed func(error)) {
	if free() {
		f()
		return
	}
	r.waiters = append(r.waiters, waiter{r.doc, free, f, closed})
}

// wake makes the waiting calls whose conditions hold, in the order in which they were asked for.
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

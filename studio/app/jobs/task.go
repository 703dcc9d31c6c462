package jobs

import (
	"context"
	"errors"
	"time"

	"boardstudio/io/codec"
	"boardstudio/model"
	"boardstudio/text/locale"
)

// Task is an operation in the background, run as a job with progress.
type Task struct {
	Kind  Kind
	Title string
	// First is called first, once, without the open document. Both First and Look may be nil.
	First func(ctx context.Context, p codec.Progress) error
	// Checked makes the task wait until all moves of the open document have been checked: see
	// Runner.Check. Results that depend on unchecked moves must not leave Studio. Every Export
	// waits.
	Checked bool
	// Pausable allows pausing the job. A pause ends First; resuming calls it again.
	Pausable bool
	// Look then reads the open document: see Runner.Read. An edit stops it, and it starts again
	// SettleTime after the last edit, unless Once is set. It must return soon after more returns
	// false.
	Look func(ctx context.Context, d *model.Document, more model.More) error
	Once bool
	// Write, if not nil, uses the result of Look. It is called after Look has succeeded, even if
	// the document is being edited or closed. Closing waits for Look; an edit does not wait for
	// Write.
	Write func() error
	// Then is called on the loop at the end. Without Write, the document is then as Look has seen
	// it. The error is ErrAsked if the user cancelled the job. It is context.Canceled if another
	// job replaced it, if the document was closed, or with Once if there was an edit.
	Then func(error)
}

// Do runs a task. An Edit waits for earlier ones. An Export waits until the document has been
// checked.
func (r *Runner) Do(t Task) {
	switch {
	case t.Kind == Edit:
		r.When(func() bool { return !r.Busy(Edit) }, func() { r.do(t) }, t.Then)
	case (t.Checked || t.Kind == Export) && r.Check != nil:
		r.Check(func() { r.do(t) }, t.Then)
	default:
		r.do(t)
	}
}

func (r *Runner) do(t Task) {
	ctx, job, end := r.Start(t.Kind, t.Title)
	job.can = t.Pausable
	d := r.doc
	finish := func(err error) {
		end()
		if job.asked && errors.Is(err, context.Canceled) {
			err = ErrAsked
			switch t.Kind {
			case Save: // Then reports the error, with the file name
			case Edit:
				r.say(locale.T("Cancelled; nothing was changed"))
			default:
				r.say(locale.T("Cancelled"))
			}
		}
		t.Then(err)
	}
	closed := func() bool { return ctx.Err() != nil || r.doc != d }
	var look func()
	look = func() {
		switch {
		case closed():
			finish(context.Canceled)
			return
		case r.changing:
			r.loop.After(SettleTime, look)
			return
		}
		revision, total := d.Tree.Revision(), int64(d.Tree.Len())
		var err error
		r.read(ctx, t.Write != nil, func(ctx context.Context, d *model.Document) {
			err = t.Look(ctx, d, func(done int) bool {
				job.Count(int64(done), max(total, int64(done)))
				return ctx.Err() == nil
			})
		}, func() {
			stopped := errors.Is(err, context.Canceled)
			if err == nil && t.Write != nil {
				err = t.Write()
			}
			r.loop.Post(func() {
				edited := stopped || t.Write == nil && d.Tree.Revision() != revision
				switch {
				case t.Write != nil && !stopped:
					finish(err)
				case closed() || edited && t.Once:
					finish(context.Canceled)
				case edited:
					r.loop.After(SettleTime, look)
				default:
					finish(err)
				}
			})
		})
	}
	if t.First == nil {
		look()
		return
	}
	go func() {
		err := job.run(ctx, func(ctx context.Context) error { return t.First(ctx, job.Count) })
		r.loop.Post(func() {
			switch {
			case closed():
				finish(context.Canceled)
			case err != nil || t.Look == nil:
				finish(err)
			default:
				look()
			}
		})
	}()
}

// passed returns a function that reports whether d has passed since the call of passed.
func passed(d time.Duration) func() bool {
	end := time.Now().Add(d)
	return func() bool { return !time.Now().Before(end) }
}

// Pieces makes the steps returned by next until that returns nil, then calls done. If it takes no
// longer than AtOnce, it runs immediately. Otherwise it runs as a job, in pieces, and the loop
// handles other events in between. The document accepts no edits until it ends.
//
// If a step is rejected, done gets its error. The error is context.Canceled if the user cancelled
// the job, which takes back the current step, or if the document was closed.
func (r *Runner) Pieces(title string, next func() *model.PendingStep, done func(error)) {
	revision, pause := r.doc.Tree.EditRevision(), passed(r.AtOnce)
	m := next()
	for m != nil && m.Run(pause) {
		if err := m.Err(); err != nil {
			done(err)
			return
		}
		m = next()
	}
	if m == nil {
		done(nil)
		return
	}
	ctx, job, end := r.Start(Edit, title)
	d := r.doc
	r.changing, r.revision = true, revision
	over := func(err error) {
		r.changing = false
		end()
		done(err)
	}
	var piece func()
	piece = func() {
		if r.doc != d {
			end()
			done(context.Canceled)
			return
		}
		if ctx.Err() != nil {
			m.Cancel()
		}
		for pause := passed(r.PieceTime); m.Run(pause); {
			switch err := m.Err(); {
			case err != nil:
				over(err)
				return
			case ctx.Err() == nil:
				m = next()
			case m.Done():
				m = nil
			default:
				over(context.Canceled)
				return
			}
			if m == nil {
				over(nil)
				return
			}
		}
		done, total := m.Progress()
		job.Count(int64(done), int64(total))
		r.loop.Post(piece)
	}
	r.loop.Post(piece)
}

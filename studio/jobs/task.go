package jobs

import (
	"context"
	"errors"
	"time"

	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
)

// Task is work that is done beside the loop, as a job with progress.
type Task struct {
	Kind  Kind
	Title string
	// First is done first and once, without the open document. It may be nil, and so may Look.
	First func(ctx context.Context, p codec.Progress) error
	// Checked has the task wait until all moves of the open document were checked, see Runner.Check: nothing that was made of moves
	// that nobody has checked leaves the studio. Every Export waits.
	Checked bool
	// Pausable lets the job pause: that ends First, which is done again when the job goes on.
	Pausable bool
	// Look then reads the open document, see Runner.Read. An edit stops it, and it begins again when
	// the document was left alone for SettleTime, unless Once is set. It must end soon when more says so.
	Look func(ctx context.Context, d *model.Document, more model.More) error
	Once bool
	// Write, if not nil, uses what Look has made of the document. It is called when Look has
	// succeeded, whatever becomes of the document: closing that waits for Look, an edit does not wait for Write.
	Write func() error
	// Then runs on the loop at the end; without Write, while the document is as Look has seen it. The error is
	// context.Canceled when the person cancelled the job, which is ErrAsked, asked for another one in its place, or
	// closed the document, and with Once when there was an edit.
	Then func(error)
}

// Do does a task. An Edit waits until those asked for before have changed the document, an Export until the document was checked.
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
			case Save: // Then says of which file
			case Edit:
				r.say(locale.T("Cancelled; nothing was changed"))
			default:
				r.say(locale.T("Cancelled"))
			}
		}
		t.Then(err)
	}
	gone := func() bool { return ctx.Err() != nil || r.doc != d }
	var look func()
	look = func() {
		switch {
		case gone():
			finish(context.Canceled)
			return
		case r.making:
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
				case gone() || edited && t.Once:
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
			case gone():
				finish(context.Canceled)
			case err != nil || t.Look == nil:
				finish(err)
			default:
				look()
			}
		})
	}()
}

// passed returns a function that tells whether d has passed.
func passed(d time.Duration) func() bool {
	end := time.Now().Add(d)
	return func() bool { return !time.Now().Before(end) }
}

// Pieces makes steps until next returns nil, and then calls done: at once if that takes no longer
// than AtOnce, else as a job between whose pieces the loop goes on. Until it is over nobody can
// change the document, or go elsewhere in it. The error is context.Canceled when the
// person cancelled it, and nothing of the step at hand is left, or when the document was closed.
func (r *Runner) Pieces(title string, next func() *model.Making, done func(error)) {
	revision, pause := r.doc.Tree.Revision(), passed(r.AtOnce)
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
	r.making, r.revision = true, revision
	over := func(err error) {
		r.making = false
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
			case m.Made():
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

package app

import (
	"context"
	"errors"
	"time"

	"boardstudio/io/codec"
	"boardstudio/locale"
	"boardstudio/model"
	"boardstudio/msg"
)

// The loop is never held for long: what takes long is done beside it, or in pieces on it.
var (
	// atOnce is how long the loop works on a step before the step becomes a job.
	atOnce = 20 * time.Millisecond
	// pieceTime is how long it works on a piece of one.
	pieceTime = 8 * time.Millisecond
)

// after returns a function that tells whether d has gone by.
func after(d time.Duration) func() bool {
	end := time.Now().Add(d)
	return func() bool { return !time.Now().Before(end) }
}

// task is work that is done beside the loop, as a job with progress.
type task struct {
	kind  jobKind
	title string
	// first is done first, if not nil, and once: what does not need the open document.
	first func(ctx context.Context, p codec.Progress) error
	// look then reads the open document. An edit stops it, and it begins again when the document
	// was left alone for a moment, unless once is set. It must not wait for the loop, and must end
	// soon when more says so.
	look func(d *model.Document, more model.More) error
	once bool
	// then runs on the loop at the end, while the document is as look has seen it. The error is
	// context.Canceled when the person cancelled the job, asked for another one in its place, or
	// closed the document, and with once when there was an edit.
	then func(error)
}

// work does a task. What is to change the document waits until what was asked for before has changed
// it.
func (s *Session) work(t task) {
	if t.kind == jobEdit {
		s.when(func() bool { return !s.editing() }, func() { s.start(t) }, t.then)
		return
	}
	s.start(t)
}

func (s *Session) start(t task) {
	ctx, job, end := s.begin(t.kind, t.title)
	d := s.doc
	finish := func(err error) {
		end()
		if job.asked && errors.Is(err, context.Canceled) {
			if t.kind == jobEdit {
				s.Say(Note, locale.T("Cancelled; nothing was changed"))
			} else {
				s.Say(Note, locale.T("Cancelled"))
			}
		}
		t.then(err)
	}
	gone := func() bool { return ctx.Err() != nil || s.doc != d }
	var look func()
	look = func() {
		switch {
		case gone():
			finish(context.Canceled)
			return
		case s.making != nil:
			s.Loop.After(settleTime, look)
			return
		}
		revision, total := s.tree.Revision(), int64(s.tree.Len())
		var err error
		end := func() {
			edited := errors.Is(err, context.Canceled) || s.tree.Revision() != revision
			switch {
			case gone() || edited && t.once:
				finish(context.Canceled)
			case edited:
				s.Loop.After(settleTime, look)
			default:
				finish(err)
			}
		}
		s.Read(ctx, func(ctx context.Context, d *model.Document) {
			err = t.look(d, func(done int) bool {
				job.count(int64(done), max(total, int64(done)))
				return ctx.Err() == nil
			})
			s.Loop.Post(end)
		})
	}
	if t.first == nil {
		look()
		return
	}
	go func() {
		err := t.first(ctx, job.count)
		s.Loop.Post(func() {
			switch {
			case gone():
				finish(context.Canceled)
			case err != nil || t.look == nil:
				finish(err)
			default:
				look()
			}
		})
	}()
}

// making is a step that the loop makes in pieces.
type making struct {
	dirty bool  // what Dirty was before
	held  Topic // what changed and was not told yet
}

// pieces makes steps until next returns nil, and then calls done: at once if that takes no longer
// than a moment, else as a job between whose pieces the loop goes on. Until it is over nobody can
// change the document, or go elsewhere in it. The error is context.Canceled when the
// person cancelled it, and nothing of the step at hand is left, or when the document was closed.
func (s *Session) pieces(title string, next func() *model.Making, done func(error)) {
	dirty, pause := s.Dirty(), after(atOnce)
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
	ctx, job, end := s.begin(jobEdit, title)
	d := s.doc
	s.making = &making{dirty: dirty}
	over := func(err error) {
		held := s.making.held
		s.making = nil
		end()
		s.changed(held)
		done(err)
	}
	var piece func()
	piece = func() {
		if s.doc != d {
			end()
			done(context.Canceled)
			return
		}
		if ctx.Err() != nil {
			m.Cancel()
		}
		for pause := after(pieceTime); m.Run(pause); {
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
		job.count(int64(done), int64(total))
		s.Loop.Post(piece)
	}
	s.Loop.Post(piece)
}

// steps makes the edits as one step of undo, by pieces; then is told whether it was made. A person
// is told why it was not.
func (s *Session) steps(label msg.Key, edits []model.Edit, then func(made bool)) {
	if len(edits) == 0 {
		then(false)
		return
	}
	tree := s.tree
	m, err := tree.Begin(label, edits...)
	if err != nil {
		s.fail(err)
		then(false)
		return
	}
	s.pieces(locale.T(label), once(m), func(err error) {
		switch {
		case s.tree != tree: // closed meanwhile
		case errors.Is(err, context.Canceled):
			s.Say(Note, locale.T("Cancelled; nothing was changed"))
		default:
			s.fail(err)
		}
		then(err == nil)
	})
}

// once returns m, and nil from then on.
func once(m *model.Making) func() *model.Making {
	return func() *model.Making {
		is := m
		m = nil
		return is
	}
}

// Changing reports whether the document is being changed in pieces: until that is over it takes no
// edit, and what is drawn of the tree stays as it was.
func (s *Session) Changing() bool { return s.making != nil }

// editing reports whether a job is under way that changes the document.
func (s *Session) editing() bool {
	for _, j := range s.jobs {
		if j.kind == jobEdit {
			return true
		}
	}
	return s.making != nil
}

// waiter is something to be done once it can be.
type waiter struct {
	doc    *model.Document
	free   func() bool
	f      func()
	closed func(error)
}

// when calls f on the loop once free holds, in turn with what waits for the same. closed, if not
// nil, is called with context.Canceled instead when the document was closed by then: what was to become
// of it concerns none of the next one.
func (s *Session) when(free func() bool, f func(), closed func(error)) {
	if free() {
		f()
		return
	}
	s.waiters = append(s.waiters, waiter{s.doc, free, f, closed})
}

// wake does what waits and can be done. It is called when a job has ended.
func (s *Session) wake() {
	for i := 0; i < len(s.waiters); {
		w := s.waiters[i]
		if w.doc == s.doc && !w.free() {
			i++
			continue
		}
		s.waiters = append(s.waiters[:i:i], s.waiters[i+1:]...)
		switch {
		case w.doc == s.doc:
			w.f()
		case w.closed != nil:
			w.closed(context.Canceled)
		}
		i = 0
	}
}

package app

import (
	"context"
	"slices"

	"boardstudio/model"
)

// Reading is something that reads the document in the background.
type Reading struct {
	cancel  context.CancelFunc
	done    chan struct{}
	patient bool // edits wait for its end instead of stopping it
}

// Stop tells the reading that nobody wants its result any more.
func (r *Reading) Stop() { r.cancel() }

// Done is closed when the reading has ended.
func (r *Reading) Done() <-chan struct{} { return r.done }

// Read has f read the document in a goroutine. The next edit stops it first: the
// context is cancelled, and the edit waits until f has returned. So f must look at
// its context every few milliseconds, must never wait for the loop, and must not call
// what writes caches: Tree.Position, Tree.Start, Tree.Validate. It hands its result
// over with Loop.Post; a result that comes after an edit is about an older state.
func (s *Session) Read(ctx context.Context, f func(context.Context, *model.Document)) *Reading {
	return s.readBeside(ctx, f, false)
}

// ReadThrough is Read, but an edit waits for f instead of stopping it, for what
// has to come to its end, such as saving. It must be short, or watch whether a
// person is kept waiting.
func (s *Session) ReadThrough(ctx context.Context, f func(context.Context, *model.Document)) *Reading {
	return s.readBeside(ctx, f, true)
}

func (s *Session) readBeside(ctx context.Context, f func(context.Context, *model.Document), patient bool) *Reading {
	s.readings = slices.DeleteFunc(s.readings, func(r *Reading) bool {
		select {
		case <-r.done:
			return true
		default:
			return false
		}
	})
	ctx, cancel := context.WithCancel(ctx)
	r := &Reading{cancel, make(chan struct{}), patient}
	s.readings = append(s.readings, r)
	d := s.doc
	go func() {
		defer close(r.done)
		defer cancel()
		f(ctx, d)
	}()
	return r
}

// readThrough reports whether something reads the document that edits wait for.
func (s *Session) readThrough() bool {
	for _, r := range s.readings {
		select {
		case <-r.done:
		default:
			if r.patient {
				return true
			}
		}
	}
	return false
}

// quiesce returns when nothing reads the document any more.
func (s *Session) quiesce() {
	for _, r := range s.readings {
		if !r.patient {
			r.cancel()
		}
	}
	for _, r := range s.readings {
		<-r.done
	}
	s.readings = nil
}

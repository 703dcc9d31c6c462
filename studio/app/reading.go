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
	through bool // closing the document waits for its end instead of stopping it
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

// ReadThrough is Read, but closing the document does not stop f: it waits for its end, as f does what
// a person asked for before, such as saving.
func (s *Session) ReadThrough(ctx context.Context, f func(context.Context, *model.Document)) *Reading {
	return s.readBeside(ctx, f, true)
}

func (s *Session) readBeside(ctx context.Context, f func(context.Context, *model.Document), through bool) *Reading {
	s.readings = slices.DeleteFunc(s.readings, func(r *Reading) bool {
		select {
		case <-r.done:
			return true
		default:
			return false
		}
	})
	ctx, cancel := context.WithCancel(ctx)
	r := &Reading{cancel, make(chan struct{}), through}
	s.readings = append(s.readings, r)
	d := s.doc
	go func() {
		defer close(r.done)
		defer cancel()
		f(ctx, d)
	}()
	return r
}

// quiesce returns when nothing reads the document any more. An edit or the end of the
// session is about to come.
func (s *Session) quiesce() { s.hush(false) }

// hush is quiesce; closing lets what reads through come to its end.
func (s *Session) hush(closing bool) {
	for _, r := range s.readings {
		if !closing || !r.through {
			r.cancel()
		}
	}
	for _, r := range s.readings {
		<-r.done
	}
	s.readings = nil
}

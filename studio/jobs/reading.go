package jobs

import (
	"context"
	"slices"

	"boardstudio/model"
)

// reading is a goroutine that reads the document.
type reading struct {
	cancel  context.CancelFunc
	done    chan struct{} // closed when it has ended
	through bool          // closing the document waits for its end instead of stopping it
}

// Read has f read the document in a goroutine. The next edit stops it first: the
// context is cancelled, and the edit waits until f has returned. So f must look at
// its context every few milliseconds, must not wait for the loop, and must not call
// what writes caches: Tree.Position, Tree.Start, Tree.Validate. It hands its result
// over with Loop.Post; a result that comes after an edit is about an older state.
func (r *Runner) Read(ctx context.Context, f func(context.Context, *model.Document)) {
	r.read(ctx, false, f, func() {})
}

// read is Read that then calls after in the same goroutine, while the document may be edited. Closing the document
// waits for the end of f if through is set, as for a save.
func (r *Runner) read(ctx context.Context, through bool, f func(context.Context, *model.Document), after func()) *reading {
	r.readings = slices.DeleteFunc(r.readings, func(x *reading) bool {
		select {
		case <-x.done:
			return true
		default:
			return false
		}
	})
	ctx, cancel := context.WithCancel(ctx)
	x := &reading{cancel, make(chan struct{}), through}
	r.readings = append(r.readings, x)
	d := r.doc
	go func() {
		f(ctx, d)
		cancel()
		close(x.done)
		after()
	}()
	return x
}

// hush stops what reads the document and waits until it has ended. Closing lets what reads through come to its end.
func (r *Runner) hush(closing bool) {
	for _, x := range r.readings {
		if !closing || !x.through {
			x.cancel()
		}
	}
	for _, x := range r.readings {
		<-x.done
	}
	r.readings = nil
}

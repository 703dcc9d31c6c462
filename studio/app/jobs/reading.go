package jobs

import (
	"context"
	"slices"

	"boardstudio/model"
)

// reading is a goroutine that reads the document.
type reading struct {
	cancel  context.CancelFunc
	done    chan struct{} // closed when the reading has ended
	through bool          // closing the document waits for the end instead of stopping it
}

// Read calls f in a goroutine to read the document. The next edit cancels the context and waits
// until f has returned. So f must check its context every few milliseconds, and must not wait for
// the loop. It must not call methods that write caches: Tree.Position, Tree.Start, Tree.Validate.
// It passes its result to Loop.Post. A result that arrives after an edit describes an older state.
func (r *Runner) Read(ctx context.Context, f func(context.Context, *model.Document)) {
	r.read(ctx, false, f, func() {})
}

// read is like Read, but then calls after in the same goroutine, while the document may be edited.
// If through is set, as for a save, closing the document waits for f.
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

// stopReaders stops all readers of the document and waits for them. If closing is set, readers with
// through are not stopped.
func (r *Runner) stopReaders(closing bool) {
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

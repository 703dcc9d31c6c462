package jobs

import (
	"slices"
	"time"
)

// HoldTime is how long a call is held: what a person asked for longer ago may no longer be what is wanted.
const HoldTime = 3 * time.Second

// held is a call that waits until the document is no longer being changed.
type held struct {
	do, drop func()
	stop     func() // ends waiting for its time
}

// Holds reports whether what a person asks for now must be given to Hold: the document is being changed in pieces, or
// calls from before are still held.
func (r *Runner) Holds() bool { return !r.giving && (r.making || len(r.held) > 0) }

// Hold calls do once the document is no longer being changed in pieces, after the calls that were held before, of which each may
// begin another such change. If that takes longer than HoldTime, or the document is closed, it calls drop instead.
func (r *Runner) Hold(do, drop func()) {
	h := &held{do: do, drop: drop}
	h.stop = r.loop.After(HoldTime, func() {
		if i := slices.Index(r.held, h); i >= 0 {
			r.held = slices.Delete(r.held, i, i+1)
			drop()
		}
	})
	if r.held = append(r.held, h); len(r.held) == 1 {
		r.await()
	}
}

// await has the calls that are held made when the change is over.
func (r *Runner) await() { r.When(func() bool { return !r.making }, r.give, nil) }

// give makes the calls that are held, until one of them begins a change in pieces.
func (r *Runner) give() {
	for len(r.held) > 0 && !r.making && !r.giving {
		h := r.held[0]
		r.held = slices.Delete(r.held, 0, 1)
		h.stop()
		r.giving = true
		h.do()
		r.giving = false
	}
	if len(r.held) > 0 && r.making {
		r.await()
	}
}

// release drops the calls that are held.
func (r *Runner) release() {
	all := r.held
	r.held = nil
	for _, h := range all {
		h.stop()
		h.drop()
	}
}

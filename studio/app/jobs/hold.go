package jobs

import (
	"slices"
	"time"
)

// HoldTime is the maximum time that a call is held. After that the user may want something else.
const HoldTime = 3 * time.Second

// held is a call that waits for the end of a change in pieces.
type held struct {
	do, drop func()
	stop     func() // stops the timer
}

// Holds reports whether user actions must be passed to Hold: the document is being changed in
// pieces, or earlier calls are still held.
func (r *Runner) Holds() bool { return !r.calling && (r.changing || len(r.held) > 0) }

// Hold calls do after the end of the current change in pieces, and after earlier held calls. Each
// of these may start another such change. If it takes longer than HoldTime, or if the document is
// closed, Hold calls drop instead.
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

// await makes the held calls when the change is complete.
func (r *Runner) await() { r.When(func() bool { return !r.changing }, r.callHeld, nil) }

// callHeld makes the held calls until one of them starts a change in pieces.
func (r *Runner) callHeld() {
	for len(r.held) > 0 && !r.changing && !r.calling {
		h := r.held[0]
		r.held = slices.Delete(r.held, 0, 1)
		h.stop()
		r.calling = true
		h.do()
		r.calling = false
	}
	if len(r.held) > 0 && r.changing {
		r.await()
	}
}

// dropHeld drops all held calls.
func (r *Runner) dropHeld() {
	all := r.held
	r.held = nil
	for _, h := range all {
		h.stop()
		h.drop()
	}
}

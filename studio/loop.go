package studio

import (
	"time"

	"github.com/gotk3/gotk3/glib"
)

// loop is GTK's main loop as app.Loop.
type loop struct{}

// Post implements app.Loop.
func (loop) Post(f func()) { glib.IdleAdd(f) }

// After implements app.Loop.
func (loop) After(d time.Duration, f func()) (stop func()) {
	done := false
	h := glib.TimeoutAdd(uint(max(d.Milliseconds(), 1)), func() bool {
		done = true
		f()
		return false
	})
	return func() {
		if !done {
			done = true
			glib.SourceRemove(h)
		}
	}
}

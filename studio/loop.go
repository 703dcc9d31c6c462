package studio

import (
	"time"

	"github.com/gotk3/gotk3/glib"
)

// loop is GTK's main loop as app.Loop.
type loop struct{}

// Post implements app.Loop.
func (loop) Post(f func()) { idle(f) }

// After implements app.Loop.
func (loop) After(d time.Duration, f func()) (stop func()) {
	return after(uint(max(d.Milliseconds(), 1)), f)
}

// idle runs f when GTK has nothing else to do.
func idle(f func()) {
	whenIdle(glib.PRIORITY_DEFAULT_IDLE, func() bool { f(); return false })
}

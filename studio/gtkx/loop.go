package gtkx

import (
	"time"

	"github.com/gotk3/gotk3/glib"
)

// Loop is GTK's main loop as jobs.Loop.
type Loop struct{}

// Post implements jobs.Loop.
func (Loop) Post(f func()) { Idle(f) }

// After implements jobs.Loop.
func (Loop) After(d time.Duration, f func()) (stop func()) {
	return after(uint(max(d.Milliseconds(), 1)), f)
}

// Idle runs f when GTK has nothing else to do.
func Idle(f func()) {
	WhenIdle(glib.PRIORITY_DEFAULT_IDLE, func() bool { f(); return false })
}

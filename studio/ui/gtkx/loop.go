package gtkx

import (
	"time"

	"github.com/gotk3/gotk3/glib"
)

// Loop implements jobs.Loop with GTK's main loop.
type Loop struct{}

// Post implements jobs.Loop.
func (Loop) Post(f func()) { Idle(f) }

// After implements jobs.Loop.
func (Loop) After(d time.Duration, f func()) (stop func()) {
	return after(uint(max(d.Milliseconds(), 1)), f)
}

// Idle runs f when GTK is idle.
func Idle(f func()) {
	WhenIdle(glib.PRIORITY_DEFAULT_IDLE, func() bool { f(); return false })
}

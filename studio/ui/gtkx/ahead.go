package gtkx

// #include <gtk/gtk.h>
import "C"

import (
	"time"
	"unsafe"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"
)

// redirectTime is how long keys are redirected to a new window. On a busy machine, the focus may take
// longer than a second. A window that never gets it receives the keys of this time all the same.
const redirectTime = 3 * time.Second

// An Ahead redirects keys to a window that is about to get the focus, because users type faster
// than windows receive it. The zero Ahead is ready to use.
type Ahead struct{ pending *pendingWindow }

// pendingWindow is a window about to get the focus, and the function that handles its keys until then.
type pendingWindow struct {
	win  *gtk.Window
	take func(*gdk.EventKey)
}

// Expect stops the redirection of keys to win when win gets the focus or is closed.
func (a *Ahead) Expect(win *gtk.Window) {
	arrived := func() {
		if a.pending != nil && a.pending.win == win {
			a.pending = nil
		}
	}
	win.Connect("destroy", arrived)
	win.Connect("focus-in-event", func() bool { arrived(); return false })
}

// await redirects keys to take until win has the focus. Expect must have been called for win.
func (a *Ahead) await(win *gtk.Window, take func(*gdk.EventKey)) {
	if win.IsActive() {
		return
	}
	c := &pendingWindow{win, take}
	a.pending = c
	// Keys that have already arrived come first, even if handling them takes longer than redirectTime.
	Loop{}.After(redirectTime, func() {
		WhenIdle(glib.PRIORITY_LOW, func() bool {
			if a.pending == c {
				a.pending = nil
			}
			return false
		})
	})
}

// AwaitPlain redirects keys to win itself until it has the focus.
func (a *Ahead) AwaitPlain(win *gtk.Window) {
	a.await(win, func(e *gdk.EventKey) { win.Event(e.Event) })
}

// Take redirects a key. It returns false if no window is about to get the focus.
func (a *Ahead) Take(e *gdk.EventKey) bool {
	c := a.pending
	if c != nil {
		c.take(e)
	}
	return c != nil
}

// Again copies a key event of a window. It returns a function that sends the copy to the window and
// one that discards it. Exactly one of them must be called, once.
func Again(win *gtk.Window, e *gdk.EventKey) (give, drop func()) {
	event := C.gdk_event_copy((*C.GdkEvent)(unsafe.Pointer(e.GdkEvent)))
	drop = func() { C.gdk_event_free(event) }
	return func() {
		C.gtk_widget_event((*C.GtkWidget)(unsafe.Pointer(win.ToWidget().GObject)), event)
		drop()
	}, drop
}

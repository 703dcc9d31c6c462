package gtkx

// #include <gtk/gtk.h>
import "C"

import (
	"time"
	"unsafe"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"
)

// comingTime is how long keys are waited for: a window that has no focus by then
// will not get it.
const comingTime = time.Second

// Ahead passes the keys that still come to a window on to one that is about to get the
// focus, because a person types faster than windows get it. The zero ahead is ready.
type Ahead struct{ coming *coming }

// coming is a window that is about to get the focus, and what takes the keys for it until then.
type coming struct {
	win  *gtk.Window
	take func(*gdk.EventKey)
}

// Expect ends waiting for a new window when it has the focus, or is closed.
func (a *Ahead) Expect(win *gtk.Window) {
	came := func() {
		if a.coming != nil && a.coming.win == win {
			a.coming = nil
		}
	}
	win.Connect("destroy", came)
	win.Connect("focus-in-event", func() bool { came(); return false })
}

// await has the keys passed on to take until win, which was told to expect, has the focus.
func (a *Ahead) await(win *gtk.Window, take func(*gdk.EventKey)) {
	if win.IsActive() {
		return
	}
	c := &coming{win, take}
	a.coming = c
	Loop{}.After(comingTime, func() {
		if a.coming == c {
			a.coming = nil
		}
	})
}

// AwaitPlain is await for a window in which a key does what it would do anyway.
func (a *Ahead) AwaitPlain(win *gtk.Window) {
	a.await(win, func(e *gdk.EventKey) { win.Event(e.Event) })
}

// Take passes a key on; false when no window is waited for.
func (a *Ahead) Take(e *gdk.EventKey) bool {
	c := a.coming
	if c != nil {
		c.take(e)
	}
	return c != nil
}

// Again returns what gives a key that has come to a window to it once more, and what does not. One of them must be
// called, once.
func Again(win *gtk.Window, e *gdk.EventKey) (give, drop func()) {
	kept := C.gdk_event_copy((*C.GdkEvent)(unsafe.Pointer(e.GdkEvent)))
	drop = func() { C.gdk_event_free(kept) }
	return func() {
		C.gtk_widget_event((*C.GtkWidget)(unsafe.Pointer(win.ToWidget().GObject)), kept)
		drop()
	}, drop
}

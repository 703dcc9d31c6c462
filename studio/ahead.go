package studio

import (
	"time"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/gtk"
)

// comingTime is how long keys are waited for: a window that has no focus by then
// will not get it.
const comingTime = time.Second

// coming is a window that is about to get the focus, and what takes the keys for it until then.
type coming struct {
	win  *gtk.Window
	take func(*gdk.EventKey)
}

// expect ends waiting for a new window when it has the focus, or is closed.
func (w *window) expect(win *gtk.Window) {
	came := func() {
		if w.coming != nil && w.coming.win == win {
			w.coming = nil
		}
	}
	win.Connect("destroy", came)
	win.Connect("focus-in-event", func() bool { came(); return false })
}

// await has the studio's window pass on the keys that still come to it, because a
// person types faster than windows get the focus. It was told to expect win.
func (w *window) await(win *gtk.Window, take func(*gdk.EventKey)) {
	if win.IsActive() {
		return
	}
	c := &coming{win, take}
	w.coming = c
	loop{}.After(comingTime, func() {
		if w.coming == c {
			w.coming = nil
		}
	})
}

// awaitPlain is await for a window in which a key does what it would do anyway.
func (w *window) awaitPlain(win *gtk.Window) {
	w.await(win, func(e *gdk.EventKey) { win.Event(e.Event) })
}

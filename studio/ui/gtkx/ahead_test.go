package gtkx

import (
	"runtime"
	"testing"
	"time"

	"github.com/gotk3/gotk3/gdk"
	"github.com/gotk3/gotk3/glib"
	"github.com/gotk3/gotk3/gtk"
)

// TestRedirectOnABusyMachine checks that keys are still redirected when handling an earlier key took
// longer than redirectTime, and that the redirection ends when no event is left.
func TestRedirectOnABusyMachine(t *testing.T) {
	runtime.LockOSThread()
	if err := gtk.InitCheck(nil); err != nil {
		t.Fatal(err)
	}
	win, err := gtk.WindowNew(gtk.WINDOW_TOPLEVEL)
	if err != nil {
		t.Fatal(err)
	}
	defer win.Destroy()
	a, taken, checked := &Ahead{}, 0, false
	a.Expect(win)
	a.await(win, func(*gdk.EventKey) { taken++ })
	event := func(f func()) { WhenIdle(glib.PRIORITY_DEFAULT, func() bool { f(); return false }) }
	event(func() { // the first key is slow, and the next has arrived in the meantime
		time.Sleep(redirectTime + 10*time.Millisecond)
		event(func() { checked = a.Take(nil) })
	})
	for a.pending != nil {
		gtk.MainIteration()
	}
	if taken != 1 || !checked {
		t.Errorf("%d keys were redirected after a slow one, want 1", taken)
	}
}

package gtkx

// #include <glib.h>
// extern gboolean studioSource(guintptr);
import "C"

import (
	"sync"

	"github.com/gotk3/gotk3/glib"
)

// sources maps identifiers to functions that wait in GTK's main loop. gotk3 has such a table but
// passes the identifiers as pointers: the runtime aborts if it moves a stack that contains one.
var sources = struct {
	sync.Mutex
	last uintptr
	of   map[uintptr]func() bool
}{of: map[uintptr]func() bool{}}

// WhenIdle calls f on the main loop when no work of higher priority is left, until f returns false.
// It is safe for concurrent use.
func WhenIdle(p glib.Priority, f func() bool) { idleSource(p, keepSource(f)) }

// after calls f once on the main loop, after ms milliseconds. The returned function cancels the
// call. Both functions must be called on the main loop.
func after(ms uint, f func()) (stop func()) {
	id := keepSource(func() bool { f(); return false })
	handle := timeoutSource(ms, id)
	return func() {
		if takeSource(id) != nil {
			glib.SourceRemove(glib.SourceHandle(handle))
		}
	}
}

func keepSource(f func() bool) (id uintptr) {
	sources.Lock()
	defer sources.Unlock()
	sources.last++
	sources.of[sources.last] = f
	return sources.last
}

// takeSource removes and returns the function with an identifier. It returns nil if the identifier is unknown.
func takeSource(id uintptr) func() bool {
	sources.Lock()
	defer sources.Unlock()
	f := sources.of[id]
	delete(sources.of, id)
	return f
}

//export studioSource
func studioSource(id C.guintptr) C.gboolean {
	f := takeSource(uintptr(id))
	if f == nil || !f() {
		return C.FALSE
	}
	sources.Lock()
	sources.of[uintptr(id)] = f
	sources.Unlock()
	return C.TRUE
}

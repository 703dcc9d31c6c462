package gtkx

// #include <glib.h>
// extern gboolean studioSource(guintptr);
import "C"

import (
	"sync"

	"github.com/gotk3/gotk3/glib"
)

// sources are the functions that wait in GTK's main loop, by the numbers that GTK knows
// them by. gotk3 has such a list, but hands the numbers over as pointers: where the
// runtime moves a stack with one of those on it, it ends the program.
var sources = struct {
	sync.Mutex
	last uintptr
	of   map[uintptr]func() bool
}{of: map[uintptr]func() bool{}}

// WhenIdle has the main loop call f when nothing of a higher priority is left to do,
// until f returns false. It may be called from any goroutine.
func WhenIdle(p glib.Priority, f func() bool) { idleSource(p, keepSource(f)) }

// after has the main loop call f once, after some milliseconds. What it returns
// prevents that; like after itself it belongs on the main loop.
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

// takeSource returns the function with the number and forgets it; nil if it is gone.
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

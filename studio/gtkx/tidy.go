package gtkx

// #include <malloc.h>
import "C"

import (
	"runtime"
	"runtime/debug"
	"time"
)

// tidying says that Tidy has something to do soon.
var tidying bool

// Tidy gives back, a little later, the memory of windows and widgets that were closed, or that only the start needed. Go collects what it does not see
// to be large: a small value of Go that holds a whole window of GTK. Each round frees what only the values freed by
// the one before held; then Go and the C library give back what they have in reserve. It takes some 30 ms of another processor.
func Tidy() {
	if tidying {
		return
	}
	tidying = true
	rounds := 3
	var round func()
	round = func() {
		if rounds--; rounds < 0 {
			tidying = false
			go func() {
				debug.FreeOSMemory()
				C.malloc_trim(0)
			}()
			return
		}
		go func() {
			runtime.GC()
			Idle(func() { Loop{}.After(time.Second, round) }) // behind what the finalizers have asked for
		}()
	}
	Loop{}.After(3*time.Second, round)
}

package gtkx

// #include <malloc.h>
import "C"

import (
	"runtime"
	"runtime/debug"
	"time"
)

// tidying is set while Tidy is scheduled or running.
var tidying bool

// Tidy frees, after some seconds, the memory of closed windows and widgets or of the start. Go
// delays the collection because it does not see the memory of a GTK window that a small Go value
// refers to. Each of three rounds frees what only values freed by the previous round referred to.
// Then Go and the C library return unused memory to the system. This takes about 30 ms on another
// core.
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
			Idle(func() { Loop{}.After(time.Second, round) }) // after the finalizers' own idle functions
		}()
	}
	Loop{}.After(3*time.Second, round)
}

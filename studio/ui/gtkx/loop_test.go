package gtkx

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gotk3/gotk3/gtk"
)

// TestPostWhileStacksMove checks that goroutines can post while the garbage collector shrinks their
// stacks. Shrinking moves a stack, and the runtime aborts if it finds a small number in place of a
// pointer there.
func TestPostWhileStacksMove(t *testing.T) {
	const posts = 100_000
	var waiting atomic.Int32 // kept low, because only small numbers are invalid pointers
	var over atomic.Bool
	defer over.Store(true)
	go func() {
		for range posts {
			_ = deep(400) // a large stack, mostly unused from here on
			for waiting.Add(1) > 500 && !over.Load() {
				waiting.Add(-1)
				runtime.Gosched()
			}
			Loop{}.Post(func() { waiting.Add(-1) })
		}
	}()
	collected := make(chan bool)
	go func() {
		for range 500 {
			runtime.GC()
		}
		close(collected)
	}()
	for {
		gtk.MainIterationDo(false)
		select {
		case <-collected:
			return
		default:
		}
	}
}

// deep uses n stack frames.
func deep(n int) int {
	if n == 0 {
		return 0
	}
	return deep(n-1) + 1
}

func TestAfterAndStop(t *testing.T) {
	stop := Loop{}.After(time.Millisecond, func() { t.Error("was stopped") })
	stop()
	late := false
	again := Loop{}.After(2*time.Millisecond, func() { late = true })
	for end := time.Now().Add(20 * time.Second); !late && time.Now().Before(end); {
		gtk.MainIterationDo(true)
	}
	if !late {
		t.Error("never ran")
	}
	again() // calling it twice is harmless
	stop()
}

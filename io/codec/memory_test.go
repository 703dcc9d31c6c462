package codec

import (
	"runtime/debug"
	"testing"
)

func percent() int {
	p := debug.SetGCPercent(100)
	debug.SetGCPercent(p)
	return p
}

// TestSpare checks that the garbage collection percentage is reduced while large documents are
// read, and restored afterwards.
func TestSpare(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(123))
	want := func(what string, p int) {
		t.Helper()
		if got := percent(); got != p {
			t.Errorf("%s: %d %%", what, got)
		}
	}
	end := LimitGarbage(sparingSize - 1)
	want("a small one", 123)
	end()
	a := LimitGarbage(sparingSize)
	want("a large one", sparingPercent)
	b := LimitGarbage(1 << 30)
	a()
	a()
	want("one of two", sparingPercent)
	b()
	want("read", 123)
	debug.SetGCPercent(20)
	c := LimitGarbage(sparingSize)
	want("less already", 20)
	c()
	want("less after", 20)
}

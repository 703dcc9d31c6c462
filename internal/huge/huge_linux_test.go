package huge

import (
	"runtime"
	"testing"
)

// TestGivenBack: memory that nobody can reach goes back to the system, also where the collector has nothing else to do.
func TestGivenBack(t *testing.T) {
	most := int64(0)
	for range 100 {
		m := Make[uint64](1 << 23)
		m.Values[0] = 1
		most = max(most, held.Load())
		runtime.KeepAlive(m)
	}
	if most > 8*spare {
		t.Errorf("%d MB are held of 100 times 64", most>>20)
	}
}

package huge

import (
	"runtime"
	"testing"
)

// TestGivenBack checks that unreachable memory is returned to the system, even if the collector has
// nothing else to collect.
func TestGivenBack(t *testing.T) {
	most := int64(0)
	for range 100 {
		m := Make[uint64](1 << 23)
		m.Values[0] = 1
		most = max(most, allocated.Load())
		runtime.KeepAlive(m)
	}
	if most > 8*maxGrowth {
		t.Errorf("%d MB are held of 100 times 64", most>>20)
	}
}

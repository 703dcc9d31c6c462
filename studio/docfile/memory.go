package docfile

import (
	"runtime/debug"
	"runtime/metrics"
)

// ampleMemory is the size of the program up to which garbage may be as much again as all that is in use. The largest document takes
// 700 MB, and should not take 1.4 GB.
const ampleMemory = 1200 << 20

// boundMemory bounds the memory of the program: by ampleMemory, or, with several documents of that size, so that there
// is room for garbage beside them, since to collect it again and again would take all the time.
func boundMemory() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() == metrics.KindUint64 {
		used := int64(live[0].Value.Uint64())
		debug.SetMemoryLimit(max(ampleMemory, used+used/3))
	}
}

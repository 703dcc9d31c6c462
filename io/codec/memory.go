package codec

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// ampleMemory is the size of the program up to which garbage may be as much again as all that is in use. The largest document takes
// 700 MB, and should not take 1.4 GB.
const ampleMemory = 1200 << 20

// BoundMemory bounds the memory of the program: by ampleMemory, or, with several documents of that size, so that there
// is room for garbage beside them, since to collect it again and again would take all the time. It is called when
// a document was read, and when it was checked.
func BoundMemory() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() == metrics.KindUint64 {
		used := int64(live[0].Value.Uint64())
		debug.SetMemoryLimit(max(ampleMemory, used+used/3))
	}
}

// sparingSize is the size of the smallest file for which Spare does anything.
const sparingSize = 2 << 20

// sparingPercent is how much garbage there may be while a large document is read, in hundredths of what is in use. With the usual 100 a
// document of 1,000,000 nodes took 225 to 288 MB, the more the more other work there is; with 75 it is 200 to 220 MB, for 3 % more time.
const sparingPercent = 75

// spared is the number of large documents that are being read and checked.
var spared struct {
	sync.Mutex
	n      int
	before int // percentage of garbage
}

// Spare has less garbage kept in memory until end is called: most of what reading and checking a document of so many bytes allocates is garbage
// soon. It may be called in several goroutines.
func Spare(bytes int) (end func()) {
	if bytes < sparingSize {
		return func() {}
	}
	spared.Lock()
	defer spared.Unlock()
	if spared.n == 0 {
		spared.before = debug.SetGCPercent(sparingPercent)
		if b := spared.before; b >= 0 && b < sparingPercent { // somebody wants even less
			debug.SetGCPercent(b)
		}
	}
	spared.n++
	return sync.OnceFunc(func() {
		spared.Lock()
		defer spared.Unlock()
		if spared.n--; spared.n == 0 {
			debug.SetGCPercent(spared.before)
		}
	})
}

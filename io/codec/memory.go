package codec

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// ampleMemory is the minimum memory limit set by BoundMemory. The largest document takes 700 MB;
// without a limit, garbage could double that to 1.4 GB.
const ampleMemory = 1200 << 20

// BoundMemory sets the memory limit of the program. The limit is ampleMemory, or more if several
// large documents are open: otherwise garbage collection would take most of the time. Call
// BoundMemory after reading a document and after checking it.
func BoundMemory() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() == metrics.KindUint64 {
		used := int64(live[0].Value.Uint64())
		debug.SetMemoryLimit(max(ampleMemory, used+used/3))
	}
}

// sparingSize is the minimum file size for which LimitGarbage has an effect.
const sparingSize = 2 << 20

// sparingPercent is the garbage collection percentage (GOGC) while a large document is read. At the
// default of 100, a document of 1,000,000 nodes took 225 to 288 MB, depending on other work. At 75
// it takes 200 to 220 MB, for 3 % more time.
const sparingPercent = 75

// spared counts the large documents that are being read or checked.
var spared struct {
	sync.Mutex
	n      int
	before int // previous garbage collection percentage
}

// LimitGarbage reduces the amount of garbage until end is called. bytes is the size of the document: most
// of the memory allocated to read and check it becomes garbage soon. LimitGarbage may be called
// concurrently.
func LimitGarbage(bytes int) (end func()) {
	if bytes < sparingSize {
		return func() {}
	}
	spared.Lock()
	defer spared.Unlock()
	if spared.n == 0 {
		spared.before = debug.SetGCPercent(sparingPercent)
		if b := spared.before; b >= 0 && b < sparingPercent { // keep a lower setting
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

package huge

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// minSize is the minimum size of memory to request from the system, in bytes.
const minSize = 1 << 20

// The garbage collector does not see this memory. It is run explicitly when the memory has grown by
// more than maxGrowth since the last time.
const maxGrowth = 512 << 20

var allocated, collected atomic.Int64 // bytes now, and after the last collection

// system requests the memory for n values from the system. It reports whether it succeeded.
func (m *Memory[T]) system(n int) bool {
	var v T
	size := n * int(unsafe.Sizeof(v))
	if size < minSize {
		return false
	}
	if allocated.Load() > collected.Load()+maxGrowth {
		runtime.GC()
		collected.Store(allocated.Load())
	}
	b, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return false
	}
	_ = unix.Madvise(b, unix.MADV_HUGEPAGE) // optional
	m.Values = unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
	allocated.Add(int64(size))
	runtime.AddCleanup(m, release, b)
	return true
}

func release(b []byte) {
	allocated.Add(-int64(len(b)))
	_ = unix.Munmap(b)
}

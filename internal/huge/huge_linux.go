package huge

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// least is how many bytes are worth asking the system for.
const least = 1 << 20

// The collector does not see this memory. When there is spare more of it than after the last collection, it is called.
const spare = 512 << 20

var held, kept atomic.Int64 // bytes now, and after the collection

// system gets the memory for n values from the system, and reports whether it did.
func (m *Memory[T]) system(n int) bool {
	var v T
	size := n * int(unsafe.Sizeof(v))
	if size < least {
		return false
	}
	if held.Load() > kept.Load()+spare {
		runtime.GC()
		kept.Store(held.Load())
	}
	b, err := unix.Mmap(-1, 0, size, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANONYMOUS)
	if err != nil {
		return false
	}
	_ = unix.Madvise(b, unix.MADV_HUGEPAGE) // it works without
	m.Values = unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), n)
	held.Add(int64(size))
	runtime.AddCleanup(m, release, b)
	return true
}

func release(b []byte) {
	held.Add(-int64(len(b)))
	_ = unix.Munmap(b)
}

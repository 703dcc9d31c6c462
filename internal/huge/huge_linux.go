package huge

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

func advise[T any](s []T) {
	_ = unix.Madvise(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(s[0]))), unix.MADV_HUGEPAGE) // it works without
}

package huge

import "unsafe"

// Prefetch tells the processor that a value will be read soon, which then need not be waited for.
func Prefetch[T any](p *T) { prefetch(unsafe.Pointer(p)) }

//go:noescape
func prefetch(p unsafe.Pointer)

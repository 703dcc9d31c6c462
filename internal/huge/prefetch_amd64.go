package huge

import "unsafe"

// Prefetch loads the value at p into the processor's cache, because it will be read soon.
func Prefetch[T any](p *T) { prefetch(unsafe.Pointer(p)) }

//go:noescape
func prefetch(p unsafe.Pointer)

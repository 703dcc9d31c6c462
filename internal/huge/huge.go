// Package huge allocates large tables with random access, such as transposition tables.
package huge

import (
	"math"
	"unsafe"
)

// Memory contains the values of a table. Values must not be used after the Memory has become
// unreachable.
type Memory[T any] struct {
	Values []T
	first  uint64
	dirty  bool
}

// Make returns n zero values of a type without pointers. It requests large pages from the system,
// to reduce TLB misses. The system provides the memory on first use, not during the call. Otherwise
// the call would take long and could not be interrupted.
func Make[T any](n int) *Memory[T] {
	m := &Memory[T]{}
	if n > 0 && !m.system(n) {
		m.Values = make([]T, n)
	}
	pages := n*int(unsafe.Sizeof(*new(T)))/page + 1
	m.first = uint64(visitsPerEntry * float64(pages) * (math.Log(float64(pages)) + 3))
	return m
}

// page is the size of a large page, in bytes.
const page = 2 << 20

// visitsPerEntry is the assumed number of positions visited per position stored, at most.
const visitsPerEntry = 16

// First returns the number of positions after which a search has probably touched all pages of its
// table. All pages have been touched then in 19 of 20 cases. Until then, each position may wait
// about a millisecond for the system to clear a page. So a search should poll for a stop at every
// position.
func (m *Memory[T]) First() uint64 { return m.first }

// clearBytes is the number of bytes cleared between two calls of stop.
const clearBytes = 1 << 20

// Empty sets all values to zero. It calls stop, which may be nil, from time to time. It returns
// false if stop returned true; then some values may still be set.
func (m *Memory[T]) Empty(stop func() bool) bool {
	if m.dirty {
		var v T
		n := max(clearBytes/int(unsafe.Sizeof(v)), 1)
		for s := m.Values; len(s) > 0; s = s[min(n, len(s)):] {
			if stop != nil && stop() {
				return false
			}
			clear(s[:min(n, len(s))])
		}
	}
	m.dirty = true // from now on
	return true
}

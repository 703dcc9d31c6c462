// Package huge makes large tables that are read at random, as those of positions are.
package huge

import (
	"math"
	"unsafe"
)

// Memory holds the values of a table. They are there as long as the Memory can be reached: who keeps Values apart keeps it too.
type Memory[T any] struct {
	Values []T
	first  uint64
	dirty  bool
}

// Make returns n zero values of a type without pointers. It asks the system for large pages, so that reading them misses the processor's table of pages less
// often. The memory comes from the system when it is first used, and not now: that would take a while, in which nothing can be stopped.
func Make[T any](n int) *Memory[T] {
	m := &Memory[T]{}
	if n > 0 && !m.system(n) {
		m.Values = make([]T, n)
	}
	pages := n*int(unsafe.Sizeof(*new(T)))/page + 1
	m.first = uint64(storing * float64(pages) * (math.Log(float64(pages)) + 3))
	return m
}

// page is the size of a large page of the system in bytes.
const page = 2 << 20

// storing is of how many positions of a search one is likely to be noted, at least.
const storing = 16

// First returns after how many positions of a search the memory of its table is likely there: all pages but one in twenty times. Before that each may
// wait about a millisecond for the system to empty a page, so it is asked at each of them whether to stop.
func (m *Memory[T]) First() uint64 { return m.first }

// piece is how many bytes are emptied between two questions whether to stop.
const piece = 1 << 20

// Empty makes all values zero that are not. It asks stop on the way, which may be nil, and reports false when it was stopped: then some are still not.
func (m *Memory[T]) Empty(stop func() bool) bool {
	if m.dirty {
		var v T
		n := max(piece/int(unsafe.Sizeof(v)), 1)
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

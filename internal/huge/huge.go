// Package huge makes large tables that are read at random, as those of positions are.
package huge

import "unsafe"

// Memory holds the values of a table. They are there as long as the Memory can be reached: who keeps Values apart keeps it too.
type Memory[T any] struct {
	Values []T
	dirty  bool
}

// Make returns n zero values of a type without pointers. It asks the system for large pages, so that reading them misses the processor's table of pages less
// often. The memory comes from the system when it is first used, and not now: that would take a while, in which nothing can be stopped.
func Make[T any](n int) *Memory[T] {
	m := &Memory[T]{}
	if n > 0 && !m.system(n) {
		m.Values = make([]T, n)
	}
	return m
}

// First is in how many positions of a search its table is likely to get memory: each may have to wait for the system to empty a large page, so it is asked
// at each of them whether to stop.
const First = 1 << 12

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

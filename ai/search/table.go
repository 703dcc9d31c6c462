package search

import (
	"boardstudio/internal/huge"
	"boardstudio/rules"
)

// bound is the meaning of a stored value.
type bound uint8

const (
	exact bound = iota + 1
	atLeast
	atMost
)

// allDepth is the depth of a value that does not depend on any estimate.
const allDepth = 127

// entry is the stored result of a position.
type entry struct {
	key   uint64
	move  rules.Move
	past  uint32
	value int32
	depth int8
	bound bound
}

// table is the transposition table. Two entries share a slot. The deeper one is kept, and the other
// is replaced.
type table struct {
	memory *huge.Memory[[2]entry]
	slots  [][2]entry // part of memory
}

func newTable(bits int) *table {
	m := huge.Make[[2]entry](1 << bits)
	_ = m.Empty(nil) // the memory is empty already, but this marks it as used
	return &table{m, m.Values}
}

// clear removes all entries. It returns false if stop, which may be nil, interrupted it.
func (t *table) clear(stop func() bool) bool { return t.memory.Empty(stop) }

func (t *table) slot(key uint64) *[2]entry { return &t.slots[key>>1&uint64(len(t.slots)-1)] }

func (t *table) find(key uint64) (entry, bool) {
	s := t.slot(key)
	for i := range s {
		if s[i].key == key && s[i].bound != 0 {
			return s[i], true
		}
	}
	return entry{}, false
}

func (t *table) store(e entry) {
	s := t.slot(e.key)
	switch {
	case s[0].key == e.key || e.depth >= s[0].depth:
		if s[0].key != e.key {
			s[1] = s[0]
		}
		s[0] = e
	default:
		s[1] = e
	}
}

// decides reports whether e, with its value v counted from the root, decides a search with that
// window and depth, and whether this is certain. The depth of e must suffice, unless e proves the
// result.
func (e entry) decides(v, alpha, beta, depth int) (settles, certain bool) {
	deep, whole := int(e.depth) >= depth, e.depth == allDepth
	switch {
	case e.bound != atMost && v >= beta:
		certain = whole || v > 0 && proved(v)
	case e.bound != atLeast && v <= alpha:
		certain = whole || v < 0 && proved(v)
	case e.bound == exact:
		certain = whole
	default:
		return false, false
	}
	return deep || certain, certain
}

// mix spreads the bits of a weak hash.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

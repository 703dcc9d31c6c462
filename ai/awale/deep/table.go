package deep

import (
	"math/bits"

	"boardstudio/internal/huge"
)

// bound is the meaning of a stored value.
type bound uint8

const (
	exact bound = iota + 1
	atLeast
	atMost
)

// entry is the stored result of a position. The value counts only the seeds on the board, for the
// player to move.
type entry struct {
	key   uint64 // number of the position combined with the number of the search, unique for each position
	past  uint32 // hash of the earlier positions that a proof depends on, or 0
	value int16  // in hundredths of a seed
	depth int8
	bits  uint8 // the bound, the best move (3 bits, none if there is no move), and whether the value is proved
}

const (
	moveShift  = 2
	provedFlag = 1 << 5
)

func (e *entry) bound() bound { return bound(e.bits & 3) }
func (e *entry) move() int    { return int(e.bits >> moveShift & 7) }
func (e *entry) proved() bool { return e.bits&provedFlag != 0 }

// none represents a missing move, and pass represents a pass.
const (
	pass = 6
	none = 7
)

// table is the transposition table. Each slot has two entries, and a deeper entry is kept in
// preference to others. A search never sees entries of an earlier search, because keys contain the
// number of the search.
type table struct {
	memory *huge.Memory[[2]entry]
	slots  [][2]entry
	shift  uint
	run    uint64
}

// entrySize is the size of an entry in bytes.
const entrySize = 16

// runs is the number of searches that keys can distinguish.
const runs = 1 << 6

// newTable returns a table with the given number of entries, rounded down to a power of two, but at
// least 1,024.
func newTable(entries uint64) *table {
	n := size(entries)
	m := huge.Make[[2]entry](n)
	// The memory is empty, but this call prepares it for later calls.
	_ = m.Empty(nil)
	return &table{memory: m, slots: m.Values, shift: uint(64 - bits.Len(uint(n-1)))}
}

// size returns the number of slots of a table with the given number of entries.
func size(entries uint64) int { return 1 << (max(bits.Len64(entries/2), 10) - 1) }

// next starts a new search. It reports false if stop ended it early; stop may be nil.
func (t *table) next(stop func() bool) bool {
	if t.run+1 == runs {
		if !t.memory.Empty(stop) {
			return false
		}
		t.run = 0
		return true
	}
	t.run++
	return true
}

// key returns the key of the position with the given number among all positions, which must be less
// than 1<<57.
func (t *table) key(rank uint64) uint64 { return rank<<6 | t.run }

// slot returns the slot of a position. It does not depend on the number of the search, so that the
// result of a search does not depend on earlier searches. The factor is odd, so the multiplication
// is invertible.
func (t *table) slot(key uint64) *[2]entry {
	return &t.slots[(key&^(runs-1))*0x9e3779b97f4a7c15>>t.shift]
}

func (t *table) find(key uint64) *entry {
	s := t.slot(key)
	if s[0].key == key && s[0].bits != 0 {
		return &s[0]
	}
	if s[1].key == key && s[1].bits != 0 {
		return &s[1]
	}
	return nil
}

func (t *table) store(e entry) {
	s := t.slot(e.key)
	old := s[0].key&(runs-1) != t.run
	switch {
	case s[0].key == e.key || old || e.depth >= s[0].depth:
		if s[0].key != e.key && !old {
			s[1] = s[0]
		}
		s[0] = e
	default:
		s[1] = e
	}
}

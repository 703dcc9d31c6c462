package deep

import (
	"math/bits"

	"boardstudio/internal/huge"
)

// bound says what a stored value means.
type bound uint8

const (
	exact bound = iota + 1
	atLeast
	atMost
)

// entry is what is known about a position: of the seeds on the board, for the player to move.
type entry struct {
	key   uint64 // the number of the position and of the search: no two positions have the same
	past  uint32 // what of the past a proof rests on, 0 for nothing
	value int16  // in hundredths of a seed
	depth int8
	bits  uint8 // the bound, the best move (3 bits, none for no move), and whether the value is proved
}

const (
	moveShift  = 2
	provedFlag = 1 << 5
)

func (e *entry) bound() bound { return bound(e.bits & 3) }
func (e *entry) move() int    { return int(e.bits >> moveShift & 7) }
func (e *entry) proved() bool { return e.bits&provedFlag != 0 }

// none stands for no move, and pass for a pass.
const (
	pass = 6
	none = 7
)

// table remembers positions. Two entries share a slot: the deeper one stays, the other gives way. Nothing of one search is seen by the next, without
// clearing: keys have the number of the search in them.
type table struct {
	memory *huge.Memory[[2]entry]
	slots  [][2]entry
	shift  uint
	run    uint64
}

// entrySize is how many bytes an entry takes.
const entrySize = 16

// runs is how many searches keys tell apart.
const runs = 1 << 6

// newTable returns a table for so many entries, rounded down to a power of two, at least 1,024.
func newTable(entries uint64) *table {
	n := size(entries)
	m := huge.Make[[2]entry](n)
	_ = m.Empty(nil) // it is, but will not be
	return &table{memory: m, slots: m.Values, shift: uint(64 - bits.Len(uint(n-1)))}
}

// size returns how many slots a table for so many entries has.
func size(entries uint64) int { return 1 << (max(bits.Len64(entries/2), 10) - 1) }

// next begins a search. It reports false when stop, which may be nil, ends that before.
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

// key returns the key of the position with that number among all positions, below 1<<57.
func (t *table) key(rank uint64) uint64 { return rank<<6 | t.run }

// slot returns where a position is kept, which does not depend on the search: so what a search finds does not depend on those before it. The factor
// is odd, so it loses nothing.
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

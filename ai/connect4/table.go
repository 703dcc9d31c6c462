package connect4

import (
	"math/bits"
	"sync/atomic"

	"boardstudio/internal/huge"
)

// An entry says between which bounds the value of a position lies: from the low bits the lower bound and the upper, six bits each, then the
// logarithm of the work that went into it, then the tag. The place in the table and the tag together are the whole position: none is
// taken for another.
const (
	boundBits = 6
	bias      = 1 << (boundBits - 1)
	dataBits  = 3 * boundBits
	fieldMask = 1<<boundBits - 1
)

// ways is how many entries share a place. The last is always replaced, the others only by more work.
const ways = 4

type bucket [ways]uint64

// table remembers positions.
type table struct {
	memory *huge.Memory[bucket]
	slots  []bucket // those in use
	dirty  int      // how many of the first places may hold something
	mask   uint64   // the bits of a position
	half   int      // half as many
	shift  int
}

// newTable makes a table of so many megabytes.
func newTable(mb int) *table {
	n := mb << 20 / (8 * ways)
	return &table{memory: huge.Make[bucket](1 << (bits.Len(uint(n)) - 1))}
}

// use empties a part of the table and uses it, for positions of so many bits: 1<<size places, as few as there must be, or all there are. It
// reports false when stop does before that is done.
func (t *table) use(width, size int, stop func() bool) bool {
	const piece = 1 << 15
	size = max(size, width+dataBits-64)
	all := t.memory.Values
	n := len(all)
	if size < bits.Len(uint(n)) {
		n = 1 << size
	}
	t.slots, t.mask, t.half, t.shift = all[:n], 1<<width-1, width/2, width-(bits.Len(uint(n))-1)
	for used := min(n, t.dirty); used > 0; used -= piece {
		if stop != nil && stop() {
			return false
		}
		clear(t.slots[max(used-piece, 0):used])
		if t.dirty <= n {
			t.dirty = max(used-piece, 0)
		}
	}
	t.dirty = max(t.dirty, n)
	return true
}

// mix mixes the bits of a position in a way that can be undone, so that a place, from the high bits, and a tag, the others, are together the position.
func (t *table) mix(key uint64) uint64 {
	key ^= key >> (t.half & 63)
	return key * 0x9E3779B97F4A7C15 & t.mask
}

// at returns the place of a position, and its tag.
func (t *table) at(key uint64) (*bucket, uint64) {
	key = t.mix(key)
	return &t.slots[key>>(t.shift&63)], key & (1<<(t.shift&63) - 1)
}

// find returns the bounds of the position with the tag.
func (b *bucket) find(tag uint64) (lo, hi int, ok bool) {
	for i := range b {
		if e := atomic.LoadUint64(&b[i]); e>>dataBits == tag && e != 0 {
			return int(e&fieldMask) - bias, int(e>>boundBits&fieldMask) - bias, true
		}
	}
	return 0, 0, false
}

// store keeps the bounds of the position with the tag. shared says that others use the table at the same time.
func (b *bucket) store(tag uint64, lo, hi int, nodes uint64, shared bool) {
	work := uint64(bits.Len64(nodes))
	e := tag<<dataBits | work<<(2*boundBits) | uint64(hi+bias)<<boundBits | uint64(lo+bias)
	at, least := 0, uint64(1<<boundBits)
	for i := range b {
		old := atomic.LoadUint64(&b[i])
		if old>>dataBits == tag {
			b.put(i, e, shared)
			return
		}
		if w := old >> (2 * boundBits) & fieldMask; w < least && i < ways-1 {
			at, least = i, w
		}
	}
	if work >= least {
		b.put(ways-1, atomic.LoadUint64(&b[at]), shared)
		b.put(at, e, shared)
	} else {
		b.put(ways-1, e, shared)
	}
}

// put writes an entry. An atomic write locks the bus, which one thread alone need not pay for.
func (b *bucket) put(i int, e uint64, shared bool) {
	if shared {
		atomic.StoreUint64(&b[i], e)
	} else {
		b[i] = e
	}
}

package connect4

import (
	"math/bits"
	"sync/atomic"

	"boardstudio/internal/huge"
)

// Format of an entry: from the low bits, the lower and the upper bound of the value (six bits
// each), the logarithm of the work that it took, and the tag. The slot and the tag together
// identify the position, so positions are never confused.
const (
	boundBits = 6
	bias      = 1 << (boundBits - 1)
	dataBits  = 3 * boundBits
	fieldMask = 1<<boundBits - 1
)

// ways is the number of entries in a slot. The last entry is always replaced, the other entries
// only by entries with more work.
const ways = 4

type bucket [ways]uint64

// table is the transposition table.
type table struct {
	memory *huge.Memory[bucket]
	slots  []bucket // slots in use
	dirty  int      // number of slots, from the first, that may contain entries
	mask   uint64   // the bits of a position
	half   int      // half of the number of bits
	shift  int
}

// newTable returns a table that uses at most mb megabytes.
func newTable(mb int) *table {
	n := mb << 20 / (8 * ways)
	return &table{memory: huge.Make[bucket](1 << (bits.Len(uint(n)) - 1))}
}

// use clears a part of the table and uses it for positions of width bits. The part has 1<<size
// slots, but at least the minimum for that width and at most all slots. use returns false if stop
// interrupts it.
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

// mix is an invertible mixing function on positions, so that the slot (the high bits) and the tag
// (the other bits) together identify the position.
func (t *table) mix(key uint64) uint64 {
	key ^= key >> (t.half & 63)
	return key * 0x9E3779B97F4A7C15 & t.mask
}

// at returns the slot of a position, and its tag.
func (t *table) at(key uint64) (*bucket, uint64) {
	key = t.mix(key)
	return &t.slots[key>>(t.shift&63)], key & (1<<(t.shift&63) - 1)
}

// find returns the bounds of the position with the given tag, if the slot contains it.
func (b *bucket) find(tag uint64) (lo, hi int, ok bool) {
	for i := range b {
		if e := atomic.LoadUint64(&b[i]); e>>dataBits == tag && e != 0 {
			return int(e&fieldMask) - bias, int(e>>boundBits&fieldMask) - bias, true
		}
	}
	return 0, 0, false
}

// store stores the bounds of the position with the given tag. If shared is set, other threads use
// the table at the same time.
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

// put writes an entry. An atomic write locks the bus, which a single thread can avoid.
func (b *bucket) put(i int, e uint64, shared bool) {
	if shared {
		atomic.StoreUint64(&b[i], e)
	} else {
		b[i] = e
	}
}

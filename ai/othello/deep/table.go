package deep

import (
	"math"
	"math/bits"
	"sync/atomic"

	"boardstudio/ai/othello/bitboard"
	"boardstudio/internal/huge"
)

// table is the transposition table. Two entries share a bucket, which has the size of a cache line.
// The entry that took more work is kept, and the other is replaced (Breuker, Uiterwijk and van den
// Herik, 1994). Positions are stored completely, so they cannot be confused.
type table struct {
	memory  *huge.Memory[bucket]
	buckets []bucket
	shift   uint
	// shared means that several threads use the table. Words are then accessed atomically, and the
	// discs are combined with the other data by XOR. An entry with parts from two threads then
	// matches no position (Hyatt and Mann, 2002).
	shared bool
	age    uint8
	claims [1 << 12]atomic.Int32 // number of threads that are searching positions with each mark
}

// bucket contains two entries of three words: both sets of discs and the known result. The other
// two words are unused.
type bucket [8]uint64

// Offsets of the entries in a bucket.
const (
	costlySlot = 0
	recentSlot = 4
)

// known is the known result of a position: bounds of its value from a search with a certain depth
// and selectivity.
type known struct {
	lower, upper int8
	depth        uint8
	level        uint8
	// cost is the logarithm of the work, and age is the number of the search, starting from 1.
	cost, age  uint8
	best, next uint8 // the best move and the previous best move
}

// ageAt is the position of the age in the result of pack.
const ageAt = 40

func (k known) pack() uint64 {
	return uint64(uint8(k.lower)) | uint64(uint8(k.upper))<<8 | uint64(k.depth)<<16 | uint64(k.level)<<24 |
		uint64(k.cost)<<32 | uint64(k.age)<<ageAt | uint64(k.best)<<48 | uint64(k.next)<<56
}

func unpack(x uint64) known {
	return known{int8(x), int8(x >> 8), uint8(x >> 16), uint8(x >> 24), uint8(x >> 32), uint8(x >> ageAt), uint8(x >> 48), uint8(x >> 56)}
}

// unknown is the result of a position that is not in the table.
var unknown = known{lower: -maxScore, upper: maxScore, best: bitboard.None, next: bitboard.None}

// maxScore is the highest possible score.
const maxScore = 64

// newTable returns a table of the given size in megabytes, rounded down to a power of two.
func newTable(mb int) *table {
	n := bits.Len(uint(max(mb, 1))) - 1 + 20 - 6
	m := huge.Make[bucket](1 << n)
	// The memory is empty, but this call prepares it for later calls.
	m.Empty(nil)
	return &table{memory: m, buckets: m.Values, shift: uint(64 - n)}
}

// mb returns the size of the table in megabytes.
func (t *table) mb() int { return len(t.buckets) >> (20 - 6) }

// empty removes all entries by increasing the age, because entries with another age are ignored.
// The memory is cleared only when the age starts again. empty reports false if stop ended it early;
// stop may be nil.
func (t *table) empty(stop func() bool) bool {
	if t.age == math.MaxUint8 {
		if !t.memory.Empty(stop) {
			return false
		}
		t.age = 0
	}
	t.age++
	return true
}

// at returns the bucket of a position.
func (t *table) at(b bitboard.Board) *bucket {
	return &t.buckets[t.hash(b)>>t.shift]
}

func (t *table) hash(b bitboard.Board) uint64 {
	hi, lo := bits.Mul64(b.Own^0x9e3779b97f4a7c15, b.Other^0xc2b2ae3d27d4eb4f)
	return (hi ^ lo) * 0xd6e8feb86659fd93
}

// claim adds n to the number of threads that are searching a position.
func (t *table) claim(b bitboard.Board, n int32) { t.mark(b).Add(n) }

// claimed reports whether a thread is searching the position. It can also return true because of a
// different position with the same mark.
func (t *table) claimed(b bitboard.Board) bool { return t.mark(b).Load() > 0 }

func (t *table) mark(b bitboard.Board) *atomic.Int32 {
	return &t.claims[t.hash(b)&uint64(len(t.claims)-1)]
}

// prefetch prepares the access to the bucket of a position.
func (t *table) prefetch(b bitboard.Board) { huge.Prefetch(t.at(b)) }

// find returns the known result of a position.
func (t *table) find(b bitboard.Board) (known, bool) {
	x := t.at(b)
	for i := costlySlot; i <= recentSlot; i += recentSlot {
		if at, v := t.read(x, i); at == b && v != 0 {
			return unpack(v), true
		}
	}
	return unknown, false
}

// read returns the position and the packed result of an entry, or zeros if the entry belongs to
// another search.
func (t *table) read(x *bucket, i int) (b bitboard.Board, v uint64) {
	if !t.shared {
		if v = x[i+2]; uint8(v>>ageAt) != t.age {
			return bitboard.Board{}, 0
		}
		return bitboard.Board{Own: x[i], Other: x[i+1]}, v
	}
	if v = atomic.LoadUint64(&x[i+2]); uint8(v>>ageAt) != t.age {
		return bitboard.Board{}, 0
	}
	return bitboard.Board{Own: atomic.LoadUint64(&x[i]) ^ v, Other: atomic.LoadUint64(&x[i+1]) ^ v}, v
}

func (t *table) write(x *bucket, i int, b bitboard.Board, v uint64) {
	if !t.shared {
		x[i], x[i+1], x[i+2] = b.Own, b.Other, v
		return
	}
	atomic.StoreUint64(&x[i], b.Own^v)
	atomic.StoreUint64(&x[i+1], b.Other^v)
	atomic.StoreUint64(&x[i+2], v)
}

// store stores the score that a search with the given window and number of nodes found.
func (t *table) store(b bitboard.Board, depth, level, alpha, beta, score, best int, nodes uint64) {
	k := known{-maxScore, maxScore, uint8(depth), uint8(level), uint8(bits.Len64(nodes)), t.age, uint8(best), bitboard.None}
	if score > alpha {
		k.lower = int8(score)
	}
	if score < beta {
		k.upper = int8(score)
	}
	if score <= alpha {
		k.best = bitboard.None // no move is known to be better than others
	}
	x := t.at(b)
	first, firstKnown := t.read(x, costlySlot)
	if first == b {
		t.write(x, costlySlot, b, k.merge(unpack(firstKnown)).pack())
		return
	}
	second, secondKnown := t.read(x, recentSlot)
	if second == b {
		k = k.merge(unpack(secondKnown))
	}
	if old := unpack(firstKnown); old.age == t.age && old.cost > k.cost {
		t.write(x, recentSlot, b, k.pack())
		return
	}
	if second != b {
		t.write(x, recentSlot, first, firstKnown)
	} else {
		t.write(x, recentSlot, bitboard.Board{}, 0)
	}
	t.write(x, costlySlot, b, k.pack())
}

// merge combines the new result with the previous result of the same position.
func (k known) merge(old known) known {
	if k.best == bitboard.None {
		k.best, k.next = old.best, old.next
	} else if k.next = old.best; old.best == k.best {
		k.next = old.next
	}
	if old.depth == k.depth && old.level == k.level {
		k.lower, k.upper = max(k.lower, old.lower), min(k.upper, old.upper)
	}
	return k
}

package deep

import (
	"math"
	"math/bits"
	"sync/atomic"

	"boardstudio/ai/othello/bitboard"
	"boardstudio/internal/huge"
)

// table remembers what was found out about positions. Two entries share a bucket, which is a line of the processor's cache: the one that took
// more work stays, the other gives way (Breuker, Uiterwijk and van den Herik, 1994). Positions are kept whole, so none is taken for another.
type table struct {
	memory  *huge.Memory[bucket]
	buckets []bucket
	shift   uint
	// shared says that several threads use the table. Words are then read and written one by one, and the sets are kept mixed with the rest, so
	// that an entry of which two threads wrote parts is nobody's (Hyatt and Mann, 2002).
	shared bool
	age    uint8
	claims [1 << 12]atomic.Int32 // how many threads search a position with that mark now
}

// bucket is two entries of three words: both sets of discs and what is known; the other two words are not used.
type bucket [8]uint64

// Where an entry begins.
const (
	lasting = 0
	passing = 4
)

// known is what is known about a position: bounds of its value, from a search of some depth at some selectivity.
type known struct {
	lower, upper int8
	depth        uint8
	level        uint8
	cost, age    uint8 // the logarithm of the work it took, and in which search, from 1
	best, next   uint8 // the best move, and the one before it
}

// ageAt is where the age is in what pack makes.
const ageAt = 40

func (k known) pack() uint64 {
	return uint64(uint8(k.lower)) | uint64(uint8(k.upper))<<8 | uint64(k.depth)<<16 | uint64(k.level)<<24 |
		uint64(k.cost)<<32 | uint64(k.age)<<ageAt | uint64(k.best)<<48 | uint64(k.next)<<56
}

func unpack(x uint64) known {
	return known{int8(x), int8(x >> 8), uint8(x >> 16), uint8(x >> 24), uint8(x >> 32), uint8(x >> ageAt), uint8(x >> 48), uint8(x >> 56)}
}

// unknown is what is known of a position that is not in the table.
var unknown = known{lower: -worst, upper: worst, best: bitboard.None, next: bitboard.None}

// worst is the largest loss.
const worst = 64

// newTable returns a table of so many megabytes, rounded down to a power of two.
func newTable(mb int) *table {
	n := bits.Len(uint(max(mb, 1))) - 1 + 20 - 6
	m := huge.Make[bucket](1 << n)
	m.Empty(nil) // it is, but will not be
	return &table{memory: m, buckets: m.Values, shift: uint(64 - n)}
}

// mb returns the size of the table.
func (t *table) mb() int { return len(t.buckets) >> (20 - 6) }

// empty forgets everything: entries of another search are none. Only where ages begin anew the memory is emptied. It reports false when stop, which may be
// nil, ends that before.
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

// claim adds n to how many threads search a position now.
func (t *table) claim(b bitboard.Board, n int32) { t.mark(b).Add(n) }

// claimed reports whether a thread searches a position now, or another one that happens to have the same mark.
func (t *table) claimed(b bitboard.Board) bool { return t.mark(b).Load() > 0 }

func (t *table) mark(b bitboard.Board) *atomic.Int32 {
	return &t.claims[t.hash(b)&uint64(len(t.claims)-1)]
}

// prefetch says that a position will be looked for.
func (t *table) prefetch(b bitboard.Board) { huge.Prefetch(t.at(b)) }

// find returns what is known about a position.
func (t *table) find(b bitboard.Board) (known, bool) {
	x := t.at(b)
	for i := lasting; i <= passing; i += passing {
		if at, v := t.read(x, i); at == b && v != 0 {
			return unpack(v), true
		}
	}
	return unknown, false
}

// read returns an entry as the two sets and what is known, all 0 for one of another search.
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

// keep writes down that a search of a window, of so many nodes, found a score.
func (t *table) keep(b bitboard.Board, depth, level, alpha, beta, score, best int, nodes uint64) {
	k := known{-worst, worst, uint8(depth), uint8(level), uint8(bits.Len64(nodes)), t.age, uint8(best), bitboard.None}
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
	first, firstKnown := t.read(x, lasting)
	if first == b {
		t.write(x, lasting, b, k.after(unpack(firstKnown)).pack())
		return
	}
	second, secondKnown := t.read(x, passing)
	if second == b {
		k = k.after(unpack(secondKnown))
	}
	if old := unpack(firstKnown); old.age == t.age && old.cost > k.cost {
		t.write(x, passing, b, k.pack())
		return
	}
	if second != b {
		t.write(x, passing, first, firstKnown)
	} else {
		t.write(x, passing, bitboard.Board{}, 0)
	}
	t.write(x, lasting, b, k.pack())
}

// after joins what is known now with what was known of the same position.
func (k known) after(old known) known {
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

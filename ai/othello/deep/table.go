package deep

import (
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
	cost, age    uint8 // the logarithm of the work it took, and in which search
	best, next   uint8 // the best move, and the one before it
}

func (k known) pack() uint64 {
	return uint64(uint8(k.lower)) | uint64(uint8(k.upper))<<8 | uint64(k.depth)<<16 | uint64(k.level)<<24 |
		uint64(k.cost)<<32 | uint64(k.age)<<40 | uint64(k.best)<<48 | uint64(k.next)<<56
}

func unpack(x uint64) known {
	return known{int8(x), int8(x >> 8), uint8(x >> 16), uint8(x >> 24), uint8(x >> 32), uint8(x >> 40), uint8(x >> 48), uint8(x >> 56)}
}

// unknown is what is known of a position that is not in the table.
var unknown = known{lower: -worst, upper: worst, best: bitboard.None, next: bitboard.None}

// worst is the largest loss.
const worst = 64

// newTable returns a table of so many megabytes, rounded down to a power of two.
func newTable(mb int) *table {
	n := bits.Len(uint(max(mb, 1))) - 1 + 20 - 6
	m := huge.Make[bucket](1 << n)
	return &table{memory: m, buckets: m.Values, shift: uint(64 - n)}
}

// mb returns the size of the table.
func (t *table) mb() int { return len(t.buckets) >> (20 - 6) }

// empty forgets everything. It reports false when stop, which may be nil, ends that before.
func (t *table) empty(stop func() bool) bool {
	t.age = 0
	return t.memory.Empty(stop)
}

// at returns the bucket of a position.
func (t *table) at(b bitboard.Board) *bucket {
	hi, lo := bits.Mul64(b.Own^0x9e3779b97f4a7c15, b.Other^0xc2b2ae3d27d4eb4f)
	return &t.buckets[(hi^lo)*0xd6e8feb86659fd93>>t.shift]
}

// find returns what is known about a position.
func (t *table) find(b bitboard.Board) (known, bool) {
	x := t.at(b)
	if !t.shared {
		if x[lasting] == b.Own && x[lasting+1] == b.Other {
			return unpack(x[lasting+2]), true
		}
		if x[passing] == b.Own && x[passing+1] == b.Other {
			return unpack(x[passing+2]), true
		}
		return unknown, false
	}
	for i := lasting; i <= passing; i += passing {
		v := atomic.LoadUint64(&x[i+2])
		if atomic.LoadUint64(&x[i])^v == b.Own && atomic.LoadUint64(&x[i+1])^v == b.Other {
			return unpack(v), true
		}
	}
	return unknown, false
}

// read returns an entry as the two sets and what is known.
func (t *table) read(x *bucket, i int) (b bitboard.Board, v uint64) {
	if !t.shared {
		return bitboard.Board{Own: x[i], Other: x[i+1]}, x[i+2]
	}
	v = atomic.LoadUint64(&x[i+2])
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

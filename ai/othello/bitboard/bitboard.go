// Package bitboard represents Othello positions on 8×8 as two sets of discs. It determines legal
// moves, flipped discs and stable discs, and counts sequences of moves. It does not depend on the
// engines.
package bitboard

import "math/bits"

// Board is a position from the view of the side to move. The cell in row r and column c is bit 8r+c
// of the sets.
type Board struct{ Own, Other uint64 }

// Start is the usual initial position with Black to move: e4 and d5 against d4 and e5.
var Start = Board{Own: 1<<28 | 1<<35, Other: 1<<27 | 1<<36}

// None represents a missing cell, or a pass as a move.
const None = 64

// Corners contains the four corners.
const Corners = 0x8100000000000081

// inner contains all columns except the first and the last. Only discs there can be flipped along a
// row or a diagonal.
const inner = 0x7e7e7e7e7e7e7e7e

// Empty returns the empty cells.
func (b Board) Empty() uint64 { return ^(b.Own | b.Other) }

// Moves returns the cells where the side to move can place a disc.
func (b Board) Moves() uint64 { return Moves(b.Own, b.Other) }

// Moves returns the empty cells where a disc of own flips discs of other. Runs of other's discs
// grow from own discs by doubling, separately in all eight directions (parallel prefixes, Kogge and
// Stone, 1973).
func Moves(own, other uint64) uint64 {
	in := other & inner

	// Towards the end of a row, an addition carries across each run.
	all := (in + in&(own<<1)) &^ in
	x := in & (own >> 1)
	x |= in & (x >> 1)
	pair := in & (in >> 1) // two steps at a time
	x |= pair & (x >> 2)
	x |= pair & (x >> 2)
	all |= x >> 1

	x = other & (own << 8)
	x |= other & (x << 8)
	pair = other & (other << 8)
	x |= pair & (x << 16)
	x |= pair & (x << 16)
	all |= x << 8
	x = other & (own >> 8)
	x |= other & (x >> 8)
	pair >>= 8
	x |= pair & (x >> 16)
	x |= pair & (x >> 16)
	all |= x >> 8

	x = in & (own << 9)
	x |= in & (x << 9)
	pair = in & (in << 9)
	x |= pair & (x << 18)
	x |= pair & (x << 18)
	all |= x << 9
	x = in & (own >> 9)
	x |= in & (x >> 9)
	pair >>= 9
	x |= pair & (x >> 18)
	x |= pair & (x >> 18)
	all |= x >> 9

	x = in & (own << 7)
	x |= in & (x << 7)
	pair = in & (in << 7)
	x |= pair & (x << 14)
	x |= pair & (x << 14)
	all |= x << 7
	x = in & (own >> 7)
	x |= in & (x >> 7)
	pair >>= 7
	x |= pair & (x >> 14)
	x |= pair & (x >> 14)
	all |= x >> 7

	return all &^ (own | other)
}

// ray contains the cells on a line away from a cell, and all remaining cells.
type ray struct{ cells, rest uint64 }

// rays contains the rays of each cell towards the last row: straight, and diagonally to the right
// and to the left.
var rays = func() (by [64][3]ray) {
	castRay := func(c, dr, dc int) ray {
		var m uint64
		for r, f := c/8+dr, c%8+dc; r >= 0 && r < 8 && f >= 0 && f < 8; r, f = r+dr, f+dc {
			m |= 1 << (8*r + f)
		}
		return ray{m, ^m}
	}
	for c := range by {
		by[c] = [3]ray{castRay(c, 1, 0), castRay(c, 1, 1), castRay(c, 1, -1)}
	}
	return by
}()

// enclosers contains, for each place in a row and each set of other's discs in the inner places,
// the places that would enclose a run next to the place.
var enclosers = func() (by [8][64]uint8) {
	for at := range by {
		for run := range by[at] {
			row := uint(run) << 1
			i := at + 1
			for ; i < 8 && row>>i&1 != 0; i++ {
			}
			if i > at+1 && i < 8 {
				by[at][run] |= 1 << i
			}
			for i = at - 1; i >= 0 && row>>i&1 != 0; i-- {
			}
			if i < at-1 && i >= 0 {
				by[at][run] |= 1 << i
			}
		}
	}
	return by
}()

// between contains, for each place in a row and each set of enclosing discs, the places between.
var between = func() (by [8][256]uint8) {
	for at := range by {
		for enclosing := range by[at] {
			for i := range 8 {
				if enclosing>>i&1 == 0 {
					continue
				}
				for j := min(i, at) + 1; j < max(i, at); j++ {
					by[at][enclosing] |= 1 << j
				}
			}
		}
	}
	return by
}()

// below returns the bits below the only bit of x, or 0 if x is 0.
func below(x uint64) uint64 {
	x--
	return x &^ uint64(int64(x)>>63)
}

// Turned returns the discs of other that a disc of own on the empty cell c flips. Adding 1 to the
// set of all cells that are outside the ray or on the run carries across the run to the enclosing
// own disc. Rays towards the first row are computed in the mirror image.
func Turned(own, other uint64, c int) uint64 {
	shift := uint(c) & 56
	at := c & 7
	enclosing := enclosers[at][other>>(shift+1)&63] & uint8(own>>shift)
	all := uint64(between[at][enclosing]) << shift

	r := &rays[c&63]
	all |= below(((other|r[0].rest)+1)&own&r[0].cells) & r[0].cells
	all |= below(((other|r[1].rest)+1)&own&r[1].cells) & r[1].cells
	all |= below(((other|r[2].rest)+1)&own&r[2].cells) & r[2].cells

	own, other = bits.ReverseBytes64(own), bits.ReverseBytes64(other)
	r = &rays[c&63^56]
	up := below(((other|r[0].rest)+1)&own&r[0].cells) & r[0].cells
	up |= below(((other|r[1].rest)+1)&own&r[1].cells) & r[1].cells
	up |= below(((other|r[2].rest)+1)&own&r[2].cells) & r[2].cells
	return all | bits.ReverseBytes64(up)
}

// Turned returns the discs that a disc of the side to move on c flips.
func (b Board) Turned(c int) uint64 { return Turned(b.Own, b.Other, c) }

// After returns the position after a disc on c that flips the discs turned.
func (b Board) After(c int, turned uint64) Board {
	return Board{b.Other &^ turned, b.Own | turned | 1<<c}
}

// Play returns the position after a move, or after a pass for None.
func (b Board) Play(c int) Board {
	if c == None {
		return b.Pass()
	}
	return b.After(c, b.Turned(c))
}

// Pass returns the position with the other side to move.
func (b Board) Pass() Board { return Board{b.Other, b.Own} }

// Final returns the margin of the side to move in a finished game. Empty cells count for the
// winner.
func (b Board) Final() int {
	d := bits.OnesCount64(b.Own) - bits.OnesCount64(b.Other)
	empty := bits.OnesCount64(b.Empty())
	switch {
	case d > 0:
		return d + empty
	case d < 0:
		return d - empty
	}
	return 0
}

// Perft returns the number of sequences of exactly depth plies, where a pass counts as one ply.
// Finished games are not continued. It plays the moves of all sequences of up to depth-1 plies.
func (b Board) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	moves := b.Moves()
	if moves == 0 {
		other := b.Pass()
		switch {
		case other.Moves() == 0:
			return 0
		case depth == 1:
			return 1
		}
		return other.Perft(depth - 1)
	}
	if depth == 1 {
		return uint64(bits.OnesCount64(moves))
	}
	var n uint64
	for ; moves != 0; moves &= moves - 1 {
		c := bits.TrailingZeros64(moves)
		next := b.After(c, b.Turned(c))
		if depth > 2 {
			n += next.Perft(depth - 1)
			continue
		}
		if replies := next.Moves(); replies != 0 {
			n += uint64(bits.OnesCount64(replies))
		} else {
			n += next.Perft(1)
		}
	}
	return n
}

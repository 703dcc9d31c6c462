package bitboard

import "math/bits"

// stableOnEdge contains, for each combination of own and other discs on an edge, the own discs that
// no moves on this edge can flip, regardless of who plays them.
var stableOnEdge = func() *[256][256]uint8 {
	by := new([256][256]uint8)
	// The tables are filled from full edges to the empty one, because each entry depends on edges
	// with one more disc.
	for empty := 0; empty <= 8; empty++ {
		for own := range 256 {
			for other := ^own & 255; ; other = (other - 1) & ^own & 255 {
				if bits.OnesCount8(uint8(^(own | other))) == empty {
					by[own][other] = computeEdge(by, uint8(own), uint8(other))
				}
				if other == 0 {
					break
				}
			}
		}
	}
	return by
}()

func computeEdge(by *[256][256]uint8, own, other uint8) uint8 {
	stable := own
	for c := range 8 {
		if (own|other)>>c&1 != 0 {
			continue
		}
		turned := between[c][enclosers[c][other>>1&63]&own]
		stable &= by[own|turned|1<<c][other&^turned]
		turned = between[c][enclosers[c][own>>1&63]&other]
		stable &= by[own&^turned][other|turned|1<<c]
	}
	return stable
}

// column returns the first column of x as a row, in the lowest byte.
func column(x uint64) uint8 { return uint8(x & 0x0101010101010101 * 0x0102040810204080 >> 56) }

// toColumn converts a row to the first column.
func toColumn(x uint8) uint64 {
	// One multiplication moves seven bits to distinct places. The eighth bit is moved separately.
	return uint64(x&0x7f)*0x02040810204081&0x0101010101010101 | uint64(x>>7)<<56
}

// fullLines returns the cells whose row, column and diagonals of both directions contain only
// discs, one set for each direction.
func fullLines(discs uint64) (row, column, right, left uint64) {
	row = discs & (discs >> 4)
	row &= row >> 2
	row &= row >> 1
	row = (row & 0x0101010101010101) * 0xff

	column = discs & bits.RotateLeft64(discs, 32)
	column &= bits.RotateLeft64(column, 16)
	column &= bits.RotateLeft64(column, 8)

	// Both ends of each diagonal are propagated to its cells by doubling.
	a, b := discs, discs
	a &= 0xff80808080808080 | a>>9
	b &= 0x01010101010101ff | b<<9
	a &= 0xffffc0c0c0c0c0c0 | a>>18
	b &= 0x030303030303ffff | b<<18
	a &= 0xfffffffff0f0f0f0 | a>>36
	b &= 0x0f0f0f0fffffffff | b<<36
	right = a & b

	a, b = discs, discs
	a &= 0xff01010101010101 | a>>7
	b &= 0x80808080808080ff | b<<7
	a &= 0xffff030303030303 | a>>14
	b &= 0xc0c0c0c0c0c0ffff | b<<14
	a &= 0xffffffff0f0f0f0f | a>>28
	b &= 0xf0f0f0f0ffffffff | b<<28
	left = a & b
	return row, column, right, left
}

// Stable returns discs of own that can never be flipped. It finds most of them: discs that are
// stable on their edge, discs with only full lines, and discs with a stable neighbour or a full
// line in each direction.
func Stable(own, other uint64) uint64 {
	stable := uint64(stableOnEdge[uint8(own)][uint8(other)]) |
		uint64(stableOnEdge[uint8(own>>56)][uint8(other>>56)])<<56 |
		toColumn(stableOnEdge[column(own)][column(other)]) |
		toColumn(stableOnEdge[column(own>>7)][column(other>>7)])<<7

	row, col, right, left := fullLines(own | other)
	inside := own & 0x007e7e7e7e7e7e00
	stable |= row & col & right & left & inside
	if stable == 0 {
		return 0
	}
	for {
		more := inside & (row | stable<<1 | stable>>1) & (col | stable<<8 | stable>>8) & (right | stable<<9 | stable>>9) & (left | stable<<7 | stable>>7)
		if more&^stable == 0 {
			return stable
		}
		stable |= more
	}
}

// CornerStable returns the number of own corners and of own discs next to them on an edge.
func CornerStable(own uint64) int {
	x := own&0x0100000000000001<<1 | own&0x8000000000000080>>1 | own&0x0000000000000081<<8 | own&0x8100000000000000>>8 | Corners
	return bits.OnesCount64(x & own)
}

// flipCounts contains the number of discs that a disc at a place in a line flips. All other places
// of the line must be full. It is indexed by the place and the own discs on the line.
var flipCounts = func() (by [8][256]uint8) {
	for at := range by {
		for own := range by[at] {
			for i := at + 1; i < 8; i++ {
				if own>>i&1 != 0 {
					by[at][own] += uint8(i - at - 1)
					break
				}
			}
			for i := at - 1; i >= 0; i-- {
				if own>>i&1 != 0 {
					by[at][own] += uint8(at - i - 1)
					break
				}
			}
		}
	}
	return by
}()

// diagonals contains the two diagonals through each cell.
var diagonals = func() (by [64][2]uint64) {
	for c := range by {
		for to := range 64 {
			switch dr, dc := to/8-c/8, to%8-c%8; {
			case dr == dc:
				by[c][0] |= 1 << to
			case dr == -dc:
				by[c][1] |= 1 << to
			}
		}
	}
	return by
}()

// LastTurned returns the number of discs that a disc on c flips if all other cells are full. own
// are the own discs.
func LastTurned(own uint64, c int) int {
	c &= 63
	row, col := c>>3, c&7
	d := &diagonals[c]
	return int(flipCounts[col][uint8(own>>(c&56))]) +
		int(flipCounts[row][column(own>>col)]) +
		int(flipCounts[col][own&d[0]*0x0101010101010101>>56]) +
		int(flipCounts[col][own&d[1]*0x0101010101010101>>56])
}

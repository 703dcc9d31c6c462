// Package bitboard is Othello on 8×8 as two sets of discs: which moves there are, what they turn, which discs nobody can turn any
// more, and how many sequences of moves there are. It knows nothing of engines.
package bitboard

import "math/bits"

// Board is a position as the side to move sees it: the cell in row r, column c is bit 8r+c of the sets.
type Board struct{ Own, Other uint64 }

// Start is the usual first position, Black to move: e4 and d5 against d4 and e5.
var Start = Board{Own: 1<<28 | 1<<35, Other: 1<<27 | 1<<36}

// None stands for no cell; as a move it is a pass.
const None = 64

// Corners are the four corners.
const Corners = 0x8100000000000081

// inner are the columns but the first and the last: what can be turned along a row or a diagonal.
const inner = 0x7e7e7e7e7e7e7e7e

// Empty returns the empty cells.
func (b Board) Empty() uint64 { return ^(b.Own | b.Other) }

// Moves returns the cells where the side to move can put a disc.
func (b Board) Moves() uint64 { return Moves(b.Own, b.Other) }

// Moves returns the empty cells where a disc of own turns some of other's. Runs of other's discs grow from own ones by doubling, in
// all eight directions side by side (parallel prefixes after Kogge and Stone, 1973).
func Moves(own, other uint64) uint64 {
	in := other & inner

	// Towards the end of a row a carry crosses each run.
	all := (in + in&(own<<1)) &^ in
	x := in & (own >> 1)
	x |= in & (x >> 1)
	pair := in & (in >> 1) // two steps at once
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

// ray is a line of cells that leads away from a cell, and all cells but those.
type ray struct{ cells, rest uint64 }

// rays are those of each cell towards the last row: straight, and along the diagonals to the right and to the left.
var rays = func() (by [64][3]ray) {
	lay := func(c, dr, dc int) ray {
		var m uint64
		for r, f := c/8+dr, c%8+dc; r >= 0 && r < 8 && f >= 0 && f < 8; r, f = r+dr, f+dc {
			m |= 1 << (8*r + f)
		}
		return ray{m, ^m}
	}
	for c := range by {
		by[c] = [3]ray{lay(c, 1, 0), lay(c, 1, 1), lay(c, 1, -1)}
	}
	return by
}()

// ends are, for a place in a row and what other has between its ends, the discs that would enclose a run next to it.
var ends = func() (by [8][64]uint8) {
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

// between are, for a place in a row and the discs that enclose, the places between.
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

// below returns the bits below the only one of x, none if x is 0.
func below(x uint64) uint64 {
	x--
	return x &^ uint64(int64(x)>>63)
}

// Turned returns the discs of other that a disc of own on the empty cell c turns. A run that ends in an own disc is what a carry
// crosses when 1 is added to everything outside the ray and the run; towards the first row it does so in the mirror image.
func Turned(own, other uint64, c int) uint64 {
	shift := uint(c) & 56
	at := c & 7
	enclosing := ends[at][other>>(shift+1)&63] & uint8(own>>shift)
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

// Turned returns the discs that a disc of the side to move on c turns.
func (b Board) Turned(c int) uint64 { return Turned(b.Own, b.Other, c) }

// After returns the position after a disc on c that turns these.
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

// Final returns by how many discs the side to move wins a game that is over: the empty cells are the winner's.
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

// Perft counts the sequences of exactly depth plies, of which a pass is one; a game that is over has no continuation. It
// costs one move for each sequence of depth-1 plies or less.
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

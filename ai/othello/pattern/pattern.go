// Package pattern estimates positions of Othello by what lies on certain groups of cells: each content of each group has a weight, learnt
// from games by tools/train (Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997).
package pattern

import (
	"math/bits"
	"slices"

	"boardstudio/ai/othello/bitboard"
)

// Kinds is the number of kinds of patterns. Each kind is a group of cells and what turning and mirroring the board makes of it, up to four groups.
const Kinds = 12

// groups are one group of each kind.
var groups = [Kinds]string{
	"a1 b1 a2 b2 c1 a3 c2 b3 c3",    // the square in the corner
	"a5 a4 a3 a2 a1 b2 b1 c1 d1 e1", // both edges at a corner
	"b2 a1 b1 c1 d1 e1 f1 g1 h1 g2", // an edge and the cells diagonal to its corners
	"a1 c1 d1 c2 d2 e2 f2 e1 f1 h1", // the middle of an edge, two cells deep
	"a2 b2 c2 d2 e2 f2 g2 h2",
	"a3 b3 c3 d3 e3 f3 g3 h3",
	"a4 b4 c4 d4 e4 f4 g4 h4",
	"a1 b2 c3 d4 e5 f6 g7 h8",
	"a2 b3 c4 d5 e6 f7 g8",
	"a3 b4 c5 d6 e7 f8",
	"a4 b5 c6 d7 e8",
	"a5 b6 c7 d8",
}

// kind is one kind of pattern.
type kind struct {
	groups [][]int  // the cells of each group, in the order of their digits
	fold   []uint16 // by content, where black is to move: the number of its weight, which contents that mirror each other share
	folded int      // how many weights there are
}

var kinds = newKinds()

// places has for each cell, in four parts of 16 bits for each kind, what a black disc in it adds to the contents of the groups, and a white
// one takes away.
var places = func() (by [64]Contents) {
	for k := range kinds {
		for j, cells := range kinds[k].groups {
			for i, c := range cells {
				by[c][k] += powers[i] << (16 * j)
			}
		}
	}
	return by
}()

// powers of three.
var powers = [...]uint64{1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049}

// Contents are what lies in all groups, as numbers with a digit for each cell: 0 for white, 1 for an empty one, 2 for black. Each word has
// those of the up to four groups of a kind.
type Contents [Kinds]uint64

// nothing is an empty board.
var nothing = func() (x Contents) {
	for i := range places {
		x.add(&places[i], 1)
	}
	return x
}()

// opposite is what exchanges the colours: a board full of black discs, and one, as bits are turned to take contents away from it.
var opposite = func() (x Contents) {
	for i := range x {
		x[i] = 2*nothing[i] + 1
	}
	return x
}()

// unchanged leaves them.
var unchanged Contents

// symmetries are the ways to turn and mirror the board.
func symmetry(s, c int) int {
	row, col := c>>3, c&7
	if s&1 != 0 {
		col = 7 - col
	}
	if s&2 != 0 {
		row = 7 - row
	}
	if s&4 != 0 {
		row, col = col, row
	}
	return row*8 + col
}

func newKinds() (kinds [Kinds]kind) {
	for k, text := range groups {
		x := &kinds[k]
		var base []int
		for i := 0; i < len(text); i += 3 {
			base = append(base, int(text[i]-'a')+8*int(text[i+1]-'1'))
		}
		mirror := slices.Clone(base)
		sets := []uint64{}
		for s := range 8 {
			var cells []int
			var set uint64
			for _, c := range base {
				cells = append(cells, symmetry(s, c))
				set |= 1 << cells[len(cells)-1]
			}
			switch {
			case !slices.Contains(sets, set):
				sets = append(sets, set)
				x.groups = append(x.groups, cells)
			case set == sets[0] && !slices.Equal(cells, base) && slices.Equal(mirror, base):
				mirror = cells
			}
		}
		// A content and its mirror image have one number. They are numbered as if an empty cell were 0, an own disc 1, and one of the other 2.
		x.fold = make([]uint16, powers[len(base)])
		for n := range x.fold {
			content, image, first := 0, 0, 0
			for i, c := range mirror {
				digit, at := n/int(powers[i])%3, int(powers[slices.Index(base, c)])
				content += [...]int{1, 2, 0}[digit] * int(powers[i])
				image += [...]int{1, 2, 0}[digit] * at
				first += digit * at
			}
			if first < n {
				x.fold[content] = x.fold[image]
				continue
			}
			x.fold[content] = uint16(x.folded)
			x.folded++
		}
	}
	return kinds
}

// The sides, as Contents know them.
const (
	Black = 0
	White = 1
)

// Of returns the contents of a position with that side to move.
func Of(b bitboard.Board, side int) Contents {
	black, white := b.Own, b.Other
	if side == White {
		black, white = white, black
	}
	x := nothing
	for ; black != 0; black &= black - 1 {
		x.add(&places[bits.TrailingZeros64(black)], 1)
	}
	for ; white != 0; white &= white - 1 {
		x.add(&places[bits.TrailingZeros64(white)], ^uint64(0))
	}
	return x
}

func (x *Contents) add(p *Contents, n uint64) {
	for i := range x {
		x[i] += n * p[i]
	}
}

// Play makes x what from is after a disc of side on c that turns these.
func (x *Contents) Play(from *Contents, side, c int, turned uint64) {
	play(x, from, &places[c&63], turned, uint64(side&1))
}

// playPlain adds a place and twice those of what is turned, or, for white, takes them away.
func playPlain(x, from, place *Contents, turned, side uint64) {
	var sum Contents
	for ; turned != 0; turned &= turned - 1 {
		p := &places[bits.TrailingZeros64(turned)&63]
		for i := range sum {
			sum[i] += p[i]
		}
	}
	for i := range sum {
		x[i] = from[i] + ((2*sum[i] + place[i]) ^ -side + side)
	}
}

// Numbers appends the numbers of the weights that count for a position, as the side to move sees it: those of each kind follow those of the
// kind before, and the last is what is added to all positions with so many empty cells.
func Numbers(to []uint32, b bitboard.Board) []uint32 {
	x := Of(b, Black)
	from := uint32(0)
	for k := range kinds {
		for j := range kinds[k].groups {
			to = append(to, from+uint32(kinds[k].fold[x[k]>>(16*j)&0xffff]))
		}
		from += uint32(kinds[k].folded)
	}
	return append(to, from+uint32(base(bits.OnesCount64(b.Empty()))))
}

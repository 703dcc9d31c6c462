// Package pattern evaluates Othello positions by patterns, which are the contents of certain groups
// of cells. Each content of each group has a weight, which tools/train learns from games (Buro,
// "Experiments with Multi-ProbCut and a new high-quality evaluation function for Othello", 1997).
package pattern

import (
	"math/bits"
	"slices"

	"boardstudio/ai/othello/bitboard"
)

// Kinds is the number of kinds of patterns. A kind consists of a group of cells and its images
// under rotations and reflections, up to four groups in total.
const Kinds = 12

// groups contains one group of each kind.
var groups = [Kinds]string{
	"a1 b1 a2 b2 c1 a3 c2 b3 c3",    // the corner square
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
	groups [][]int // the cells of each group, in the order of their digits
	// weightIndex contains the number of the weight for each content, with Black to move. Contents
	// that are mirror images share a weight.
	weightIndex []uint16
	numWeights  int // number of weights
}

var kinds = newKinds()

// places contains for each cell the amount that a black disc on it adds to the contents, and that a
// white disc subtracts. Each kind has four parts of 16 bits.
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

// Powers of three.
var powers = [...]uint64{1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049}

// Contents contains the contents of all groups as ternary numbers, with one digit per cell: 0 for
// white, 1 for empty, 2 for black. Each word contains the numbers of the up to four groups of one
// kind.
type Contents [Kinds]uint64

// emptyContents are the contents of the empty board.
var emptyContents = func() (x Contents) {
	for i := range places {
		x.add(&places[i], 1)
	}
	return x
}()

// opposite is added to the inverted contents to exchange the colours. It consists of the pattern
// contents for a board full of black discs, plus 1, because subtracting a number is the same as
// adding its inverted bits and 1.
var opposite = func() (x Contents) {
	for i := range x {
		x[i] = 2*emptyContents[i] + 1
	}
	return x
}()

// noChange is added to leave the contents unchanged.
var noChange Contents

// symmetry returns the image of cell c under the symmetry s of the board, from 0 to 7.
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
		// A content and its mirror image have the same number. The numbers are assigned as if the
		// digits were 0 for empty, 1 for own and 2 for opposing discs.
		x.weightIndex = make([]uint16, powers[len(base)])
		for n := range x.weightIndex {
			content, image, first := 0, 0, 0
			for i, c := range mirror {
				digit, at := n/int(powers[i])%3, int(powers[slices.Index(base, c)])
				content += [...]int{1, 2, 0}[digit] * int(powers[i])
				image += [...]int{1, 2, 0}[digit] * at
				first += digit * at
			}
			if first < n {
				x.weightIndex[content] = x.weightIndex[image]
				continue
			}
			x.weightIndex[content] = uint16(x.numWeights)
			x.numWeights++
		}
	}
	return kinds
}

// Sides, as used for Contents.
const (
	Black = 0
	White = 1
)

// Of returns the contents of a position with the given side to move.
func Of(b bitboard.Board, side int) Contents {
	black, white := b.Own, b.Other
	if side == White {
		black, white = white, black
	}
	x := emptyContents
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

// Play sets x to the contents that result from the contents from if side places a disc on c and
// flips the discs turned.
func (x *Contents) Play(from *Contents, side, c int, turned uint64) {
	play(x, from, &places[c&63], turned, uint64(side&1))
}

// playPlain adds the place and twice the places of all flipped discs. For White it subtracts them.
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

// Numbers appends the numbers of the weights that apply to a position, from the view of the side to
// move. The numbers of each kind follow the numbers of the previous kind. The last number is the
// weight for the number of empty cells.
func Numbers(to []uint32, b bitboard.Board) []uint32 {
	x := Of(b, Black)
	from := uint32(0)
	for k := range kinds {
		for j := range kinds[k].groups {
			to = append(to, from+uint32(kinds[k].weightIndex[x[k]>>(16*j)&0xffff]))
		}
		from += uint32(kinds[k].numWeights)
	}
	return append(to, from+uint32(base(bits.OnesCount64(b.Empty()))))
}

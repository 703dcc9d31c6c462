// Package othello contains simple engines for Othello, a fast board for searching, and an
// evaluation of positions.
package othello

import (
	"math/bits"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/othello"
)

// Board is an Othello position of up to 8×8 cells as two sets of discs. The cell in row r and
// column c is bit 8r+c, and smaller boards occupy the upper left.
type Board struct {
	size     int
	area     uint64 // the cells of the board
	fewest   bool
	cellSets *cellSets
	weights  *weights
	now      state
	past     []state
}

// state is the part of the position that moves change.
type state struct {
	discs [2]uint64
	side  rules.Player
	moves uint64 // legal cells for the side to move
	over  bool
}

// Maker returns NewBoard for rules of Othello, and nil for other rules.
func Maker(r rules.Rules) func(ai.Request) *Board {
	if plays(r) != nil {
		return nil
	}
	return NewBoard
}

// NewBoard returns a board for the position of the request. It returns nil if the board is larger
// than 8×8, or if the free placements of an open start are not complete.
func NewBoard(q ai.Request) *Board {
	params := q.Rules.Spec().Params
	n := params.Int("size")
	p, err := q.Position()
	if err != nil || n > 8 || q.Rules.Spec().Game != othello.Game.Name {
		return nil
	}
	b := &Board{size: n, fewest: params["goal"] == "fewest", cellSets: newCellSets(n)}
	b.weights = weightsFor(b.fewest)
	for c := range n * n {
		b.area |= 1 << b.bit(rules.Cell(c))
		if o := p.At(rules.Cell(c)).Owner; o != rules.NoPlayer {
			b.now.discs[o] |= 1 << b.bit(rules.Cell(c))
		}
	}
	centre := uint64(3)<<(9*(n/2-1)) | 3<<(9*(n/2-1)+8)
	if params["start"] == "open" && centre&^(b.now.discs[0]|b.now.discs[1]) != 0 {
		return nil
	}
	if b.now.side = p.Turn(); b.now.side == rules.NoPlayer {
		b.now.side = 0
	}
	b.updateMoves()
	return b
}

func (b *Board) bit(c rules.Cell) int { return int(c)/b.size*8 + int(c)%b.size }

func (b *Board) cell(bit int) rules.Cell { return rules.Cell(bit>>3*b.size + bit&7) }

// All columns except the first or the last: the cells with a neighbour to the left or to the right.
const (
	notFirst = 0xfefefefefefefefe
	notLast  = 0x7f7f7f7f7f7f7f7f
)

// flippingCells returns the cells, empty or not, where a disc of own would flip discs of other.
func flippingCells(own, other uint64) uint64 {
	var to uint64
	inner := other & notFirst & notLast
	for _, d := range [...]struct {
		shift int
		other uint64
	}{{1, inner}, {8, other}, {7, inner}, {9, inner}} {
		// Finds all runs of other's discs next to own discs at the same time, by doubling their
		// length.
		s, x := d.shift, d.other
		up := x & (own << s)
		up |= x & (up << s)
		run := x & (x << s)
		up |= run & (up << (2 * s))
		up |= run & (up << (2 * s))
		down := x & (own >> s)
		down |= x & (down >> s)
		run = x & (x >> s)
		down |= run & (down >> (2 * s))
		down |= run & (down >> (2 * s))
		to |= up<<s | down>>s
	}
	return to
}

// flips returns the discs of other that a disc of own on bit flips.
func flips(own, other uint64, bit int) uint64 {
	var all uint64
	at := uint64(1) << bit
	inner := other & notFirst & notLast
	for _, d := range [...]struct {
		shift int
		other uint64
	}{{1, inner}, {8, other}, {7, inner}, {9, inner}} {
		s, x := d.shift, d.other
		run := x & (at << s)
		if run != 0 {
			for next := x & (run << s); next&^run != 0; next = x & (run << s) {
				run |= next
			}
			if own&(run<<s) != 0 {
				all |= run
			}
		}
		run = x & (at >> s)
		if run != 0 {
			for next := x & (run >> s); next&^run != 0; next = x & (run >> s) {
				run |= next
			}
			if own&(run>>s) != 0 {
				all |= run
			}
		}
	}
	return all
}

func (b *Board) empty() uint64 { return b.area &^ (b.now.discs[0] | b.now.discs[1]) }

// updateMoves determines the legal moves, and whether the game is over.
func (b *Board) updateMoves() {
	s := &b.now
	empty := b.empty()
	s.moves = flippingCells(s.discs[s.side], s.discs[1-s.side]) & empty
	s.over = s.moves == 0 && flippingCells(s.discs[1-s.side], s.discs[s.side])&empty == 0
}

// Turn returns the side to move.
func (b *Board) Turn() rules.Player { return b.now.side }

// Over reports whether neither side can move, and returns the winner and the margin. Empty cells
// count for the winner.
func (b *Board) Over() (bool, rules.Players, int) {
	if !b.now.over {
		return false, 0, 0
	}
	n := [2]int{bits.OnesCount64(b.now.discs[0]), bits.OnesCount64(b.now.discs[1])}
	if n[0] == n[1] {
		return true, 0, 0
	}
	w := 0
	if (n[1] > n[0]) != b.fewest {
		w = 1
	}
	margin := n[w] + bits.OnesCount64(b.empty()) - n[1-w]
	return true, rules.Of(rules.Player(w)), max(margin, -margin)
}

// Forced appends a pass if the side to move must pass.
func (b *Board) Forced(moves []rules.Move) []rules.Move {
	if b.now.moves == 0 {
		moves = append(moves, rules.Pass)
	}
	return moves
}

// Moves appends all moves. Moves that leave the opponent few moves have the highest estimates.
func (b *Board) Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool) {
	if b.now.moves == 0 {
		return append(moves, rules.Pass), append(worth, 0), true
	}
	own, other, empty := b.now.discs[b.now.side], b.now.discs[1-b.now.side], b.empty()
	for m := b.now.moves; m != 0; m &= m - 1 {
		bit := bits.TrailingZeros64(m)
		t := flips(own, other, bit)
		at := uint64(1) << bit
		reply := flippingCells(other&^t, own|t|at) & empty &^ at
		w := -16 * int32(bits.OnesCount64(reply)+bits.OnesCount64(reply&b.cellSets.corners))
		if at&b.cellSets.corners != 0 && !b.fewest {
			w += 48
		}
		moves = append(moves, rules.Place(b.cell(bit)))
		worth = append(worth, w)
	}
	return moves, worth, true
}

// Rest appends nothing, because Moves returns all moves.
func (b *Board) Rest(moves []rules.Move) []rules.Move { return moves }

// Play makes a move and reports whether it is legal.
func (b *Board) Play(m rules.Move) bool {
	s := b.now
	if m == rules.Pass {
		if s.moves != 0 || s.over {
			return false
		}
	} else {
		if m.To < 0 || int(m.To) >= b.size*b.size || m != rules.Place(m.To) {
			return false
		}
		bit := b.bit(m.To)
		if s.moves>>bit&1 == 0 {
			return false
		}
		t := flips(s.discs[s.side], s.discs[1-s.side], bit)
		s.discs[s.side] |= t | 1<<bit
		s.discs[1-s.side] &^= t
	}
	b.past = append(b.past, b.now)
	s.side = 1 - s.side
	b.now = s
	b.updateMoves()
	return true
}

// Undo takes back the last move.
func (b *Board) Undo() {
	b.now = b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
}

// Eval returns an estimate of the margin by which p will win, in hundredths of a disc.
func (b *Board) Eval(p rules.Player) int {
	f := b.features()
	v := f.value(b.weights, bits.OnesCount64(b.empty()), b.size)
	if p != b.now.side {
		return -v
	}
	return v
}

// Hash returns a hash of the discs and the side to move.
func (b *Board) Hash() uint64 {
	return mix(b.now.discs[0] ^ mix(b.now.discs[1]^uint64(b.now.side)*0x9e3779b97f4a7c15))
}

// Left returns the number of empty cells.
func (b *Board) Left() int { return bits.OnesCount64(b.empty()) }

// Most returns the number of cells.
func (b *Board) Most() int { return b.size * b.size }

// mix distributes the information of a number over all bits.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

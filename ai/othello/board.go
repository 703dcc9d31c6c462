// Package othello knows Othello: simple players, a fast board for searching,
// and an evaluation of positions.
package othello

import (
	"math/bits"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/othello"
)

// Board is Othello up to 8×8 as two sets of discs in the bits of numbers: the
// cell in row r, column c is bit 8r+c. Smaller boards lie in the upper left.
type Board struct {
	size    int
	area    uint64 // the cells of the board
	fewest  bool
	marks   *marks
	weights *weights
	now     state
	past    []state
}

// state is what a move changes.
type state struct {
	discs [2]uint64
	side  rules.Player
	moves uint64 // where the side to move can place a disc
	over  bool
}

// Maker returns NewBoard for rules of Othello, nil for others.
func Maker(r rules.Rules) func(ai.Request) *Board {
	if plays(r) != nil {
		return nil
	}
	return NewBoard
}

// NewBoard returns a board for the position asked about, nil when the board
// is larger than 8×8 or the free placements of an open start are not yet done.
func NewBoard(q ai.Request) *Board {
	params := q.Rules.Spec().Params
	n := params.Int("size")
	p, err := q.Position()
	if err != nil || n > 8 || q.Rules.Spec().Game != othello.Game.Name {
		return nil
	}
	b := &Board{size: n, fewest: params["goal"] == "fewest", marks: newMarks(n)}
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
	b.judge()
	return b
}

func (b *Board) bit(c rules.Cell) int { return int(c)/b.size*8 + int(c)%b.size }

func (b *Board) cell(bit int) rules.Cell { return rules.Cell(bit>>3*b.size + bit&7) }

// Not the first, and not the last column: what a step left or right may start from.
const (
	notFirst = 0xfefefefefefefefe
	notLast  = 0x7f7f7f7f7f7f7f7f
)

// turnable returns the cells where a disc of own would turn some of other's,
// whether the cell is empty or not.
func turnable(own, other uint64) uint64 {
	var to uint64
	inner := other & notFirst & notLast
	for _, d := range [...]struct {
		shift int
		other uint64
	}{{1, inner}, {8, other}, {7, inner}, {9, inner}} {
		// All runs of other's discs next to own ones at once, by doubling.
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

// turned returns the discs of other that a disc of own on bit turns.
func turned(own, other uint64, bit int) uint64 {
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

// judge finds out what the side to move can do.
func (b *Board) judge() {
	s := &b.now
	empty := b.empty()
	s.moves = turnable(s.discs[s.side], s.discs[1-s.side]) & empty
	s.over = s.moves == 0 && turnable(s.discs[1-s.side], s.discs[s.side])&empty == 0
}

// Turn returns the side to move.
func (b *Board) Turn() rules.Player { return b.now.side }

// Over counts the discs when neither side can move; empty cells are the winner's.
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

// Forced appends a pass where it must be played.
func (b *Board) Forced(moves []rules.Move) []rules.Move {
	if b.now.moves == 0 {
		moves = append(moves, rules.Pass)
	}
	return moves
}

// Moves appends all moves; those that leave the opponent few have the highest estimates.
func (b *Board) Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool) {
	if b.now.moves == 0 {
		return append(moves, rules.Pass), append(worth, 0), true
	}
	own, other, empty := b.now.discs[b.now.side], b.now.discs[1-b.now.side], b.empty()
	for m := b.now.moves; m != 0; m &= m - 1 {
		bit := bits.TrailingZeros64(m)
		t := turned(own, other, bit)
		at := uint64(1) << bit
		reply := turnable(other&^t, own|t|at) & empty &^ at
		w := -16 * int32(bits.OnesCount64(reply)+bits.OnesCount64(reply&b.marks.corners))
		if at&b.marks.corners != 0 && !b.fewest {
			w += 48
		}
		moves = append(moves, rules.Place(b.cell(bit)))
		worth = append(worth, w)
	}
	return moves, worth, true
}

// Rest appends nothing: Moves leaves none out.
func (b *Board) Rest(moves []rules.Move) []rules.Move { return moves }

// Play makes a move.
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
		t := turned(s.discs[s.side], s.discs[1-s.side], bit)
		s.discs[s.side] |= t | 1<<bit
		s.discs[1-s.side] &^= t
	}
	b.past = append(b.past, b.now)
	s.side = 1 - s.side
	b.now = s
	b.judge()
	return true
}

// Undo takes the last move back.
func (b *Board) Undo() {
	b.now = b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
}

// Eval estimates by how many hundredths of a disc p will win.
func (b *Board) Eval(p rules.Player) int {
	f := b.features()
	v := f.value(b.weights, bits.OnesCount64(b.empty()), b.size)
	if p != b.now.side {
		return -v
	}
	return v
}

// Hash mixes discs and side.
func (b *Board) Hash() uint64 {
	return mix(b.now.discs[0] ^ mix(b.now.discs[1]^uint64(b.now.side)*0x9e3779b97f4a7c15))
}

// History returns 0: the past does not matter.
func (b *Board) History(int) uint64 { return 0 }

// Left is the number of empty cells.
func (b *Board) Left() int { return bits.OnesCount64(b.empty()) }

// Most is the number of cells.
func (b *Board) Most() int { return b.size * b.size }

// mix spreads a number over all bits.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

package board

import (
	"math/bits"

	"boardstudio/ai"
	"boardstudio/rules"
)

// Drop is a search board for games of two players with falling symbols on a flat board. It is a
// pair of bit sets, column by column from the bottom. The bit above each column is always clear, so
// rows do not extend from one column to the next.
type Drop struct {
	rows, cols, k int
	misere        bool
	rowMasks      []uint64 // cells of each tuple
	value         []int32  // score of a tuple with n symbols of one player
	centre        []int32  // initial estimate of each column
	now           dropState
	past          []dropState
}

type dropState struct {
	sets [2]uint64
	side rules.Player
	over bool
	won  bool // the side that moved last completed a row
}

// DropMaker returns a function that makes boards for r, or nil if r is not a game of this kind.
func DropMaker(r rules.Rules) func(q ai.Request) *Drop {
	t := NewTables(r)
	if t == nil {
		return nil
	}
	o := &t.Options
	if !o.Drop || o.Players != 2 || o.Topology != "plane" || o.Exact != 0 || o.Adjacent ||
		o.DoubleThree != "allowed" || o.Renju || o.Breakable || o.Cols*(o.Rows+1) > 64 {
		return nil
	}
	base := Drop{rows: o.Rows, cols: o.Cols, k: o.K, misere: o.Misere, value: newKnowledge(t).row}
	for i := range t.Count() {
		var mask uint64
		for _, c := range t.Tuple(int32(i)) {
			mask |= base.bit(c)
		}
		base.rowMasks = append(base.rowMasks, mask)
	}
	for col := range o.Cols {
		base.centre = append(base.centre, int32(min(col, o.Cols-1-col)))
	}
	return func(q ai.Request) *Drop {
		p, err := q.Position()
		if err != nil || p.Turn() == rules.NoPlayer {
			return nil
		}
		b := base
		b.now.side = p.Turn()
		for c := range r.Board().Cells {
			c := rules.Cell(c)
			if o := p.At(c).Owner; o != rules.NoPlayer {
				if below := int(c) + b.cols; below < len(r.Board().Cells) && p.At(rules.Cell(below)).Owner == rules.NoPlayer {
					return nil // a position with an unsupported symbol was set up
				}
				b.now.sets[o] |= b.bit(c)
			}
		}
		return &b
	}
}

// bit returns the bit of cell c.
func (b *Drop) bit(c rules.Cell) uint64 {
	row, col := int(c)/b.cols, int(c)%b.cols
	return 1 << (col*(b.rows+1) + b.rows - 1 - row)
}

// top returns the bit above the highest symbol of a column. It is outside the column if the column
// is full.
func (b *Drop) top(col int) uint64 {
	floor := uint64(1) << (col * (b.rows + 1))
	column := floor<<b.rows - floor
	return (b.now.sets[0]|b.now.sets[1])&column + floor
}

// has reports whether column col has room for the bit returned by top.
func (b *Drop) has(col int, top uint64) bool {
	return top>>(col*(b.rows+1)+b.rows)&1 == 0
}

// row reports whether a set contains k symbols in a row.
func (b *Drop) row(set uint64) bool {
	for _, by := range [4]int{1, b.rows, b.rows + 1, b.rows + 2} {
		m := set
		for i := 1; i < b.k && m != 0; i++ {
			m &= set >> (i * by)
		}
		if m != 0 {
			return true
		}
	}
	return false
}

// Turn returns the player to move.
func (b *Drop) Turn() rules.Player { return b.now.side }

// Over reports whether the game is over, and the winners. The count is always 0.
func (b *Drop) Over() (bool, rules.Players, int) {
	s := &b.now
	switch {
	case !s.over || !s.won:
		return s.over, 0, 0
	case b.misere:
		return true, rules.Of(s.side), 0
	}
	return true, rules.Of(1 - s.side), 0
}

// completing appends the columns in which p would complete a row.
func (b *Drop) completing(moves []rules.Move, p rules.Player) []rules.Move {
	for col := range b.cols {
		if top := b.top(col); b.has(col, top) && b.row(b.now.sets[p]|top) {
			moves = append(moves, rules.Place(rules.Cell(col)))
		}
	}
	return moves
}

// Forced appends the winning move, if there is one, or else the moves that prevent an immediate win
// of the opponent.
func (b *Drop) Forced(moves []rules.Move) []rules.Move {
	if b.misere {
		return moves
	}
	if moves = b.completing(moves, b.now.side); len(moves) > 0 {
		return moves[:1]
	}
	return b.completing(moves, 1-b.now.side)
}

// Moves appends all columns that are not full. Central columns and moves that create threats have
// the highest estimates.
func (b *Drop) Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool) {
	own := b.now.sets[b.now.side]
	for col := range b.cols {
		top := b.top(col)
		if !b.has(col, top) {
			continue
		}
		moves = append(moves, rules.Place(rules.Cell(col)))
		worth = append(worth, b.centre[col]+8*int32(bits.OnesCount64(b.threats(own|top))))
	}
	return moves, worth, true
}

// threats returns the empty cells that would complete a row of the set, including cells that cannot
// be reached now.
func (b *Drop) threats(set uint64) uint64 {
	if b.k != 4 {
		return 0
	}
	to := set << 1 & (set << 2) & (set << 3)
	for _, by := range [3]int{b.rows, b.rows + 1, b.rows + 2} {
		pair := set << by & (set << (2 * by))
		to |= pair&(set<<(3*by)) | pair&(set>>by)
		pair = set >> by & (set >> (2 * by))
		to |= pair&(set>>(3*by)) | pair&(set<<by)
	}
	return to & b.area() &^ (b.now.sets[0] | b.now.sets[1])
}

// area returns the set of all cells.
func (b *Drop) area() uint64 {
	var all uint64
	for col := range b.cols {
		floor := uint64(1) << (col * (b.rows + 1))
		all |= floor<<b.rows - floor
	}
	return all
}

// Rest appends no moves, because Moves returns all of them.
func (b *Drop) Rest(moves []rules.Move) []rules.Move { return moves }

// Play makes a move. It reports whether the move is legal.
func (b *Drop) Play(m rules.Move) bool {
	if b.now.over || m.To < 0 || int(m.To) >= b.cols || m != rules.Place(m.To) {
		return false
	}
	top := b.top(int(m.To))
	if !b.has(int(m.To), top) {
		return false
	}
	b.past = append(b.past, b.now)
	s := &b.now
	s.sets[s.side] |= top
	s.won = b.row(s.sets[s.side])
	s.over = s.won || b.Left() == 0
	s.side = 1 - s.side
	return true
}

// Undo takes back the last move.
func (b *Drop) Undo() {
	b.now = b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
}

// Eval returns the difference between the scores of both players' tuples.
func (b *Drop) Eval(p rules.Player) int {
	own, other := b.now.sets[b.now.side], b.now.sets[1-b.now.side]
	var v int32
	for _, mask := range b.rowMasks {
		switch m, n := mask&own, mask&other; {
		case n == 0:
			v += b.value[bits.OnesCount64(m)]
		case m == 0:
			v -= b.value[bits.OnesCount64(n)]
		}
	}
	if b.misere != (p != b.now.side) {
		v = -v
	}
	return int(v)
}

// Hash covers both sets and the side to move.
func (b *Drop) Hash() uint64 {
	return mix(b.now.sets[0] ^ mix(b.now.sets[1]^uint64(b.now.side)<<63))
}

// Left returns the number of empty cells.
func (b *Drop) Left() int {
	return b.rows*b.cols - bits.OnesCount64(b.now.sets[0]|b.now.sets[1])
}

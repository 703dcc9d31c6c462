package gomoku

import "math/bits"

// This file implements captures, fouls and game ends, for the variants that need them.

// ways are the eight directions.
var ways = [8]int{1, -1, side, -side, side + 1, -side - 1, side - 1, 1 - side}

// takes returns the number of pairs that a stone of the colour on the empty cell c would capture.
func (b *Board) takes(c point, colour int) (n int) {
	mine, theirs := uint8(colour+1), uint8(2-colour)
	for _, w := range ways {
		x := int(c) + w
		if b.cell[x&(squares-1)] == theirs && b.cell[(x+w)&(squares-1)] == theirs && b.cell[(x+2*w)&(squares-1)] == mine {
			n++
		}
	}
	return n
}

// pairs counts the pairs that the colour could capture with its next stone, and its own pairs with
// both ends open.
type pairs struct{ catch, open int8 }

// pair adds the pairs of a line, multiplied by times, to the counts of both colours.
func (b *Board) pair(line uint64, times int8) {
	const low = 0x5555_5555_5555_5555
	x, y := line&low, line>>1&low
	of, free := [2]uint64{x &^ y, y &^ x}, low&^(x|y)
	for p, mine := range of {
		other := of[1-p]
		two := other & (other >> 2) // places of the first stones of pairs
		if two == 0 {
			continue
		}
		b.pairs[p].catch += times * int8(bits.OnesCount64(two&(free<<2)&(mine>>4))+bits.OnesCount64(two&(mine<<2)&(free>>4)))
		b.pairs[1-p].open += times * int8(bits.OnesCount64(two&(free<<2)&(free>>4)))
	}
}

// capturedStones appends the stones that a stone of the colour on c captures.
func (b *Board) capturedStones(c point, colour int, list []point) []point {
	mine, theirs := uint8(colour+1), uint8(2-colour)
	for _, w := range ways {
		x := int(c) + w
		if b.cell[x&(squares-1)] == theirs && b.cell[(x+w)&(squares-1)] == theirs && b.cell[(x+2*w)&(squares-1)] == mine {
			list = append(list, point(x), point(x+w))
		}
	}
	return list
}

// capture removes the stones captured by the stone on c.
func (b *Board) capture(c point, s *step) {
	colour := int(b.cell[c] - 1)
	lost := b.capturedStones(c, colour, s.lost[:0])
	if len(lost) == 0 {
		return
	}
	s.taken = uint8(len(lost))
	for _, x := range lost {
		b.remove(x)
	}
	b.hold(colour, b.held[colour]+s.taken/2)
}

// flip places a stone on the empty cell c and removes its captures, but only updates the cells and
// the lines. Calling it again reverts this.
func (b *Board) flip(c point, colour int, lost []point) {
	mine, theirs := uint8(colour+1), uint8(2-colour)
	b.cell[c&(squares-1)] ^= mine
	b.toggleLines(c, mine)
	for _, x := range lost {
		b.cell[x&(squares-1)] ^= theirs
		b.toggleLines(x, theirs)
	}
}

// try places a stone on an empty cell and makes its captures without checking the rules. The
// inverse is untry.
func (b *Board) try(c point, colour int) {
	b.past = append(b.past, step{
		cell: c, turn: uint8(colour), over: b.over, winner: b.winner, pending: b.pending, passing: b.passing,
		changes: int32(len(b.changes)), held: b.held, pairs: b.pairs, sums: b.sums, hash: b.hash,
	})
	s := &b.past[len(b.past)-1]
	row := int(c)/side - 2
	s.near = [4]uint64(b.near[row>>1 : row>>1+4])
	b.put(c, uint8(colour+1))
	if b.opt.Captures > 0 {
		b.capture(c, s)
	}
}

func (b *Board) untry(turn uint8) {
	b.Undo()
	b.turn = turn
}

// updateResult determines whether the game is over and what the side to move can do, after the
// opponent moved to c (or passed) and captured the given number of stones.
func (b *Board) updateResult(c point, taken int) {
	last := 1 - b.turn
	hadRow := b.pending
	b.pending, b.passing = false, false
	if b.opt.Captures > 0 {
		for _, p := range [2]uint8{last, b.turn} {
			if int(b.held[p]) >= b.opt.Captures {
				b.over, b.winner = true, int8(p)
				return
			}
		}
	}
	if b.opt.Breakable && b.winsByRow(b.turn, c, taken, hadRow) {
		b.over, b.winner = true, int8(b.turn)
		return
	}
	for _, p := range [2]uint8{last, b.turn} {
		if !b.winsByRow(p, c, taken, false) {
			continue
		}
		if p == last && b.opt.Breakable && b.pairs[b.turn].catch > 0 && b.canBreak(false) {
			b.pending = true
			return
		}
		b.over, b.winner = true, int8(p)
		return
	}
	switch {
	case b.stones == b.cells:
		b.over = true
	case !b.canMove(int(b.turn)):
		if b.canMove(int(last)) {
			b.passing = true
			return
		}
		b.over = true
	}
}

// winsByRow reports whether p has a row after a move to c.
func (b *Board) winsByRow(p uint8, c point, taken int, stood bool) bool {
	switch {
	case c == pass || stood || taken > 0 && b.opt.Exact != 0:
		return b.hasRow(p)
	case b.cell[c] == p+1:
		return b.inRow(c, p)
	}
	return false
}

// inRow reports whether the stone of p on c is part of a winning row.
func (b *Board) inRow(c point, p uint8) bool {
	for d := range b.lines {
		i, place := lineAt(c, d)
		if b.shapeAt(b.lines[d][i], place)>>(4*p)&15 == five {
			return true
		}
	}
	return false
}

// hasRow reports whether p has a winning row.
func (b *Board) hasRow(p uint8) bool {
	for c, v := range b.cell {
		if v == p+1 && b.inRow(point(c), p) {
			return true
		}
	}
	return false
}

// canMove reports whether the colour could place a stone if it were its turn.
func (b *Board) canMove(colour int) bool {
	if b.free || !b.shaped[colour] && !b.opt.Adjacent {
		return b.stones < b.cells
	}
	for i, w := range b.near { // usually one of these is legal
		for ; w != 0; w &= w - 1 {
			if c := point(i<<6 + bits.TrailingZeros64(w)); b.cell[c] == 0 && b.legal(c, colour) {
				return true
			}
		}
	}
	for r := margin; r < margin+b.rows; r++ {
		for c := r*side + margin; c < r*side+margin+b.cols; c++ {
			if b.cell[c] == 0 && b.legal(point(c), colour) {
				return true
			}
		}
	}
	return false
}

// canBreak reports whether the side to move has a move that captures enough pairs to win or breaks
// all rows of the opponent. The move must be legal unless any is set.
func (b *Board) canBreak(any bool) bool {
	turn := int(b.turn)
	var lost [16]point
	for i, w := range b.near {
		for ; w != 0; w &= w - 1 {
			c := point(i<<6 + bits.TrailingZeros64(w))
			if b.cell[c] != 0 {
				continue
			}
			all := b.capturedStones(c, turn, lost[:0])
			if len(all) == 0 || !any && !b.legal(c, turn) {
				continue
			}
			broken := int(b.held[turn])+len(all)/2 >= b.opt.Captures
			if !broken {
				b.flip(c, turn, all)
				broken = !b.hasRow(uint8(1 - turn))
				b.flip(c, turn, all)
			}
			if broken {
				return true
			}
		}
	}
	return false
}

// legal reports whether the colour may place a stone on the empty cell c.
func (b *Board) legal(c point, colour int) bool {
	switch {
	case b.free:
		return true
	case b.stones == 0:
		return !b.opt.CentreFirst || c == b.centre
	case b.opt.Adjacent && !b.touches(c):
		return false
	case !b.shaped[colour]:
		return true
	}
	x := b.comboAt(c, colour)
	if x.class == barred && b.opt.Captures == 0 {
		return false
	}
	if !x.suspect && (b.opt.Captures == 0 || b.takes(c, colour) == 0) {
		return true
	}
	if b.opt.DoubleThree != "allowed" && b.doubles(c, colour) {
		return false
	}
	if !b.opt.Renju || colour != 0 {
		return true
	}
	turn, budget := b.turn, maxNested
	b.try(c, colour)
	ok := b.foul(c, &budget) != isFoul
	b.untry(turn)
	return ok
}

// doubles reports whether a stone of the colour on the empty cell c makes a forbidden double three.
func (b *Board) doubles(c point, colour int) bool {
	var lost [16]point
	all := lost[:0]
	if b.opt.Captures > 0 {
		all = b.capturedStones(c, colour, all)
	}
	if len(all) > 0 && b.opt.DoubleThree == "unlessCapturing" {
		return false
	}
	b.flip(c, colour, all)
	defer b.flip(c, colour, all)
	var three [3]point
	stone := uint8(colour + 1)
	n := b.freeThrees(c, stone, &three)
	if n != 1 || b.opt.DoubleThree != "shared" {
		return n > 1
	}
	for _, x := range three {
		if x != c && b.freeThrees(x, stone, nil) > 1 {
			return true
		}
	}
	return false
}

// touches reports whether a neighbour of c has a stone.
func (b *Board) touches(c point) bool {
	for _, w := range ways {
		if v := b.cell[int(c)+w]; v == 1 || v == 2 {
			return true
		}
	}
	return false
}

// freeThrees counts the free threes that contain the stone on c: three stones on four consecutive
// cells, with the fourth cell and the cells at both ends empty. Windows with the same stones count
// once. If last is not nil, it receives the stones of the last three found.
func (b *Board) freeThrees(c point, stone uint8, last *[3]point) (n int) {
	for _, w := range steps {
		var seen [4]int
		figures := 0
	window:
		for left := -4; left < 0; left++ {
			if b.cell[int(c)+left*w] != 0 || b.cell[int(c)+(left+5)*w] != 0 {
				continue
			}
			own := 0
			for i := left + 1; i < left+5; i++ {
				switch b.cell[int(c)+i*w] {
				case stone:
					own |= 1 << (i + 4)
				case 0:
				default:
					continue window
				}
			}
			if bits.OnesCount(uint(own)) != 3 {
				continue
			}
			for _, x := range seen[:figures] {
				if x == own {
					continue window
				}
			}
			seen[figures] = own
			figures++
			if last == nil {
				continue
			}
			for k := range last {
				i := bits.TrailingZeros(uint(own))
				last[k] = point(int(c) + (i-4)*w)
				own &^= 1 << i
			}
		}
		n += figures
	}
	return n
}

// maxNested limits the number of moves examined to decide about a foul, as in the rules.
const maxNested = 1024

// Results of foul.
const (
	noFoul = iota
	isFoul
	makesRow
)

// foul returns the renju foul status of the first player's stone on c. A three only counts if the
// move that makes it an open four is not a foul itself, which is determined with that stone on the
// board.
func (b *Board) foul(c point, budget *int) int {
	*budget--
	fours, threes := 0, 0
	var shape [4]uint8
	for d := range b.lines {
		i, place := lineAt(c, d)
		shape[d] = b.shapeAt(b.lines[d][i], place) & 15
		switch shape[d] {
		case five:
			return makesRow
		case four, open4:
			fours++
		case four2:
			fours += 2
		case over:
			fours = 100
		case open3, open3s:
			threes++
		}
	}
	switch {
	case fours > 1:
		return isFoul
	case threes < 2 || *budget <= 0:
		return noFoul
	}
	threes = 0
	for d, step := range steps {
		if shape[d] == open3 || shape[d] == open3s {
			if b.canGrow(c, d, step, budget) {
				if threes++; threes == 2 {
					return isFoul
				}
			}
		}
	}
	return noFoul
}

// canGrow reports whether the three of the first player through c on a line can become an open
// four.
func (b *Board) canGrow(c point, d, step int, budget *int) bool {
	for _, w := range [2]int{step, -step} {
		for x, gap := int(c)+w, 0; gap == 0; x += w {
			switch b.cell[x] {
			case 1:
				continue
			case 0:
				gap = 1
				i, place := lineAt(point(x), d)
				if b.shapeAt(b.lines[d][i], place)&15 != open4 {
					continue
				}
				turn := b.turn
				b.try(point(x), 0)
				f := b.foul(point(x), budget)
				b.untry(turn)
				if f == noFoul {
					return true
				}
			default:
				gap = 1
			}
		}
	}
	return false
}

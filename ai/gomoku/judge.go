package gomoku

import "math/bits"

// This file says what the rules say of captures, fouls and ends, for the variants that have more than rows.

// ways are the eight directions.
var ways = [8]int{1, -1, side, -side, side + 1, -side - 1, side - 1, 1 - side}

// takes returns how many pairs a stone of the colour on the empty cell c would capture.
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

// pairs counts pairs of two stones: those of the other colour that one could take with its next stone, and its own that lie open at both ends.
type pairs struct{ catch, open int8 }

// pair adds the pairs of a line to those of both colours, so many times.
func (b *Board) pair(line uint64, times int8) {
	const low = 0x5555_5555_5555_5555
	x, y := line&low, line>>1&low
	of, free := [2]uint64{x &^ y, y &^ x}, low&^(x|y)
	for p, mine := range of {
		other := of[1-p]
		two := other & (other >> 2) // both stones of a pair, at the place of the first
		if two == 0 {
			continue
		}
		b.pairs[p].catch += times * int8(bits.OnesCount64(two&(free<<2)&(mine>>4))+bits.OnesCount64(two&(mine<<2)&(free>>4)))
		b.pairs[1-p].open += times * int8(bits.OnesCount64(two&(free<<2)&(free>>4)))
	}
}

// caught appends the stones that one of the colour on c captures.
func (b *Board) caught(c point, colour int, list []point) []point {
	mine, theirs := uint8(colour+1), uint8(2-colour)
	for _, w := range ways {
		x := int(c) + w
		if b.cell[x&(squares-1)] == theirs && b.cell[(x+w)&(squares-1)] == theirs && b.cell[(x+2*w)&(squares-1)] == mine {
			list = append(list, point(x), point(x+w))
		}
	}
	return list
}

// capture takes off what the stone on c captures.
func (b *Board) capture(c point, s *step) {
	colour := int(b.cell[c] - 1)
	lost := b.caught(c, colour, s.lost[:0])
	if len(lost) == 0 {
		return
	}
	s.taken = uint8(len(lost))
	for _, x := range lost {
		b.lift(x)
	}
	b.hold(colour, b.held[colour]+s.taken/2)
}

// flip puts a stone on the empty cell c and takes off what it captures, in the cells and the lines alone; the second time it undoes that.
func (b *Board) flip(c point, colour int, lost []point) {
	mine, theirs := uint8(colour+1), uint8(2-colour)
	b.cell[c&(squares-1)] ^= mine
	b.toggle(c, mine)
	for _, x := range lost {
		b.cell[x&(squares-1)] ^= theirs
		b.toggle(x, theirs)
	}
}

// try puts a stone with its captures on an empty cell without asking the rules, and untry takes it back.
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

// judge finds out whether the game is over and what the side to move can do, after the other moved to c, pass for a pass, and took so many
// stones: as the rules do.
func (b *Board) judge(c point, taken int) {
	last := 1 - b.turn
	answered := b.pending
	b.pending, b.passing = false, false
	if b.opt.Captures > 0 {
		for _, p := range [2]uint8{last, b.turn} {
			if int(b.held[p]) >= b.opt.Captures {
				b.over, b.winner = true, int8(p)
				return
			}
		}
	}
	if b.opt.Breakable && b.lined(b.turn, c, taken, answered) {
		b.over, b.winner = true, int8(b.turn)
		return
	}
	for _, p := range [2]uint8{last, b.turn} {
		if !b.lined(p, c, taken, false) {
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

// lined reports whether a row of p stands, after a move to c.
func (b *Board) lined(p uint8, c point, taken int, stood bool) bool {
	switch {
	case c == pass || stood || taken > 0 && b.opt.Exact != 0:
		return b.hasRow(p)
	case b.cell[c] == p+1:
		return b.inRow(c, p)
	}
	return false
}

// inRow reports whether the stone of p on c stands in a row that counts.
func (b *Board) inRow(c point, p uint8) bool {
	for d := range b.lines {
		i, place := lineAt(c, d)
		if b.shapeAt(b.lines[d][i], place)>>(4*p)&15 == five {
			return true
		}
	}
	return false
}

// hasRow reports whether a row of p that counts stands.
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
	for i, w := range b.near { // usually it is one of these
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

// canBreak reports whether the side to move has a legal move, or any, that captures enough pairs to win, or breaks all rows of the other.
func (b *Board) canBreak(any bool) bool {
	turn := int(b.turn)
	var lost [16]point
	for i, w := range b.near {
		for ; w != 0; w &= w - 1 {
			c := point(i<<6 + bits.TrailingZeros64(w))
			if b.cell[c] != 0 {
				continue
			}
			all := b.caught(c, turn, lost[:0])
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

// legal reports whether the rules let the colour place a stone on the empty cell c.
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
	ok := b.foul(c, &budget) != bad
	b.untry(turn)
	return ok
}

// doubles reports whether a stone of the colour on the empty cell c makes a forbidden double three.
func (b *Board) doubles(c point, colour int) bool {
	var lost [16]point
	all := lost[:0]
	if b.opt.Captures > 0 {
		all = b.caught(c, colour, all)
	}
	if len(all) > 0 && b.opt.DoubleThree == "unlessCapturing" {
		return false
	}
	b.flip(c, colour, all)
	n := b.freeThrees(c, uint8(colour+1))
	b.flip(c, colour, all)
	return n > 1
}

// touches reports whether a neighbour of c holds a stone.
func (b *Board) touches(c point) bool {
	for _, w := range ways {
		if v := b.cell[int(c)+w]; v == 1 || v == 2 {
			return true
		}
	}
	return false
}

// freeThrees counts the free threes with the stone on c: three stones on four cells in a row, the fourth and the cells at both ends empty. Two
// windows of the same stones are one.
func (b *Board) freeThrees(c point, stone uint8) (n int) {
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
			count := 0
			for i := range 8 {
				count += own >> i & 1
			}
			if count != 3 {
				continue
			}
			for _, x := range seen[:figures] {
				if x == own {
					continue window
				}
			}
			seen[figures] = own
			figures++
		}
		n += figures
	}
	return n
}

// maxNested bounds how many moves one question about a foul may look at, as in the rules.
const maxNested = 1024

// What foul says of a stone.
const (
	fine = iota
	bad
	makesRow
)

// foul judges the stone of the first player on c by the rules of renju. A three counts only if the move that would make it an open four
// is itself fine, which it finds out with that stone on the board.
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
		return bad
	case threes < 2 || *budget <= 0:
		return fine
	}
	threes = 0
	for d, step := range steps {
		if shape[d] == open3 || shape[d] == open3s {
			if b.grows(c, d, step, budget) {
				if threes++; threes == 2 {
					return bad
				}
			}
		}
	}
	return fine
}

// grows reports whether the three of the first player through c on a line can become an open four.
func (b *Board) grows(c point, d, step int, budget *int) bool {
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
				if f == fine {
					return true
				}
			default:
				gap = 1
			}
		}
	}
	return false
}

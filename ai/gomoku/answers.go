package gomoku

import "math/bits"

// This file determines which answers can help against a threat in games that are not decided by
// rows alone: with captures, with breakable rows, or with forbidden double threes. All other
// answers leave the basis of the threat intact: the cells of its moves, its stones, and the
// possible captures on the way. To prove a win, only answers that can help need to be searched.

// maxTaken is the maximum number of pairs for which a win by a single capture is detected.
const maxTaken = 3

func (s *set) add(c point) { s[c>>6&(words-1)] |= 1 << (c & 63) }

// winningCell returns a cell that wins at once for the colour if it is its turn. Without such a
// cell it returns pass.
func (b *Board) winningCell(colour int) point {
	answering := b.pending && colour == int(b.turn) // an own row would be too late
	if b.count[colour][makesFive] > 0 && !answering && (!b.opt.Breakable || b.searchThreats) {
		for i, w := range b.sets[colour][makesFive] {
			for ; w != 0; w &= w - 1 {
				if c := point(i<<6 + bits.TrailingZeros64(w)); b.legal(c, colour) && (!b.opt.Breakable || b.rowHolds(c, colour)) {
					return c
				}
			}
		}
	}
	left := b.opt.Captures - int(b.held[colour])
	if b.opt.Captures == 0 || left > min(maxTaken, int(b.pairs[colour].catch)) {
		return pass
	}
	for i, w := range b.near {
		for ; w != 0; w &= w - 1 {
			c := point(i<<6 + bits.TrailingZeros64(w))
			if b.cell[c] == 0 && b.takes(c, colour) >= left && b.legal(c, colour) {
				return c
			}
		}
	}
	return pass
}

// rowHolds reports whether no capture, legal or not, breaks the row that the colour makes on c, or
// wins.
func (b *Board) rowHolds(c point, colour int) bool {
	if b.opt.Captures == 0 {
		return true
	}
	turn := b.turn
	var lost [16]point
	all := b.capturedStones(c, colour, lost[:0])
	b.flip(c, colour, all)
	b.turn = uint8(1 - colour)
	ok := !b.canBreak(true)
	b.turn = turn
	b.flip(c, colour, all)
	return ok
}

// addAnswers adds the cells that prevent a win of the opponent on c. The side to move must play one
// of them.
func (b *Board) addAnswers(c point, all *set) {
	me, other := int(b.turn), int(1-b.turn)
	all.add(c)
	all.join(&b.sets[me][makesFive])
	if b.opt.Captures == 0 {
		return
	}
	b.addDependencies(c, other, all)
	if !b.opt.Breakable {
		more := b.captureCells()
		all.join(&more)
	}
}

// addDependencies adds the cells that a win of the colour on c depends on.
func (b *Board) addDependencies(c point, colour int, all *set) {
	all.add(c)
	if b.opt.Captures > 0 && (b.opt.Breakable || b.shaped[colour]) {
		b.addBaits(c, colour, all, false)
	}
	if b.opt.Captures > 0 && b.opt.Breakable {
		b.cell[c&(squares-1)] = uint8(colour + 1)
		b.addFlanks(colour, nil, all)
		b.cell[c&(squares-1)] = 0
	}
}

// addBaits adds the cells where a stone of the opponent could be captured by the stone of the
// colour on c together with another one, which would open the other's cell. If near is set, the
// other stones involved must already be present.
func (b *Board) addBaits(c point, colour int, all *set, near bool) {
	mine, theirs := uint8(colour+1), uint8(2-colour)
	for _, w := range ways {
		first, second, third := int(c)+w, int(c)+2*w, b.cell[(int(c)+3*w)&(squares-1)]
		x, y := b.cell[first&(squares-1)], b.cell[second&(squares-1)]
		if x == 0 && (!near || y == theirs && third == mine) {
			all.add(point(first))
		}
		if y == 0 && (!near || x == theirs && third == mine) {
			all.add(point(second))
		}
	}
}

// addFlanks adds the empty cells next to two stones of the colour, from which these can be captured
// now or after a change of the cell on the other side. If of is not nil, one of the two stones must
// be in of.
func (b *Board) addFlanks(colour int, of, all *set) {
	theirs := uint8(colour + 1)
	for i, w := range b.near {
		for ; w != 0; w &= w - 1 {
			c := i<<6 + bits.TrailingZeros64(w)
			if b.cell[c] != 0 {
				continue
			}
			for _, d := range ways {
				x, y := point(c+d)&(squares-1), point(c+2*d)&(squares-1)
				if b.cell[x] == theirs && b.cell[y] == theirs && b.cell[(c+3*d)&(squares-1)] != outside && (of == nil || of.has(x) || of.has(y)) {
					all.add(point(c))
					break
				}
			}
		}
	}
}

// addRows adds the cells that share a row of five with c.
func (s *set) addRows(c point) {
	for _, w := range ways {
		for i := range reach {
			s.add(c + point((i+1)*w))
		}
	}
}

// addOpenFourDefences reports whether the opponent, if the side to move passed, could play a stone
// that makes several fives and then win against every answer. It adds the cells that prevent this.
// The side to move must play one of them.
func (b *Board) addOpenFourDefences(all *set) bool {
	me, other := int(b.turn), int(1-b.turn)
	if b.count[other][makesWin] == 0 {
		return false
	}
	var taking set
	if b.opt.Captures > 0 {
		taking = b.captureCells()
	}
	b.passTurn()
	defer b.Undo()
	for i, w := range b.sets[other][makesWin] {
		for ; w != 0; w &= w - 1 {
			c := point(i<<6 + bits.TrailingZeros64(w))
			if !b.legal(c, other) {
				continue
			}
			var zone set
			b.Play(c)
			ok := !b.over && !b.passing && b.losesNext(&zone)
			b.Undo()
			if !ok {
				continue
			}
			for i, w := range zone {
				for ; w != 0; w &= w - 1 {
					// Other cells are emptied on the way.
					if c := point(i<<6 + bits.TrailingZeros64(w)); b.cell[c] == 0 {
						all.add(c)
					}
				}
			}
			all.add(c)
			all.join(&taking)
			b.addBaits(c, other, all, true)
			for k := makesFour; k <= makesFive; k++ {
				all.join(&b.sets[me][k])
			}
			return true
		}
	}
	return false
}

// losesNext reports whether the opponent wins with its next stone whatever the side to move plays,
// and adds the cells that this depends on. It does not check that answers are legal, because stones
// elsewhere can change that.
func (b *Board) losesNext(zone *set) bool {
	me, other := int(b.turn), int(1-b.turn)
	c := b.winningCell(other)
	if c == pass {
		return false
	}
	var all, rows set // rows are the cells of the winning rows
	b.addAnswers(c, &all)
	b.addDependencies(c, other, zone)
	rows.addRows(c)
	most := 0 // largest number of pairs captured by an answer
	for i, w := range all {
		for ; w != 0; w &= w - 1 {
			x := point(i<<6 + bits.TrailingZeros64(w))
			next := pass
			b.Play(x)
			if !b.over && !b.passing {
				next = b.winningCell(other)
			}
			if next != pass {
				b.addDependencies(next, other, zone)
				rows.addRows(next)
			}
			most = max(most, int(b.past[len(b.past)-1].taken)/2)
			b.Undo()
			if next == pass {
				return false
			}
		}
	}
	// A stone elsewhere adds at most one pair to the pairs that an answer captures. If a distant
	// three can make a move of the win illegal, a capture there can make it legal again.
	of := &rows
	if b.opt.Breakable || b.opt.DoubleThree == "shared" || most+1 >= b.opt.Captures-int(b.held[me]) || b.opt.Captures-int(b.held[other]) <= maxTaken {
		of = nil
	}
	if b.opt.Captures > 0 {
		b.addFlanks(other, of, zone)
	}
	return true
}

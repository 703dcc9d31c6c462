package gomoku

import "math/bits"

// This file says which answers can help against a threat in games in which more than rows decides: where stones are captured, where a row counts
// only if no capture breaks it, or where double threes are forbidden. Every other answer leaves all that the threat needs as it is: the cells it
// is played on, its stones, what the other side could capture and make on the way. So only those need be looked at for a win to be proved.

// maxTaken is how many pairs that one stone takes are seen to win.
const maxTaken = 3

// add adds a cell.
func (s *set) add(c point) { s[c>>6&(words-1)] |= 1 << (c & 63) }

// ends returns a cell where the colour wins at once if it is its turn, pass where none is seen.
func (b *Board) ends(colour int) point {
	answering := b.pending && colour == int(b.turn) // a row of its own comes too late
	if b.count[colour][makesFive] > 0 && !answering && (!b.opt.Breakable || b.hunts) {
		for i, w := range b.sets[colour][makesFive] {
			for ; w != 0; w &= w - 1 {
				if c := point(i<<6 + bits.TrailingZeros64(w)); b.legal(c, colour) && (!b.opt.Breakable || b.stays(c, colour)) {
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

// stays reports whether no capture, legal or not, breaks the row that the colour makes on c, or wins.
func (b *Board) stays(c point, colour int) bool {
	if b.opt.Captures == 0 {
		return true
	}
	turn := b.turn
	var lost [16]point
	all := b.caught(c, colour, lost[:0])
	b.flip(c, colour, all)
	b.turn = uint8(1 - colour)
	ok := !b.canBreak(true)
	b.turn = turn
	b.flip(c, colour, all)
	return ok
}

// answers adds the cells of which the side to move must play one, since the other wins on c else.
func (b *Board) answers(c point, all *set) {
	me, other := int(b.turn), int(1-b.turn)
	all.add(c)
	all.join(&b.sets[me][makesFive])
	if b.opt.Captures == 0 {
		return
	}
	b.needs(c, other, all)
	if !b.opt.Breakable {
		more := b.capturing()
		all.join(&more)
	}
}

// needs adds what a win of the colour on c depends on.
func (b *Board) needs(c point, colour int, all *set) {
	all.add(c)
	if b.opt.Captures > 0 && (b.opt.Breakable || b.shaped[colour]) {
		b.baits(c, colour, all, false)
	}
	if b.opt.Captures > 0 && b.opt.Breakable {
		b.cell[c&(squares-1)] = uint8(colour + 1)
		b.flanks(colour, nil, all)
		b.cell[c&(squares-1)] = 0
	}
}

// baits adds the cells where a stone of the other may be taken by one of the colour on c, which takes another with it and so opens its place. With
// near, the other stones that this needs must lie there already.
func (b *Board) baits(c point, colour int, all *set, near bool) {
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

// flanks adds the empty cells beside two stones of the colour: from there they are captured now, or when the cell behind them is played or emptied.
// Of the two one must be in of, if that is not nil.
func (b *Board) flanks(colour int, of, all *set) {
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

// round adds the cells in rows of five with c.
func (s *set) round(c point) {
	for _, w := range ways {
		for i := range reach {
			s.add(c + point((i+1)*w))
		}
	}
}

// looms reports whether the other, if the side to move did nothing, could play a stone that makes several fives and then win against every answer
// with its next, and adds the cells of which one must be played against that.
func (b *Board) looms(all *set) bool {
	me, other := int(b.turn), int(1-b.turn)
	if b.count[other][makesWin] == 0 {
		return false
	}
	var taking set
	if b.opt.Captures > 0 {
		taking = b.capturing()
	}
	b.skip()
	defer b.Undo()
	for i, w := range b.sets[other][makesWin] {
		for ; w != 0; w &= w - 1 {
			c := point(i<<6 + bits.TrailingZeros64(w))
			if !b.legal(c, other) {
				continue
			}
			var zone set
			b.Play(c)
			ok := !b.over && !b.passing && b.wins(&zone)
			b.Undo()
			if !ok {
				continue
			}
			for i, w := range zone {
				for ; w != 0; w &= w - 1 {
					if c := point(i<<6 + bits.TrailingZeros64(w)); b.cell[c] == 0 { // others are emptied on the way
						all.add(c)
					}
				}
			}
			all.add(c)
			all.join(&taking)
			b.baits(c, other, all, true)
			for k := makesFour; k <= makesFive; k++ {
				all.join(&b.sets[me][k])
			}
			return true
		}
	}
	return false
}

// wins reports whether the other wins with its next stone whatever the side to move plays, and adds the cells that this depends
// on. It does not ask whether answers are legal, since that can change by stones elsewhere.
func (b *Board) wins(zone *set) bool {
	me, other := int(b.turn), int(1-b.turn)
	c := b.ends(other)
	if c == pass {
		return false
	}
	var all, rows set // rows are the cells of the rows that win
	b.answers(c, &all)
	b.needs(c, other, zone)
	rows.round(c)
	most := 0 // pairs that an answer takes
	for i, w := range all {
		for ; w != 0; w &= w - 1 {
			x := point(i<<6 + bits.TrailingZeros64(w))
			next := pass
			b.Play(x)
			if !b.over && !b.passing {
				next = b.ends(other)
			}
			if next != pass {
				b.needs(next, other, zone)
				rows.round(next)
			}
			most = max(most, int(b.past[len(b.past)-1].taken)/2)
			b.Undo()
			if next == pass {
				return false
			}
		}
	}
	// A stone elsewhere adds at most one pair to those that an answer takes.
	of := &rows
	if b.opt.Breakable || most+1 >= b.opt.Captures-int(b.held[me]) || b.opt.Captures-int(b.held[other]) <= maxTaken {
		of = nil
	}
	if b.opt.Captures > 0 {
		b.flanks(other, of, zone)
	}
	return true
}

package gomoku

import "math/bits"

// This file searches for wins by threats alone: moves that must be answered because they threaten
// five or an open four. It tries all answers that can help, and no others, so the wins are proved
// (Allis, van den Herik and Huntjens 1993: threat-space search; Thomsen 2000: lambda search). If
// captures can win too, they are included as threats and answers.

// threats is the state of the threat search on one board.
type threats struct {
	b      *Board
	s      *searcher
	failed []failure // positions without a win by fours
	budget int       // number of nodes left
	proofs []proof
	salt   uint64 // differs between searches, so that earlier entries are not found
	lists  [maxPly][]scored
	nodes  uint64
}

// failure records that a win with at most the given number of fours does not exist.
type failure struct {
	key   uint64
	fours int
}

// proof records the results for the attacker: it wins within yes plies (0 if unknown), and it does
// not win within no plies by the moves that are tried.
type proof struct {
	key     uint64
	yes, no int16
	move    point
}

const (
	failureBits = 15
	proofBits   = 16
)

func newThreats(b *Board) *threats {
	return &threats{b: b, failed: make([]failure, 1<<failureBits), proofs: make([]proof, 1<<proofBits)}
}

// begin discards the results of earlier searches.
func (t *threats) begin() { t.salt += 0x9e3779b97f4a7c15 }

// Maximum number of fours of a win found at a leaf, and of nodes of the search for it.
const (
	leafFours = 12
	leafNodes = 120
)

// fours returns the number of plies that the side to move needs to win by fours alone, or 0 if no
// win was found.
func (t *threats) fours(ply int) int {
	t.budget = leafNodes
	return t.four(min(leafFours, (maxPly-ply)/2-2))
}

// four is fours with at most left fours. It skips fours that allow no further four.
func (t *threats) four(left int) int {
	b := t.b
	if t.s.tick() {
		return 0
	}
	if t.budget--; t.budget < 0 {
		return 0
	}
	me, other := int(b.turn), int(1-b.turn)
	n, from := int16(0), set{}
	if b.rowsDecide {
		if b.count[me][makesFive] > 0 {
			return 1
		}
		n = b.count[other][makesFive]
		if n > 1 {
			return 0
		}
		if n == 0 && b.winning(me) != pass {
			return 3
		}
		from = b.sets[other][makesFive]
	} else {
		switch {
		case b.winningCell(me) != pass:
			return 1
		case b.pending || b.passing:
			return 0
		}
		if c := b.winningCell(other); c != pass {
			n = 1
			b.addAnswers(c, &from)
		}
	}
	if left <= 0 || n == 0 && b.count[me][makesMore]+b.count[me][makesBoth] == 0 && (b.rowsDecide || b.count[me][makesWin] == 0) {
		return 0
	}
	key := b.key()
	f := &t.failed[key>>17&(1<<failureBits-1)]
	key ^= t.salt
	if f.key == key && f.fours >= left {
		return 0
	}
	tried := n == 0
	for k := makesWin; k >= makesFour; k-- {
		of := &b.sets[me][k]
		if n == 0 && k == makesFour || n == 0 && b.rowsDecide && k == makesWin || b.count[me][k] == 0 {
			continue
		}
		for i, w := range of {
			if n == 1 {
				w &= from[i]
			}
			for ; w != 0; w &= w - 1 {
				c := point(i<<6 + bits.TrailingZeros64(w))
				if !b.legal(c, me) {
					continue
				}
				tried = true
				if v := t.playFour(c, left); v > 0 {
					return v
				}
				if t.budget < 0 || t.s.stopped {
					return 0
				}
			}
		}
	}
	if tried && t.budget >= 0 && !t.s.stopped {
		*f = failure{key, left}
	}
	return 0
}

// playFour plays a four on c and the answer.
func (t *threats) playFour(c point, left int) (plies int) {
	b := t.b
	me := int(b.turn)
	b.Play(c)
	switch n := b.count[me][makesFive]; {
	case b.over:
	case !b.rowsDecide:
		plies = t.playReplies(left)
	case n == 0:
	case n > 1:
		plies = 3
	default:
		reply := b.sets[me][makesFive].first()
		if !b.legal(reply, 1-me) {
			plies = 3
			break
		}
		b.Play(reply)
		if !b.over {
			if v := t.four(left - 1); v > 0 {
				plies = v + 2
			}
		}
		b.Undo()
	}
	b.Undo()
	return plies
}

// playReplies plays every answer to a threat made by playFour.
func (t *threats) playReplies(left int) (plies int) {
	b := t.b
	me, other := int(b.turn), int(1-b.turn)
	if b.passing || b.winningCell(me) != pass {
		return 0
	}
	c := b.winningCell(other)
	if c == pass {
		return 0
	}
	var all set
	b.addAnswers(c, &all)
	plies = 3
	for i, w := range all {
		for ; w != 0; w &= w - 1 {
			c := point(i<<6 + bits.TrailingZeros64(w))
			if !b.legal(c, me) {
				continue
			}
			b.Play(c)
			v := 0
			if !b.over {
				v = t.four(left - 1)
			}
			b.Undo()
			if v == 0 {
				return 0
			}
			plies = max(plies, v+2)
		}
	}
	return plies
}

// proofAt returns the slot of a position, given its salted key.
func (t *threats) proofAt(key uint64) *proof {
	return &t.proofs[(key^t.salt)>>20&uint64(len(t.proofs)-1)]
}

// lookup returns whether the side to move wins within d plies, if the entry contains that, and
// otherwise the previously best move.
func (x *proof) lookup(key uint64, d int) (yes, known bool, first point) {
	switch {
	case x.key != key:
		return false, false, pass
	case x.yes > 0 && int(x.yes) <= d:
		return true, true, pass
	case int(x.no) >= d:
		return false, true, pass
	}
	return false, false, x.move
}

// wins returns the minimum number of plies, at most limit, that the side to move was found to need for
// a win by threats. It returns 0 if no win was found with the given number of nodes.
func (t *threats) wins(limit int, nodes uint64) int {
	t.nodes = t.s.nodes + nodes
	for d := 1; d <= limit; d += 2 {
		if t.attack(d, 0) {
			return d
		}
		if t.outOfNodes() {
			break
		}
	}
	return 0
}

// outOfNodes reports whether the nodes are used up.
func (t *threats) outOfNodes() bool { return t.s.stopped || t.s.nodes >= t.nodes }

// attack reports whether the side to move wins within d plies by threats.
func (t *threats) attack(d, ply int) bool {
	b := t.b
	if t.s.tick() || t.outOfNodes() || b.over || ply >= maxPly-2 {
		return false
	}
	me, other := int(b.turn), int(1-b.turn)
	n := b.count[other][makesFive]
	switch {
	case b.passing:
		return false
	case !b.rowsDecide:
		if b.winningCell(me) != pass {
			return d >= 1
		}
		if d < 3 {
			return false
		}
	case b.count[me][makesFive] > 0:
		return d >= 1
	case n > 1 || d < 3:
		return false
	case n == 0 && b.winning(me) != pass:
		return true
	case d < 5 && n == 0:
		// A four whose end is forbidden for the opponent wins too.
		if !b.shaped[other] {
			return false
		}
	}
	key := b.key() ^ t.salt
	x := t.proofAt(key)
	yes, known, first := x.lookup(key, d)
	if known {
		return yes
	}
	list := t.attacks(t.lists[ply][:0], d, first)
	t.lists[ply] = list
	for i := range list {
		c := pickBest(list, i).cell
		if !b.legal(c, me) {
			continue
		}
		b.Play(c)
		ok := b.over && b.winner == int8(me) || !b.over && t.defend(d-1, ply+1)
		b.Undo()
		if ok {
			t.record(key, d, true, c)
			return true
		}
		if t.outOfNodes() {
			return false
		}
	}
	t.record(key, d, false, pass)
	return false
}

// attacks appends the moves that may win for the side to move within d plies.
func (t *threats) attacks(list []scored, d int, first point) []scored {
	b := t.b
	me, other := int(b.turn), int(1-b.turn)
	add := func(from *set) {
		for i, w := range from {
			for ; w != 0; w &= w - 1 {
				c := point(i<<6 + bits.TrailingZeros64(w))
				m := scored{cell: c, order: int32(b.comboAt(c, me).order[0]) + int32(b.comboAt(c, other).order[1])}
				if c == first {
					m.order = 1 << 20
				}
				list = append(list, m)
			}
		}
	}
	if b.rowsDecide && b.count[other][makesFive] > 0 {
		add(&b.sets[other][makesFive])
		return list
	}
	if !b.rowsDecide {
		var more set
		if b.pending {
			more = b.captureCells()
			add(&more)
			return list
		}
		if c := b.winningCell(other); c != pass {
			b.addAnswers(c, &more)
			add(&more)
			return list
		}
		left := b.opt.Captures - int(b.held[me])
		if b.opt.Captures > 0 && (d >= 5 || left <= maxTaken) {
			more = b.captureCells()
			if left <= 1 {
				b.addFlanks(other, nil, &more)
			}
		}
		more.join(&b.sets[me][makesWin])
		more.join(&b.sets[me][makesFive]) // rows that a capture may break
		for k := makesOpen; k <= makesBoth; k++ {
			for i := range more {
				more[i] &^= b.sets[me][k][i]
			}
		}
		add(&more)
	}
	for _, k := range [5]int{makesBoth, makesMore, makesFour, makesTwo, makesOpen} {
		if d < 5 && k == makesTwo {
			break
		}
		add(&b.sets[me][k])
	}
	return list
}

// record stores whether the attacker wins within d plies, and the move that shows it, or pass.
func (t *threats) record(key uint64, d int, yes bool, by point) {
	x := t.proofAt(key)
	if x.key != key {
		*x = proof{key: key}
	}
	if yes {
		x.yes = int16(d)
	} else {
		x.no = max(x.no, int16(d))
	}
	if yes || by != pass {
		x.move = by
	}
}

// defend reports whether the side to move, which is under attack, loses within d plies against
// threats.
func (t *threats) defend(d, ply int) bool {
	b := t.b
	if t.s.tick() || t.outOfNodes() || b.passing {
		return false
	}
	me, other := int(b.turn), int(1-b.turn)
	switch n := b.count[other][makesFive]; {
	case !b.rowsDecide:
		if b.winningCell(me) != pass {
			return false
		}
	case b.count[me][makesFive] > 0:
		return false
	case n > 1:
		return d >= 2
	case n == 1:
		c := b.sets[other][makesFive].first()
		if !b.legal(c, me) {
			return d >= 2
		}
		b.Play(c)
		ok := !b.over && t.attack(d-1, ply+1)
		b.Undo()
		return ok
	case d < 4 || !b.threatensWin(other):
		return false
	}
	key := b.key() ^ t.salt
	x := t.proofAt(key)
	yes, known, first := x.lookup(key, d)
	if known {
		return yes
	}
	all := set{}
	if !b.addHelpful(d, &all) {
		return false
	}
	list := t.lists[ply][:0]
	for i, w := range all {
		for ; w != 0; w &= w - 1 {
			c := point(i<<6 + bits.TrailingZeros64(w))
			// The learned order is fitted to moves in games; it leads to longer lines here.
			m := scored{cell: c, order: 2*int32(b.hand[b.cellShapes[c].code[me]]) + int32(b.hand[b.cellShapes[c].code[other]])}
			if c == first {
				m.order = 1 << 20
			}
			list = append(list, m)
		}
	}
	t.lists[ply] = list
	for i := range list {
		c := pickBest(list, i).cell
		if !b.legal(c, me) {
			continue
		}
		b.Play(c)
		ok := b.over && b.winner == int8(other) || !b.over && t.attack(d-1, ply+1)
		b.Undo()
		if t.outOfNodes() {
			return false
		}
		if !ok {
			t.record(key, d, false, c)
			return false
		}
	}
	t.record(key, d, true, pass)
	return true
}

// addHelpful adds the cells that may help the side to move, which must play one of them in order
// not to lose within d plies. It reports whether there is such a threat.
func (b *Board) addHelpful(d int, all *set) bool {
	if b.rowsDecide {
		*all = b.defences()
		return true
	}
	if b.pending {
		*all = b.captureCells()
		return true
	}
	if c := b.winningCell(int(1 - b.turn)); c != pass {
		b.addAnswers(c, all)
		return d >= 2
	}
	return d >= 4 && b.addOpenFourDefences(all)
}

// line returns the moves of a win within d plies found by attack: the fastest moves, and the
// longest defence.
func (t *threats) line(d int) (line []point) {
	b := t.b
	played := 0
	defer func() {
		for range played {
			b.Undo()
		}
	}()
	t.nodes = t.s.nodes + 200_000
	for !b.over && d > 0 {
		c := t.winningMove(d, played)
		if c == pass {
			break
		}
		line = append(line, c)
		b.Play(c)
		played++
		d--
		if b.over || d <= 0 {
			break
		}
		c, d = t.longestDefence(d, played)
		if c == pass {
			break
		}
		line = append(line, c)
		b.Play(c)
		played++
	}
	return line
}

// winningMove returns a move that wins for the side to move within d plies, or pass.
func (t *threats) winningMove(d, ply int) point {
	b := t.b
	me, other := int(b.turn), int(1-b.turn)
	switch {
	case !b.rowsDecide:
		if c := b.winningCell(me); c != pass {
			return c
		}
	case b.count[me][makesFive] > 0:
		return b.sets[me][makesFive].first()
	}
	if b.rowsDecide && b.count[other][makesFive] == 0 {
		if c := b.winning(me); c != pass {
			return c
		}
	}
	var all set
	for _, m := range t.attacks(nil, maxPly, pass) {
		all.add(m.cell)
	}
	for _, c := range all.all(nil) {
		if !b.legal(c, me) {
			continue
		}
		b.Play(c)
		ok := b.over && b.winner == int8(me) || !b.over && t.defend(d-1, ply+1)
		b.Undo()
		if ok {
			return c
		}
	}
	return pass
}

// longestDefence returns the answer that delays the loss of the side to move most, and the number
// of plies it then takes.
func (t *threats) longestDefence(d, ply int) (by point, plies int) {
	b := t.b
	me, other := int(b.turn), int(1-b.turn)
	all := b.sets[other][makesFive]
	if !b.rowsDecide || b.count[other][makesFive] == 0 {
		all = set{}
		b.addHelpful(d, &all)
	}
	plies = -1
	for _, c := range all.all(nil) {
		if !b.legal(c, me) {
			continue
		}
		b.Play(c)
		for n := 1; n < d && !b.over; n += 2 {
			if t.attack(n, ply+1) {
				if n > plies {
					by, plies = c, n
				}
				break
			}
		}
		b.Undo()
	}
	return by, plies
}

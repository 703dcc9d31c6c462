package gomoku

import "math/bits"

// This file looks for wins by threats alone: moves that must be answered, since they threaten five or an open four. Only the answers that
// can help are looked at, all of them, so that what is found is proved (Allis, van den Herik and Huntjens 1993: threat-space search;
// Thomsen 2000: lambda search). Where captures win too, they are threats and answers as rows are.

// threats looks for them on one board.
type threats struct {
	b      *Board
	s      *searcher
	failed []failure // positions without a win by fours
	budget int       // nodes that are left
	proofs []proof
	salt   uint64 // differs from search to search, so that none finds what another noted
	lists  [maxPly][]scored
	nodes  uint64
}

// failure says that there is no win with so many fours.
type failure struct {
	key   uint64
	fours int
}

// proof is what is known of a win by threats for the attacker: it wins within so many plies, 0 for not known, and it does not within
// so many by the moves that are tried.
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

// begin forgets what was found.
func (t *threats) begin() { t.salt += 0x9e3779b97f4a7c15 }

// How many fours a win at a leaf may take, and how many nodes the search for it.
const (
	leafFours = 12
	leafNodes = 120
)

// fours returns in how many plies the side to move wins by fours alone, 0 when none was found.
func (t *threats) fours(ply int) int {
	t.budget = leafNodes
	return t.four(min(leafFours, (maxPly-ply)/2-2))
}

// four is fours with at most so many of them. It passes over fours from which no other can come.
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
	if b.sure {
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
		case b.ends(me) != pass:
			return 1
		case b.pending || b.passing:
			return 0
		}
		if c := b.ends(other); c != pass {
			n = 1
			b.answers(c, &from)
		}
	}
	if left <= 0 || n == 0 && b.count[me][makesMore]+b.count[me][makesBoth] == 0 && (b.sure || b.count[me][makesWin] == 0) {
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
		if n == 0 && k == makesFour || n == 0 && b.sure && k == makesWin || b.count[me][k] == 0 {
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
				if v := t.drive(c, left); v > 0 {
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

// drive plays a four on c, and the answer.
func (t *threats) drive(c point, left int) (plies int) {
	b := t.b
	me := int(b.turn)
	b.Play(c)
	switch n := b.count[me][makesFive]; {
	case b.over:
	case !b.sure:
		plies = t.parry(left)
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

// parry plays every answer to a threat that drive has made.
func (t *threats) parry(left int) (plies int) {
	b := t.b
	me, other := int(b.turn), int(1-b.turn)
	if b.passing || b.ends(me) != pass {
		return 0
	}
	c := b.ends(other)
	if c == pass {
		return 0
	}
	var all set
	b.answers(c, &all)
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

// proofAt returns where the proof of a position lies, by its key with the salt.
func (t *threats) proofAt(key uint64) *proof {
	return &t.proofs[(key^t.salt)>>20&uint64(len(t.proofs)-1)]
}

// tells returns whether the side to move wins within d plies, where that is known of the position with that key, and else the move that was best before.
func (x *proof) tells(key uint64, d int) (yes, known bool, first point) {
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

// wins returns the least number of plies within most in which the side to move was found to win by threats, 0 for none, within so many nodes.
func (t *threats) wins(most int, nodes uint64) int {
	t.nodes = t.s.nodes + nodes
	for d := 1; d <= most; d += 2 {
		if t.attack(d, 0) {
			return d
		}
		if t.gone() {
			break
		}
	}
	return 0
}

// gone reports whether the nodes are used up.
func (t *threats) gone() bool { return t.s.stopped || t.s.nodes >= t.nodes }

// attack reports whether the side to move wins within d plies by threats.
func (t *threats) attack(d, ply int) bool {
	b := t.b
	if t.s.tick() || t.gone() || b.over || ply >= maxPly-2 {
		return false
	}
	me, other := int(b.turn), int(1-b.turn)
	n := b.count[other][makesFive]
	switch {
	case b.passing:
		return false
	case !b.sure:
		if b.ends(me) != pass {
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
		// A four whose end the other must not play wins as well.
		if !b.shaped[other] {
			return false
		}
	}
	key := b.key() ^ t.salt
	x := t.proofAt(key)
	yes, known, first := x.tells(key, d)
	if known {
		return yes
	}
	list := t.attacks(t.lists[ply][:0], d, first)
	t.lists[ply] = list
	for i := range list {
		c := pick(list, i).cell
		if !b.legal(c, me) {
			continue
		}
		b.Play(c)
		ok := b.over && b.winner == int8(me) || !b.over && t.defend(d-1, ply+1)
		b.Undo()
		if ok {
			t.learn(key, d, true, c)
			return true
		}
		if t.gone() {
			return false
		}
	}
	t.learn(key, d, false, pass)
	return false
}

// attacks appends the moves by which the side to move may win within d plies.
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
	if b.sure && b.count[other][makesFive] > 0 {
		add(&b.sets[other][makesFive])
		return list
	}
	if !b.sure {
		var more set
		if b.pending {
			more = b.capturing()
			add(&more)
			return list
		}
		if c := b.ends(other); c != pass {
			b.answers(c, &more)
			add(&more)
			return list
		}
		left := b.opt.Captures - int(b.held[me])
		if b.opt.Captures > 0 && (d >= 5 || left <= maxTaken) {
			more = b.capturing()
			if left <= 1 {
				b.flanks(other, nil, &more)
			}
		}
		more.join(&b.sets[me][makesWin])
		more.join(&b.sets[me][makesFive]) // those that a capture may break
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

// learn notes whether the attacker wins within d plies, and the move that shows it, pass for none.
func (t *threats) learn(key uint64, d int, yes bool, by point) {
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

// defend reports whether the side to move, which is attacked, loses within d plies against threats.
func (t *threats) defend(d, ply int) bool {
	b := t.b
	if t.s.tick() || t.gone() || b.passing {
		return false
	}
	me, other := int(b.turn), int(1-b.turn)
	switch n := b.count[other][makesFive]; {
	case !b.sure:
		if b.ends(me) != pass {
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
	case d < 4 || !b.real(other):
		return false
	}
	key := b.key() ^ t.salt
	x := t.proofAt(key)
	yes, known, first := x.tells(key, d)
	if known {
		return yes
	}
	all := set{}
	if !b.helpful(d, &all) {
		return false
	}
	list := t.lists[ply][:0]
	for i, w := range all {
		for ; w != 0; w &= w - 1 {
			c := point(i<<6 + bits.TrailingZeros64(w))
			// The learnt order is that of moves in games; by it longer lines are looked at here.
			m := scored{cell: c, order: 2*int32(b.hand[b.spot[c].code[me]]) + int32(b.hand[b.spot[c].code[other]])}
			if c == first {
				m.order = 1 << 20
			}
			list = append(list, m)
		}
	}
	t.lists[ply] = list
	for i := range list {
		c := pick(list, i).cell
		if !b.legal(c, me) {
			continue
		}
		b.Play(c)
		ok := b.over && b.winner == int8(other) || !b.over && t.attack(d-1, ply+1)
		b.Undo()
		if t.gone() {
			return false
		}
		if !ok {
			t.learn(key, d, false, c)
			return false
		}
	}
	t.learn(key, d, true, pass)
	return true
}

// helpful adds the cells of which the side to move must play one if it is not to lose within d plies. It reports whether it is threatened so.
func (b *Board) helpful(d int, all *set) bool {
	if b.sure {
		*all = b.defences()
		return true
	}
	if b.pending {
		*all = b.capturing()
		return true
	}
	if c := b.ends(int(1 - b.turn)); c != pass {
		b.answers(c, all)
		return d >= 2
	}
	return d >= 4 && b.looms(all)
}

// line returns the moves of a win within d plies that attack has found: the fastest of its moves, and the answers that last longest.
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
		c := t.winner(d, played)
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
		c, d = t.longest(d, played)
		if c == pass {
			break
		}
		line = append(line, c)
		b.Play(c)
		played++
	}
	return line
}

// winner returns a move by which the side to move wins within d plies.
func (t *threats) winner(d, ply int) point {
	b := t.b
	me, other := int(b.turn), int(1-b.turn)
	switch {
	case !b.sure:
		if c := b.ends(me); c != pass {
			return c
		}
	case b.count[me][makesFive] > 0:
		return b.sets[me][makesFive].first()
	}
	if b.sure && b.count[other][makesFive] == 0 {
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

// longest returns the answer of the side to move after which its loss takes longest, and how many plies it takes then.
func (t *threats) longest(d, ply int) (by point, plies int) {
	b := t.b
	me, other := int(b.turn), int(1-b.turn)
	all := b.sets[other][makesFive]
	if !b.sure || b.count[other][makesFive] == 0 {
		all = set{}
		b.helpful(d, &all)
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

package gomoku

import "math/bits"

// This file looks for wins by threats alone: moves that must be answered, since they threaten five or an open four. Only the answers that
// can help are looked at, all of them, so that what is found is proved (Allis, van den Herik and Huntjens 1993: threat-space search;
// Thomsen 2000: lambda search). It serves the games in which only rows decide.

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
	if b.count[me][makesFive] > 0 {
		return 1
	}
	n := b.count[other][makesFive]
	if n > 1 {
		return 0
	}
	if n == 0 && b.winning(me) != pass {
		return 3
	}
	if left <= 0 || n == 0 && b.count[me][makesMore]+b.count[me][makesBoth] == 0 {
		return 0
	}
	key := b.key()
	f := &t.failed[key>>17&(1<<failureBits-1)]
	key ^= t.salt
	if f.key == key && f.fours >= left {
		return 0
	}
	if n == 1 {
		c := b.sets[other][makesFive].first()
		if k := b.spot[c].class[me]; k < makesFour || k > makesWin || !b.legal(c, me) {
			return 0
		}
		if v := t.drive(c, left); v > 0 {
			return v
		}
	} else {
		for _, k := range [2]int{makesBoth, makesMore} {
			for i, w := range b.sets[me][k] {
				for ; w != 0; w &= w - 1 {
					c := point(i<<6 + bits.TrailingZeros64(w))
					if !b.legal(c, me) {
						continue
					}
					if v := t.drive(c, left); v > 0 {
						return v
					}
					if t.budget < 0 || t.s.stopped {
						return 0
					}
				}
			}
		}
	}
	if t.budget >= 0 && !t.s.stopped {
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
	case b.over || n == 0:
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
	list := t.lists[ply][:0]
	if n == 1 {
		list = append(list, scored{cell: b.sets[other][makesFive].first()})
	} else {
		for _, k := range [5]int{makesBoth, makesMore, makesFour, makesTwo, makesOpen} {
			if d < 5 && k == makesTwo {
				break
			}
			for i, w := range b.sets[me][k] {
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
	}
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

// learn notes whether the side to move wins within d plies.
func (t *threats) learn(key uint64, d int, yes bool, by point) {
	x := t.proofAt(key)
	if x.key != key {
		*x = proof{key: key}
	}
	if yes {
		x.yes, x.move = int16(d), by
	} else {
		x.no = max(x.no, int16(d))
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
	list := t.lists[ply][:0]
	for i, w := range b.defences() {
		for ; w != 0; w &= w - 1 {
			c := point(i<<6 + bits.TrailingZeros64(w))
			m := scored{cell: c, order: int32(b.comboAt(c, me).order[0]) + int32(b.comboAt(c, other).order[1])}
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
		ok := !b.over && t.attack(d-1, ply+1)
		b.Undo()
		if t.gone() {
			return false
		}
		if !ok {
			x := t.proofAt(key)
			if x.key != key {
				*x = proof{key: key}
			}
			x.no, x.move = max(x.no, int16(d)), c
			return false
		}
	}
	t.learn(key, d, true, pass)
	return true
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
	if b.count[me][makesFive] > 0 {
		return b.sets[me][makesFive].first()
	}
	var all set
	if b.count[other][makesFive] > 0 {
		all = b.sets[other][makesFive]
	} else {
		if c := b.winning(me); c != pass {
			return c
		}
		for _, k := range [5]int{makesBoth, makesMore, makesFour, makesTwo, makesOpen} {
			all.join(&b.sets[me][k])
		}
	}
	for _, c := range all.all(nil) {
		if !b.legal(c, me) {
			continue
		}
		b.Play(c)
		ok := b.over || t.defend(d-1, ply+1)
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
	if b.count[other][makesFive] == 0 {
		all = b.defences()
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

package solver

import (
	"math/bits"

	"boardstudio/internal/huge"
)

// proof finds out whether one side, the attacker, can win within so many plies. That takes no evaluation: a position is a set of rows that
// each side can still fill, and the cells that these lack. Three things make the tree small. A row that lacks one cell forces the reply. A
// move is left out when another one is as good for both sides. And positions that differ only in cells in no row that can be filled, or by a
// symmetry of the board, are one. That the defender passes first, to see whether it holds out even so, costs a thousand times more than it saves.
type proof struct {
	*board
	memory  *huge.Memory[entry]
	table   []entry
	mask    uint64
	nodes   uint64
	most    uint64 // nodes; 0 for no bound
	out     func() bool
	stopped bool
	picks   [maxCells + 1][maxCells]pick // the moves of each depth
}

// pick is a move to try, the highest worth first.
type pick struct {
	cell  int32
	worth int32
}

// entry is what is known of a position: the attacker wins within so many plies, and does not within so many; 0 for nothing known. The rest
// is the part of the hash that the place in the table does not tell.
type entry uint64

const keyMask = ^uint64(0xffff)

func (e entry) yes() int { return int(e >> 8 & 0xff) }
func (e entry) no() int  { return int(e & 0xff) }

// resize gives the table so many bytes, and forgets what is in it. It reports false when stop ends that before.
func (s *proof) resize(size int, stop func() bool) bool {
	n := 1 << (bits.Len(uint(size/8)) - 1)
	if len(s.table) != n {
		s.memory = huge.Make[entry](n)
		s.table, s.mask = s.memory.Values, uint64(n-2)
	}
	return s.memory.Empty(stop)
}

// look is what one pass over the rows tells of a position.
type look struct {
	need    int    // the stones that the attacker's nearest row lacks
	wins    uint64 // cells that complete a row of the attacker
	threats uint64 // cells that complete one of the defender
	open    uint64 // what the rows that can be filled lack
	a, d    uint64 // the stones in them
	near    uint64 // what those rows of the attacker lack that can be filled in time
	counter uint64 // what those rows of the defender lack with which it can threaten in time
}

// look looks at a position in which the attacker can place n more stones, and the defender m.
func (s *proof) look(a, d uint64, n, m int) (l look) {
	l.need = maxCells
	for _, row := range s.rows {
		switch {
		case row&d == 0:
			rest := row &^ a
			k := bits.OnesCount64(rest)
			l.need = min(l.need, k)
			l.open |= rest
			l.a |= row & a
			if k <= n {
				l.near |= rest
			}
			if k == 1 {
				l.wins |= rest
			}
		case row&a == 0:
			rest := row &^ d
			k := bits.OnesCount64(rest)
			l.open |= rest
			l.d |= row & d
			if k <= m {
				l.counter |= rest
			}
			if k == 1 {
				l.threats |= rest
			}
		}
	}
	return l
}

// attack reports whether the attacker, who is to move, wins within so many plies.
func (s *proof) attack(a, d uint64, plies int) bool {
	if plies <= 0 || s.tick() {
		return false
	}
	n := (plies + 1) / 2
	l := s.look(a, d, n, n-1)
	switch {
	case l.wins != 0:
		return true
	case 2*l.need-1 > plies, bits.OnesCount64(l.threats) > 1:
		return false
	case l.threats != 0:
		return s.defend(a|l.threats, d, plies-1)
	}
	if s.held(a, d, n, one/2) {
		return false
	}
	key := s.key(&l, 1)
	slot, e := s.probe(key)
	if yes := e.yes(); yes != 0 && yes <= plies {
		return true
	}
	if e.no() >= plies {
		return false
	}
	tries := l.near
	if 2*l.need+1 <= plies {
		tries = l.open // there is time for a stone that only keeps the other from its rows
	}
	yes := false
	for _, p := range s.order(a, d, tries, n, n-1, plies) {
		if s.defend(a|1<<p.cell, d, plies-1) {
			yes = true
			break
		}
		if s.stopped {
			return false
		}
	}
	s.keep(slot, key, plies, yes)
	return yes
}

// defend reports whether the attacker wins within so many plies where the defender is to move.
func (s *proof) defend(a, d uint64, plies int) bool {
	if plies <= 1 || s.tick() {
		return false
	}
	n := plies / 2
	l := s.look(a, d, n, n)
	switch {
	case l.threats != 0, 2*l.need > plies:
		return false
	case bits.OnesCount64(l.wins) > 1:
		return true
	case l.wins != 0:
		return s.attack(a, d|l.wins, plies-1)
	}
	if s.held(a, d, n, one) {
		return false
	}
	key := s.key(&l, 2)
	slot, e := s.probe(key)
	if yes := e.yes(); yes != 0 && yes <= plies {
		return true
	}
	if e.no() >= plies {
		return false
	}
	yes := true
	for _, p := range s.order(a, d, l.near|l.counter, n, n, plies) {
		if !s.attack(a, d|1<<p.cell, plies-1) {
			yes = false
			break
		}
	}
	if s.stopped {
		return false
	}
	s.keep(slot, key, plies, yes)
	return yes
}

// tick counts a position, and reports whether to stop.
func (s *proof) tick() bool {
	s.nodes++
	if !s.stopped && (s.most != 0 && s.nodes > s.most || (s.nodes&1023 == 0 || s.nodes < s.memory.First()) && s.out()) {
		s.stopped = true
	}
	return s.stopped
}

// order returns the cells to try where the attacker can place n more stones and the defender m: those first that lie in most rows that either side
// can fill, the fuller the row the more. It leaves out a cell if another one is as good for both sides, which is so when all rows through the
// one that can still be filled go through the other: whoever has the other can play as if it were the one, and the same rows are filled or
// more (dominated moves: Hefetz, Krivelevich, Stojaković and Szabó, Positional Games, 2014).
func (s *proof) order(a, d, cells uint64, n, m, plies int) []pick {
	list := s.picks[min(plies, maxCells)][:0]
	var also [maxCells]uint64 // the cells that all rows through a cell have in common
	for x := cells; x != 0; x &= x - 1 {
		c := bits.TrailingZeros64(x)
		w, common := int32(0), cells&^(1<<c)
		for _, row := range s.of[c] {
			switch {
			case row&d == 0:
				w += 1 << (3 * min(bits.OnesCount64(row&a), 8))
				if bits.OnesCount64(row&^a) <= n {
					common &= row
				}
			case row&a == 0:
				w += 1 << (3 * min(bits.OnesCount64(row&d), 8))
				if bits.OnesCount64(row&^d) <= m {
					common &= row
				}
			}
		}
		also[c] = common
		list = append(list, pick{int32(c), w})
	}
	return s.undominated(list, &also)
}

// undominated leaves out moves if another one is as good, of two that are equally good the one of the greater cell, and sorts the rest by worth.
func (s *proof) undominated(list []pick, also *[maxCells]uint64) []pick {
	n := 0
next:
	for _, p := range list {
		for x := also[p.cell]; x != 0; x &= x - 1 {
			if c := bits.TrailingZeros64(x); c < int(p.cell) || also[c]>>p.cell&1 == 0 {
				continue next
			}
		}
		i := n
		for ; i > 0 && list[i-1].worth < p.worth; i-- {
			list[i] = list[i-1]
		}
		list[i] = p
		n++
	}
	return list[:n]
}

// worth is what a cell is worth to both sides together.
func (s *proof) worth(a, d uint64, c int) (w int32) {
	for _, row := range s.of[c] {
		switch {
		case row&d == 0:
			w += 1 << (3 * min(bits.OnesCount64(row&a), 8))
		case row&a == 0:
			w += 1 << (3 * min(bits.OnesCount64(row&d), 8))
		}
	}
	return w
}

// key is equal for positions that are equal but for a symmetry and for cells that no longer matter.
func (s *proof) key(l *look, turn uint64) uint64 {
	open, a, d := l.open, l.a, l.d
	if len(s.turned) < maxTurned || s.cells-bits.OnesCount64(open) <= 4 {
		for i := range s.turned {
			t := &s.turned[i]
			switch o := t.set(l.open); {
			case o > open:
				continue
			case o < open:
				open, a, d = o, t.set(l.a), t.set(l.d)
				continue
			}
			if x := t.set(l.a); x < a {
				a, d = x, t.set(l.d)
			} else if x == a {
				d = min(d, t.set(l.d))
			}
		}
	}
	return mix(mix(mix(open+turn<<62)^a) ^ d)
}

// mix is the finalizer of splitmix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// probe returns what the table knows of a position, and where it knows it or where that may be kept: two entries share a place, and the one
// that looked less far gives way.
func (s *proof) probe(key uint64) (slot uint64, e entry) {
	slot = key & s.mask
	for i := range uint64(2) {
		if e = s.table[slot+i]; uint64(e)&keyMask == key&keyMask {
			return slot + i, e
		}
	}
	if reach(s.table[slot+1]) < reach(s.table[slot]) {
		slot++
	}
	return slot, 0
}

func reach(e entry) int { return max(e.yes(), e.no()) }

// keep puts an answer into the table.
func (s *proof) keep(slot, key uint64, plies int, yes bool) {
	e := s.table[slot]
	if uint64(e)&keyMask != key&keyMask {
		e = entry(key & keyMask)
	}
	switch {
	case yes && (e.yes() == 0 || plies < e.yes()):
		e = e&^0xff00 | entry(plies)<<8
	case !yes && plies > e.no():
		e = e&^0xff | entry(plies)
	}
	s.table[slot] = e
}

// one is what a full row counts.
const one = 1 << 20

// held reports whether the defender certainly keeps the attacker from filling a row with n stones. Some cells are paired, so that rows hold a
// pair, of which the defender always gets one (Hales and Jewett 1963); in the others it takes the cell that endangers most. That suffices
// while the sum of 2 to the power of -k over the rows that lack k cells without the pairs is less than 1 where the defender is to move,
// and than a half where the attacker is (Erdős and Selfridge 1973). It does not find all such pairings.
func (s *proof) held(a, d uint64, n, bound int) bool {
	var rest [256]uint64
	rows, danger := 0, 0
	for _, row := range s.rows {
		if row&d == 0 {
			r := row &^ a
			if k := bits.OnesCount64(r); k <= n {
				if rows == len(rest) {
					return false
				}
				danger += one >> k
				rest[rows] = r
				rows++
			}
		}
	}
	for danger >= bound {
		// The row with the fewest cells left has least choice.
		free, few := uint64(0), maxCells+1
		for _, r := range rest[:rows] {
			if k := bits.OnesCount64(r); k < few {
				free, few = r, k
			}
		}
		if few < 2 {
			return false
		}
		var pair uint64
		least := danger
		for x := free; x != 0; x &= x - 1 {
			for y := x & (x - 1); y != 0; y &= y - 1 {
				p := x&-x | y&-y
				sum := 0
				for _, r := range rest[:rows] {
					if r&p != p {
						sum += one >> bits.OnesCount64(r&^p)
					}
				}
				if sum < least {
					pair, least = p, sum
				}
			}
		}
		if pair == 0 {
			return false
		}
		danger = least
		for i := 0; i < rows; {
			if rest[i]&pair == pair {
				rows--
				rest[i] = rest[rows]
			} else {
				rest[i] &^= pair
				i++
			}
		}
	}
	return true
}

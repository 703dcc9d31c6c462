package solver

import (
	"math/bits"

	"boardstudio/internal/huge"
)

// proof determines whether one side, the attacker, can win within a given number of plies. It does
// not need an evaluation: a position is the set of rows that each side can still complete, with
// their empty cells. Three techniques keep the tree small. A row that lacks one cell forces the
// reply. A move is skipped if another one is at least as good for both sides. Positions are
// identified if they differ only by a symmetry or in cells that belong to no open row. Letting the
// defender pass first, to see whether it holds out anyway, costs a thousand times more than it
// saves.
type proof struct {
	*board
	memory     *huge.Memory[entry]
	table      []entry
	mask       uint64
	nodes      uint64
	maxNodes   uint64 // maximum number of nodes; 0 for no limit
	out        func() bool
	stopped    bool
	candidates [maxCells + 1][maxCells]candidate // the moves at each depth
}

// candidate is a move to try, and its value for ordering.
type candidate struct {
	cell  int32
	worth int32
}

// entry is a table entry: the number of plies within which the attacker is known to win, and the
// number within which it is known not to win, each 0 if unknown. The other bits are the part of the
// hash that does not follow from the slot.
type entry uint64

const keyMask = ^uint64(0xffff)

func (e entry) yes() int { return int(e >> 8 & 0xff) }
func (e entry) no() int  { return int(e & 0xff) }

// resize clears the table and sets its size in bytes. It returns false if stop interrupts it.
func (s *proof) resize(size int, stop func() bool) bool {
	n := 1 << (bits.Len(uint(size/8)) - 1)
	if len(s.table) != n {
		s.memory = huge.Make[entry](n)
		s.table, s.mask = s.memory.Values, uint64(n-2)
	}
	return s.memory.Empty(stop)
}

// rowScan is the result of one pass over the rows.
type rowScan struct {
	need    int    // number of stones that the attacker's nearest row lacks
	wins    uint64 // cells that complete a row of the attacker
	threats uint64 // cells that complete a row of the defender
	open    uint64 // empty cells of the open rows
	a, d    uint64 // stones of both sides in the open rows
	near    uint64 // empty cells of the attacker's open rows that n stones can complete
	counter uint64 // empty cells of the defender's open rows that m stones can complete
}

// scan examines the open rows, which contain stones of at most one side. The attacker can place n
// more stones and the defender m.
func (s *proof) scan(a, d uint64, n, m int) (l rowScan) {
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

// attack reports whether the attacker, who is to move, wins within the given number of plies.
func (s *proof) attack(a, d uint64, plies int) bool {
	if plies <= 0 || s.tick() {
		return false
	}
	n := (plies + 1) / 2
	l := s.scan(a, d, n, n-1)
	switch {
	case l.wins != 0:
		return true
	case 2*l.need-1 > plies, bits.OnesCount64(l.threats) > 1:
		return false
	case l.threats != 0:
		return s.defend(a|l.threats, d, plies-1)
	}
	if s.canHold(a, d, n, unit/2) {
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
		tries = l.open // there is time for a stone that only blocks
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
	s.store(slot, key, plies, yes)
	return yes
}

// defend reports whether the attacker wins within the given number of plies if the defender is to
// move.
func (s *proof) defend(a, d uint64, plies int) bool {
	if plies <= 1 || s.tick() {
		return false
	}
	n := plies / 2
	l := s.scan(a, d, n, n)
	switch {
	case l.threats != 0, 2*l.need > plies:
		return false
	case bits.OnesCount64(l.wins) > 1:
		return true
	case l.wins != 0:
		return s.attack(a, d|l.wins, plies-1)
	}
	if s.canHold(a, d, n, unit) {
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
	s.store(slot, key, plies, yes)
	return yes
}

// tick counts a node and reports whether to stop.
func (s *proof) tick() bool {
	s.nodes++
	if !s.stopped && (s.maxNodes != 0 && s.nodes > s.maxNodes || (s.nodes&1023 == 0 || s.nodes < s.memory.First()) && s.out()) {
		s.stopped = true
	}
	return s.stopped
}

// order returns the cells to try if the attacker can place n more stones and the defender m. Cells
// in many open rows come first, with more weight for fuller rows. A cell is skipped if all its
// relevant rows also contain another cell, because a stone there is at least as good (dominated
// moves: Hefetz, Krivelevich, Stojaković and Szabó, Positional Games, 2014).
func (s *proof) order(a, d, cells uint64, n, m, plies int) []candidate {
	list := s.candidates[min(plies, maxCells)][:0]
	var shared [maxCells]uint64 // the cells that all rows through a cell contain, by cell
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
		shared[c] = common
		list = append(list, candidate{int32(c), w})
	}
	return s.undominated(list, &shared)
}

// undominated removes dominated moves and sorts the rest by value. It keeps the lower cell of two
// equivalent moves.
func (s *proof) undominated(list []candidate, shared *[maxCells]uint64) []candidate {
	n := 0
next:
	for _, p := range list {
		for x := shared[p.cell]; x != 0; x &= x - 1 {
			if c := bits.TrailingZeros64(x); c < int(p.cell) || shared[c]>>p.cell&1 == 0 {
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

// worth returns the value of a cell for both sides together.
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

// key returns a hash that is equal for positions that differ only by a symmetry or in irrelevant
// cells.
func (s *proof) key(l *rowScan, turn uint64) uint64 {
	open, a, d := l.open, l.a, l.d
	if len(s.symmetries) < maxSymmetries || s.cells-bits.OnesCount64(open) <= 4 {
		for i := range s.symmetries {
			t := &s.symmetries[i]
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

// mix is the mixing function of splitmix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// probe looks up a position. It returns its entry and slot, or 0 and the slot for a new entry. Each
// key has two slots; the entry with the shallower search is replaced.
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

// store stores a result in the table.
func (s *proof) store(slot, key uint64, plies int, yes bool) {
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

// unit is the weight of a full row.
const unit = 1 << 20

// canHold reports whether the defender can certainly prevent the attacker from completing a row
// with n stones. Some cells are paired, so that the defender always gets one cell of each pair
// (Hales and Jewett 1963). Among the other cells it takes the most dangerous one. This suffices if
// the sum of 2^-k over the rows without a pair, where k is the number of their empty unpaired
// cells, is less than 1 if the defender is to move, or 1/2 if the attacker is (Erdős and Selfridge
// 1973). canHold does not find all such pairings.
func (s *proof) canHold(a, d uint64, n, bound int) bool {
	var rest [256]uint64
	rows, danger := 0, 0
	for _, row := range s.rows {
		if row&d == 0 {
			r := row &^ a
			if k := bits.OnesCount64(r); k <= n {
				if rows == len(rest) {
					return false
				}
				danger += unit >> k
				rest[rows] = r
				rows++
			}
		}
	}
	for danger >= bound {
		// Start with the row that has the fewest free cells, because it has the fewest choices.
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
						sum += unit >> bits.OnesCount64(r&^p)
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

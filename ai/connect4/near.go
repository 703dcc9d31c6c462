package connect4

// near remembers positions with few empty cells, of which most come again soon or never. It fits into the second-level cache of a
// processor, so that nobody waits for it; each place holds the last position. A thread has its own.
type near [1 << nearBits]uint64

// nearBits makes 256 kilobytes.
const nearBits = 15

// spot is where a position is remembered: a place in the near table, or in the large one.
type spot struct {
	near *uint64
	far  *bucket
	tag  uint64
}

// at returns where a position is remembered; in the large table the mirror image of one with few pieces is in the same place.
func (s *solver[H]) at(me, all uint64, left int) spot {
	key := me + all + s.floor // the bit above the pieces of a column, and below it the pieces of one side
	t := s.now.table
	if left < farLeast {
		key = t.mix(key)
		return spot{near: &s.near[key>>(s.nearShift&63)&(1<<nearBits-1)], tag: key & (1<<(s.nearShift&63) - 1)}
	}
	if left > s.cells-mirrorPlies {
		key = min(key, s.mirror(key))
	}
	b, tag := t.at(key)
	return spot{far: b, tag: tag}
}

// find returns the bounds of the position.
func (p spot) find() (lo, hi int, ok bool) {
	if p.near != nil {
		e := *p.near
		return int(e&fieldMask) - bias, int(e>>boundBits&fieldMask) - bias, e>>(2*boundBits) == p.tag && e != 0
	}
	return p.far.find(p.tag)
}

// store keeps the bounds of the position.
func (p spot) store(lo, hi int, nodes uint64, shared bool) {
	if p.near != nil {
		*p.near = p.tag<<(2*boundBits) | uint64(hi+bias)<<boundBits | uint64(lo+bias)
		return
	}
	p.far.store(p.tag, lo, hi, nodes, shared)
}

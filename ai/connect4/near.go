package connect4

// near is a small table for positions with few empty cells, which recur soon or never. It fits into
// the second-level cache, so access is fast. Each slot stores the most recent position. Each thread
// has its own table.
type near [1 << nearBits]uint64

// nearBits gives a size of 256 kilobytes.
const nearBits = 15

// entryRef refers to the entry of a position in the small or the large table.
type entryRef struct {
	near *uint64
	far  *bucket
	tag  uint64
}

// at returns the entry of a position. In the large table a position with few pieces shares its
// entry with the mirror image.
func (s *solver[H]) at(me, all uint64, left int) entryRef {
	key := me + all + s.floor // marks the bit above each column's pieces, and the pieces of one side below it
	t := s.now.table
	if left < farLeast {
		key = t.mix(key)
		return entryRef{near: &s.near[key>>(s.nearShift&63)&(1<<nearBits-1)], tag: key & (1<<(s.nearShift&63) - 1)}
	}
	if left > s.cells-mirrorPlies {
		key = min(key, s.mirror(key))
	}
	b, tag := t.at(key)
	return entryRef{far: b, tag: tag}
}

// find returns the bounds of the position, if the entry contains them.
func (p entryRef) find() (lo, hi int, ok bool) {
	if p.near != nil {
		e := *p.near
		return int(e&fieldMask) - bias, int(e>>boundBits&fieldMask) - bias, e>>(2*boundBits) == p.tag && e != 0
	}
	return p.far.find(p.tag)
}

// store stores the bounds of the position.
func (p entryRef) store(lo, hi int, nodes uint64, shared bool) {
	if p.near != nil {
		*p.near = p.tag<<(2*boundBits) | uint64(hi+bias)<<boundBits | uint64(lo+bias)
		return
	}
	p.far.store(p.tag, lo, hi, nodes, shared)
}

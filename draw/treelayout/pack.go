package treelayout

import "math"

// look decides whether a side line is folded, and determines its size.
func (l *Layout) look(s *segment, j int) {
	b := &s.sides[j]
	if b.kind == kindMore {
		return
	}
	was := *b
	switch {
	case !l.open(s.chain, b) && b.size > 1:
		b.kind, b.rows, b.cols = kindStub, 1, 2
	case b.inner != nil:
		b.kind, b.rows, b.cols = kindChain, b.inner.rows, b.inner.cols
		if all := s.chain.all || l.folds[b.head] == foldAll; b.inner.all != all {
			b.inner.all, b.inner.recheck = all, true
			l.recheck = append(l.recheck, b.inner)
		} else if len(b.inner.recheckLater) > 0 {
			l.recheck = append(l.recheck, b.inner)
		}
	default:
		b.kind, b.rows, b.cols = kindLine, 0, 1
		for n := b.head; n != nil; n = n.First() {
			if b.rows++; b.rows > foldAbove || n.First() != nil && n.First().Next() != nil {
				b.kind, b.rows = kindChain, 1
				b.inner = &chain{head: b.head, up: s, row: b.row, all: s.chain.all || l.folds[b.head] == foldAll}
				l.empty = append(l.empty, b.inner)
				break
			}
		}
	}
	if was.kind != b.kind || was.rows != b.rows || was.cols != b.cols {
		l.touch(s)
	}
}

// open reports whether the nodes of a side line of c are shown.
func (l *Layout) open(c *chain, b *side) bool {
	if l.pathIndex[b.head] > 0 {
		return true
	}
	switch l.folds[b.head] {
	case foldOpen, foldAll:
		return true
	case foldClosed:
		return false
	}
	return c.all || b.size <= foldAbove && !c.dense && !l.foldShort
}

// finish fills new chains, and reconsiders the side lines of chains that were folded during earlier
// changes.
func (l *Layout) finish() {
	if l.busy { // called recursively
		return
	}
	l.busy = true
	defer func() { l.busy = false }()
	for len(l.empty)+len(l.recheck) > 0 {
		if i := len(l.empty) - 1; i >= 0 {
			c := l.empty[i]
			l.empty = l.empty[:i]
			if c.up != nil && len(c.segs) == 0 {
				l.fill(c, c.head)
			}
			continue
		}
		i := len(l.recheck) - 1
		c := l.recheck[i]
		l.recheck = l.recheck[:i]
		heads := c.recheckLater
		c.recheckLater = nil
		if c.recheck {
			c.recheck = false
			l.lookAll(c)
		}
		l.review(heads)
	}
}

// pack places everything that has changed, from the inside out, as far as sizes change.
func (l *Layout) pack() {
	for len(l.stale) > 0 {
		i := len(l.stale) - 1
		c := l.stale[i]
		l.stale = l.stale[:i]
		c.stale = false
		if len(c.segs) == 0 {
			continue
		}
		c.pack()
		if c.up == nil {
			continue
		}
		j := c.up.find(int(c.row), c.head)
		if b := &c.up.sides[j]; b.kind == kindChain && (b.rows != c.rows || b.cols != c.cols) {
			b.rows, b.cols = c.rows, c.cols
			l.touch(c.up)
		}
	}
}

// pack places the side lines of c. It starts with the deepest fork. Each side line gets the first
// column to the right of all lines placed earlier in its rows. So the connections to side lines do
// not cross. Lines above a change are placed again only if they overlap with something that moved.
func (c *chain) pack() {
	low := int32(math.MaxInt32) // the uppermost row in which something moved
	for i := len(c.segs) - 1; i >= 0; i-- {
		r := &c.segs[i]
		if !r.dirty && (r.right <= 1 || r.row+r.reach <= low) {
			continue
		}
		if r.dirty {
			low = r.row
		}
		r.right, r.reach = 1, 0
		for j := len(r.sides) - 1; j >= 0; j-- {
			b := &r.sides[j]
			row := r.row + b.row
			if r.dirty || row+b.rows > low {
				if col := c.free(i, j, row+b.rows); col != b.col {
					b.col = col
					low = min(low, row)
				}
			}
			r.right = max(r.right, b.col+b.cols)
			r.reach = max(r.reach, b.row+b.rows)
		}
		r.dirty = false
	}
	c.rows, c.cols = c.len, 1
	for i := range c.segs {
		r := &c.segs[i]
		c.rows, c.cols = max(c.rows, r.row+r.reach+1), max(c.cols, r.right)
	}
}

// free returns the first column to the right of all side lines after line j of segment i whose
// forks are above row to.
func (c *chain) free(i, j int, to int32) int32 {
	col := int32(1)
	r := &c.segs[i]
	for j++; j < len(r.sides); j++ {
		b := &r.sides[j]
		if r.row+b.row >= to {
			return col
		}
		col = max(col, b.col+b.cols)
	}
	for i++; i < len(c.segs); i++ {
		r := &c.segs[i]
		if r.row >= to {
			return col
		}
		if r.row+int32(len(r.nodes)) <= to {
			col = max(col, r.right)
			continue
		}
		for j := range r.sides {
			b := &r.sides[j]
			if r.row+b.row >= to {
				return col
			}
			col = max(col, b.col+b.cols)
		}
	}
	return col
}

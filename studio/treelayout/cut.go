package treelayout

import "slices"

// cut takes what follows number k of s off its chain, as a chain of its own.
func (l *Layout) cut(s *segment, k int) *chain {
	c := s.chain
	o := &chain{head: s.after(k), all: c.all, dense: c.dense, later: slices.Clone(c.later)}
	at := s.at
	if k+1 < len(s.nodes) {
		lo, _ := s.group(k + 1)
		rest := &segment{nodes: s.nodes[k+1:], sides: slices.Clone(s.sides[lo:])}
		s.nodes, s.sides = s.nodes[:k+1:k+1], slices.Clone(s.sides[:lo])
		for j := range rest.sides {
			b := &rest.sides[j]
			b.row -= int32(k + 1)
			if b.inner != nil {
				b.inner.up, b.inner.row = rest, b.row
			}
		}
		l.segs[rest.nodes[0]] = rest
		o.segs = append(o.segs, ref{segment: rest, dirty: true})
	}
	o.segs = append(o.segs, c.segs[at+1:]...)
	c.segs = slices.Clip(c.segs[:at+1])
	s.timed = false
	for _, r := range o.segs {
		o.count += len(r.sides)
	}
	c.count -= o.count
	o.number(0)
	c.number(at)
	o.segs[0].dirty = true
	l.touch(s)
	l.wake(o)
	return o
}

// number tells the segments from i on where they stand.
func (c *chain) number(i int) {
	row := int32(0)
	if i > 0 {
		row = c.segs[i-1].row + int32(len(c.segs[i-1].nodes))
	}
	for ; i < len(c.segs); i++ {
		r := &c.segs[i]
		r.row, r.chain, r.at = row, c, i
		row += int32(len(r.nodes))
	}
	c.len = row
}

// join appends an orphan to c.
func (l *Layout) join(c, o *chain) {
	delete(l.orphan, o)
	at := len(c.segs)
	if at == 0 {
		c.segs = o.segs
		c.number(0)
		c.count, c.dense, c.later = o.count, o.dense, o.later
		o.segs = nil
		l.aged = append(l.aged, c)
		l.wake(c)
		l.thin(c)
		return
	}
	a, b := c.segs[at-1].segment, o.segs[0].segment
	c.segs[at-1].dirty = true
	o.segs[0].dirty = true
	rest := o.segs
	if len(a.nodes)+len(b.nodes) <= segNodes {
		delete(l.segs, b.nodes[0])
		shift := int32(len(a.nodes))
		for j := range b.sides {
			x := &b.sides[j]
			x.row += shift
			if x.inner != nil {
				x.inner.up, x.inner.row = a, x.row
			}
		}
		a.nodes = append(a.nodes[:len(a.nodes):len(a.nodes)], b.nodes...)
		a.sides = append(a.sides[:len(a.sides):len(a.sides)], b.sides...)
		a.timed = false
		rest = rest[1:]
	}
	c.segs = append(c.segs, rest...)
	c.number(at - 1)
	c.count += o.count
	o.segs = nil
	if len(o.later) > 0 {
		c.later = append(c.later, o.later...)
		l.aged = append(l.aged, c)
	}
	l.wake(c)
	if o.all != c.all || o.dense != c.many() {
		c.dense = c.many()
		l.lookAll(c)
	}
}

// drop forgets a chain and all that stands beside it.
func (l *Layout) drop(c *chain) {
	todo := []*chain{c}
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if l.lost { // the way is found anew, and need not be looked for here
			delete(l.wayAt, c.head)
		}
		for _, s := range c.segs {
			if l.segs[s.nodes[0]] == s.segment {
				delete(l.segs, s.nodes[0])
			}
			for j := range s.sides {
				if in := s.sides[j].inner; in != nil {
					todo = append(todo, in)
				}
			}
		}
		c.segs, c.up = nil, nil
	}
}

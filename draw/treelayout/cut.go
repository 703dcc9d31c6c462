package treelayout

import "slices"

// cut removes the nodes after node k of s from their chain, and returns them as a separate chain.
func (l *Layout) cut(s *segment, k int) *chain {
	c := s.chain
	o := &chain{head: s.after(k), all: c.all, dense: c.dense, recheckLater: slices.Clone(c.recheckLater)}
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
	l.markStale(o)
	return o
}

// number updates the row and index of the segments from i on.
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

// join appends the orphaned chain o to c.
func (l *Layout) join(c, o *chain) {
	delete(l.orphan, o)
	at := len(c.segs)
	if at == 0 {
		c.segs = o.segs
		c.number(0)
		c.count, c.dense, c.recheckLater = o.count, o.dense, o.recheckLater
		o.segs = nil
		l.recheck = append(l.recheck, c)
		l.markStale(c)
		l.updateDense(c)
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
	if len(o.recheckLater) > 0 {
		c.recheckLater = append(c.recheckLater, o.recheckLater...)
		l.recheck = append(l.recheck, c)
	}
	l.markStale(c)
	if o.all != c.all || o.dense != c.many() {
		c.dense = c.many()
		l.lookAll(c)
	}
}

// drop removes a chain and all its side lines from the layout.
func (l *Layout) drop(c *chain) {
	todo := []*chain{c}
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if l.pathInvalid { // the path is recomputed anyway
			delete(l.pathIndex, c.head)
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

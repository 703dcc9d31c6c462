package treelayout

import (
	"slices"
	"sort"
	"time"

	"boardstudio/model"
)

// chain is a line of first children that is laid out: its head, and the segments
// that the line is kept in. What branches off it stands to its right.
type chain struct {
	head *model.Node
	segs []ref
	// up is the segment with the fork that the chain branches off, in its row; nil
	// for the main line.
	up    *segment
	row   int32
	len   int32 // nodes
	count int   // side lines listed
	rows  int32 // with what stands beside it
	cols  int32
	all   bool          // nothing in it is folded
	dense bool          // too many side lines to have more than their first move shown
	stale bool          // must be packed
	aged  bool          // its side lines must be looked at
	later []*model.Node // heads of side lines to look at when it is unfolded
}

// ref is a segment in its chain, with what packing must know of it.
type ref struct {
	*segment
	row   int32 // of its first node, from the head of the chain
	right int32 // first column that no side line of the segment stands in or right of
	reach int32 // last row that a side line of the segment stands in, from row
	dirty bool
}

// segment is a stretch of a chain.
type segment struct {
	chain *chain
	at    int // index in the chain
	nodes []*model.Node
	// sides branch off, from the first row down; of a fork the last variation first.
	sides []side
	used  []time.Duration // time used by each player; nil where nobody's is known
	timed bool            // used is right; where it is not nil, only for times
	times uint32
}

type kind uint8

const (
	kindLine  kind = iota // all of a short line without forks
	kindChain             // inner is shown
	kindStub              // the first move, and what is behind it is folded
	kindMore              // the children of a fork that are not shown
)

// side is what branches off a chain: a rectangle to its right, that begins in the
// row below the fork.
type side struct {
	head  *model.Node // nil for kindMore
	inner *chain      // may be there, for later, when it is folded
	row   int32       // of the fork, in the segment
	rows  int32
	cols  int32
	col   int32 // from the chain's column
	count int32 // hidden nodes, right while gen is that of the tree
	gen   uint32
	size  uint8 // nodes, up to foldAbove+1
	kind  kind
}

// after returns the node that follows number k of s in the chain, nil at its end.
func (s *segment) after(k int) *model.Node {
	if k+1 < len(s.nodes) {
		return s.nodes[k+1]
	}
	if s.at+1 < len(s.chain.segs) {
		return s.chain.segs[s.at+1].nodes[0]
	}
	return nil
}

// group returns which side lines branch off in row k.
func (s *segment) group(k int) (lo, hi int) {
	lo = sort.Search(len(s.sides), func(i int) bool { return int(s.sides[i].row) >= k })
	for hi = lo; hi < len(s.sides) && int(s.sides[hi].row) == k; hi++ {
	}
	return lo, hi
}

// find returns the index of the side line in row k that begins with head, or -1.
func (s *segment) find(k int, head *model.Node) int {
	lo, hi := s.group(k)
	for j := lo; j < hi; j++ {
		if s.sides[j].head == head {
			return j
		}
	}
	return -1
}

func (s *segment) ref() *ref { return &s.chain.segs[s.at] }

// touch marks what is beside s as changed.
func (l *Layout) touch(s *segment) {
	s.ref().dirty = true
	l.wake(s.chain)
}

func (l *Layout) wake(c *chain) {
	if !c.stale {
		c.stale = true
		l.stale = append(l.stale, c)
	}
}

// beside tells where a node is that stands in no chain: in the side line that
// begins with head, down moves below it, or behind lines that branch off that.
type beside struct {
	head *model.Node // nil for a node in a chain
	at   int         // row of the fork in the segment
	down int
	deep bool // not in the line itself
}

// spot returns the segment that n stands in and where in it, or that which its
// side line branches off; nil when n is in no part of the tree that is laid out.
func (l *Layout) spot(n *model.Node) (*segment, int, beside) {
	var side beside
	k := 0
	for {
		if s := l.segs[n]; s != nil {
			side.at = k
			return s, k, side
		}
		up := n.Parent()
		if up == nil {
			return nil, 0, side
		}
		if up.First() == n {
			k++
		} else {
			side.deep = side.head != nil
			side.head, side.down = n, k
			k = 0
		}
		n = up
	}
}

// fill appends n and the line below it to c, with what branches off.
func (l *Layout) fill(c *chain, n *model.Node) {
	from := max(len(c.segs)-1, 0)
	var s *segment
	if len(c.segs) > 0 {
		s = c.segs[from].segment
		l.touch(s)
	}
	var rest *chain
	for ; n != nil; n = n.First() {
		if old := l.segs[n]; old != nil {
			if l.orphan[old.chain] && old.at == 0 {
				rest = old.chain
				break
			}
			delete(l.segs, n) // left of a branch that is gone
		}
		if s == nil || len(s.nodes) >= segNodes {
			s = &segment{chain: c, at: len(c.segs), timed: true}
			c.segs = append(c.segs, ref{segment: s, row: c.len, right: 1, dirty: true})
			l.segs[n] = s
		}
		s.nodes = append(s.nodes, n)
		s.timed = s.timed && s.used == nil && n.Used() == 0
		c.len++
		if f := n.First(); f != nil && f.Next() != nil {
			l.enlist(s, len(s.nodes)-1, n, true)
		}
	}
	l.wake(c)
	if c.many() != c.dense {
		c.dense, from = c.many(), 0
	}
	for i := from; i < len(c.segs); i++ {
		s := c.segs[i].segment
		s.sides, s.nodes = trim(s.sides), trim(s.nodes)
		for j := range s.sides {
			l.look(s, j)
		}
	}
	if rest != nil {
		l.join(c, rest)
	}
}

// trim gives room back that is not needed.
func trim[T any](s []T) []T {
	if cap(s) > len(s)+len(s)/4+1 {
		return slices.Clone(s)
	}
	return s
}

// many reports whether c has so many side lines that they must be kept small.
func (c *chain) many() bool { return c.count > foldDense }

// thin looks at all side lines again if there are many now, and were not, or the
// other way round.
func (l *Layout) thin(c *chain) {
	if many := c.many(); many != c.dense {
		c.dense = many
		l.lookAll(c)
	}
}

// lookAll decides anew for each side line of c whether it is folded.
func (l *Layout) lookAll(c *chain) {
	for i := range c.segs {
		for j := range c.segs[i].sides {
			l.look(c.segs[i].segment, j)
		}
	}
}

// fork makes the side lines in row k those of the tree; recount is false when
// there are as many as before.
func (l *Layout) fork(s *segment, k int, recount bool) {
	l.enlist(s, k, s.nodes[k], recount)
	lo, hi := s.group(k)
	for j := lo; j < hi; j++ {
		l.look(s, j)
	}
	l.touch(s)
	l.thin(s.chain)
}

// enlist sets which children of n, number k of s, are listed as side lines.
func (l *Layout) enlist(s *segment, k int, n *model.Node, recount bool) {
	lo, hi := s.group(k)
	var old []side
	hidden := 0
	if hi > lo {
		old = slices.Clone(s.sides[lo:hi])
		hidden = hi - lo
		if old[0].kind == kindMore {
			hidden += int(old[0].count) - 1
		}
	}
	limit := l.limit(n)
	var list []side
	take := func(v *model.Node) {
		for i := range old {
			if old[i].head == v {
				list = append(list, old[i])
				return
			}
		}
		b := side{head: v, row: int32(k), size: measure(v)}
		if o := l.segs[v]; o != nil && o.at == 0 && l.orphan[o.chain] {
			b.inner = o.chain
			delete(l.orphan, o.chain)
			l.thin(o.chain)
		}
		list = append(list, b)
	}
	var v, way *model.Node
	if f := n.First(); f != nil {
		v = f.Next()
	}
	for ; v != nil && len(list) < limit; v = v.Next() {
		take(v)
	}
	if v != nil {
		way = l.child(n)
		for i := range list {
			if list[i].head == way {
				way = nil
			}
		}
		if way != nil && way != n.First() {
			take(way)
		}
		if recount {
			hidden = len(list)
			for ; v != nil; v = v.Next() {
				hidden++
			}
			if way != nil && way != n.First() {
				hidden--
			}
		}
		if hidden -= len(list); hidden > 0 {
			list = append(list, side{row: int32(k), kind: kindMore, rows: 1, cols: 2, count: int32(hidden)})
		}
	}
	slices.Reverse(list)
	for i := range old {
		if c := old[i].inner; c != nil && !slices.ContainsFunc(list, func(b side) bool { return b.inner == c }) {
			c.up = nil
			l.drop(c)
		}
	}
	s.sides = slices.Replace(s.sides, lo, hi, list...)
	s.chain.count += len(list) - (hi - lo)
	for j := range list {
		if c := list[j].inner; c != nil {
			c.up, c.row = s, int32(k)
		}
	}
}

// limit returns how many variations of n are shown at most.
func (l *Layout) limit(n *model.Node) int {
	if m := l.more[n]; m > 0 {
		return m
	}
	return ForkShown
}

// child returns the head of a side line at n that leads to the current node, nil
// when there is none.
func (l *Layout) child(n *model.Node) *model.Node {
	if l.current.Parent() == n {
		return l.current
	}
	for _, h := range slices.Backward(l.way) {
		if h.Parent() == n {
			return h
		}
	}
	return nil
}

package treelayout

import (
	"slices"
	"sort"
	"time"

	"boardstudio/model"
)

// chain is a line of first children in the layout: its head, and its nodes in segments. The side
// lines that branch off are placed to its right.
type chain struct {
	head *model.Node
	segs []ref
	// up is the segment with the fork that the chain branches off. row is the row of the fork in
	// that segment. up is nil for the main line.
	up           *segment
	row          int32
	len          int32 // number of nodes
	count        int   // number of side lines listed
	rows         int32 // including side lines
	cols         int32
	all          bool          // nothing in the chain is folded
	dense        bool          // too many side lines to show more than their first moves
	stale        bool          // must be packed
	recheck      bool          // decide again which side lines are folded
	recheckLater []*model.Node // heads of side lines whose folding is decided again when the chain is unfolded
}

// ref is a segment in its chain, with the data needed for packing.
type ref struct {
	*segment
	row   int32 // row of its first node, from the head of the chain
	right int32 // first column to the right of all side lines of the segment
	reach int32 // last row that a side line of the segment reaches, from row
	dirty bool
}

// segment is a part of a chain with consecutive nodes.
type segment struct {
	chain *chain
	at    int // index in the chain
	nodes []*model.Node
	// sides are the side lines, sorted by row. At a fork, the last variation is first.
	sides []side
	used  []time.Duration // time used by each player; nil if no time is known
	timed bool            // used is valid; if used is not nil, only for times
	times uint32
}

type kind uint8

const (
	kindLine  kind = iota // a short line without forks, shown completely
	kindChain             // inner is shown
	kindStub              // only the first move is shown
	kindMore              // the children of a fork that are not shown
)

// side is a side line that branches off a chain. It occupies a rectangle to the right of the chain,
// which starts in the row below the fork.
type side struct {
	head  *model.Node // nil for kindMore
	inner *chain      // may be set while folded, for later use
	row   int32       // row of the fork, in the segment
	rows  int32
	cols  int32
	col   int32 // relative to the column of the chain
	count int32 // number of hidden nodes; valid if gen is the gen of the layout
	gen   uint32
	size  uint8 // number of nodes, up to foldAbove+1
	kind  kind
}

// after returns the node after node k of s in the chain, or nil at the end of the chain.
func (s *segment) after(k int) *model.Node {
	if k+1 < len(s.nodes) {
		return s.nodes[k+1]
	}
	if s.at+1 < len(s.chain.segs) {
		return s.chain.segs[s.at+1].nodes[0]
	}
	return nil
}

// group returns the range of side lines that branch off in row k.
func (s *segment) group(k int) (lo, hi int) {
	lo = sort.Search(len(s.sides), func(i int) bool { return int(s.sides[i].row) >= k })
	for hi = lo; hi < len(s.sides) && int(s.sides[hi].row) == k; hi++ {
	}
	return lo, hi
}

// find returns the index of the side line in row k with the given head, or -1.
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

// touch marks the side lines of s as changed.
func (l *Layout) touch(s *segment) {
	s.ref().dirty = true
	l.markStale(s.chain)
}

func (l *Layout) markStale(c *chain) {
	if !c.stale {
		c.stale = true
		l.stale = append(l.stale, c)
	}
}

// sidePos is the location of a node that is not in a chain: down moves below head in its side line,
// or deeper in lines that branch off it.
type sidePos struct {
	head *model.Node // nil for a node in a chain
	at   int         // row of the fork in the segment
	down int
	deep bool // not in the side line itself
}

// locate returns the segment of n and its row in the segment. For a node of a side line without a
// chain, it returns the fork. It returns nil if n is in a part of the tree without a layout.
func (l *Layout) locate(n *model.Node) (*segment, int, sidePos) {
	var side sidePos
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

// fill appends n and the line below it to c, with the side lines.
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
			delete(l.segs, n) // left over from a removed branch
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
			l.listSides(s, len(s.nodes)-1, n, true)
		}
	}
	l.markStale(c)
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

// trim reduces the capacity of a slice if it is much larger than necessary.
func trim[T any](s []T) []T {
	if cap(s) > len(s)+len(s)/4+1 {
		return slices.Clone(s)
	}
	return s
}

// many reports whether the number of side lines of c requires folding them.
func (c *chain) many() bool { return c.count > foldDense }

// updateDense reconsiders all side lines if their number has crossed the limit.
func (l *Layout) updateDense(c *chain) {
	if many := c.many(); many != c.dense {
		c.dense = many
		l.lookAll(c)
	}
}

// lookAll decides for each side line of c whether it is folded.
func (l *Layout) lookAll(c *chain) {
	for i := range c.segs {
		for j := range c.segs[i].sides {
			l.look(c.segs[i].segment, j)
		}
	}
}

// fork updates the side lines in row k from the tree. recount must be set if their number may have
// changed.
func (l *Layout) fork(s *segment, k int, recount bool) {
	l.listSides(s, k, s.nodes[k], recount)
	lo, hi := s.group(k)
	for j := lo; j < hi; j++ {
		l.look(s, j)
	}
	l.touch(s)
	l.updateDense(s.chain)
}

// listSides determines which children of n, node k of s, are listed as side lines.
func (l *Layout) listSides(s *segment, k int, n *model.Node, recount bool) {
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
			l.updateDense(o.chain)
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

// limit returns the maximum number of variations of n to show.
func (l *Layout) limit(n *model.Node) int {
	if m := l.more[n]; m > 0 {
		return m
	}
	return ForkShown
}

// child returns the head of the side line at n that leads to the current node, or nil.
func (l *Layout) child(n *model.Node) *model.Node {
	if l.current.Parent() == n {
		return l.current
	}
	for _, h := range slices.Backward(l.path) {
		if h.Parent() == n {
			return h
		}
	}
	return nil
}

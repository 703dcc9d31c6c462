// Package treelayout lays a game tree out in rows and columns, follows its changes, and
// tells what is in view. A tree of a million nodes takes 1 ms for each edit or step.
package treelayout

import (
	"slices"

	"boardstudio/clock"
	"boardstudio/model"
)

// Layout places the nodes of a tree for a drawing: the root is in row 0, each
// ply a row further down; a line of first children runs straight down, and what
// branches off it stands to the right, so that no two lines cross. Long side lines are
// folded: their first move is shown, and how much is hidden behind it. The way to
// the current node is never folded.
//
// It follows the tree: an edit costs a few steps for each side line near it and
// one for each few hundred moves of the line, not one for each node. What it keeps for a
// node of a line that is shown is 8 bytes, for a side line some 50.
type Layout struct {
	t    *model.Tree
	root *chain
	// segs finds the segment that begins with a node.
	segs  map[*model.Node]*segment
	folds map[*model.Node]fold
	more  map[*model.Node]int // how many children of a node are shown, if not the usual number
	tight bool                // side lines are folded however short they are

	current *model.Node
	way     []*model.Node // heads of the side lines that lead to the current node, from outside in
	wayAt   map[*model.Node]int
	lost    bool // the way may lead elsewhere

	dirty   map[*model.Node]bool // nodes whose children changed; true: loosened
	order   []*model.Node        // the same, in order
	stale   []*chain             // chains that must be packed, the inner ones last
	orphan  map[*chain]bool      // chains cut from their place
	empty   []*chain             // chains that are to be filled
	aged    []*chain             // chains whose side lines must be looked at
	busy    bool
	gen     uint32        // counts the changes of the tree
	edited  []*model.Node // nodes that may have another time
	turn    uint32
	control clock.TimeControl // which Used summed up the times under
	times   uint32            // counts the changes of moves, which may change who used what time
	gone    bool              // a branch went since the last update: what comes in may be it, below other moves
}

// How much is shown when nobody asks for more.
const (
	foldAbove = 12  // a side line with more nodes is folded
	foldDense = 200 // with more side lines at one line all that hide something are folded
	ForkShown = 24  // variations shown at one fork
	segNodes  = 256 // nodes in a segment
	countTo   = 1000
)

// fold is what the person wants of a side line.
type fold uint8

const (
	foldOpen   fold = iota + 1
	foldClosed      // also if it is short
	foldAll         // open, with all below
)

// New returns the layout of t, at its root. It costs time in the
// number of nodes that it shows.
func New(t *model.Tree) *Layout {
	l := &Layout{
		t: t, current: t.Root(),
		folds: map[*model.Node]fold{}, more: map[*model.Node]int{},
	}
	l.build()
	return l
}

// build lays all out anew.
func (l *Layout) build() {
	l.segs = map[*model.Node]*segment{}
	l.dirty, l.orphan = map[*model.Node]bool{}, map[*chain]bool{}
	l.order, l.stale = nil, nil
	l.gen++
	l.lost = true
	l.setWay(l.findWay(l.current))
	l.lost = false
	l.root = &chain{head: l.t.Root()}
	l.root.all = l.folds[l.t.Root()] == foldAll
	l.fill(l.root, l.t.Root())
	l.finish()
	l.pack()
}

// tooMany is the number of changed places from which on all is laid out anew.
const tooMany = 4000

// Apply notes a change of the tree. The layout is brought up to date by whoever
// asks for places next.
func (l *Layout) Apply(c model.Change) {
	if c.Kind == model.Removed || c.Kind == model.Restarted || c.From != nil {
		l.turn++
	}
	if c.Kind == model.Restarted || c.From != nil || c.Kind == model.Inserted && l.gone {
		l.times++
	}
	l.gone = l.gone || c.Kind == model.Removed
	switch c.Kind {
	case model.Inserted, model.Removed, model.Moved:
		l.gen++
		for _, n := range []*model.Node{c.Parent, c.From} {
			if n == nil {
				continue
			}
			if _, ok := l.dirty[n]; !ok {
				l.dirty[n] = false
				l.order = append(l.order, n)
			}
		}
	case model.Edited:
		if l.edited = append(l.edited, c.Node); len(l.edited) > tooMany {
			l.forget()
		}
	}
}

// Turn returns a number that changes whenever a node that was laid out before may have
// moved.
func (l *Layout) Turn() uint32 { return l.turn }

// update brings the layout up to date with the tree.
func (l *Layout) update() {
	l.gone = false
	if len(l.order) == 0 {
		l.pack()
		return
	}
	if len(l.order) > tooMany {
		if !l.t.Contains(l.current) {
			l.current = l.t.Root()
		}
		l.build()
		return
	}
	for again := true; again; { // what is cut off may hold places that could not be found before
		again = false
		for _, n := range l.order {
			again = l.loosen(n) || again
		}
	}
	for _, n := range l.order {
		l.settle(n)
	}
	for c := range l.orphan {
		l.drop(c)
	}
	clear(l.orphan)
	clear(l.dirty)
	l.order = l.order[:0]
	l.pack()
}

// loosen cuts off what no longer follows n. What is above n and changed as well
// must be loosened first, since places are found from above. It reports whether any
// branch lost its place.
func (l *Layout) loosen(n *model.Node) (cut bool) {
	if l.dirty[n] {
		return false
	}
	todo := []*model.Node{n}
	for m := n; l.segs[m] == nil && m.Parent() != nil; {
		m = m.Parent()
		if done, ok := l.dirty[m]; ok && !done {
			todo = append(todo, m)
		}
	}
	for _, n := range slices.Backward(todo) {
		s, k, ok := l.inChain(n)
		if !ok {
			continue
		}
		l.dirty[n] = true
		if next := s.after(k); next != nil && next != n.First() {
			l.orphan[l.cut(s, k)] = true
			cut = true
		}
		lo, hi := s.group(k)
		kept := s.sides[:lo]
		for _, b := range s.sides[lo:hi] {
			if b.head != nil && (b.head.Parent() != n || b.head == n.First()) {
				cut = true
				if b.inner != nil {
					b.inner.up = nil
					l.orphan[b.inner] = true
				}
				continue
			}
			kept = append(kept, b)
		}
		s.chain.count -= hi - len(kept)
		s.sides = append(kept, s.sides[hi:]...)
		l.touch(s)
	}
	l.lost = l.lost || cut
	return cut
}

// inChain returns where n stands in a chain; false when it is in none.
func (l *Layout) inChain(n *model.Node) (*segment, int, bool) {
	s, k, side := l.spot(n)
	return s, k, s != nil && side.head == nil && k < len(s.nodes) && s.nodes[k] == n
}

// settle puts in place what follows n now.
func (l *Layout) settle(n *model.Node) {
	s, k, side := l.spot(n)
	_, _, in := l.inChain(n)
	switch {
	case s == nil || side.head == nil && !in:
		return // it is found when what is above it is settled
	case in:
		if n.First() != nil && s.after(k) == nil {
			l.fill(s.chain, n.First())
			s, k, _ = l.spot(n)
		}
		l.fork(s, k, true)
		l.finish()
		l.grown(s.chain)
	default:
		l.lost = l.lost || l.wayAt[side.head] > 0
		if j := s.find(side.at, side.head); j >= 0 {
			l.resize(s, j)
			l.finish()
		}
		l.grown(s.chain)
	}
}

// resize looks again at a side line with a changed branch; it reports whether
// the number of its nodes matters to the lines around.
func (l *Layout) resize(s *segment, j int) bool {
	b := &s.sides[j]
	was := b.size
	b.size = measure(b.head)
	l.look(s, j)
	return b.size <= foldAbove || was <= foldAbove
}

// grown looks again at the side lines that c is in, as their branches changed.
func (l *Layout) grown(c *chain) {
	for c.up != nil {
		if !l.resize(c.up, c.up.find(int(c.row), c.head)) {
			return
		}
		c = c.up.chain
	}
}

// measure returns the number of nodes of a branch, or foldAbove+1 if it has more.
func measure(n *model.Node) uint8 { return uint8(count(n, foldAbove+1)) }

// count returns the number of nodes of a branch, at most limit.
func count(top *model.Node, limit int) int {
	c := 0
	for n := top; c < limit; {
		c++
		if n.First() != nil {
			n = n.First()
			continue
		}
		for n != top && n.Next() == nil {
			n = n.Parent()
		}
		if n == top {
			break
		}
		n = n.Next()
	}
	return c
}

// Show makes n the current node: the way to it is unfolded, what was unfolded
// only because it led to the one before is folded again. It costs little when n
// stands in the same line as that.
func (l *Layout) Show(n *model.Node) {
	l.update()
	if n == l.current && !l.lost {
		return
	}
	var dropped, added []*model.Node
	was := l.current
	l.current = n
	if l.lost {
		before, beforeAt := l.way, l.wayAt
		l.setWay(l.findWay(n))
		l.lost = false
		for _, h := range before {
			if l.wayAt[h] == 0 && beforeAt[h] > 0 {
				dropped = append(dropped, h)
			}
		}
		for _, h := range l.way {
			if beforeAt[h] == 0 {
				added = append(added, h)
			}
		}
	} else {
		added = l.findWay(n)
		keep := 0
		if len(added) > 0 && l.wayAt[added[0]] > 0 {
			keep, added = l.wayAt[added[0]], added[1:]
		}
		dropped = slices.Clone(l.way[keep:])
		l.way = append(l.way[:keep], added...)
		for _, h := range dropped {
			delete(l.wayAt, h)
		}
		for i, h := range added {
			l.wayAt[h] = keep + i + 1
		}
	}
	l.review(dropped)
	l.reconsider(was) // it may have been shown among too many others only because it was current
	for _, h := range added {
		l.reconsider(h)
	}
	l.reconsider(n)
	l.pack()
}

// setWay makes heads the way.
func (l *Layout) setWay(heads []*model.Node) {
	l.way, l.wayAt = heads, map[*model.Node]int{}
	for i, h := range heads {
		l.wayAt[h] = i + 1
	}
}

// findWay returns the heads of the side lines that must be open for n to be seen,
// from outside in; if the way there is known to be right, only the last head that
// is on it already and those after it.
func (l *Layout) findWay(n *model.Node) []*model.Node {
	var heads []*model.Node
	for m := n; ; m = m.Parent() {
		m = l.headOf(m)
		if m.Parent() == nil {
			break
		}
		if m == n {
			continue
		}
		heads = append(heads, m)
		if l.wayAt[m] > 0 && !l.lost {
			break
		}
	}
	slices.Reverse(heads)
	return heads
}

// headOf returns the first node of the line that n stands in.
func (l *Layout) headOf(n *model.Node) *model.Node {
	for {
		if s := l.segs[n]; s != nil {
			return s.chain.head
		}
		up := n.Parent()
		if up == nil || up.First() != n {
			return n
		}
		n = up
	}
}

// review looks again at side lines that the way left, from outside in. Once one of
// them is folded, those in it are left for when it is unfolded.
func (l *Layout) review(heads []*model.Node) {
	for i, h := range heads {
		if s, j := l.reconsider(h); s != nil && s.sides[j].kind == kindStub {
			if c := s.sides[j].inner; c != nil {
				c.later = append(c.later, heads[i+1:]...)
				return
			}
		}
	}
}

// reconsider decides anew whether the side line that begins with h is folded, and
// returns where it stands; nil when it does not stand anywhere.
func (l *Layout) reconsider(h *model.Node) (*segment, int) {
	up := h.Parent()
	if up == nil || up.First() == h {
		return nil, 0
	}
	s, k, side := l.spot(up)
	if s == nil || side.head != nil {
		return nil, 0
	}
	lo, hi := s.group(k)
	j := s.find(k, h)
	if j < 0 || hi-lo > l.limit(up) || s.sides[lo].kind == kindMore {
		l.fork(s, k, false)
		if j = s.find(k, h); j < 0 {
			return nil, 0
		}
		l.finish()
		return s, j
	}
	l.look(s, j)
	l.finish()
	return s, j
}

// Package treelayout computes the layout of a game tree in rows and columns, updates it when the
// tree changes, and returns the visible part. In a tree of a million nodes, an edit or step takes 1
// ms.
package treelayout

import (
	"slices"

	"boardstudio/clock"
	"boardstudio/model"
)

// Layout places the nodes of a tree for drawing. The root is in row 0, and each ply is one row
// further down. A line of first children runs straight down. Its side lines are placed to the
// right, so no two lines cross. Long side lines are folded: only the first move is shown, with the
// number of hidden nodes. Lines that lead to the current node are never folded.
//
// The layout follows the tree. An edit costs a few steps per side line near it, and one per few
// hundred moves of its line. Memory is 8 bytes per visible node and about 50 per side line.
type Layout struct {
	t    *model.Tree
	root *chain
	// segs maps the first node of each segment to the segment.
	segs      map[*model.Node]*segment
	folds     map[*model.Node]fold
	more      map[*model.Node]int // number of children shown for a node, if not the default
	foldShort bool                // side lines are folded regardless of their length

	current     *model.Node
	path        []*model.Node // heads of the side lines that lead to the current node, outermost first
	pathIndex   map[*model.Node]int
	pathInvalid bool // path may be wrong

	dirty   map[*model.Node]bool // nodes whose children changed; true after loosen
	order   []*model.Node        // the keys of dirty, in order
	stale   []*chain             // chains that must be packed, inner ones last
	orphan  map[*chain]bool      // chains that were cut off
	empty   []*chain             // chains that must be filled
	recheck []*chain             // chains with side lines whose folding must be decided again
	busy    bool
	gen     uint32        // counts the changes of the tree
	edited  []*model.Node // nodes whose time may have changed
	turn    uint32
	control clock.TimeControl // the time control for the cached times of Used
	times   uint32            // counts the changes of moves, which may change the mover of a node
	removed bool              // a branch was removed since the last update, and may come back
}

// The default limits for folding.
const (
	foldAbove = 12  // a longer side line is folded, in nodes
	foldDense = 200 // if a line has more side lines, all of them are folded
	ForkShown = 24  // variations shown at a fork
	segNodes  = 256 // nodes in a segment
	countTo   = 1000
)

// fold is the state of a side line that the user chose.
type fold uint8

const (
	foldOpen   fold = iota + 1
	foldClosed      // even if it is short
	foldAll         // open, including everything below
)

// New returns the layout of t, with the root as the current node. It takes time proportional to the
// number of visible nodes.
func New(t *model.Tree) *Layout {
	l := &Layout{
		t: t, current: t.Root(),
		folds: map[*model.Node]fold{}, more: map[*model.Node]int{},
	}
	l.build()
	return l
}

// build computes the layout from scratch.
func (l *Layout) build() {
	l.segs = map[*model.Node]*segment{}
	l.dirty, l.orphan = map[*model.Node]bool{}, map[*chain]bool{}
	l.order, l.stale = nil, nil
	l.gen++
	l.pathInvalid = true
	l.setPath(l.findPath(l.current))
	l.pathInvalid = false
	l.root = &chain{head: l.t.Root()}
	l.root.all = l.folds[l.t.Root()] == foldAll
	l.fill(l.root, l.t.Root())
	l.finish()
	l.pack()
}

// tooMany is the number of changed nodes from which on the layout is rebuilt.
const tooMany = 4000

// Apply records a change of the tree. The layout is updated by the next call that uses it.
func (l *Layout) Apply(c model.Change) {
	if c.Kind == model.Removed || c.Kind == model.Restarted || c.From != nil {
		l.turn++
	}
	if c.Kind == model.Restarted || c.From != nil || c.Kind == model.Inserted && l.removed {
		l.times++
	}
	l.removed = l.removed || c.Kind == model.Removed
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

// Turn returns a number that changes whenever a node may have moved in the layout.
func (l *Layout) Turn() uint32 { return l.turn }

// update applies the recorded changes to the layout.
func (l *Layout) update() {
	l.removed = false
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
	for again := true; again; { // cut-off branches may contain nodes that could not be located before
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

// loosen cuts off what no longer follows n. Changed nodes above n are loosened first, because nodes
// are located from above. It reports whether any branch was cut off.
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
	l.pathInvalid = l.pathInvalid || cut
	return cut
}

// inChain returns the position of n in a chain. ok is false if n is not in a chain.
func (l *Layout) inChain(n *model.Node) (*segment, int, bool) {
	s, k, side := l.locate(n)
	return s, k, s != nil && side.head == nil && k < len(s.nodes) && s.nodes[k] == n
}

// settle adds what follows n now.
func (l *Layout) settle(n *model.Node) {
	s, k, side := l.locate(n)
	_, _, in := l.inChain(n)
	switch {
	case s == nil || side.head == nil && !in:
		return // n is located when the nodes above it are settled
	case in:
		if n.First() != nil && s.after(k) == nil {
			l.fill(s.chain, n.First())
			s, k, _ = l.locate(n)
		}
		l.fork(s, k, true)
		l.finish()
		l.grown(s.chain)
	default:
		l.pathInvalid = l.pathInvalid || l.pathIndex[side.head] > 0
		if j := s.find(side.at, side.head); j >= 0 {
			l.resize(s, j)
			l.finish()
		}
		l.grown(s.chain)
	}
}

// resize reconsiders a side line whose branch has changed. It reports whether its size matters to
// the lines around it.
func (l *Layout) resize(s *segment, j int) bool {
	b := &s.sides[j]
	was := b.size
	b.size = measure(b.head)
	l.look(s, j)
	return b.size <= foldAbove || was <= foldAbove
}

// grown reconsiders the side lines that contain c, because their branches have changed.
func (l *Layout) grown(c *chain) {
	for c.up != nil {
		if !l.resize(c.up, c.up.find(int(c.row), c.head)) {
			return
		}
		c = c.up.chain
	}
}

// measure returns the number of nodes of a branch, up to foldAbove+1.
func measure(n *model.Node) uint8 { return uint8(count(n, foldAbove+1)) }

// count returns the number of nodes of a branch, up to limit.
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

// Show makes n the current node. It unfolds the lines that lead to n, and folds lines that were
// open only for the previous node. It costs little if n is in the same line as the previous node.
func (l *Layout) Show(n *model.Node) {
	l.update()
	if n == l.current && !l.pathInvalid {
		return
	}
	var dropped, added []*model.Node
	was := l.current
	l.current = n
	if l.pathInvalid {
		before, beforeAt := l.path, l.pathIndex
		l.setPath(l.findPath(n))
		l.pathInvalid = false
		for _, h := range before {
			if l.pathIndex[h] == 0 && beforeAt[h] > 0 {
				dropped = append(dropped, h)
			}
		}
		for _, h := range l.path {
			if beforeAt[h] == 0 {
				added = append(added, h)
			}
		}
	} else {
		added = l.findPath(n)
		keep := 0
		if len(added) > 0 && l.pathIndex[added[0]] > 0 {
			keep, added = l.pathIndex[added[0]], added[1:]
		}
		dropped = slices.Clone(l.path[keep:])
		l.path = append(l.path[:keep], added...)
		for _, h := range dropped {
			delete(l.pathIndex, h)
		}
		for i, h := range added {
			l.pathIndex[h] = keep + i + 1
		}
	}
	l.review(dropped)
	l.reconsider(was) // was may have been listed only because it was current
	for _, h := range added {
		l.reconsider(h)
	}
	l.reconsider(n)
	l.pack()
}

// setPath sets the path to the side lines with the given heads.
func (l *Layout) setPath(heads []*model.Node) {
	l.path, l.pathIndex = heads, map[*model.Node]int{}
	for i, h := range heads {
		l.pathIndex[h] = i + 1
	}
}

// findPath returns the heads of the side lines that must be open for n to be visible, outermost
// first. If the current path is valid, it returns only the last head on that path and the heads
// after it.
func (l *Layout) findPath(n *model.Node) []*model.Node {
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
		if l.pathIndex[m] > 0 && !l.pathInvalid {
			break
		}
	}
	slices.Reverse(heads)
	return heads
}

// headOf returns the first node of the line that contains n.
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

// review decides again whether side lines that have left the path are folded, outermost first. If
// one of them is folded, it postpones the lines inside until that one is unfolded.
func (l *Layout) review(heads []*model.Node) {
	for i, h := range heads {
		if s, j := l.reconsider(h); s != nil && s.sides[j].kind == kindStub {
			if c := s.sides[j].inner; c != nil {
				c.recheckLater = append(c.recheckLater, heads[i+1:]...)
				return
			}
		}
	}
}

// reconsider decides whether the side line of h is folded, and returns its location. It returns nil
// if h is not in the layout.
func (l *Layout) reconsider(h *model.Node) (*segment, int) {
	up := h.Parent()
	if up == nil || up.First() == h {
		return nil, 0
	}
	s, k, side := l.locate(up)
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

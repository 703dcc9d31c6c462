package model

import (
	"context"
	"iter"
	"slices"

	"boardstudio/rules"
)

// More is a callback of operations that may take long. It is called about every thousand nodes,
// with the number of nodes visited so far, in the goroutine of the operation. If it returns false,
// the operation stops without a result. A nil More never stops.
type More func(done int) bool

// pollEvery is the number of nodes between two calls of More.
const pollEvery = 1024

// poller counts nodes and calls a More.
type poller struct {
	more    More
	done    int
	stopped bool
}

// next counts a node, and reports whether to continue.
func (a *poller) next() bool {
	if a.done++; a.more != nil && !a.stopped && a.done%pollEvery == 0 {
		a.stopped = !a.more(a.done)
	}
	return !a.stopped
}

// err returns context.Canceled if the operation was stopped.
func (a *poller) err() error {
	if a.stopped {
		return context.Canceled
	}
	return nil
}

// openSiblings is a range of siblings that a walk has yet to visit: from next up to, but not
// including, end. end is nil if the last sibling is included.
type openSiblings struct {
	next, end *Node
	above     *nodeState // state of the parent, or nil if it was dropped
}

// openStack is the stack of open siblings of a walk, the topmost in the tree first. Beyond a limit the states
// of the first entries are dropped, except for every stateEvery-th. The others can be recomputed.
type openStack struct {
	t       *Tree
	list    []openSiblings
	dropped int // list[:dropped] had their states dropped
}

const stateEvery = 32

// push adds the siblings from next on, whose parent has state p.
func (r *openStack) push(next *Node, p nodeState) {
	r.list = append(r.list, openSiblings{next: next, above: &p})
	if len(r.list)-r.dropped > r.t.limits.openMax {
		if r.dropped%stateEvery != 0 {
			r.list[r.dropped].above = nil
		}
		r.dropped++
	}
}

// pop removes the next node to visit, and returns the state of its parent.
func (r *openStack) pop() (n *Node, above nodeState, ok bool) {
	i := len(r.list) - 1
	if i < 0 {
		return nil, nodeState{}, false
	}
	last := &r.list[i]
	if last.above == nil {
		p := r.find(i)
		last.above = &p
	}
	n, above = last.next, *last.above
	if last.next = n.next; last.next == last.end {
		r.list = r.list[:i]
		r.dropped = min(r.dropped, i)
	}
	return n, above, true
}

// find recomputes the dropped state of entry i. The state of the first entry is never dropped.
func (r *openStack) find(i int) nodeState {
	low := r.list[i].next.parent
	for r.list[i].above == nil {
		i--
	}
	high := r.list[i].next.parent
	var path []*Node
	for ; low != high; low = low.parent {
		path = append(path, low)
	}
	p := *r.list[i].above
	for _, n := range slices.Backward(path) {
		p = r.t.childState(p, n)
	}
	return p
}

// split removes the upper half of the open siblings. ok is false if they cannot be divided.
func (r *openStack) split() (upper openStack, ok bool) {
	half := len(r.list) / 2
	for half < len(r.list) && r.list[half].above == nil {
		half++
	}
	switch {
	case half == len(r.list):
		return openStack{}, false
	case half > 0:
		upper = openStack{t: r.t, list: slices.Clone(r.list[:half]), dropped: min(r.dropped, half)}
		r.list, r.dropped = r.list[half:], max(r.dropped-half, 0)
		return upper, true
	}
	// A single entry: divide its siblings in the middle.
	only := &r.list[0]
	middle, twice := only.next, false
	for n := only.next; n != only.end; n = n.next {
		if twice {
			middle = middle.next
		}
		twice = !twice
	}
	if middle == only.next {
		return openStack{}, false
	}
	upper = openStack{t: r.t, list: []openSiblings{{middle, only.end, only.above}}}
	only.end = middle
	return upper, true
}

// walk yields the nodes in the branch of top from n on, with their states, in the order of All. It
// stops when a does. It costs one Play per node, and one per node above n. It does not use the
// cache, so it may run in any goroutine while the tree is not being edited.
func (t *Tree) walk(a *poller, top, n *Node) iter.Seq2[*Node, nodeState] {
	return func(yield func(*Node, nodeState) bool) {
		t.visit(a, top, n, func(n *Node, _, p nodeState) bool { return yield(n, p) })
	}
}

// visit is like walk, but also passes the state of the parent.
func (t *Tree) visit(a *poller, top, n *Node, yield func(n *Node, before, p nodeState) bool) {
	if !t.Contains(n) || !t.Contains(top) {
		return
	}
	open := openStack{t: t}
	var before nodeState
	p := t.setupState(t.root, nodeState{})
	inside := top == t.root
	for _, m := range t.Line(n)[1:] {
		if !a.next() {
			return
		}
		if inside && m.next != nil {
			open.push(m.next, p)
		}
		inside = inside || m == top
		before, p = p, t.childState(p, m)
	}
	for a.next() && yield(n, before, p) {
		if n.first != nil {
			if n.first.next != nil {
				open.push(n.first.next, p)
			}
			n, before = n.first, p
		} else {
			var ok bool
			if n, before, ok = open.pop(); !ok {
				return
			}
		}
		p = t.childState(before, n)
	}
}

// Visit is a node in an iteration over a tree.
type Visit struct {
	Node   *Node
	Ply    int            // as Node.Ply
	Before rules.Position // position at the parent; nil if that is illegal, or for the root
	Pos    rules.Position // nil if the node is illegal
	Err    error          // why this node itself is illegal
}

// Visits iterates over the nodes in the order of All. If plays is set, it yields positions, at the
// cost of one Play per node; otherwise it yields only the ply. The Visit is overwritten by the next
// iteration. Visits only reads, so it may run in any goroutine while the tree is not being edited.
func (t *Tree) Visits(plays bool) iter.Seq[*Visit] {
	return func(yield func(*Visit) bool) {
		var v Visit
		if plays {
			t.visit(&poller{}, t.root, t.root, func(n *Node, before, p nodeState) bool {
				v = Visit{Node: n, Ply: int(p.ply), Before: before.pos, Pos: p.pos}
				if p.err != nil && p.err.Node == n {
					v.Err = p.err.Err
				}
				return yield(&v)
			})
			return
		}
		for n := t.root; ; {
			v.Node = n
			if !yield(&v) {
				return
			}
			if n.first != nil {
				n = n.first
			} else {
				for ; n.next == nil; n = n.parent {
					if n == t.root {
						return
					}
					if n.counts() {
						v.Ply--
					}
				}
				if n.counts() {
					v.Ply--
				}
				n = n.next
			}
			if n.counts() {
				v.Ply++
			}
		}
	}
}

// computeState returns the state of n without using the cache: see walk.
func (t *Tree) computeState(a *poller, n *Node) nodeState {
	p := t.setupState(t.root, nodeState{})
	for _, m := range t.Line(n)[1:] {
		if !a.next() {
			break
		}
		p = t.childState(p, m)
	}
	return p
}

package model

import (
	"context"
	"iter"
	"slices"

	"boardstudio/rules"
)

// More is asked now and then by what may take long, with how many nodes were looked at so far:
// when it returns false, the work ends without a result. nil is to go on always. It is
// asked every thousand nodes or so, in the goroutine that works.
type More func(done int) bool

// askEvery is how many nodes are looked at between two questions.
const askEvery = 1024

// asker counts nodes for a More.
type asker struct {
	more    More
	done    int
	stopped bool
}

// next counts a node, and returns whether to go on.
func (a *asker) next() bool {
	if a.done++; a.more != nil && !a.stopped && a.done%askEvery == 0 {
		a.stopped = !a.more(a.done)
	}
	return !a.stopped
}

// err returns context.Canceled when the work was ended.
func (a *asker) err() error {
	if a.stopped {
		return context.Canceled
	}
	return nil
}

// rest is what is still to be visited below a node: the child next and its siblings behind it, up to
// end, which is nil for the last of them.
type rest struct {
	next, end *Node
	above     *place // where the node stands, nil when it was given up
}

// rests are those of a walk, the uppermost first. Beyond a limit the places of the uppermost are
// given up, but for every placeEvery-th, from which the others are found again.
type rests struct {
	t     *Tree
	list  []rest
	given int // list[:given] was given up
}

const placeEvery = 32

// push adds the children of a node at p from next on.
func (r *rests) push(next *Node, p place) {
	r.list = append(r.list, rest{next: next, above: &p})
	if len(r.list)-r.given > r.t.limits.open {
		if r.given%placeEvery != 0 {
			r.list[r.given].above = nil
		}
		r.given++
	}
}

// pop takes out the node to be visited next, and tells where its parent stands.
func (r *rests) pop() (n *Node, above place, ok bool) {
	i := len(r.list) - 1
	if i < 0 {
		return nil, place{}, false
	}
	last := &r.list[i]
	if last.above == nil {
		p := r.find(i)
		last.above = &p
	}
	n, above = last.next, *last.above
	if last.next = n.next; last.next == last.end {
		r.list = r.list[:i]
		r.given = min(r.given, i)
	}
	return n, above, true
}

// find returns the place of the node above a rest that was given up. The first of the rests never is.
func (r *rests) find(i int) place {
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
		p = r.t.step(p, n)
	}
	return p
}

// split takes out the upper half of what is still to be visited; false when it cannot be divided.
func (r *rests) split() (upper rests, ok bool) {
	half := len(r.list) / 2
	for half < len(r.list) && r.list[half].above == nil {
		half++
	}
	switch {
	case half == len(r.list):
		return rests{}, false
	case half > 0:
		upper = rests{t: r.t, list: slices.Clone(r.list[:half]), given: min(r.given, half)}
		r.list, r.given = r.list[half:], max(r.given-half, 0)
		return upper, true
	}
	// There is one: it is divided in the middle of the siblings.
	only := &r.list[0]
	middle, twice := only.next, false
	for n := only.next; n != only.end; n = n.next {
		if twice {
			middle = middle.next
		}
		twice = !twice
	}
	if middle == only.next {
		return rests{}, false
	}
	upper = rests{t: r.t, list: []rest{{middle, only.end, only.above}}}
	only.end = middle
	return upper, true
}

// walk yields the nodes of top's branch from n on, in the order of All, each with
// its place, as long as a says so. It costs one Play for each, and for each node above n. It reads
// and writes nothing that the tree keeps of places, so that it can run in any goroutine while
// nobody edits.
func (t *Tree) walk(a *asker, top, n *Node) iter.Seq2[*Node, place] {
	return func(yield func(*Node, place) bool) {
		t.visit(a, top, n, func(n *Node, _, p place) bool { return yield(n, p) })
	}
}

// visit does as walk, and tells the place of the parent too.
func (t *Tree) visit(a *asker, top, n *Node, yield func(n *Node, before, p place) bool) {
	if !t.Contains(n) || !t.Contains(top) {
		return
	}
	open := rests{t: t}
	var before place
	p := t.base(t.root, place{})
	inside := top == t.root
	for _, m := range t.Line(n)[1:] {
		if !a.next() {
			return
		}
		if inside && m.next != nil {
			open.push(m.next, p)
		}
		inside = inside || m == top
		before, p = p, t.step(p, m)
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
		p = t.step(before, n)
	}
}

// Visit is a node in a walk through a tree.
type Visit struct {
	Node   *Node
	Ply    int            // as Node.Ply
	Before rules.Position // at the parent, nil when that is illegal or Node is the root
	Pos    rules.Position // nil when the node is illegal
	Err    error          // why this node itself is illegal
}

// Visits yields the nodes in the order of All: with positions if plays is set, at the cost of one Play
// for each, else with the ply alone. A Visit is good until the next one. It reads only, so that it can run in any
// goroutine while nobody edits.
func (t *Tree) Visits(plays bool) iter.Seq[*Visit] {
	return func(yield func(*Visit) bool) {
		var v Visit
		if plays {
			t.visit(&asker{}, t.root, t.root, func(n *Node, before, p place) bool {
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

// look returns the place of n without what the tree keeps, see walk.
func (t *Tree) look(a *asker, n *Node) place {
	p := t.base(t.root, place{})
	for _, m := range t.Line(n)[1:] {
		if !a.next() {
			break
		}
		p = t.step(p, m)
	}
	return p
}

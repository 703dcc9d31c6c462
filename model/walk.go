package model

import (
	"context"
	"iter"

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

// branching is a node with children still to be visited, and where it stands.
type branching struct {
	n    *Node
	p    place
	lost bool // p is not kept
}

// branchings are those above the node of a walk, the uppermost first. Beyond a limit the
// positions of the uppermost are given up, but for every placeEvery-th, from which the others are
// found again.
type branchings struct {
	t     *Tree
	list  []branching
	given int // list[:given] was given up
}

const placeEvery = 32

func (b *branchings) push(n *Node, p place) {
	b.list = append(b.list, branching{n: n, p: p})
	if len(b.list)-b.given > b.t.limits.open {
		if b.given%placeEvery != 0 {
			b.list[b.given].p, b.list[b.given].lost = place{}, true
		}
		b.given++
	}
}

// last returns the place of the lowest branching.
func (b *branchings) last() place {
	i := len(b.list) - 1
	last := &b.list[i]
	if last.lost {
		for b.list[i].lost {
			i--
		}
		var path []*Node
		for m := last.n; m != b.list[i].n; m = m.parent {
			path = append(path, m)
		}
		last.p, last.lost = b.list[i].p, false
		for k := len(path) - 1; k >= 0; k-- {
			last.p = b.t.step(last.p, path[k])
		}
	}
	return last.p
}

func (b *branchings) pop() {
	b.list = b.list[:len(b.list)-1]
	b.given = min(b.given, len(b.list))
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
	open := branchings{t: t}
	var before place
	p := t.base(t.root, place{})
	inside := top == t.root
	line := t.Line(n)
	for i, m := range line[1:] {
		if !a.next() {
			return
		}
		if inside && m.next != nil {
			open.push(line[i], p)
		}
		inside = inside || m == top
		before, p = p, t.step(p, m)
	}
	for a.next() && yield(n, before, p) {
		if n.first != nil {
			if n.first.next != nil {
				open.push(n, p)
			}
			n, before = n.first, p
		} else {
			for n != top && n.next == nil {
				n = n.parent
			}
			if n == top {
				return
			}
			n, before = n.next, open.last()
			if n.next == nil {
				open.pop()
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

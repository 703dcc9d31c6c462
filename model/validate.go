package model

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Validate plays every line and returns the illegal nodes, in the
// order of All, as *NodeError: at most limit of them, all when it is negative. What
// follows such a node is not reported again. It costs one Play for each node, on all processors, and
// leaves checkpoints for Position.
func (t *Tree) Validate(limit int) []error {
	return t.ValidateWhile(limit, nil)
}

// ValidateWhile does as Validate, but when more ends it, it returns what was found so far.
func (t *Tree) ValidateWhile(limit int, more More) []error {
	v := t.Examine(limit, more)
	t.Adopt(v)
	return v.Illegal
}

// Validation is what Examine found in a tree.
type Validation struct {
	Illegal []error // *NodeError in the order of All
	Whole   bool    // every line was played

	tree     *Tree
	revision uint64
	places   map[*Node]place // on the levels that wide and residue say, see Tree
	wide     uint8
	residue  int
}

// Examine does the work of Validate and leaves the tree as it is, so that it can run in any goroutine while
// nobody edits. Adopt hands over what it has found on its way. more is asked by several goroutines, one at a time.
func (t *Tree) Examine(limit int, more More) *Validation {
	v := &Validation{tree: t, revision: t.Revision(), wide: t.wide, residue: t.residue, places: map[*Node]place{}}
	e := examination{t: t, v: v, limit: limit, more: more, busy: 1}
	e.idle.L = &e.mu
	if t.len > t.limits.places {
		v.wide = t.width()
		v.residue = t.sparsest(v.wide, func(int) bool { return e.count(0) })
	}
	workers := runtime.GOMAXPROCS(0)
	if t.len <= t.limits.alone {
		workers = 1
	}
	first := &stretch{at: t.root, p: t.base(t.root, place{}), open: rests{t: t}}
	var others sync.WaitGroup
	for range workers - 1 {
		others.Go(e.help)
	}
	e.examine(first)
	e.help()
	others.Wait()
	v.Whole = !e.stopped
	for s := first; s != nil; s = s.after {
		for _, k := range s.kept {
			v.places[k.n] = k.p
		}
		for _, err := range s.illegal {
			if limit < 0 || len(v.Illegal) < limit {
				v.Illegal = append(v.Illegal, err)
			}
		}
	}
	return v
}

// Adopt makes the positions that v has found the checkpoints, unless the tree was edited since.
func (t *Tree) Adopt(v *Validation) {
	if v.tree != t || v.revision != t.Revision() || !v.Whole {
		return
	}
	t.wide, t.residue, t.counted = v.wide, v.residue, t.len
	t.places = v.places
	for n := range t.places {
		n.setMark(n.mark | markKept)
	}
	t.warmth = warming{phase: warm}
}

// gap returns how many levels there are from one checkpoint to the next.
func (t *Tree) gap() int { return t.limits.apart << t.wide }

// width returns what wide should be in a tree of this size: checkpoints are further apart in a large one, or they would weigh
// too much.
func (t *Tree) width() (wide uint8) {
	for n := t.len; n > t.limits.dense; n /= 4 {
		wide++
	}
	return wide
}

// sparsest returns the levels with the fewest nodes, of those that can have checkpoints.
func (t *Tree) sparsest(wide uint8, more More) int {
	apart := t.limits.apart << wide
	count := make([]int, apart)
	a := asker{more: more}
	depth := 0
	for n := t.root; n != nil && a.next(); {
		count[depth%apart]++
		if n.first != nil {
			n = n.first
			depth++
			continue
		}
		for n != nil && n.next == nil {
			n = n.parent
			depth--
		}
		if n != nil {
			n = n.next
		}
	}
	best := t.residue % apart
	for i, c := range count {
		if c < count[best] {
			best = i
		}
	}
	return best
}

// examination is the work of several goroutines on one tree. Each goes through a stretch of it, and gives half of
// what is left of that away when another has nothing to do. They share positions, which never change.
type examination struct {
	t     *Tree
	v     *Validation
	limit int
	more  More

	waiting atomic.Int32 // goroutines that have nothing to do

	mu      sync.Mutex
	idle    sync.Cond
	queue   []*stretch // that nobody works on
	busy    int        // goroutines that do
	done    int        // nodes
	asked   int        // of these, when more was asked last
	stopped bool
}

// stretch is a part of the tree: the branch of a node, and then what is open.
type stretch struct {
	at      *Node // nil when there are only the open ones
	p       place // of at
	open    rests
	illegal []*NodeError
	kept    []keptPlace
	after   *stretch // what follows in the order of All
}

type keptPlace struct {
	n *Node
	p place
}

// help goes through stretches until nobody has any left. It is called by one that is no longer busy.
func (e *examination) help() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for {
		for len(e.queue) == 0 && e.busy > 0 && !e.stopped {
			e.waiting.Add(1)
			e.idle.Wait()
			e.waiting.Add(-1)
		}
		if len(e.queue) == 0 || e.stopped {
			return
		}
		s := e.queue[len(e.queue)-1]
		e.queue = e.queue[:len(e.queue)-1]
		e.busy++
		e.mu.Unlock()
		e.examine(s)
		e.mu.Lock()
	}
}

// examine goes through a stretch by a goroutine that was counted as busy.
func (e *examination) examine(s *stretch) {
	t := e.t
	apart, residue := int32(t.limits.apart<<e.v.wide), int32(e.v.residue)
	piece := max(t.limits.piece, 1)
	n, p := s.at, s.p
	if n == nil {
		n, p, _ = s.open.pop()
		p = t.step(p, n)
	}
	count := 0
	for {
		if p.err != nil && p.err.Node == n && (e.limit < 0 || len(s.illegal) < e.limit) {
			s.illegal = append(s.illegal, p.err)
		}
		if p.depth%apart == residue {
			s.kept = append(s.kept, keptPlace{n, p})
		}
		if count++; count == piece {
			if !e.count(count) {
				break
			}
			count = 0
			if e.waiting.Load() > 0 {
				e.share(s)
			}
		}
		above := p
		if n.first != nil {
			if n.first.next != nil {
				s.open.push(n.first.next, p)
			}
			n = n.first
		} else {
			var ok bool
			if n, above, ok = s.open.pop(); !ok {
				break
			}
		}
		p = t.step(above, n)
	}
	e.count(count)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.busy--; e.busy == 0 || e.stopped {
		e.idle.Broadcast()
	}
}

// count counts nodes, and returns whether to go on.
func (e *examination) count(nodes int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.done += nodes
	if e.more != nil && !e.stopped && (nodes == 0 || e.done-e.asked >= askEvery) {
		e.asked = e.done
		e.stopped = !e.more(e.done)
	}
	return !e.stopped
}

// share gives half of what is open of s away: the uppermost, which is most often the larger half, and comes later
// in the order of All than all that stays.
func (e *examination) share(s *stretch) {
	rest, ok := s.open.split()
	if !ok {
		return
	}
	given := &stretch{open: rest, after: s.after}
	s.after = given
	e.mu.Lock()
	defer e.mu.Unlock()
	e.queue = append(e.queue, given)
	e.idle.Signal()
}

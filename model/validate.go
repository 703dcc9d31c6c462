package model

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Validate plays every line and returns the illegal nodes as *NodeError, in the order of All. It
// returns at most limit errors, or all if limit is negative. Nodes below an illegal node are not
// reported. It costs one Play per node, using all processors, and leaves checkpoints for Position.
func (t *Tree) Validate(limit int) []error {
	return t.ValidateWhile(limit, nil)
}

// ValidateWhile is like Validate, but if more stops it, it returns the errors found so far.
func (t *Tree) ValidateWhile(limit int, more More) []error {
	v := t.Examine(limit, more)
	t.Adopt(v)
	return v.Illegal
}

// Validation is the result of Examine.
type Validation struct {
	Illegal []error // *NodeError, in the order of All
	Whole   bool    // all lines were played

	tree        *Tree
	revision    uint64
	checkpoints map[*Node]nodeState // on the levels given by wide and residue: see Tree
	wide        uint8
	residue     int
}

// Examine does the work of Validate without changing the tree. It may run in any goroutine while
// the tree is not being edited. Adopt then adds the computed positions to the cache. more is called
// from several goroutines, one at a time.
func (t *Tree) Examine(limit int, more More) *Validation {
	v := &Validation{tree: t, revision: t.Revision(), wide: t.wide, residue: t.residue, checkpoints: map[*Node]nodeState{}}
	e := examination{t: t, v: v, limit: limit, more: more, busy: 1}
	e.idle.L = &e.mu
	if t.len > t.limits.checkpoints {
		v.wide = t.width()
		v.residue = t.sparsest(v.wide, func(int) bool { return e.count(0) })
	}
	workers := runtime.GOMAXPROCS(0)
	if t.len <= t.limits.serialMax {
		workers = 1
	}
	first := &segment{at: t.root, p: t.setupState(t.root, nodeState{}), open: openStack{t: t}}
	var wg sync.WaitGroup
	for range workers - 1 {
		wg.Go(e.work)
	}
	e.examine(first)
	e.work()
	wg.Wait()
	v.Whole = !e.stopped
	for s := first; s != nil; s = s.after {
		for _, k := range s.checkpoints {
			v.checkpoints[k.n] = k.p
		}
		for _, err := range s.illegal {
			if limit < 0 || len(v.Illegal) < limit {
				v.Illegal = append(v.Illegal, err)
			}
		}
	}
	return v
}

// Adopt makes the positions computed by v the checkpoints of the tree. It does nothing if v is
// incomplete or the tree has been edited since.
func (t *Tree) Adopt(v *Validation) {
	if v.tree != t || v.revision != t.Revision() || !v.Whole {
		return
	}
	t.wide, t.residue, t.counted = v.wide, v.residue, t.len
	t.checkpoints = v.checkpoints
	for n := range t.checkpoints {
		n.setMark(n.mark | markCheckpoint)
	}
	t.prefetch = prefetch{phase: phaseDone}
}

// gap returns the number of levels between two checkpoints.
func (t *Tree) gap() int { return t.limits.spacing << t.wide }

// width returns the value of wide for a tree of this size. Large trees have wider gaps, to limit memory.
func (t *Tree) width() (wide uint8) {
	for n := t.len; n > t.limits.denseMax; n /= 4 {
		wide++
	}
	return wide
}

// sparsest returns the residue of the levels with the fewest nodes.
func (t *Tree) sparsest(wide uint8, more More) int {
	apart := t.limits.spacing << wide
	count := make([]int, apart)
	a := poller{more: more}
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

// examination is the state that the goroutines of Examine share. Each visits a segment of the tree, and gives
// half of the remainder away when another goroutine is idle. They share positions, which are immutable.
type examination struct {
	t     *Tree
	v     *Validation
	limit int
	more  More

	waiting atomic.Int32 // number of idle goroutines

	mu      sync.Mutex
	idle    sync.Cond
	queue   []*segment // segments without a goroutine
	busy    int        // number of goroutines at work
	done    int        // nodes visited
	asked   int        // value of done at the last call of more
	stopped bool
}

// segment is a part of the tree: the branch of a node, followed by the open nodes.
type segment struct {
	at          *Node     // nil if only open nodes are left
	p           nodeState // state of at
	open        openStack
	illegal     []*NodeError
	checkpoints []checkpoint
	after       *segment // the next segment in the order of All
}

type checkpoint struct {
	n *Node
	p nodeState
}

// work processes segments until no goroutine has any left. The caller must not be counted in busy.
func (e *examination) work() {
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

// examine processes a segment. The caller must be counted in busy.
func (e *examination) examine(s *segment) {
	t := e.t
	apart, residue := int32(t.limits.spacing<<e.v.wide), int32(e.v.residue)
	piece := max(t.limits.pollNodes, 1)
	n, p := s.at, s.p
	if n == nil {
		n, p, _ = s.open.pop()
		p = t.childState(p, n)
	}
	count := 0
	for {
		if p.err != nil && p.err.Node == n && (e.limit < 0 || len(s.illegal) < e.limit) {
			s.illegal = append(s.illegal, p.err)
		}
		if p.depth%apart == residue {
			s.checkpoints = append(s.checkpoints, checkpoint{n, p})
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
		p = t.childState(above, n)
	}
	e.count(count)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.busy--; e.busy == 0 || e.stopped {
		e.idle.Broadcast()
	}
}

// count adds visited nodes, and reports whether to continue.
func (e *examination) count(nodes int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.done += nodes
	if e.more != nil && !e.stopped && (nodes == 0 || e.done-e.asked >= pollEvery) {
		e.asked = e.done
		e.stopped = !e.more(e.done)
	}
	return !e.stopped
}

// share gives half of the open nodes of s to the queue. It takes the upper half, which is usually
// larger, and which follows the lower half in the order of All.
func (e *examination) share(s *segment) {
	rest, ok := s.open.split()
	if !ok {
		return
	}
	given := &segment{open: rest, after: s.after}
	s.after = given
	e.mu.Lock()
	defer e.mu.Unlock()
	e.queue = append(e.queue, given)
	e.idle.Signal()
}

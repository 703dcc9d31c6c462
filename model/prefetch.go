package model

// The phases of a prefetch.
const (
	phaseIdle     = iota // not started
	phaseCounting        // counting the nodes of each level
	phaseFilling         // computing the positions on the chosen levels
	phaseDone            // complete
)

// prefetch is the progress of Prefetch. It walks the tree in the order of All.
type prefetch struct {
	phase int
	at    *Node
	depth int
	up    bool  // the branch of at has been visited
	count []int // nodes of each level, modulo Tree.gap
}

// playCost is the cost of a Play, in steps from node to node.
const playCost = 16

// Prefetch computes checkpoints, so Position has to play about 32 moves at most to reach any node. It is intended
// for idle time: unlike Validate, it continues where the last call stopped. A call takes about the given number
// of steps. A Play counts as 16 steps. Prefetch returns true when it is complete. Edits near the root make it start
// again; positions that are still valid are not computed again.
func (t *Tree) Prefetch(steps int) bool {
	last, lastAt := t.last, t.lastState // keep the cached state near the current node
	for ; steps > 0 && t.prefetch.phase != phaseDone; steps-- {
		steps -= t.prefetchStep()
	}
	t.last, t.lastState = last, lastAt
	return t.prefetch.phase == phaseDone
}

// choosingLevels starts a prefetch if necessary. It reports whether the checkpoint levels have yet
// to be chosen.
func (t *Tree) choosingLevels() bool {
	if t.prefetch.phase == phaseIdle {
		t.prefetch = prefetch{phase: phaseFilling, at: t.root}
		if changed := t.len - t.counted; t.len > t.limits.checkpoints && max(changed, -changed) > t.len/8 {
			if wide := t.width(); wide != t.wide {
				t.checkpoints, t.wide = map[*Node]nodeState{}, wide
				t.residue %= t.gap()
			}
			t.prefetch.phase, t.prefetch.count = phaseCounting, make([]int, t.gap())
		}
	}
	return t.prefetch.phase == phaseCounting
}

// prefetchStep moves to the next node. It returns the cost in addition to one step.
func (t *Tree) prefetchStep() (cost int) {
	counts := t.choosingLevels()
	w := &t.prefetch
	n := w.at
	switch {
	case w.up:
	case counts:
		w.count[w.depth%t.gap()]++
	case w.depth%t.gap() == t.residue:
		if _, ok := t.cached(n); !ok || n == t.last {
			p, _ := t.locate(n)
			t.addCheckpoint(n, p)
			cost = playCost * t.gap()
		}
	}
	switch {
	case !w.up && n.first != nil:
		w.at = n.first
		w.depth++
	case n == t.root:
		t.nextPhase()
	case n.next != nil:
		w.at, w.up = n.next, false
	default:
		w.at, w.up = n.parent, true
		w.depth--
	}
	return cost
}

// nextPhase ends a phase. The chosen levels are those with the fewest nodes, so there is at most
// one checkpoint per gap nodes.
func (t *Tree) nextPhase() {
	w := &t.prefetch
	if w.phase == phaseFilling {
		*w = prefetch{phase: phaseDone}
		return
	}
	best := t.residue
	for i, c := range w.count {
		if c < w.count[best] {
			best = i
		}
	}
	if best != t.residue {
		t.checkpoints = map[*Node]nodeState{}
	}
	t.residue, t.counted = best, t.len
	*w = prefetch{phase: phaseFilling, at: t.root}
}

// restartPrefetch is called when nodes have moved, because the prefetch may be at a removed node.
func (t *Tree) restartPrefetch() {
	if t.prefetch.phase != phaseDone {
		t.prefetch = prefetch{}
	}
}

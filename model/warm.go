package model

// The phases of warming.
const (
	cold     = iota // not begun
	counting        // how many nodes there are on each level
	filling         // finding the positions of those on the levels chosen
	warm            // done
)

// warming is how far Warm has come: to the node at, in the order of All.
type warming struct {
	phase int
	at    *Node
	depth int
	up    bool  // at was visited, and all below it
	count []int // nodes on each level, modulo Tree.gap
}

// playCost is what a Play costs Warm, in steps from node to node.
const playCost = 16

// Warm finds positions from which Position has at most some 32 moves to play to any
// node, as Validate does, but goes on where it stopped: so it can be called while
// there is nothing else to do. It takes about so many steps, of which a
// Play counts as 16, and returns true when all is done. Edits high up in the tree make it begin
// again; it does not look at what is known still.
func (t *Tree) Warm(steps int) bool {
	last, lastAt := t.last, t.lastAt // stay near: from there one goes on
	for ; steps > 0 && t.warmth.phase != warm; steps-- {
		steps -= t.warmStep()
	}
	t.last, t.lastAt = last, lastAt
	return t.warmth.phase == warm
}

// spreads reports whether the levels for checkpoints are still to be chosen.
func (t *Tree) spreads() bool {
	if t.warmth.phase == cold {
		t.warmth = warming{phase: filling, at: t.root}
		if changed := t.len - t.counted; t.len > t.limits.places && max(changed, -changed) > t.len/8 {
			if wide := t.width(); wide != t.wide {
				t.places, t.wide = map[*Node]place{}, wide
				t.residue %= t.gap()
			}
			t.warmth.phase, t.warmth.count = counting, make([]int, t.gap())
		}
	}
	return t.warmth.phase == counting
}

// warmStep goes on to the next node. It returns what that costs besides.
func (t *Tree) warmStep() (cost int) {
	counts := t.spreads()
	w := &t.warmth
	n := w.at
	switch {
	case w.up:
	case counts:
		w.count[w.depth%t.gap()]++
	case w.depth%t.gap() == t.residue:
		if _, ok := t.kept(n); !ok || n == t.last {
			p, _ := t.locate(n)
			t.remember(n, p)
			cost = playCost * t.gap()
		}
	}
	switch {
	case !w.up && n.first != nil:
		w.at = n.first
		w.depth++
	case n == t.root:
		t.warmNext()
	case n.next != nil:
		w.at, w.up = n.next, false
	default:
		w.at, w.up = n.parent, true
		w.depth--
	}
	return cost
}

// warmNext ends a phase. The levels chosen are those with the fewest nodes: so there
// are never more checkpoints than one for so many nodes as they are apart.
func (t *Tree) warmNext() {
	w := &t.warmth
	if w.phase == filling {
		*w = warming{phase: warm}
		return
	}
	best := t.residue
	for i, c := range w.count {
		if c < w.count[best] {
			best = i
		}
	}
	if best != t.residue {
		t.places = map[*Node]place{}
	}
	t.residue, t.counted = best, t.len
	*w = warming{phase: filling, at: t.root}
}

// stirred is told that nodes have moved, so that Warm does not go on at one
// that has gone.
func (t *Tree) stirred() {
	if t.warmth.phase != warm {
		t.warmth = warming{}
	}
}

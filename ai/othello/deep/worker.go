package deep

import (
	"boardstudio/ai/othello/pattern"
)

// full is the level of selectivity without any pruning. At lower levels, a shallow search replaces
// a deep one if its value is outside the window by a certain number of standard deviations, given
// in deviations.
const full = 5

var deviations = [full]float64{1.1, 1.5, 2.0, 2.6, 3.3}

// nearFactor is the factor by which this number is reduced for static evaluations near the leaves.
const nearFactor = 0.75

// plain returns the maximum number of empty cells for an endgame search without evaluations.
func plain(level int) int {
	if level < full {
		return plainSelective
	}
	return plainEnd
}

// Parameters of the transition to the endgame.
const (
	// plainEnd is the maximum number of empty cells at which moves are sorted without evaluations.
	plainEnd = 13
	// plainSelective is the same maximum for a selective search.
	plainSelective = 9
	// orderByOnePly is the depth from which on moves are sorted by searches of one ply.
	orderByOnePly = 16
	// orderByTwoPlies is the depth from which on moves are sorted by searches of two plies.
	orderByTwoPlies = 21
	// maxNearDepth is the maximum depth at which a known evaluation can replace a search.
	maxNearDepth = 2
	// minCutDepth is the minimum depth at which a shallow search can replace a deep one.
	minCutDepth = 3
	// minSharedDepth is the minimum depth at which threads postpone moves that others search.
	minSharedDepth = 8
)

// worker is the search of one thread.
type worker struct {
	table      *table
	weights    *pattern.Weights
	level      int // current level of selectivity
	nodes      uint64
	polled     uint64
	stopped    bool
	shouldStop func(nodes uint64) bool // reports whether the search should stop
	frames     [maxPlies]frame
}

// poll checks regularly whether the search should stop.
func (w *worker) poll() bool {
	if w.polled++; (w.polled&127 == 0 || w.polled < w.table.memory.First()) && w.shouldStop != nil && w.shouldStop(w.nodes) {
		w.stopped = true
	}
	return w.stopped
}

// reset prepares the worker for another search.
func (w *worker) reset() {
	w.level, w.nodes, w.polled, w.stopped = full, 0, 0, false
}

// Shallow returns the depth of the search that can replace a search of the given depth. It is about
// half of that depth, with the same parity.
func Shallow(depth int) int {
	if d := depth/4*2 | depth&1; d > 0 && d < depth-1 {
		return d
	}
	return depth - 2
}

// cut searches to a shallower depth in order to predict whether the value is above alpha
// (Multi-ProbCut, Buro 1997). If the result is outside the window by more than its expected error,
// cut returns a bound and true.
func (w *worker) cut(x *node, ply, depth, alpha int) (int, bool) {
	less := Shallow(depth)
	t, d := deviations[w.level], &w.weights.Deviation
	margin := int(t*d.Between(x.empty, depth, less) + 0.5)
	rough := int(t*(d.Between(x.empty, depth, 0)+d.Between(x.empty, depth, less))/2 + 0.5)
	v := discs(w.value(x))
	beta := alpha + 1
	if high := beta + margin; v >= beta-rough && high < maxScore {
		if w.window(x, ply, less, high-1, high) >= high && !w.stopped {
			return beta, true
		}
	}
	if low := alpha - margin; v < alpha+rough && low > -maxScore {
		if w.window(x, ply, less, low, low+1) <= low && !w.stopped {
			return alpha, true
		}
	}
	return 0, false
}

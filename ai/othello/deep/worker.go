package deep

import (
	"boardstudio/ai/othello/pattern"
)

// Levels of selectivity: how many standard deviations a shallow search must be off the window before it stands for a deep one. At full nothing
// is left out.
const full = 5

var deviations = [full]float64{1.1, 1.5, 2.0, 2.6, 3.3}

// near is how much of that an estimate must be off the window next to the leaves.
const near = 0.75

// plain returns with how many empty cells the end is played without estimates.
func plain(level int) int {
	if level < full {
		return plainLeft
	}
	return plainEnd
}

// How the search goes over into the end of the game.
const (
	plainEnd    = 13 // with so many empty cells moves are ordered without estimates
	plainLeft   = 9  // and with so many where something is left out before
	lookOne     = 16 // from this depth on a move is rated by a search of one ply after it
	lookTwo     = 21 // and from this of two
	mostNear    = 2  // up to this depth an estimate, where it is known, may stand for a search
	leastCut    = 3  // the least depth at which a shallower search may stand for a deep one
	leastShared = 8  // from this depth on threads leave to each other what another searches
)

// worker searches on one thread.
type worker struct {
	table   *table
	weights *pattern.Weights
	level   int // of selectivity
	nodes   uint64
	polled  uint64
	stopped bool
	out     func(nodes uint64) bool // reports whether to stop
	frames  [mostPlies]frame
}

// poll asks now and then whether to stop.
func (w *worker) poll() bool {
	if w.polled++; (w.polled&127 == 0 || w.polled < w.table.memory.First()) && w.out != nil && w.out(w.nodes) {
		w.stopped = true
	}
	return w.stopped
}

// reset makes the worker ready for another search.
func (w *worker) reset() {
	w.level, w.nodes, w.polled, w.stopped = full, 0, 0, false
}

// Shallow returns the depth of the search that may stand for one of a depth: a quarter of it and as even or odd.
func Shallow(depth int) int {
	if d := depth/4*2 | depth&1; d > 0 && d < depth-1 {
		return d
	}
	return depth - 2
}

// cut looks whether a shallower search makes it likely that the value is above alpha, or that it is not (Multi-ProbCut, Buro 1997): if so by
// more than its error, it returns a bound of the value.
func (w *worker) cut(x *node, ply, depth, alpha int) (int, bool) {
	less := Shallow(depth)
	t, d := deviations[w.level], &w.weights.Deviation
	margin := int(t*d.Between(x.empty, depth, less) + 0.5)
	rough := int(t*(d.Between(x.empty, depth, 0)+d.Between(x.empty, depth, less))/2 + 0.5)
	v := discs(w.value(x))
	beta := alpha + 1
	if high := beta + margin; v >= beta-rough && high < worst {
		if w.window(x, ply, less, high-1, high) >= high && !w.stopped {
			return beta, true
		}
	}
	if low := alpha - margin; v < alpha+rough && low > -worst {
		if w.window(x, ply, less, low, low+1) <= low && !w.stopped {
			return alpha, true
		}
	}
	return 0, false
}

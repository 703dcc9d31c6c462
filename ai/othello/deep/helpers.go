package deep

import (
	"sync"
	"sync/atomic"
)

// helpers are threads that search the same position as the main thread. They share the table, and
// each postpones moves that another thread is searching (ABDADA, Weill 1996). Moves are claimed
// individually, as in Kerrigan's "Simplified ABDADA".
type helpers struct {
	workers []*worker
	running sync.WaitGroup
	ended   atomic.Bool
}

// startHelpers starts the helpers of a search, if there is more than one thread. Every helper runs
// through the same iterations.
func (s *search) startHelpers(depth int) {
	if len(s.e.workers) == 1 || len(s.root.choices) == 0 {
		return
	}
	h := &helpers{workers: s.e.workers[1:]}
	s.helpers = h
	for _, w := range h.workers {
		w.shouldStop = func(uint64) bool { return h.ended.Load() }
		r := &root{w: w, at: s.root.at}
		r.choices = append(r.choices, s.root.choices...)
		h.running.Go(func() { r.run(depth, s.lines) })
	}
}

// end stops the helpers and waits for them.
func (h *helpers) end() {
	if h == nil {
		return
	}
	h.ended.Store(true)
	h.running.Wait()
}

// nodes returns the number of positions that the helpers visited. Before the helpers have ended it
// returns 0.
func (h *helpers) nodes() (n uint64) {
	if h == nil || !h.ended.Load() {
		return 0
	}
	for _, w := range h.workers {
		n += w.nodes
	}
	return n
}

package deep

import (
	"sync"
	"sync/atomic"
)

// helpers are threads that search the same position as the first one. They share the table, and each leaves to the end what another is at (ABDADA: Weill
// 1996; as each move is claimed for itself: Kerrigan, "Simplified ABDADA").
type helpers struct {
	workers []*worker
	running sync.WaitGroup
	ended   atomic.Bool
}

// help starts the helpers of a search, if there is more than one thread. Each goes through the same iterations.
func (s *search) help(depth int) {
	if len(s.e.workers) == 1 || len(s.root.choices) == 0 {
		return
	}
	h := &helpers{workers: s.e.workers[1:]}
	s.helpers = h
	for _, w := range h.workers {
		w.out = func(uint64) bool { return h.ended.Load() }
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

// nodes returns how many positions the helpers have visited, once they have ended.
func (h *helpers) nodes() (n uint64) {
	if h == nil || !h.ended.Load() {
		return 0
	}
	for _, w := range h.workers {
		n += w.nodes
	}
	return n
}

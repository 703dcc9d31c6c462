package deep

import (
	"sync"
	"sync/atomic"
)

// helpers are threads that search the same position as the first one, with the moves in a slightly different order, and leave what they find in the
// table ("lazy SMP").
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
	for i, w := range h.workers {
		w.out = func(uint64) bool { return h.ended.Load() }
		w.noise = uint64(i+1) * 0x9e3779b97f4a7c15
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

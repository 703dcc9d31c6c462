package connect4

import (
	"sync"
	"sync/atomic"
)

// Two threads search the same position with a shared table. Near the root each postpones the moves
// that the other is searching, until the table may contain their values (ABDADA: Weill 1996;
// simplified as by Kerrigan).

const (
	pairLeft = 24 // positions with fewer empty cells are solved before a second thread could start
	busyLeft = 20 // moves with fewer empty cells are not worth marking
)

// moveSet is the set of moves being searched. If two moves share a slot, one is forgotten, which
// only costs time.
type moveSet [1 << 10]atomic.Uint64

func (b *moveSet) at(key uint64) *atomic.Uint64 { return &b[key*0x9E3779B97F4A7C15>>(64-10)] }

func (b *moveSet) has(key uint64) bool { return b.at(key).Load() == key }

func (b *moveSet) set(key uint64) { b.at(key).Store(key) }

func (b *moveSet) unset(key uint64) { b.at(key).CompareAndSwap(key, 0) }

// useTwoThreads enables searching on two threads.
func (s *solver[H]) useTwoThreads() {
	s.searching = new(moveSet)
	s.helper = &solver[H]{shape: s.shape, searching: s.searching}
}

// pair is search on two threads. It returns the first result.
func (s *solver[H]) pair(me, opp, own, their, moves uint64, left, alpha int) int {
	var done atomic.Bool
	var found int
	m, outerStop := s.helper, s.now.stop
	m.now = state{table: s.now.table, shared: true, stop: done.Load}
	clear(s.searching[:])
	var both sync.WaitGroup
	both.Go(func() {
		if v := m.search(me, opp, own, their, moves, left, alpha); !m.now.out && done.CompareAndSwap(false, true) {
			found = v
		}
	})
	s.now.stop = func() bool { return done.Load() || outerStop != nil && outerStop() }
	v := s.search(me, opp, own, their, moves, left, alpha)
	first := !s.now.out && done.CompareAndSwap(false, true)
	stopped := !first && !done.Swap(true) // neither thread has a result
	both.Wait()
	s.now.stop = outerStop
	s.now.nodes += m.now.nodes
	if s.now.next = s.now.nodes; !first && !stopped {
		s.now.out = s.now.most > 0 && s.now.nodes > s.now.most
		v = found
	}
	return v
}

package connect4

import (
	"sync"
	"sync/atomic"
)

// Two threads search the same position with one table. Near the root each leaves the moves that the other is searching for later, when the table
// may know what they are worth (ABDADA: Weill 1996; simplified as by Kerrigan).

const (
	pairLeft = 24 // positions with fewer empty cells are solved before a thread has begun
	busyLeft = 20 // moves with fewer empty cells are not worth a mark
)

// marks are the moves that are being searched. Two of them may share a place: one is then forgotten, which costs time only.
type marks [1 << 10]atomic.Uint64

func (b *marks) at(key uint64) *atomic.Uint64 { return &b[key*0x9E3779B97F4A7C15>>(64-10)] }

func (b *marks) has(key uint64) bool { return b.at(key).Load() == key }

func (b *marks) set(key uint64) { b.at(key).Store(key) }

func (b *marks) unset(key uint64) { b.at(key).CompareAndSwap(key, 0) }

// doubled makes the solver search on two threads.
func (s *solver[H]) doubled() {
	s.busy = new(marks)
	s.mate = &solver[H]{shape: s.shape, busy: s.busy}
}

// pair is search on two threads: the first result counts.
func (s *solver[H]) pair(me, opp, own, their, moves uint64, left, alpha int) int {
	var done atomic.Bool
	var found int
	m, asked := s.mate, s.now.stop
	m.now = state{table: s.now.table, shared: true, stop: done.Load}
	clear(s.busy[:])
	var both sync.WaitGroup
	both.Go(func() {
		if v := m.search(me, opp, own, their, moves, left, alpha); !m.now.out && done.CompareAndSwap(false, true) {
			found = v
		}
	})
	s.now.stop = func() bool { return done.Load() || asked != nil && asked() }
	v := s.search(me, opp, own, their, moves, left, alpha)
	first := !s.now.out && done.CompareAndSwap(false, true)
	stopped := !first && !done.Swap(true) // neither has found anything
	both.Wait()
	s.now.stop = asked
	s.now.nodes += m.now.nodes
	if s.now.next = s.now.nodes; !first && !stopped {
		s.now.out = s.now.most > 0 && s.now.nodes > s.now.most
		v = found
	}
	return v
}

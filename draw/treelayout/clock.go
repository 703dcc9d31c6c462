package treelayout

import (
	"time"

	"boardstudio/clock"
	"boardstudio/model"
	"boardstudio/rules"
)

// Used adds to each the time that each player used under c for the moves from the root to n,
// including n. mover returns the player of a node's move. It costs a step per few hundred nodes
// above n, and one per node of segments that have changed.
func (l *Layout) Used(n *model.Node, c clock.TimeControl, each []time.Duration, mover func(*model.Node) rules.Player) {
	l.update()
	if c != l.control {
		l.control = c
		l.times++
	}
	for _, n := range l.edited {
		if s, _, in := l.inChain(n); in {
			s.timed = false
		}
	}
	l.edited = l.edited[:0]
	add := func(n *model.Node, each []time.Duration) {
		if used := n.Used(); used > 0 {
			if p := mover(n); p >= 0 && int(p) < len(each) {
				each[p] += c.Cost(used)
			}
		}
	}
	for n != nil {
		s := l.segs[n]
		if s == nil {
			add(n, each)
			n = n.Parent()
			continue
		}
		add(n, each)
		for i := range s.at {
			x := s.chain.segs[i].segment
			if !x.timed || x.used != nil && x.times != l.times {
				x.timed, x.times, x.used = true, l.times, nil
				for _, n := range x.nodes {
					if n.Used() == 0 {
						continue
					}
					if x.used == nil {
						x.used = make([]time.Duration, len(each))
					}
					add(n, x.used)
				}
			}
			for p := range x.used {
				each[p] += x.used[p]
			}
		}
		n = s.chain.head.Parent()
	}
}

// forget marks all cached times as invalid.
func (l *Layout) forget() {
	l.edited = nil
	for _, s := range l.segs {
		s.timed = false
	}
}

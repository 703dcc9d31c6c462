package deep

import (
	"math/bits"

	"boardstudio/ai/awale/endgame"
	"boardstudio/ai/awale/pits"
)

// maxPly bounds the length of a line.
const maxPly = 120

// seed is what a seed counts in the search. All values are those of the seeds on the board, for the player to move, so that positions count the
// same whatever is in the stores.
const seed = 100

// infinite is more than any value.
const infinite = 1 << 14

// child is a move and what it leads to.
type child struct {
	p       pits.Position
	gain    int32 // for the player who moves, in values
	order   int32
	move    uint8
	capture bool
}

// node is what a position of the line being searched needs: children are made once, and moves are ordered in place.
type node struct {
	children [pits.MaxHalf]child
	killers  [2]uint8
	pv       [maxPly]uint8
	pvLen    int
}

// chain is what the rules look back at: the positions since the last capture are those of searcher.past from here on.
type chain struct {
	from   int
	seen   uint32 // a hash of them as a set
	passed bool   // somebody passed since
}

// searcher holds one search.
type searcher struct {
	rules    *pits.Rules
	weights  *weights
	round    uint64         // added to a side, it sets the top bit of pits with seeds for a whole round
	ends     *endgame.Table // nil for none
	endSeeds int            // of the positions that are looked up there, -1 for none
	table    *table
	out      func() bool // asked now and then whether to stop
	maxNodes uint64
	nodes    uint64
	guesses  uint64 // how often something was taken that is not proved: what leaves it as it was is
	stopped  bool
	past     []pits.Position
	line     [maxPly + 1]node
	history  [2][pits.MaxHalf]int32
}

// often is after how many nodes is asked whether to stop.
const often = 1 << 10

// tick counts a node and reports whether the search must end.
func (s *searcher) tick() bool {
	s.nodes++
	if (s.nodes%often == 0 || s.nodes < s.table.memory.First()) && s.out() || s.maxNodes > 0 && s.nodes >= s.maxNodes {
		s.stopped = true
	}
	return s.stopped
}

// search returns the value of p, which is not over by what the rules look back at: exact within the window, a bound outside of it.
func (s *searcher) search(p pits.Position, seeds, depth, alpha, beta, ply int, c chain) int {
	n := &s.line[ply]
	n.pvLen = 0
	if s.tick() {
		return 0
	}
	// Nobody gets more than there is.
	low, high := -seed*seeds, seed*seeds
	fresh := c.from == len(s.past)
	if fresh && seeds <= s.endSeeds {
		lo, hi := s.ends.Bounds(p, seeds)
		low, high = seed*lo, seed*hi
	}
	if low >= beta || low == high {
		return low
	}
	if high <= alpha {
		return high
	}
	if depth <= 0 || ply >= maxPly {
		return min(max(s.leaf(p, seeds), low), high)
	}
	alpha, beta = max(alpha, low), min(beta, high)
	// What the table knows without proof counts as deep as it was searched.
	rank := s.rules.Below(seeds) + s.rules.Rank(p)
	key, first := s.table.key(rank), none
	past := uint32(0)
	if !fresh {
		past = c.seen | 1
	}
	if e := s.lookup(key, depth); e != nil {
		first = e.move()
		sure := e.proved() && e.past == past
		if v := int(e.value); sure || int(e.depth) >= depth {
			if b := e.bound(); b == exact || b == atLeast && v >= beta || b == atMost && v <= alpha {
				if !sure {
					s.guesses++
				}
				if b == exact && first != none {
					n.pv[0], n.pvLen = uint8(first), 1
				}
				return v
			}
		}
	}

	count := s.children(n, p, first, ply)
	if count == 0 {
		switch why := s.rules.Stuck(p); why {
		case pits.Passing:
			n.children[0] = child{p: p.Pass(), move: pass}
			c.passed = true
			count, depth = 1, depth+1
		default:
			return seed * p.Rest(why)
		}
	}
	before, floor := s.guesses, alpha
	best, move := -infinite, none
	s.past = append(s.past, p)
	after := chain{c.from, c.seen + mix(rank), c.passed}
	for i := range count {
		x := n.pick(i, count)
		mark := s.guesses
		v := s.try(x, seeds, alpha, beta, depth, i, ply, after)
		if s.stopped {
			s.past = s.past[:len(s.past)-1]
			return 0
		}
		if v > best {
			best = v
			if v > alpha {
				alpha, move = v, int(x.move)
				next := &s.line[ply+1]
				n.pv[0] = x.move
				n.pvLen = 1 + copy(n.pv[1:], next.pv[:next.pvLen])
			}
			if v >= beta {
				if s.guesses == mark {
					s.guesses = before // nothing but this move matters
				}
				s.credit(n, x, depth, ply)
				break
			}
		}
	}
	s.past = s.past[:len(s.past)-1]
	e := entry{key: key, depth: int8(min(depth, maxPly)), bits: uint8(exact)}
	switch {
	case best >= beta:
		e.bits = uint8(atLeast)
	case best <= floor:
		e.bits = uint8(atMost)
	}
	if best = min(max(best, low), high); move == none {
		move = first
	}
	e.value = int16(best)
	e.bits |= uint8(move) << moveShift
	if s.guesses == before {
		e.bits |= provedFlag
		e.past = past
	}
	if depth > leastStored {
		s.table.store(e)
	}
	return best
}

// leastStored is the depth up to which a position is searched faster than found again.
const leastStored = 3

// lookup finds a position in the table, unless it is faster to search it.
func (s *searcher) lookup(key uint64, depth int) *entry {
	if depth <= leastStored {
		return nil
	}
	return s.table.find(key)
}

// leaf estimates p, unless it is over.
func (s *searcher) leaf(p pits.Position, seeds int) int {
	if s.rules.Pits(p) == 0 {
		if why := s.rules.Stuck(p); why != pits.Passing {
			return seed * p.Rest(why)
		}
	}
	s.guesses++
	if seeds > s.endSeeds {
		return s.estimate(p)
	}
	// What came before counts here, but hardly. An end that is really seen is better, and one that is far away less bad.
	lo, hi := s.ends.Bounds(p, seeds)
	v := seed * min(max(s.rules.Repeated(p), lo), hi)
	return v - v/64
}

// children lists the legal moves of p, and how soon to try each.
func (s *searcher) children(n *node, p pits.Position, first, ply int) (count int) {
	h := &s.history[ply&1]
	for w := s.rules.Pits(p); w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w) >> 3
		q, gain, captured, illegal := s.rules.Sow(p, i)
		if illegal {
			continue
		}
		x := &n.children[count]
		*x = child{p: q, gain: int32(seed * gain), move: uint8(i), capture: captured}
		count++
		switch {
		case i == first:
			x.order = 1 << 30
		case captured:
			x.order = 1<<20 + int32(gain)<<10
		case uint8(i) == n.killers[0]:
			x.order = 1<<19 + 1
		case uint8(i) == n.killers[1]:
			x.order = 1 << 19
		default:
			x.order = h[i]
		}
	}
	return count
}

// pick moves the child to try next to index i, and returns it.
func (n *node) pick(i, count int) *child {
	best := i
	for j := i + 1; j < count; j++ {
		if n.children[j].order > n.children[best].order {
			best = j
		}
	}
	n.children[i], n.children[best] = n.children[best], n.children[i]
	return &n.children[i]
}

// most is the largest value of history.
const most = 1 << 18

// credit remembers that a move refuted a position.
func (s *searcher) credit(n *node, x *child, depth, ply int) {
	if x.capture || x.move == pass {
		return
	}
	if n.killers[0] != x.move {
		n.killers[0], n.killers[1] = x.move, n.killers[0]
	}
	h := &s.history[ply&1]
	if h[x.move] += int32(depth * depth); h[x.move] > most {
		for i := range h {
			h[i] /= 2
		}
	}
}

// try searches the i-th move of a node: the first with the full window, the others only to see whether they are better, late ones less deeply at that. c
// includes the position before the move.
func (s *searcher) try(x *child, seeds, alpha, beta, depth, i, ply int, c chain) int {
	if x.capture {
		c = chain{from: len(s.past)}
		seeds = x.p.Seeds()
	} else if over, rest := s.over(x.p, c); over {
		s.nodes++
		s.line[ply+1].pvLen = 0
		return -rest
	}
	gain := int(x.gain)
	if i == 0 || beta-alpha == 1 && depth < 2 {
		return gain - s.search(x.p, seeds, depth-1, gain-beta, gain-alpha, ply+1, c)
	}
	less := 0
	if i >= 3 && depth >= 2 {
		less = 1
	}
	v := gain - s.search(x.p, seeds, depth-1-less, gain-alpha-1, gain-alpha, ply+1, c)
	if v > alpha && less > 0 && !s.stopped {
		v = gain - s.search(x.p, seeds, depth-1, gain-alpha-1, gain-alpha, ply+1, c)
	}
	if v > alpha && v < beta && !s.stopped {
		v = gain - s.search(x.p, seeds, depth-1, gain-beta, gain-alpha, ply+1, c)
	}
	return v
}

// over reports whether the game ends at p because of the positions since the last capture, and what it is worth then.
func (s *searcher) over(p pits.Position, c chain) (over bool, value int) {
	past := s.past[c.from:]
	if len(past) < s.rules.Round() && !c.passed {
		return false, 0
	}
	over, rest := s.rules.Over(past, c.passed, p)
	if over && s.rules.Pits(p) == 0 {
		rest = p.Rest(s.rules.Stuck(p)) // that comes first
	}
	return over, seed * rest
}

// mix spreads a number over 32 bits.
func mix(x uint64) uint32 {
	x = (x + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return uint32(x>>32) ^ uint32(x)
}

package deep

import (
	"math/bits"

	"boardstudio/ai/awale/endgame"
	"boardstudio/ai/awale/pits"
)

// maxPly is the maximum length of a line.
const maxPly = 120

// seedValue is the value of one seed in the search. All values count only the seeds on the board,
// for the player to move, so that the value of a position does not depend on the stores.
const seedValue = 100

// infinite is larger than any value.
const infinite = 1 << 14

// child is a move and the position after it.
type child struct {
	p       pits.Position
	gain    int32 // value for the mover, in units of the search
	order   int32
	move    uint8
	capture bool
}

// node contains the data for one ply of the current line. The children are generated once and
// sorted in place.
type node struct {
	children [pits.MaxHalf]child
	killers  [2]uint8
	pv       [maxPly]uint8
	pvLen    int
}

// chain describes the positions since the last capture, which the rules compare with. They start at
// index from of searcher.past.
type chain struct {
	from     int
	pastHash uint32 // a hash of the set of these positions
	passed   bool   // a player passed since the last capture
}

// searcher contains the state of one search.
type searcher struct {
	rules    *pits.Rules
	weights  *weights
	round    uint64         // added to a side, it sets the top bit of pits with seeds for a full round
	ends     *endgame.Table // may be nil
	endSeeds int            // maximum number of seeds for lookups in the endgame table, or -1
	table    *table
	expired  func() bool // checked regularly
	maxNodes uint64
	nodes    uint64
	guesses  uint64 // Number of uses of unproved values. A value is proved if its search does not increase the number.
	stopped  bool
	past     []pits.Position
	line     [maxPly + 1]node
	history  [2][pits.MaxHalf]int32
}

// pollInterval is the number of nodes between calls of expired.
const pollInterval = 1 << 10

// tick counts a node and reports whether the search must stop.
func (s *searcher) tick() bool {
	s.nodes++
	if (s.nodes%pollInterval == 0 || s.nodes < s.table.memory.First()) && s.expired() || s.maxNodes > 0 && s.nodes >= s.maxNodes {
		s.stopped = true
	}
	return s.stopped
}

// search returns the value of p, assuming that the game is not over by repetition or the quiet
// limit. The value is exact within the window, and otherwise a bound.
func (s *searcher) search(p pits.Position, seeds, depth, alpha, beta, ply int, c chain) int {
	n := &s.line[ply]
	n.pvLen = 0
	if s.tick() {
		return 0
	}
	// No player can get more seeds than there are on the board.
	low, high := -seedValue*seeds, seedValue*seeds
	fresh := c.from == len(s.past)
	if fresh && seeds <= s.endSeeds {
		lo, hi := s.ends.Bounds(p, seeds)
		low, high = seedValue*lo, seedValue*hi
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
	// An unproved value in the table is used if it was searched to at least the same depth.
	rank := s.rules.Below(seeds) + s.rules.Rank(p)
	key, first := s.table.key(rank), none
	past := uint32(0)
	if !fresh {
		past = c.pastHash | 1
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
			return seedValue * p.Rest(why)
		}
	}
	before, floor := s.guesses, alpha
	best, move := -infinite, none
	s.past = append(s.past, p)
	after := chain{c.from, c.pastHash + mix(rank), c.passed}
	for i := range count {
		x := n.pick(i, count)
		mark := s.guesses
		v := s.searchChild(x, seeds, alpha, beta, depth, i, ply, after)
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
					s.guesses = before // only this move matters
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
	if depth > minStored {
		s.table.store(e)
	}
	return best
}

// minStored is the depth up to which searching a position is faster than looking it up.
const minStored = 3

// lookup returns the table entry of a position. It returns nil if the entry is missing, or if
// searching is faster.
func (s *searcher) lookup(key uint64, depth int) *entry {
	if depth <= minStored {
		return nil
	}
	return s.table.find(key)
}

// leaf returns an estimate of p, or the exact result if the game is over.
func (s *searcher) leaf(p pits.Position, seeds int) int {
	if s.rules.Pits(p) == 0 {
		if why := s.rules.Stuck(p); why != pits.Passing {
			return seedValue * p.Rest(why)
		}
	}
	s.guesses++
	if seeds > s.endSeeds {
		return s.estimate(p)
	}
	// The bounds ignore earlier positions, which rarely matter. The reduced value makes the search
	// prefer a good end that it reaches, and postpone a bad one.
	lo, hi := s.ends.Bounds(p, seeds)
	v := seedValue * min(max(s.rules.Repeated(p), lo), hi)
	return v - v/64
}

// children generates the legal moves of p with their sort keys.
func (s *searcher) children(n *node, p pits.Position, first, ply int) (count int) {
	h := &s.history[ply&1]
	for w := s.rules.Pits(p); w != 0; w &= w - 1 {
		i := bits.TrailingZeros64(w) >> 3
		q, gain, captured, illegal := s.rules.Sow(p, i)
		if illegal {
			continue
		}
		x := &n.children[count]
		*x = child{p: q, gain: int32(seedValue * gain), move: uint8(i), capture: captured}
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

// pick swaps the most promising of the remaining children to index i, and returns it.
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

// maxHistory is the maximum value of history.
const maxHistory = 1 << 18

// credit records a move that caused a cutoff.
func (s *searcher) credit(n *node, x *child, depth, ply int) {
	if x.capture || x.move == pass {
		return
	}
	if n.killers[0] != x.move {
		n.killers[0], n.killers[1] = x.move, n.killers[0]
	}
	h := &s.history[ply&1]
	if h[x.move] += int32(depth * depth); h[x.move] > maxHistory {
		for i := range h {
			h[i] /= 2
		}
	}
}

// searchChild searches the i-th move of a node. The first move is searched with the full window.
// Other moves are first searched with a null window, and late moves also with reduced depth. c
// includes the position before the move.
func (s *searcher) searchChild(x *child, seeds, alpha, beta, depth, i, ply int, c chain) int {
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

// over reports whether the game ends at p by repetition or the quiet limit, and returns the
// resulting value.
func (s *searcher) over(p pits.Position, c chain) (over bool, value int) {
	past := s.past[c.from:]
	if len(past) < s.rules.Round() && !c.passed {
		return false, 0
	}
	over, rest := s.rules.Over(past, c.passed, p)
	if over && s.rules.Pits(p) == 0 {
		rest = p.Rest(s.rules.Stuck(p)) // this end takes precedence
	}
	return over, seedValue * rest
}

// mix distributes the information of a number over 32 bits.
func mix(x uint64) uint32 {
	x = (x + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9
	return uint32(x>>32) ^ uint32(x)
}

package search

import (
	"boardstudio/rules"
)

// searcher is the state of one search.
type searcher struct {
	b         Board
	distances DistanceBounder // b, if it implements DistanceBounder
	orderer   Orderer         // b, if it implements Orderer
	scored    Scored
	historian Historian
	wide      int // candidates to search; 0 = all
	me        rules.Player
	players   int
	table     *table
	out       func() bool // asked periodically whether to stop
	maxNodes  uint64
	nodes     uint64
	estimates uint64 // positions evaluated by an estimate
	stopped   bool
	strict    bool // search all moves to the full depth
	exact     bool // as strict, always; and each player plays for itself

	killers [maxPly][2]rules.Move
	history [2][1 << 12]int32
	list    [maxPly]choices
	pv      [maxPly][]rules.Move
}

// choices are the moves of a node and their sorting keys. The slices are reused.
type choices struct {
	moves []rules.Move
	worth []int32
}

// pick moves the choice with the highest key from index i on to index i.
func (c *choices) pick(i int) rules.Move {
	best := i
	for j := i + 1; j < len(c.worth); j++ {
		if c.worth[j] > c.worth[best] {
			best = j
		}
	}
	// The others keep their order, so equal ones are searched in the order of the list.
	m, w := c.moves[best], c.worth[best]
	copy(c.moves[i+1:best+1], c.moves[i:best])
	copy(c.worth[i+1:best+1], c.worth[i:best])
	c.moves[i], c.worth[i] = m, w
	return m
}

func place(m rules.Move) int { return int(uint16(m.From+1)*67+uint16(m.To+1)) & (1<<12 - 1) }

// Sorting keys. The board's estimates are between the moves that were good before and the history
// of the other moves.
const (
	keyTable  = 1 << 30
	keyKiller = 1 << 10
	maxWorth  = 1 << 18
)

// unasked is how many nodes are always searched, so a search that is stopped immediately has some
// result.
const unasked = 8

// tick counts a node and reports whether the search must end.
func (s *searcher) tick() bool {
	s.nodes++
	often := uint64(63)
	if s.exact {
		often = 3 // estimates may be slow
	}
	if (s.nodes&often == 0 || s.nodes > unasked && s.nodes < s.table.memory.First()) && s.out() || s.maxNodes > 0 && s.nodes >= s.maxNodes {
		s.stopped = true
	}
	return s.stopped
}

// end returns the value of a finished game for the side to move.
func (s *searcher) end(winners rules.Players, margin, ply int, mine bool) int {
	switch {
	case winners == 0 || winners.Len() == s.players:
		return 0
	case winners.Has(s.me) == mine:
		return wonIn(margin, ply)
	}
	return -wonIn(margin, ply)
}

// estimate returns the board's estimate for the side to move.
func (s *searcher) estimate(mine bool) int {
	s.estimates++
	v := min(max(s.b.Eval(s.me), -maxEstimate), maxEstimate)
	if mine {
		return v
	}
	return -v
}

// child searches the position after the last move. It returns its value for the side that made that
// move.
func (s *searcher) child(alpha, beta, depth, ply int, mine bool) int {
	if over, winners, margin := s.b.Over(); over {
		s.nodes++
		s.pv[ply] = s.pv[ply][:0]
		return s.end(winners, margin, ply, mine)
	}
	if (s.b.Turn() == s.me) == mine {
		return s.node(alpha, beta, depth, ply, mine)
	}
	return -s.node(-beta, -alpha, depth, ply, !mine)
}

// most returns the largest margin of a win, or 0 in games without scores.
func (s *searcher) most() int {
	if s.scored == nil {
		return 0
	}
	return s.scored.Most()
}

// node returns the value of the position for the side to move: exact within the window, a bound
// outside it. The game must not be over.
func (s *searcher) node(alpha, beta, depth, ply int, mine bool) int {
	s.pv[ply] = s.pv[ply][:0]
	if s.tick() {
		return 0
	}
	if ply >= maxPly-1 {
		return s.estimate(mine)
	}
	// No line is better than the soonest win, or worse than the soonest loss.
	win, loss := 1, 1
	if s.distances != nil {
		win, loss = s.distances.Soonest()
	}
	most := s.most()
	alpha, beta = max(alpha, -wonIn(most, ply+loss)), min(beta, wonIn(most, ply+win))
	if alpha >= beta {
		return alpha
	}
	c := &s.list[ply]
	c.moves, c.worth = s.b.Forced(c.moves[:0]), c.worth[:0]
	forced := len(c.moves) > 0
	if forced {
		depth = max(depth, 0) + 1
	} else if depth <= 0 {
		return s.estimate(mine)
	}

	key, past := s.b.Hash(), uint32(0)
	if h := pastOf(s.historian, depth); h != 0 {
		past = uint32(h) | 1
	}
	var first rules.Move
	e, known := s.table.find(key)
	if known {
		first = e.move
		v := shift(int(e.value), -ply)
		if settles, certain := e.decides(v, alpha, beta, depth); settles && e.past == past && (certain || !s.strict) {
			if !certain {
				s.estimates++
			}
			if e.bound == exact {
				s.pv[ply] = append(s.pv[ply], e.move)
			}
			return v
		}
	}

	all := forced
	if forced {
		for range c.moves {
			c.worth = append(c.worth, 0)
		}
	} else {
		all = s.candidates(c, depth)
	}
	s.rank(c, first, ply, mine)
	before, low := s.estimates, alpha
	best, move := -infinite, rules.Move{}
	played, end := 0, len(c.moves)
	if s.wide > 0 && end > s.wide && !forced && !s.strict {
		end = s.wide
	}
	for i := 0; ; i++ {
		if i == end {
			if end == len(c.moves) && all || played > 0 && best > -won+1<<plyBits && !s.strict {
				break
			}
			// Every candidate loses, but an omitted move may not.
			if end == len(c.moves) {
				all = true
				c.moves = s.b.Rest(c.moves)
				for len(c.worth) < len(c.moves) {
					c.worth = append(c.worth, 0)
				}
			}
			if end = len(c.moves); i == end {
				break
			}
		}
		m := c.pick(i)
		if !s.b.Play(m) {
			continue
		}
		v := s.try(alpha, beta, depth-1, ply, played, forced, mine)
		s.b.Undo()
		if s.stopped {
			return 0
		}
		played++
		if v > best {
			best, move = v, m
			if v > alpha {
				alpha = v
				s.pv[ply] = append(append(s.pv[ply][:0], m), s.pv[ply+1]...)
			}
		}
		if alpha >= beta {
			s.credit(m, depth, ply, mine)
			break
		}
	}
	if played == 0 {
		return s.stuck(alpha, beta, depth, ply, mine)
	}
	if alpha < beta && !(all && end == len(c.moves)) {
		s.estimates++ // the values of omitted moves are unknown
	}
	e = entry{key: key, move: move, past: past, value: int32(shift(best, ply)), depth: int8(min(max(depth, 0), allDepth-1)), bound: exact}
	switch {
	case best >= beta:
		e.bound = atLeast
	case best <= low:
		e.bound = atMost
	}
	if s.estimates == before {
		e.depth = allDepth
	}
	s.table.store(e)
	return best
}

// candidates lists the moves of a node with their estimates. It reports whether these are all legal
// moves.
func (s *searcher) candidates(c *choices, depth int) (all bool) {
	c.moves, c.worth, all = s.b.Moves(c.moves[:0], c.worth[:0])
	if s.orderer != nil && depth > 1 {
		c.moves, c.worth = s.orderer.Order(c.moves, c.worth)
	}
	return all
}

// try searches the move that is played-th at a node: the first with the full window, later moves
// with a null window, and late ones less deeply at first.
func (s *searcher) try(alpha, beta, depth, ply, played int, forced, mine bool) int {
	if played == 0 || beta-alpha == 1 && depth < 2 {
		return s.child(alpha, beta, depth, ply+1, mine)
	}
	less := s.less(depth, played, forced)
	v := s.child(alpha, alpha+1, depth-less, ply+1, mine)
	if v > alpha && less > 0 && !s.stopped {
		v = s.child(alpha, alpha+1, depth, ply+1, mine)
	}
	if v > alpha && v < beta && !s.stopped {
		v = s.child(alpha, beta, depth, ply+1, mine)
	}
	return v
}

// less returns the reduction of the depth for the played-th move of a node. It is 0 near the end of
// the game, if the depth reaches the end.
func (s *searcher) less(depth, played int, forced bool) int {
	switch {
	case s.strict || s.exact || forced || depth < 2 || played < 3 || depth >= s.b.Left():
		return 0
	case played < 9 || depth < 4:
		return 1
	}
	return 2
}

// stuck searches a node whose forced moves are all illegal. Any other move may be played.
func (s *searcher) stuck(alpha, beta, depth, ply int, mine bool) int {
	c := &s.list[ply]
	c.moves, c.worth, _ = s.b.Moves(c.moves[:0], c.worth[:0])
	c.moves = s.b.Rest(c.moves)
	best := -infinite
	for i := 0; i < len(c.moves); i++ {
		m := c.moves[i]
		if !s.b.Play(m) {
			continue
		}
		v := s.child(max(alpha, best), beta, depth-1, ply+1, mine)
		s.b.Undo()
		if s.stopped {
			return 0
		}
		if v > best {
			best = v
			s.pv[ply] = append(append(s.pv[ply][:0], m), s.pv[ply+1]...)
		}
		if best >= beta {
			break
		}
	}
	if best == -infinite {
		return s.estimate(mine)
	}
	return best
}

// rank converts the estimates of the choices to sorting keys.
func (s *searcher) rank(c *choices, first rules.Move, ply int, mine bool) {
	h := &s.history[side(mine)]
	for i, m := range c.moves {
		w := min(max(c.worth[i], -maxWorth), maxWorth) << 11
		switch m {
		case first:
			w = keyTable
		case s.killers[ply][0]:
			w += keyKiller + 2
		case s.killers[ply][1]:
			w += keyKiller + 1
		default:
			w += min(h[place(m)], keyKiller)
		}
		c.worth[i] = w
	}
}

// credit records that m refuted a position.
func (s *searcher) credit(m rules.Move, depth, ply int, mine bool) {
	if k := &s.killers[ply]; k[0] != m {
		k[0], k[1] = m, k[0]
	}
	h := &s.history[side(mine)]
	if h[place(m)] += int32(depth * depth); h[place(m)] > keyKiller {
		for i := range h {
			h[i] >>= 1
		}
	}
}

func side(mine bool) int {
	if mine {
		return 1
	}
	return 0
}

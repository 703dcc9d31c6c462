package search

import (
	"math"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
)

// rootMove is a move at the root with its results.
type rootMove struct {
	ai.Line
	value int
	whole bool // the value is exact and does not depend on an estimate
}

// root is the search from the root position.
type root struct {
	*searcher
	q       ai.Request
	moves   []rootMove // the best so far first
	wide    int        // number of moves to search; the rest only if all of these lose
	forced  bool       // the rest is known to be no better
	partly  bool       // not all moves have been searched yet
	started time.Time
	depth   int
	report  func(ai.Info)
	early   bool // report better moves before their depth is complete
}

// newRoot lists the legal moves, best guess first. The seed determines the order of equal ones.
func newRoot(s *searcher, q ai.Request, p rules.Position, order []int) *root {
	legal := slices.Collect(p.Moves())
	r := &root{searcher: s, q: q, started: time.Now()}
	c := &s.list[0]
	c.moves = s.b.Forced(c.moves[:0])
	c.worth = make([]int32, len(c.moves))
	if r.forced = len(c.moves) > 0; !r.forced {
		s.candidates(c, 2)
	}
	worth := make(map[rules.Move]int32, len(c.moves))
	for i, m := range c.moves {
		worth[m] = c.worth[i]
	}
	for _, i := range order {
		if _, listed := worth[legal[i]]; listed {
			r.add(legal[i])
		}
	}
	slices.SortStableFunc(r.moves, func(a, b rootMove) int {
		return int(worth[b.Moves[0]] - worth[a.Moves[0]])
	})
	if r.wide = len(r.moves); s.wide > 0 {
		r.wide = min(r.wide, 2*s.wide)
	}
	for _, i := range order {
		if _, listed := worth[legal[i]]; !listed {
			r.add(legal[i])
		}
	}
	if r.wide == 0 {
		r.wide = len(r.moves)
	}
	return r
}

func (r *root) add(m rules.Move) {
	r.moves = append(r.moves, rootMove{Line: ai.Line{Moves: []rules.Move{m}}})
}

// run deepens the search until it reaches the depth, a limit or certainty.
func (r *root) run(depth, lines int) {
	lines = min(max(lines, 1), len(r.moves))
	if lines > 1 && r.forced {
		// The other moves are not better than the best, but may be better than the next.
		r.wide, r.forced = len(r.moves), false
	}
	r.wide = max(r.wide, lines)
	first := 1
	if r.exact && r.q.Limit == (ai.Limit{Depth: depth}) {
		first = depth // nothing can end the search before, so only the last depth matters
	}
	for d := first; d <= min(depth, maxPly-2) && !r.stopped; d++ {
		for i := 0; i < lines && !r.stopped; i++ {
			r.line(d, i, lines)
		}
		if r.stopped {
			break
		}
		r.depth = d
		r.sendInfo(lines)
		if r.settled(d, lines) {
			break
		}
	}
	if !r.stopped {
		r.sharpen(lines, depth)
	}
}

// settled reports whether a deeper search cannot, or need not, change the result.
func (r *root) settled(depth, lines int) bool {
	certain := 0
	for _, m := range r.moves[:lines] {
		if m.whole || proved(m.value) && r.most() == 0 && plies(m.value) <= 2*depth {
			certain++
		}
	}
	return certain == lines
}

// line searches the moves from index first on and moves the best to first. When it finds a better
// move, it reports the given number of lines. The other lines then are from the previous depth.
func (r *root) line(depth, first, lines int) {
	alpha, before := -infinite, r.estimates
	r.partly = first == 0
	for i := first; i < len(r.moves); i++ {
		if i == r.wide {
			if alpha > -won+1<<plyBits {
				break
			}
			r.wide = len(r.moves)
		}
		v, ok := r.scout(r.moves[i].Moves[0], alpha, depth)
		if !ok {
			return
		}
		if v <= alpha {
			continue
		}
		alpha = v
		r.put(first, i, v)
		if i > first && first == 0 && r.early {
			if r.depth == 0 {
				lines = 1 // the other lines are unknown
			}
			r.sendInfo(lines)
		}
	}
	r.partly = false
	// The other moves must not depend on an estimate either.
	m := &r.moves[first]
	m.whole = r.estimates == before && (r.forced || r.wide == len(r.moves))
	r.score(m)
}

// put moves the move at index i to index first. v is its value, just found by the search.
func (r *root) put(first, i, v int) {
	m := r.moves[i]
	m.value, m.whole = v, false
	if m.Moves = append(m.Moves[:1:1], r.pv[1]...); !r.exact {
		m.Moves = r.extend(m.Moves)
	}
	r.score(&m)
	copy(r.moves[first+1:i+1], r.moves[first:i])
	r.moves[first] = m
}

// score sets the score of m for reports. The distance of a proved result is exact only if it is
// proved as well.
func (r *root) score(m *rootMove) {
	if r.exact {
		m.Score = score(m.value, 2)
		return
	}
	s := score(m.value, r.players)
	switch {
	case s.Proved && m.whole:
		if r.q.Rules.Board().Counted() {
			s.Margin = margin(m.value)
		}
	case s.Proved && s.Value < 0 && r.partly:
		// This move loses, but the other moves have not been searched.
		s = ai.Score{Value: -maxEstimate / 100}
	case s.Proved && r.most() > 0:
		s.Plies = 0 // another margin may take fewer or more plies
	case s.Proved:
		s.AtMost = true
	case m.whole && m.value == 0 && r.players == 2:
		s.Proved = true
	}
	s.Shares = r.shares(m.Moves, m.value)
	m.Score = s
}

// scout searches one root move to test whether its value exceeds alpha, and if so returns the
// value. It returns false if time ran out.
func (r *root) scout(m rules.Move, alpha, depth int) (v int, ok bool) {
	if alpha > -infinite && !r.each() {
		if v, ok = r.value(m, alpha, alpha+1, depth); !ok || v <= alpha {
			return v, ok
		}
	}
	return r.value(m, alpha, infinite, depth)
}

// value searches one root move. It returns false if time ran out.
func (r *root) value(m rules.Move, alpha, beta, depth int) (v int, ok bool) {
	if !r.b.Play(m) {
		// The rules list the move, so the board is at fault: ignore the move.
		return -infinite, true
	}
	defer r.b.Undo()
	if r.each() {
		v = r.worths(depth-1, 1)[r.me]
	} else {
		v = r.child(alpha, beta, depth-1, 1, true)
	}
	return v, !r.stopped
}

// extend continues a line that ended because the rest was in the table, as far as the table
// remembers. The result is only for display.
func (r *root) extend(line []rules.Move) []rules.Move {
	played := 0
	for i := 0; i < maxPly; i++ {
		if i == len(line) {
			e, known := r.table.find(r.b.Hash())
			if !known || e.bound != exact {
				break
			}
			line = append(line, e.move)
		}
		if !r.b.Play(line[i]) {
			line = line[:i]
			break
		}
		played++
		if over, _, _ := r.b.Over(); over {
			break
		}
	}
	for range played {
		r.b.Undo()
	}
	return line
}

// shares returns the expected share of each seat, if there are more than two players. The share of
// the player who asks follows from the value, so shares and values order moves in the same way. The
// other players divide the rest according to the board's estimates at the end of the line.
func (r *root) shares(line []rules.Move, value int) []float64 {
	if r.players <= 2 {
		return nil
	}
	n := 0
	for _, x := range line {
		if over, _, _ := r.b.Over(); over || !r.b.Play(x) {
			break
		}
		n++
	}
	over, winners, _ := r.b.Over()
	worth, sum := make([]float64, r.players), 0.0
	for i := range worth {
		switch p := rules.Player(i); {
		case p == r.me:
			continue
		case !over:
			worth[i] = odds(r.b.Eval(p))
		case winners.Has(p) || winners == 0 || winners == rules.Of(r.me):
			worth[i] = 1
		}
		sum += worth[i]
	}
	for range n {
		r.b.Undo()
	}
	own := odds(value)
	own /= own + float64(r.players-1)
	if proved(value) {
		own = 0
		if value > 0 {
			own = 1
		}
	}
	for i := range worth {
		worth[i] *= (1 - own) / sum
	}
	worth[r.me] = own
	return worth
}

// odds returns the relative odds of winning for an estimate, 1 for an estimate of 0.
func odds(v int) float64 { return math.Exp(min(max(float64(v)/400, -9), 9)) }

// sendInfo reports the results so far.
func (r *root) sendInfo(lines int) {
	if r.report != nil {
		r.report(r.info(lines))
	}
}

// info returns the results so far. The caller may keep them.
func (r *root) info(lines int) ai.Info {
	i := ai.Info{Depth: r.depth, Nodes: r.nodes, Time: time.Since(r.started), Best: r.moves[0].Line}
	i.Best.Moves = slices.Clone(i.Best.Moves)
	if lines > 1 {
		for _, m := range r.moves[:lines] {
			l := m.Line
			l.Moves = slices.Clone(l.Moves)
			i.Lines = append(i.Lines, l)
		}
	}
	return i
}

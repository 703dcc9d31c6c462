package deep

import (
	"math/rand/v2"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/awale/pits"
	"boardstudio/rules"
	"boardstudio/rules/awale"
)

// rootMove is a legal move of the root position with its search results.
type rootMove struct {
	child
	line   []rules.Move
	value  int  // counting only the seeds on the board
	proved bool // the value depends on no estimate
	score  ai.Score
}

// root searches from the root position.
type root struct {
	*searcher
	p       pits.Position
	turn    rules.Player
	seeds   int
	lead    int // difference of the stores, for the player to move
	chain   chain
	moves   []rootMove // sorted by current results, the best first
	partial bool       // some moves have not been searched yet at this depth
	depth   int
	started time.Time
	report  func(ai.Info)
}

// newRoot generates the legal moves. The order of equally promising moves depends on order.
func newRoot(s *searcher, p awale.Position, order uint64) *root {
	r := &root{searcher: s, p: s.rules.Of(p), turn: p.Turn(), started: time.Now()}
	r.seeds = r.p.Seeds()
	r.lead = p.Held(r.turn) - p.Held(1-r.turn)
	for q := p.Before(); q != nil; q = q.Before() {
		s.past = append(s.past, s.rules.Of(q))
	}
	slices.Reverse(s.past)
	for i, q := range s.past {
		r.chain.pastHash += mix(s.rules.Below(r.seeds) + s.rules.Rank(q))
		if i > 0 && q == s.past[i-1].Pass() {
			r.chain.passed = true
		}
	}
	if n := len(s.past); n > 0 && r.p == s.past[n-1].Pass() {
		r.chain.passed = true
	}
	s.past = slices.Grow(s.past, maxPly+2)
	n := &s.line[0]
	count := s.children(n, r.p, none, 0)
	if count == 0 {
		n.children[0], count = child{p: r.p.Pass(), move: pass}, 1
	}
	for i := range count {
		x := n.children[i]
		r.moves = append(r.moves, rootMove{child: x, line: []rules.Move{r.move(x.move, 0)}})
	}
	rand.New(rand.NewPCG(order, 2)).Shuffle(count, func(i, j int) { r.moves[i], r.moves[j] = r.moves[j], r.moves[i] })
	slices.SortStableFunc(r.moves, func(a, b rootMove) int { return int(b.order - a.order) })
	return r
}

// move converts a move of the line from the root to a move of the rules.
func (r *root) move(pit uint8, ply int) rules.Move {
	if pit == pass {
		return rules.Pass
	}
	side := (int(r.turn) + ply) % 2
	return rules.Take(rules.Cell(int(pit) + side*r.rules.Half))
}

// run increases the depth until the maximum depth, a limit or a proof is reached.
func (r *root) run(depth, lines int) {
	lines = min(max(lines, 1), len(r.moves))
	for d := 1; d <= min(depth, maxPly-1) && !r.stopped; d++ {
		for i := 0; i < lines && !r.stopped; i++ {
			r.best(d, i, lines)
		}
		if r.stopped {
			break
		}
		r.depth = d
		r.notify(lines)
		if !slices.ContainsFunc(r.moves[:lines], func(m rootMove) bool { return !m.proved }) {
			break
		}
	}
}

// best searches the moves from index first on, and moves the best one to index first. It reports
// every improvement immediately.
func (r *root) best(depth, first, lines int) {
	alpha, before := -infinite, r.guesses
	r.partial = first == 0
	for i := first; i < len(r.moves); i++ {
		v := r.value(&r.moves[i], alpha, depth, i-first)
		if r.stopped {
			return
		}
		if v <= alpha && i > first {
			continue
		}
		alpha = v
		r.moveToFront(first, i, v)
		if i > first && first == 0 {
			if r.depth == 0 {
				lines = 1 // the other moves have no values yet
			}
			r.notify(lines)
		}
	}
	r.partial = false
	m := &r.moves[first]
	m.proved = r.guesses == before
	m.score = r.score(m)
}

// value returns the score of m, searched with the lower bound alpha and no upper bound.
func (r *root) value(m *rootMove, alpha, depth, i int) int {
	s := r.searcher
	c := chain{r.chain.from, r.chain.pastHash + mix(s.rules.Below(r.seeds)+s.rules.Rank(r.p)), r.chain.passed || m.move == pass}
	s.past = append(s.past, r.p)
	v := s.searchChild(&m.child, r.seeds, alpha, infinite, depth, i, 0, c)
	s.past = s.past[:len(s.past)-1]
	return v
}

// moveToFront moves the move at index i to index first and stores the value v, which the search has
// just found.
func (r *root) moveToFront(first, i, v int) {
	m := r.moves[i]
	m.value, m.proved = v, false
	next := &r.searcher.line[1]
	m.line = m.line[:1:1]
	for ply, pit := range next.pv[:next.pvLen] {
		m.line = append(m.line, r.move(pit, ply+1))
	}
	m.score = r.score(&m)
	copy(r.moves[first+1:i+1], r.moves[first:i])
	r.moves[first] = m
}

// score returns the score of m, including the stores. While some moves have not been searched, the
// score is not marked as proved.
func (r *root) score(m *rootMove) ai.Score {
	if !m.proved || r.partial {
		return ai.Score{Value: float64(r.lead) + float64(m.value)/seedValue}
	}
	switch margin := r.lead + m.value/seedValue; {
	case margin > 0:
		return ai.Score{Proved: true, Value: 1, Margin: margin}
	case margin < 0:
		return ai.Score{Proved: true, Value: -1, Margin: margin}
	}
	return ai.Score{Proved: true}
}

func (r *root) notify(lines int) {
	if r.report != nil {
		r.report(r.info(lines))
	}
}

// info returns the current results. The caller may keep the returned value.
func (r *root) info(lines int) ai.Info {
	i := ai.Info{Depth: r.depth, Nodes: r.nodes, Time: time.Since(r.started), Best: r.moves[0].asLine()}
	if lines > 1 {
		for _, m := range r.moves[:lines] {
			i.Lines = append(i.Lines, m.asLine())
		}
	}
	return i
}

func (m *rootMove) asLine() ai.Line { return ai.Line{Moves: slices.Clone(m.line), Score: m.score} }

// Package connect4 plays games of falling pieces for two: it solves positions, with the distance of the end, and judges those that it cannot solve by
// a search to a depth.
package connect4

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/search"
	"boardstudio/msg"
	"boardstudio/rules"
)

// usualHash is the size of the table in megabytes.
const usualHash = 64

// Kind is the engine type.
var Kind = ai.Kind{
	Works: works,
	Name:  "connect4", Title: "Falling pieces",
	About: "Plays connect four and its like on boards of other sizes: works out how the game ends, or looks ahead where that takes too long.",
	Params: []rules.Param{
		ai.Hash(usualHash),
		{Name: "threads", Title: "Threads", Kind: rules.Int, Min: 1, Max: 2, Default: "1"},
	},
	Plays: plays,
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		e := &Engine{solver: newSeeker(optionsOf(r)), hash: p.Int("hash")}
		if p.Int("threads") > 1 {
			e.solver.doubled()
		}
		return e, nil
	},
}

// Engine solves and searches. It reuses its memory from one Think to the next, but none of the results, so that the same request gets the
// same answer.
type Engine struct {
	solver seeker
	hash   int
	table  *table
	other  *search.Engine // for positions with pieces in the air
}

// The nodes that a search begins with, on a small part of the table, which is emptied quickly and stays in the processor's cache.
const (
	firstNodes = 100_000
	firstSize  = 15
	guessNodes = 25_000
	wholeSize  = 62
)

// rootMove is a move of the position asked about, and what is known of it.
type rootMove struct {
	col    int
	after  position
	over   bool   // it ends the game
	value  bounds // for the player who makes it
	guess  int    // by the last depth that was searched
	next   int    // by the depth that is being searched
	atMost bool   // next is an upper bound, which proves no win
	line   []int  // columns
}

// root works on the position asked about.
type root struct {
	seeker
	q       ai.Request
	at      position
	left    int
	value   bounds
	moves   []rootMove // the best in front
	depth   int
	nodes   uint64 // of searches before the one under way
	ended   func() bool
	table   *table
	started time.Time
	limit   time.Duration
	report  func(ai.Info)
}

// fallback returns the search that plays positions that can only be set up.
func (e *Engine) fallback(q ai.Request) *search.Engine {
	if e.other == nil {
		o, _ := search.Kind(nil).New(q.Rules, nil)
		e.other = o.(*search.Engine)
	}
	return e.other
}

// prepare reads the request; nil without an error says that it is for the fallback.
func (e *Engine) prepare(ctx context.Context, q ai.Request) (*root, error) {
	p, err := q.Position()
	if err != nil {
		return nil, err
	}
	if p.Turn() == rules.NoPlayer {
		return nil, msg.Errorf("the game is over")
	}
	g := e.solver.geometry()
	at, ok := g.place(p)
	if !ok {
		return nil, nil
	}
	*e.solver.state() = state{}
	if e.table == nil {
		e.table = newTable(e.hash)
	}
	r := &root{seeker: e.solver, q: q, at: at, table: e.table, started: time.Now(), limit: q.Limit.Span(0)}
	r.left = g.left(at)
	r.value = everything(r.left)
	r.ended = func() bool {
		return ctx.Err() != nil || r.limit > 0 && time.Since(r.started) >= r.limit
	}
	can := r.canWin(at)
	for _, col := range g.columns {
		after, ok := g.play(at, col)
		if !ok {
			continue
		}
		m := rootMove{col: col, after: after, value: everything(r.left)}
		v, known := r.opening(after)
		switch {
		case r.wins(at, col):
			m.over, m.value = true, bounds{(r.left + 1) / 2, (r.left + 1) / 2}
		case r.left == 1:
			m.over, m.value = true, bounds{}
		case r.canWin(after):
			m.value = bounds{-(r.left / 2), -(r.left / 2)}
		case known:
			m.value = bounds{-v, -v}
		case !can:
			m.value.hi = (r.left - 1) / 2
		}
		r.moves = append(r.moves, m)
	}
	if v, ok := r.opening(at); ok {
		r.value = bounds{v, v}
		for i := range r.moves {
			r.moves[i].value.hi = min(r.moves[i].value.hi, v)
		}
	}
	return r, nil
}

// spent returns how many positions were visited.
func (r *root) spent() uint64 { return r.nodes + r.state().nodes }

// within lets f search with a part of the table until it is done, so many positions are visited (0 for no bound), or the request ends. It
// reports whether f is done.
func (r *root) within(nodes uint64, size int, f func() bool) bool {
	r.nodes = r.spent()
	s := r.state()
	s.nodes = 0
	if limit := r.q.Limit.Nodes; limit > 0 {
		left := limit - min(limit, r.nodes)
		if nodes == 0 || left < nodes {
			nodes = left
		}
		if left == 0 {
			return false
		}
	}
	if r.ended() || !r.begin(r.table, size, r.ended) {
		return false
	}
	s.most = nodes
	return f()
}

// Think looks for the best move, or for the q.Lines best.
func (e *Engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	r, err := e.prepare(ctx, q)
	switch {
	case err != nil:
		return ai.Info{}, err
	case r == nil:
		return e.fallback(q).Think(ctx, q, report)
	}
	r.report = report
	lines := min(max(q.Lines, 1), len(r.moves))
	r.run(lines)
	return r.info(lines), nil
}

// Advise judges every legal move and returns their lines, the best first.
func (e *Engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	r, err := e.prepare(ctx, q)
	switch {
	case err != nil:
		return nil, err
	case r == nil:
		return e.fallback(q).Advise(ctx, q)
	}
	r.run(len(r.moves))
	var lines []ai.Line
	for i := range r.moves {
		lines = append(lines, r.line(&r.moves[i]))
	}
	return lines, nil
}

// Wins returns the moves that win within so many plies.
func (e *Engine) Wins(ctx context.Context, q ai.Request, plies int) ([]ai.Line, bool, error) {
	r, err := e.prepare(ctx, q)
	switch {
	case err != nil:
		return nil, false, err
	case r == nil:
		return e.fallback(q).Wins(ctx, q, plies)
	}
	least := 1 // the least value of a win within the plies
	if plies > 0 {
		least = max(1, (r.left-plies+2)/2)
	}
	prove := func() bool {
		for i := range r.moves {
			m := &r.moves[i]
			if m.value.lo < least && m.value.hi >= least {
				r.ask(m, least-1)
			}
			if m.value.hi >= least && !r.state().out {
				r.settle(m)
				r.follow(m, 0)
			}
			if r.state().out {
				return false
			}
		}
		return true
	}
	if !r.within(firstNodes, firstSize, prove) {
		r.within(0, r.size(q.Limit.Nodes), prove)
	}
	var lines []ai.Line
	sure := true
	r.sort()
	for i := range r.moves {
		switch m := &r.moves[i]; {
		case m.value.lo >= least:
			l := r.line(m)
			l.Score.AtMost = l.Score.AtMost || len(l.Moves) < l.Score.Plies
			lines = append(lines, l)
		case m.value.hi >= least:
			sure = false
		}
	}
	return lines, sure, nil
}

// solvePart is the part of the limits, in hundredths, in which a position should be solved.
const solvePart = 60

// run finds the values of all moves, or only the best where one line is wanted, and guesses them before. A request for a depth is
// answered by guesses alone, unless that depth reaches the end.
func (r *root) run(lines int) {
	depth := r.left
	if d := r.q.Limit.Depth; d > 0 && d < r.left {
		r.within(0, 0, func() bool { return r.deepen(lines, d) })
		return
	}
	solve := func() bool { return r.solve(lines) }
	limit, nodes := r.limit, r.q.Limit.Nodes
	if !r.solvable(r.left) {
		r.within(0, r.size(nodes), func() bool { return r.deepen(lines, depth) && solve() })
		r.sort()
		r.tell(lines)
		return
	}
	// Without an idea of each move, an end of the request would leave nothing to choose by.
	if !r.known(lines) {
		r.within(guessNodes, 0, func() bool { return r.deepen(lines, depth) })
	}
	if r.within(firstNodes, firstSize, solve) {
		r.tell(lines)
		return
	}
	// What is left is for solving, but for a part in which the guesses become better where that fails.
	r.limit = limit * solvePart / 100
	if nodes > 0 {
		spent := min(nodes, r.spent())
		r.q.Limit.Nodes = spent + (nodes-spent)*solvePart/100
	}
	done := r.within(0, r.size(nodes), solve)
	r.limit, r.q.Limit.Nodes = limit, nodes
	if !done && !r.ended() {
		r.within(0, 0, func() bool { return r.deepen(lines, depth) })
	}
	r.sort()
	r.tell(lines)
}

// size returns the part of the table that so many nodes can fill, or those of the time there is; all of it where nothing bounds them. To
// empty more would take long.
func (r *root) size(nodes uint64) int {
	if nodes == 0 && r.limit > 0 {
		nodes = uint64(r.limit.Seconds() * fastest)
	}
	if nodes == 0 {
		return wholeSize
	}
	return max(bits.Len64(nodes)-2, firstSize)
}

// fastest is more than the solver visits in a second.
const fastest = 20_000_000

// known reports whether the values of the best moves are certain.
func (r *root) known(lines int) bool {
	r.sort()
	for i, m := range r.moves {
		if i < lines && m.value.lo < m.value.hi || i >= lines && m.value.hi > r.moves[lines-1].value.lo {
			return false
		}
	}
	return true
}

// solve finds the values of the best moves, and their lines. It reports false when the search was stopped.
func (r *root) solve(lines int) bool {
	if lines > 1 || r.known(lines) {
		for i := range r.moves {
			if r.moves[i].value.lo < r.moves[i].value.hi && !(lines == 1 && i > 0) {
				if r.settle(&r.moves[i]); r.state().out {
					return false
				}
			}
		}
	} else {
		// The value of the position tells that of the best move, and then it is asked which move has it.
		if r.narrow(r.at, &r.value); r.state().out {
			return false
		}
		v := r.value.lo
		for i := range r.moves {
			m := &r.moves[i]
			if m.value.lo < v && m.value.hi >= v {
				if r.ask(m, v-1); r.state().out {
					return false
				}
			}
			m.value.hi = min(m.value.hi, v)
		}
	}
	r.sort()
	for i := range lines {
		r.follow(&r.moves[i], max(followNodes, r.spent()))
	}
	return true
}

// ask finds out whether a move is worth more than alpha.
func (r *root) ask(m *rootMove, alpha int) {
	v := -r.window(m.after, -alpha-1)
	switch {
	case r.state().out:
	case v > alpha:
		m.value.lo = max(m.value.lo, v)
	default:
		m.value.hi = min(m.value.hi, v)
	}
}

// settle finds the value of a move.
func (r *root) settle(m *rootMove) {
	b := bounds{-m.value.hi, -m.value.lo}
	r.narrow(m.after, &b)
	m.value = bounds{-b.hi, -b.lo}
}

// followNodes is how many positions at least may be visited for a line, which may also take as many as its value took.
const followNodes = 100_000

// follow finds the line of a move whose value is known: both sides play the first move that is worth as much as the position. It ends
// early where that takes more than so many positions, 0 for no bound.
func (r *root) follow(m *rootMove, nodes uint64) {
	m.line = append(m.line[:0], m.col)
	if m.over || m.value.lo != m.value.hi || r.state().out {
		return
	}
	s := r.state()
	if most := s.most; nodes > 0 && (most == 0 || s.nodes+nodes < most) {
		s.most = s.nodes + nodes
		s.next = min(s.next, s.most+1)
		defer func() {
			if s.out && s.nodes > s.most && !r.ended() {
				s.out = false
			}
			s.most = most
		}()
	}
	p, v := m.after, -m.value.lo
	g := r.geometry()
	for left := r.left - 1; left > 0; left-- {
		next, at, done := p, -1, false
		can := r.canWin(p)
		for _, col := range g.columns {
			after, ok := g.play(p, col)
			if !ok || can && !r.wins(p, col) {
				continue
			}
			if done = can; done || r.most(after, -v) {
				next, at = after, col
				break
			}
		}
		if s.out || at < 0 {
			return
		}
		if m.line = append(m.line, at); done {
			return
		}
		p, v = next, -v
	}
}

// most reports whether a position is worth v at most.
func (r *root) most(p position, v int) bool {
	if w, ok := r.opening(p); ok {
		return w <= v
	}
	return r.window(p, v) <= v
}

// deepen guesses the values of the moves by searches to one depth after another. It reports false when the search was stopped.
func (r *root) deepen(lines, most int) bool {
	for d := 1; d <= most; d++ {
		best := -2 * sure
		for i := range r.moves {
			m := &r.moves[i]
			if m.over || m.value.lo == m.value.hi {
				m.next, m.atMost = m.exact(), false
			} else {
				m.next = best + 1
				if lines == 1 && i > 0 {
					m.next = -r.guess(m.after, d-1, -best-1, -best)
				}
				if m.atMost = m.next <= best; !m.atMost && !r.state().out {
					m.next = -r.guess(m.after, d-1, -2*sure, 2*sure)
				}
			}
			if r.state().out {
				// A move that turned out to be better than the best of the depth before counts.
				if i > 0 && lines == 1 && best > r.moves[0].next {
					r.promote(i)
				}
				return false
			}
			best = max(best, m.next)
		}
		for i := range r.moves {
			m := &r.moves[i]
			m.guess = m.next
			switch {
			case m.guess > sure && !m.atMost:
				m.value.lo = max(m.value.lo, m.guess-sure)
			case m.guess < -sure:
				m.value.hi = min(m.value.hi, m.guess+sure)
			}
		}
		r.depth = d
		if r.known(lines) {
			return true
		}
		for i := range lines {
			r.sketch(&r.moves[i], d)
		}
		r.tell(lines)
	}
	return true
}

// promote puts the best of the first n moves, by the depth that was not finished, in front.
func (r *root) promote(n int) {
	at := 0
	for i := range n {
		if r.moves[i].next > r.moves[at].next {
			at = i
		}
	}
	m := r.moves[at]
	copy(r.moves[1:at+1], r.moves[:at])
	r.moves[0] = m
	r.moves[0].guess = max(m.next, r.moves[1].guess)
}

// sketchDepth is how far the moves of a line that is only guessed are searched, and sketchPlies how many there are.
const (
	sketchDepth = 3
	sketchPlies = 6
)

// sketch finds a line for a move whose value is guessed.
func (r *root) sketch(m *rootMove, depth int) {
	m.line = append(m.line[:0], m.col)
	g := r.geometry()
	p := m.after
	for n := 1; n < min(depth, sketchPlies) && !m.over && g.left(p) > 0; n++ {
		can := r.canWin(p)
		if col, ok := r.remembered(p); ok && !can {
			m.line = append(m.line, col)
			p, _ = g.play(p, col)
			continue
		}
		best, at, next := -3*sure, -1, p
		for _, col := range g.columns {
			after, ok := g.play(p, col)
			if !ok || can && !r.wins(p, col) {
				continue
			}
			v := 2 * sure
			if !can {
				v = -r.guess(after, sketchDepth, -2*sure, 2*sure)
			}
			if v > best {
				best, at, next = v, col, after
			}
		}
		if r.state().out || at < 0 {
			return
		}
		if m.line = append(m.line, at); can {
			return
		}
		p = next
	}
}

// exact returns the value of a move that is certain as guess gives it.
func (m *rootMove) exact() int {
	switch v := m.value.lo; {
	case v > 0:
		return sure + v
	case v < 0:
		return -sure + v
	}
	return 0
}

// rank orders moves: those that win, the fastest first, then by the guess, and those that lose, the slowest first.
func (m *rootMove) rank() int {
	switch b := m.value; {
	case b.lo > 0:
		return 3*sure + b.lo
	case b.hi < 0:
		return -3*sure + b.hi
	case b.lo == b.hi:
		return 0
	case b.hi == 0:
		return min(m.guess, 0)
	case b.lo == 0:
		return max(m.guess, 0)
	}
	return m.guess
}

// sort puts the best moves in front. Of equal ones those whose value is certain come first.
func (r *root) sort() {
	slices.SortStableFunc(r.moves, func(a, b rootMove) int {
		return cmp.Or(b.rank()-a.rank(), a.value.hi-a.value.lo-b.value.hi+b.value.lo)
	})
}

// plies returns after how many plies a game ends that is worth v to the side to move with so many empty cells.
func plies(v, left int) int {
	last := left // the side that makes its last move then sees an even number of empty cells, or an odd one
	if v < 0 {
		v, last = -v, left-1
	}
	return left + 1 - (2*v - last&1)
}

// score returns the value of a move as others see it.
func (r *root) score(m *rootMove) ai.Score {
	b := m.value
	switch {
	case b.lo > 0:
		return ai.Score{Proved: true, Value: 1, Plies: plies(b.lo, r.left), AtMost: b.lo < b.hi}
	case b.hi < 0:
		return ai.Score{Proved: true, Value: -1, Plies: plies(b.hi, r.left), AtMost: b.lo < b.hi}
	case b.lo == b.hi:
		return ai.Score{Proved: true}
	}
	return ai.Score{Value: float64(min(max(m.guess, -sure), sure)) / 100}
}

// line returns the line of a move.
func (r *root) line(m *rootMove) ai.Line {
	l := ai.Line{Score: r.score(m)}
	if len(m.line) == 0 {
		m.line = append(m.line, m.col)
	}
	for _, c := range m.line {
		l.Moves = append(l.Moves, rules.Place(rules.Cell(c)))
	}
	return l
}

// tell reports what was found.
func (r *root) tell(lines int) {
	if r.report != nil {
		r.report(r.info(lines))
	}
}

// info returns what was found.
func (r *root) info(lines int) ai.Info {
	i := ai.Info{Depth: r.depth, Nodes: r.spent(), Time: time.Since(r.started)}
	for n := range lines {
		i.Lines = append(i.Lines, r.line(&r.moves[n]))
	}
	if i.Best = i.Lines[0]; i.Best.Score.Proved && !i.Best.Score.AtMost {
		i.Depth = r.left
	}
	if r.q.Lines <= 1 && lines == 1 {
		i.Lines = nil
	}
	return i
}

// Interface checks.
var (
	_ ai.Engine  = (*Engine)(nil)
	_ ai.Adviser = (*Engine)(nil)
	_ ai.Prover  = (*Engine)(nil)
)

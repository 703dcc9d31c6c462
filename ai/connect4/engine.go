// Package connect4 implements an engine for two-player games with falling pieces. It solves
// positions, with the distance to the end, and evaluates positions that it cannot solve by a search
// of limited depth.
package connect4

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/search"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// defaultHash is the default size of the table in megabytes.
const defaultHash = 64

// Kind is the engine type.
var Kind = ai.Kind{
	Works: works,
	Name:  "connect4", Title: "Falling pieces",
	About: "Plays connect four and similar games on any board size. Solves the position, or searches ahead if that takes too long.",
	Params: []rules.Param{
		ai.Hash(defaultHash),
		{Name: "threads", Title: "Threads", Kind: rules.Int, Min: 1, Max: 2, Default: "1"},
	},
	Plays: plays,
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		e := &Engine{solver: newSearcher(optionsOf(r)), hash: p.Int("hash")}
		if t, ok := e.solver.(threaded); ok && p.Int("threads") > 1 {
			t.useTwoThreads()
		}
		return e, nil
	},
}

// Engine solves and searches positions. It reuses its memory in the next Think, but not the
// results, so equal requests have equal results.
type Engine struct {
	solver      searcher
	hash        int
	table       *table
	setUpSearch *search.Engine // searches positions with unsupported pieces
}

// Numbers of nodes and table sizes of the searches. The first searches use a small part of the
// table, which is quickly cleared and fits into the processor's cache.
const (
	firstNodes = 100_000
	firstSize  = 15
	guessNodes = 25_000
	wholeSize  = 62
)

// rootMove is a move of the requested position and its known results.
type rootMove struct {
	col    int
	after  position
	over   bool   // the move ends the game
	value  bounds // bounds for the player who makes the move
	guess  int    // result of the last complete depth
	next   int    // result of the current depth
	atMost bool   // next is an upper bound, which does not prove a win
	line   []int  // columns of the line
}

// root is the state of a request.
type root struct {
	searcher
	q       ai.Request
	at      position
	left    int
	value   bounds
	moves   []rootMove // the best moves first
	depth   int
	nodes   uint64 // nodes of earlier searches
	ended   func() bool
	table   *table
	started time.Time
	limit   time.Duration
	report  func(ai.Info)
}

// fallback returns the engine for positions that cannot be reached by play.
func (e *Engine) fallback(q ai.Request) *search.Engine {
	if e.setUpSearch == nil {
		o, _ := search.Kind(nil).New(q.Rules, nil)
		e.setUpSearch = o.(*search.Engine)
	}
	return e.setUpSearch
}

// prepare returns the state for a request. It returns nil without an error if the fallback must be
// used.
func (e *Engine) prepare(ctx context.Context, q ai.Request) (*root, error) {
	p, err := q.Position()
	if err != nil {
		return nil, err
	}
	if p.Turn() == rules.NoPlayer {
		return nil, msg.Errorf("the game is over")
	}
	g := e.solver.geometry()
	at, ok := g.fromRules(p)
	if !ok {
		return nil, nil
	}
	*e.solver.state() = state{}
	if e.table == nil {
		e.table = newTable(e.hash)
	}
	r := &root{searcher: e.solver, q: q, at: at, table: e.table, started: time.Now(), limit: q.Limit.Span(0)}
	r.left = g.left(at)
	r.value = fullBounds(r.left)
	r.ended = func() bool {
		return ctx.Err() != nil || r.limit > 0 && time.Since(r.started) >= r.limit
	}
	can := r.canWin(at)
	for _, col := range g.columns {
		after, ok := g.play(at, col)
		if !ok {
			continue
		}
		m := rootMove{col: col, after: after, value: fullBounds(r.left)}
		v, known := r.bookValue(after)
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
	if v, ok := r.bookValue(at); ok {
		r.value = bounds{v, v}
		for i := range r.moves {
			r.moves[i].value.hi = min(r.moves[i].value.hi, v)
		}
	}
	return r, nil
}

// bookValue returns the value of a position in the book of the searcher, if it has one.
func (r *root) bookValue(p position) (int, bool) {
	if b, ok := r.searcher.(booked); ok {
		return b.bookValue(p)
	}
	return 0, false
}

// spent returns the number of nodes visited.
func (r *root) spent() uint64 { return r.nodes + r.state().nodes }

// runWithin runs the search f on a part of the table, until it is done, the given number of nodes
// is visited (0 for no limit), or the request ends. It reports whether f is done.
func (r *root) runWithin(nodes uint64, size int, f func() bool) bool {
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

// Think searches for the best move, or the q.Lines best. It returns an error if the game is over.
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

// Advise evaluates every legal move and returns their lines, the best first. It returns an error if
// the game is over.
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

// Wins returns the moves that win within the given number of plies; see ai.Prover.
func (e *Engine) Wins(ctx context.Context, q ai.Request, plies int) ([]ai.Line, bool, error) {
	r, err := e.prepare(ctx, q)
	switch {
	case err != nil:
		return nil, false, err
	case r == nil:
		return e.fallback(q).Wins(ctx, q, plies)
	}
	least := 1 // minimum value of a win within the given plies
	if plies > 0 {
		least = max(1, (r.left-plies+2)/2)
	}
	prove := func() bool {
		for i := range r.moves {
			m := &r.moves[i]
			if m.value.lo < least && m.value.hi >= least {
				r.probe(m, least-1)
			}
			if m.value.hi >= least && !r.state().out {
				r.solveMove(m)
				r.findLine(m, 0)
			}
			if r.state().out {
				return false
			}
		}
		return true
	}
	if !r.runWithin(firstNodes, firstSize, prove) {
		r.runWithin(0, r.size(q.Limit.Nodes), prove)
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

// solvePart is the percentage of the limits that is used for solving.
const solvePart = 60

// run computes the values of all moves, or only of the best if one line is requested, after
// guessing them by shallow searches. If the depth of the request does not reach the end, it only
// guesses.
func (r *root) run(lines int) {
	depth := r.left
	if d := r.q.Limit.Depth; d > 0 && d < r.left {
		r.runWithin(0, 0, func() bool { return r.deepen(lines, d) })
		return
	}
	solve := func() bool { return r.solve(lines) }
	limit, nodes := r.limit, r.q.Limit.Nodes
	if !r.solvable(r.left) {
		r.runWithin(0, r.size(nodes), func() bool { return r.deepen(lines, depth) && solve() })
		r.sort()
		r.notify(lines)
		return
	}
	// Guess each move first, because the request may end before anything is solved.
	if !r.known(lines) {
		r.runWithin(guessNodes, 0, func() bool { return r.deepen(lines, depth) })
	}
	if r.runWithin(firstNodes, firstSize, solve) {
		r.notify(lines)
		return
	}
	// Use the remaining limits for solving, except a part for improving the guesses if solving
	// fails.
	r.limit = limit * solvePart / 100
	if nodes > 0 {
		spent := min(nodes, r.spent())
		r.q.Limit.Nodes = spent + (nodes-spent)*solvePart/100
	}
	done := r.runWithin(0, r.size(nodes), solve)
	r.limit, r.q.Limit.Nodes = limit, nodes
	if !done && !r.ended() {
		r.runWithin(0, 0, func() bool { return r.deepen(lines, depth) })
	}
	r.sort()
	r.notify(lines)
}

// size returns the size of the table part that the given number of nodes can fill, or the nodes
// searched in the time limit. Without limits it returns the whole table. Clearing a larger part
// than necessary takes time.
func (r *root) size(nodes uint64) int {
	if nodes == 0 && r.limit > 0 {
		nodes = uint64(r.limit.Seconds() * maxNodesPerSecond)
	}
	if nodes == 0 {
		return wholeSize
	}
	return max(bits.Len64(nodes)-2, firstSize)
}

// maxNodesPerSecond is an upper bound on the speed of the solver.
const maxNodesPerSecond = 20_000_000

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

// solve computes the values of the best moves, and their lines. It returns false if the search was
// stopped.
func (r *root) solve(lines int) bool {
	if lines > 1 || r.known(lines) {
		for i := range r.moves {
			if r.moves[i].value.lo < r.moves[i].value.hi && !(lines == 1 && i > 0) {
				if r.solveMove(&r.moves[i]); r.state().out {
					return false
				}
			}
		}
	} else {
		// Compute the value of the position first, and then find a move with this value.
		if r.narrow(r.at, &r.value); r.state().out {
			return false
		}
		v := r.value.lo
		for i := range r.moves {
			m := &r.moves[i]
			if m.value.lo < v && m.value.hi >= v {
				if r.probe(m, v-1); r.state().out {
					return false
				}
			}
			m.value.hi = min(m.value.hi, v)
		}
	}
	r.sort()
	for i := range lines {
		r.findLine(&r.moves[i], max(lineNodes, r.spent()))
	}
	return true
}

// probe determines whether the value of a move is greater than alpha.
func (r *root) probe(m *rootMove, alpha int) {
	v := -r.window(m.after, -alpha-1)
	switch {
	case r.state().out:
	case v > alpha:
		m.value.lo = max(m.value.lo, v)
	default:
		m.value.hi = min(m.value.hi, v)
	}
}

// solveMove computes the value of a move.
func (r *root) solveMove(m *rootMove) {
	b := bounds{-m.value.hi, -m.value.lo}
	r.narrow(m.after, &b)
	m.value = bounds{-b.hi, -b.lo}
}

// lineNodes is the minimum number of nodes that may be visited for a line. If computing its value
// took more, that number is allowed.
const lineNodes = 100_000

// findLine computes the line of a move with a known value: each side plays the first move that
// preserves the value. It stops early if that takes more than the given number of nodes (0 for no
// limit).
func (r *root) findLine(m *rootMove, nodes uint64) {
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
			if done = can; done || r.isAtMost(after, -v) {
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

func (r *root) isAtMost(p position, v int) bool {
	if w, ok := r.bookValue(p); ok {
		return w <= v
	}
	return r.window(p, v) <= v
}

// deepen guesses the values of the moves by searches of increasing depth. It returns false if the
// search was stopped.
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
				// Use a move that is better than the best of the previous depth.
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
			r.guessLine(&r.moves[i], d)
		}
		r.notify(lines)
	}
	return true
}

// promote moves the best of the first n moves, according to the incomplete depth, to the front.
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

// guessLineDepth is the search depth for the moves of a guessed line, and guessLinePlies is its
// maximum length.
const (
	guessLineDepth = 3
	guessLinePlies = 6
)

// guessLine computes a line for a move with a guessed value.
func (r *root) guessLine(m *rootMove, depth int) {
	m.line = append(m.line[:0], m.col)
	g := r.geometry()
	p := m.after
	for n := 1; n < min(depth, guessLinePlies) && !m.over && g.left(p) > 0; n++ {
		can := r.canWin(p)
		if col, ok := r.tableMove(p); ok && !can {
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
				v = -r.guess(after, guessLineDepth, -2*sure, 2*sure)
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

// exact returns the certain value of a move in the encoding of guess.
func (m *rootMove) exact() int {
	switch v := m.value.lo; {
	case v > 0:
		return sure + v
	case v < 0:
		return -sure + v
	}
	return 0
}

// rank orders moves: wins (fastest first), then by the guess, then losses (slowest first).
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

// sort sorts the moves, the best first. Of equal moves, moves with certain values come first.
func (r *root) sort() {
	slices.SortStableFunc(r.moves, func(a, b rootMove) int {
		return cmp.Or(b.rank()-a.rank(), a.value.hi-a.value.lo-b.value.hi+b.value.lo)
	})
}

// plies returns the number of plies to the end of a game with value v for the side to move and left
// empty cells.
func plies(v, left int) int {
	last := left // number of empty cells before the last move of the winner has the parity of this
	if v < 0 {
		v, last = -v, left-1
	}
	return left + 1 - (2*v - last&1)
}

// score converts the value of a move to an ai.Score.
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

// notify reports the current results.
func (r *root) notify(lines int) {
	if r.report != nil {
		r.report(r.info(lines))
	}
}

// info returns the current results.
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

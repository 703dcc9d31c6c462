// Package solver solves alignment games on small boards, whose edges may be joined. It proves the
// winner and the number of plies, or a draw. If that takes too long, it falls back on the search
// shared by all games.
package solver

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"time"

	"boardstudio/ai"
	fast "boardstudio/ai/line/board"
	"boardstudio/ai/search"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Kind is the engine type.
var Kind = ai.Kind{
	Name: "solver", Title: "Solves small boards",
	About:  "Solves alignment games on small boards, also with joined edges: proves who wins, and in how many moves.",
	Params: []rules.Param{ai.Hash(128)},
	Plays:  plays,
	Works: []ai.Work{
		solve("6x5", "5", "6", "4", 1, 16_204),
		solve("5x4", "4", "5", "4", 0, 9_097),
		solve("5x5", "5", "5", "4", 0, 122_997),
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		return newEngine(r, p.Int("hash")<<20), nil
	},
}

// newEngine returns an engine with a table of size bytes.
func newEngine(r rules.Rules, size int) *Engine {
	return &Engine{board: newBoard(r), size: size, fallback: search.New(r, family)}
}

// family lets the shared search use the search board of alignment games.
var family = search.Family{Boards: func(r rules.Rules) search.Maker {
	board := fast.Maker(r)
	return func(q ai.Request) search.Board {
		if b := board(q); b != nil {
			return b
		}
		return nil
	}
}}

// solve returns the work of solving an empty board.
func solve(name, rows, cols, k string, value float64, nodes uint64) ai.Work {
	game := rules.Spec{Game: "tictactoe", Params: rules.Params{"rows": rows, "cols": cols, "k": k}}
	return ai.Work{Name: name, Game: game, Nodes: nodes, Do: func(ctx context.Context, r rules.Rules) (uint64, error) {
		e := newEngine(r, 128<<20)
		info, err := e.Think(ctx, ai.Request{Rules: r, Start: r.Start(), Limit: ai.Limit{Depth: maxCells}}, nil)
		switch s := info.Best.Score; {
		case err != nil:
		case ctx.Err() != nil:
			err = ctx.Err()
		case !s.Proved || s.Value != value:
			err = msg.Errorf("%s: unexpected score %s", name, s)
		}
		return info.Nodes, err
	}}
}

// Engine is the solver. It reuses its memory in the next Think, but not the contents.
type Engine struct {
	board    *board
	size     int
	proof    *proof
	fallback *search.Engine // evaluates positions that cannot be solved
}

// choice is a legal move and its known results.
type choice struct {
	cell  int
	worth int32 // value for both sides together
	state state
	plies int // number of plies to the win or loss
	safe  int // the move does not lose within this number of plies
	noWin int // the move does not win within this number of plies
}

type state int8

const (
	open state = iota
	wins
	loses
	draws
)

// root is the state of solving a position.
type root struct {
	*proof
	ctx            context.Context
	q              ai.Request
	began          time.Time
	span           time.Duration // time limit, or 0
	expired        bool          // the request was cancelled before the start
	me, other      uint64
	choices        []choice
	depth          int             // wins and losses within this number of plies are known
	guesses        map[int]ai.Line // lines of the fallback search for unsolved moves, by cell
	guessed        int             // depth of the fallback search
	guessNodesUsed uint64          // nodes visited by the fallback search
	notify         func()          // called when results change
}

// Nodes of the first attempt to solve the position, nodes of the following fallback search, and the
// percentage of the limits after which solving ends. The remainder is used by the fallback search.
const (
	soonNodes  = 20_000
	guessNodes = 20_000
	solvePart  = 60
)

// Think solves the q.Lines best moves of the position, as far as the limits allow. It returns an
// error if the game is over.
func (e *Engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	info := func() ai.Info {
		lines := r.lines()
		i := ai.Info{Best: lines[0], Depth: max(r.depth, r.guessed), Nodes: max(r.nodes+r.guessNodesUsed, 1), Time: time.Since(r.began)}
		if q.Lines > 1 {
			i.Lines = lines[:min(q.Lines, len(lines))]
		}
		return i
	}
	if report != nil {
		r.notify = func() { report(info()) }
	}
	r.run(e, q.Lines)
	return info(), nil
}

// lineNodes is the number of nodes that may exceed the limit in order to complete the lines.
const lineNodes = 20_000

// Advise solves the position after every legal move. It returns an error if the game is over.
func (e *Engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	r.run(e, len(r.choices))
	return r.lines(), nil
}

// run solves the given number of best moves. If the limits do not suffice, it evaluates the
// position by the fallback search. If the request has a depth, it solves to that depth.
func (r *root) run(e *Engine, lines int) {
	if r.expired {
		return
	}
	lines = min(max(lines, 1), len(r.choices))
	if l := r.q.Limit; l.Depth > 0 {
		if r.solve(l.Nodes, r.span, lines); !r.known(lines) {
			r.guess(e, lines, l.Nodes, 0)
		}
	} else {
		if r.solve(part(l.Nodes, soonNodes), r.span, lines); !r.known(lines) {
			r.guess(e, lines, part(l.Nodes, guessNodes), r.span/10)
			nodes := l.Nodes * solvePart / 100
			if l.Nodes > 0 {
				nodes = max(nodes, 1)
			}
			r.solve(nodes, r.span*solvePart/100, lines)
			if !r.known(lines) {
				r.guess(e, lines, l.Nodes, 0)
			}
		}
	}
	r.out, r.maxNodes = func() bool { return r.ctx.Err() != nil }, r.nodes+lineNodes
	r.stopped = r.out()
}

// part returns nodes, or a fifth of the limit if that is less. A limit of 0 means no limit.
func part(limit, nodes uint64) uint64 {
	if limit == 0 {
		return nodes
	}
	return max(min(nodes, limit/5), 1)
}

// left returns the number of nodes left until the total reaches nodes, and whether there are any.
// If nodes is 0, the number is unlimited and left returns 0, true.
func (r *root) left(nodes uint64) (uint64, bool) {
	spent := r.nodes + r.guessNodesUsed
	if nodes == 0 {
		return 0, true
	}
	return nodes - min(spent, nodes), spent < nodes
}

// solve continues solving until the total number of nodes reaches nodes or the time exceeds span. A
// value of 0 means no limit.
func (r *root) solve(nodes uint64, span time.Duration, lines int) {
	left, some := r.left(nodes)
	if !some {
		return
	}
	if r.maxNodes = 0; left > 0 {
		r.maxNodes = r.nodes + left
	}
	r.out = ai.Until(r.ctx, r.began, span)
	if r.stopped = r.out(); !r.stopped {
		r.deepen(r.q.Limit.Depth, lines)
	}
}

// guess evaluates moves by the fallback search until the total number of nodes reaches nodes, or
// for the given time. A value of 0 means only the limits of the request.
func (r *root) guess(e *Engine, lines int, nodes uint64, span time.Duration) {
	q := r.q
	var some bool
	if q.Limit.Nodes, some = r.left(nodes); !some || r.ctx.Err() != nil {
		return
	}
	if r.span > 0 {
		left := r.span - time.Since(r.began)
		if span == 0 || left < span {
			span = left
		}
		if span <= 0 {
			return
		}
	}
	q.Limit.Time, q.Lines = span, lines
	before := r.guessNodesUsed
	i, err := e.fallback.Think(r.ctx, q, func(i ai.Info) {
		r.guessNodesUsed = before + i.Nodes
		r.recordGuesses(i)
	})
	if err == nil {
		r.guessNodesUsed = before + i.Nodes
		r.recordGuesses(i)
	}
}

// recordGuesses stores the results of the fallback search.
func (r *root) recordGuesses(i ai.Info) {
	clear(r.guesses)
	if r.guesses == nil {
		r.guesses = map[int]ai.Line{}
	}
	for _, l := range append(i.Lines, i.Best) {
		r.guesses[int(l.Moves[0].To)] = l
	}
	r.guessed = i.Depth
	r.changed()
}

// changed notifies the caller of new results.
func (r *root) changed() {
	if r.notify != nil {
		r.notify()
	}
}

// Wins returns the winning moves; see ai.Prover.
func (e *Engine) Wins(ctx context.Context, q ai.Request, plies int) ([]ai.Line, bool, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return nil, false, err
	}
	if q.Limit.Time == 0 && !r.expired {
		r.out = func() bool { return ctx.Err() != nil }
	}
	left := bits.OnesCount64(r.all &^ (r.me | r.other))
	if plies <= 0 || plies > left {
		plies = left
	}
	for d := 1; d <= plies && !r.stopped; d += 2 {
		r.winning(d)
	}
	var lines []ai.Line
	for _, l := range r.lines() {
		if l.Score.Proved && l.Score.Value > 0 {
			lines = append(lines, l)
		}
	}
	return lines, !r.stopped, nil
}

// prepare returns the state for solving the requested position. It returns an error if the game is
// over.
func (e *Engine) prepare(ctx context.Context, q ai.Request) (*root, error) {
	p, err := q.Position()
	if err != nil {
		return nil, err
	}
	if p.Turn() == rules.NoPlayer {
		return nil, msg.Errorf("the game is over")
	}
	r := &root{ctx: ctx, q: q, began: time.Now(), span: q.Limit.Span(0)}
	for c := range e.board.cells {
		switch o := p.At(rules.Cell(c)).Owner; o {
		case rules.NoPlayer:
		case p.Turn():
			r.me |= 1 << c
		default:
			r.other |= 1 << c
		}
	}
	if e.proof == nil {
		e.proof = &proof{board: e.board}
	}
	size := e.size
	if n := q.Limit.Nodes; n > 0 && n < uint64(size)/16 {
		size = int(max(n, 64)) * 16
	}
	r.proof = e.proof
	r.nodes, r.maxNodes = 0, q.Limit.Nodes
	r.out = ai.Until(ctx, r.began, r.span)
	r.stopped = !e.proof.resize(size, r.out) || r.out()
	r.expired = r.stopped
	for m := range p.Moves() {
		c := int(m.To)
		r.choices = append(r.choices, choice{cell: c, worth: r.worth(r.me, r.other, c)})
	}
	ai.Shuffle(r.choices, q.Seed)
	slices.SortStableFunc(r.choices, func(a, b choice) int { return cmp.Compare(b.worth, a.worth) })
	return r, nil
}

// deepen searches for wins of either side within an increasing number of plies, until the given
// number of best moves is known.
func (r *root) deepen(maxDepth, lines int) {
	left := bits.OnesCount64(r.all &^ (r.me | r.other))
	if maxDepth <= 0 || maxDepth > left {
		maxDepth = left
	}
	won, lost := left-(left+1)%2, left-left%2 // the longest possible win and loss
	ruledOut := maxDepth < left
	for d := 1; d <= maxDepth && !r.stopped; d++ {
		if r.nodes > ruleOutAfter && !ruledOut {
			// Most positions without a quick win are not won at all, and proving that is faster
			// than searching ply by ply.
			ruledOut = true
			r.ruleOutWins(won, lost, lines)
		}
		if d%2 == 1 {
			r.winning(d)
		} else {
			r.losing(d, lines)
		}
		if r.stopped {
			return
		}
		r.depth = d
		for i := range r.choices {
			if c := &r.choices[i]; c.state == open && c.noWin >= won && c.safe >= lost {
				c.state = draws
			}
		}
		if r.changed(); r.known(lines) {
			return
		}
	}
}

// ruleOutAfter is the number of nodes after which ruleOutWins is called.
const ruleOutAfter = 30_000

// ruleOutWins determines which moves do not win within any number of plies, and the given number of
// moves that do not lose.
func (r *root) ruleOutWins(won, lost, lines int) {
	for i := range r.choices {
		c := &r.choices[i]
		if c.state == open && !r.defend(r.me|1<<c.cell, r.other, won-1) && !r.stopped {
			c.noWin = won
		}
	}
	for i, safe := 0, 0; i < len(r.choices) && safe < max(lines, 1); i++ {
		c := &r.choices[i]
		if c.state == open && !r.attack(r.other, r.me|1<<c.cell, lost-1) && !r.stopped {
			c.safe = lost
			safe++
		}
	}
}

// known reports whether the given number of best moves is certain: winning moves, and draws if no
// other move can win; or all moves.
func (r *root) known(lines int) bool {
	var n [draws + 1]int
	for i := range r.choices {
		n[r.choices[i].state]++
	}
	return n[wins]+n[draws] >= max(lines, 1) || n[open] == 0
}

// winning searches for moves that win within d plies.
func (r *root) winning(d int) {
	for i := range r.choices {
		c := &r.choices[i]
		if c.state != open || c.noWin >= d {
			continue
		}
		me := r.me | 1<<c.cell
		if won := r.won(me, c.cell); won || r.defend(me, r.other, d-1) {
			c.state, c.plies = wins, d
			continue
		}
		if r.stopped {
			return
		}
		c.noWin = d
	}
}

// losing searches for moves that lose within d plies, until the given number of other moves is
// found.
func (r *root) losing(d, lines int) {
	for i, safe := 0, 0; i < len(r.choices) && safe < max(lines, 1); i++ {
		c := &r.choices[i]
		switch {
		case c.state == loses:
			continue
		case c.state == open && c.safe < d && r.attack(r.other, r.me|1<<c.cell, d-1):
			c.state, c.plies = loses, d
		case r.stopped:
			return
		default:
			c.safe = max(c.safe, d)
			safe++
		}
	}
}

// lines returns the moves with their results, the best first.
func (r *root) lines() []ai.Line {
	total := int32(1)
	for i := range r.choices {
		total = max(total, r.choices[i].worth)
	}
	lines := make([]ai.Line, len(r.choices))
	for i := range r.choices {
		c, l := &r.choices[i], &lines[i]
		l.Moves = []rules.Move{rules.Place(rules.Cell(c.cell))}
		switch c.state {
		case wins:
			l.Score = ai.Score{Proved: true, Value: 1, Plies: c.plies}
		case loses:
			l.Score = ai.Score{Proved: true, Value: -1, Plies: c.plies}
		case draws:
			l.Score = ai.Score{Proved: true}
		case open:
			if g, ok := r.guesses[c.cell]; ok {
				*l = g
			} else {
				l.Score = ai.Score{Value: float64(c.worth)/float64(total) - 1}
			}
			continue
		}
		r.follow(l, c)
	}
	slices.SortStableFunc(lines, func(a, b ai.Line) int { return cmp.Compare(r.rank(&b), r.rank(&a)) })
	return lines
}

// rank orders lines: wins (fastest first), then estimated moves and draws, then moves without a
// result, then losses (slowest first).
func (r *root) rank(l *ai.Line) float64 {
	const far, unknown = 1e12, 1e11
	switch s := l.Score; {
	case s.Proved && s.Value != 0:
		return s.Value * (far - float64(s.Plies))
	case s.Proved:
		return 0
	default:
		if _, ok := r.guesses[int(l.Moves[0].To)]; !ok {
			return s.Value - unknown
		}
		return s.Value
	}
}

// follow appends the continuation of a won or lost line: the fastest win and the longest defence.
func (r *root) follow(l *ai.Line, c *choice) {
	if c.state == draws {
		return
	}
	a, d := r.me|1<<c.cell, r.other
	attacks := false
	if c.state == loses {
		a, d, attacks = d, a, true
	}
	for left := c.plies - 1; left > 0; left-- {
		next := r.next(a, d, left, attacks)
		if next < 0 {
			return
		}
		if attacks {
			a |= 1 << next
		} else {
			d |= 1 << next
		}
		l.Moves = append(l.Moves, rules.Place(rules.Cell(next)))
		attacks = !attacks
	}
}

// next returns a move with which the attacker still wins in left plies, or the defender holds out
// that long. It returns -1 if the limits do not suffice.
func (r *root) next(a, d uint64, left int, attacks bool) int {
	for x := r.all &^ (a | d); x != 0; x &= x - 1 {
		c := bits.TrailingZeros64(x)
		if attacks {
			if r.won(a|1<<c, c) || left > 1 && r.defend(a|1<<c, d, left-1) {
				return c
			}
		} else if r.attack(a, d|1<<c, left-1) && (left < 3 || !r.attack(a, d|1<<c, left-3)) {
			return c
		}
		if r.stopped {
			return -1
		}
	}
	return -1
}

// Interface checks.
var (
	_ ai.Engine  = (*Engine)(nil)
	_ ai.Adviser = (*Engine)(nil)
	_ ai.Prover  = (*Engine)(nil)
)

// Package solver solves alignment games on small boards, also on those whose edges are joined: it proves who wins and in how many plies,
// or that nobody does. Where that takes too long, it looks ahead as in every other game.
package solver

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"time"

	"boardstudio/ai"
	fast "boardstudio/ai/line"
	"boardstudio/ai/search"
	"boardstudio/msg"
	"boardstudio/rules"
)

// Kind is the engine type.
var Kind = ai.Kind{
	Name: "solver", Title: "Solves small boards",
	About:  "Proves who wins a game of rows on a small board, and in how many moves; also on boards whose edges are joined.",
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

// newEngine returns an engine with a table of so many bytes.
func newEngine(r rules.Rules, size int) *Engine {
	return &Engine{board: newBoard(r), size: size, slow: search.New(r, family)}
}

// family gives the search that all games share the board of alignment games.
var family = search.Family{Boards: func(r rules.Rules) search.Maker {
	board := fast.Maker(r)
	return func(q ai.Request) search.Board {
		if b := board(q); b != nil {
			return b
		}
		return nil
	}
}}

// solve is the work of solving an empty board.
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
			err = msg.Errorf("%s is said to be worth %s", name, s)
		}
		return info.Nodes, err
	}}
}

// Engine solves. Its memory is used again by the next Think, but nothing of what is in it.
type Engine struct {
	board *board
	size  int
	proof *proof
	slow  *search.Engine // judges what cannot be solved
}

// choice is a legal move and what is known of it.
type choice struct {
	cell  int
	worth int32 // to both sides together
	state state
	plies int // until the win or loss
	held  int // it does not lose within so many plies
	quiet int // nor win within so many
}

type state int8

const (
	open state = iota
	wins
	loses
	draws
)

// root is a position that is being solved.
type root struct {
	*proof
	ctx       context.Context
	q         ai.Request
	began     time.Time
	span      time.Duration // for all of it, 0 for no bound
	late      bool          // it was stopped before it began
	me, other uint64
	choices   []choice
	depth     int             // wins and losses within so many plies are known
	guesses   map[int]ai.Line // by cell, of those that are not solved
	guessed   int             // to which depth
	looked    uint64          // positions visited for that
	told      func()          // called when more is known
}

// The positions in which a solution is looked for before moves are judged by looking ahead, for how many that is done then, and the part of the limits, in
// hundredths, in which the position should be solved. What is left after it is for looking ahead.
const (
	soonNodes  = 20_000
	guessNodes = 20_000
	solvePart  = 60
)

// Think solves the position, the q.Lines best moves of it.
func (e *Engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	info := func() ai.Info {
		lines := r.lines()
		i := ai.Info{Best: lines[0], Depth: max(r.depth, r.guessed), Nodes: max(r.nodes+r.looked, 1), Time: time.Since(r.began)}
		if q.Lines > 1 {
			i.Lines = lines[:min(q.Lines, len(lines))]
		}
		return i
	}
	if report != nil {
		r.told = func() { report(info()) }
	}
	r.run(e, q.Lines)
	return info(), nil
}

// lineNodes is what may be searched beyond the limit so that lines are whole.
const lineNodes = 20_000

// Advise solves the position after every legal move.
func (e *Engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	r.run(e, len(r.choices))
	return r.lines(), nil
}

// run solves so many of the best moves, and judges by looking ahead what cannot be solved within the limits. A request for a depth is answered by a
// solution to that depth.
func (r *root) run(e *Engine, lines int) {
	if r.late {
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
	r.out, r.most = func() bool { return r.ctx.Err() != nil }, r.nodes+lineNodes
	r.stopped = r.out()
}

// part returns so many nodes, or a fifth of the limit where that is less; a limit of 0 is none.
func part(limit, nodes uint64) uint64 {
	if limit == 0 {
		return nodes
	}
	return max(min(nodes, limit/5), 1)
}

// left returns what is left until so many nodes are visited in all; 0 where that is no bound, false where nothing is left.
func (r *root) left(nodes uint64) (uint64, bool) {
	spent := r.nodes + r.looked
	if nodes == 0 {
		return 0, true
	}
	return nodes - min(spent, nodes), spent < nodes
}

// solve goes on solving until so many nodes are visited in all, or so much time is over; 0 for no bound.
func (r *root) solve(nodes uint64, span time.Duration, lines int) {
	left, some := r.left(nodes)
	if !some {
		return
	}
	if r.most = 0; left > 0 {
		r.most = r.nodes + left
	}
	r.out = ai.Until(r.ctx, r.began, span)
	if r.stopped = r.out(); !r.stopped {
		r.deepen(r.q.Limit.Depth, lines)
	}
}

// guess judges moves by looking ahead until so many nodes are visited in all, at most for a time; 0 for no other bounds than those of the request.
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
	before := r.looked
	i, err := e.slow.Think(r.ctx, q, func(i ai.Info) {
		r.looked = before + i.Nodes
		r.take(i)
	})
	if err == nil {
		r.looked = before + i.Nodes
		r.take(i)
	}
}

// take keeps what looking ahead has found.
func (r *root) take(i ai.Info) {
	clear(r.guesses)
	if r.guesses == nil {
		r.guesses = map[int]ai.Line{}
	}
	for _, l := range append(i.Lines, i.Best) {
		r.guesses[int(l.Moves[0].To)] = l
	}
	r.guessed = i.Depth
	r.tell()
}

// tell says that more is known.
func (r *root) tell() {
	if r.told != nil {
		r.told()
	}
}

// Wins returns the moves that win, see ai.Prover.
func (e *Engine) Wins(ctx context.Context, q ai.Request, plies int) ([]ai.Line, bool, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return nil, false, err
	}
	if q.Limit.Time == 0 && !r.late {
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

// prepare reads the position.
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
	r.nodes, r.most = 0, q.Limit.Nodes
	r.out = ai.Until(ctx, r.began, r.span)
	r.stopped = !e.proof.resize(size, r.out) || r.out()
	r.late = r.stopped
	for m := range p.Moves() {
		c := int(m.To)
		r.choices = append(r.choices, choice{cell: c, worth: r.worth(r.me, r.other, c)})
	}
	ai.Shuffle(r.choices, q.Seed)
	slices.SortStableFunc(r.choices, func(a, b choice) int { return cmp.Compare(b.worth, a.worth) })
	return r, nil
}

// deepen looks for wins of either side within more and more plies, until so many of the best moves are known.
func (r *root) deepen(most, lines int) {
	left := bits.OnesCount64(r.all &^ (r.me | r.other))
	if most <= 0 || most > left {
		most = left
	}
	won, lost := left-(left+1)%2, left-left%2 // the longest win and loss there can be
	settled := most < left
	for d := 1; d <= most && !r.stopped; d++ {
		if r.nodes > easy && !settled {
			// Most positions that are not won soon are not won at all, which takes less than going there ply by ply.
			settled = true
			r.settle(won, lost, lines)
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
			if c := &r.choices[i]; c.state == open && c.quiet >= won && c.held >= lost {
				c.state = draws
			}
		}
		if r.tell(); r.known(lines) {
			return
		}
	}
}

// easy is how many positions are searched before it is asked whether there is any win at all.
const easy = 30_000

// settle finds out which moves do not win however long it takes, and so many that do not lose.
func (r *root) settle(won, lost, lines int) {
	for i := range r.choices {
		c := &r.choices[i]
		if c.state == open && !r.defend(r.me|1<<c.cell, r.other, won-1) && !r.stopped {
			c.quiet = won
		}
	}
	for i, held := 0, 0; i < len(r.choices) && held < max(lines, 1); i++ {
		c := &r.choices[i]
		if c.state == open && !r.attack(r.other, r.me|1<<c.cell, lost-1) && !r.stopped {
			c.held = lost
			held++
		}
	}
}

// known reports whether so many of the best moves are known for certain: those that win, and, when that is not open for any, those that
// draw; or all moves.
func (r *root) known(lines int) bool {
	var n [draws + 1]int
	for i := range r.choices {
		n[r.choices[i].state]++
	}
	return n[wins]+n[draws] >= max(lines, 1) || n[open] == 0
}

// winning looks for moves that win within d plies.
func (r *root) winning(d int) {
	for i := range r.choices {
		c := &r.choices[i]
		if c.state != open || c.quiet >= d {
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
		c.quiet = d
	}
}

// losing looks for moves after which the other wins within d-1 plies, d plies from here, until so many moves are left that do not lose so.
func (r *root) losing(d, lines int) {
	for i, held := 0, 0; i < len(r.choices) && held < max(lines, 1); i++ {
		c := &r.choices[i]
		switch {
		case c.state == loses:
			continue
		case c.state == open && c.held < d && r.attack(r.other, r.me|1<<c.cell, d-1):
			c.state, c.plies = loses, d
		case r.stopped:
			return
		default:
			c.held = max(c.held, d)
			held++
		}
	}
}

// lines returns the moves with what is known of them, the best first.
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

// rank orders lines: wins, the fastest first, then what is judged and draws, then what nothing is known of, then losses, the slowest first.
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

// follow writes the rest of a line that wins or loses: the fastest win and the longest defence.
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

// next returns a move with which the attacker still wins in left plies, or with which the defender still holds out so long; -1 where the
// limits do not let it be found.
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

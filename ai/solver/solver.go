// Package solver solves alignment games on small boards, also on those whose edges are joined: it proves who wins and in how many plies,
// or that nobody does.
package solver

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"time"

	"boardstudio/ai"
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
		solve("6x5", "5", "6", "4", 1, 106_575),
		solve("5x4", "4", "5", "4", 0, 2_728_755),
		solve("5x5", "5", "5", "4", 0, 122_972_284),
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		return &Engine{board: newBoard(r), size: p.Int("hash") << 20}, nil
	},
}

// solve is the work of solving an empty board.
func solve(name, rows, cols, k string, value float64, nodes uint64) ai.Work {
	game := rules.Spec{Game: "tictactoe", Params: rules.Params{"rows": rows, "cols": cols, "k": k}}
	return ai.Work{Name: name, Game: game, Nodes: nodes, Do: func(ctx context.Context, r rules.Rules) (uint64, error) {
		e := &Engine{board: newBoard(r), size: 128 << 20}
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
	me, other uint64
	choices   []choice
	depth     int // wins and losses within so many plies are known
}

// Think solves the position, the q.Lines best moves of it.
func (e *Engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	began := time.Now()
	r, err := e.prepare(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	info := func() ai.Info {
		lines := r.lines()
		i := ai.Info{Best: lines[0], Depth: r.depth, Nodes: max(r.nodes, 1), Time: time.Since(began)}
		if q.Lines > 1 {
			i.Lines = lines[:min(q.Lines, len(lines))]
		}
		return i
	}
	r.deepen(q.Limit.Depth, q.Lines, func() {
		if report != nil {
			report(info())
		}
	})
	r.most += r.nodes + lineNodes
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
	r.deepen(q.Limit.Depth, len(r.choices), func() {})
	return r.lines(), nil
}

// Wins returns the moves that win, see ai.Prover.
func (e *Engine) Wins(ctx context.Context, q ai.Request, plies int) ([]ai.Line, bool, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return nil, false, err
	}
	if q.Limit.Time == 0 {
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
	r := &root{}
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
	e.proof.resize(size)
	r.proof = e.proof
	r.nodes, r.most, r.stopped = 0, q.Limit.Nodes, false
	r.out = ai.Until(ctx, time.Now(), q.Limit.Span(0))
	r.stopped = r.out()
	for m := range p.Moves() {
		c := int(m.To)
		r.choices = append(r.choices, choice{cell: c, worth: r.worth(r.me, r.other, c)})
	}
	ai.Shuffle(r.choices, q.Seed)
	slices.SortStableFunc(r.choices, func(a, b choice) int { return cmp.Compare(b.worth, a.worth) })
	return r, nil
}

// deepen looks for wins of either side within more and more plies, until so many of the best moves are known.
func (r *root) deepen(most, lines int, each func()) {
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
		if each(); r.known(lines) {
			return
		}
	}
}

// easy is how many positions are searched before it is asked whether there is any win at all.
const easy = 500_000

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
	rank := func(c *choice) int {
		switch c.state {
		case wins:
			return 1000 - c.plies
		case loses:
			return c.plies - 1000
		}
		return 0
	}
	list := slices.Clone(r.choices)
	slices.SortStableFunc(list, func(a, b choice) int { return rank(&b) - rank(&a) })
	total := int32(1)
	for i := range list {
		total = max(total, list[i].worth)
	}
	lines := make([]ai.Line, len(list))
	for i := range list {
		c := &list[i]
		l := &lines[i]
		l.Moves = []rules.Move{rules.Place(rules.Cell(c.cell))}
		switch c.state {
		case wins:
			l.Score = ai.Score{Proved: true, Value: 1, Plies: c.plies}
		case loses:
			l.Score = ai.Score{Proved: true, Value: -1, Plies: c.plies}
		case draws:
			l.Score = ai.Score{Proved: true}
		case open:
			l.Score = ai.Score{Value: float64(c.worth)/float64(total) - 1}
			continue
		}
		r.follow(l, c)
	}
	return lines
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

// Package deep contains an engine for Othello on 8×8. It combines a midgame search with a learnt
// evaluation and an exact endgame search.
package deep

import (
	"context"
	"math/bits"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/ai/othello/bitboard"
	"boardstudio/ai/othello/pattern"
	"boardstudio/rules"
	"boardstudio/rules/othello"
	"boardstudio/text/msg"
)

// Name is the name of the engine.
const Name = "othello"

// Kind describes the engine "othello".
var Kind = ai.Kind{
	Name: Name, Title: "Othello, learnt",
	About: "Searches with an evaluation learnt from self-play, and plays the end exactly.",
	Params: []rules.Param{
		ai.Hash(64),
		{Name: "threads", Title: "Threads", Kind: rules.Int, Min: 1, Max: 64, Default: "1"},
	},
	Plays: plays,
	New: func(_ rules.Rules, p rules.Params) (ai.Engine, error) {
		return &Engine{hash: p.Int("hash"), threads: p.Int("threads")}, nil
	},
	Works: works,
}

func plays(r rules.Rules) error {
	s := r.Spec()
	if s.Game != othello.Game.Name || s.Params.Int("size") != 8 || s.Params["goal"] != "most" || s.Params["start"] == "open" {
		return msg.Errorf("it plays Othello on 8×8 only, where most discs win")
	}
	return nil
}

// Engine is the Othello engine. It reuses its memory for the next call of Think, but no results, so
// that equal requests get equal answers.
type Engine struct {
	hash, threads int
	table         *table
	workers       []*worker
}

// Of returns p as a board of the engine, and the side to move.
func Of(p rules.Position) (b bitboard.Board, side int) {
	side = int(max(p.Turn(), 0))
	for c := range 64 {
		switch p.At(rules.Cell(c)).Owner {
		case rules.Player(side):
			b.Own |= 1 << c
		case rules.Player(1 - side):
			b.Other |= 1 << c
		}
	}
	return b, side
}

// moveOf converts a cell to a move of the rules, and bitboard.None to a pass.
func moveOf(c int) rules.Move {
	if c == bitboard.None {
		return rules.Pass
	}
	return rules.Place(rules.Cell(c))
}

// search is the processing of one request.
type search struct {
	e           *Engine
	q           ai.Request
	root        root
	legal       []rules.Move
	began       time.Time
	lines       int
	reportLines bool // more than the best line is reported
	stop        func(nodes uint64) bool
	expired     bool // stopped before the search started
	helpers     *helpers
}

// prepare sets up the search for q.
func (e *Engine) prepare(ctx context.Context, q ai.Request) (*search, error) {
	p, err := q.Position()
	if err != nil {
		return nil, err
	}
	s := &search{e: e, q: q, legal: slices.Collect(p.Moves()), began: time.Now()}
	if len(s.legal) == 0 {
		return nil, msg.Errorf("the game is over")
	}
	over := ai.Until(ctx, s.began, q.Limit.Span(len(s.legal)))
	s.expired = !e.prepareMemory(q.Limit.Nodes, over)
	s.stop = func(nodes uint64) bool { return q.Limit.Nodes > 0 && nodes >= q.Limit.Nodes || over() }
	w := e.workers[0]
	w.shouldStop = s.stop
	b, side := Of(p)
	s.root.w = w
	if s.legal[0] == rules.Pass {
		s.root.set(b.Pass(), 1-side, nil)
		return s, nil
	}
	var cells []int
	ai.Shuffle(s.legal, q.Seed)
	for _, m := range s.legal {
		cells = append(cells, int(m.To))
	}
	s.root.set(b, side, cells)
	return s, nil
}

// prepareMemory provides an empty table and the workers. The table is not larger than the number of
// nodes requires. It reports false if it was stopped early.
func (e *Engine) prepareMemory(nodes uint64, stop func() bool) (ok bool) {
	mb := e.hash
	if nodes > 0 {
		mb = min(mb, 1+int(nodes>>14)) // 64 bytes per position
	}
	if e.table == nil || e.table.mb() != 1<<(bits.Len(uint(mb))-1) {
		e.table = newTable(mb)
	}
	ok = e.table.empty(stop)
	e.table.shared = e.threads > 1
	for len(e.workers) < e.threads {
		e.workers = append(e.workers, &worker{weights: pattern.Learnt()})
	}
	for _, w := range e.workers {
		w.table = e.table
		w.reset()
	}
	return ok
}

// Think searches for the best move, or for the q.Lines best moves.
func (e *Engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	s, err := e.prepare(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	s.reportLines = q.Lines > 1
	s.run(q.Lines, report)
	return s.info(), nil
}

// Advise searches every legal move and returns their lines, the best move first. The limits of q
// apply to all moves together.
func (e *Engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	s, err := e.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	s.reportLines = true
	// Only complete iterations are used, because an incomplete one would mix two depths.
	var done []ai.Line
	s.run(len(s.legal), func(i ai.Info) { done = i.Lines })
	if done == nil {
		done = s.info().Lines
	}
	return done, nil
}

// Start loads the weights, which takes about 0.1 s the first time.
func (e *Engine) Start(ctx context.Context) error {
	pattern.Learnt()
	return ctx.Err()
}

// run searches for the best lines.
func (s *search) run(lines int, report func(ai.Info)) {
	s.lines = min(max(lines, 1), len(s.legal))
	depth := maxPlies
	if d := s.q.Limit.Depth; d > 0 {
		depth = d
	}
	if s.legal[0] == rules.Pass {
		s.afterPass(max(depth-1, 1))
		return
	}
	s.root.notify = func(*root) {
		if report != nil {
			report(s.info())
		}
	}
	if s.expired {
		return
	}
	s.startHelpers(depth)
	s.root.run(depth, s.lines)
	s.helpers.end()
}

// afterPass searches the position after a pass, for its value.
func (s *search) afterPass(depth int) {
	r := &s.root
	var cells []int
	for m := r.at.board.Moves(); m != 0; m &= m - 1 {
		cells = append(cells, bits.TrailingZeros64(m))
	}
	r.set(r.at.board, r.at.side, cells)
	if s.expired {
		return
	}
	s.startHelpers(depth)
	r.run(depth, 1)
	s.helpers.end()
}

// info returns the current results. The caller may keep the returned value.
func (s *search) info() ai.Info {
	i := ai.Info{Depth: s.root.depth, Nodes: s.root.w.nodes + s.helpers.nodes(), Time: time.Since(s.began)}
	if s.legal[0] == rules.Pass {
		l := s.line(0)
		l.Moves = append([]rules.Move{rules.Pass}, l.Moves...)
		l.Score = l.Score.Opposite()
		i.Best = l
		i.Depth++
		if s.reportLines {
			i.Lines = []ai.Line{l}
		}
		return i
	}
	i.Best = s.line(0)
	if s.reportLines {
		for n := range s.lines {
			i.Lines = append(i.Lines, s.line(n))
		}
	}
	return i
}

// line returns the line that begins with a root move.
func (s *search) line(n int) ai.Line {
	r := &s.root
	c := &r.choices[n]
	var l ai.Line
	if len(c.line) == 0 || c.line[0] != c.cell {
		l.Moves = []rules.Move{moveOf(c.cell)}
	} else {
		for _, x := range c.line {
			l.Moves = append(l.Moves, moveOf(x))
		}
	}
	switch {
	case c.proved(r.at.empty):
		l.Score = ai.Score{Proved: true, Value: float64(sign(c.value)), Margin: c.value}
	case c.depth == 0:
		l.Score.Value = float64(-c.key) / pattern.Unit
	default:
		l.Score.Value = float64(c.value)
	}
	return l
}

func sign(v int) int {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// Interface checks.
var (
	_ ai.Engine  = (*Engine)(nil)
	_ ai.Adviser = (*Engine)(nil)
	_ ai.Starter = (*Engine)(nil)
)

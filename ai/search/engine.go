package search

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Sizes of the table in bits: the default, the size for exact engines, and the minimum.
const (
	usualTable = 18
	exactTable = 15
	leastTable = 10
)

// Family provides knowledge about a family of games. Either function may be nil, and returns nil
// for the rules of other games.
type Family struct {
	// Boards returns a Maker for the rules. It is called once for each engine.
	Boards func(rules.Rules) Maker
	// Estimate returns an evaluation function like Board.Eval, for positions without a special
	// board.
	Estimate func(rules.Rules) func(rules.Position, rules.Player) int
}

// Boards returns a Maker for the rules. It uses the first family that supports them, else boards of
// positions.
func Boards(r rules.Rules, families ...Family) Maker {
	var own Maker
	var estimate func(rules.Position, rules.Player) int
	for _, f := range families {
		if f.Boards != nil && own == nil {
			own = f.Boards(r)
		}
		if f.Estimate != nil && estimate == nil {
			estimate = f.Estimate(r)
		}
	}
	return func(q ai.Request) Board {
		if own != nil {
			if b := own(q); b != nil {
				return b
			}
		}
		p, err := q.Position()
		if err != nil {
			return nil
		}
		return NewPositions(q.Rules, p, estimate)
	}
}

// Kind returns the engine type "alphabeta", which is benchmarked with works and knows more about
// these families. For other games it uses the knowledge of positions: Estimator, Scorer or Holder.
func Kind(works []ai.Work, families ...Family) *ai.Kind {
	return &ai.Kind{
		Name: "alphabeta", Title: "Looks ahead",
		About: "Searches as deep as time allows, best moves first, and prunes lines that cannot matter.",
		Plays: ai.Any, Works: works,
		New: func(r rules.Rules, _ rules.Params) (ai.Engine, error) { return New(r, families...), nil },
	}
}

// New returns an engine for the rules, with the knowledge of these families.
func New(r rules.Rules, families ...Family) *Engine { return &Engine{boards: Boards(r, families...)} }

// Engine is an alpha-beta engine. It reuses its memory between calls of Think but not the results,
// so the same request gets the same answer.
type Engine struct {
	exact  bool
	boards Maker
	table  *table
	bits   int // size of the table; 0 to derive it from the node limit
}

// WrapBoards returns an engine that searches the boards of e wrapped by wrap.
func (e *Engine) WrapBoards(wrap func(Maker) Maker) ai.Engine {
	return &Engine{exact: e.exact, boards: wrap(e.maker())}
}

// Exact returns an engine that searches all moves of the boards to the same depth. With more than
// two players, each plays for itself (max^n). For a request with seed 0, equal moves are in the
// order of the rules. The engine keeps its results between calls of Think. Boards with different
// estimates therefore need different hashes.
func Exact(boards Maker) *Engine {
	return &Engine{exact: true, boards: boards, table: newTable(exactTable)}
}

// board returns the board for the position of q, and that position.
func (e *Engine) board(q ai.Request) (Board, rules.Position, error) {
	p, err := q.Position()
	if err != nil {
		return nil, nil, err
	}
	if b := e.maker()(q); b != nil {
		return b, p, nil
	}
	return NewPositions(q.Rules, p, nil), p, nil
}

// maker returns the Maker of the engine's boards.
func (e *Engine) maker() Maker {
	if e.boards != nil {
		return e.boards
	}
	return Boards(nil)
}

// Think searches for the best move, or for the q.Lines best. It returns an error if the history of
// q is illegal.
func (e *Engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	r.report, r.early = report, true
	r.run(depth(q), q.Lines)
	lines := min(max(q.Lines, 1), len(r.moves))
	return r.info(lines), nil
}

// Advise searches every legal move and returns their lines, best first. The limits of q apply to
// all of them together.
func (e *Engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	// Use only complete depths: each one sorts the moves again, and an incomplete one would mix two
	// depths.
	var done []ai.Line
	r.report = func(i ai.Info) { done = i.Lines }
	r.run(depth(q), len(r.moves))
	if done == nil {
		for _, m := range r.moves {
			done = append(done, m.Line)
		}
	}
	return done, nil
}

// prepare returns the search for q.
func (e *Engine) prepare(ctx context.Context, q ai.Request) (*root, error) {
	b, p, err := e.board(q)
	if err != nil {
		return nil, err
	}
	n := 0
	for range p.Moves() {
		n++
	}
	if n == 0 {
		return nil, msg.Errorf("the game is over")
	}
	s := &searcher{exact: e.exact, b: b, me: p.Turn(), players: q.Rules.Players(), maxNodes: q.Limit.Nodes}
	if n, ok := b.(Selective); ok {
		s.wide = n.Width()
	}
	s.distances, _ = b.(DistanceBounder)
	s.scored, _ = b.(Scored)
	s.historian, _ = b.(Historian)
	s.orderer, _ = b.(Orderer)
	s.out = ai.Until(ctx, time.Now(), q.Limit.Span(n))
	if !e.exact {
		var ok bool
		e.table, ok = fresh(e.table, cmp.Or(e.bits, bitsFor(q.Limit.Nodes)), s.out)
		s.stopped = !ok
	}
	s.table = e.table
	order := rand.New(rand.NewPCG(q.Seed, 2)).Perm(n)
	if e.exact && q.Seed == 0 {
		slices.Sort(order)
	}
	return newRoot(s, q, p, order), nil
}

// bitsFor returns the size of the table for the given number of nodes. 0 nodes means no limit.
func bitsFor(nodes uint64) int {
	if nodes == 0 {
		return usualTable
	}
	return min(max(bits.Len64(nodes), leastTable), usualTable)
}

// fresh returns an empty table of the given size. It reuses t if it has that size; t may be nil. It
// returns false if stop interrupted the clearing.
func fresh(t *table, size int, stop func() bool) (*table, bool) {
	if t == nil || len(t.slots) != 1<<size {
		return newTable(size), true
	}
	return t, t.clear(stop)
}

// depth returns the number of plies to search.
func depth(q ai.Request) int {
	if q.Limit.Depth > 0 {
		return min(q.Limit.Depth, maxPly)
	}
	return maxPly
}

// Interface checks.
var (
	_ ai.Engine  = (*Engine)(nil)
	_ ai.Adviser = (*Engine)(nil)
)

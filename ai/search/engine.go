package search

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/msg"
	"boardstudio/rules"
)

// The sizes of the table, in bits: usual, of an exact engine, and the least.
const (
	usualTable = 18
	exactTable = 15
	leastTable = 10
)

// Family is what the search is told about a family of games. Either function
// may be nil, and returns nil for rules of other games.
type Family struct {
	// Boards prepares the making of boards, once for each engine.
	Boards func(rules.Rules) Maker
	// Estimate returns a function that estimates as Board.Eval does, for the
	// positions that have no board of their own.
	Estimate func(rules.Rules) func(rules.Position, rules.Player) int
}

// Boards returns what makes boards for the rules: those of the family that knows them, else boards of positions.
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
		return newPositions(q.Rules, p, estimate)
	}
}

// Kind returns the engine type "alphabeta", which is measured by these works and knows more about these families. About other
// games it knows what their positions tell: an Estimator, a Scorer or a Holder.
func Kind(works []ai.Work, families ...Family) *ai.Kind {
	return &ai.Kind{
		Name: "alphabeta", Title: "Looks ahead",
		About: "Looks ahead as far as its time allows, the best moves first, and leaves out what cannot matter.",
		Plays: ai.Any, Works: works,
		New: func(r rules.Rules, _ rules.Params) (ai.Engine, error) { return New(r, families...), nil },
	}
}

// New returns an engine for the rules, which knows more about these families.
func New(r rules.Rules, families ...Family) *Engine { return &Engine{boards: Boards(r, families...)} }

// Engine searches. It reuses its memory from one Think to the next, but none of
// the results, so that the same request gets the same answer.
type Engine struct {
	exact  bool
	boards Maker
	table  *table
	bits   int // the size of the table; 0 for what the limit of nodes asks for
}

// Through returns an engine that searches the boards that wrap makes of those of e.
func (e *Engine) Through(wrap func(Maker) Maker) ai.Engine {
	return &Engine{exact: e.exact, boards: wrap(e.maker())}
}

// Exact returns an engine that searches all moves of the boards equally deeply, and, where more than two
// play, takes each player to play for itself (max^n). A request with seed 0 has equal moves in the order of the rules. The engine
// keeps what it found from one Think to the next, so boards that estimate differently need different hashes.
func Exact(boards Maker) *Engine {
	return &Engine{exact: true, boards: boards, table: newTable(exactTable)}
}

// board returns the board on which the engine searches the position of q, and that position.
func (e *Engine) board(q ai.Request) (Board, rules.Position, error) {
	p, err := q.Position()
	if err != nil {
		return nil, nil, err
	}
	if b := e.maker()(q); b != nil {
		return b, p, nil
	}
	return newPositions(q.Rules, p, nil), p, nil
}

// maker returns what makes the boards of the engine.
func (e *Engine) maker() Maker {
	if e.boards != nil {
		return e.boards
	}
	return Boards(nil)
}

// Think searches for the best move, or for the q.Lines best.
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

// Advise searches every legal move and returns their lines, the best first. The
// limits of q hold for all of them together.
func (e *Engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	// Each depth orders the moves anew, and one cut short would mix two depths.
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

// prepare makes the search that q asks for.
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
	if n, ok := b.(Narrower); ok {
		s.wide = n.Wide()
	}
	s.racer, _ = b.(Racer)
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

// bitsFor returns how large a table so many nodes need, 0 for no bound.
func bitsFor(nodes uint64) int {
	if nodes == 0 {
		return usualTable
	}
	return min(max(bits.Len64(nodes), leastTable), usualTable)
}

// fresh returns an empty table of that size: t, which may be nil, if it has it. It reports false when stop ended that before the table was empty.
func fresh(t *table, size int, stop func() bool) (*table, bool) {
	if t == nil || len(t.slots) != 1<<size {
		return newTable(size), true
	}
	return t, t.clear(stop)
}

// depth is how many plies to look ahead.
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

// Package deep contains an engine for awale that searches deeply on a compact board of two words,
// with endgame tables.
package deep

import (
	"context"
	"runtime/debug"
	"strconv"
	"time"

	"boardstudio/ai"
	fast "boardstudio/ai/awale"
	"boardstudio/ai/awale/endgame"
	"boardstudio/ai/awale/pits"
	"boardstudio/ai/search"
	"boardstudio/internal/memo"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/text/msg"
)

// Kind is the engine type of the deep awale search.
var Kind = ai.Kind{
	Name: "awale", Title: "Awale",
	About: "Searches deeply in awale, and uses endgame tables.",
	Params: []rules.Param{
		ai.Hash(64),
		{Name: "seeds", Title: "Seeds of the endgame tables", Kind: rules.Int, Min: 0, Max: endgame.Most, Default: "18"},
	},
	Plays: pits.Fits,
	Works: works,
	Build: &ai.Build{
		About: "Compute the result of every position of awale with at most the given number of seeds on the board, with best play by both sides.",
		Size:  rules.Param{Name: "seeds", Title: "Seeds", Kind: rules.Int, Min: 1, Max: endgame.Most, Default: strconv.Itoa(defaultSeeds)},
		Do:    makeTables,
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		return newEngine(r, uint64(p.Int("hash"))<<20/entrySize, p.Int("seeds"))
	},
}

// newEngine returns an engine with a transposition table of the given number of entries and endgame
// tables with up to the given number of seeds.
func newEngine(r rules.Rules, entries uint64, seeds int) (*Engine, error) {
	g, err := pits.New(r)
	if err != nil {
		return nil, err
	}
	e := &Engine{fallback: search.New(r, family), rules: g, entries: entries, seeds: seeds, weights: &starvedWeights}
	if r.Spec().Params.On("mustFeed") {
		e.weights = &fedWeights
	}
	return e, nil
}

// family makes the general search use the fast board of package awale.
var family = search.Family{Boards: func(rules.Rules) search.Maker {
	return func(q ai.Request) search.Board {
		if b := fast.NewBoard(q); b != nil {
			return b
		}
		return nil
	}
}}

// defaultSeeds is the number of seeds of the tables that are built automatically.
const defaultSeeds = 12

// Engine is the awale engine. It reuses its memory for the next call of Think, but no results, so
// that equal requests get equal answers.
type Engine struct {
	fallback *search.Engine // proves wins, and searches positions with more seeds than pits.MaxSeeds
	rules    *pits.Rules
	weights  *weights
	entries  uint64 // maximum size of the transposition table
	seeds    int    // maximum number of seeds of the endgame tables
	ends     *endgame.Table
	search   *searcher
}

// Think searches for the best move, or for the q.Lines best moves.
func (e *Engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	if r == nil {
		return e.fallback.Think(ctx, q, report)
	}
	r.report = report
	if !e.withFaultRecovery(func() { r.run(depth(q), q.Lines) }) {
		return e.Think(ctx, q, report)
	}
	return r.info(min(max(q.Lines, 1), len(r.moves))), nil
}

// Advise searches every legal move and returns their lines, the best move first. The limits of q
// apply to all moves together.
func (e *Engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return e.fallback.Advise(ctx, q)
	}
	// Only complete depths are used, because every depth reorders the moves.
	var done []ai.Line
	r.report = func(i ai.Info) {
		if len(i.Lines) == len(r.moves) || len(r.moves) == 1 {
			done = i.Lines
		}
	}
	if !e.withFaultRecovery(func() { r.run(depth(q), len(r.moves)) }) {
		return e.Advise(ctx, q)
	}
	if done == nil {
		for _, m := range r.moves {
			done = append(done, m.asLine())
		}
	}
	return done, nil
}

// withFaultRecovery calls f, which reads endgame tables from a file that is mapped into memory. It
// reports false if a read failed because the file was truncated in the meantime. In this case the
// engine stops using endgame tables.
func (e *Engine) withFaultRecovery(f func()) (ok bool) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		x := recover()
		if x == nil {
			return
		}
		if _, fault := x.(interface{ Addr() uintptr }); !fault || e.ends == nil {
			panic(x)
		}
		e.ends, e.seeds = nil, 0
	}()
	f()
	return true
}

// Wins returns the moves that win within the given number of plies.
func (e *Engine) Wins(ctx context.Context, q ai.Request, plies int) (wins []ai.Line, sure bool, err error) {
	return e.fallback.Wins(ctx, q, plies)
}

// prepare sets up the search for q. It returns nil if the position has too many seeds.
func (e *Engine) prepare(ctx context.Context, q ai.Request) (*root, error) {
	at, err := q.Position()
	if err != nil {
		return nil, err
	}
	p, ok := at.(awale.Position)
	switch {
	case !ok:
		return nil, msg.Errorf("this engine plays awale only")
	case p.Turn() == rules.NoPlayer:
		return nil, msg.Errorf("the game is over")
	}
	seeds := 0
	for c := range q.Rules.Board().Cells {
		seeds += int(p.At(rules.Cell(c)).Count)
	}
	if seeds > pits.MaxSeeds {
		return nil, nil
	}
	limit := q.Limit.Span(0)
	began := time.Now()
	e.tables(ctx, limit/2)
	s := e.search
	if s == nil {
		s = &searcher{rules: e.rules, weights: e.weights, round: uint64(128-e.rules.Round()) * ones}
		e.search = s
	}
	s.ends, s.endSeeds = e.ends, -1
	if e.ends != nil {
		s.endSeeds = min(e.ends.Seeds, e.seeds)
	}
	s.nodes, s.guesses, s.stopped, s.maxNodes, s.past, s.history = 0, 0, false, q.Limit.Nodes, s.past[:0], [2][pits.MaxHalf]int32{}
	for i := range s.line {
		s.line[i].killers = [2]uint8{none, none}
	}
	entries := e.entries
	if n := q.Limit.Nodes; n > 0 {
		entries = min(entries, 2*n)
	}
	s.expired = func() bool { return ctx.Err() != nil || limit > 0 && time.Since(began) >= limit }
	if s.table == nil || len(s.table.slots) != size(entries) {
		s.table = newTable(entries)
	} else if !s.table.next(s.expired) {
		s.stopped = true
	}
	r := newRoot(s, p, q.Seed)
	limit = q.Limit.Span(len(r.moves))
	return r, nil
}

// depth returns the depth of the search in plies.
func depth(q ai.Request) int {
	if q.Limit.Depth > 0 {
		return min(q.Limit.Depth, maxPly)
	}
	return maxPly
}

// jobFor returns the job that builds the tables for rules. It starts the job at the first call.
var jobFor = memo.Func(func(g pits.Rules) *job {
	j := &job{done: make(chan struct{})}
	go func() {
		defer close(j.done)
		j.table = tables(&g)
	}()
	return j
})

// job is a running or finished construction of endgame tables. table is set before done is closed.
type job struct {
	done  chan struct{}
	table *endgame.Table
}

// tables finds the endgame tables, and builds them when they are needed for the first time. It
// waits until they are ready, ctx is done, or the time is over. A limit of 0 means no time limit.
// If the tables are not ready, this search runs without them, and a later search may use them.
func (e *Engine) tables(ctx context.Context, limit time.Duration) {
	if e.ends != nil || e.seeds == 0 {
		return
	}
	j := jobFor(*e.rules)
	var timeout <-chan time.Time
	if limit > 0 {
		t := time.NewTimer(limit)
		defer t.Stop()
		timeout = t.C
	}
	select {
	case <-j.done:
		e.ends = j.table
	default:
		select {
		case <-j.done:
			e.ends = j.table
		case <-ctx.Done():
		case <-timeout:
		}
	}
}

// tables returns the largest table that exists. If that has fewer than defaultSeeds seeds, it
// builds one with defaultSeeds seeds.
func tables(g *pits.Rules) *endgame.Table {
	dir, err := endgame.Folder()
	if err != nil {
		t, _ := endgame.Build(context.Background(), g, defaultSeeds, nil, nil)
		return t
	}
	t, _ := endgame.LoadOrBuild(context.Background(), dir, g, defaultSeeds)
	return t
}

// makeTables builds a table with the given number of seeds, unless it exists.
func makeTables(ctx context.Context, r rules.Rules, seeds int, notify func(done int)) (path string, err error) {
	g, err := pits.New(r)
	if err != nil {
		return "", err
	}
	dir, err := endgame.Folder()
	if err != nil {
		return "", err
	}
	return endgame.Ensure(ctx, dir, g, seeds, notify)
}

// Start finds or builds the endgame tables.
func (e *Engine) Start(ctx context.Context) error {
	e.tables(ctx, 0)
	return ctx.Err()
}

var (
	_ ai.Engine  = (*Engine)(nil)
	_ ai.Adviser = (*Engine)(nil)
	_ ai.Prover  = (*Engine)(nil)
	_ ai.Starter = (*Engine)(nil)
)

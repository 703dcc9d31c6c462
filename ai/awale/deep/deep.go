// Package deep plays awale by looking ahead on two words, with tables of the endgame.
package deep

import (
	"context"
	"runtime/debug"
	"strconv"
	"sync"
	"time"

	"boardstudio/ai"
	fast "boardstudio/ai/awale"
	"boardstudio/ai/awale/endgame"
	"boardstudio/ai/awale/pits"
	"boardstudio/ai/search"
	"boardstudio/msg"
	"boardstudio/rules"
	"boardstudio/rules/awale"
)

// Kind is the engine type.
var Kind = ai.Kind{
	Name: "awale", Title: "Awale",
	About: "Looks far ahead in awale, and knows by heart how games with few seeds end.",
	Params: []rules.Param{
		ai.Hash(64),
		{Name: "seeds", Title: "Seeds of the endgame tables", Kind: rules.Int, Min: 0, Max: endgame.Most, Default: "18"},
	},
	Plays: pits.Fits,
	Works: works,
	Build: &ai.Build{
		About: "Work out how the player to move ends up in every position of awale with so many seeds on the board or fewer, with the best play of both.",
		Size:  rules.Param{Name: "seeds", Title: "Seeds", Kind: rules.Int, Min: 1, Max: endgame.Most, Default: strconv.Itoa(ready)},
		Do:    makeTables,
	},
	New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
		return newEngine(r, uint64(p.Int("hash"))<<20/entrySize, p.Int("seeds"))
	},
}

// newEngine returns an engine with a table of so many positions and endgame tables of so many seeds at most.
func newEngine(r rules.Rules, entries uint64, seeds int) (*Engine, error) {
	g, err := pits.New(r)
	if err != nil {
		return nil, err
	}
	e := &Engine{slow: search.New(r, family), rules: g, entries: entries, seeds: seeds, weights: &starvedWeights}
	if r.Spec().Params.On("mustFeed") {
		e.weights = &fedWeights
	}
	return e, nil
}

// family gives the search that all games share the board of this one.
var family = search.Family{Boards: func(rules.Rules) search.Maker {
	return func(q ai.Request) search.Board {
		if b := fast.NewBoard(q); b != nil {
			return b
		}
		return nil
	}
}}

// ready is how many seeds the tables have that are built when they are needed.
const ready = 12

// Engine plays awale. It keeps its memory from one Think to the next, but none of the results, so that the same request gets the same answer.
type Engine struct {
	slow    *search.Engine // proves which moves win, and plays with more seeds than fit here
	rules   *pits.Rules
	weights *weights
	entries uint64 // of the table of positions, at most
	seeds   int    // of the endgame tables, at most
	ends    *endgame.Table
	search  *searcher
}

// Think searches for the best move, or for the q.Lines best.
func (e *Engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	if r == nil {
		return e.slow.Think(ctx, q, report)
	}
	r.report = report
	if !e.whole(func() { r.run(depth(q), q.Lines) }) {
		return e.Think(ctx, q, report)
	}
	return r.info(min(max(q.Lines, 1), len(r.moves))), nil
}

// Advise searches every legal move and returns their lines, the best first. The limits of q hold for all of them together.
func (e *Engine) Advise(ctx context.Context, q ai.Request) ([]ai.Line, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return nil, err
	}
	if r == nil {
		return e.slow.Advise(ctx, q)
	}
	// Each depth orders the moves anew, and one cut short would mix two depths.
	var done []ai.Line
	r.report = func(i ai.Info) {
		if len(i.Lines) == len(r.moves) || len(r.moves) == 1 {
			done = i.Lines
		}
	}
	if !e.whole(func() { r.run(depth(q), len(r.moves)) }) {
		return e.Advise(ctx, q)
	}
	if done == nil {
		for _, m := range r.moves {
			done = append(done, m.told())
		}
	}
	return done, nil
}

// whole calls f, which looks endgames up in a file that is mapped into memory. It reports false when somebody has cut the file off meanwhile: the engine does
// without the tables from then on.
func (e *Engine) whole(f func()) (ok bool) {
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

// Wins returns the moves that win within so many plies.
func (e *Engine) Wins(ctx context.Context, q ai.Request, plies int) (wins []ai.Line, sure bool, err error) {
	return e.slow.Wins(ctx, q, plies)
}

// prepare makes the search that q asks for; nil where the position does not fit.
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
	s.out = func() bool { return ctx.Err() != nil || limit > 0 && time.Since(began) >= limit }
	if s.table == nil || len(s.table.slots) != size(entries) {
		s.table = newTable(entries)
	} else if !s.table.next(s.out) {
		s.stopped = true
	}
	r := newRoot(s, p, q.Seed)
	limit = q.Limit.Span(len(r.moves))
	return r, nil
}

// depth is how many plies to look ahead.
func depth(q ai.Request) int {
	if q.Limit.Depth > 0 {
		return min(q.Limit.Depth, maxPly)
	}
	return maxPly
}

// building are the tables that are being built, by rules: one at a time for each.
var building struct {
	sync.Mutex
	tables map[string]*job
}

// job builds a table.
type job struct {
	done  chan struct{}
	table *endgame.Table
}

// tables finds the endgame tables, which are built the first time they are needed. It waits for that until ctx is done or the time is over, 0 for as long as
// it takes: this search does without them then, and the next may have them.
func (e *Engine) tables(ctx context.Context, limit time.Duration) {
	if e.ends != nil || e.seeds == 0 {
		return
	}
	building.Lock()
	j := building.tables[e.rules.Name]
	if j == nil {
		if building.tables == nil {
			building.tables = map[string]*job{}
		}
		j = &job{done: make(chan struct{})}
		building.tables[e.rules.Name] = j
		go func() {
			defer close(j.done)
			j.table = tables(e.rules)
		}()
	}
	building.Unlock()
	var late <-chan time.Time
	if limit > 0 {
		t := time.NewTimer(limit)
		defer t.Stop()
		late = t.C
	}
	select {
	case <-j.done:
		e.ends = j.table
	default:
		select {
		case <-j.done:
			e.ends = j.table
		case <-ctx.Done():
		case <-late:
		}
	}
}

// tables returns the largest table that there is, at least the one that is built without asking.
func tables(g *pits.Rules) *endgame.Table {
	dir, err := endgame.Folder()
	if err != nil {
		t, _ := endgame.Build(context.Background(), g, ready, nil, nil)
		return t
	}
	t, _ := endgame.Make(context.Background(), dir, g, ready)
	return t
}

// makeTables makes the table with so many seeds, or finds that there is one with as many.
func makeTables(ctx context.Context, r rules.Rules, seeds int, tell func(done int)) (path string, err error) {
	g, err := pits.New(r)
	if err != nil {
		return "", err
	}
	dir, err := endgame.Folder()
	if err != nil {
		return "", err
	}
	return endgame.Keep(ctx, dir, g, seeds, tell)
}

// Start makes the endgame tables ready.
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

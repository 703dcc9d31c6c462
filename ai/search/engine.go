package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"boardstudio/ai"
	"boardstudio/msg"
	"boardstudio/rules"
)

// level is how well an engine plays.
type level struct {
	title msg.Key
	depth int           // plies, 0 = no bound
	time  time.Duration // used when the request sets no limit
	slips float64       // the share of moves played without thinking
	table int           // size of the table, in bits
}

var levels = []level{
	{"Very easy", 1, 100 * time.Millisecond, 0.4, 10},
	{"Easy", 2, 200 * time.Millisecond, 0.2, 12},
	{"Medium", 3, 400 * time.Millisecond, 0.05, 14},
	{"Hard", 6, 700 * time.Millisecond, 0, 16},
	{"Expert", 0, time.Second, 0, 18},
}

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

// Kind returns the engine type "alphabeta", which knows more about these families. About other
// games it knows what their positions tell: an Estimator, a Scorer or a Holder.
func Kind(families ...Family) *ai.Kind {
	k := &ai.Kind{
		Name: "alphabeta", Title: "Looks ahead",
		About:  "Looks ahead as far as its time allows, the best moves first, and leaves out what cannot matter.",
		Params: []rules.Param{{Name: "level", Title: "Level", Kind: rules.Choice, Default: strconv.Itoa(len(levels))}},
		Plays:  ai.Any,
		New: func(r rules.Rules, p rules.Params) (ai.Engine, error) {
			l := min(max(p.Int("level"), 1), len(levels))
			return &Engine{level: levels[l-1], boards: Boards(r, families...)}, nil
		},
	}
	for i, l := range levels {
		k.Params[0].Options = append(k.Params[0].Options, rules.Option{Name: strconv.Itoa(i + 1), Title: l.title})
	}
	return k
}

// Engine searches. It reuses its memory from one Think to the next, but none of
// the results, so that the same request gets the same answer.
type Engine struct {
	exact  bool
	level  level
	boards Maker
	table  *table
}

// Exact returns an engine that searches all moves of the boards equally deeply, and, where more than two
// play, takes each player to play for itself (max^n). A request with seed 0 has equal moves in the order of the rules. The engine
// keeps what it found from one Think to the next, so boards that estimate differently need different hashes.
func Exact(boards Maker) *Engine {
	return &Engine{exact: true, boards: boards, table: newTable(exactTable)}
}

// exactTable is the size of the table of an exact engine, in bits.
const exactTable = 15

// board returns the board on which the engine searches the position of q, and that position.
func (e *Engine) board(q ai.Request) (Board, rules.Position, error) {
	p, err := q.Position()
	if err != nil {
		return nil, nil, err
	}
	if e.boards != nil {
		if b := e.boards(q); b != nil {
			return b, p, nil
		}
	}
	return newPositions(q.Rules, p, nil), p, nil
}

// Think searches for the best move, or for the q.Lines best.
func (e *Engine) Think(ctx context.Context, q ai.Request, report func(ai.Info)) (ai.Info, error) {
	r, err := e.prepare(ctx, q)
	if err != nil {
		return ai.Info{}, err
	}
	r.report = report
	rnd := rand.New(rand.NewPCG(q.Seed, 1))
	if slip := rnd.Float64() < e.level.slips; slip && q.Lines <= 1 {
		r.moves = []rootMove{r.moves[rnd.IntN(len(r.moves))]}
		r.wide, r.some = 1, true
	}
	r.run(e.depth(q), q.Lines)
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
	r.report = func(i ai.Info) {
		if len(i.Lines) == len(r.moves) {
			done = i.Lines
		}
	}
	r.run(e.depth(q), len(r.moves))
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
	if e.table == nil {
		e.table = newTable(e.level.table)
	}
	if !e.exact {
		e.table.clear()
	}
	s := &searcher{exact: e.exact, b: b, me: p.Turn(), players: q.Rules.Players(), table: e.table, maxNodes: q.Limit.Nodes}
	if n, ok := b.(Narrower); ok {
		s.wide = n.Wide()
	}
	s.racer, _ = b.(Racer)
	s.orderer, _ = b.(Orderer)
	limit := e.time(q.Limit, n)
	deadline := time.Now().Add(limit)
	s.out = func() bool {
		return ctx.Err() != nil || limit > 0 && !time.Now().Before(deadline)
	}
	order := rand.New(rand.NewPCG(q.Seed, 2)).Perm(n)
	if e.exact && q.Seed == 0 {
		slices.Sort(order)
	}
	return newRoot(s, q, p, order), nil
}

// time is how long to think, 0 for no bound. The level's own time holds where
// the request sets no limit, and below the highest level also where it sets a longer time.
func (e *Engine) time(l ai.Limit, moves int) time.Duration {
	t := l.Time
	if l == (ai.Limit{}) || e.level.depth > 0 && t > e.level.time {
		t = e.level.time
	}
	if moves == 1 && l.Depth == 0 && l.Nodes == 0 {
		t /= 10 // there is nothing to choose
	}
	return t
}

func (e *Engine) depth(q ai.Request) int {
	d := maxPly
	for _, bound := range []int{q.Limit.Depth, e.level.depth} {
		if bound > 0 {
			d = min(d, bound)
		}
	}
	return d
}

// Interface checks.
var (
	_ ai.Engine  = (*Engine)(nil)
	_ ai.Adviser = (*Engine)(nil)
)

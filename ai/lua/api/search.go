package api

import (
	"context"
	"math"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai"
	"boardstudio/ai/lua/stdlib"
	"boardstudio/ai/search"
	"boardstudio/rules"
)

// The score of a won position, minus one for each ply until the win, and the largest score that a
// script can give.
const (
	won       = 1e6
	maxScore  = 1e5
	maxSearch = 64 // largest depth of a search in plies
	nodeSteps = 16 // cost of a position, in addition to that of the move
)

// lookahead searches with functions of the script.
type lookahead struct {
	engine      *search.Engine
	eval, order *lua.LFunction
	salt        uint64 // changes hashes when the functions change, since stored results depend on them
}

// lookahead returns the best move of p and its score, found within the limit with the functions
// eval and order. Only order may be nil. report is called with results so far, and stop from time
// to time; both may be nil. With seed 0, the first of equal moves is best.
func (g *Game) lookahead(p rules.Position, eval, order *lua.LFunction, limit ai.Limit, seed uint64, stop func() bool, report func(ai.Info)) (ai.Info, error) {
	s := &g.search
	if s.engine == nil {
		s.engine = search.Exact(func(q ai.Request) search.Board {
			return &estimated{search.NewPositions(q.Rules, q.Start, g.estimate), g}
		})
	}
	if s.eval != eval || s.order != order {
		s.eval, s.order = eval, order
		s.salt += 0x9e3779b97f4a7c15
	}
	return s.engine.Think(leash{context.Background(), stop}, ai.Request{Rules: g.Rules, Start: p, Limit: limit, Seed: seed}, report)
}

// leash is a context that ends when stop returns true.
type leash struct {
	context.Context
	stop func() bool
}

func (l leash) Err() error {
	if l.stop != nil && l.stop() {
		return context.Canceled
	}
	return nil
}

// estimated is the engine's board. The script estimates its positions and orders their moves.
type estimated struct {
	*search.Positions
	g *Game
}

// Over reports a known result as the end, since the margin of a win does not matter.
func (b *estimated) Over() (bool, rules.Players, int) {
	r := b.Top().Result()
	return r.Known(), r.Winners, 0
}

func (b *estimated) Most() int { return 0 }

func (b *estimated) Hash() uint64 { return b.Positions.Hash() ^ b.g.search.salt }

func (b *estimated) Play(mv rules.Move) bool {
	b.g.Budget.Step(nodeSteps)
	b.g.played()
	return b.Positions.Play(mv)
}

func (b *estimated) Order(moves []rules.Move, scores []int32) ([]rules.Move, []int32) {
	g, p := b.g, b.Top()
	if g.search.order == nil {
		return moves, scores
	}
	moves, scores = moves[:0], scores[:0]
	for i, v := range g.Ordered(p, g.search.order) {
		moves, scores = append(moves, g.orderedMove(p, v, g.search.order)), append(scores, int32(-i))
	}
	return moves, scores
}

// estimate asks the script for the score of p for who. With two players, it asks for the player to
// move.
func (g *Game) estimate(p rules.Position, who rules.Player) int {
	asked := who
	if g.Rules.Players() == 2 {
		asked = p.Turn()
	}
	l, eval := g.Thread(), g.search.eval
	answer := stdlib.Call(l, eval, g.Position(p), lua.LNumber(asked+1))
	v, ok := answer.(lua.LNumber)
	if !ok || math.IsNaN(float64(v)) {
		g.Wrong = eval.Proto
		stdlib.Raise(l, "evaluate returned %s, which is not a number", stdlib.Show(answer))
	}
	if asked != who {
		v = -v
	}
	return coded(float64(v))
}

// The engine compares 24-bit integers. The leading bits of a float32 are such an integer, and have
// the same order. They represent integers up to 1<<18 exactly, and other numbers with 17 bits after
// the first.
const (
	codedShift = 6        // dropped bits of a float32
	codedLeast = 16 << 17 // smaller numbers count as 0
)

func coded(v float64) int {
	n := max(0, int(math.Float32bits(float32(min(math.Abs(v), maxScore)))>>codedShift)-codedLeast)
	if v < 0 {
		return -n
	}
	return n
}

// valueOf converts a score of the engine to a score of scripts.
func valueOf(s ai.Score) float64 {
	if s.Proved {
		return s.Value * (won - float64(s.Plies))
	}
	n := math.Round(s.Value * 100)
	if n == 0 {
		return 0
	}
	return math.Copysign(float64(math.Float32frombits(uint32(math.Abs(n)+codedLeast)<<codedShift)), n)
}

// key returns the key of p for tables.
func key(p rules.Position) uint64 {
	if h, ok := p.(rules.Historian); ok {
		return h.History()
	}
	return p.Hash()
}

// searchMargin is how long before its time limit a search ends, since the processor may be busy
// with other work.
const searchMargin = 150 * time.Millisecond

// Think searches for a script that evaluates, with its functions eval and order; order may be nil.
// It calls found with a legal move. Then it calls found with the best move of each deeper search
// that was completed, or began with a better move. It ends before the limit, the time of the call,
// and most instructions are reached.
func (g *Game) Think(p rules.Position, eval, order *lua.LFunction, limit ai.Limit, most uint64, found func(mv rules.Move, score float64, depth int)) error {
	n := 0
	for mv := range p.Moves() {
		if n++; n > 1 {
			break
		}
		found(mv, 0, 0)
	}
	if n == 1 {
		return nil
	}
	b, hard := g.Budget, g.Budget.Limit
	until := max(hard*8/10, hard-searchMargin)
	if limit == (ai.Limit{}) {
		until = hard / 2
	}
	limit.Time = max(until-time.Since(b.Start), 1)
	if limit.Depth <= 0 || limit.Depth > maxSearch {
		limit.Depth = maxSearch
	}
	var seed uint64
	if order == nil { // the seed makes games against the same opponent differ
		seed = g.Random.Uint64() | 1
	}
	report := func(i ai.Info) { found(i.Best.Moves[0], valueOf(i.Best.Score), i.Depth) }
	stop := func() bool { return b.Steps >= most/10*9 || b.Stopped() }
	info, err := g.lookahead(p, eval, order, limit, seed, stop, report)
	if err == nil {
		report(info)
	}
	return err
}

// Ordered asks a function of the script for the moves of p, best first.
func (g *Game) Ordered(p rules.Position, order *lua.LFunction) []lua.LValue {
	l := g.Thread()
	answer := stdlib.Call(l, order, g.Position(p), g.Moves(p))
	t, ok := answer.(*lua.LTable)
	if !ok || t.Len() == 0 {
		g.Wrong = order.Proto
		if ok {
			stdlib.Raise(l, "order returned an empty list")
		}
		stdlib.Raise(l, "order returned %s, which is not a list of moves", stdlib.Show(answer))
	}
	n := min(t.Len(), len(g.labels)+1)
	g.Budget.Step(n)
	vs := make([]lua.LValue, n)
	for i := range vs {
		vs[i] = t.RawGetInt(i + 1)
	}
	return vs
}

// orderedMove parses a move returned by the function order.
func (g *Game) orderedMove(p rules.Position, v lua.LValue, order *lua.LFunction) rules.Move {
	if s, ok := v.(lua.LString); ok {
		if mv, ok := g.ReadMove(string(s)); ok && rules.Legal(p, mv) {
			return mv
		}
	}
	g.Wrong = order.Proto
	stdlib.Raise(g.Thread(), "order returned %s, which is not a legal move", stdlib.Show(v))
	return rules.Move{}
}

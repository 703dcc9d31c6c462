package script

import (
	"context"
	"math"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai"
	"boardstudio/ai/search"
	"boardstudio/rules"
)

// What positions are worth whose result is known, less one for each ply until there, and the most that estimates of scripts count.
const (
	won       = 1e6
	maxWorth  = 1e5
	nodeSteps = 16 // of the budget, for a position beside what playing there takes
)

// lookahead searches with functions of the script.
type lookahead struct {
	engine      *search.Engine
	eval, order *lua.LFunction
	salt        uint64 // of hashes, another one for other functions: what the engine remembers holds for these
}

// forget ends the memory of earlier calls.
func (s *lookahead) forget() { s.eval, s.order = nil, nil }

// lookahead returns the best move of p and what it is worth, found within the limit with the functions eval, not nil,
// and order. report is told what is known so far, stop asked now and then whether to end; both may be nil. With seed 0 the first of
// equal moves counts.
func (m *Machine) lookahead(p rules.Position, eval, order *lua.LFunction, limit ai.Limit, seed uint64, stop func() bool, report func(ai.Info)) (ai.Info, error) {
	s := &m.search
	if s.engine == nil {
		s.engine = search.Exact(func(q ai.Request) search.Board {
			return &estimated{search.NewPositions(q.Rules, q.Start, m.estimate), m}
		})
	}
	if s.eval != eval || s.order != order {
		s.eval, s.order = eval, order
		s.salt += 0x9e3779b97f4a7c15
	}
	return s.engine.Think(leash{context.Background(), stop}, ai.Request{Rules: m.rules, Start: p, Limit: limit, Seed: seed}, report)
}

// leash ends when stop says so.
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

// estimated is the board of the engine: the script estimates its positions and orders their moves.
type estimated struct {
	search.Positions
	m *Machine
}

// Over reports that nothing is left to find out: a win is a win, by whatever margin.
func (b *estimated) Over() (bool, rules.Players, int) {
	r := b.Top().Result()
	return r.Known(), r.Winners, 0
}

func (b *estimated) Most() int { return 0 }

func (b *estimated) Hash() uint64 { return b.Positions.Hash() ^ b.m.search.salt }

func (b *estimated) Play(mv rules.Move) bool {
	b.m.budget.step(nodeSteps)
	b.m.played()
	return b.Positions.Play(mv)
}

func (b *estimated) Order(moves []rules.Move, worth []int32) ([]rules.Move, []int32) {
	m, p := b.m, b.Top()
	if m.search.order == nil {
		return moves, worth
	}
	moves, worth = moves[:0], worth[:0]
	for i, v := range m.ordered(p, m.search.order) {
		moves, worth = append(moves, m.orderedMove(p, v, m.search.order)), append(worth, int32(-i))
	}
	return moves, worth
}

// estimate asks the script what p is worth to who; with two players it is asked for the one to move.
func (m *Machine) estimate(p rules.Position, who rules.Player) int {
	asked := who
	if m.rules.Players() == 2 {
		asked = p.Turn()
	}
	l, eval := m.thread(), m.search.eval
	l.Push(eval)
	l.Push(m.position(p))
	l.Push(lua.LNumber(asked + 1))
	l.Call(2, 1)
	v, ok := l.Get(-1).(lua.LNumber)
	if !ok || math.IsNaN(float64(v)) {
		bad := show(l.Get(-1))
		m.at = eval.Proto
		raise(l, "evaluate returned %s, which is not a number", bad)
	}
	l.Pop(1)
	if asked != who {
		v = -v
	}
	return coded(float64(v))
}

// The engine compares whole numbers of 24 bits. The first bits of a float are such a number, and in the same order: these
// hold whole numbers up to 1<<18, and keep of others 17 bits behind the first.
const (
	codedShift = 6        // bits of a float32 that are left out
	codedLeast = 16 << 17 // numbers below this one count as 0
)

func coded(v float64) int {
	n := max(0, int(math.Float32bits(float32(min(math.Abs(v), maxWorth)))>>codedShift)-codedLeast)
	if v < 0 {
		return -n
	}
	return n
}

// valueOf returns what a score of the engine is worth.
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

// key returns under which number p is remembered.
func key(p rules.Position) uint64 {
	if h, ok := p.(rules.Historian); ok {
		return h.History()
	}
	return p.Hash()
}

// searchMargin is how long before the end of its time a search ends: the processor may be
// busy with something else just then.
const searchMargin = 150 * time.Millisecond

// think searches for a script that evaluates, and answers the best move of the deepest
// search that was completed, or that began with a better move.
func (m *Machine) think(p rules.Position, limit ai.Limit, a *Answer) error {
	n := 0
	for a.Move = range p.Moves() {
		if n++; n > 1 {
			break
		}
	}
	if n == 1 {
		return nil
	}
	b, hard := m.budget, m.budget.limit
	until := max(hard*8/10, hard-searchMargin)
	if limit == (ai.Limit{}) {
		until = hard / 2
	}
	limit.Time = max(until-time.Since(b.start), 1)
	if limit.Depth <= 0 || limit.Depth > maxSearch {
		limit.Depth = maxSearch
	}
	var seed uint64
	if m.order == nil { // games against the same opponent differ by the seed
		seed = m.random.Uint64() | 1
	}
	found := func(i ai.Info) {
		a.Move, a.Score, a.Depth = i.Best.Moves[0], valueOf(i.Best.Score), i.Depth
	}
	stop := func() bool { return b.steps >= m.opt.Instructions/10*9 || b.stopped.Load() != nil }
	info, err := m.lookahead(p, m.evaluate, m.order, limit, seed, stop, found)
	if err == nil {
		found(info)
	}
	return err
}

// ordered asks a function of the script for the moves of p, the best first.
func (m *Machine) ordered(p rules.Position, order *lua.LFunction) []lua.LValue {
	l := m.thread()
	l.Push(order)
	l.Push(m.position(p))
	l.Push(m.moves(p))
	l.Call(2, 1)
	t, ok := l.Get(-1).(*lua.LTable)
	if !ok || t.Len() == 0 {
		m.at = order.Proto
		if ok {
			raise(l, "order returned an empty list")
		}
		raise(l, "order returned %s, which is no list of moves", show(l.Get(-1)))
	}
	l.Pop(1)
	n := min(t.Len(), len(m.labels)+1)
	m.budget.step(n)
	vs := make([]lua.LValue, n)
	for i := range vs {
		vs[i] = t.RawGetInt(i + 1)
	}
	return vs
}

// orderedMove reads a move that the function order returned.
func (m *Machine) orderedMove(p rules.Position, v lua.LValue, order *lua.LFunction) rules.Move {
	if s, ok := v.(lua.LString); ok {
		if mv, ok := m.readMove(string(s)); ok && rules.Legal(p, mv) {
			return mv
		}
	}
	m.at = order.Proto
	raise(m.thread(), "order returned %s, which is not a legal move", show(v))
	return rules.Move{}
}

package script

import (
	"math"
	"slices"
	"time"

	lua "github.com/yuin/gopher-lua"

	"boardstudio/ai"
	"boardstudio/rules"
)

// What positions are worth whose result is known, less one for each ply until there. What
// scripts estimate is less than any of these.
const (
	won     = 1e6
	mostWon = won / 2 // more than this is a known result
)

// searcher looks ahead: by alpha-beta with two players, else each player for itself (max^n).
// Values are for the player to move. It remembers positions for one call of the script.
type searcher struct {
	m           *Machine
	eval, order *lua.LFunction
	table       []slot
	age         uint32
	history     []int // how often a move to or from a cell was best
	nodes, most uint64
	until       time.Time // zero for no end
	steps       uint64    // the instructions at which to end, 0 for none
	stopped     bool
}

// slot is what is remembered of a position.
type slot struct {
	key   uint64
	value float64
	move  rules.Move
	age   uint32
	depth int8
	bound int8 // 0 exact, 1 at least, -1 at most
}

const slotBits = 16

// forget ends the memory of earlier calls.
func (s *searcher) forget() { s.eval, s.order = nil, nil }

// prepare makes s search with the functions given, eval may not be nil.
func (s *searcher) prepare(eval, order *lua.LFunction) {
	if s.table == nil {
		s.table = make([]slot, 1<<slotBits)
		s.history = make([]int, len(s.m.labels))
	}
	if s.eval != eval || s.order != order {
		s.eval, s.order = eval, order
		s.age++
		clear(s.history)
	}
	s.nodes, s.most, s.until, s.steps, s.stopped = 0, 0, time.Time{}, 0, false
}

// visit counts a position, and reports whether the search goes on.
func (s *searcher) visit() bool {
	s.nodes++
	b := s.m.budget
	b.step(16)
	switch {
	case s.stopped:
	case s.most > 0 && s.nodes >= s.most, s.steps > 0 && b.steps >= s.steps, b.stopped.Load() != nil && s.steps > 0:
		s.stopped = true
	case !s.until.IsZero() && s.nodes&3 == 0 && time.Now().After(s.until):
		s.stopped = true
	}
	return !s.stopped
}

// known returns what a decided position is worth to who, after ply plies.
func known(r rules.Result, who rules.Player, ply int) float64 {
	switch {
	case r.Winners.Has(who):
		return won - float64(ply)
	case r.Winners != 0:
		return float64(ply) - won
	}
	return 0
}

// estimate asks the script what p is worth to who.
func (s *searcher) estimate(p rules.Position, who rules.Player) float64 {
	l := s.m.thread()
	l.Push(s.eval)
	l.Push(s.m.position(p))
	l.Push(lua.LNumber(who + 1))
	l.Call(2, 1)
	v, ok := l.Get(-1).(lua.LNumber)
	if !ok || math.IsNaN(float64(v)) {
		bad := show(l.Get(-1))
		s.m.at = s.eval.Proto
		raise(l, "evaluate returned %s, which is not a number", bad)
	}
	l.Pop(1)
	return min(max(float64(v), -mostWon/5), mostWon/5)
}

// key returns under which number p is remembered.
func key(p rules.Position) uint64 {
	if h, ok := p.(rules.Historian); ok {
		return h.History()
	}
	return p.Hash()
}

// sorted returns the moves of p, those that were good before first.
func (s *searcher) sorted(p rules.Position, first rules.Move, depth int) []rules.Move {
	if s.order != nil && depth > 1 {
		var moves []rules.Move
		for _, v := range s.m.ordered(p, s.order) {
			moves = append(moves, s.m.orderedMove(p, v, s.order))
		}
		return front(moves, first)
	}
	moves := make([]rules.Move, 0, 16)
	for mv := range p.Moves() {
		moves = append(moves, mv)
	}
	if depth > 1 {
		slices.SortStableFunc(moves, func(a, b rules.Move) int { return s.good(b) - s.good(a) })
	}
	return front(moves, first)
}

// front moves one of the moves to the front.
func front(moves []rules.Move, first rules.Move) []rules.Move {
	if i := slices.Index(moves, first); i > 0 {
		copy(moves[1:i+1], moves[:i])
		moves[0] = first
	}
	return moves
}

// spot returns the cell under which a move is remembered.
func spot(mv rules.Move) rules.Cell { return max(mv.From, mv.To) }

func (s *searcher) good(mv rules.Move) int {
	if c := spot(mv); c >= 0 {
		return s.history[c]
	}
	return 0
}

// alphabeta returns what p is worth to the player to move, and its best move.
func (s *searcher) alphabeta(p rules.Position, depth, ply int, alpha, beta float64) (float64, rules.Move) {
	var best rules.Move
	if !s.visit() {
		return 0, best
	}
	who := p.Turn()
	if depth <= 0 {
		return s.estimate(p, who), best
	}
	k := key(p)
	at := &s.table[k>>(64-slotBits)]
	if at.key == k && at.age == s.age {
		best = at.move
		if v := fromTable(at.value, ply); int(at.depth) >= depth && ply > 0 &&
			(at.bound == 0 || at.bound > 0 && v >= beta || at.bound < 0 && v <= alpha) {
			return v, best
		}
	}
	value, low := math.Inf(-1), alpha
	for _, mv := range s.sorted(p, best, depth) {
		v, ok := s.child(p, who, mv, depth, ply, alpha, beta)
		if !ok || s.stopped {
			break
		}
		if v > value {
			value, best = v, mv
		}
		if alpha = max(alpha, v); alpha >= beta {
			if c := spot(mv); c >= 0 {
				s.history[c] += depth * depth
			}
			break
		}
	}
	if s.stopped {
		return value, best
	}
	*at = slot{key: k, value: toTable(value, ply), move: best, age: s.age, depth: int8(depth)}
	switch {
	case value >= beta:
		at.bound = 1
	case value <= low:
		at.bound = -1
	}
	return value, best
}

// child returns what a move is worth to who, who makes it in p.
func (s *searcher) child(p rules.Position, who rules.Player, mv rules.Move, depth, ply int, alpha, beta float64) (float64, bool) {
	q, err := s.m.made(p, mv)
	if err != nil {
		return 0, false
	}
	if r := q.Result(); r.Known() {
		return known(r, who, ply+1), true
	}
	if q.Turn() == who {
		v, _ := s.alphabeta(q, depth-1, ply+1, alpha, beta)
		return v, true
	}
	v, _ := s.alphabeta(q, depth-1, ply+1, -beta, -alpha)
	return -v, true
}

// Known results are remembered by how far they are from the position, not from the root.
func toTable(v float64, ply int) float64 {
	switch {
	case v > mostWon:
		return v + float64(ply)
	case v < -mostWon:
		return v - float64(ply)
	}
	return v
}

func fromTable(v float64, ply int) float64 {
	switch {
	case v > mostWon:
		return v - float64(ply)
	case v < -mostWon:
		return v + float64(ply)
	}
	return v
}

// maxn returns what p is worth to each player when everybody plays for himself.
func (s *searcher) maxn(p rules.Position, depth, ply int) ([]float64, rules.Move) {
	var best rules.Move
	n := s.m.rules.Players()
	if !s.visit() {
		return make([]float64, n), best
	}
	if depth <= 0 {
		worth := make([]float64, n)
		for i := range worth {
			worth[i] = s.estimate(p, rules.Player(i))
		}
		return worth, best
	}
	who := p.Turn()
	var most []float64
	for _, mv := range s.sorted(p, best, depth) {
		worth, ok := s.worth(p, mv, depth, ply)
		if !ok || s.stopped {
			break
		}
		if most == nil || worth[who] > most[who] {
			most, best = worth, mv
		}
		if most[who] >= won-float64(ply)-1 {
			break // no other move wins sooner
		}
	}
	if most == nil {
		most = make([]float64, n)
	}
	return most, best
}

// worth returns what a move made in p is worth to each player.
func (s *searcher) worth(p rules.Position, mv rules.Move, depth, ply int) ([]float64, bool) {
	q, err := s.m.made(p, mv)
	if err != nil {
		return nil, false
	}
	r := q.Result()
	if !r.Known() {
		worth, _ := s.maxn(q, depth-1, ply+1)
		return worth, true
	}
	worth := make([]float64, s.m.rules.Players())
	for i := range worth {
		worth[i] = known(r, rules.Player(i), ply+1)
	}
	return worth, true
}

// look returns what p is worth to the player to move, and the best move.
func (s *searcher) look(p rules.Position, depth int) (float64, rules.Move) {
	if s.m.rules.Players() > 2 {
		worth, best := s.maxn(p, depth, 0)
		if who := p.Turn(); who != rules.NoPlayer {
			return worth[who], best
		}
		return 0, best
	}
	return s.alphabeta(p, depth, 0, math.Inf(-1), math.Inf(1))
}

// searchMargin is how long before the end of its time a search ends: the processor may be
// busy with something else just then.
const searchMargin = 150 * time.Millisecond

// think searches deeper and deeper for a script that evaluates, and answers the best
// move of the deepest search that was completed, or that began with a better move.
func (m *Machine) think(p rules.Position, limit ai.Limit, a *Answer) {
	s, hard := m.search, m.budget.limit
	s.prepare(m.evaluate, m.order)
	moves := s.sorted(p, rules.Move{}, 2)
	if m.order == nil { // games against the same opponent differ by the seed
		m.random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	}
	a.Move = moves[0]
	if len(moves) == 1 {
		return
	}
	s.most = limit.Nodes
	s.until = m.budget.start.Add(max(hard*8/10, hard-searchMargin))
	if limit.Time <= 0 && limit.Depth == 0 && limit.Nodes == 0 {
		s.until = m.budget.start.Add(hard / 2)
	}
	s.steps = m.opt.Instructions / 10 * 9
	depth := limit.Depth
	if depth <= 0 || depth > maxSearch {
		depth = maxSearch
	}
	for d := 1; d <= depth; d++ {
		value, best, whole := s.root(p, moves, d)
		if best != (rules.Move{}) {
			a.Move, a.Score = best, value
		}
		if !whole {
			return
		}
		a.Depth = d
		moves = front(moves, a.Move)
		if math.Abs(value) > mostWon {
			return
		}
	}
}

// root searches moves in their order, and reports whether it came to the end.
func (s *searcher) root(p rules.Position, moves []rules.Move, depth int) (value float64, best rules.Move, whole bool) {
	who := p.Turn()
	value = math.Inf(-1)
	for _, mv := range moves {
		var v float64
		var ok bool
		if s.m.rules.Players() > 2 {
			var worth []float64
			if worth, ok = s.worth(p, mv, depth, 0); ok {
				v = worth[who]
			}
		} else {
			v, ok = s.child(p, who, mv, depth, 0, value, math.Inf(1))
		}
		if s.stopped {
			return value, best, false
		}
		if ok && v > value {
			value, best = v, mv
		}
	}
	return value, best, true
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

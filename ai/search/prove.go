package search

import (
	"context"
	"math/bits"
	"slices"
	"time"

	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/text/msg"
)

// ThreatGenerator is a Board that generates the moves with which a quick win can begin. Its answers
// must be true for all continuations.
type ThreatGenerator interface {
	// Quickest is like DistanceBounder.Soonest, but more precise and more expensive.
	Quickest() (win, loss int)
	// Tries appends moves of the side to move. If no move is forced, every win within the given
	// number of plies begins with one of them. Tries returns false if it cannot guarantee that.
	Tries(moves []rules.Move, plies int) ([]rules.Move, bool)
	// Idle returns a probable null move, used to test threats: a winning attack must also win after
	// this reply, and usually does so sooner.
	Idle() (rules.Move, bool)
}

// Decider is a Board of a game whose winner may be known before the end.
type Decider interface {
	// Decided returns the players who have certainly won, and the players who can no longer win.
	Decided() (won, barred rules.Players)
}

// far means any number of plies.
const far = 1 << 14

// proof is the knowledge about reaching a goal from a position.
type proof struct {
	key  uint64
	move rules.Move
	yes  int16 // the goal is reached within this many plies; 0 if unknown
	no   int16 // the goal is not reached within this many plies
}

// prover determines, by playing all moves, whether one side can reach its goal within a number of
// plies. The goal is either a win of the player who asks, or the opponent's goal to prevent it for
// good. It does not use estimates.
type prover struct {
	b         Board
	distances DistanceBounder
	threats   ThreatGenerator
	decider   Decider
	history   Historian
	me        rules.Player
	goal      int // +1: I win; -1: I can never win
	proofs    [][2]proof
	out       func() bool
	maxNodes  uint64
	nodes     uint64
	stopped   bool
	cut       uint64 // lines that were broken off because they are too long
	list      [maxPly][]option
	killers   [2][maxPly]rules.Move
	moves     []rules.Move
	worth     []int32
}

// option is a move to try. The option with the highest key is tried first.
type option struct {
	move rules.Move
	key  int32
}

// Wins returns the moves that win within the given number of plies, or in any number if plies is 0.
// Each has the fastest win against the longest defence. It also returns whether all other moves
// certainly do not win. It searches until the nodes or the time of q are used up. Without these
// limits, it searches until the answer is known. It returns an error unless the game has two
// players.
func (e *Engine) Wins(ctx context.Context, q ai.Request, plies int) ([]ai.Line, bool, error) {
	a, err := e.assault(ctx, q)
	if err != nil {
		return nil, false, err
	}
	if plies <= 0 {
		a.forGood()
	} else {
		a.within(min(plies, maxPly-2))
	}
	lines := a.lines()
	return lines, plies < maxPly-1 && !slices.Contains(a.state, open), nil
}

// assault returns the search for the wins of q, which has not started.
func (e *Engine) assault(ctx context.Context, q ai.Request) (*assault, error) {
	if err := ai.Two(q.Rules); err != nil {
		return nil, err
	}
	b, p, err := e.board(q)
	if err != nil {
		return nil, err
	}
	if p.Turn() == rules.NoPlayer {
		return nil, msg.Errorf("the game is over")
	}
	s := &prover{b: b, me: p.Turn(), goal: 1, maxNodes: q.Limit.Nodes, proofs: make([][2]proof, 1<<leastProofs)}
	s.distances, _ = b.(DistanceBounder)
	s.threats, _ = b.(ThreatGenerator)
	s.decider, _ = b.(Decider)
	s.history, _ = b.(Historian)
	s.out = ai.Until(ctx, time.Now(), q.Limit.Time)
	s.stopped = s.out()
	a := &assault{prover: s, legal: slices.Collect(p.Moves())}
	a.state = make([]int, len(a.legal))
	a.order()
	return a, nil
}

// leastProofs and mostProofs are the smallest and largest size of the table of proofs, in bits. The
// largest table has 16 MB.
const (
	leastProofs = 8
	mostProofs  = 18
)

// slot returns the table slot for a position. The table grows with the search, since most searches
// are short.
func (s *prover) slot(key uint64) *[2]proof {
	if n := len(s.proofs); s.nodes > uint64(n) && n < 1<<mostProofs {
		small := s.proofs
		s.proofs = make([][2]proof, 4*n)
		for _, x := range small {
			for i := range x {
				if x[1-i].key != 0 {
					s.keep(x[1-i])
				}
			}
		}
	}
	return &s.proofs[key>>1&uint64(len(s.proofs)-1)]
}

// keep stores a proof and replaces the older of the two proofs in its slot.
func (s *prover) keep(x proof) {
	slot := &s.proofs[x.key>>1&uint64(len(s.proofs)-1)]
	if slot[0].key != x.key {
		slot[1] = slot[0]
	}
	slot[0] = x
}

// States of a move at the root: unknown, never wins, or does not win soon enough. Values above 0
// are the number of plies of its win.
const (
	open = 0
	lost = -1
	late = -2
)

// assault is the search of all moves in a position.
type assault struct {
	*prover
	legal []rules.Move
	state []int
}

// order sorts the moves by the board's estimates, highest first.
func (a *assault) order() {
	rank := map[rules.Move]int32{}
	moves, worth, _ := a.b.Moves(nil, nil)
	for i, m := range moves {
		rank[m] = worth[i] + 1<<20
	}
	slices.SortStableFunc(a.legal, func(x, y rules.Move) int { return int(rank[y] - rank[x]) })
}

// after reports whether the goal is reached within the given number of plies, starting with move i.
func (a *assault) after(i, plies int) bool {
	if a.stopped {
		return false
	}
	if !a.b.Play(a.legal[i]) {
		a.cut++ // the board is at fault, so the result is unknown
		return false
	}
	defer a.b.Undo()
	switch a.status() {
	case a.goal:
		return true
	case -a.goal:
		return false
	}
	return a.reach(plies-1, 1)
}

// within finds the moves that win within the given number of plies, and their distances.
func (a *assault) within(plies int) {
	for d := 1; d < plies+2 && !a.stopped; d += 2 { // if players alternate, a win takes an odd number of plies
		for i, known := range a.state {
			if known == open && a.after(i, min(d, plies)) {
				a.found(i, min(d, plies))
			}
		}
	}
	for i, known := range a.state {
		if known == open && !a.stopped && a.cut == 0 {
			a.state[i] = late
		}
	}
}

// found records that move i wins within d plies, or one less.
func (a *assault) found(i, d int) {
	if d > 1 && a.after(i, d-1) {
		d--
	}
	a.state[i] = d
}

// hope is the fraction of the nodes, as a divisor, after which forGood gives up if nothing is known
// about any move.
const hope = 8

// forGood finds the moves that win, however long it takes.
func (a *assault) forGood() {
	if longest := a.longest(); longest < far {
		a.toTheEnd(longest)
		return
	}
	if most(a.b) == 0 && a.decider == nil {
		return // this proof would take too long
	}
	for d := 1; d < maxPly-1 && slices.Contains(a.state, open) && !a.stopped; d += 2 {
		if a.maxNodes > 0 && a.nodes > a.maxNodes/hope && !slices.ContainsFunc(a.state, func(n int) bool { return n != open }) {
			return // the end is too far away
		}
		for i, known := range a.state {
			if known != open {
				continue
			}
			if a.after(i, d) {
				a.found(i, d)
				continue
			}
			a.goal = -1
			if a.after(i, d) {
				a.state[i] = lost
			}
			a.goal = 1
		}
	}
}

// solvable reports whether a game that can last longest more plies can probably be searched to its
// end. Each ply may cost a good half more nodes.
func (a *assault) solvable(longest int) bool {
	left := a.b.Left()
	return longest < maxPly-2 && (most(a.b) > 0 || left <= 45) && (a.maxNodes == 0 || left <= 3*bits.Len64(a.maxNodes)/2)
}

// toTheEnd implements forGood for games that end within longest plies.
func (a *assault) toTheEnd(longest int) {
	if !a.solvable(longest) {
		return
	}
	for i := range a.state {
		before := a.cut
		wins := a.after(i, far)
		switch {
		case a.stopped:
			return
		case wins:
			a.state[i] = longest + 1
		case a.cut == before:
			a.state[i] = lost
		}
	}
	for i, high := range a.state {
		if high <= 0 {
			continue
		}
		low := 1 // the move wins within high plies, and not within low-1
		for low < high && !a.stopped {
			if half := (low + high) / 2; a.after(i, half) {
				high = half
			} else {
				low = half + 1
			}
		}
		a.state[i] = high
		if a.stopped {
			return
		}
	}
}

// lines returns the winning moves with their lines, fastest first.
func (a *assault) lines() (lines []ai.Line) {
	for i, plies := range a.state {
		if plies <= 0 {
			continue
		}
		l := ai.Line{Moves: []rules.Move{a.legal[i]}, Score: ai.Score{Proved: true, Value: 1, Plies: plies}}
		if !a.stopped && a.b.Play(a.legal[i]) {
			if a.status() == 0 {
				l.Moves = a.play(l.Moves, plies-1)
			}
			a.b.Undo()
		}
		l.Score.AtMost = a.stopped
		lines = append(lines, l)
	}
	slices.SortStableFunc(lines, func(x, y ai.Line) int { return x.Score.Plies - y.Score.Plies })
	return lines
}

// play appends the moves of a win within d plies, but not d-1. I play a move that wins in time, and
// the opponent plays the longest defence. The line ends early if the search has to stop.
func (a *assault) play(line []rules.Move, d int) []rules.Move {
	mine := a.b.Turn() == a.me
	moves := a.b.Forced(nil)
	all, _ := a.options(0, d, false)
	for _, x := range all {
		moves = append(moves, x.move) // forced moves may be illegal
	}
	for _, m := range moves {
		if a.stopped {
			return line
		}
		if !a.b.Play(m) {
			continue
		}
		over := a.status() == a.goal
		best := over
		switch {
		case !over && mine:
			best = a.status() == 0 && a.reach(d-1, 1)
		case over:
			best = mine || d == 1
		case d > 1:
			best = !a.reach(d-2, 1)
		}
		if best && !a.stopped {
			line = append(line, m)
			if !over {
				line = a.play(line, d-1)
			}
			a.b.Undo()
			return line
		}
		a.b.Undo()
	}
	return line
}

// longest returns an upper bound on the number of plies left, or far if no bound is known.
func (s *prover) longest() int {
	if left := s.b.Left(); left < far/4 {
		return 2*left + 1
	}
	return far
}

// status returns +1 if I have certainly won, -1 if I can no longer win, and 0 otherwise.
func (s *prover) status() int {
	if over, winners, _ := s.b.Over(); over {
		if winners == rules.Of(s.me) {
			return 1
		}
		return -1
	}
	if s.decider != nil {
		switch won, barred := s.decider.Decided(); {
		case won.Has(s.me):
			return 1
		case barred.Has(s.me):
			return -1
		}
	}
	return 0
}

// tick counts a node and reports whether the search must end.
func (s *prover) tick() bool {
	s.nodes++
	if s.nodes&63 == 0 && s.out() || s.maxNodes > 0 && s.nodes >= s.maxNodes {
		s.stopped = true
	}
	return s.stopped
}

// hopeless reports whether I certainly cannot win within d plies.
func (s *prover) hopeless(d int, mine bool) bool {
	for _, sharper := range [2]bool{false, true} {
		win, loss := 1, 1
		switch {
		case !sharper && s.distances != nil:
			win, loss = s.distances.Soonest()
		case sharper && s.threats != nil && d < 8:
			win, loss = s.threats.Quickest()
		}
		if mine && win > d || !mine && loss > d {
			return true
		}
	}
	return false
}

// reach reports whether the goal is reached within d plies. The result of the position must not be
// certain.
func (s *prover) reach(d, ply int) bool {
	if s.stopped || d <= 0 || s.tick() {
		return false
	}
	if ply >= maxPly-1 {
		s.cut++
		return false
	}
	if d > far/2 || d > s.longest() {
		d = far
	}
	mine := s.b.Turn() == s.me
	if s.goal > 0 && s.hopeless(d, mine) {
		return false
	}
	key := s.b.Hash()
	if h := pastOf(s.history, min(d, maxPly)); h != 0 {
		key ^= mix(h | 1)
	}
	if s.goal < 0 {
		key = mix(key + 1)
	}
	known := proof{key: key}
	for _, x := range s.slot(key) {
		if x.key == key {
			known = x
			if x.yes != 0 && int(x.yes) <= d {
				return true
			}
			if int(x.no) >= d {
				return false
			}
		}
	}
	cut := s.cut
	reached, by := s.try(d, ply, mine, known.move)
	if s.stopped {
		return false
	}
	known.move = by
	switch {
	case reached:
		known.yes = int16(d)
	case s.cut == cut:
		known.no = max(known.no, int16(d))
	}
	s.keep(known)
	return reached
}

// try plays the moves of a position. The side whose goal it is needs one move that reaches it, and
// the other side one that prevents it. try returns that move.
func (s *prover) try(d, ply int, mine bool, first rules.Move) (reached bool, by rules.Move) {
	active := mine == (s.goal > 0)
	played := 0
	// one plays a move and reports whether it decides the result.
	one := func(m rules.Move) bool {
		if !s.b.Play(m) {
			return false
		}
		played++
		var v bool
		switch s.status() {
		case s.goal:
			v = true
		case -s.goal:
		default:
			v = s.reach(d-1, ply+1)
		}
		s.b.Undo()
		if s.stopped {
			return true
		}
		if v == active {
			by = m
			return true
		}
		return false
	}
	s.moves = s.b.Forced(s.moves[:0])
	if len(s.moves) > 0 {
		for _, m := range slices.Clone(s.moves) {
			if one(m) {
				return active, by
			}
		}
		if played > 0 {
			return !active, by
		}
	}
	none := rules.Move{}
	if first != none && one(first) {
		return active, by
	}
	idle := none
	if s.goal > 0 && !active && s.threats != nil {
		if m, ok := s.threats.Idle(); ok && m != first {
			if idle = m; one(m) {
				return active, by
			}
		}
	}
	list, some := s.options(ply, d, active)
	for _, x := range list {
		if x.move != first && x.move != idle && one(x.move) {
			if !s.stopped {
				s.killers[side(mine)][ply] = by
			}
			return active, by
		}
	}
	if played == 0 && !some {
		s.cut++ // see after
	}
	return !active, by
}

// options returns the moves to try, the most promising first. These are all legal moves, unless
// only some are known to win within d plies.
func (s *prover) options(ply, d int, active bool) (list []option, some bool) {
	list = s.list[ply][:0]
	s.moves, s.worth = s.moves[:0], s.worth[:0]
	if s.goal > 0 && active && s.threats != nil {
		s.moves, some = s.threats.Tries(s.moves, d)
	}
	if !some {
		all := true
		if s.moves, s.worth, all = s.b.Moves(s.moves[:0], s.worth); !all {
			s.moves = s.b.Rest(s.moves)
		}
	}
	k := &s.killers[side(active == (s.goal > 0))][ply]
	for i, m := range s.moves {
		x := option{m, -maxWorth}
		switch {
		case m == *k:
			x.key = keyTable
		case i < len(s.worth):
			x.key = s.worth[i]
		}
		list = append(list, x)
	}
	slices.SortStableFunc(list, func(x, y option) int { return int(y.key) - int(x.key) })
	s.list[ply] = list
	return list, some
}

var _ ai.Prover = (*Engine)(nil)

package connect4

import (
	"math/bits"

	"boardstudio/internal/huge"
)

// A value counts in pieces: v > 0 says that the side to move wins with its vth piece from the last that it could play, -v that the other
// side does, 0 that nobody wins. Every value of a win is so one distance, and a search needs no plies.

// heights are arrays as long as a column has bits: the solver of such a type is compiled with constant shifts. Length 0 stands
// for boards with other rows than four on a plane, whose shape says it.
type heights interface {
	[0]struct{} | [5]struct{} | [6]struct{} | [7]struct{} | [8]struct{} | [9]struct{}
}

// What the search does by how many cells are empty, and how it orders moves; tuned on positions with 6 to 18 pieces.
const (
	nearLeast   = 8  // positions with fewer empty cells are faster searched than looked up, and only those with an even number of them are
	farLeast    = 18 // from here on positions are looked up in the large table, below in the near one
	finishLeft  = 8  // from here on down moves are not ordered
	boundLeft   = 4  // positions with fewer empty cells are faster searched than bounded
	mirrorPlies = 16 // pieces after which mirror images have become rare

	mostCols     = 16
	worthThreat  = 64
	worthParity  = 8
	worthSpoiled = 32
	worthReply   = 4 // for each answer that does not lose at once, less
)

// polled is how many positions are searched between two questions whether to stop: half a millisecond.
const polled = 1 << 13

// state is how far a search has come.
type state struct {
	table  *table
	shared bool // others use the table at the same time
	nodes  uint64
	next   uint64      // the number of nodes at which stop is asked
	most   uint64      // no more nodes than these; 0 for no bound
	stop   func() bool // may be nil
	out    bool        // stop has said yes; what searches return means nothing from then on
}

// solver searches boards of one word.
type solver[H heights] struct {
	*shape
	now   state
	lists [64]list // by how many cells are empty
	near  *near
	mate  *solver[H] // searches the same on a second thread; nil for none
	busy  *marks     // of the moves that both are searching
}

func (s *solver[H]) state() *state { return &s.now }

func (s *solver[H]) geometry() *grid { return s.grid }

func (s *solver[H]) begin(t *table, size int, stop func() bool) bool {
	s.now = state{table: t, stop: stop, shared: s.mate != nil}
	for m := s; m != nil && size > 0; m = m.mate {
		if m.near == nil {
			m.near = new(near)
		} else {
			clear(m.near[:])
		}
	}
	return size == 0 || t.use(s.cols*(s.rows+1), size, stop)
}

// wins returns the cells that complete a row of the set, whatever lies in them.
func (s *solver[H]) wins(x uint64) uint64 {
	var height H
	if len(height) == 0 {
		return s.completing(x)
	}
	return x<<1&(x<<2)&(x<<3) | gaps(x, uint(len(height)-1)) | gaps(x, uint(len(height))) | gaps(x, uint(len(height)+1))
}

// gaps returns the cells that complete four in a row in one direction, of d bits from a cell to the next.
func gaps(x uint64, d uint) uint64 {
	pair := x & (x >> d)
	return x<<d&(pair<<(3*d)|pair>>d) | x>>d&(pair>>(2*d)|pair<<(2*d))
}

// has reports whether the set holds a row.
func (s *solver[H]) has(x uint64) bool {
	var height H
	if len(height) == 0 {
		return s.completing(x)&x != 0
	}
	return four(x, 1)|four(x, uint(len(height)-1))|four(x, uint(len(height)))|four(x, uint(len(height)+1)) != 0
}

// four returns the first cells of rows of four in one direction.
func four(x uint64, d uint) uint64 {
	x &= x >> d
	return x & (x >> (2 * d))
}

// replies returns the moves of a side that cannot win at once which do not let the opponent win at once, by the cells that would
// complete a row of the opponent.
func replies(can, their uint64) uint64 {
	if f := their & can; f != 0 {
		if f&(f-1) != 0 {
			return 0
		}
		can = f
	}
	return can &^ (their >> 1)
}

// place is a position for the solver.
type place struct{ me, opp uint64 }

// can returns the cells that can be played.
func (s *shape) can(p place) uint64 { return ((p.me | p.opp) + s.floor) & s.area }

// left returns the number of empty cells.
func (s *shape) left(p place) int { return s.cells - bits.OnesCount64(p.me|p.opp) }

// winning returns the moves that win at once.
func (s *solver[H]) winning(p place) uint64 { return s.wins(p.me) & s.shape.can(p) }

// window searches a position that is not over: it returns a lower bound of its value that is greater than alpha, or an upper bound that is not.
func (s *solver[H]) window(p place, alpha int) int {
	left, can := s.left(p), s.shape.can(p)
	if left == 0 {
		return 0
	}
	free := s.area &^ (p.me | p.opp)
	own, their := s.wins(p.me)&free, s.wins(p.opp)&free
	if own&can != 0 {
		return (left + 1) / 2
	}
	moves := replies(can, their)
	if moves == 0 {
		return -(left / 2)
	}
	if s.mate != nil && left >= pairLeft {
		return s.pair(p.me, p.opp, own, their, moves, left, alpha)
	}
	return s.search(p.me, p.opp, own, their, moves, left, alpha)
}

// search is window with what is known of the position: the cells that complete rows of both sides, and the moves that do not lose at once, of which
// there is one at least. The side to move cannot win at once.
func (s *solver[H]) search(me, opp, own, their, moves uint64, left, alpha int) int {
	if s.now.nodes++; s.now.nodes >= s.now.next && s.now.poll() {
		return 0
	}
	if left <= 2 {
		return 0
	}
	lo, hi := -(left-2)/2, (left-1)/2
	if alpha >= hi {
		return hi
	}
	if alpha < lo {
		return lo
	}
	if left <= finishLeft {
		return s.finish(me, opp, their, moves, left, alpha)
	}
	all := me | opp
	var at spot
	if left&1 == 0 {
		at = s.at(me, all, left)
	}
	can := (all + s.floor) & s.area
	if v, ok := s.bound(me, opp, own, their, can, left, alpha); ok {
		return v
	}
	if left&1 == 0 {
		if l, h, ok := at.find(); ok {
			if l > alpha {
				return l
			}
			if h <= alpha {
				return h
			}
			lo, hi = l, h
		}
	}
	before, best := s.now.nodes, lo
	l := &s.lists[left&63]
	if !s.list(l, me, opp, own, can, moves, left, left&1 != 0 && left > farLeast) {
		best = (left - 1) / 2
		if left&1 == 0 {
			at.store(best, best, 1, s.now.shared)
		}
		return best
	}
	if left&1 != 0 {
		// A position after one of the moves may be known to be good enough (enhanced transposition cutoff: Schaeffer and Plaat 1996).
		for _, m := range l.moves[:l.n] {
			if _, h, ok := s.at(opp, all|m.cell, left-1).find(); ok && -h > alpha {
				return -h
			}
		}
	}
	// With two threads the moves that the other one searches come last, when the table may know them. The first is never put off.
	together, n := s.now.shared && left >= busyLeft, l.n
	for i := 0; i < n; i++ {
		m := &l.moves[i&(2*mostCols-1)]
		if together {
			if i > 0 && i < l.n && s.busy.has(opp+(all|m.cell)) {
				l.moves[n&(2*mostCols-1)] = *m
				n++
				continue
			}
			s.busy.set(opp + (all | m.cell))
		}
		v := -s.search(opp, me|m.cell, their&^m.cell, m.wins, m.replies, left-1, -alpha-1)
		if together {
			s.busy.unset(opp + (all | m.cell))
		}
		if s.now.out {
			return 0
		}
		if v > best {
			if best = v; v > alpha {
				break
			}
		}
	}
	if left&1 == 0 {
		if best > alpha {
			lo = best
		} else {
			hi = min(best, hi)
		}
		at.store(lo, hi, s.now.nodes-before, s.now.shared)
	}
	return best
}

// finish is search for few empty cells, where alpha is within the bounds that hold for so many: moves are not ordered, and only the plainest
// bounds tried.
func (s *solver[H]) finish(me, opp, their, moves uint64, left, alpha int) int {
	all := me | opp
	can := (all + s.floor) & s.area
	lo, hi := -(left-2)/2, (left-1)/2
	var at spot
	if left == nearLeast {
		at = s.at(me, all, left)
		if l, h, ok := at.find(); ok {
			if l > alpha {
				return l
			}
			if h <= alpha {
				return h
			}
			lo, hi = l, h
		}
	}
	if left >= boundLeft && s.held(me, opp, can, left, alpha) {
		return 0
	}
	best := lo
	most := (left - 3) / 2 // what a move can be worth that has an answer
	for _, col := range s.order {
		x := moves & col
		if x == 0 {
			continue
		}
		t := s.wins(me|x) & s.area &^ (all | x)
		r := replies((can+x)&s.area, t)
		if r == 0 {
			best = (left - 1) / 2
			break
		}
		v := most
		if alpha < most {
			if s.now.nodes++; s.now.nodes >= s.now.next && s.now.poll() {
				return 0
			}
			v = -s.finish(opp, me|x, their&^x, r, left-1, -alpha-1)
		}
		if v > best {
			if best = v; v > alpha {
				break
			}
		}
	}
	if left == nearLeast && !s.now.out {
		if best > alpha {
			lo = best
		} else {
			hi = min(best, hi)
		}
		at.store(lo, hi, 0, false)
	}
	return best
}

// list is the moves of a position, the most promising first.
type list struct {
	n     int
	moves [2 * mostCols]move // with room for those that are put off
}

// move is a move that does not lose at once.
type move struct {
	cell    uint64
	wins    uint64 // the cells that then complete a row of the mover
	replies uint64
	worth   int32
}

// list lists moves: those that threaten most come first, then those of the most rows. It reports false when one of
// them cannot be answered. ahead says that the positions after them will be looked up.
func (s *solver[H]) list(l *list, me, opp, own, can, moves uint64, left int, ahead bool) bool {
	all := me | opp
	// On odd rows the side that leads gets the cells that nobody wants to give away, on even rows the one that follows.
	good := s.tops
	if left&1 == 0 {
		good = ^good
	}
	l.n = 0
	for ; moves != 0; moves &= moves - 1 {
		x := moves & -moves
		t := s.wins(me|x) & s.area &^ (all | x)
		r := replies((can+x)&s.area, t)
		if r == 0 {
			return false
		}
		if ahead {
			huge.Prefetch(s.at(opp, all|x, left-1).far)
		}
		v := worthThreat*int32(bits.OnesCount64(t)) + worthParity*int32(bits.OnesCount64(t&good)) - worthReply*int32(bits.OnesCount64(r)) +
			s.lines[bits.TrailingZeros64(x)&63]
		if own&(x<<1) != 0 {
			v -= worthSpoiled // the opponent will take the cell above
		}
		i := l.n & (mostCols - 1)
		for ; i > 0 && l.moves[i-1].worth < v; i-- {
			l.moves[i] = l.moves[i-1]
		}
		l.moves[i] = move{x, t, r, v}
		l.n++
	}
	return true
}

// poll asks whether to stop.
func (s *state) poll() bool {
	s.out = s.out || s.most > 0 && s.nodes > s.most || s.stop != nil && s.stop()
	if s.next = s.nodes + polled; s.nodes < s.table.memory.First() {
		s.next = s.nodes + 1
	}
	if s.most > 0 {
		s.next = min(s.next, s.most+1)
	}
	return s.out
}

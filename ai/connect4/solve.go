package connect4

import (
	"math/bits"

	"boardstudio/internal/huge"
)

// Values are measured in pieces. A value v > 0 means that the side to move wins with its vth piece,
// counted from the last one that it could play. A value -v means that the other side does, and 0 is
// a draw. A win thus has the same value at every ply, so the search does not need to count plies.

// heights are array types whose length is the number of bits in a column, so that the solver is
// compiled with constant shifts. Length 0 is for boards with other row lengths or joined edges,
// which use the shape.
type heights interface {
	[0]struct{} | [5]struct{} | [6]struct{} | [7]struct{} | [8]struct{} | [9]struct{}
}

// Search parameters, by the number of empty cells, and weights for ordering moves. They were tuned
// on positions with 6 to 18 pieces.
const (
	nearLeast   = 8  // minimum for looking up positions; only even numbers are looked up
	farLeast    = 18 // minimum for the large table; the small table is used below this number
	finishLeft  = 8  // maximum for searching without ordering moves
	boundLeft   = 4  // minimum for computing bounds
	mirrorPlies = 16 // number of pieces after which mirror images are rare

	maxCols      = 16
	worthThreat  = 64
	worthParity  = 8
	worthSpoiled = 32
	worthReply   = 4 // subtracted for each reply that does not lose at once
)

// pollInterval is the number of nodes between checks of the stop conditions, half a millisecond.
const pollInterval = 1 << 13

// state is the progress of a search.
type state struct {
	table  *table
	shared bool // other threads use the table too
	nodes  uint64
	next   uint64      // number of nodes at which to check the stop conditions
	most   uint64      // maximum number of nodes; 0 for no limit
	stop   func() bool // may be nil
	out    bool        // the search was stopped; its results are meaningless
}

// solver searches boards that fit into one word.
type solver[H heights] struct {
	*shape
	now       state
	lists     [64]list // by number of empty cells
	near      *near
	helper    *solver[H] // solver of the second thread, or nil
	searching *moveSet   // moves that both threads are searching
}

func (s *solver[H]) state() *state { return &s.now }

func (s *solver[H]) geometry() *grid { return s.grid }

func (s *solver[H]) begin(t *table, size int, stop func() bool) bool {
	s.now = state{table: t, stop: stop, shared: s.helper != nil}
	for m := s; m != nil && size > 0; m = m.helper {
		if m.near == nil {
			m.near = new(near)
		} else {
			clear(m.near[:])
		}
	}
	return size == 0 || t.use(s.cols*(s.rows+1), size, stop)
}

// wins returns the cells that complete a row of the set, whether they are empty or not.
func (s *solver[H]) wins(x uint64) uint64 {
	var height H
	if len(height) == 0 {
		return s.completing(x)
	}
	return x<<1&(x<<2)&(x<<3) | gaps(x, uint(len(height)-1)) | gaps(x, uint(len(height))) | gaps(x, uint(len(height)+1))
}

// gaps returns the cells that complete four in a row in the direction with a step of d bits.
func gaps(x uint64, d uint) uint64 {
	pair := x & (x >> d)
	return x<<d&(pair<<(3*d)|pair>>d) | x>>d&(pair>>(2*d)|pair<<(2*d))
}

// has reports whether the set contains a row.
func (s *solver[H]) has(x uint64) bool {
	var height H
	if len(height) == 0 {
		return s.completing(x)&x != 0
	}
	return four(x, 1)|four(x, uint(len(height)-1))|four(x, uint(len(height)))|four(x, uint(len(height)+1)) != 0
}

// four returns the first cells of the rows of four in one direction.
func four(x uint64, d uint) uint64 {
	x &= x >> d
	return x & (x >> (2 * d))
}

// replies returns the moves that do not allow the opponent to win at once, for a side that cannot
// win at once itself. The cells that would complete a row of the opponent are their.
func replies(can, their uint64) uint64 {
	if f := their & can; f != 0 {
		if f&(f-1) != 0 {
			return 0
		}
		can = f
	}
	return can &^ (their >> 1)
}

// narrowPos is a position on a board that fits into one word.
type narrowPos struct{ me, opp uint64 }

// can returns the cells that can be played.
func (s *shape) can(p narrowPos) uint64 { return ((p.me | p.opp) + s.floor) & s.area }

// left returns the number of empty cells.
func (s *shape) left(p narrowPos) int { return s.cells - bits.OnesCount64(p.me|p.opp) }

// winning returns the moves that win at once.
func (s *solver[H]) winning(p narrowPos) uint64 { return s.wins(p.me) & s.shape.can(p) }

// window searches a position that is not over. It returns a lower bound of the value that is
// greater than alpha, or an upper bound that is not.
func (s *solver[H]) window(p narrowPos, alpha int) int {
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
	if s.helper != nil && left >= pairLeft {
		return s.pair(p.me, p.opp, own, their, moves, left, alpha)
	}
	return s.search(p.me, p.opp, own, their, moves, left, alpha)
}

// search is window for a position with known threats: the cells that complete rows of each side,
// and the moves that do not lose at once, of which there must be at least one. The side to move
// cannot win at once.
func (s *solver[H]) search(me, opp, own, their, moves uint64, left, alpha int) int {
	if s.now.nodes++; s.now.nodes >= s.now.next && s.now.checkStop() {
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
	var at entryRef
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
		// The position after one of the moves may already be known to be good enough (enhanced
		// transposition cutoff: Schaeffer and Plaat 1996).
		for _, m := range l.moves[:l.n] {
			if _, h, ok := s.at(opp, all|m.cell, left-1).find(); ok && -h > alpha {
				return -h
			}
		}
	}
	// With two threads, moves that the other thread is searching are moved to the end, when the
	// table may contain their values. The first move is never postponed.
	together, n := s.now.shared && left >= busyLeft, l.n
	for i := 0; i < n; i++ {
		m := &l.moves[i&(2*maxCols-1)]
		if together {
			if i > 0 && i < l.n && s.searching.has(opp+(all|m.cell)) {
				l.moves[n&(2*maxCols-1)] = *m
				n++
				continue
			}
			s.searching.set(opp + (all | m.cell))
		}
		v := -s.search(opp, me|m.cell, their&^m.cell, m.wins, m.replies, left-1, -alpha-1)
		if together {
			s.searching.unset(opp + (all | m.cell))
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

// finish is search for few empty cells. It does not order moves and only uses the simplest bounds;
// alpha must be within the range of possible values.
func (s *solver[H]) finish(me, opp, their, moves uint64, left, alpha int) int {
	all := me | opp
	can := (all + s.floor) & s.area
	lo, hi := -(left-2)/2, (left-1)/2
	var at entryRef
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
	if left >= boundLeft && s.cannotWin(me, opp, can, left, alpha) {
		return 0
	}
	best := lo
	most := (left - 3) / 2 // maximum value of a move that has a reply
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
			if s.now.nodes++; s.now.nodes >= s.now.next && s.now.checkStop() {
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

// list is the list of moves in a position, the most promising first.
type list struct {
	n     int
	moves [2 * maxCols]move // with room for postponed moves
}

// move is a move that does not lose at once.
type move struct {
	cell    uint64
	wins    uint64 // cells that would then complete a row of the mover
	replies uint64
	worth   int32
}

// list computes the moves, ordered by threats and then by the number of rows through the cell. It
// returns false if a move wins because it leaves no reply. If ahead is set, it prefetches the table
// entries of the next positions.
func (s *solver[H]) list(l *list, me, opp, own, can, moves uint64, left int, ahead bool) bool {
	all := me | opp
	// On odd rows the leading side gets the cells that neither side wants to give away, on even
	// rows the following side.
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
		i := l.n & (maxCols - 1)
		for ; i > 0 && l.moves[i-1].worth < v; i-- {
			l.moves[i] = l.moves[i-1]
		}
		l.moves[i] = move{x, t, r, v}
		l.n++
	}
	return true
}

// checkStop reports whether the search must stop.
func (s *state) checkStop() bool {
	s.out = s.out || s.most > 0 && s.nodes > s.most || s.stop != nil && s.stop()
	if s.next = s.nodes + pollInterval; s.nodes < s.table.memory.First() {
		s.next = s.nodes + 1
	}
	if s.most > 0 {
		s.next = min(s.next, s.most+1)
	}
	return s.out
}

package connect4

import "math/bits"

// Positions too far from the end are evaluated by a search of limited depth that compares threats
// at its leaves.

// sure is greater than any estimate. A proved win is encoded as sure plus its value, and a loss as
// the negative of that.
const sure = 10_000

// Weights of the estimate, in hundredths.
const (
	worthHeld  = 90 // threat on a row that its side gets at the end
	worthLow   = 6  // bonus for each row that the threat is lower
	worthOpen  = 25 // any other threat
	worthRow   = 1  // for each row through each piece
	worthFirst = 8  // being to move
)

// guess searches to a limited depth, for a value between alpha and beta.
func (s *solver[H]) guess(p narrowPos, depth, alpha, beta int) int {
	left, can := s.left(p), s.can(p)
	if left == 0 {
		return 0
	}
	free := s.area &^ (p.me | p.opp)
	own, their := s.wins(p.me)&free, s.wins(p.opp)&free
	if own&can != 0 {
		return sure + (left+1)/2
	}
	moves := replies(can, their)
	if moves == 0 {
		return -sure - left/2
	}
	return s.alphaBeta(p.me, p.opp, own, their, moves, left, depth, alpha, beta)
}

func (s *solver[H]) alphaBeta(me, opp, own, their, moves uint64, left, depth, alpha, beta int) int {
	if s.now.nodes++; s.now.nodes >= s.now.next && s.now.checkStop() {
		return 0
	}
	if left <= 2 {
		return 0
	}
	all := me | opp
	can := (all + s.floor) & s.area
	least, most := -2*sure, 2*sure // bounds proved by following
	if v, ok := s.bound(me, opp, own, their, can, left, 0); ok {
		if v > 0 {
			return sure + v
		}
		most, beta = 0, min(beta, 0)
	}
	if v, ok := s.bound(me, opp, own, their, can, left, -1); ok {
		if v < 0 {
			return -sure + v
		}
		least, alpha = 0, max(alpha, 0)
	}
	if least == most {
		return 0
	}
	if depth <= 0 || alpha >= beta {
		return min(max(s.estimate(me, opp, own, their, left), least), most)
	}
	l := &s.lists[left&63]
	if !s.list(l, me, opp, own, can, moves, left, false) {
		return sure + (left-1)/2
	}
	best := least
	for i := range l.n {
		m := &l.moves[i&(maxCols-1)]
		v := -s.alphaBeta(opp, me|m.cell, their&^m.cell, m.wins, m.replies, left-1, depth-1, -beta, -alpha)
		if s.now.out {
			return 0
		}
		if best = max(best, v); v >= beta {
			break
		}
		alpha = max(alpha, v)
	}
	return min(best, most)
}

// estimate compares the threats of both sides, and the number of rows through their pieces.
func (s *solver[H]) estimate(me, opp, own, their uint64, left int) int {
	good := s.tops // rows of the mover
	if left&1 == 0 {
		good = ^good
	}
	// Cells above a threat that the opponent can carry out at the end are not played before the
	// end.
	v := worthFirst + s.threats(own&^s.above(their&^good), good) - s.threats(their&^s.above(own&good), ^good)
	for p := me; p != 0; p &= p - 1 {
		v += worthRow * int(s.lines[bits.TrailingZeros64(p)&63])
	}
	for p := opp; p != 0; p &= p - 1 {
		v -= worthRow * int(s.lines[bits.TrailingZeros64(p)&63])
	}
	return v
}

// threats returns the worth of threats. Those on good rows will be carried out if no other moves
// are left.
func (s *shape) threats(threats, good uint64) int {
	v := worthOpen * bits.OnesCount64(threats)
	for t := threats & good; t != 0; t &= t - 1 {
		at := bits.TrailingZeros64(t) & 63
		v += worthHeld - worthOpen + worthLow*int(s.cellsFrom[at])
		t &^= s.column[at] &^ (t & -t) // only the lowest in each column counts
	}
	return v
}

// above returns the cells above the lowest cell of the set in each column.
func (s *shape) above(set uint64) uint64 {
	var r uint64
	for ; set != 0; set &= set - 1 {
		at := bits.TrailingZeros64(set) & 63
		r |= s.column[at] &^ (set&-set<<1 - 1)
	}
	return r
}

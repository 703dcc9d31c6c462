// Package awale contains engines for awale that follow a strategy and can advise a person, a fast
// board for searching, and an evaluation of positions.
package awale

import (
	"boardstudio/ai"
	"boardstudio/rules"
	"boardstudio/rules/awale"
	"boardstudio/text/msg"
)

// maxPits is the maximum number of pits of both sides together.
const maxPits = 24

// status describes what the side to move can do.
type status uint8

const (
	moving status = iota
	passing
	starved  // the player has no seeds
	unfed    // the player cannot feed the opponent
	repeated // the position occurred before
	quiet    // no capture for too many plies
)

// Board is an awale position that moves change in place. It stores all positions since the last
// capture, including those before the search, because the rules compare with them.
type Board struct {
	half       int // pits per side
	slam       awale.Slam
	feed       bool
	repetition string
	limit      int32 // plies without capture that end the game, or 0 for no limit
	weights    *terms
	keys       [maxPits + 2]uint64
	now        state
	past       []state
}

// state is the part of the position that moves change.
type state struct {
	pits   [maxPits]int16
	stores [2]int16
	side   uint8
	status
	legal    uint32 // the pits that the side to move may sow, as bits
	plies    int32  // plies since the last capture
	pastHash uint64 // a hash of the set of positions since the last capture
	hash     uint64
}

// Maker returns NewBoard for rules of awale, and nil for other rules.
func Maker(r rules.Rules) func(ai.Request) *Board {
	if plays(r) != nil {
		return nil
	}
	return NewBoard
}

// NewBoard returns a board for the position of the request. It returns nil if the start of the
// request has a history that the request does not contain.
func NewBoard(q ai.Request) *Board {
	if plays(q.Rules) != nil {
		return nil
	}
	start, ok := q.Start.(rules.Historian)
	if !ok || q.Start.Turn() == rules.NoPlayer {
		return nil
	}
	setup := rules.SetupOf(q.Rules, q.Start)
	fresh, err := q.Rules.SetUp(setup)
	if err != nil || fresh.(rules.Historian).History() != start.History() {
		return nil
	}
	p := q.Rules.Spec().Params
	b := &Board{
		half: p.Int("pits"), slam: awale.SlamOf(p), feed: p.On("mustFeed"),
		weights: &starvedWeights, repetition: p["repetition"], limit: int32(p.Int("quietLimit")),
	}
	if b.feed {
		b.weights = &fedWeights
	}
	for i := range b.keys {
		b.keys[i] = mix(uint64(i+1) * 0x9e3779b97f4a7c15)
	}
	for i, c := range setup.Cells {
		b.now.pits[i] = c.Count
	}
	b.now.stores = [2]int16{int16(setup.Held[0]), int16(setup.Held[1])}
	b.now.side = uint8(setup.Turn)
	b.finishState(false)
	for _, m := range q.Moves {
		if !b.Play(m) {
			return nil
		}
	}
	return b
}

func plays(r rules.Rules) error {
	if r.Spec().Game != awale.Game.Name {
		return msg.Errorf("it plays awale only")
	}
	return nil
}

// sideSeeds returns the number of seeds in the pits of a side.
func (b *Board) sideSeeds(side uint8) int {
	n := 0
	for _, seeds := range b.now.pits[int(side)*b.half : int(side+1)*b.half] {
		n += int(seeds)
	}
	return n
}

// finishState computes the rest of the state after pits, stores and side have been set. If chained
// is set, the state follows the last past state without a capture.
func (b *Board) finishState(chained bool) {
	s := &b.now
	s.plies, s.pastHash = 0, 0
	if chained {
		before := &b.past[len(b.past)-1]
		s.plies, s.pastHash = before.plies+1, before.pastHash+mix(before.hash)
	}
	s.hash = uint64(s.side)
	for i, n := range s.pits[:2*b.half] {
		s.hash += mix(b.keys[i] + uint64(n))
	}
	s.hash += mix(b.keys[maxPits]+uint64(s.stores[0])) + mix(b.keys[maxPits+1]+uint64(s.stores[1]))
	b.updateMoves()
	switch {
	case s.status >= starved:
	case b.repeats():
		s.status = repeated
	case b.limit > 0 && s.plies >= b.limit:
		s.status = quiet
	}
}

// updateMoves determines the legal moves and the status, without regard to earlier positions.
func (b *Board) updateMoves() {
	s := &b.now
	lo, hi := int(s.side)*b.half, int(s.side+1)*b.half
	mustFeed := b.feed && b.sideSeeds(1-s.side) == 0
	s.legal, s.status = 0, moving
	none := true
	for i := lo; i < hi; i++ {
		n := int(s.pits[i])
		if n == 0 {
			continue
		}
		none = false
		if mustFeed && n < hi-i {
			continue
		}
		if b.slam == awale.Forbidden && b.sow(i).slam {
			continue
		}
		s.legal |= 1 << i
	}
	switch {
	case s.legal != 0:
	case none:
		s.status = starved
	case mustFeed:
		s.status = unfed
	default:
		s.status = passing
	}
}

// repeats reports whether the position occurred before. Only positions at an even distance have the
// same side to move.
func (b *Board) repeats() bool {
	for i := 2; i <= int(b.now.plies); i += 2 {
		if b.past[len(b.past)-i].hash == b.now.hash {
			return true
		}
	}
	return false
}

// sowing is the result of sowing a pit.
type sowing struct {
	pits   [maxPits]int16
	lo, hi int // the captured pits
	slam   bool
}

// taken returns the number of captured seeds.
func (s *sowing) taken() int {
	n := 0
	for _, seeds := range s.pits[s.lo:s.hi] {
		n += int(seeds)
	}
	return n
}

// sow computes the result of sowing pit i of the side to move.
func (b *Board) sow(i int) sowing {
	s := sowing{pits: b.now.pits}
	n := 2 * b.half
	at := i
	for seeds := s.pits[i]; seeds > 0; {
		if at++; at == n {
			at = 0
		}
		if at != i {
			s.pits[at]++
			seeds--
		}
	}
	s.pits[i] = 0
	first := int(1-b.now.side) * b.half
	end := first + b.half
	if at < first || at >= end {
		return s
	}
	s.lo, s.hi = at+1, at+1
	for s.lo > first && uint16(s.pits[s.lo-1]-2) < 2 {
		s.lo--
	}
	if s.lo == s.hi {
		return s
	}
	s.slam = true
	for k := first; k < end && s.slam; k++ {
		s.slam = s.pits[k] == 0 || s.lo <= k && k < s.hi
	}
	if s.slam {
		switch b.slam {
		case awale.NoCapture:
			s.lo = s.hi
		case awale.LeaveLast:
			s.lo++
		}
	}
	return s
}

// Turn returns the side to move.
func (b *Board) Turn() rules.Player { return rules.Player(b.now.side) }

// Over reports whether the game is over, who has more seeds at its end, and how many more.
func (b *Board) Over() (bool, rules.Players, int) {
	s := &b.now
	if s.status < starved {
		return false, 0, 0
	}
	final := [2]int{int(s.stores[0]), int(s.stores[1])}
	rest := [2]int{b.sideSeeds(0), b.sideSeeds(1)}
	switch s.status {
	case starved:
		final[1-s.side] += rest[0] + rest[1]
	case unfed:
		final[s.side] += rest[0] + rest[1]
	case repeated:
		switch b.repetition {
		case "ownSide":
			final[0], final[1] = final[0]+rest[0], final[1]+rest[1]
		case "split":
			half := (rest[0] + rest[1]) / 2
			final[0], final[1] = final[0]+half, final[1]+half
		}
	}
	switch d := final[0] - final[1]; {
	case d > 0:
		return true, rules.Of(0), d
	case d < 0:
		return true, rules.Of(1), -d
	}
	return true, 0, 0
}

// Decided returns the side with more than half of all seeds in its store, if any, and the sides
// that can no longer get more than half.
func (b *Board) Decided() (won, barred rules.Players) {
	all := b.Most()
	for i, n := range b.now.stores {
		p := rules.Player(i)
		if 2*int(n) > all {
			won = rules.Of(p)
		}
		if 2*int(n) >= all {
			barred |= rules.Of(1 - p)
		}
	}
	return won, barred
}

// Forced appends a pass if the side to move must pass.
func (b *Board) Forced(moves []rules.Move) []rules.Move {
	if b.now.status == passing {
		moves = append(moves, rules.Pass)
	}
	return moves
}

// Moves appends all legal moves. The estimate of a move is the number of seeds that it captures.
// The result true means that no move was left out.
func (b *Board) Moves(moves []rules.Move, worth []int32) ([]rules.Move, []int32, bool) {
	if b.now.status == passing {
		return append(moves, rules.Pass), append(worth, 0), true
	}
	lo := int(b.now.side) * b.half
	for i := lo; i < lo+b.half; i++ {
		if b.now.legal>>i&1 != 0 {
			moves = append(moves, rules.Take(rules.Cell(i)))
			worth = append(worth, int32(b.captureValue(i)))
		}
	}
	return moves, worth, true
}

// captureValue returns the number of seeds that sowing pit i captures. It ignores the rules for
// grand slams, and returns 0 for sowings of a full round or more.
func (b *Board) captureValue(i int) int {
	n := int(b.now.pits[i])
	if n == 0 || n >= 2*b.half {
		return 0
	}
	first := b.half
	if i >= b.half {
		first = 0
	}
	at, taken := i+n, 0
	if at >= 2*b.half {
		at -= 2 * b.half
	}
	for ; at >= first && at < first+b.half; at-- {
		seeds := int(b.now.pits[at]) + 1
		if seeds != 2 && seeds != 3 {
			break
		}
		taken += seeds
	}
	return taken
}

// Rest appends nothing, because Moves returns all moves.
func (b *Board) Rest(moves []rules.Move) []rules.Move { return moves }

// Play makes a move and reports whether it is legal.
func (b *Board) Play(m rules.Move) bool {
	s := &b.now
	if m == rules.Pass {
		if s.status != passing {
			return false
		}
		b.past = append(b.past, *s)
		s.side = 1 - s.side
		b.finishState(true)
		return true
	}
	if s.status != moving || m.From < 0 || m.From >= maxPits || m != rules.Take(m.From) || s.legal>>m.From&1 == 0 {
		return false
	}
	w := b.sow(int(m.From))
	b.past = append(b.past, *s)
	mover := s.side
	s.pits = w.pits
	s.side = 1 - mover
	taken := w.taken()
	if taken == 0 {
		b.finishState(true)
		return true
	}
	s.stores[mover] += int16(taken)
	clear(s.pits[w.lo:w.hi])
	if w.slam && b.slam == awale.OpponentKeeps {
		s.stores[s.side] += int16(b.sideSeeds(mover))
		clear(s.pits[:])
	}
	b.finishState(false)
	return true
}

// Undo takes back the last move.
func (b *Board) Undo() {
	b.now = b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
}

// Hash returns a hash of pits, stores and side to move.
func (b *Board) Hash() uint64 { return b.now.hash }

// History returns a hash of the positions since the last capture if one of them can occur again
// within the given number of plies, and 0 otherwise.
//
// Without captures seeds only move round the board. After a pit is sown, the next pit has one seed
// more and must itself be sown before the position can return, and so on round the board. So a
// repetition takes at least as many plies as there are pits, unless both sides only pass. The limit
// of quiet plies is never shorter than that.
func (b *Board) History(plies int) uint64 {
	if b.now.status != passing && int(b.now.plies)+plies < 2*b.half {
		return 0
	}
	return mix(b.now.pastHash + 1)
}

// Left returns a large number, since the number of remaining plies is unknown.
func (b *Board) Left() int { return 1 << 20 }

// Most returns the number of all seeds.
func (b *Board) Most() int {
	return b.sideSeeds(0) + b.sideSeeds(1) + int(b.now.stores[0]) + int(b.now.stores[1])
}

// mix distributes the information of a number over all bits.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

package awale

import (
	"iter"
	"strconv"

	"boardstudio/rules"
	"boardstudio/text/msg"
)

// Position is the interface of awale positions. The Parse, SetUp and Start methods of the rules,
// and Play, return values that implement it.
type Position interface {
	rules.Position
	rules.Holder
	rules.Scorer
	rules.Historian
	// Uncovered returns the pits of s with one or two seeds. One more seed makes such a pit worth
	// capturing.
	Uncovered(s rules.Player) []rules.Cell
	// Threatened returns the uncovered pits of s that a legal move of the opponent would end in,
	// and the uncovered pits before them, regardless of whose turn it is.
	Threatened(s rules.Player) []rules.Cell
	// Attacked returns the pits of s that some move of the opponent would capture from this
	// position, regardless of whose turn it is.
	Attacked(s rules.Player) []rules.Cell
	// Takes returns the number of seeds that the legal move m captures.
	Takes(m rules.Move) int
	// Before returns the position one ply ago. It returns nil at the start and after a capture,
	// because earlier positions do not matter then.
	Before() Position
}

// status describes what the side to move can do.
type status uint8

const (
	moving   status = iota
	passing         // the player has seeds, but no legal move
	starved         // the player has no seeds: the opponent takes the rest
	unfed           // the player cannot feed the opponent, and takes the rest
	repeated        // the position was repeated
	quiet           // too many plies without a capture
	resigned
	timedOut
)

// position implements Position. It is a single block of memory, so Play can copy it by assignment.
type position struct {
	game   *game
	pits   [2 * maxPits]int16
	stores [2]int16
	side   rules.Player // side to move, or whose turn it would be
	status
	// History of the position. before is the position one ply ago, or nil after a capture, which
	// makes it impossible to repeat earlier positions. plies is the length of that chain, and seen
	// is a hash of its positions as a set.
	before *position
	plies  int32
	seen   uint64
	hash   uint64
}

// settle computes the remaining fields of p from its pits, stores and side, and from the previous
// position, or nil if that does not matter. It returns p.
func (p *position) settle(before *position) *position {
	p.before, p.plies, p.seen = before, 0, 0
	if before != nil {
		p.plies, p.seen = before.plies+1, before.seen+mix(before.hash)
	}
	p.hash = p.digest()
	switch p.status = p.statusNow(); {
	case p.status >= starved:
	case p.repeats():
		p.status = repeated
	case p.game.quiet > 0 && int(p.plies) >= p.game.quiet:
		p.status = quiet
	}
	return p
}

// statusNow determines what the side to move can do, ignoring the history.
func (p *position) statusNow() status {
	lo, hi := p.game.side(p.side)
	none := true
	for i := lo; i < hi; i++ {
		if p.pits[i] == 0 {
			continue
		}
		if p.why(i) == nil {
			return moving
		}
		none = false
	}
	switch {
	case none:
		return starved
	case p.mustFeed():
		return unfed
	}
	return passing
}

// repeats reports whether the position occurred before. It scans the positions since the last
// capture, usually less than a hundred.
func (p *position) repeats() bool {
	for q := p.before; q != nil; q = q.before {
		if q.hash == p.hash && q.pits == p.pits && q.side == p.side {
			return true
		}
	}
	return false
}

// left returns the number of seeds in the pits of s.
func (p *position) left(s rules.Player) int {
	n := 0
	for lo, hi := p.game.side(s); lo < hi; lo++ {
		n += int(p.pits[lo])
	}
	return n
}

// mustFeed reports whether only moves that feed the opponent are legal.
func (p *position) mustFeed() bool { return p.game.feed && p.left(1-p.side) == 0 }

// why returns the reason why the side to move may not sow pit i, or nil if it may. The pit must be
// its own and not empty.
func (p *position) why(i int) error {
	if _, hi := p.game.side(p.side); int(p.pits[i]) < hi-i && p.mustFeed() {
		return errFeed
	}
	if p.game.slam == Forbidden && p.sow(i).slam {
		return errSlam
	}
	return nil
}

var (
	errFeed = msg.Errorf("the opponent has no seeds, and this move does not feed them")
	errSlam = msg.Errorf("capturing all seeds of the opponent is not allowed")
)

// sowing is the effect of a move: the pits before any capture, and the range [lo, hi) of the pits
// captured.
type sowing struct {
	pits   [2 * maxPits]int16
	lo, hi int
	slam   bool // the move takes, or would take, all seeds of the opponent
}

// sow returns the effect of sowing pit i.
func (p *position) sow(i int) sowing {
	s := sowing{pits: p.pits}
	n := 2 * p.game.pits
	at := i
	for seeds := s.pits[i]; seeds > 0; {
		if at++; at == n {
			at = 0
		}
		if at != i { // the origin is always skipped
			s.pits[at]++
			seeds--
		}
	}
	s.pits[i] = 0
	first, end := p.game.side(1 - p.side)
	if at < first || at >= end {
		return s
	}
	s.lo, s.hi = at+1, at+1
	for s.lo > first && (s.pits[s.lo-1] == 2 || s.pits[s.lo-1] == 3) {
		s.lo--
	}
	s.slam = s.lo < s.hi
	for k := first; k < end && s.slam; k++ {
		s.slam = s.pits[k] == 0 || s.lo <= k && k < s.hi
	}
	if s.slam {
		switch p.game.slam {
		case NoCapture:
			s.lo = s.hi
		case LeaveLast:
			s.lo++
		}
	}
	return s
}

// Trace returns the pits sown by m, in order, and its captures.
func (p *position) Trace(m rules.Move) (t rules.Trail) {
	if !p.game.board.Has(m.From) {
		return t
	}
	n := 2 * p.game.pits
	for at, seeds := int(m.From), p.pits[m.From]; seeds > 0; {
		if at = (at + 1) % n; at != int(m.From) {
			t.Cells = append(t.Cells, rules.Cell(at))
			seeds--
		}
	}
	s := p.sow(int(m.From))
	for i := s.hi - 1; i >= s.lo; i-- { // backwards from the last seed
		t.Taken = append(t.Taken, rules.Cell(i))
	}
	t.Gain = s.taken()
	return t
}

// taken returns the number of seeds captured.
func (s *sowing) taken() int {
	n := 0
	for _, seeds := range s.pits[s.lo:s.hi] {
		n += int(seeds)
	}
	return n
}

// Turn returns the side to move.
func (p *position) Turn() rules.Player {
	if p.status >= starved {
		return rules.NoPlayer
	}
	return p.side
}

// Moves yields the sowings from the player's left, or the pass.
func (p *position) Moves() iter.Seq[rules.Move] {
	return func(yield func(rules.Move) bool) {
		switch p.status {
		case passing:
			yield(rules.Pass)
		case moving:
			for i, hi := p.game.side(p.side); i < hi; i++ {
				if p.pits[i] > 0 && p.why(i) == nil && !yield(rules.Take(rules.Cell(i))) {
					return
				}
			}
		}
	}
}

// Play returns the position after m.
func (p *position) Play(m rules.Move) (rules.Position, error) {
	g := p.game
	if p.status >= starved {
		return nil, rules.Illegal(m, "the game is over")
	}
	q := *p
	switch {
	case m == rules.Resign:
		q.status = resigned
		return &q, nil
	case m == rules.Timeout:
		q.status = timedOut
		return &q, nil
	case m == rules.Pass && p.status == passing:
		q.side = 1 - p.side
		return q.settle(p), nil
	case m == rules.Pass:
		return nil, rules.Illegal(m, "a player who has a legal move cannot pass")
	case !g.board.Has(m.From) || m != rules.Take(m.From):
		return nil, rules.Illegal(m, "this is not a move of the game")
	case g.board.Home[m.From] != p.side:
		return nil, rules.Illegal(m, "pit %s belongs to the opponent", g.board.Cells[m.From].Label)
	case p.pits[m.From] == 0:
		return nil, rules.Illegal(m, "pit %s is empty", g.board.Cells[m.From].Label)
	}
	if err := p.why(int(m.From)); err != nil {
		return nil, &rules.MoveError{Move: m, Why: err}
	}
	s := p.sow(int(m.From))
	q.pits = s.pits
	q.side = 1 - p.side
	taken := s.taken()
	if taken == 0 {
		return q.settle(p), nil
	}
	q.stores[p.side] += int16(taken)
	clear(q.pits[s.lo:s.hi])
	if s.slam && g.slam == OpponentKeeps {
		q.stores[q.side] += int16(q.left(p.side))
		clear(q.pits[:])
	}
	return q.settle(nil), nil
}

// At returns the seeds in pit c.
func (p *position) At(c rules.Cell) rules.Content {
	if n := p.pits[c]; n > 0 {
		return rules.Content{Owner: p.game.board.Home[c], Count: n}
	}
	return rules.Empty
}

// Held returns the number of seeds in the store of s.
func (p *position) Held(s rules.Player) int { return int(p.stores[s]) }

// Score returns the number of seeds in the store of s.
func (p *position) Score(s rules.Player) int { return int(p.stores[s]) }

// Result returns the result. During the game a player wins with more than half of all seeds, and at
// the end with more seeds than the opponent. The seeds that remain at the end are counted as the
// rules say, but stay in their pits. In a split, an odd seed is not counted.
func (p *position) Result() rules.Result {
	final := [2]int{int(p.stores[0]), int(p.stores[1])}
	rest := [2]int{p.left(south), p.left(north)}
	r := rules.Result{Over: p.status >= starved}
	switch p.status {
	case starved:
		r.Reason = rules.Starved
		final[1-p.side] += rest[0] + rest[1]
	case unfed:
		r.Reason = rules.Starved
		final[p.side] += rest[0] + rest[1]
	case resigned, timedOut:
		r.Reason = rules.Resigned
		if p.status == timedOut {
			r.Reason = rules.OutOfTime
		}
		final[1-p.side] += rest[0] + rest[1]
	case repeated:
		r.Reason = rules.Repetition
		switch p.game.repetition {
		case "ownSide":
			final[0], final[1] = final[0]+rest[0], final[1]+rest[1]
		case "split":
			half := (rest[0] + rest[1]) / 2
			final[0], final[1] = final[0]+half, final[1]+half
		}
	case quiet:
		r.Reason = rules.Quiet
	}
	enough := (final[0] + final[1] + rest[0] + rest[1]) / 2 // more than this wins
	if r.Over {
		r.Final = []int{final[0], final[1]}
		enough = min(final[0], final[1])
	}
	switch {
	// in the classroom rules the seeds decide even after a resignation
	case p.status == timedOut, p.status == resigned && p.game.feed:
		r.Winners = rules.Of(1 - p.side)
	case final[0] > enough:
		r.Winners = rules.Of(south)
	case final[1] > enough:
		r.Winners = rules.Of(north)
	}
	return r
}

// Hash covers the pits, the stores and the side to move.
func (p *position) Hash() uint64 { return p.hash }

// History also covers the set and the number of positions since the last capture, which may not be
// repeated.
func (p *position) History() uint64 { return mix(p.hash ^ mix(p.seen)) }

// Before returns the position one ply ago, or nil if it does not matter.
func (p *position) Before() Position {
	if p.before == nil {
		return nil
	}
	return p.before
}

// digest computes the hash of p.
func (p *position) digest() uint64 {
	h := mix(uint64(p.side) + 1)
	for i, n := range p.pits[:2*p.game.pits] {
		h += mix(uint64(i+1)<<32 | uint64(n))
	}
	for i, n := range p.stores {
		h += mix(uint64(i+101)<<32 | uint64(n))
	}
	return h
}

// mix is the mixing function of splitmix64.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// String returns the pits, the stores and the side to move, as in "4-4-…-4 0-0 S".
func (p *position) String() string {
	b := make([]byte, 0, 48)
	for i, n := range p.pits[:2*p.game.pits] {
		if i > 0 {
			b = append(b, '-')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	b = strconv.AppendInt(append(b, ' '), int64(p.stores[0]), 10)
	b = strconv.AppendInt(append(b, '-'), int64(p.stores[1]), 10)
	return string(append(b, ' ', sides[p.side]))
}

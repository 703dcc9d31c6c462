package line

import (
	"slices"

	"boardstudio/ai"
	"boardstudio/rules"
)

// proof says how the player to move wins by force: it plays move; the replies that could help the opponent are
// answered by the proofs in after, and any other reply by what wins at ends, or by the proof idle.
type proof struct {
	move  rules.Cell
	plies int // at most so many moves, the last one included, until the win
	// sure says that no reply was left out that could help.
	sure  bool
	ends  []rules.Cell
	after []answer
	idle  *proof
}

type answer struct {
	reply rules.Cell
	then  *proof
}

// solver looks for wins by threats: moves that threaten to win at once, which are called fours here whatever the length
// of a row is, and quiet moves that threaten to win by fours, which are called threes. Only replies that parry the threat
// are looked at, so that long wins are found with few nodes.
//
// Allis, van den Herik and Huntjens: Go-Moku Solved by New Search Techniques, Computational Intelligence 12, 1996.
type solver struct {
	b       *Board
	nodes   uint64
	limit   uint64 // of nodes
	out     func() bool
	stopped bool
	depth   int // plies
	// won and failed are what is known of positions by their hash; failed holds with how many threes nothing was found.
	won    map[uint64]*proof
	failed map[uint64]uint8
}

const (
	// maxKept bounds won and failed, and so the memory of a search to some 100 MB.
	maxKept = 1 << 20
	// quietWidth is how many quiet moves are tried in a position, those with the highest estimates.
	quietWidth = 14
)

func newSolver(b *Board, out func() bool) *solver {
	return &solver{b: b, out: out, depth: 60, won: map[uint64]*proof{}, failed: map[uint64]uint8{}}
}

// solve returns how the player to move wins by force, nil when it finds nothing with so many more nodes. It looks first
// for wins without threes, then for those with one, and so on.
func (s *solver) solve(nodes uint64, threes int) *proof {
	s.limit = s.nodes + nodes
	s.stopped = s.out()
	for n := 0; n <= threes && !s.stopped; n++ {
		if p := s.attack(n, 0); p != nil {
			return p
		}
	}
	return nil
}

// play makes a move; it reports false when it is illegal, or when the search has to end.
func (s *solver) play(c rules.Cell) bool {
	if s.nodes >= s.limit || s.nodes&31 == 31 && s.out() {
		s.stopped = true
	}
	if s.stopped {
		return false
	}
	s.nodes++
	return s.b.Play(rules.Place(c))
}

// exact reports whether a win by fours on this board is certain when the replies looked at lose.
func (b *Board) exact() bool {
	o := &b.opt
	return b.plain || o.Renju && o.Topology == "plane" && o.Captures == 0 && !o.Breakable && o.DoubleThree == "allowed"
}

// winning appends the cells where p wins if it is to move: those that complete a row, and captures that are enough.
func (b *Board) winning(cells []rules.Cell, p rules.Player) []rules.Cell {
	cells = b.completes(cells, p)
	left := b.opt.Captures - b.held[p]
	if b.opt.Captures == 0 || left > 8 {
		return cells
	}
	var buf [8][2]rules.Cell
	for _, c := range b.close {
		if !b.roomFor(c, left) {
			continue
		}
		if n := len(b.pairs(buf[:0], c, p)); n >= left && !slices.Contains(cells, c) {
			cells = append(cells, c)
		}
	}
	return cells
}

// capturers appends the cells where p captures.
func (b *Board) capturers(cells []rules.Cell, p rules.Player) []rules.Cell {
	if b.opt.Captures == 0 {
		return cells
	}
	var buf [8][2]rules.Cell
	for _, c := range b.close {
		if b.roomFor(c, 1) && len(b.pairs(buf[:0], c, p)) > 0 {
			cells = append(cells, c)
		}
	}
	return cells
}

// fours appends the cells where p makes a row that lacks one symbol.
func (b *Board) fours(cells []rules.Cell, p rules.Player) []rules.Cell {
	for _, t := range b.lists[2*int(p)+1].tuples {
		if b.counts(t, p) {
			x, y := b.pairOf(t)
			cells = append(cells, x, y)
		}
	}
	return cells
}

// skip passes, whether the rules allow it or not; it reports false when there is no such position.
func (b *Board) skip() bool {
	if b.over {
		return false
	}
	s := step{cell: rules.NoCell, turn: b.turn, hash: b.hash, over: b.over, winner: b.winner}
	if !b.plain {
		at := rules.SetupOf(b.rules, b.asked[len(b.asked)-1])
		at.Turn = 1 - b.turn
		p, err := b.rules.SetUp(at)
		if err != nil || p.Turn() == rules.NoPlayer {
			return false
		}
		b.asked = append(b.asked, p)
	}
	b.past = append(b.past, s)
	b.turn = 1 - b.turn
	return true
}

// distinct removes cells that stand in the list before.
func distinct(cells []rules.Cell) []rules.Cell {
	n := 0
	for _, c := range cells {
		if !slices.Contains(cells[:n], c) {
			cells[n] = c
			n++
		}
	}
	return cells[:n]
}

// attack returns how the player to move wins with at most so many threes, nil when it finds nothing.
func (s *solver) attack(threes, ply int) *proof {
	if s.stopped || ply > s.depth || s.b.over {
		return nil
	}
	key := s.b.Hash()
	if p := s.won[key]; p != nil {
		return p
	}
	if n, ok := s.failed[key]; ok && int(n) >= threes {
		return nil
	}
	p := s.search(threes, ply)
	switch {
	case p != nil:
		if len(s.won) < maxKept {
			s.won[key] = p
		}
	case !s.stopped && len(s.failed) < maxKept:
		s.failed[key] = uint8(threes)
	}
	return p
}

// search is attack for a position of which nothing is known.
func (s *solver) search(threes, ply int) *proof {
	b := s.b
	me := b.turn
	var buf [32]rules.Cell
	for _, c := range b.winning(buf[:0], me) {
		if p := s.finish(c, threes, ply); p != nil {
			return p
		}
	}
	var parry []rules.Cell // what the opponent needs to win with its next move
	if parry = b.winning(nil, 1-me); len(parry) > 1 && b.opt.Captures == 0 && b.exact() {
		return nil
	}
	moves := b.fours(nil, me)
	if len(parry) > 0 {
		moves = slices.DeleteFunc(moves, func(c rules.Cell) bool { return !slices.Contains(parry, c) })
	}
	moves = distinct(b.capturers(moves, me))
	if threes > 0 {
		if p := s.attack(0, ply); p != nil {
			return p
		}
		if p := s.quiet(parry, threes, ply); p != nil {
			return p
		}
	}
	for _, c := range moves {
		if !s.play(c) {
			continue
		}
		p := s.four(c, me, threes, ply)
		b.Undo()
		if p != nil {
			return p
		}
	}
	return nil
}

// finish returns the proof that a move on c wins: at once, or although the opponent may break the row.
func (s *solver) finish(c rules.Cell, threes, ply int) *proof {
	b, me := s.b, s.b.turn
	if !s.play(c) {
		return nil
	}
	defer b.Undo()
	if b.over {
		if b.winner == rules.Of(me) {
			return &proof{move: c, plies: 1, sure: true}
		}
		return nil
	}
	if !b.opt.Breakable {
		return nil
	}
	p := &proof{move: c, plies: 2}
	if !s.refuted(p, b.capturers(nil, 1-me), me, threes, ply) {
		return p
	}
	return nil
}

// four returns the proof that the move just made on c wins by what it threatens to complete or to capture.
func (s *solver) four(c rules.Cell, me rules.Player, threes, ply int) *proof {
	b := s.b
	var buf [32]rules.Cell
	ends := b.winning(buf[:0], me)
	if len(ends) == 0 || b.over {
		return nil
	}
	p := &proof{move: c, plies: 3, sure: b.exact()}
	replies := b.winning(nil, 1-me)
	if len(replies) > 0 && p.sure {
		return nil
	}
	// With two cells to win on, a reply on one of them leaves the other, unless it captures.
	if len(ends) == 1 || !p.sure {
		replies = append(replies, ends...)
	}
	if s.refuted(p, distinct(b.capturers(replies, 1-me)), me, threes, ply) {
		return nil
	}
	p.ends = slices.Clone(ends)
	return p
}

// refuted reports whether one of the replies to p keeps me from winning; else it adds the answers to p. Illegal ones do not count.
func (s *solver) refuted(p *proof, replies []rules.Cell, me rules.Player, threes, ply int) bool {
	b := s.b
	for _, r := range replies {
		if !s.play(r) {
			if s.stopped {
				return true
			}
			continue
		}
		var then *proof
		lost := b.over && b.winner == rules.Of(me)
		if !lost {
			then = s.attack(threes, ply+2)
		}
		b.Undo()
		switch {
		case lost:
			continue
		case then == nil:
			return true
		}
		p.after = append(p.after, answer{r, then})
		p.plies = max(p.plies, 2+then.plies)
		p.sure = p.sure && then.sure
	}
	return s.stopped
}

// quiet returns the proof that a quiet move wins. Where the opponent is about to win, only what prevents that is tried,
// and does not count as a three.
func (s *solver) quiet(parry []rules.Cell, threes, ply int) *proof {
	b, me := s.b, s.b.turn
	moves, left := parry, threes
	if len(parry) == 0 {
		moves, left = b.builders(me), threes-1
	}
	moves = distinct(b.capturers(slices.Clone(moves), me))
	rates := make(map[rules.Cell]int32, len(moves))
	for _, c := range moves {
		rates[c] = b.rate(c)
	}
	slices.SortStableFunc(moves, func(x, y rules.Cell) int { return int(rates[y] - rates[x]) })
	if len(parry) == 0 {
		moves = moves[:min(len(moves), quietWidth)]
	}
	for _, c := range moves {
		if !s.play(c) {
			continue
		}
		p := s.three(c, me, left, ply)
		b.Undo()
		if p != nil {
			return p
		}
	}
	return nil
}

// builders returns the empty cells of tuples that p makes lack two symbols there.
func (b *Board) builders(p rules.Player) (cells []rules.Cell) {
	need := b.opt.K - 3
	for _, c := range b.close {
		for _, t := range b.touching(c) {
			if int(b.total[t]) == need && (b.who[t] == int8(p) || need == 0) && b.counts(t, p) {
				cells = append(cells, c)
				break
			}
		}
	}
	return cells
}

// three returns the proof that the quiet move just made on c wins by threatening to win by fours.
func (s *solver) three(c rules.Cell, me rules.Player, threes, ply int) *proof {
	b := s.b
	var buf [32]rules.Cell
	if b.over || len(b.winning(buf[:0], me)) > 0 || len(b.winning(buf[:0], 1-me)) > 0 {
		return nil
	}
	if s.attack(0, ply+1) != nil { // the opponent comes first
		return nil
	}
	if s.stopped || !b.skip() {
		return nil
	}
	idle := s.attack(0, ply+2)
	b.Undo()
	if idle == nil {
		return nil
	}
	p := &proof{move: c, idle: idle, plies: 2 + idle.plies, sure: idle.sure && b.plain && b.opt.Captures == 0}
	replies := b.zone(idle, me)
	rates := make(map[rules.Cell]int32, len(replies))
	for _, c := range replies {
		rates[c] = b.rate(c)
	}
	slices.SortStableFunc(replies, func(x, y rules.Cell) int { return int(rates[y] - rates[x]) })
	if s.refuted(p, replies, me, threes, ply) {
		return nil
	}
	return p
}

// zone returns the empty cells where a reply can help against p, a win of player me by fours: the cells it needs,
// those where the opponent captures or makes a row that lacks one, and those that give it such a row together with the replies in p.
//
// Without captures and where every cell may be played, no other reply helps: it stands on no cell that the win needs, it forces
// nothing now, and in no row of the opponent do the replies that follow make it force something.
func (b *Board) zone(p *proof, me rules.Player) []rules.Cell {
	var cells, replies []rules.Cell
	seen := map[*proof]bool{}
	var walk func(p *proof)
	walk = func(p *proof) {
		if p == nil || seen[p] {
			return
		}
		seen[p] = true
		cells = append(cells, p.move)
		replies = append(replies, p.ends...)
		for _, a := range p.after {
			replies = append(replies, a.reply)
			walk(a.then)
		}
		walk(p.idle)
	}
	walk(p)
	replies = distinct(replies)
	cells = append(cells, replies...)
	you := 1 - me
	cells = b.capturers(b.fours(cells, you), you)
	in := make(map[int32]int, 20*len(replies))
	for _, r := range replies {
		for _, t := range b.touching(r) {
			if n := in[t] + 1; b.who[t] == int8(you) || b.who[t] == free {
				in[t] = n
				if int(b.total[t])+n+1 == b.opt.K-1 {
					cells = append(cells, b.tuple(t)...)
				}
			}
		}
	}
	return slices.DeleteFunc(distinct(cells), func(c rules.Cell) bool { return b.owner[c] != rules.NoPlayer })
}

// line returns the moves of p from the position at, with the longest defence. It ends where the game does.
func (p *proof) line(at rules.Position) (moves []rules.Move) {
	play := func(c rules.Cell) bool {
		next, err := at.Play(rules.Place(c))
		if err == nil {
			at = next
			moves = append(moves, rules.Place(c))
		}
		return err == nil
	}
	for p != nil && play(p.move) {
		var long answer
		for _, a := range p.after {
			if long.then == nil || a.then.plies > long.then.plies {
				long = a
			}
		}
		if long.then == nil && len(p.ends) > 1 && play(p.ends[0]) {
			play(p.ends[1])
			break
		}
		if long.then == nil || !play(long.reply) {
			break
		}
		p = long.then
	}
	return moves
}

// score returns the score of the player who has the proof.
func (p *proof) score() ai.Score {
	if p.sure {
		return ai.Score{Proved: true, Value: 1, Plies: p.plies, AtMost: p.plies > 1}
	}
	return ai.Score{Value: found}
}

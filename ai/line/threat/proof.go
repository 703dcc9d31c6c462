package threat

import (
	"slices"

	"boardstudio/ai"
	"boardstudio/ai/line/board"
	"boardstudio/rules"
)

// proof is a forced win of the player to move. It plays move. Replies that might help the opponent
// are answered by the proofs in after, and any other reply by a move to ends or by the proof
// afterPass.
type proof struct {
	move  rules.Cell
	plies int // maximum number of moves to the win, including the last
	// sure is true if all replies that could help were considered.
	sure      bool
	ends      []rules.Cell
	after     []answer
	afterPass *proof
}

type answer struct {
	reply rules.Cell
	then  *proof
}

// solver searches for wins by threats. Moves that threaten to win at once are called fours here,
// whatever the row length. Quiet moves that threaten to win by fours are called threes. Only
// replies that stop the threat are considered, so long wins are found with few nodes.
//
// Allis, van den Herik and Huntjens: Go-Moku Solved by New Search Techniques, Computational
// Intelligence 12, 1996.
type solver struct {
	b       *board.Board
	nodes   uint64
	limit   uint64 // maximum number of nodes
	out     func() bool
	stopped bool
	depth   int // maximum number of plies
	// Results by position hash. failed stores the number of threes of an unsuccessful search.
	won    map[uint64]*proof
	failed map[uint64]uint8
}

const (
	// maxStored limits the sizes of won and failed, and thus the memory of a search to about 100
	// MB.
	maxStored = 1 << 20
	// quietWidth is the maximum number of quiet moves tried in a position, in order of their
	// estimates.
	quietWidth = 14
)

func newSolver(b *board.Board, out func() bool) *solver {
	return &solver{b: b, out: out, depth: 60, won: map[uint64]*proof{}, failed: map[uint64]uint8{}}
}

// solve returns a forced win of the player to move, or nil if it does not find one within the given
// number of additional nodes. It searches for wins without threes first, then with one, and so on.
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

// play makes a move. It returns false if the move is illegal or the search has to stop.
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

// exact reports whether a win by fours is certain on this board if all considered replies lose.
func exact(b *board.Board) bool {
	o := &b.Options
	return b.Plain() || o.Renju && o.Topology == "plane" && o.Captures == 0 && !o.Breakable && o.DoubleThree == "allowed"
}

// attack returns a win with at most the given number of threes, or nil if it does not find one.
func (s *solver) attack(threes, ply int) *proof {
	if s.stopped || ply > s.depth || s.b.Ended() {
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
		if len(s.won) < maxStored {
			s.won[key] = p
		}
	case !s.stopped && len(s.failed) < maxStored:
		s.failed[key] = uint8(threes)
	}
	return p
}

// search is attack for a position without a stored result.
func (s *solver) search(threes, ply int) *proof {
	b := s.b
	me := b.Turn()
	var buf [32]rules.Cell
	for _, c := range b.Winning(buf[:0], me) {
		if p := s.finish(c, threes, ply); p != nil {
			return p
		}
	}
	var parry []rules.Cell // cells where the opponent could win with its next move
	if parry = b.Winning(nil, 1-me); len(parry) > 1 && b.Options.Captures == 0 && exact(b) {
		return nil
	}
	moves := b.Fours(nil, me)
	if len(parry) > 0 {
		moves = slices.DeleteFunc(moves, func(c rules.Cell) bool { return !slices.Contains(parry, c) })
	}
	moves = board.Unique(b.CapturingCells(moves, me))
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

// finish returns the proof that a move to c wins at once, or even if the opponent may break the
// row.
func (s *solver) finish(c rules.Cell, threes, ply int) *proof {
	b, me := s.b, s.b.Turn()
	if !s.play(c) {
		return nil
	}
	defer b.Undo()
	if b.Ended() {
		if b.Winners() == rules.Of(me) {
			return &proof{move: c, plies: 1, sure: true}
		}
		return nil
	}
	if !b.Options.Breakable {
		return nil
	}
	p := &proof{move: c, plies: 2}
	if !s.refuted(p, b.CapturingCells(nil, 1-me), me, threes, ply) {
		return p
	}
	return nil
}

// four returns the proof that the move just made on c wins because of its threat to complete a row
// or to capture.
func (s *solver) four(c rules.Cell, me rules.Player, threes, ply int) *proof {
	b := s.b
	var buf [32]rules.Cell
	ends := b.Winning(buf[:0], me)
	if len(ends) == 0 || b.Ended() {
		return nil
	}
	p := &proof{move: c, plies: 3, sure: exact(b)}
	replies := b.Winning(nil, 1-me)
	if len(replies) > 0 && p.sure {
		return nil
	}
	// If there are two winning cells, a reply on one of them leaves the other, unless it captures.
	if len(ends) == 1 || !p.sure {
		replies = append(replies, ends...)
	}
	if s.refuted(p, board.Unique(b.CapturingCells(replies, 1-me)), me, threes, ply) {
		return nil
	}
	p.ends = slices.Clone(ends)
	return p
}

// refuted reports whether one of the replies to p prevents the win of me. If not, it adds the
// answers to p. Illegal replies are ignored.
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
		lost := b.Ended() && b.Winners() == rules.Of(me)
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

// quiet returns the proof that a quiet move wins. If the opponent threatens to win, it only tries
// the cells in parry, which do not count as threes.
func (s *solver) quiet(parry []rules.Cell, threes, ply int) *proof {
	b, me := s.b, s.b.Turn()
	moves, left := parry, threes
	if len(parry) == 0 {
		moves, left = threeMoves(b, me), threes-1
	}
	moves = board.Unique(b.CapturingCells(slices.Clone(moves), me))
	rates := make(map[rules.Cell]int32, len(moves))
	for _, c := range moves {
		rates[c] = b.Rate(c)
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

// threeMoves returns the empty cells of tuples that lack two symbols after a move of p.
func threeMoves(b *board.Board, p rules.Player) (cells []rules.Cell) {
	need, owner, stones := b.Options.K-3, b.TupleOwners(), b.TupleStones()
	for _, c := range b.Close() {
		for _, t := range b.Touching(c) {
			if int(stones[t]) == need && (owner[t] == int8(p) || need == 0) && b.Counts(t, p) {
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
	if b.Ended() || len(b.Winning(buf[:0], me)) > 0 || len(b.Winning(buf[:0], 1-me)) > 0 {
		return nil
	}
	if s.attack(0, ply+1) != nil { // the opponent is faster
		return nil
	}
	if s.stopped || !b.PassTurn() {
		return nil
	}
	afterPass := s.attack(0, ply+2)
	b.Undo()
	if afterPass == nil {
		return nil
	}
	p := &proof{move: c, afterPass: afterPass, plies: 2 + afterPass.plies, sure: afterPass.sure && b.Plain() && b.Options.Captures == 0}
	replies := zone(b, afterPass, me)
	rates := make(map[rules.Cell]int32, len(replies))
	for _, c := range replies {
		rates[c] = b.Rate(c)
	}
	slices.SortStableFunc(replies, func(x, y rules.Cell) int { return int(rates[y] - rates[x]) })
	if s.refuted(p, replies, me, threes, ply) {
		return nil
	}
	return p
}

// zone returns the empty cells where a reply might stop p, a win of player me by fours. They are
// the cells that p needs, the cells where the opponent captures or makes a four, and the cells that
// become a four together with the replies in p.
//
// Without captures and if every cell may be played, no other reply helps. It does not occupy a cell
// that the win needs, and it does not force anything, now or together with the replies that follow.
func zone(b *board.Board, p *proof, me rules.Player) []rules.Cell {
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
		walk(p.afterPass)
	}
	walk(p)
	replies = board.Unique(replies)
	cells = append(cells, replies...)
	you := 1 - me
	cells = b.CapturingCells(b.Fours(cells, you), you)
	owner, stones := b.TupleOwners(), b.TupleStones()
	in := make(map[int32]int, 20*len(replies))
	for _, r := range replies {
		for _, t := range b.Touching(r) {
			if n := in[t] + 1; owner[t] == int8(you) || owner[t] == board.Free {
				in[t] = n
				if int(stones[t])+n+1 == b.Options.K-1 {
					cells = append(cells, b.Tuple(t)...)
				}
			}
		}
	}
	return slices.DeleteFunc(board.Unique(cells), func(c rules.Cell) bool { return b.At(c) != rules.NoPlayer })
}

// line returns the moves of p from position at, with the longest defence. It stops when the game is
// over.
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

// score returns the score for the player who wins by p.
func (p *proof) score() ai.Score {
	if p.sure {
		return ai.Score{Proved: true, Value: 1, Plies: p.plies, AtMost: p.plies > 1}
	}
	return ai.Score{Value: likelyWin}
}

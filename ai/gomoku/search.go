package gomoku

import (
	"math"
	"math/bits"
	"unsafe"

	"boardstudio/internal/huge"
	"boardstudio/rules"
)

// Scores, from the point of view of the side to move. Estimates stay within ±maxEstimate. Losses
// that are not certain, because some moves were pruned, are beyond that. A proved win is won minus
// the number of plies from the root.
const (
	maxEstimate = 15_000
	seemsLost   = -20_000
	won         = 30_000
	provedFrom  = 29_000
	infinite    = 32_000
)

// Maximum length of a line, maximum number of moves in a list, and minimum depth at which defences
// are searched.
const (
	maxPly   = 200
	maxMoves = maxSide * maxSide
	minDepth = -4
)

func proved(v int) bool { return v >= provedFrom || v <= -provedFrom }

// Bound types of table entries.
const (
	upper = 1
	lower = 2
	exact = 3
)

// entry is a table entry.
type entry struct {
	key    uint64
	value  int16
	move   point
	search uint16 // the search that stored the entry
	depth  int8
	bound  uint8
}

// bucket is the number of entries among which a position can be stored.
const bucket = 4

// table is the transposition table. Entries of earlier searches are ignored, so a search is
// reproducible.
type table struct {
	memory     *huge.Memory[entry]
	entries    []entry
	maxEntries int // maximum number of entries, a power of two
	mask       uint64
	search     uint16
	stored     uint64 // number of entries stored since the allocation
}

// newTable returns a table that uses at most mb megabytes.
func newTable(mb int) *table {
	return &table{maxEntries: 1 << (bits.Len(uint(mb<<20/int(unsafe.Sizeof(entry{})))) - 1)}
}

// reset discards all entries and uses n entries from now on, where n is a power of two, or the
// maximum if n is 0.
func (t *table) reset(n int) {
	if n == 0 || n > t.maxEntries {
		n = t.maxEntries
	}
	if n > len(t.entries) {
		t.memory = huge.Make[entry](n)
		t.entries, t.stored = t.memory.Values, 0
	}
	t.mask = uint64(n-1) &^ (bucket - 1)
	if t.search++; t.search == 0 {
		clear(t.entries)
		t.search = 1
	}
}

// probe returns the entry of a position, or nil if it is not stored.
func (t *table) probe(key uint64) *entry {
	at := t.entries[key&t.mask:][:bucket]
	for i := range at {
		if at[i].key == key && at[i].search == t.search {
			return &at[i]
		}
	}
	return nil
}

// store stores an entry. It replaces the entry of the same position, or else one of an earlier
// search, or else the one with the least depth.
func (t *table) store(key uint64, e entry) {
	at := t.entries[key&t.mask:][:bucket]
	t.stored++
	e.key, e.search = key, t.search
	worst, least := 0, 1<<10
	for i := range at {
		x := &at[i]
		if x.key == key && x.search == t.search {
			if e.move == pass {
				e.move = x.move
			}
			worst = i
			break
		}
		d := int(x.depth)
		if x.search != t.search {
			d = -1 << 8
		}
		if d < least {
			worst, least = i, d
		}
	}
	at[worst] = e
}

// scored is a move with its ordering score.
type scored struct {
	cell  point
	quiet bool
	order int32
}

// searcher is the state of a search on one board.
type searcher struct {
	b        *Board
	t        *table
	threats  *threats
	nodes    uint64
	maxNodes uint64
	out      func() bool // called at intervals
	next     uint64      // number of stones placed at the next call of out
	stopped  bool
	lists    [maxPly][]scored
	killers  [maxPly][2]point
	history  [2][squares]int32
	counter  [2][squares]point // counter[turn][c] is the refutation of a move to c
	pv       [maxPly][maxPly]point
	length   [maxPly]int
	static   [maxPly]int // estimates along the line
	work     []point
}

func newSearcher(b *Board, t *table) *searcher {
	s := &searcher{b: b, t: t, threats: newThreats(b), work: make([]point, 0, maxMoves)}
	s.threats.s = s
	return s
}

// begin discards the results of earlier searches.
func (s *searcher) begin() {
	s.nodes, s.next, s.stopped = 0, 0, false
	s.killers = [maxPly][2]point{}
	s.history = [2][squares]int32{}
	s.counter = [2][squares]point{}
	n := 0
	if s.maxNodes > 0 {
		n = max(1<<bits.Len64(min(s.maxNodes, 1<<40)), 1<<leastTable)
	}
	s.t.reset(n)
	s.threats.begin()
}

// leastTable is the binary logarithm of the minimum number of table entries.
const leastTable = 10

// pollInterval is the number of stones placed between checks of the stop condition, a few
// milliseconds at most. With captures, a node may place a hundred stones.
const pollInterval = 1024

// tick counts a node and reports whether to stop.
func (s *searcher) tick() bool {
	s.nodes++
	if s.b.played >= s.next || s.t.stored < s.t.memory.First() {
		s.next = s.b.played + pollInterval
		s.stopped = s.stopped || s.out()
	}
	if s.maxNodes > 0 && s.nodes >= s.maxNodes {
		s.stopped = true
	}
	return s.stopped
}

// eval returns the estimate of the position for the side to move.
func (s *searcher) eval() int {
	b := s.b
	me, other := b.turn, 1-b.turn
	n := b.net[me&1]
	sum := b.sums[me&1]
	if b.opt.Captures > 0 {
		for i, p := range [2]uint8{me, other} {
			capturedStones, open := b.holdings(p)
			sum += n.hold[i][capturedStones] + n.hold[i][open]
		}
	}
	return min(max(n.value(sum, b.threats()), -maxEstimate), maxEstimate)
}

// holdings returns the indices in values for a colour's captured pairs (in tenths of the number
// that wins) and possible captures, and for its open pairs.
func (b *Board) holdings(colour uint8) (capturedStones, open int) {
	n := min(int(b.held[colour])*(pairSteps-1)/b.opt.Captures, pairSteps-1)
	x := &b.pairs[colour]
	return n*catchSteps + int(min(x.catch, catchSteps-1)), pairSteps*catchSteps + int(min(x.open, openSteps-1))
}

// end returns the value of a finished game.
func (s *searcher) end(ply int) int {
	switch s.b.winner {
	case -1:
		return 0
	case int8(s.b.turn):
		return won - ply
	}
	return -(won - ply)
}

// threatensWin reports whether the colour certainly threatens to make an open four or two fours, in
// the sense that no move of the opponent elsewhere makes that a foul.
func (b *Board) threatensWin(colour int) bool {
	set := &b.sets[colour][makesWin]
	if b.count[colour][makesWin] == 0 {
		return false
	}
	if !b.shaped[colour] {
		return true
	}
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			if c := point(i<<6 + bits.TrailingZeros64(w)); !b.comboAt(c, colour).suspect {
				return true
			}
		}
	}
	return false
}

// winning returns a legal cell that makes an open four or two fours for the colour. Without such a
// cell it returns pass.
func (b *Board) winning(colour int) point {
	if b.count[colour][makesWin] == 0 {
		return pass
	}
	for i, w := range b.sets[colour][makesWin] {
		for ; w != 0; w &= w - 1 {
			if c := point(i<<6 + bits.TrailingZeros64(w)); b.legal(c, colour) {
				return c
			}
		}
	}
	return pass
}

// decided returns the value of a position with an obvious win or loss within three plies; sure is
// then true. Otherwise it returns the only move that does not lose at once, or pass.
func (s *searcher) decided(ply int) (v int, forced point, sure bool) {
	b := s.b
	me, other := int(b.turn), int(1-b.turn)
	if b.rowsDecide {
		if b.count[me][makesFive] > 0 {
			return won - ply - 1, pass, true
		}
		switch n := b.count[other][makesFive]; {
		case n > 1:
			return -(won - ply - 2), pass, true
		case n == 1:
			c := b.sets[other][makesFive].first()
			if !b.legal(c, me) {
				return -(won - ply - 2), pass, true
			}
			return 0, c, false
		}
		if b.winning(me) != pass {
			return won - ply - 3, pass, true
		}
		return 0, pass, false
	}
	if b.winningCell(me) != pass {
		return won - ply - 1, pass, true
	}
	return 0, pass, false
}

// widths are the numbers of moves searched at each depth. If the estimate has not improved since
// the side's previous move, only seven tenths of them are searched. A loss is uncertain if moves
// were omitted.
var widths = func() (n [32]int) {
	for d := range n {
		n[d] = 6 + int(math.Pow(float64(d), 1.32))*3/2
	}
	return n
}()

// Maximum depth, and margin above beta for each ply, for returning the static estimate.
const (
	aboveDepth  = 8
	aboveMargin = 100
)

// freeReplies is the number of plies from the root up to which answers to a four do not reduce the
// depth, even if there are several because of captures.
const freeReplies = 20

// reductions are the depth reductions of late moves, by depth and index.
var reductions = func() (r [32][64]int8) {
	for d := 2; d < len(r); d++ {
		for i := 3; i < len(r[d]); i++ {
			r[d][i] = int8((bits.Len(uint(d*d*d)) - 1) * (bits.Len(uint(i*i*i)) - 1) / 14)
		}
	}
	return r
}()

// search returns the value of the position for the side to move, within alpha and beta (Knuth and
// Moore 1975; null windows after the first move: Marsland and Campbell 1982).
func (s *searcher) search(alpha, beta, depth, ply int, nulled bool) int {
	b := s.b
	s.length[ply] = 0
	if b.over {
		s.nodes++
		return s.end(ply)
	}
	if s.tick() {
		return 0
	}
	if ply >= maxPly-2 {
		return s.eval()
	}
	if b.passing {
		s.static[ply] = s.eval()
		b.Play(pass)
		v := -s.search(-beta, -alpha, depth, ply+1, false)
		b.Undo()
		return v
	}
	v, forced, sure := s.decided(ply)
	if sure {
		return v
	}
	// A line cannot be better than an immediate win or worse than an immediate loss.
	alpha, beta = max(alpha, -(won-ply-2)), min(beta, won-ply-1)
	if alpha >= beta {
		return alpha
	}
	static := s.eval()
	s.static[ply] = static
	if forced != pass {
		b.Play(forced)
		v := -s.search(-beta, -alpha, depth, ply+1, false)
		b.Undo()
		s.setPV(ply, forced)
		return v
	}
	me, other := int(b.turn), int(1-b.turn)
	key := b.key()
	first := pass
	if e := s.t.probe(key); e != nil {
		first = e.move
		if int(e.depth) >= depth && ply > 0 {
			v := int(e.value)
			if proved(v) {
				if v > 0 {
					v -= ply
				} else {
					v += ply
				}
			}
			if e.bound == exact && beta-alpha == 1 || e.bound == lower && v >= beta || e.bound == upper && v <= alpha {
				return v
			}
		}
	}
	if b.searchThreats && !b.pending && (depth <= 0 || first == pass) &&
		(b.count[me][makesMore]+b.count[me][makesBoth] > 0 || !b.rowsDecide && b.count[me][makesWin] > 0) {
		if n := s.threats.fours(ply); n > 0 {
			v := won - ply - n
			s.store(key, v, 100, lower, pass, ply)
			return v
		}
		if s.stopped {
			return 0
		}
	}
	var helpful set // cells that can help if the opponent threatens to win
	danger, mustParry := b.rowsDecide && b.threatensWin(other), false
	switch {
	case b.rowsDecide || b.pending:
	case b.searchThreats:
		if c := b.winningCell(other); c != pass {
			mustParry = true
			b.addAnswers(c, &helpful)
		} else {
			danger = b.openFourWins && b.count[other][makesWin] > 0
		}
	default:
		mustParry = b.count[other][makesFive] > 0
	}
	// Leaves only search defences against an open four if it is certain. Otherwise there are too
	// many answers, and the evaluation accounts for it.
	if depth <= 0 && (!(danger && b.rowsDecide) && !mustParry && !b.pending || depth <= minDepth) {
		return static
	}
	pvNode := beta-alpha > 1
	improving := ply >= 2 && static > s.static[ply-2]
	// A few plies will not change a score this far above beta (reverse futility: Heinz 1998).
	if !pvNode && !danger && !mustParry && !b.pending && depth <= aboveDepth && beta > -maxEstimate && beta < maxEstimate {
		d := depth
		if improving {
			d--
		}
		if static-aboveMargin*d >= beta {
			return static
		}
	}
	if !pvNode && !danger && !nulled && b.rowsDecide && depth >= 3 && static >= beta && beta > -maxEstimate && beta < maxEstimate {
		b.passTurn()
		v := -s.search(-beta, -beta+1, depth-3-depth/4, ply+1, true)
		b.Undo()
		if s.stopped {
			return 0
		}
		if v >= beta && !proved(v) {
			return v
		}
	}
	before := alpha
	best, by := -infinite, pass
	searched, full := 0, true
	list, complete := s.moves(ply, danger, mustParry, first, &helpful)
	width := len(list)
	if !danger && !mustParry && ply > 0 {
		width = widths[min(max(depth, 0), len(widths)-1)]
		if !improving {
			width = width * 7 / 10
		}
	}
	pruneQuiet := !pvNode && !danger && !mustParry && depth <= 3 && static+90*depth+60 <= alpha && alpha > -maxEstimate
	for i := range list {
		m := pickBest(list, i)
		if m.order < 0 {
			continue // illegal
		}
		if searched >= width && best > -infinite || pruneQuiet && m.quiet && searched > 0 {
			full = false
			if searched >= width {
				break
			}
			continue
		}
		if !b.free && !b.legal(m.cell, me) {
			continue
		}
		b.Play(m.cell)
		searched++
		next := depth - 1
		if mustParry && b.openFourWins && depth > 0 && ply < freeReplies {
			next = depth
		}
		var v int
		switch {
		case searched == 1:
			v = -s.search(-beta, -alpha, next, ply+1, false)
		default:
			r := 0
			if depth >= 2 && m.quiet && !danger {
				r = int(reductions[min(depth, 31)][min(searched, 63)])
				if pvNode && r > 0 {
					r--
				}
			}
			v = -s.search(-alpha-1, -alpha, next-r, ply+1, false)
			if v > alpha && r > 0 && !s.stopped {
				v = -s.search(-alpha-1, -alpha, next, ply+1, false)
			}
			if v > alpha && v < beta && !s.stopped {
				v = -s.search(-beta, -alpha, next, ply+1, false)
			}
		}
		b.Undo()
		if s.stopped {
			return best
		}
		if v > best {
			best, by = v, m.cell
			if v > alpha {
				alpha = v
				s.setPV(ply, m.cell)
			}
			if v >= beta {
				s.refuted(ply, depth, m, list[:i])
				break
			}
		}
	}
	switch {
	case searched == 0 && complete && danger: // every defence is a foul
		best = -(won - ply - 4)
	case searched == 0 && complete && mustParry:
		best = -(won - ply - 2)
	case searched == 0:
		return static
	case best < -maxEstimate && !(complete && full):
		best = max(best, seemsLost+ply)
	}
	bound := uint8(exact)
	switch {
	case best >= beta:
		bound = lower
	case best <= before:
		bound = upper
	}
	s.store(key, best, depth, bound, by, ply)
	return best
}

// store stores a value in the table, with proved values relative to the position.
func (s *searcher) store(key uint64, v, depth int, bound uint8, by point, ply int) {
	if proved(v) {
		if v > 0 {
			v += ply
		} else {
			v -= ply
		}
	}
	s.t.store(key, entry{value: int16(v), move: by, depth: int8(min(max(depth, -100), 100)), bound: bound})
}

// setPV makes m the first move of the best line from this ply.
func (s *searcher) setPV(ply int, m point) {
	s.pv[ply][0] = m
	n := copy(s.pv[ply][1:], s.pv[ply+1][:s.length[ply+1]])
	s.length[ply] = n + 1
}

// refuted updates the ordering statistics with a move that caused a cutoff and the moves tried
// before it.
func (s *searcher) refuted(ply, depth int, m scored, before []scored) {
	if !m.quiet {
		return
	}
	k := &s.killers[ply]
	if k[0] != m.cell {
		k[1], k[0] = k[0], m.cell
	}
	b := s.b
	if n := len(b.past); n > 0 {
		s.counter[b.turn][b.past[n-1].cell] = m.cell
	}
	d := int32(max(depth, 1))
	h := &s.history[b.turn]
	more := func(c point, by int32) { h[c] += by - h[c]*max(by, -by)/4096 }
	more(m.cell, d*d*8)
	for _, x := range before {
		if x.quiet {
			more(x.cell, -d*d*4)
		}
	}
}

// pickBest swaps the best move of list[i:] to index i and returns it.
func pickBest(list []scored, i int) scored {
	best := i
	for j := i + 1; j < len(list); j++ {
		if list[j].order > list[best].order {
			best = j
		}
	}
	list[i], list[best] = list[best], list[i]
	return list[i]
}

// moves lists the moves to search with their ordering scores, and reports whether all other moves
// are certainly not better. The argument helpful contains the answers to the opponent's threats if
// other rules than rows decide.
func (s *searcher) moves(ply int, danger, mustParry bool, first point, helpful *set) (list []scored, complete bool) {
	b := s.b
	list = s.lists[ply][:0]
	me, other := int(b.turn), int(1-b.turn)
	var from set
	captures := b.opt.Captures > 0
	switch {
	case b.pending:
		from, complete = b.captureCells(), true
	case mustParry && b.searchThreats:
		from, complete = *helpful, true
	case mustParry:
		from = b.sets[other][makesFive]
		if captures {
			more := b.captureCells()
			from.join(&more)
		}
		from.join(&b.sets[me][makesFive])
	case danger:
		from, complete = b.defences(), b.rowsDecide
		if captures {
			more := b.captureCells()
			from.join(&more)
		}
	default:
		from = b.near
		if b.stones == 0 {
			from = set{}
			from[b.centre>>6] |= 1 << (b.centre & 63)
		}
	}
	k := s.killers[ply]
	reply := pass
	if n := len(b.past); n > 0 {
		reply = s.counter[me][b.past[n-1].cell]
	}
	mine, theirs := int(b.pairs[me].catch), int(b.pairs[other].catch) // pairs whose captures have not been found yet
	for i, w := range from {
		for ; w != 0; w &= w - 1 {
			c := point(i<<6 + bits.TrailingZeros64(w))
			if b.cell[c] != 0 {
				continue
			}
			x, y := b.comboAt(c, me), b.comboAt(c, other)
			m := scored{cell: c, order: int32(x.order[0]) + int32(y.order[1]), quiet: x.class < makesOpen && y.class < makesFour}
			if mine > 0 {
				if n := b.takes(c, me); n > 0 {
					m.order += int32(n * (100 + 60*int(b.held[me])))
					m.quiet = false
					mine -= n
				}
			}
			if theirs > 0 {
				if n := b.takes(c, other); n > 0 {
					m.order += int32(n * (60 + 40*int(b.held[other])))
					theirs -= n
				}
			}
			switch {
			case c == first:
				m.order = 1 << 20
				m.quiet = false
			case x.class == barred && !captures:
				continue
			case m.quiet:
				m.order += s.history[me][c] / 16
				switch c {
				case k[0]:
					m.order += 120
				case k[1]:
					m.order += 90
				case reply:
					m.order += 60
				}
			}
			m.order = max(m.order, 0)
			list = append(list, m)
		}
	}
	if len(list) == 0 && b.stones > 0 { // all stones are far from all empty cells, or no move is legal
		list = s.rest(list)
	}
	s.lists[ply] = list
	return list, complete
}

// rest lists all empty cells.
func (s *searcher) rest(list []scored) []scored {
	b := s.b
	for c := range rules.Cell(b.cells) {
		if x := b.point(c); b.cell[x] == 0 {
			list = append(list, scored{cell: x, quiet: true})
		}
	}
	return list
}

// join adds the cells of o.
func (s *set) join(o *set) {
	for i := range s {
		s[i] |= o[i]
	}
}

// defences returns the possible defences against an open four that the opponent threatens to make.
// They are the cells that make a four for the opponent, which include the ends of every such four,
// and the fours of the side to move.
func (b *Board) defences() (all set) {
	me, other := int(b.turn), int(1-b.turn)
	for k := makesFour; k <= makesWin; k++ {
		all.join(&b.sets[other][k])
		all.join(&b.sets[me][k])
	}
	all.join(&b.sets[other][barred])
	return all
}

// captureCells returns the cells that capture stones for the side to move.
func (b *Board) captureCells() (all set) {
	left := int(b.pairs[b.turn].catch)
	for i, w := range b.near {
		for ; w != 0; w &= w - 1 {
			if left <= 0 {
				return all
			}
			c := point(i<<6 + bits.TrailingZeros64(w))
			if b.cell[c] != 0 {
				continue
			}
			if n := b.takes(c, int(b.turn)); n > 0 {
				all[i] |= w & -w
				left -= n
			}
		}
	}
	return all
}

// passTurn gives the turn to the opponent, ignoring the rules.
func (b *Board) passTurn() {
	b.past = append(b.past, step{cell: pass, turn: b.turn, winner: b.winner, pending: b.pending})
	b.turn ^= 1
}

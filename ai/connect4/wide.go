package connect4

import "math/bits"

// wide searches boards of up to 128 bits. Only endgames can be solved on them, so it uses a single
// search for values and guesses.
type wide struct {
	*grid
	now               state
	floor, area, tops set
	lists             []wideList // by number of empty cells
	after             [64]set    // scratch space of completing
	killer            [129]int   // the cell that last caused a cutoff, by number of empty cells
	worth             [128]int   // number of rows through each cell
	ops               [4]rowOps  // set for four in a row on a plane only
}

type wideList struct {
	n     int
	moves [maxWideCols]wideMove
}

type wideMove struct {
	cell, wins, replies set
	worth, at           int
}

// maxWideCols is the maximum number of columns of a wide board.
const maxWideCols = 32

func newWide(g *grid) *wide {
	w := &wide{grid: g, lists: make([]wideList, g.cells+1)}
	for c := range g.cols {
		w.floor = w.floor.or(bit(c * (g.rows + 1)))
	}
	for r := range g.rows {
		row := w.floor.up(r)
		if w.area = w.area.or(row); (g.rows-1-r)%2 == 0 {
			w.tops = w.tops.or(row)
		}
	}
	within := func(c, r int) bool { return r >= 0 && r < g.rows && (g.ring || c >= 0 && c < g.cols) }
	for c := range g.cols {
		for r := range g.rows {
			w.worth[c*(g.rows+1)+r] = through(c, r, g.k, within)
		}
	}
	if g.k == 4 && !g.ring && g.rows >= 4 && g.rows <= 10 {
		for i, d := range [4]int{1, g.rows, g.rows + 1, g.rows + 2} {
			w.ops[i] = fourOps[d]
		}
	}
	return w
}

func (w *wide) state() *state   { return &w.now }
func (w *wide) geometry() *grid { return w.grid }

// wideSize is the size of the table part for quick guesses.
const wideSize = 16

// begin sets the stop conditions and clears the table.
func (w *wide) begin(t *table, size int, stop func() bool) bool {
	w.now = state{table: t, stop: stop}
	w.killer = [129]int{}
	if size == 0 {
		size = wideSize
	}
	return t.use(64-dataBits, size, stop)
}

// solvable reports whether positions with left empty cells are worth solving.
func (w *wide) solvable(left int) bool { return left <= wideLeft }

// wideLeft is the maximum number of empty cells of a position that can be solved within the usual
// limits.
const wideLeft = 30

// tableMove returns the best move stored in the table. The table does not contain positions with a
// single move that does not lose at once, because they need no search.
func (w *wide) tableMove(p position) (int, bool) {
	all := p.me.or(p.opp)
	_, cell := w.at(p.me, all).find(p.me.sum(all).sum(w.floor), 0)
	return cell / (w.rows + 1), cell >= 0
}

// moved returns the set shifted up by the given number of bits. If round is set, it rotates the
// set.
func (w *wide) moved(x set, by int, round bool) set {
	if !round {
		return x.up(by)
	}
	n := w.cols * (w.rows + 1)
	by = (by%n + n) % n
	return x.up(by).or(x.up(by - n)).minus(set{^uint64(0), ^uint64(0)}.up(n))
}

// completing returns the cells that form k in a row together with other cells of the set.
func (w *wide) completing(x set) set {
	if w.ops[0].gaps != nil {
		return w.ops[0].gaps(x).or(w.ops[1].gaps(x)).or(w.ops[2].gaps(x)).or(w.ops[3].gaps(x))
	}
	var r set
	every := set{^uint64(0), ^uint64(0)}
	for i, d := range [4]int{1, w.rows + 1, w.rows, w.rows + 2} {
		round := w.ring && i > 0
		if i == 1 && w.cols < w.k {
			continue // a row must not overlap itself
		}
		w.after[0] = every
		for j := 1; j < w.k; j++ {
			w.after[j] = w.after[j-1].and(w.moved(x, -j*d, round))
		}
		before := every
		for j := range w.k {
			r = r.or(before.and(w.after[w.k-1-j]))
			before = before.and(w.moved(x, (j+1)*d, round))
		}
	}
	return r
}

// has reports whether the set contains a row.
func (w *wide) has(x set) bool {
	if w.ops[0].rows == nil {
		return !w.completing(x).and(x).empty()
	}
	return w.ops[0].rows(x) || w.ops[1].rows(x) || w.ops[2].rows(x) || w.ops[3].rows(x)
}

func (w *wide) can(all set) set { return all.sum(w.floor).and(w.area) }

// replies is the function replies for two-word sets.
func (w *wide) replies(can, their set) set {
	if f := their.and(can); !f.empty() {
		if f.count() > 1 {
			return set{}
		}
		can = f
	}
	return can.minus(their.up(-1))
}

// winning returns the cells where the side to move wins at once.
func (w *wide) winning(p position) set {
	return w.completing(p.me).and(w.can(p.me.or(p.opp)))
}

func (w *wide) wins(p position, col int) bool {
	return !w.winning(p).and(w.column(col)).empty()
}

func (w *wide) canWin(p position) bool { return !w.winning(p).empty() }

// column returns the cells of a column.
func (w *wide) column(col int) set { return set{1<<w.rows - 1, 0}.up(col * (w.rows + 1)) }

// encoded returns a value in the encoding of guess, which is order-preserving.
func encoded(v int) int {
	switch {
	case v > 0:
		return sure + v
	case v < 0:
		return -sure + v
	}
	return 0
}

// decoded returns the value encoded by encoded, or 0 for an estimate.
func decoded(v int) int {
	switch {
	case v >= sure:
		return v - sure
	case v <= -sure:
		return v + sure
	}
	return 0
}

// window searches to the end; see searcher.
func (w *wide) window(p position, alpha int) int {
	a := encoded(alpha)
	return decoded(w.guess(p, w.cells, a, max(a+1, encoded(alpha+1))))
}

func (w *wide) narrow(p position, b *bounds) {
	b.narrow(w.left(p), &w.now, func(alpha int) int { return w.window(p, alpha) })
}

func (w *wide) guess(p position, depth, alpha, beta int) int {
	left := w.left(p)
	if left == 0 {
		return 0
	}
	all := p.me.or(p.opp)
	free := w.area.minus(all)
	own, their := w.completing(p.me).and(free), w.completing(p.opp).and(free)
	can := w.can(all)
	if !own.and(can).empty() {
		return sure + (left+1)/2
	}
	moves := w.replies(can, their)
	if moves.empty() {
		return -sure - left/2
	}
	return w.alphaBeta(p.me, p.opp, own, their, moves, left, depth, alpha, beta)
}

// Moves from index lateMoves on that make no threat are searched with reduced depth if the depth is
// at least lateDepth and does not reach the end.
const (
	lateMoves = 3
	lateDepth = 3
)

// worthKiller is the ordering bonus of the move that last caused a cutoff at the same ply.
const worthKiller = 40

// alphaBeta is the corresponding function of solver for two-word sets.
func (w *wide) alphaBeta(me, opp, own, their, moves set, left, depth, alpha, beta int) int {
	if w.now.nodes++; w.now.nodes >= w.now.next && w.now.checkStop() {
		return 0
	}
	if left <= 2 {
		return 0
	}
	least, most := -sure-(left-2)/2, sure+(left-1)/2
	if depth < left {
		least, most = -2*sure, 2*sure
	}
	all := me.or(opp)
	can, free := w.can(all), w.area.minus(all)
	// Bounds proved by following; see bound.go.
	rest := free.minus(w.tops).or(can.and(w.tops))
	even := free.minus(rest)
	if left%2 == 0 && !w.has(me.or(rest)) {
		if most = 0; w.has(opp.or(even)) {
			most = -sure - 1
		}
	}
	if left%2 != 0 && !w.has(opp.or(rest)) {
		if least = 0; w.has(me.or(even)) {
			least = sure + 1
		}
	}
	if alpha, beta = max(alpha, least), min(beta, most); alpha >= beta {
		return min(max(alpha, least), most)
	}
	if depth <= 0 {
		return min(max(w.estimate(me, opp, own, their, left), least), most)
	}
	place := w.at(me, all)
	known, hash := place.find(me.sum(all).sum(w.floor), min(depth, left))
	if known.lo >= beta || known.lo == known.hi {
		return min(max(known.lo, least), most)
	}
	if known.hi <= alpha {
		return min(max(known.hi, least), most)
	}
	l := &w.lists[left]
	l.n = 0
	good := w.tops
	if left%2 == 0 {
		good = w.area.minus(good)
	}
	for ; !moves.empty(); moves = moves.minus(bit(moves.first())) {
		at := moves.first()
		x := bit(at)
		t := w.completing(me.or(x)).and(w.area).minus(all.or(x))
		r := w.replies(can.minus(x).or(x.left(1).and(w.area)), t)
		if r.empty() {
			return sure + (left-1)/2
		}
		v := worthThreat*t.count() + worthParity*t.and(good).count() + w.worth[at]
		if !own.and(x.left(1)).empty() {
			v -= worthSpoiled
		}
		switch at {
		case hash:
			v = 1 << 20
		case w.killer[left]:
			v += worthKiller
		}
		i := l.n
		for ; i > 0 && l.moves[i-1].worth < v; i-- {
			l.moves[i] = l.moves[i-1]
		}
		l.moves[i] = wideMove{x, t, r, v, at}
		l.n++
	}
	deeper := depth - 1
	if l.n == 1 && depth < left {
		deeper = depth // extend if there is only one move
	}
	best, choice, from := least, -1, alpha
	for i := range l.n {
		m := &l.moves[i]
		next := func(depth, beta int) int {
			return -w.alphaBeta(opp, me.or(m.cell), their.minus(m.cell), m.wins, m.replies, left-1, depth, -beta, -alpha)
		}
		v := beta
		if i >= lateMoves && depth >= lateDepth && depth < left && m.worth < worthThreat {
			v = next(deeper-1, alpha+1) // search at full depth only if the result is good
		}
		if v > alpha && i > 0 && beta-alpha > 1 {
			v = next(deeper, alpha+1)
		} else if v > alpha {
			v = next(deeper, beta)
		}
		if v > alpha && v < beta && i > 0 {
			v = next(deeper, beta)
		}
		if w.now.out {
			return 0
		}
		if v > best {
			best = v
			if v > alpha {
				choice = m.at
			}
		}
		if v >= beta {
			w.killer[left] = m.at
			break
		}
		alpha = max(alpha, v)
	}
	best = min(best, most)
	b := bounds{-2 * sure, 2 * sure}
	if best > from {
		b.lo = best
	}
	if best < beta {
		b.hi = best
	}
	place.store(me.sum(all).sum(w.floor), b, min(depth, left), choice)
	return best
}

// estimate is like the estimate of solver, but also values the rows that only one side has pieces
// in, where possible.
func (w *wide) estimate(me, opp, own, their set, left int) int {
	good := w.tops
	if left%2 == 0 {
		good = w.area.minus(good)
	}
	bad := w.area.minus(good)
	v := worthFirst + w.threats(own.minus(w.above(their.and(bad))), good) - w.threats(their.minus(w.above(own.and(good))), bad)
	if w.ops[0].worth == nil {
		return v + worthOpen*(own.count()-their.count()) + worthRow*(w.through(me)-w.through(opp))
	}
	mine, others := w.area.minus(opp), w.area.minus(me)
	for i := range w.ops {
		v += w.ops[i].worth(me, mine) - w.ops[i].worth(opp, others)
	}
	return v
}

// through returns the number of rows through the pieces, with repetitions.
func (w *wide) through(pieces set) (n int) {
	for ; !pieces.empty(); pieces = pieces.minus(bit(pieces.first())) {
		n += w.worth[pieces.first()]
	}
	return n
}

// threats returns the bonus of threats that will be carried out if no other moves are left.
func (w *wide) threats(threats, good set) int {
	v := 0
	for t := threats.and(good); !t.empty(); {
		at := t.first()
		v += worthHeld - worthOpen + worthLow*(w.rows+1-at%(w.rows+1))
		t = t.minus(w.column(at / (w.rows + 1)))
	}
	return v
}

// above returns the cells above the lowest cell of the set in each column.
func (w *wide) above(x set) (r set) {
	for !x.empty() {
		at := x.first()
		c := w.column(at / (w.rows + 1))
		r = r.or(c.and(set{^uint64(0), ^uint64(0)}.up(at + 1)))
		x = x.minus(c)
	}
	return r
}

// at returns the table entries of a position: two buckets, the first of which prefers deeper
// searches.
func (w *wide) at(me, all set) widePlace {
	key := (me.lo ^ bits.RotateLeft64(me.hi, 29) + all.lo*0x9E3779B97F4A7C15) ^ all.hi*0xC2B2AE3D27D4EB4F
	key = (key ^ key>>32) * 0xD6E8FEB86659FD93
	n := len(w.now.table.slots)
	i := int(key>>20) & (n - 2)
	return widePlace(w.now.table.slots[i : i+2 : i+2])
}

// widePlace is a pair of entries. Each contains the position (two words), the bounds of its value,
// the search depth, and the best move plus one.
type widePlace []bucket

// find returns the bounds of a position that apply to a search of the given depth, and the cell of
// its best move or -1.
func (p widePlace) find(key set, depth int) (bounds, int) {
	b := bounds{-2 * sure, 2 * sure}
	for i := range p {
		e := &p[i]
		if e[0] != key.lo || e[1] != key.hi || e[2] == 0 {
			continue
		}
		lo, hi := int(int16(e[2])), int(int16(e[2]>>16))
		// A proof holds at any depth.
		if int(e[2]>>32&0xff) >= depth || lo >= sure {
			b.lo = lo
		}
		if int(e[2]>>32&0xff) >= depth || hi <= -sure {
			b.hi = hi
		}
		return b, int(e[2]>>40&0xff) - 1
	}
	return b, -1
}

// store stores the result of searching a position.
func (p widePlace) store(key set, b bounds, depth, choice int) {
	e := &p[0]
	if (e[0] != key.lo || e[1] != key.hi) && int(e[2]>>32&0xff) > depth {
		if p[1][0] != key.lo || p[1][1] != key.hi {
			e[2] -= min(e[2]>>32&0xff, 1) << 32 // age the entry that is not replaced
		}
		e = &p[1]
	}
	*e = bucket{key.lo, key.hi, uint64(uint16(b.lo)) | uint64(uint16(b.hi))<<16 | uint64(depth)<<32 | uint64(choice+1)<<40}
}

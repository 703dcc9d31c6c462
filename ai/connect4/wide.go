package connect4

// wide searches boards of up to 128 bits. There nothing but the end can be solved, so it has one search for values and guesses alike.
type wide struct {
	*grid
	now               state
	floor, area, tops set
	lists             []wideList // by how many cells are empty
}

type wideList struct {
	n     int
	moves [mostWide]wideMove
}

type wideMove struct {
	cell, wins, replies set
	worth               int
}

// mostWide bounds the columns of a wide board.
const mostWide = 32

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
	return w
}

func (w *wide) state() *state   { return &w.now }
func (w *wide) geometry() *grid { return w.grid }

// begin notes what stops a search; there is no table.
func (w *wide) begin(_ *table, _ int, stop func() bool) bool {
	w.now = state{stop: stop}
	return true
}

// doubled changes nothing: there is no table that threads could share.
func (w *wide) doubled() {}

func (w *wide) opening(position) (int, bool) { return 0, false }

// moved returns the set moved up by so many bits, on a ring round it.
func (w *wide) moved(x set, by int, round bool) set {
	if !round {
		return x.up(by)
	}
	n := w.cols * (w.rows + 1)
	by = (by%n + n) % n
	return x.up(by).or(x.up(by - n)).minus(set{^uint64(0), ^uint64(0)}.up(n))
}

// completing returns the cells that make k in a row together with others of the set.
func (w *wide) completing(x set) set {
	var r set
	every := set{^uint64(0), ^uint64(0)}
	for i, d := range [4]int{1, w.rows + 1, w.rows, w.rows + 2} {
		round := w.ring && i > 0
		if i == 1 && w.cols < w.k {
			continue // a row does not meet itself
		}
		var after [128]set
		after[0] = every
		for j := 1; j < w.k; j++ {
			after[j] = after[j-1].and(w.moved(x, -j*d, round))
		}
		before := every
		for j := range w.k {
			r = r.or(before.and(after[w.k-1-j]))
			before = before.and(w.moved(x, (j+1)*d, round))
		}
	}
	return r
}

func (w *wide) has(x set) bool { return !w.completing(x).and(x).empty() }

func (w *wide) can(all set) set { return all.sum(w.floor).and(w.area) }

// replies is the function of that name for sets.
func (w *wide) replies(can, their set) set {
	if f := their.and(can); !f.empty() {
		if f.count() > 1 {
			return set{}
		}
		can = f
	}
	return can.minus(their.up(-1))
}

// wins returns the columns in which the side to move wins at once, as cells.
func (w *wide) winning(p position) set {
	return w.completing(p.me).and(w.can(p.me.or(p.opp)))
}

func (w *wide) wins(p position, col int) bool {
	return !w.winning(p).and(w.column(col)).empty()
}

func (w *wide) canWin(p position) bool { return !w.winning(p).empty() }

// column returns the cells of a column.
func (w *wide) column(col int) set { return set{1<<w.rows - 1, 0}.up(col * (w.rows + 1)) }

// encoded returns a value as guess gives it; it keeps the order.
func encoded(v int) int {
	switch {
	case v > 0:
		return sure + v
	case v < 0:
		return -sure + v
	}
	return 0
}

// decoded returns the value that guess gives so; 0 for an estimate.
func decoded(v int) int {
	switch {
	case v >= sure:
		return v - sure
	case v <= -sure:
		return v + sure
	}
	return 0
}

// window is that of solver: a search to the end.
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
	return w.look(p.me, p.opp, own, their, moves, left, depth, alpha, beta)
}

// look is that of solver.
func (w *wide) look(me, opp, own, their, moves set, left, depth, alpha, beta int) int {
	if w.now.nodes++; w.now.nodes >= w.now.next && w.now.poll() {
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
	// What following proves; see bound.go.
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
	l := &w.lists[left]
	l.n = 0
	good := w.tops
	if left%2 == 0 {
		good = w.area.minus(good)
	}
	for ; !moves.empty(); moves = moves.minus(bit(moves.first())) {
		x := bit(moves.first())
		t := w.completing(me.or(x)).and(w.area).minus(all.or(x))
		r := w.replies(can.minus(x).or(x.up(1).and(w.area)), t)
		if r.empty() {
			return sure + (left-1)/2
		}
		col := moves.first() / (w.rows + 1)
		v := worthThreat*t.count() + worthParity*t.and(good).count() - max(2*col-w.cols+1, w.cols-1-2*col)
		if !own.and(x.up(1)).empty() {
			v -= worthSpoiled
		}
		i := l.n
		for ; i > 0 && l.moves[i-1].worth < v; i-- {
			l.moves[i] = l.moves[i-1]
		}
		l.moves[i] = wideMove{x, t, r, v}
		l.n++
	}
	best := least
	for i := range l.n {
		m := &l.moves[i]
		v := -w.look(opp, me.or(m.cell), their.minus(m.cell), m.wins, m.replies, left-1, depth-1, -beta, -alpha)
		if w.now.out {
			return 0
		}
		if best = max(best, v); v >= beta {
			break
		}
		alpha = max(alpha, v)
	}
	return min(best, most)
}

// estimate is that of solver, without the rows that go through pieces: their distance from the middle stands for these.
func (w *wide) estimate(me, opp, own, their set, left int) int {
	good := w.tops
	if left%2 == 0 {
		good = w.area.minus(good)
	}
	return worthFirst + w.side(me, own, good) - w.side(opp, their, w.area.minus(good))
}

func (w *wide) side(pieces, threats, good set) int {
	v := worthOpen*threats.count() + (worthHeld-worthOpen)*threats.and(good).count()
	for ; !pieces.empty(); pieces = pieces.minus(bit(pieces.first())) {
		col, row := pieces.first()/(w.rows+1), pieces.first()%(w.rows+1)
		v -= worthRow * (max(2*col-w.cols+1, w.cols-1-2*col) + max(2*row-w.rows+1, w.rows-1-2*row)) / 2
	}
	return v
}

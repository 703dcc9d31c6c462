package line

import (
	"boardstudio/ai"
	"boardstudio/rules"
)

const (
	free  int8 = -1 // no symbol stands in the tuple
	mixed int8 = -2 // symbols of several players do
)

// Board is an alignment game as a count of symbols in every tuple, kept up to
// date by each move. Where the rules are plain it decides by itself what is legal
// and who wins; where they are not (fouls, rows that can be broken, and what makes
// a longer row not count on a board without edges) it asks the rules, and keeps a
// position for each move.
type Board struct {
	*tables
	*knowledge
	owner  []rules.Player // of each cell
	held   []int          // pairs of each player
	turn   rules.Player
	stones int
	over   bool
	winner rules.Players
	hash   uint64
	past   []step
	taken  []rules.Cell // captured, of all steps
	asked  []rules.Position

	count  []uint8 // symbols of player p in tuple t: count[t*players+p]
	total  []uint8 // symbols in it
	who    []int8  // whose they are, or free or mixed
	gaps   []int32 // the sum of its empty cells: the cell itself when it is the last
	lists  []tupleList
	worth  [][]int32 // what a cell completes of the tuples of each player
	common []int32   // what it begins of free tuples
	value  []int32   // the score of each player's tuples
	around []int16   // symbols within two steps of each cell
	close  []rules.Cell
	at     []int16 // where each cell stands in close, -1 when it does not
	marks  []mark  // scratch for each cell
	round  uint32  // of marks
}

// mark is what doubles notes at a cell; it holds in the round given only.
type mark struct {
	round uint32
	gap   rules.Cell
	twice bool
}

// step is what Undo needs to know.
type step struct {
	cell   rules.Cell // NoCell for a pass
	turn   rules.Player
	taken  int // captured cells
	pairs  int
	hash   uint64
	over   bool
	winner rules.Players
}

// tupleList holds the tuples in which one player has all cells but one or two.
type tupleList struct {
	tuples []int32
	at     []int32 // where each tuple stands, -1 when it does not
}

// usualList is how many tuples a list holds without growing.
const usualList = 32

func (l *tupleList) add(t int32) {
	l.at[t] = int32(len(l.tuples))
	l.tuples = append(l.tuples, t)
}

func (l *tupleList) drop(t int32) {
	i, last := l.at[t], int32(len(l.tuples)-1)
	moved := l.tuples[last]
	l.tuples[i], l.at[moved] = moved, i
	l.tuples, l.at[t] = l.tuples[:last], -1
}

// newEmpty returns a board without symbols.
func newEmpty(t *tables, k *knowledge) *Board {
	n, players, tuples := t.cells, t.opt.Players, len(t.members)/t.opt.K
	b := &Board{
		tables: t, knowledge: k,
		owner: make([]rules.Player, n), held: make([]int, players),
		count: make([]uint8, tuples*players), total: make([]uint8, tuples), who: make([]int8, tuples), gaps: make([]int32, tuples),
		lists: make([]tupleList, 2*players), worth: make([][]int32, players), common: make([]int32, n),
		value: make([]int32, players), around: make([]int16, n), at: make([]int16, n),
		marks: make([]mark, n), past: make([]step, 0, n), close: make([]rules.Cell, 0, n),
	}
	for c := range n {
		b.owner[c], b.at[c] = rules.NoPlayer, -1
		b.common[c] = k.cell[0] * int32(len(t.touching(rules.Cell(c))))
	}
	for i := range b.who {
		b.who[i] = free
		for _, c := range t.tuple(int32(i)) {
			b.gaps[i] += int32(c)
		}
	}
	room := make([]int32, len(b.lists)*usualList) // so that few lists have to grow while it is searched
	for i := range b.lists {
		b.lists[i].tuples = room[i*usualList : i*usualList : (i+1)*usualList]
		b.lists[i].at = make([]int32, tuples)
		for j := range b.lists[i].at {
			b.lists[i].at[j] = -1
		}
	}
	for i := range b.worth {
		b.worth[i] = make([]int32, n)
	}
	return b
}

// newBoard returns a board for the position asked about, nil when the game is over.
func newBoard(t *tables, k *knowledge, q ai.Request) *Board {
	p, err := q.Position()
	if err != nil || p.Turn() == rules.NoPlayer {
		return nil
	}
	b := newEmpty(t, k)
	b.turn = p.Turn()
	for c := range b.owner {
		if o := p.At(rules.Cell(c)).Owner; o != rules.NoPlayer {
			b.put(rules.Cell(c), o)
		}
	}
	h, holds := p.(rules.Holder)
	for i := range b.held {
		if holds {
			b.held[i] = h.Held(rules.Player(i))
		}
		b.hash ^= pairKey(rules.Player(i), b.held[i])
	}
	if !k.plain {
		b.asked = append(b.asked, p)
	}
	return b
}

// put places a symbol and brings all counts up to date.
func (b *Board) put(c rules.Cell, p rules.Player) {
	b.owner[c] = p
	b.stones++
	b.hash ^= stoneKey(c, p)
	for _, x := range b.near[c] {
		if b.around[x]++; b.around[x] == 1 && b.owner[x] == rules.NoPlayer {
			b.show(x)
		}
	}
	if b.at[c] >= 0 {
		b.hide(c)
	}
	players, k := b.opt.Players, int8(b.opt.K)
	for _, t := range b.touching(c) {
		n := int8(b.total[t])
		b.total[t]++
		b.count[int(t)*players+int(p)]++
		b.gaps[t] -= int32(c)
		switch who := b.who[t]; {
		case who == free:
			b.who[t] = int8(p)
			b.spread(b.common, t, -b.cell[0])
			b.spread(b.worth[p], t, b.cell[1])
			b.value[p] += b.row[1]
			n = 0
		case who == int8(p):
			b.spread(b.worth[p], t, b.cell[n+1]-b.cell[n])
			b.value[p] += b.row[n+1] - b.row[n]
			if left := k - n; left <= 2 {
				b.lists[2*int(p)+int(left)-1].drop(t)
			}
		case who != mixed:
			b.who[t] = mixed
			b.spread(b.worth[who], t, -b.cell[n])
			b.value[who] -= b.row[n]
			if left := k - n; left <= 2 {
				b.lists[2*int(who)+int(left)-1].drop(t)
			}
			continue
		default:
			continue
		}
		if left := k - n - 1; left == 1 || left == 2 {
			b.lists[2*int(p)+int(left)-1].add(t)
		}
	}
}

// lift takes a symbol off: the reverse of put.
func (b *Board) lift(c rules.Cell) {
	p := b.owner[c]
	b.owner[c] = rules.NoPlayer
	b.stones--
	b.hash ^= stoneKey(c, p)
	for _, x := range b.near[c] {
		if b.around[x]--; b.around[x] == 0 && b.owner[x] == rules.NoPlayer {
			b.hide(x)
		}
	}
	if b.around[c] > 0 {
		b.show(c)
	}
	players, k := b.opt.Players, int8(b.opt.K)
	for _, t := range b.touching(c) {
		b.total[t]--
		b.count[int(t)*players+int(p)]--
		b.gaps[t] += int32(c)
		n := int8(b.total[t])
		who := b.who[t]
		switch {
		case who == int8(p):
			b.spread(b.worth[p], t, -b.cell[n+1])
			b.value[p] -= b.row[n+1]
			if left := k - n - 1; left == 1 || left == 2 {
				b.lists[2*int(p)+int(left)-1].drop(t)
			}
			if n == 0 {
				b.who[t] = free
				b.spread(b.common, t, b.cell[0])
				continue
			}
		default: // mixed before, and perhaps no more
			if who = b.alone(t, n); who == mixed {
				continue
			}
			b.who[t] = who
		}
		b.spread(b.worth[who], t, b.cell[n])
		b.value[who] += b.row[n]
		if left := k - n; left == 1 || left == 2 {
			b.lists[2*int(who)+int(left)-1].add(t)
		}
	}
}

// alone returns who owns all n symbols in t, or mixed.
func (b *Board) alone(t int32, n int8) int8 {
	players := b.opt.Players
	for p, k := range b.count[int(t)*players : int(t+1)*players] {
		if k > 0 {
			if int8(k) == n {
				return int8(p)
			}
			break
		}
	}
	return mixed
}

// spread adds to all cells of a tuple.
func (b *Board) spread(to []int32, t, by int32) {
	for _, c := range b.tuple(t) {
		to[c] += by
	}
}

// show lists an empty cell as near to symbols.
func (b *Board) show(c rules.Cell) {
	b.at[c] = int16(len(b.close))
	b.close = append(b.close, c)
}

func (b *Board) hide(c rules.Cell) {
	i, last := b.at[c], len(b.close)-1
	moved := b.close[last]
	b.close[i], b.at[moved] = moved, i
	b.close, b.at[c] = b.close[:last], -1
}

// Turn returns the player to move.
func (b *Board) Turn() rules.Player { return b.turn }

// Over reports the end; nothing is counted.
func (b *Board) Over() (bool, rules.Players, int) { return b.over, b.winner, 0 }

// Play makes a move.
func (b *Board) Play(m rules.Move) bool {
	s := step{cell: rules.NoCell, turn: b.turn, hash: b.hash, over: b.over, winner: b.winner}
	if b.over {
		return false
	}
	if b.plain {
		if s.cell = b.landing(m); s.cell == rules.NoCell || !b.allowed(s.cell) {
			return false
		}
	} else {
		next, err := b.asked[len(b.asked)-1].Play(m)
		if err != nil {
			return false
		}
		b.asked = append(b.asked, next)
		if m.To != rules.NoCell {
			s.cell = b.landing(m)
		}
	}
	if s.cell != rules.NoCell {
		b.put(s.cell, b.turn)
		if b.opt.Captures > 0 {
			s.taken, s.pairs = b.capture(s.cell)
		}
	}
	b.past = append(b.past, s)
	b.judge(s)
	if b.turn++; int(b.turn) == b.opt.Players {
		b.turn = 0
	}
	return true
}

// judge finds out whether the step ended the game.
func (b *Board) judge(s step) {
	if !b.plain {
		r := b.asked[len(b.asked)-1].Result()
		b.over, b.winner = r.Over, r.Winners
		return
	}
	switch {
	case s.pairs > 0 && b.held[b.turn] >= b.opt.Captures:
		b.over, b.winner = true, rules.Of(b.turn)
	case b.rowAt(s.cell):
		b.over, b.winner = true, rules.Of(b.turn)
		if b.opt.Misere {
			b.winner ^= 1<<b.opt.Players - 1
		}
	case b.stones == b.cells:
		b.over, b.winner = true, 0
	}
}

// Undo takes the last move back.
func (b *Board) Undo() {
	s := b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
	b.turn = s.turn
	if !b.plain {
		b.asked = b.asked[:len(b.asked)-1]
	}
	if s.cell != rules.NoCell {
		b.release(s)
		b.lift(s.cell)
	}
	b.over, b.winner, b.hash = s.over, s.winner, s.hash
}

// landing returns where the symbol of move m comes to lie, NoCell when it cannot.
func (b *Board) landing(m rules.Move) rules.Cell {
	if m.To < 0 || int(m.To) >= b.cells || m != rules.Place(m.To) {
		return rules.NoCell
	}
	if !b.opt.Drop {
		if b.owner[m.To] != rules.NoPlayer {
			return rules.NoCell
		}
		return m.To
	}
	if int(m.To) >= b.opt.Cols {
		return rules.NoCell
	}
	return b.bottom(m.To)
}

// bottom returns the lowest empty cell of a column.
func (b *Board) bottom(column rules.Cell) rules.Cell {
	cols := rules.Cell(b.opt.Cols)
	for c := column + cols*rules.Cell(b.opt.Rows-1); c >= 0; c -= cols {
		if b.owner[c] == rules.NoPlayer {
			return c
		}
	}
	return rules.NoCell
}

// allowed reports whether plain rules let a symbol be placed on the empty cell c.
func (b *Board) allowed(c rules.Cell) bool {
	if b.stones == 0 {
		return !b.opt.CentreFirst || c == b.centre
	}
	if !b.opt.Adjacent {
		return true
	}
	for _, l := range b.links[c] {
		if l.Cell != rules.NoCell && b.owner[l.Cell] != rules.NoPlayer {
			return true
		}
	}
	return false
}

// rowAt reports whether the symbol on c stands in a row that counts.
func (b *Board) rowAt(c rules.Cell) bool {
	p := b.owner[c]
	for _, t := range b.touching(c) {
		if int(b.total[t]) == b.opt.K && b.who[t] == int8(p) && b.counts(t, p) {
			return true
		}
	}
	return false
}

// counts reports whether tuple t would be a row of p when full: a longer row may not count.
func (b *Board) counts(t int32, p rules.Player) bool {
	if !b.opt.Exact.Has(p) {
		return true
	}
	for _, c := range b.ends[t] {
		if c != rules.NoCell && b.owner[c] == p {
			return false
		}
	}
	return true
}

// Hash covers symbols, pairs and the turn.
func (b *Board) Hash() uint64 { return mix(b.hash + uint64(b.turn)) }

// History returns 0: what can be seen is all that matters.
func (b *Board) History(int) uint64 { return 0 }

// Left is the number of empty cells, unless captures make it grow.
func (b *Board) Left() int {
	if b.opt.Captures > 0 {
		return 1 << 20
	}
	return b.cells - b.stones
}

// Most returns 0: a win is a win.
func (b *Board) Most() int { return 0 }

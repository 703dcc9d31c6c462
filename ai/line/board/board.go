package board

import (
	"boardstudio/ai"
	"boardstudio/rules"
)

// Values of TupleOwners that are not players.
const (
	Free  int8 = -1 // the tuple has no symbols
	Mixed int8 = -2 // the tuple has symbols of several players
)

// Board is a search board for alignment games. It counts the symbols in every tuple and updates the
// counts with each move. If the rules are plain, it determines legality and the winner itself.
// Otherwise (fouls, breakable rows, or exact rows on a board without edges) it asks the rules and
// stores a position for each move.
type Board struct {
	*Tables
	*knowledge
	owner     []rules.Player // owner of each cell
	held      []int          // captured pairs of each player
	turn      rules.Player
	stones    int
	over      bool
	winner    rules.Players
	hash      uint64
	past      []step
	taken     []rules.Cell // captured cells and their owners, of all steps
	positions []rules.Position

	count      []uint8 // count[t*players+p] is the number of symbols of player p in tuple t
	total      []uint8 // number of symbols in each tuple
	who        []int8  // owner of the symbols in each tuple, or Free or Mixed
	gaps       []int32 // sum of each tuple's empty cells: the cell itself if it is the last one
	lists      []tupleList
	worth      [][]int32 // value of each cell for completing tuples of each player
	common     []int32   // value of each cell for starting free tuples
	value      []int32   // total score of each player's tuples
	around     []int16   // number of symbols within two steps of each cell
	close      []rules.Cell
	closeIndex []int16 // index of each cell in close, or -1
	marks      []mark  // scratch space for each cell
	round      uint32  // current generation of marks
}

// mark is a note of doubles about a cell. It is valid only in its generation.
type mark struct {
	round uint32
	gap   rules.Cell
	twice bool
}

// step is the information that Undo needs.
type step struct {
	cell   rules.Cell // NoCell for a pass
	turn   rules.Player
	taken  int // number of captured cells
	pairs  int
	hash   uint64
	over   bool
	winner rules.Players
}

// tupleList is the set of tuples that lack exactly one, or exactly two, cells of a player.
type tupleList struct {
	tuples []int32
	at     []int32 // index of each tuple in tuples, or -1
}

// initialListCap is the initial capacity of a tupleList.
const initialListCap = 32

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

func newEmpty(t *Tables, k *knowledge) *Board {
	n, players, tuples := t.Cells, t.Options.Players, t.Count()
	b := &Board{
		Tables: t, knowledge: k,
		owner: make([]rules.Player, n), held: make([]int, players),
		count: make([]uint8, tuples*players), total: make([]uint8, tuples), who: make([]int8, tuples), gaps: make([]int32, tuples),
		lists: make([]tupleList, 2*players), worth: make([][]int32, players), common: make([]int32, n),
		value: make([]int32, players), around: make([]int16, n), closeIndex: make([]int16, n),
		marks: make([]mark, n), past: make([]step, 0, n), close: make([]rules.Cell, 0, n),
	}
	for c := range n {
		b.owner[c], b.closeIndex[c] = rules.NoPlayer, -1
		b.common[c] = k.cell[0] * int32(len(t.Touching(rules.Cell(c))))
	}
	for i := range b.who {
		b.who[i] = Free
		for _, c := range t.Tuple(int32(i)) {
			b.gaps[i] += int32(c)
		}
	}
	room := make([]int32, len(b.lists)*initialListCap) // large enough that few lists grow during a search
	for i := range b.lists {
		b.lists[i].tuples = room[i*initialListCap : i*initialListCap : (i+1)*initialListCap]
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

// newBoard returns a board for the requested position, or nil if the game is over.
func newBoard(t *Tables, k *knowledge, q ai.Request) *Board {
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
		b.positions = append(b.positions, p)
	}
	return b
}

// put places a symbol and updates all counts.
func (b *Board) put(c rules.Cell, p rules.Player) {
	b.owner[c] = p
	b.stones++
	b.hash ^= stoneKey(c, p)
	for _, x := range b.near[c] {
		if b.around[x]++; b.around[x] == 1 && b.owner[x] == rules.NoPlayer {
			b.addClose(x)
		}
	}
	if b.closeIndex[c] >= 0 {
		b.removeClose(c)
	}
	players, k := b.Options.Players, int8(b.Options.K)
	for _, t := range b.Touching(c) {
		n := int8(b.total[t])
		b.total[t]++
		b.count[int(t)*players+int(p)]++
		b.gaps[t] -= int32(c)
		switch who := b.who[t]; {
		case who == Free:
			b.who[t] = int8(p)
			b.addToCells(b.common, t, -b.cell[0])
			b.addToCells(b.worth[p], t, b.cell[1])
			b.value[p] += b.row[1]
			n = 0
		case who == int8(p):
			b.addToCells(b.worth[p], t, b.cell[n+1]-b.cell[n])
			b.value[p] += b.row[n+1] - b.row[n]
			if left := k - n; left <= 2 {
				b.lists[2*int(p)+int(left)-1].drop(t)
			}
		case who != Mixed:
			b.who[t] = Mixed
			b.addToCells(b.worth[who], t, -b.cell[n])
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

// remove removes a symbol. It reverts put.
func (b *Board) remove(c rules.Cell) {
	p := b.owner[c]
	b.owner[c] = rules.NoPlayer
	b.stones--
	b.hash ^= stoneKey(c, p)
	for _, x := range b.near[c] {
		if b.around[x]--; b.around[x] == 0 && b.owner[x] == rules.NoPlayer {
			b.removeClose(x)
		}
	}
	if b.around[c] > 0 {
		b.addClose(c)
	}
	players, k := b.Options.Players, int8(b.Options.K)
	for _, t := range b.Touching(c) {
		b.total[t]--
		b.count[int(t)*players+int(p)]--
		b.gaps[t] += int32(c)
		n := int8(b.total[t])
		who := b.who[t]
		switch {
		case who == int8(p):
			b.addToCells(b.worth[p], t, -b.cell[n+1])
			b.value[p] -= b.row[n+1]
			if left := k - n - 1; left == 1 || left == 2 {
				b.lists[2*int(p)+int(left)-1].drop(t)
			}
			if n == 0 {
				b.who[t] = Free
				b.addToCells(b.common, t, b.cell[0])
				continue
			}
		default: // the tuple was mixed, but may have a single owner now
			if who = b.soleOwner(t, n); who == Mixed {
				continue
			}
			b.who[t] = who
		}
		b.addToCells(b.worth[who], t, b.cell[n])
		b.value[who] += b.row[n]
		if left := k - n; left == 1 || left == 2 {
			b.lists[2*int(who)+int(left)-1].add(t)
		}
	}
}

// soleOwner returns the owner of all n symbols in t, or Mixed.
func (b *Board) soleOwner(t int32, n int8) int8 {
	players := b.Options.Players
	for p, k := range b.count[int(t)*players : int(t+1)*players] {
		if k > 0 {
			if int8(k) == n {
				return int8(p)
			}
			break
		}
	}
	return Mixed
}

// addToCells adds by to all cells of a tuple.
func (b *Board) addToCells(to []int32, t, by int32) {
	for _, c := range b.Tuple(t) {
		to[c] += by
	}
}

// addClose adds an empty cell to close.
func (b *Board) addClose(c rules.Cell) {
	b.closeIndex[c] = int16(len(b.close))
	b.close = append(b.close, c)
}

func (b *Board) removeClose(c rules.Cell) {
	i, last := b.closeIndex[c], len(b.close)-1
	moved := b.close[last]
	b.close[i], b.closeIndex[moved] = moved, i
	b.close, b.closeIndex[c] = b.close[:last], -1
}

// Turn returns the player to move.
func (b *Board) Turn() rules.Player { return b.turn }

// Over reports whether the game is over, and the winners. The count is always 0.
func (b *Board) Over() (bool, rules.Players, int) { return b.over, b.winner, 0 }

// Play makes a move. It reports whether the move is legal.
func (b *Board) Play(m rules.Move) bool {
	s := step{cell: rules.NoCell, turn: b.turn, hash: b.hash, over: b.over, winner: b.winner}
	if b.over {
		return false
	}
	if b.plain {
		if s.cell = b.Landing(m); s.cell == rules.NoCell || !b.Allowed(s.cell) {
			return false
		}
	} else {
		next, err := b.positions[len(b.positions)-1].Play(m)
		if err != nil {
			return false
		}
		b.positions = append(b.positions, next)
		if m.To != rules.NoCell {
			s.cell = b.Landing(m)
		}
	}
	if s.cell != rules.NoCell {
		b.put(s.cell, b.turn)
		if b.Options.Captures > 0 {
			s.taken, s.pairs = b.capture(s.cell)
		}
	}
	b.past = append(b.past, s)
	b.updateResult(s)
	if b.turn++; int(b.turn) == b.Options.Players {
		b.turn = 0
	}
	return true
}

// updateResult updates over and winner after the step s.
func (b *Board) updateResult(s step) {
	if !b.plain {
		r := b.positions[len(b.positions)-1].Result()
		b.over, b.winner = r.Over, r.Winners
		return
	}
	switch {
	case s.pairs > 0 && b.held[b.turn] >= b.Options.Captures:
		b.over, b.winner = true, rules.Of(b.turn)
	case b.rowAt(s.cell):
		b.over, b.winner = true, rules.Of(b.turn)
		if b.Options.Misere {
			b.winner ^= 1<<b.Options.Players - 1
		}
	case b.stones == b.Cells:
		b.over, b.winner = true, 0
	}
}

// Undo takes back the last move.
func (b *Board) Undo() {
	s := b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
	b.turn = s.turn
	if !b.plain {
		b.positions = b.positions[:len(b.positions)-1]
	}
	if s.cell != rules.NoCell {
		b.undoCaptures(s)
		b.remove(s.cell)
	}
	b.over, b.winner, b.hash = s.over, s.winner, s.hash
}

// PassTurn passes, even if the rules do not allow it. It returns false if the resulting position is
// impossible.
func (b *Board) PassTurn() bool {
	if b.over {
		return false
	}
	s := step{cell: rules.NoCell, turn: b.turn, hash: b.hash, over: b.over, winner: b.winner}
	if !b.plain {
		at := rules.SetupOf(b.rules, b.positions[len(b.positions)-1])
		at.Turn = 1 - b.turn
		p, err := b.rules.SetUp(at)
		if err != nil || p.Turn() == rules.NoPlayer {
			return false
		}
		b.positions = append(b.positions, p)
	}
	b.past = append(b.past, s)
	b.turn = 1 - b.turn
	return true
}

// Landing returns the cell of the symbol placed by m, or NoCell if m is not possible.
func (b *Board) Landing(m rules.Move) rules.Cell {
	if m.To < 0 || int(m.To) >= b.Cells || m != rules.Place(m.To) {
		return rules.NoCell
	}
	if !b.Options.Drop {
		if b.owner[m.To] != rules.NoPlayer {
			return rules.NoCell
		}
		return m.To
	}
	if int(m.To) >= b.Options.Cols {
		return rules.NoCell
	}
	return b.Bottom(m.To)
}

// Bottom returns the lowest empty cell of a column, or NoCell if the column is full.
func (b *Board) Bottom(column rules.Cell) rules.Cell {
	cols := rules.Cell(b.Options.Cols)
	for c := column + cols*rules.Cell(b.Options.Rows-1); c >= 0; c -= cols {
		if b.owner[c] == rules.NoPlayer {
			return c
		}
	}
	return rules.NoCell
}

// Allowed reports whether plain rules allow a symbol on the empty cell c.
func (b *Board) Allowed(c rules.Cell) bool {
	if b.stones == 0 {
		return !b.Options.CentreFirst || c == b.Centre
	}
	if !b.Options.Adjacent {
		return true
	}
	for _, l := range b.links[c] {
		if l.Cell != rules.NoCell && b.owner[l.Cell] != rules.NoPlayer {
			return true
		}
	}
	return false
}

// rowAt reports whether the symbol on c is in a winning row.
func (b *Board) rowAt(c rules.Cell) bool {
	p := b.owner[c]
	for _, t := range b.Touching(c) {
		if int(b.total[t]) == b.Options.K && b.who[t] == int8(p) && b.Counts(t, p) {
			return true
		}
	}
	return false
}

// Counts reports whether tuple t, if complete, would be a row of p. It may be part of a longer row
// that does not count.
func (b *Board) Counts(t int32, p rules.Player) bool {
	if !b.Options.Exact.Has(p) {
		return true
	}
	for _, c := range b.ends[t] {
		if c != rules.NoCell && b.owner[c] == p {
			return false
		}
	}
	return true
}

// Ended reports whether the game is over.
func (b *Board) Ended() bool { return b.over }

// Winners returns the winners of a game that is over.
func (b *Board) Winners() rules.Players { return b.winner }

// Close returns the empty cells within two steps of a symbol, in an order that depends on how the
// position was reached. It must not be modified, and is valid until the next move.
func (b *Board) Close() []rules.Cell { return b.close }

// Scores returns the total score of each player's tuples. It must not be modified.
func (b *Board) Scores() []int32 { return b.value }

// RowScores returns the score of a tuple with n symbols of one player for that player, by n. It must
// not be modified.
func (b *Board) RowScores() []int32 { return b.row }

// Tempo returns the bonus on the tuples of the player to move, in eighths.
func (b *Board) Tempo() int32 { return b.tempo }

// RowWorth returns the value of c for completing tuples of p.
func (b *Board) RowWorth(p rules.Player, c rules.Cell) int32 { return b.worth[p][c] }

// FreeWorth returns the value of c for starting free tuples.
func (b *Board) FreeWorth(c rules.Cell) int32 { return b.common[c] }

// Lacking returns the tuples in which p lacks exactly n symbols and no other player has any. n is 1
// or 2. The result must not be modified, and is valid until the next move.
func (b *Board) Lacking(p rules.Player, n int) []int32 { return b.lists[2*int(p)+n-1].tuples }

// TupleOwners returns the player who owns all symbols in each tuple, or Free or Mixed. It must not be
// modified.
func (b *Board) TupleOwners() []int8 { return b.who }

// TupleStones returns the number of symbols in each tuple. It must not be modified.
func (b *Board) TupleStones() []uint8 { return b.total }

// At returns the owner of the symbol on c, or NoPlayer.
func (b *Board) At(c rules.Cell) rules.Player { return b.owner[c] }

// Stones returns the number of symbols on the board.
func (b *Board) Stones() int { return b.stones }

// Plain reports whether the board itself determines legality and the winner. Otherwise, it asks the
// rules.
func (b *Board) Plain() bool { return b.plain }

// Hash covers the symbols, the pairs and the turn.
func (b *Board) Hash() uint64 { return mix(b.hash + uint64(b.turn)) }

// Left returns the number of empty cells. If captures can increase it, Left returns a large number.
func (b *Board) Left() int {
	if b.Options.Captures > 0 {
		return 1 << 20
	}
	return b.Cells - b.stones
}

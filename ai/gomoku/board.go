package gomoku

import (
	"math/bits"

	"boardstudio/rules"
	"boardstudio/rules/line"
)

// The cells of a board are embedded in a square of 32 × 32 cells, with a margin at each edge, so
// that windows stay within the square.
const (
	side    = 32
	squares = side * side
	margin  = 5
	maxSide = side - 2*margin
	words   = squares / 64
)

// outside is the content of a cell beyond the edge. An empty cell contains 0, and a stone is its
// seat plus one.
const outside = 3

// point is a cell of the square. Point 0, which is outside the board, means a pass.
type point uint16

const pass point = 0

// steps are the distances between adjacent cells of the four kinds of lines.
var steps = [4]int{1, side, side + 1, side - 1}

// lineAt returns the index of the line of kind d that contains the cell, and the cell's place on
// the line.
func lineAt(c point, d int) (line, place int) {
	row, col := int(c)/side, int(c)%side
	switch d {
	case 0:
		return row, col
	case 1:
		return col, row
	case 2:
		return (row - col) & 63, row
	}
	return row + col, row
}

// set is a set of cells.
type set [words]uint64

func (s *set) has(c point) bool { return s[c>>6]>>(c&63)&1 != 0 }

// cellShapes describes an empty cell for each colour: the shapes of its four lines, four bits each,
// and their combined class. It is 0 for other cells.
type cellShapes struct {
	code  [2]uint16
	class [2]uint8
}

// change records the previous cellShapes of a cell.
type change struct {
	cell       point
	cellShapes cellShapes
}

// step is the information needed to undo a move.
type step struct {
	cell    point // pass for a pass
	turn    uint8
	taken   uint8 // number of stones captured
	over    bool
	winner  int8
	pending bool
	passing bool
	changes int32 // number of changes before the move
	held    [2]uint8
	pairs   [2]pairs
	sums    [2]sums
	hash    uint64
	lost    [16]point
	near    [4]uint64
}

// Board is a mutable board that obeys the rules. Tests compare it with them.
type Board struct {
	*family
	opt        line.Options
	rows, cols int
	cells      int
	centre     point
	shaped     [2]bool // whether the colour has forbidden shapes
	free       bool    // every empty cell is legal
	// rowsDecide is true if only rows end the game, so that fives and open fours decide it.
	rowsDecide bool
	// searchThreats is true if the search looks for wins by threats.
	searchThreats bool
	// openFourWins is true if captures are the only difference from plain gomoku, so that an open
	// four nearly always wins: a capture can remove one of its stones before the row is complete,
	// but not after that.
	openFourWins bool

	cell       [squares]uint8
	lines      [4][64]uint64 // two bits for each place
	cellShapes [squares]cellShapes
	sets       [2][classes]set
	count      [2][classes]int16
	near       set     // cells that have, or had, stones nearby
	sums       [2]sums // sums over the empty cells, for each colour to move

	turn    uint8 // 0 or 1
	over    bool
	winner  int8 // -1 without a winner
	pending bool // the opponent has a row, which this move may break
	passing bool // the side to move has no legal placement, but the opponent has
	stones  int
	held    [2]uint8
	pairs   [2]pairs // valid if the game has captures
	hash    uint64

	changes []change
	past    []step
	played  uint64 // number of stones ever placed, including trials
}

// optionsOf returns the options of the rules if Board supports them, or nil.
func optionsOf(r rules.Rules) *line.Options {
	l, ok := r.(*line.Rules)
	if !ok {
		return nil
	}
	o := l.Options()
	if o.Players != 2 || o.K != 5 || o.Drop || o.Misere || o.Topology != "plane" || max(o.Rows, o.Cols) > maxSide {
		return nil
	}
	return &o
}

// newBoard returns an empty board for supported options.
func newBoard(o *line.Options) *Board { return boardWith(o, false) }

// boardWith is newBoard with the learned or, if plain is set, the hand-made evaluation.
func boardWith(o *line.Options, plain bool) *Board {
	k := kindOf(o)
	k.plain = plain
	return boardOf(o, familyFor(k))
}

// kindOf returns the kind of the rules, with the learned evaluation.
func kindOf(o *line.Options) kind {
	k := kind{fouls: o.Renju, noDoubleThree: o.DoubleThree != "allowed", takes: o.Captures > 0, breakable: o.Breakable}
	for p := range k.exact {
		k.exact[p] = o.Exact.Has(rules.Player(p))
	}
	return k
}

func boardOf(o *line.Options, f *family) *Board {
	b := &Board{family: f, opt: *o, rows: o.Rows, cols: o.Cols, cells: o.Rows * o.Cols}
	k := kindOf(o)
	for p := range b.shaped {
		b.shaped[p] = k.noDoubleThree || o.Renju && p == 0
	}
	b.free = !b.shaped[0] && !o.Adjacent && !o.CentreFirst
	b.rowsDecide = o.Captures == 0 && !k.noDoubleThree
	b.openFourWins = k == onlyCaptures
	b.searchThreats = b.rowsDecide || !o.Renju && o.Exact == 0
	b.centre = b.point(rules.Cell(o.Rows/2*o.Cols + o.Cols/2))
	b.changes = make([]change, 0, 1<<13)
	b.past = make([]step, 0, 1<<10)
	b.clear()
	return b
}

// clear removes all stones and resets the board.
func (b *Board) clear() {
	for i := range b.cell {
		b.cell[i] = outside
	}
	for d := range b.lines {
		for i := range b.lines[d] {
			b.lines[d][i] = ^uint64(0)
		}
	}
	b.sets, b.count, b.near, b.sums = [2][classes]set{}, [2][classes]int16{}, set{}, [2]sums{}
	b.cellShapes = [squares]cellShapes{}
	b.turn, b.over, b.winner, b.pending, b.passing, b.stones, b.held, b.hash = 0, false, -1, false, false, 0, [2]uint8{}, 0
	b.pairs = [2]pairs{}
	b.changes, b.past = b.changes[:0], b.past[:0]
	for c := range rules.Cell(b.cells) {
		x := b.point(c)
		b.cell[x] = 0
		for d := range b.lines {
			i, place := lineAt(x, d)
			b.lines[d][i] &^= 3 << (2 * place)
		}
	}
	for c := range rules.Cell(b.cells) {
		b.computeShapes(b.point(c))
	}
	b.changes = b.changes[:0]
}

// point converts a cell of the rules to a point. The inverse is place.
func (b *Board) point(c rules.Cell) point {
	return point((int(c)/b.cols+margin)*side + int(c)%b.cols + margin)
}

func (b *Board) place(c point) rules.Cell {
	return rules.Cell((int(c)/side-margin)*b.cols + int(c)%side - margin)
}

// move converts a point to a move of the rules.
func (b *Board) move(c point) rules.Move {
	if c == pass {
		return rules.Pass
	}
	return rules.Place(b.place(c))
}

func (b *Board) setUp(p rules.Position) {
	b.clear()
	for c := range rules.Cell(b.cells) {
		if o := p.At(c).Owner; o != rules.NoPlayer {
			b.markNear(b.point(c))
			b.put(b.point(c), uint8(o)+1)
		}
	}
	if h, ok := p.(rules.Holder); ok {
		for s := range b.held {
			b.hold(s, uint8(h.Held(rules.Player(s))))
		}
	}
	if t := p.Turn(); t != rules.NoPlayer {
		b.turn = uint8(t)
	} else {
		b.over = true
		if w := p.Result().Winners.Only(); w != rules.NoPlayer {
			b.winner = int8(w)
		}
	}
	b.changes, b.past = b.changes[:0], b.past[:0]
	if b.over {
		return
	}
	b.pending = b.opt.Breakable && b.hasRow(1-b.turn)
	b.passing = rules.MustPass(p)
}

// keyOf returns the hash key of a stone.
func keyOf(c point, stone uint8) uint64 { return keys[stone-1][c] }

var keys = func() (k [2][squares]uint64) {
	for s := range k {
		for c := range k[s] {
			k[s][c] = rules.Mix(7<<40 | uint64(s)<<20 | uint64(c))
		}
	}
	return k
}()

// Hash keys of the second player's turn, and of a row that this move may break.
const (
	turnKey    = 0x9d39247e33776d41
	pendingKey = 0x2af7398005aaa5c7
)

// key returns the hash of the position.
func (b *Board) key() uint64 {
	h := b.hash
	if b.turn != 0 {
		h ^= turnKey
	}
	if b.pending {
		h ^= pendingKey
	}
	return h
}

// hold sets the number of pairs captured by a seat.
func (b *Board) hold(s int, n uint8) {
	if n == b.held[s] {
		return
	}
	b.hash ^= rules.Mix(8<<40|uint64(s)<<20|uint64(b.held[s])) ^ rules.Mix(8<<40|uint64(s)<<20|uint64(n))
	b.held[s] = n
}

// shapeAt returns the shapes of both colours at a place of a line, whatever the content of the
// place itself.
func (f *family) shapeAt(line uint64, place int) uint8 {
	r := uint(f.reach)
	w := line >> (2 * (uint(place) - r) & 63)
	low := uint64(1)<<(2*r) - 1
	return f.shape[w&low|w>>2&(low<<(2*r))]
}

// comboAt returns the effect of a stone of the colour on the empty cell c.
func (b *Board) comboAt(c point, colour int) *combo {
	return &b.combo[colour][b.cellShapes[c&(squares-1)].code[colour]]
}

// setShapes sets the shapes of an empty cell.
func (b *Board) setShapes(c point, code [2]uint16) {
	s := &b.cellShapes[c&(squares-1)]
	b.changes = append(b.changes, change{c, *s})
	for p, is := range code {
		if is != s.code[p] {
			b.setCode(c, s, p, is)
		}
	}
}

// setCode sets the shapes of colour p in a cell.
func (b *Board) setCode(c point, s *cellShapes, p int, is uint16) {
	x, y := &b.combo[p][is], &b.combo[p][s.code[p]]
	s.code[p] = is
	if x.number != y.number {
		now, then := &b.worth[p][x.number], &b.worth[p][y.number]
		b.sums[0] += now[0] - then[0]
		b.sums[1] += now[1] - then[1]
	}
	if x.class != s.class[p] {
		b.setClass(c, p, s.class[p], x.class)
		s.class[p] = x.class
	}
}

// setClass moves a cell from one class of a colour to another.
func (b *Board) setClass(c point, p int, was, is uint8) {
	w, bit := c>>6&(words-1), uint64(1)<<(c&63)
	b.sets[p][was][w] &^= bit
	b.count[p][was]--
	b.sets[p][is][w] |= bit
	b.count[p][is]++
}

// computeShapes computes the shapes of an empty cell.
func (b *Board) computeShapes(c point) {
	var code [2]uint16
	for d := range b.lines {
		i, place := lineAt(c, d)
		s := uint16(b.shapeAt(b.lines[d][i], place))
		code[0] |= s & 15 << (4 * d)
		code[1] |= s >> 4 << (4 * d)
	}
	b.setShapes(c, code)
}

// put places a stone on the empty cell c.
func (b *Board) put(c point, stone uint8) {
	b.played++
	b.setShapes(c, [2]uint16{})
	b.cell[c&(squares-1)] = stone
	b.hash ^= keyOf(c, stone)
	b.stones++
	b.updateLines(c, stone)
}

// remove removes the stone on c.
func (b *Board) remove(c point) {
	stone := b.cell[c]
	b.cell[c] = 0
	b.hash ^= keyOf(c, stone)
	b.stones--
	b.updateLines(c, stone)
	b.computeShapes(c)
}

// updateLines adds or removes a stone on the lines through c, and updates the shapes of the empty
// cells within reach.
func (b *Board) updateLines(c point, stone uint8) {
	row, col := int(c)/side, int(c)%side
	at := [4]int{row, col, (row - col) & 63, row + col}
	r := uint(b.reach)
	low := uint64(1)<<(2*r) - 1
	high := low << (2 * r)
	table := b.shape
	takes := b.opt.Captures > 0
	for d, step := range steps {
		place := row
		if d == 0 {
			place = col
		}
		l := b.lines[d][at[d]&63] ^ uint64(stone)<<(2*place)
		if takes {
			b.pair(l^uint64(stone)<<(2*place), -1)
			b.pair(l, 1)
		}
		b.lines[d][at[d]&63] = l
		shift := uint(4*d) & 15
		nibble := uint16(15) << shift
		for _, way := range [2]int{1, -1} {
			seen := uint64(0)
			x, i := int(c), place
			for range r {
				x += way * step
				i += way
				if v := l >> (2 * uint(i) & 63) & 3; v != 0 {
					if seen |= v; seen == 3 {
						break // stones of both colours hide the cells beyond them
					}
					continue
				}
				w := l >> (2 * (uint(i) - r) & 63)
				shape := table[w&low|w>>2&high]
				s := &b.cellShapes[x&(squares-1)]
				first, second := uint16(shape&15)<<shift, uint16(shape>>4)<<shift
				first, second = first^s.code[0]&nibble, second^s.code[1]&nibble
				if first|second == 0 {
					continue
				}
				b.changes = append(b.changes, change{point(x), *s})
				if first != 0 {
					b.setCode(point(x), s, 0, s.code[0]^first)
				}
				if second != 0 {
					b.setCode(point(x), s, 1, s.code[1]^second)
				}
			}
		}
	}
}

// undoChanges restores the previous shapes until n changes are left.
func (b *Board) undoChanges(n int) {
	for i := len(b.changes) - 1; i >= n; i-- {
		x := &b.changes[i]
		s := &b.cellShapes[x.cell&(squares-1)]
		for p := range 2 {
			if s.class[p] != x.cellShapes.class[p] {
				b.setClass(x.cell, p, s.class[p], x.cellShapes.class[p])
			}
		}
		*s = x.cellShapes
	}
	b.changes = b.changes[:n]
}

// toggleLines adds or removes a stone on the lines only.
func (b *Board) toggleLines(c point, stone uint8) {
	row, col := int(c)/side, int(c)%side
	v := uint64(stone)
	b.lines[0][row&63] ^= v << (2 * col)
	b.lines[1][col&63] ^= v << (2 * row)
	b.lines[2][(row-col)&63] ^= v << (2 * row)
	b.lines[3][(row+col)&63] ^= v << (2 * row)
}

// markNear marks the cells within two steps of a stone on c as near.
func (b *Board) markNear(c point) {
	row, col := int(c)/side, int(c)%side
	mask := uint64(31) << (col - 2)
	for r := row - 2; r <= row+2; r++ {
		b.near[r>>1&(words-1)] |= mask << (32 * (r & 1))
	}
}

// all appends the cells of s.
func (s *set) all(list []point) []point {
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			list = append(list, point(i<<6+bits.TrailingZeros64(w)))
		}
	}
	return list
}

// first returns a cell of s, or pass if s is empty.
func (s *set) first() point {
	for i, w := range s {
		if w != 0 {
			return point(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return pass
}

// Play makes a legal move.
func (b *Board) Play(c point) {
	b.past = append(b.past, step{})
	s := &b.past[len(b.past)-1]
	s.cell, s.turn, s.over, s.winner, s.pending, s.passing = c, b.turn, b.over, b.winner, b.pending, b.passing
	s.changes, s.held, s.pairs, s.sums, s.hash = int32(len(b.changes)), b.held, b.pairs, b.sums, b.hash
	if c == pass {
		b.turn ^= 1
		b.updateResult(pass, 0)
		return
	}
	row := int(c)/side - 2
	s.near = [4]uint64(b.near[row>>1 : row>>1+4])
	b.markNear(c)
	won := b.cellShapes[c].class[b.turn] == makesFive
	b.put(c, b.turn+1)
	if b.opt.Captures > 0 {
		b.capture(c, s)
	}
	b.turn ^= 1
	if b.rowsDecide && !b.shaped[b.turn] { // the usual case
		switch {
		case won:
			b.over, b.winner = true, int8(1-b.turn)
		case b.stones == b.cells:
			b.over = true
		}
		b.passing = false
		return
	}
	b.updateResult(c, int(s.taken))
}

// Undo takes back the last move.
func (b *Board) Undo() {
	s := &b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
	if s.cell != pass {
		stone := s.turn + 1
		b.cell[s.cell] = 0
		b.toggleLines(s.cell, stone)
		b.stones += int(s.taken) - 1
		for _, c := range s.lost[:s.taken] {
			b.cell[c] = 3 - stone
			b.toggleLines(c, 3-stone)
		}
		b.undoChanges(int(s.changes))
		row := int(s.cell)/side - 2
		copy(b.near[row>>1:row>>1+4], s.near[:])
		b.sums, b.hash, b.held, b.pairs = s.sums, s.hash, s.held, s.pairs
	}
	b.turn, b.over, b.winner, b.pending, b.passing = s.turn, s.over, s.winner, s.pending, s.passing
}

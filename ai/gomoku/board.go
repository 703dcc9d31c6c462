package gomoku

import (
	"math/bits"

	"boardstudio/rules"
	"boardstudio/rules/line"
)

// The cells of a board lie in a square of 32 × 32, with margin cells beside each edge, so that no window leaves it.
const (
	side    = 32
	squares = side * side
	margin  = 5
	maxSide = side - 2*margin
	words   = squares / 64
)

// A cell holds nothing, a stone of a colour, which is its seat plus one, or lies beyond the edge.
const outside = 3

// point is a cell of the square; 0, which is outside, stands for a pass.
type point uint16

const pass point = 0

// steps are the ways along the four kinds of lines.
var steps = [4]int{1, side, side + 1, side - 1}

// lineAt returns which line of kind d the cell lies on, and its place there.
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

// spot is what is known of an empty cell for each colour: the shapes of its lines, four bits each, and what they make together. Of other
// cells it is 0.
type spot struct {
	code  [2]uint16
	class [2]uint8
}

// change is what a spot was before.
type change struct {
	cell point
	spot spot
}

// step is what a move did, so that it can be taken back.
type step struct {
	cell    point // pass for a pass
	turn    uint8
	taken   uint8 // stones captured
	over    bool
	winner  int8
	pending bool
	passing bool
	changes int32 // how many there were before
	held    [2]uint8
	pairs   [2]pairs
	sums    [2]sums
	hash    uint64
	lost    [16]point
	near    [4]uint64
}

// Board is a board of the engine's own, changed in place. What it says is what the rules say; tests compare them.
type Board struct {
	*family
	opt        line.Options
	rows, cols int
	cells      int
	centre     point
	shaped     [2]bool // fouls by shape bind the colour
	free       bool    // every empty cell is legal
	// sure says that a row ends the game and nothing else does, so that fives and open fours decide.
	sure bool
	// hunts says that wins by threats are looked for.
	hunts bool
	// fatal says that stones are captured and nothing else is different, so that an open four nearly always wins: a capture can take a stone of it before it
	// is a row, but not after.
	fatal bool

	cell  [squares]uint8
	lines [4][64]uint64 // two bits for each place
	spot  [squares]spot
	sets  [2][classes]set
	count [2][classes]int16
	near  set     // cells with stones near, and some that had
	sums  [2]sums // what the empty cells add for the first to move and the second

	turn    uint8 // 0 or 1
	over    bool
	winner  int8 // -1 for nobody
	pending bool // a row of the other stands and this move may break it
	passing bool // there is no legal placement, but the other has one
	stones  int
	held    [2]uint8
	pairs   [2]pairs // where stones are captured
	hash    uint64

	changes []change
	past    []step
	played  uint64 // stones ever put on it, also to see what they would make
}

// optionsOf returns the options of rules that the board knows, nil for others.
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

// newBoard returns an empty board for rules that optionsOf knows.
func newBoard(o *line.Options) *Board { return boardWith(o, false) }

// boardWith is newBoard with the learnt evaluation or the plain one.
func boardWith(o *line.Options, plain bool) *Board {
	k := kindOf(o)
	k.plain = plain
	return boardOf(o, familyFor(k))
}

// kindOf returns what kind of rules these are, with the learnt evaluation.
func kindOf(o *line.Options) kind {
	k := kind{fouls: o.Renju, shy: o.DoubleThree != "allowed", takes: o.Captures > 0, frail: o.Breakable}
	for p := range k.exact {
		k.exact[p] = o.Exact.Has(rules.Player(p))
	}
	return k
}

func boardOf(o *line.Options, f *family) *Board {
	b := &Board{family: f, opt: *o, rows: o.Rows, cols: o.Cols, cells: o.Rows * o.Cols}
	k := kindOf(o)
	for p := range b.shaped {
		b.shaped[p] = k.shy || o.Renju && p == 0
	}
	b.free = !b.shaped[0] && !o.Adjacent && !o.CentreFirst
	b.sure = o.Captures == 0 && !k.shy
	b.fatal = k == onlyTakes
	b.hunts = b.sure || !o.Renju && o.Exact == 0
	b.centre = b.point(rules.Cell(o.Rows/2*o.Cols + o.Cols/2))
	b.changes = make([]change, 0, 1<<13)
	b.past = make([]step, 0, 1<<10)
	b.clear()
	return b
}

// clear takes everything off the board.
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
	b.spot = [squares]spot{}
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
		b.reshape(b.point(c))
	}
	b.changes = b.changes[:0]
}

// point returns the cell of the square for one of the rules, and back.
func (b *Board) point(c rules.Cell) point {
	return point((int(c)/b.cols+margin)*side + int(c)%b.cols + margin)
}

func (b *Board) place(c point) rules.Cell {
	return rules.Cell((int(c)/side-margin)*b.cols + int(c)%side - margin)
}

// move returns the move of the rules.
func (b *Board) move(c point) rules.Move {
	if c == pass {
		return rules.Pass
	}
	return rules.Place(b.place(c))
}

// lay lays p out.
func (b *Board) lay(p rules.Position) {
	b.clear()
	for c := range rules.Cell(b.cells) {
		if o := p.At(c).Owner; o != rules.NoPlayer {
			b.spread(b.point(c))
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

// keyOf is the part of the hash for a stone.
func keyOf(c point, stone uint8) uint64 { return keys[stone-1][c] }

var keys = func() (k [2][squares]uint64) {
	for s := range k {
		for c := range k[s] {
			k[s][c] = rules.Mix(7<<40 | uint64(s)<<20 | uint64(c))
		}
	}
	return k
}()

// The parts of the hash for the turn of the second player, and for a row that this move may break.
const (
	turnKey    = 0x9d39247e33776d41
	pendingKey = 0x2af7398005aaa5c7
)

// key is the same for the same position.
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

// hold sets the pairs of a seat.
func (b *Board) hold(s int, n uint8) {
	if n == b.held[s] {
		return
	}
	b.hash ^= rules.Mix(8<<40|uint64(s)<<20|uint64(b.held[s])) ^ rules.Mix(8<<40|uint64(s)<<20|uint64(n))
	b.held[s] = n
}

// shapeAt returns the shapes of both colours for the place of a line, whatever lies on the place itself.
func (f *family) shapeAt(line uint64, place int) uint8 {
	r := uint(f.reach)
	w := line >> (2 * (uint(place) - r) & 63)
	low := uint64(1)<<(2*r) - 1
	return f.shape[w&low|w>>2&(low<<(2*r))]
}

// comboAt returns what a stone of the colour would make on the empty cell c.
func (b *Board) comboAt(c point, colour int) *combo {
	return &b.combo[colour][b.spot[c&(squares-1)].code[colour]]
}

// shapeTo notes new shapes of an empty cell.
func (b *Board) shapeTo(c point, code [2]uint16) {
	s := &b.spot[c&(squares-1)]
	b.changes = append(b.changes, change{c, *s})
	for p, is := range code {
		if is != s.code[p] {
			b.recode(c, s, p, is)
		}
	}
}

// recode changes the shapes of a colour in a spot.
func (b *Board) recode(c point, s *spot, p int, is uint16) {
	x, y := &b.combo[p][is], &b.combo[p][s.code[p]]
	s.code[p] = is
	if x.number != y.number {
		now, then := &b.worth[p][x.number], &b.worth[p][y.number]
		b.sums[0] += now[0] - then[0]
		b.sums[1] += now[1] - then[1]
	}
	if x.class != s.class[p] {
		b.reclass(c, p, s.class[p], x.class)
		s.class[p] = x.class
	}
}

// reclass moves a cell from one class of a colour to another.
func (b *Board) reclass(c point, p int, was, is uint8) {
	w, bit := c>>6&(words-1), uint64(1)<<(c&63)
	b.sets[p][was][w] &^= bit
	b.count[p][was]--
	b.sets[p][is][w] |= bit
	b.count[p][is]++
}

// reshape finds the shapes of an empty cell anew.
func (b *Board) reshape(c point) {
	var code [2]uint16
	for d := range b.lines {
		i, place := lineAt(c, d)
		s := uint16(b.shapeAt(b.lines[d][i], place))
		code[0] |= s & 15 << (4 * d)
		code[1] |= s >> 4 << (4 * d)
	}
	b.shapeTo(c, code)
}

// put lays a stone on the empty cell c.
func (b *Board) put(c point, stone uint8) {
	b.played++
	b.shapeTo(c, [2]uint16{})
	b.cell[c&(squares-1)] = stone
	b.hash ^= keyOf(c, stone)
	b.stones++
	b.around(c, stone)
}

// lift takes the stone off c.
func (b *Board) lift(c point) {
	stone := b.cell[c]
	b.cell[c] = 0
	b.hash ^= keyOf(c, stone)
	b.stones--
	b.around(c, stone)
	b.reshape(c)
}

// around changes the lines through c by a stone, and the shapes of the empty cells in reach.
func (b *Board) around(c point, stone uint8) {
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
						break // stones of both colours hide what lies behind
					}
					continue
				}
				w := l >> (2 * (uint(i) - r) & 63)
				shape := table[w&low|w>>2&high]
				s := &b.spot[x&(squares-1)]
				first, second := uint16(shape&15)<<shift, uint16(shape>>4)<<shift
				first, second = first^s.code[0]&nibble, second^s.code[1]&nibble
				if first|second == 0 {
					continue
				}
				b.changes = append(b.changes, change{point(x), *s})
				if first != 0 {
					b.recode(point(x), s, 0, s.code[0]^first)
				}
				if second != 0 {
					b.recode(point(x), s, 1, s.code[1]^second)
				}
			}
		}
	}
}

// back takes changes of spots back until n are left.
func (b *Board) back(n int) {
	for i := len(b.changes) - 1; i >= n; i-- {
		x := &b.changes[i]
		s := &b.spot[x.cell&(squares-1)]
		for p := range 2 {
			if s.class[p] != x.spot.class[p] {
				b.reclass(x.cell, p, s.class[p], x.spot.class[p])
			}
		}
		*s = x.spot
	}
	b.changes = b.changes[:n]
}

// toggle takes a stone of the lines or puts it there, and nothing else.
func (b *Board) toggle(c point, stone uint8) {
	row, col := int(c)/side, int(c)%side
	v := uint64(stone)
	b.lines[0][row&63] ^= v << (2 * col)
	b.lines[1][col&63] ^= v << (2 * row)
	b.lines[2][(row-col)&63] ^= v << (2 * row)
	b.lines[3][(row+col)&63] ^= v << (2 * row)
}

// spread notes that a stone on c is near the cells two steps and less away.
func (b *Board) spread(c point) {
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

// first returns a cell of s, pass when it is empty.
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
		b.judge(pass, 0)
		return
	}
	row := int(c)/side - 2
	s.near = [4]uint64(b.near[row>>1 : row>>1+4])
	b.spread(c)
	won := b.spot[c].class[b.turn] == makesFive
	b.put(c, b.turn+1)
	if b.opt.Captures > 0 {
		b.capture(c, s)
	}
	b.turn ^= 1
	if b.sure && !b.shaped[b.turn] { // the usual case
		switch {
		case won:
			b.over, b.winner = true, int8(1-b.turn)
		case b.stones == b.cells:
			b.over = true
		}
		b.passing = false
		return
	}
	b.judge(c, int(s.taken))
}

// Undo takes the last move back.
func (b *Board) Undo() {
	s := &b.past[len(b.past)-1]
	b.past = b.past[:len(b.past)-1]
	if s.cell != pass {
		stone := s.turn + 1
		b.cell[s.cell] = 0
		b.toggle(s.cell, stone)
		b.stones += int(s.taken) - 1
		for _, c := range s.lost[:s.taken] {
			b.cell[c] = 3 - stone
			b.toggle(c, 3-stone)
		}
		b.back(int(s.changes))
		row := int(s.cell)/side - 2
		copy(b.near[row>>1:row>>1+4], s.near[:])
		b.sums, b.hash, b.held, b.pairs = s.sums, s.hash, s.held, s.pairs
	}
	b.turn, b.over, b.winner, b.pending, b.passing = s.turn, s.over, s.winner, s.pending, s.passing
}

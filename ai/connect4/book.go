package connect4

import (
	_ "embed"
	"encoding/binary"
	"slices"
	"sort"
)

// book contains positions of Connect Four with their values, as computed by `go run
// ./ai/connect4/makebook`. Each is eight bytes, little-endian, in ascending order: the key of the
// position or its mirror image, whichever is less, shifted by boundBits, plus its value and bias.
//
//go:embed book.bin
var book []byte

// Board of the book.
const (
	bookRows = 6
	bookCols = 7
	bookK    = 4
)

// inBook reports whether the book is for boards of this shape.
func (s *shape) inBook() bool {
	return s.rows == bookRows && s.cols == bookCols && s.k == bookK && !s.ring
}

// key returns a key that is equal for a position and its mirror image.
func (s *shape) key(p narrowPos) uint64 {
	key := p.me + (p.me | p.opp) + s.floor
	return min(key, s.mirror(key))
}

// bookValue returns the value of a position in the book.
func (s *shape) bookValue(p narrowPos) (int, bool) {
	if !s.inBook() {
		return 0, false
	}
	key := s.key(p)
	entry := func(i int) uint64 { return binary.LittleEndian.Uint64(book[8*i:]) }
	n := len(book) / 8
	i := sort.Search(n, func(i int) bool { return entry(i)>>boundBits >= key })
	if i == n || entry(i)>>boundBits != key {
		return 0, false
	}
	return int(entry(i)&fieldMask) - bias, true
}

// Builder builds a book. It contains the positions that a player meets who always plays the best
// move, on either side, whatever the opponent plays.
type Builder struct {
	solver *solver[[7]struct{}]
	values map[uint64]int8
}

// NewBuilder returns a builder with a table of mb megabytes, initialised with the values of the
// book known.
func NewBuilder(mb int, known []byte) *Builder {
	b := &Builder{&solver[[7]struct{}]{shape: newShape(newGrid(bookRows, bookCols, bookK, false))}, map[uint64]int8{}}
	for ; len(known) >= 8; known = known[8:] {
		e := binary.LittleEndian.Uint64(known)
		b.values[e>>boundBits] = int8(int(e&fieldMask) - bias)
	}
	b.solver.begin(newTable(mb), wholeSize, nil)
	return b
}

// Add adds the positions with at most plies pieces and the player to move, each with the position
// after its best move. It processes them in order of the number of pieces. After each position it
// calls report with the number of pieces, and the numbers of positions done and in total for that
// number of pieces.
func (b *Builder) Add(plies int, report func(pieces, done, all int)) {
	turn, wait := []narrowPos{{}}, []narrowPos{{}} // positions with the player or the opponent to move
	for n := 0; n <= plies; n++ {
		var best []narrowPos
		for i, p := range turn {
			best = append(best, b.best(p))
			report(n, i+1, len(turn))
		}
		turn, wait = b.replies(wait), best
	}
}

// best adds the position after the best move from p and returns it.
func (b *Builder) best(p narrowPos) narrowPos {
	v := b.value(p)
	for _, next := range b.after(p) {
		if w, ok := b.values[b.solver.key(next)]; ok && int(w) == -v {
			return next
		}
	}
	for _, next := range b.after(p) {
		if b.solver.window(next, -v) <= -v {
			b.values[b.solver.key(next)] = int8(-v)
			return next
		}
	}
	return p // the best move wins at once
}

// value adds a position and returns its value.
func (b *Builder) value(p narrowPos) int {
	key := b.solver.key(p)
	v, ok := b.values[key]
	if !ok {
		found := fullBounds(b.solver.left(p))
		b.solver.narrow(p, &found)
		v = int8(found.lo)
		b.values[key] = v
	}
	return int(v)
}

// replies returns the positions after all moves from several positions, with mirror images
// identified. It omits positions with an immediate win.
func (b *Builder) replies(from []narrowPos) (all []narrowPos) {
	seen := map[uint64]bool{}
	for _, p := range from {
		for _, next := range b.after(p) {
			if key := b.solver.key(next); !seen[key] && b.solver.winning(next) == 0 {
				seen[key] = true
				all = append(all, next)
			}
		}
	}
	return all
}

// after returns the positions after all moves that do not win, central columns first.
func (b *Builder) after(p narrowPos) (all []narrowPos) {
	wins := b.solver.winning(p)
	for _, col := range b.solver.order {
		if x := b.solver.can(p) & col &^ wins; x != 0 {
			all = append(all, narrowPos{p.opp, p.me | x})
		}
	}
	return all
}

// Bytes returns the content of the book file.
func (b *Builder) Bytes() []byte {
	var all []uint64
	for key, v := range b.values {
		all = append(all, key<<boundBits|uint64(int(v)+bias))
	}
	slices.Sort(all)
	var out []byte
	for _, e := range all {
		out = binary.LittleEndian.AppendUint64(out, e)
	}
	return out
}

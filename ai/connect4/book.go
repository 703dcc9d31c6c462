package connect4

import (
	_ "embed"
	"encoding/binary"
	"slices"
	"sort"
)

// book holds positions of connect four with their values, as `go run ./ai/connect4/makebook` finds them: for each, in ascending order, the key of the
// position, or of its mirror image if that is less, shifted by boundBits, and its value plus bias, in eight bytes from the lowest.
//
//go:embed book.bin
var book []byte

// The board of the book.
const (
	bookRows = 6
	bookCols = 7
	bookK    = 4
)

// booked reports whether the book is about boards of the shape.
func (s *shape) booked() bool {
	return s.rows == bookRows && s.cols == bookCols && s.k == bookK && !s.ring
}

// key returns what a position and its mirror image have in common.
func (s *shape) key(p place) uint64 {
	key := p.me + (p.me | p.opp) + s.floor
	return min(key, s.mirror(key))
}

// opening returns the value of a position of the book.
func (s *shape) opening(p place) (int, bool) {
	if !s.booked() {
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

// Builder makes a book: what one player needs who always plays the best move, whatever the other plays, on either side.
type Builder struct {
	solver *solver[[7]struct{}]
	values map[uint64]int8
}

// NewBuilder returns a builder with a table of so many megabytes, and the values that a book tells.
func NewBuilder(mb int, known []byte) *Builder {
	b := &Builder{&solver[[7]struct{}]{shape: newShape(newGrid(bookRows, bookCols, bookK, false))}, map[uint64]int8{}}
	for ; len(known) >= 8; known = known[8:] {
		e := binary.LittleEndian.Uint64(known)
		b.values[e>>boundBits] = int8(int(e&fieldMask) - bias)
	}
	b.solver.begin(newTable(mb), wholeSize, nil)
	return b
}

// Add adds the positions with up to so many pieces in which the player is to move, each with the one after its best move, those with few
// pieces first. It tells how many positions of how many with as many pieces are done after each.
func (b *Builder) Add(plies int, tell func(pieces, done, all int)) {
	turn, wait := []place{{}}, []place{{}} // positions in which the player is to move, and the other
	for n := 0; n <= plies; n++ {
		var best []place
		for i, p := range turn {
			best = append(best, b.best(p))
			tell(n, i+1, len(turn))
		}
		turn, wait = b.replies(wait), best
	}
}

// best adds a position and the one after its best move, which it returns.
func (b *Builder) best(p place) place {
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
	return p // a win at once
}

// value adds a position and returns its value.
func (b *Builder) value(p place) int {
	key := b.solver.key(p)
	v, ok := b.values[key]
	if !ok {
		found := everything(b.solver.left(p))
		b.solver.narrow(p, &found)
		v = int8(found.lo)
		b.values[key] = v
	}
	return int(v)
}

// replies returns the positions after all moves from several, each once, mirror images as one. Positions in which a move wins at once are left out.
func (b *Builder) replies(from []place) (all []place) {
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

// after returns the positions after all moves that do not win, those of the middle first.
func (b *Builder) after(p place) (all []place) {
	wins := b.solver.winning(p)
	for _, col := range b.solver.order {
		if x := b.solver.can(p) & col &^ wins; x != 0 {
			all = append(all, place{p.opp, p.me | x})
		}
	}
	return all
}

// Bytes returns the book.
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

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

// Builder makes a book.
type Builder struct {
	solver *solver[[7]struct{}]
	values map[uint64]int8
}

// NewBuilder returns a builder with a table of so many megabytes, and the values that a book tells.
func NewBuilder(mb int, known []byte) *Builder {
	b := &Builder{&solver[[7]struct{}]{shape: newShape(bookRows, bookCols, bookK, false)}, map[uint64]int8{}}
	for ; len(known) >= 8; known = known[8:] {
		e := binary.LittleEndian.Uint64(known)
		b.values[e>>boundBits] = int8(int(e&fieldMask) - bias)
	}
	b.solver.begin(newTable(mb), wholeSize, nil)
	return b
}

// Add adds the values of all positions after up to so many pieces: it solves those with as many, and has those of the others from these. It
// tells how far it has come after each.
func (b *Builder) Add(plies int, tell func(done, all int)) {
	layers := [][]place{{{}}}
	for range plies {
		var next []place
		seen := map[uint64]bool{}
		for _, p := range layers[len(layers)-1] {
			b.after(p, func(q place) {
				if key := b.solver.key(q); !seen[key] {
					seen[key] = true
					next = append(next, q)
				}
			})
		}
		layers = append(layers, next)
	}
	last := layers[plies]
	for i, p := range last {
		if key := b.solver.key(p); !b.known(key) {
			v := everything(b.solver.left(p))
			b.solver.narrow(p, &v)
			b.values[key] = int8(v.lo)
		}
		tell(i+1, len(last))
	}
	for _, layer := range slices.Backward(layers[:plies]) {
		for _, p := range layer {
			best := -1 << boundBits
			if b.solver.winning(p) != 0 {
				best = (b.solver.left(p) + 1) / 2
			} else {
				b.after(p, func(q place) { best = max(best, -int(b.values[b.solver.key(q)])) })
			}
			b.values[b.solver.key(p)] = int8(best)
		}
	}
}

func (b *Builder) known(key uint64) bool {
	_, ok := b.values[key]
	return ok
}

// after calls f with the positions after all moves that do not win, those of the middle first.
func (b *Builder) after(p place, f func(place)) {
	wins := b.solver.winning(p)
	for _, col := range b.solver.order {
		if x := b.solver.can(p) & col &^ wins; x != 0 {
			f(place{p.opp, p.me | x})
		}
	}
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

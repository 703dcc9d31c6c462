package find

import (
	"slices"

	"boardstudio/rules"
)

// content is what lies in a cell, as a number. An empty cell is nothing.
type content uint32

// nothing is not 0, the piece of seat 0 neither.
const nothing content = 0xff

func pack(c rules.Content) content {
	return content(uint8(c.Owner)) | content(c.Kind)<<8 | content(uint16(c.Count))<<16
}

func cellKey(c rules.Cell, x content) uint64 { return rules.Mix(uint64(c)<<32 | uint64(x)) }

const (
	// maxTable is how many symmetries, and entries of their table, are kept.
	maxPerms = 4096
	maxTable = 1 << 22
	// reach is how far a cell sees, where there are more.
	reach = 3
)

// scanner follows positions cell by cell, and knows a fingerprint of what lies on
// the board, equal for positions that a symmetry takes into each other.
//
// With few symmetries it keeps a hash of each image of the board; the fingerprint
// is then as good as the hash. With many, as on a large torus, it adds up what each
// piece sees around it: boards of pieces that do not see each other can then have
// the same, so equal fingerprints are always looked at.
type scanner struct {
	rules rules.Rules
	sym   *rules.Symmetries
	n     int
	cells []content
	// With few symmetries: image[c*n+i] is where symmetry i takes c, and hash[i] the
	// hash of the board it makes.
	image []rules.Cell
	hash  []uint64
	// With many: what each cell sees, and the sum of it all.
	sees []uint64
	sum  uint64
	// changed is told of each cell with another content, if set.
	changed func(c rules.Cell, was, is content)
}

func newScanner(r rules.Rules, sym *rules.Symmetries) *scanner {
	cells := len(r.Board().Cells)
	s := &scanner{rules: r, sym: sym, n: sym.Len(), cells: slices.Repeat([]content{nothing}, cells)}
	if s.n <= maxPerms && s.n*cells <= maxTable {
		s.hash = make([]uint64, s.n)
		s.image = make([]rules.Cell, s.n*cells)
		for i := range s.n {
			for c, to := range sym.At(i) {
				s.image[c*s.n+i] = to
			}
		}
	} else {
		s.sees = make([]uint64, cells)
	}
	return s
}

// plain returns a scanner that only follows the cells and knows no fingerprint.
func plain(r rules.Rules) *scanner {
	return &scanner{rules: r, cells: slices.Repeat([]content{nothing}, len(r.Board().Cells))}
}

// follow looks at another position.
func (s *scanner) follow(p interface {
	At(rules.Cell) rules.Content
},
) {
	for c, was := range s.cells {
		is := pack(p.At(rules.Cell(c)))
		if is == was {
			continue
		}
		s.cells[c] = is
		switch {
		case s.hash != nil:
			for i, to := range s.image[c*s.n : (c+1)*s.n] {
				s.hash[i] ^= cellKey(to, was) ^ cellKey(to, is)
			}
		case s.sees != nil:
			s.look(rules.Cell(c), was, is)
		}
		if s.changed != nil {
			s.changed(rules.Cell(c), was, is)
		}
	}
}

// look tells the cells around c what lies there now.
func (s *scanner) look(c rules.Cell, was, is content) {
	s.sum += rules.Mix(s.sees[c]^uint64(is)<<8) - rules.Mix(s.sees[c]^uint64(was)<<8)
	b := s.rules.Board()
	step := b.Step
	for d := range step {
		l := rules.Link{Cell: c, Dir: uint8(d)}
		for far := range uint64(reach) {
			l = step[l.Dir][l.Cell]
			if l.Cell == rules.NoCell || l.Cell == c {
				break
			}
			// Straight and diagonal lines are told apart, all other turns are alike.
			kind := far << 1
			if b.Diagonal(uint8(d)) {
				kind |= 1
			}
			seen := &s.sees[l.Cell]
			own := uint64(s.cells[l.Cell]) << 8
			s.sum -= rules.Mix(*seen ^ own)
			*seen += rules.Mix(kind<<32|uint64(is)) - rules.Mix(kind<<32|uint64(was))
			s.sum += rules.Mix(*seen ^ own)
		}
	}
}

// fingerprint follows p and returns a number that is equal for equal positions.
func (s *scanner) fingerprint(p rules.Position) uint64 {
	s.follow(p)
	return s.sign(p.Turn(), s.held(p))
}

// sign returns the fingerprint of what lies on the board, with the rest of the position.
func (s *scanner) sign(turn rules.Player, held [rules.MaxPlayers]int32) uint64 {
	sum := s.sum
	for _, h := range s.hash {
		sum += rules.Mix(h)
	}
	sum ^= rules.Mix(uint64(uint8(turn)) << 48)
	for p, n := range held[:s.rules.Players()] {
		if n != 0 {
			sum ^= rules.Mix(uint64(p+1)<<40 | uint64(uint32(n)))
		}
	}
	return sum
}

// held returns what each player holds off the board.
func (s *scanner) held(p rules.Position) (held [rules.MaxPlayers]int32) {
	if h, ok := p.(rules.Holder); ok {
		for i := range s.rules.Players() {
			held[i] = int32(h.Held(rules.Player(i)))
		}
	}
	return held
}

// state is all of a position that has to be equal.
type state struct {
	cells []content
	turn  rules.Player
	held  [rules.MaxPlayers]int32
}

// state returns p's.
func (s *scanner) state(p rules.Position) state {
	x := state{make([]content, len(s.cells)), p.Turn(), s.held(p)}
	for c := range x.cells {
		x.cells[c] = pack(p.At(rules.Cell(c)))
	}
	return x
}

// perm returns a symmetry that takes a to b; false when there is none.
func (s *scanner) perm(a, b *state) (rules.Perm, bool) {
	if a.turn != b.turn || a.held != b.held {
		return nil, false
	}
	if slices.Equal(a.cells, b.cells) {
		return rules.Identity(len(a.cells)), true
	}
	var full []rules.Cell // the cells with something in them
	count := 0
	for c := range a.cells {
		if a.cells[c] != nothing {
			full = append(full, rules.Cell(c))
		}
		if b.cells[c] != nothing {
			count++
		}
	}
	if count != len(full) {
		return nil, false
	}
	if s.hash != nil {
	images:
		for i := range s.n {
			for _, c := range full {
				if b.cells[s.image[int(c)*s.n+i]] != a.cells[c] {
					continue images
				}
			}
			return s.sym.At(i), true
		}
		return nil, false
	}
	for to, x := range b.cells {
		if x != a.cells[full[0]] {
			continue
		}
	perms:
		for p := range s.sym.Taking(full[0], rules.Cell(to)) {
			for _, c := range full {
				if b.cells[p[c]] != a.cells[c] {
					continue perms
				}
			}
			return p, true
		}
	}
	return nil, false
}

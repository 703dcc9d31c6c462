package find

import (
	"slices"

	"boardstudio/rules"
)

// content is the content of a cell as a number.
type content uint32

// emptyCell is the content of an empty cell. It is not 0, and differs from all pieces.
const emptyCell content = 0xff

func pack(c rules.Content) content {
	return content(uint8(c.Owner)) | content(c.Kind)<<8 | content(uint16(c.Count))<<16
}

func cellKey(c rules.Cell, x content) uint64 { return rules.Mix(uint64(c)<<32 | uint64(x)) }

const (
	// maxPerms is the maximum number of symmetries for the table of images, maxTable its maximum
	// number of entries.
	maxPerms = 4096
	maxTable = 1 << 22
	// reach is the distance in cells up to which pieces are included in surroundings.
	reach = 3
)

// scanner follows positions cell by cell and computes a fingerprint of the board that is the same
// for symmetric positions.
//
// If there are few symmetries, it stores a hash of each board image, and the fingerprint is as good
// as the hash. If there are many, as on a large torus, it sums up the surroundings of each piece
// instead. Boards on which pieces are far apart may then have the same fingerprint, so equal
// fingerprints must always be verified.
type scanner struct {
	rules rules.Rules
	sym   *rules.Symmetries
	n     int
	cells []content
	// If there are few symmetries: image[c*n+i] is the image of cell c under symmetry i, and
	// hash[i] is the hash of the board under symmetry i.
	image []rules.Cell
	hash  []uint64
	// If there are many symmetries: the surroundings of each cell, and the sum over all cells.
	surroundings []uint64
	sum          uint64
	// changed, if not nil, is called for each cell whose content changes.
	changed func(c rules.Cell, was, is content)
}

func newScanner(r rules.Rules, sym *rules.Symmetries) *scanner {
	cells := len(r.Board().Cells)
	s := &scanner{rules: r, sym: sym, n: sym.Len(), cells: slices.Repeat([]content{emptyCell}, cells)}
	if s.n <= maxPerms && s.n*cells <= maxTable {
		s.hash = make([]uint64, s.n)
		s.image = make([]rules.Cell, s.n*cells)
		for i := range s.n {
			for c, to := range sym.At(i) {
				s.image[c*s.n+i] = to
			}
		}
	} else {
		s.surroundings = make([]uint64, cells)
	}
	return s
}

// newPlainScanner returns a scanner that only follows the cells and computes no fingerprint.
func newPlainScanner(r rules.Rules) *scanner {
	return &scanner{rules: r, cells: slices.Repeat([]content{emptyCell}, len(r.Board().Cells))}
}

// follow updates the scanner to position p.
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
		case s.surroundings != nil:
			s.updateSurroundings(rules.Cell(c), was, is)
		}
		if s.changed != nil {
			s.changed(rules.Cell(c), was, is)
		}
	}
}

// updateSurroundings updates the cells around c after its content changed.
func (s *scanner) updateSurroundings(c rules.Cell, was, is content) {
	s.sum += rules.Mix(s.surroundings[c]^uint64(is)<<8) - rules.Mix(s.surroundings[c]^uint64(was)<<8)
	b := s.rules.Board()
	step := b.Step
	for d := range step {
		l := rules.Link{Cell: c, Dir: uint8(d)}
		for far := range uint64(reach) {
			l = step[l.Dir][l.Cell]
			if l.Cell == rules.NoCell || l.Cell == c {
				break
			}
			// Orthogonal and diagonal lines differ, other orientations are equal.
			kind := far << 1
			if b.Diagonal(uint8(d)) {
				kind |= 1
			}
			seen := &s.surroundings[l.Cell]
			own := uint64(s.cells[l.Cell]) << 8
			s.sum -= rules.Mix(*seen ^ own)
			*seen += rules.Mix(kind<<32|uint64(is)) - rules.Mix(kind<<32|uint64(was))
			s.sum += rules.Mix(*seen ^ own)
		}
	}
}

// fingerprint follows p and returns its fingerprint, which is the same for symmetric positions.
func (s *scanner) fingerprint(p rules.Position) uint64 {
	s.follow(p)
	return s.combine(p.Turn(), s.held(p))
}

// combine returns the fingerprint of the board, the player to move and the pieces in hand.
func (s *scanner) combine(turn rules.Player, held [rules.MaxPlayers]int32) uint64 {
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

// held returns the number of pieces in each player's hand.
func (s *scanner) held(p rules.Position) (held [rules.MaxPlayers]int32) {
	if h, ok := p.(rules.Holder); ok {
		for i := range s.rules.Players() {
			held[i] = int32(h.Held(rules.Player(i)))
		}
	}
	return held
}

// state is the part of a position that must be equal.
type state struct {
	cells []content
	turn  rules.Player
	held  [rules.MaxPlayers]int32
}

// state returns the state of p.
func (s *scanner) state(p rules.Position) state {
	x := state{make([]content, len(s.cells)), p.Turn(), s.held(p)}
	for c := range x.cells {
		x.cells[c] = pack(p.At(rules.Cell(c)))
	}
	return x
}

// perm returns a symmetry that maps a to b. It reports false if no symmetry does.
func (s *scanner) perm(a, b *state) (rules.Perm, bool) {
	if a.turn != b.turn || a.held != b.held {
		return nil, false
	}
	if slices.Equal(a.cells, b.cells) {
		return rules.Identity(len(a.cells)), true
	}
	var full []rules.Cell // the occupied cells
	count := 0
	for c := range a.cells {
		if a.cells[c] != emptyCell {
			full = append(full, rules.Cell(c))
		}
		if b.cells[c] != emptyCell {
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
